"""The ways in: key, keys, facts, explain. Strings become bytes, and Python helps where the loop asks for it."""
import cython

if not cython.compiled:
    from .loop import *
else:
    from cython.cimports.cpython.unicode import PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8


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
def run_bytes(p: Plan, raw: bytes, taping: cython.bint) -> Url:
    """Run on a Url of its own; where the host is not ASCII or a wrapper holds another URL, with Python's help.

    Python may let another thread in, so nothing here is shared: Plan.scratch is for runs without such help."""
    u: Url = Url()
    u.taping = taping
    run_once(p, u, raw)
    if u.status == WRAPPED:
        open_wrappers(p, u, raw)
    return u


@cython.cfunc
def run_once(p: Plan, u: Url, raw: bytes) -> cython.void:
    """Load and run; where the host is not ASCII, ask UTS 46 and run again."""
    taped: Pos = u.tape.n
    if not load(u, raw, 0, len(raw)):
        u.status = NO_MEMORY
        return
    run(p, u)
    if u.status == PUNT:
        u.tape.n = taped
        answer(p, u, raw)


@cython.cfunc
def open_wrappers(p: Plan, u: Url, raw: bytes) -> cython.void:
    """Go on with the target of the wrapper, at most DEEPEST times; where it is no URL, or there are more, the wrapper is the page."""
    from .unwrap import decode

    hits: Mask = 0
    one: Mask = 1
    depth: cython.int = 0
    here: bytes = raw
    started: Pos = 0                      # where the steps of this run begin on the tape
    while u.status == WRAPPED and depth < DEEPEST:
        steps = p.steps[u.wrapped]
        found = decode(whole_address(u) if steps[0] == "translate-goog" else wrapped_text(u), steps)
        if found is None:                 # another form may still say what it is
            u.wrap_from = u.wrapped_at + 1
            u.tape.n = started
        else:
            hits |= u.hits | one << p.bit[p.unwrap_row]
            here = found
            u.wrap_from = 0
            depth += 1
            if u.taping:
                record_text(u, p.unwrap_row, here)
            started = u.tape.n
        run_once(p, u, here)
    if u.status == WRAPPED or (depth > 0 and (u.status == UNPARSED or u.status == NOT_WEB)):
        hits = 0
        u.wrap_from = 1 << 30             # no form
        u.tape.n = 0
        run_once(p, u, raw)
        if depth == DEEPEST:
            u.flags |= F_NESTED
    u.hits |= hits


@cython.cfunc
def wrapped_text(u: Url) -> bytes:
    """What the wrapper holds: what was captured; with a path, its query too; or the whole query.

    A query that is sorted like any other holds the target escaped, and so in one of its pairs."""
    query: bytes = take(u, u.at[QUERY], u.to[QUERY])
    if u.dirty and pack(u):
        query = take(u, u.at[QUERY], u.to[QUERY])
    if u.whole == ALL_QUERY:
        pairs = [query[1:]] if u.opaque else [pair for pair in query[1:].split(b"&") if pair.lower().startswith(b"http")]
        return pairs[0] if len(pairs) == 1 else b""
    text: bytes = take(u, u.cap_at[0], u.cap_to[0])
    return text + query if u.whole == TAIL_PATH else text


@cython.cfunc
def whole_address(u: Url) -> bytes:
    """Host, path and query: the page behind a translator's host is written in all three."""
    query: bytes = take(u, u.at[QUERY], u.to[QUERY])
    return take(u, u.at[HOST], u.to[HOST]) + take(u, u.at[PATH], u.to[PATH]) + query


@cython.cfunc
def record_text(u: Url, k: cython.int, text: bytes) -> cython.void:
    """Tape, as record() writes it: here the form is that of the wrapper that was opened."""
    data: bytes = bytes([k]) + (u.wrapped_at % FORMS).to_bytes(2, "little") + len(text).to_bytes(4, "little") + text
    if reserve(u.tape, len(data)):
        u.tape.n = copy(u.tape.b, u.tape.n, data, 0, len(data))


@cython.cfunc
def answer(p: Plan, u: Url, raw: bytes) -> cython.void:
    """The second run of a URL whose host UTS 46 must read first."""
    from .idna import host_to_ascii as to_ascii

    host = take(u, u.at[HOST], u.to[HOST])
    name = to_ascii(host)
    if name is None:
        u.status = UNPARSED
        u.hits = u.flags = 0
        return
    text: bytes = name
    u.ascii.n = 0
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


@cython.cfunc
def load_text(u: Url, url: str) -> cython.bint:
    """Load the UTF-8 of a string. False: it has none, for lone surrogates are in it."""
    n: cython.Py_ssize_t = 0
    src: cython.p_const_char = cython.NULL
    try:
        src = PyUnicode_AsUTF8AndSize(url, cython.address(n))
    except UnicodeEncodeError:
        return False
    if not load(u, cython.cast(cython.p_const_uchar, src), 0, n):
        raise MemoryError
    return True


@cython.cfunc
def ascii_text(f: Buf) -> str:
    """The bytes of f as a string; all of them are ASCII."""
    text: str = PyUnicode_New(f.n, 127)
    copy(cython.cast(cython.p_uchar, PyUnicode_1BYTE_DATA(text)), 0, f.b, 0, f.n)
    return text


@cython.ccall
def key(p: Plan, url: str) -> str:
    """The key of one URL; what is no URL comes back as it is."""
    if cython.compiled:
        u: Url = p.scratch
        if PyUnicode_IS_ASCII(url):
            if not load(u, PyUnicode_1BYTE_DATA(url), 0, len(url)):
                raise MemoryError
        elif not load_text(u, url):
            return key_with_help(p, url)
        u.wrap_from = 0
        run(p, u)
        if u.status == PUNT or u.status == WRAPPED:
            return key_with_help(p, url)
        if not settle(u):
            return url
        if p.is_ascii and PyUnicode_IS_ASCII(url):
            return ascii_text(u.tape)
        return PyUnicode_DecodeUTF8(cython.cast(cython.p_const_char, u.tape.b), u.tape.n, b"surrogateescape")
    else:
        return key_with_help(p, url)


@cython.cfunc
def key_with_help(p: Plan, url: str) -> str:
    """The key of a string for which Python is needed; uncompiled, of any string."""
    u: Url = run_bytes(p, as_bytes(url), False)
    return take(u.tape, 0, u.tape.n).decode("utf-8", "surrogateescape") if settle(u) else url


def keys(p: Plan, urls: list) -> list:
    """The keys of a list, in its order; None stays None."""
    return [None if url is None else key(p, url) for url in urls]


@cython.cclass
class Keyer:
    """Makes keys under one plan. Its methods are called in less time than functions that are handed the plan."""

    plan: Plan

    def __init__(self, plan: Plan):
        self.plan = plan

    def key(self, url: str) -> str:
        """As key()."""
        return key(self.plan, url)

    def keys(self, urls: list) -> list:
        """As keys()."""
        return keys(self.plan, urls)


def facts(p: Plan, url: str) -> tuple:
    """(key, status, hits, flags, host, domain, site) of one URL; host and domain are None unless it is a page."""
    u: Url = run_bytes(p, as_bytes(url), False)
    if not settle(u):
        return url, u.status, 0, 0, None, None, 0
    text = take(u.tape, 0, u.tape.n).decode("utf-8", "surrogateescape")
    if u.status != PAGE:
        return text, u.status, u.hits, u.flags, None, None, u.site if u.walked else 0
    look_up_suffix(p, u)
    note_scripts(u)
    host = take(u, u.at[HOST], u.to[HOST]).decode("utf-8", "surrogateescape")
    return text, u.status, u.hits, u.flags, host, host[domain_at(p, u) - u.at[HOST] :], u.site


@cython.cfunc
def note_scripts(u: Url) -> cython.void:
    """Flag a host whose labels mix scripts that no language writes together."""
    host: bytes = take(u, u.at[HOST], u.to[HOST])
    if b"xn--" in host:
        from .idna import mixes_scripts

        if mixes_scripts(host.decode("utf-8", "surrogateescape")):
            u.flags |= F_MIXED


def explain(p: Plan, url: str) -> tuple:
    """(facts, [(row, form, what the rule of that row left behind)], sealed): the same loop, with a tape.

    form: which of the site's forms matched, 65535 = none; sealed: which of its wrappers nobody can open, -1 = none."""
    u: Url = run_bytes(p, as_bytes(url), True)
    i: Pos = 0
    n: Pos
    steps = []
    tape: bytes = take(u.tape, 0, u.tape.n)
    while i < len(tape):
        n = int.from_bytes(tape[i + 3 : i + 7], "little")
        steps.append((tape[i], tape[i + 1] | tape[i + 2] << 8, tape[i + 7 : i + 7 + n]))
        i += 7 + n
    whole: bool = u.status == UNPARSED or u.status == EMPTY
    return facts(p, url), [] if whole else steps, u.sealed


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
                     "ampeq": AMPEQ, "plus": PLUS, "session": SESSION, "index": INDEX_END, "numbered": NUMBERED},
            "head": {"upper": HOST_UPPER, "foreign": HOST_FOREIGN, "dotty": HOST_DOTTY, "numeric": HOST_NUMERIC, "www": HOST_WWW,
                     "assumed": ASSUMED, "user": USER_ODD, "fragment": FRAGMENT_ODD, "slashes": SLASHES, "back": BACK, "tabs": TABS,
                     "scheme": SCHEME_UPPER, "site": KNOWN_SITE, "entity": AMP_ENTITY, "no_path": NO_PATH, "end_slash": END_SLASH},
            "site": {"www_distinct": S_WWW_DISTINCT, "mobile": S_MOBILE, "amp": S_AMP, "fold_case": S_FOLD_CASE,
                     "drop_path_params": S_DROP_PATH_PARAMS, "keep": S_KEEP, "shortener": S_SHORTENER,
                     "keep_index": S_KEEP_INDEX, "routes": S_ROUTES},
            "shapes": {"any": ANY_VALUE, "hex16": HEX16, "hex32": HEX32, "dotted": DOTTED, "values": LISTED, "token16": TOKEN16,
                       "digits": DIGITS, "letters24": LETTERS24, "alnum6": ALNUM6},
            "guards": {"first": GUARDED, "below": BELOW, "unless": UNLESS, "together": TOGETHER},
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
                    "alias": ALIAS, "rewrite": REWRITE, "identify": IDENTIFY, "unwrap": UNWRAP,
                    "route_tracking": ROUTE_TRACKING},
            "code": {"literal": LITERAL, "capture": CAPTURE, "segment": SEGMENT, "param": PARAM, "rest": REST, "to": TO,
                     "query": QUERY_MARK, "end": END, "many": MANY, "tail": TAIL_PATH, "all": ALL_QUERY, "host": HOST_MARK,
                     "path": PATH_MARK, "label": LABEL, "same_path": SAME_PATH, "folder": FOLDER},
            "types": {"any": T_ANY, "digits": T_DIGITS, "hex": T_HEX, "slug": T_SLUG, "alnum": T_ALNUM, "lower": T_LOWER,
                      "mid": T_MID, "base58": T_BASE58},
            "transforms": {"": AS_IS, "lower": TO_LOWER, "upper": TO_UPPER, "title": TO_TITLE, "head": TO_HEAD, "bv": TO_BV,
                           "mid": TO_MID, "photo": TO_PHOTO}}


FLAGS = ("assumed-web", "credentials", "climbs-above-root", "double-escaped", "encoded-slash", "unsettled", "nested", "control-bytes",
         "mixed-script-host")
