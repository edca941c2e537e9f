"""The loop over the plan: which row runs, and what it calls."""
import cython

if not cython.compiled:
    from .rewrite import *

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
IDENTIFY = cython.declare(cython.const[cython.int], 41)
UNWRAP = cython.declare(cython.const[cython.int], 42)
ROUTE_TRACKING = cython.declare(cython.const[cython.int], 43)
DEEPEST = cython.declare(cython.const[cython.int], 8)      # so many wrappers around each other are opened
MOST_STEPS = cython.declare(cython.const[cython.int], 100)
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
    if op == IDENTIFY:
        return identify_page(p, u)
    if op == UNWRAP:
        return unwrap(p, u)
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
        return strip_slash(p, u)
    if op == INDEX_FILE:
        return drop_index_file(p, u)
    if op == DROP_TRACKING:
        return drop_tracking(p, u)
    if op == ROUTE_TRACKING:
        return drop_from_route(p, u)
    if op == QUERY_SESSION:
        return drop_listed(p, u, p.kind_session)
    if op == SORT_PARAMS:
        return sort_params(p, u)
    if op == DROP_EMPTY:
        return drop_empty_params(p, u)
    if op == UNIFY_SPACES:
        return over_bytes(p, u, op, part)
    if op == COLLAPSE:
        return collapse_slashes(p, u)
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
def rows_for(p: Plan, u: Url, first: cython.int) -> Mask:
    """Bit k: row k, not before `first`, is called by something that the URL holds."""
    asked: Mask = u.seen & p.asked
    rows: Mask = p.rows_with[(u.seen >> HAS) & 511]
    none: Mask = 0
    while asked:
        rows |= p.rows_of[lowest(asked)]
        asked &= asked - 1
    if not u.is_web:
        rows &= p.plain_rows
    if (u.seen >> HELD) & 1:
        rows &= p.early_rows
    return rows & (~none << first)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def run(p: Plan, u: Url) -> cython.void:
    """The loop: split, then in their order the rows that what the URL holds calls for; what a row goes back to is run again."""
    k: cython.int
    last: cython.int = 0
    one: Mask = 1
    todo: Mask
    seen: Mask                            # what todo was made from
    u.hits = 0
    u.laps = 0
    u.looked = 0
    u.taped = 0
    u.sealed = u.form = -1
    split(p, u)
    seen = u.seen
    todo = rows_for(p, u, 0)
    while todo:
        while todo:
            k = lowest(todo)
            todo &= todo - 1
            if apply(p, u, p.op[k], p.part[k]):
                u.hits |= one << p.bit[k]
                if u.taping:
                    last = k
                    u.taped += 1
                    if u.taped < MOST_STEPS:
                        record(u, k)
                if p.back[k] >= 0:
                    k = go_back(p, u, k) - 1
                    seen = ~u.seen        # rows before k are wanted again, even if nothing else is new
            if u.seen != seen:
                seen = u.seen
                todo = rows_for(p, u, k + 1)
        if u.looked:
            todo = look_again(p, u)
    if u.taping and u.taped >= MOST_STEPS:
        record(u, last)                   # a chain that two rules take in turns: one step stands for its rest
    if u.status == PAGE and u.walked > 0:
        note_status(p, u)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def look_again(p: Plan, u: Url) -> Mask:
    """On a host of wrappers: the URL as the early rules leave it, and then as all rules leave it, may be a wrapper as well.

    So what its key would open is opened at once. Returns the rows that were held back, after the early ones."""
    one: Mask = 1
    held: Mask = u.seen & (one << HELD)
    if u.status == PAGE:
        unwrap(p, u)
    if u.status != PAGE or not held:
        return 0
    u.seen &= ~held
    return rows_for(p, u, p.unwrap_row + 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def note_status(p: Plan, u: Url) -> cython.void:
    """Is it a redirect that nobody can decode, or a short link?"""
    if u.sealed >= 0:
        u.status = SHORT_LINK if u.sealed_short else OPAQUE
    elif p.site_flags[u.site] & S_SHORTENER and is_deep(u):
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
    """The row to go on with after row k fired. After the last stage the classes are noted anew, and laps are counted: a cycle that
    the loader missed ends and is flagged."""
    one: Mask = 1
    if p.op[k] == ALIAS or p.op[k] == REWRITE or p.op[k] == IDENTIFY:
        u.laps += 1
        if u.laps > MOST_LAPS:
            u.flags |= F_UNSETTLED
            u.seen = 0
            return 0
        u.seen = one << (HAS + HOST) | (one << (HAS + SCHEME) if u.to[SCHEME] > u.at[SCHEME] else 0)
        if u.to[USER] > u.at[USER]:
            u.seen |= one << (HAS + USER)
        if u.to[PORT] > u.at[PORT]:
            u.seen |= one << (HAS + PORT)
        if u.to[FRAGMENT] > u.at[FRAGMENT]:
            u.seen |= one << (HAS + FRAGMENT)
        if u.walked == 0:
            u.seen |= HOST_DOTTY | HOST_NUMERIC | HOST_WWW
        cut_path(p, u, u.at[PATH], u.to[PATH])
        if u.to[QUERY] > u.at[QUERY]:
            u.seen |= one << (HAS + QUERY)
            if u.dirty and not pack(u):
                out_of_memory(u)
            cut_query(p, u, u.at[QUERY], u.to[QUERY])
    return p.back[k]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def record(u: Url, k: cython.int) -> cython.void:
    """Tape: the row, the form that matched, in two bytes (65535 = none), the length in four, the URL as it is now."""
    n: Pos
    s: Pos = u.tape.n
    if not reserve(u.tape, size(u) + 7):
        u.status = NO_MEMORY
        return
    u.tape.n += 7
    join(u, u.tape)
    n = u.tape.n - s - 7
    u.tape.b[s] = k
    u.tape.b[s + 1] = u.form & 255
    u.tape.b[s + 2] = (u.form >> 8) & 255
    u.form = -1
    for k in range(4):
        u.tape.b[s + 3 + k] = (n >> (8 * k)) & 255
