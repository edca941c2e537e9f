"""The loop over the plan, and its ways in: key, explain, rows."""
import cython

if not cython.compiled:
    from .rewrite import *
else:
    from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8

TRIM = cython.declare(cython.const[cython.int], 0)
REMOVE_TABS = cython.declare(cython.const[cython.int], 1)
FIX_BACKSLASHES = cython.declare(cython.const[cython.int], 2)
FIX_SLASHES = cython.declare(cython.const[cython.int], 3)
LOWERCASE = cython.declare(cython.const[cython.int], 4)
ASSUME_HTTP = cython.declare(cython.const[cython.int], 5)
HOST_TO_ASCII = cython.declare(cython.const[cython.int], 6)
CANONICAL_IP = cython.declare(cython.const[cython.int], 7)
REMOVE_DOTS = cython.declare(cython.const[cython.int], 11)
DROP_PORT = cython.declare(cython.const[cython.int], 12)
SLASH_EMPTY = cython.declare(cython.const[cython.int], 13)
DROP_HOST_DOT = cython.declare(cython.const[cython.int], 14)
LOOK_UP = cython.declare(cython.const[cython.int], 16)
DROP_FRAGMENT = cython.declare(cython.const[cython.int], 17)
PATH_SESSION = cython.declare(cython.const[cython.int], 18)
QUERY_SESSION = cython.declare(cython.const[cython.int], 19)
DROP_TRACKING = cython.declare(cython.const[cython.int], 20)
DROP = cython.declare(cython.const[cython.int], 21)
DROP_SCHEME = cython.declare(cython.const[cython.int], 22)
STRIP_WWW = cython.declare(cython.const[cython.int], 23)
FOLD_MOBILE = cython.declare(cython.const[cython.int], 24)
FOLD_AMP = cython.declare(cython.const[cython.int], 25)
DROP_PARAMS = cython.declare(cython.const[cython.int], 26)
KEEP_PARAMS = cython.declare(cython.const[cython.int], 27)
DROP_STATE = cython.declare(cython.const[cython.int], 28)
DROP_DEFAULTS = cython.declare(cython.const[cython.int], 29)
DROP_EMPTY = cython.declare(cython.const[cython.int], 30)
SORT_PARAMS = cython.declare(cython.const[cython.int], 32)
EMPTY_QUERY = cython.declare(cython.const[cython.int], 33)
COLLAPSE = cython.declare(cython.const[cython.int], 34)
INDEX_FILE = cython.declare(cython.const[cython.int], 35)
ADD_SLASH = cython.declare(cython.const[cython.int], 36)
STRIP_SLASH = cython.declare(cython.const[cython.int], 37)
FOLD_CASE = cython.declare(cython.const[cython.int], 38)
ALIAS = cython.declare(cython.const[cython.int], 39)
REWRITE = cython.declare(cython.const[cython.int], 40)
MOST_LAPS = cython.declare(cython.const[cython.int], 8)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def apply_early(p: Plan, u: Url, op: cython.int, part: cython.int) -> cython.bint:
    """The rules of the standard, stages 1 to 5."""
    if op == LOWERCASE:
        return lowercase(p, u, part)
    if op == TRIM:
        return drop(u, part)
    if op == UNESCAPE_AMP or (op >= ESCAPE_ILLEGAL and op <= DECODE_UNRESERVED):
        return over_bytes(p, u, op, part)
    if op == SLASH_EMPTY:
        return slash_empty_path(u)
    if op == REMOVE_DOTS:
        return remove_dot_segments(u)
    if op == DROP_PORT:
        return drop_default_port(u)
    if op == REMOVE_TABS:
        return remove_tabs(p, u)
    if op == FIX_BACKSLASHES:
        return fix_backslashes(u)
    if op == FIX_SLASHES:
        return fix_slashes(u)
    if op == ASSUME_HTTP:
        return assume_http(u)
    if op == HOST_TO_ASCII:
        return host_to_ascii(p, u)
    if op == CANONICAL_IP:
        return canonical_ip(p, u)
    return op == DROP_HOST_DOT and drop_host_dot(p, u)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def apply_site(p: Plan, u: Url, op: cython.int) -> cython.bint:
    """The rules that the policy's own data feed, and the rarer ones."""
    if op == DROP_STATE:
        return drop_state(p, u)
    if op == PATH_SESSION:
        return drop_path_session(p, u)
    if op == FOLD_MOBILE:
        return fold_mobile_host(p, u)
    if op == FOLD_AMP:
        return fold_amp(p, u)
    if op == DROP_PARAMS:
        return drop_params(p, u)
    if op == KEEP_PARAMS:
        return keep_params(p, u)
    if op == DROP_DEFAULTS:
        return drop_default_params(p, u)
    if op == FOLD_CASE:
        return fold_path_case(p, u)
    if op == ALIAS:
        return alias_host(p, u)
    return op == REWRITE and rewrite_site(p, u)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def apply(p: Plan, u: Url, op: cython.int, part: cython.int) -> cython.bint:
    """Run one rule on the URL. Did it change something?"""
    if op < LOOK_UP:
        return apply_early(p, u, op, part)
    if op == LOOK_UP:
        look_up(p, u)
        if u.site:
            u.seen |= KNOWN_SITE
        return False
    if op == DROP_SCHEME:
        return drop_scheme(u)
    if op == STRIP_WWW:
        return strip_www(p, u)
    if op == DROP_FRAGMENT:
        return drop_fragment(u)
    if op == STRIP_SLASH:
        return strip_slash(u)
    if op == INDEX_FILE:
        return drop_index_file(p, u)
    if op == DROP_TRACKING:
        return drop_listed(p, u, p.kind_tracking)
    if op == QUERY_SESSION:
        return drop_listed(p, u, p.kind_session)
    if op == SORT_PARAMS:
        return sort_params(p, u)
    if op == DROP_EMPTY:
        return drop_empty_params(p, u)
    if op == UNIFY_SPACES:
        return over_bytes(p, u, op, part)
    if op == COLLAPSE:
        return collapse_slashes(u)
    if op == ADD_SLASH:
        return add_slash(u)
    if op == DROP:
        return drop(u, part)
    if op == EMPTY_QUERY:
        return drop_empty_query(u)
    return apply_site(p, u, op)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def run(p: Plan, u: Url) -> cython.void:
    """The loop: split, then each row whose mask meets what the URL holds; what a row goes back to is run again."""
    j: cython.int = 0
    k: cython.int = 0
    one: Mask = 1
    u.hits = 0
    u.laps = 0
    split(p, u)
    while j < p.blocks and (u.is_web or p.block_from[j] < p.plain):
        if not u.seen & p.block_when[j]:
            j += 1
            k = p.block_from[j]
            continue
        while k < p.block_from[j + 1]:
            if u.seen & p.when[k] and apply(p, u, p.op[k], p.part[k]):
                u.hits |= one << p.bit[k]
                if u.taping:
                    record(u, k)
                if p.back[k] >= 0:
                    k = go_back(p, u, k)
                    j = p.block_of[k]
                    continue
            k += 1
        j += 1
    if u.status == PAGE and u.walked and p.site_flags[u.site] & S_SHORTENER and is_deep(u):
        u.status = SHORT_LINK


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_deep(u: Url) -> cython.bint:
    """Is there more than the root of the host?"""
    return u.to[PATH] - u.at[PATH] > 1 or u.to[QUERY] > u.at[QUERY]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def go_back(p: Plan, u: Url, k: cython.int) -> cython.int:
    """The row to go on with after row k fired. Laps of the last stage are counted: a cycle that the loader missed ends and is flagged."""
    every: Mask = 0
    if p.op[k] == ALIAS or p.op[k] == REWRITE:
        u.laps += 1
        if u.laps > MOST_LAPS:
            u.flags |= F_UNSETTLED
            u.seen = 0
            return 0
        every = ~every
        u.seen |= every ^ (HOST_FOREIGN | ASSUMED | TABS | BACK | SLASHES)
    return p.back[k]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def record(u: Url, k: cython.int) -> cython.void:
    """Tape: the row, the length in four bytes, the URL as it is now."""
    n: Pos
    s: Pos = u.tape.n
    if not reserve(u.tape, size(u) + 5):
        return
    u.tape.n += 5
    join(u, u.tape)
    n = u.tape.n - s - 5
    u.tape.b[s] = k
    for k in range(4):
        u.tape.b[s + 1 + k] = (n >> (8 * k)) & 255


@cython.cfunc
def as_bytes(url: str) -> bytes:
    """The bytes of a string. Lone surrogates of surrogateescape are the bytes they stand for, others three bytes of their own."""
    try:
        return url.encode()
    except UnicodeEncodeError:
        return b"".join(
            c.encode("utf-8", "surrogateescape") if "\udc80" <= c <= "\udcff" else c.encode("utf-8", "surrogatepass") for c in url
        )


@cython.cfunc
def run_bytes(p: Plan, u: Url, raw: bytes) -> cython.void:
    """Load and run; where the host is not ASCII, ask UTS 46 and run again."""
    u.tape.n = 0
    if not load(u, raw, 0, len(raw)):
        u.status = NO_MEMORY
        return
    run(p, u)
    if u.status == PUNT:
        answer(p, u, raw)


@cython.cfunc
def answer(p: Plan, u: Url, raw: bytes) -> cython.void:
    """The second run of a URL whose host UTS 46 must read first."""
    from .idna import host_to_ascii as to_ascii

    host = take(u, u.at[HOST], u.to[HOST])
    name = to_ascii(host)
    if name is None:
        u.status = UNPARSED
        u.hits = u.flags = 0
        u.tape.n = 0
        return
    text: bytes = name
    u.ascii.n = 0
    u.tape.n = 0
    if not reserve(u.ascii, len(text)) or not load(u, raw, 0, len(raw)):
        u.status = NO_MEMORY
        return
    u.ascii.n = copy(u.ascii.b, 0, text, 0, len(text))
    u.foreign_known = True
    run(p, u)


@cython.cfunc
def take(f: Buf, i: Pos, end: Pos) -> bytes:
    """A copy of f.b[i:end]."""
    if cython.compiled:
        return f.b[i:end]
    else:
        return bytes(f.b[i:end])


@cython.cfunc
def settle(u: Url) -> cython.bint:
    """After run: is the key written into the tape (True), or is it the raw string (False)? Raw strings have no hits."""
    if u.status == NO_MEMORY:
        raise MemoryError
    if u.status == UNPARSED or u.status == EMPTY or (u.status == NOT_WEB and u.to[SCHEME] == u.at[SCHEME]):
        u.hits = 0
        u.flags = 0
        return False
    u.tape.n = 0
    if not reserve(u.tape, size(u)):
        raise MemoryError
    join(u, u.tape)
    return True


def key(p: Plan, url: str) -> str:
    """The key of one URL; what is no URL comes back as it is."""
    u: Url = p.scratch
    if cython.compiled:
        n: cython.Py_ssize_t = 0
        src: cython.p_const_char = cython.NULL
        try:
            src = PyUnicode_AsUTF8AndSize(url, cython.address(n))
        except UnicodeEncodeError:
            return key_of_odd(p, u, url)
        if not load(u, cython.cast(cython.p_const_uchar, src), 0, n):
            raise MemoryError
        run(p, u)
        if u.status == PUNT:
            answer(p, u, as_bytes(url))
        if not settle(u):
            return url
        return PyUnicode_DecodeUTF8(cython.cast(cython.p_const_char, u.tape.b), u.tape.n, b"surrogateescape")
    else:
        return key_of_odd(p, u, url)


@cython.cfunc
def key_of_odd(p: Plan, u: Url, url: str) -> str:
    """The key of a string that has no UTF-8, since it holds lone surrogates; uncompiled, of any string."""
    run_bytes(p, u, as_bytes(url))
    return take(u.tape, 0, u.tape.n).decode("utf-8", "surrogateescape") if settle(u) else url


def keys(p: Plan, urls: list) -> list:
    """The keys of a list, in its order; None stays None."""
    return [None if url is None else key(p, url) for url in urls]


def facts(p: Plan, url: str) -> tuple:
    """(key, status, hits, flags, host, domain, site) of one URL; host and domain are None unless it is a page."""
    u: Url = p.scratch
    run_bytes(p, u, as_bytes(url))
    if not settle(u):
        return url, u.status, 0, 0, None, None, 0
    text = take(u.tape, 0, u.tape.n).decode("utf-8", "surrogateescape")
    if u.status != PAGE:
        return text, u.status, u.hits, u.flags, None, None, u.site if u.walked else 0
    look_up(p, u)
    host = take(u, u.at[HOST], u.to[HOST]).decode("utf-8", "surrogateescape")
    return text, u.status, u.hits, u.flags, host, domain_of(u, host), u.site


@cython.cfunc
def domain_of(u: Url, host: str):
    """The registrable domain: the public suffix and one label; an address or a bare suffix is its own."""
    k: Pos = u.suffix - u.at[HOST]
    if u.seen & HOST_NUMERIC and (host[:1] == "[" or host[:1].isdigit()):
        return host
    if u.suffix == u.to[HOST]:
        k = host.rfind(".") + 1
    return host[host.rfind(".", 0, k - 1) + 1 :] if k > 1 else host


def explain(p: Plan, url: str) -> tuple:
    """(facts, [(row, what the rule of that row left behind)]): the same loop, with a tape."""
    u: Url = Url()
    i: Pos = 0
    n: Pos
    u.taping = True
    run_bytes(p, u, as_bytes(url))
    steps = []
    tape: bytes = take(u.tape, 0, u.tape.n)
    while i < len(tape):
        n = tape[i + 1] | tape[i + 2] << 8 | tape[i + 3] << 16 | tape[i + 4] << 24
        steps.append((tape[i], tape[i + 5 : i + 5 + n]))
        i += 5 + n
    whole: bool = u.status == UNPARSED or u.status == EMPTY
    return facts(p, url), [] if whole else steps


def split_parts(p: Plan, raw: bytes) -> tuple:
    """The nine slices of a URL as bytes, in order: their concatenation is the URL."""
    u: Url = Url()
    if not load(u, raw, 0, len(raw)):
        raise MemoryError
    split(p, u)
    return tuple([take(u, u.at[k], u.to[k]) for k in range(PARTS)])


def layout() -> dict:
    """The names of slices, bits, opcodes and shapes, for who writes the rows of a plan."""
    return {"parts": {"lead": LEAD, "scheme": SCHEME, "user": USER, "host": HOST, "port": PORT, "path": PATH, "query": QUERY,
                      "fragment": FRAGMENT, "tail": TAIL},
            "in": {"path": IN_PATH, "query": IN_QUERY, "has": HAS},
            "bits": {"upper": UPPER, "illegal": ILLEGAL, "stray": STRAY, "lowesc": LOWESC, "unresc": UNRESC, "oddseg": ODDSEG, "amp": AMP,
                     "ampeq": AMPEQ, "plus": PLUS, "session": SESSION},
            "head": {"upper": HOST_UPPER, "foreign": HOST_FOREIGN, "dotty": HOST_DOTTY, "numeric": HOST_NUMERIC, "www": HOST_WWW,
                     "assumed": ASSUMED, "user": USER_ODD, "fragment": FRAGMENT_ODD, "slashes": SLASHES, "back": BACK, "tabs": TABS,
                     "scheme": SCHEME_UPPER, "site": KNOWN_SITE, "entity": AMP_ENTITY, "no_path": NO_PATH},
            "site": {"www_distinct": S_WWW_DISTINCT, "mobile": S_MOBILE, "amp": S_AMP, "fold_case": S_FOLD_CASE,
                     "drop_path_params": S_DROP_PATH_PARAMS, "keep": S_KEEP, "shortener": S_SHORTENER},
            "shapes": {"any": ANY_VALUE, "hex16": HEX16, "hex32": HEX32, "dotted": DOTTED, "values": LISTED, "token16": TOKEN16,
                       "digits": DIGITS, "letters24": LETTERS24},
            "ops": {"trim": TRIM, "remove_tabs": REMOVE_TABS, "fix_backslashes": FIX_BACKSLASHES, "fix_slashes": FIX_SLASHES,
                    "lowercase": LOWERCASE, "assume_http": ASSUME_HTTP, "host_to_ascii": HOST_TO_ASCII, "canonical_ip": CANONICAL_IP,
                    "escape_illegal": ESCAPE_ILLEGAL, "uppercase_escapes": UPPERCASE_ESCAPES, "decode_unreserved": DECODE_UNRESERVED,
                    "remove_dots": REMOVE_DOTS, "drop_port": DROP_PORT, "slash_empty": SLASH_EMPTY, "drop_host_dot": DROP_HOST_DOT,
                    "unescape_amp": UNESCAPE_AMP, "look_up": LOOK_UP, "drop_fragment": DROP_FRAGMENT, "path_session": PATH_SESSION,
                    "query_session": QUERY_SESSION, "drop_tracking": DROP_TRACKING, "drop": DROP, "drop_scheme": DROP_SCHEME,
                    "strip_www": STRIP_WWW, "fold_mobile": FOLD_MOBILE, "fold_amp": FOLD_AMP, "drop_params": DROP_PARAMS,
                    "keep_params": KEEP_PARAMS, "drop_state": DROP_STATE, "drop_defaults": DROP_DEFAULTS, "drop_empty": DROP_EMPTY,
                    "unify_spaces": UNIFY_SPACES, "sort_params": SORT_PARAMS, "empty_query": EMPTY_QUERY, "collapse": COLLAPSE,
                    "index_file": INDEX_FILE, "add_slash": ADD_SLASH, "strip_slash": STRIP_SLASH, "fold_case": FOLD_CASE,
                    "alias": ALIAS, "rewrite": REWRITE},
            "code": {"literal": LITERAL, "capture": CAPTURE, "segment": SEGMENT, "param": PARAM, "rest": REST, "to": TO,
                     "query": QUERY_MARK, "end": END},
            "types": {"any": T_ANY, "digits": T_DIGITS, "hex": T_HEX, "slug": T_SLUG}}


FLAGS = ("assumed-web", "credentials", "climbs-above-root", "double-escaped", "encoded-slash", "unsettled")
