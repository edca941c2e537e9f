"""Rewrites of a site: `/test?id={id:digits}` -> `/test_{id}`, hand-written or learnt, compiled to a short program."""
import cython

if not cython.compiled:
    from .site import *

# A program is a run of numbers in Plan.code. `from`: SEGMENT parts END for each segment of the path, then PARAM name parts END
# for each parameter, REST if other parameters may stand beside. Then TO, and what to write: LITERAL, CAPTURE, REST; QUERY where '?' stands.
# A part is LITERAL offset length, or CAPTURE slot type.
LITERAL = cython.declare(cython.const[cython.int], 1)
CAPTURE = cython.declare(cython.const[cython.int], 2)
SEGMENT = cython.declare(cython.const[cython.int], 3)
PARAM = cython.declare(cython.const[cython.int], 4)
REST = cython.declare(cython.const[cython.int], 5)
TO = cython.declare(cython.const[cython.int], 6)
QUERY_MARK = cython.declare(cython.const[cython.int], 7)
END = cython.declare(cython.const[cython.int], 8)
MOST_TRIES = cython.declare(cython.const[cython.int], 64)
T_ANY = cython.declare(cython.const[cython.int], 0)
T_DIGITS = cython.declare(cython.const[cython.int], 1)
T_HEX = cython.declare(cython.const[cython.int], 2)
T_SLUG = cython.declare(cython.const[cython.int], 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def of_type(p: Plan, b: cython.p_const_uchar, i: Pos, end: Pos, kind: cython.int) -> cython.bint:
    """Is b[i:end] not empty and of this type? slug: letters, digits, '-', '_'."""
    k: Pos
    c: cython.uchar
    if i >= end:
        return False
    for k in range(i, end):
        c = b[k]
        if kind == T_DIGITS and p.hexv[c] > 9 or kind == T_HEX and p.hexv[c] > 15:
            return False
        if kind == T_SLUG and (not p.cls[c] & UNRES or c == ord(".") or c == ord("~")):
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def seek_text(p: Plan, off: Pos, n: Pos, b: cython.p_const_uchar, i: Pos, end: Pos) -> Pos:
    """Where the plan's text is first found in b[i:end], or -1."""
    while i + n <= end:
        if text_is(p, off, n, b, i, end):
            return i
        i += 1
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def match_parts(p: Plan, u: Url, c: Pos, i: Pos, end: Pos) -> cython.bint:
    """Do the parts of the program from c on cover b[i:end] exactly? A capture is as short as the rest allows.

    At most MOST_TRIES places are tried for the literals between captures, so that no input makes it slow."""
    slot: Pos
    n: Pos
    k: Pos = i + 1
    while p.code[c] == LITERAL:
        if not text_is(p, p.code[c + 1], p.code[c + 2], u.b, i, end):
            return False
        i += p.code[c + 2]
        c += 3
    if p.code[c] == END:
        return i == end
    slot = p.code[c + 1]
    u.cap_at[slot] = i
    u.cap_to[slot] = end
    if p.code[c + 3] == END:
        return of_type(p, u.b, i, end, p.code[c + 2])
    n = p.code[c + 5]
    if p.code[c + 6] == END:              # the last literal stands at the end
        u.cap_to[slot] = end - n
        return end - n > i and text_is(p, p.code[c + 4], n, u.b, end - n, end) and of_type(p, u.b, i, end - n, p.code[c + 2])
    k = seek_text(p, p.code[c + 4], n, u.b, i + 1, end)
    while k >= 0 and u.tries < MOST_TRIES:
        u.tries += 1
        if not of_type(p, u.b, i, k, p.code[c + 2]):
            return False
        if match_parts(p, u, c + 6, k + n, end):
            u.cap_to[slot] = k
            return True
        k = seek_text(p, p.code[c + 4], n, u.b, k + 1, end)
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def behind_end(p: Plan, c: Pos) -> Pos:
    """The place behind the END of the parts at c."""
    while p.code[c] != END:
        c += 3
    return c + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def match_path(p: Plan, u: Url, c: Pos) -> Pos:
    """Match the SEGMENTs from c on against the whole path. Returns the place behind them, or -1."""
    i: Pos = u.at[PATH]
    end: Pos = u.to[PATH]
    n: Pos
    u.tries = 0
    while p.code[c] == SEGMENT:
        if i >= end:
            return -1
        n = find(u.b, i + 1, end, ord("/"))
        if not match_parts(p, u, c + 1, i + 1, n):
            return -1
        i = n
        c = behind_end(p, c + 1)
    if i < end and i + 1 != end:
        return -1
    return c


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def match_query(p: Plan, u: Url, c: Pos) -> Pos:
    """Match the PARAMs from c on: each once, in any order. Returns the place of TO, or -1. A used pair gets spare[k] = 1."""
    k: Pos
    used: Pos = 0
    n: Pos
    if u.to[QUERY] > u.at[QUERY]:
        if not cut_pairs(p, u) or u.opaque:
            return -1
    else:
        u.pairs = 0
    u.tries = 0
    for k in range(u.pairs):
        u.spare[k] = 0
    while p.code[c] == PARAM:
        n = -1
        for k in range(u.pairs):
            if u.spare[k] == 0 and name_is(p, u, c, k) and match_parts(p, u, c + 3, u.pair[3 * k + 1], u.pair[3 * k + 2]):
                n = k
                break
        if n < 0:
            return -1
        u.spare[n] = 1
        used += 1
        c = behind_end(p, c + 3)
    if p.code[c] == REST:
        return c + 1
    return c if used == u.pairs else -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def name_is(p: Plan, u: Url, c: Pos, k: Pos) -> cython.bint:
    """Is the name of pair k the one of the PARAM at c?"""
    i: Pos = u.pair[3 * k]
    return u.pair[3 * k + 1] - i == p.code[c + 2] and text_is(p, p.code[c + 1], p.code[c + 2], u.b, i, u.pair[3 * k + 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_capture(u: Url, slot: Pos, in_query: cython.bint) -> cython.void:
    """Append what was captured, escaped for its new place: a query's '/' and '?' in a path, a path's '&', '=', '+' in a query."""
    k: Pos
    c: cython.uchar
    for k in range(u.cap_at[slot], u.cap_to[slot]):
        c = u.b[k]
        if (in_query and (c == ord("&") or c == ord("=") or c == ord("+"))) or (not in_query and (c == ord("/") or c == ord("?"))):
            put(u, ord("%"))
            put(u, upper_digit(c >> 4))
            put(u, upper_digit(c & 15))
        else:
            put(u, c)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_rest(u: Url, started: cython.bint) -> cython.bint:
    """Append the parameters that no PARAM took. Returns whether the query has begun."""
    k: Pos
    for k in range(u.pairs):
        if u.spare[k] == 0:
            put(u, ord("&") if started else ord("?"))
            u.n = copy(u.b, u.n, u.b, u.pair[3 * k], u.pair[3 * k + 2])
            started = True
    return started


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def room_for(p: Plan, u: Url, c: Pos) -> Pos:
    """No fewer bytes than write_target() appends."""
    n: Pos = u.to[QUERY] - u.at[QUERY] + 8
    while p.code[c] != END:
        if p.code[c] == LITERAL:
            n += p.code[c + 2]
        elif p.code[c] == CAPTURE:
            n += 3 * (u.cap_to[p.code[c + 1]] - u.cap_at[p.code[c + 1]])
        c += 3
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_target(p: Plan, u: Url, c: Pos) -> cython.bint:
    """Write path and query from the program at c. False: they are what they were."""
    start: Pos = u.n
    middle: Pos = -1
    was: Pos
    started: cython.bint = False
    if not reserve(u, room_for(p, u, c) + u.to[PATH] - u.at[PATH]):
        return out_of_memory(u)
    start = u.n
    while p.code[c] != END:
        if p.code[c] == LITERAL:
            put_text(u, p, p.code[c + 1], p.code[c + 2])
        elif p.code[c] == CAPTURE:
            put_capture(u, p.code[c + 1], middle >= 0)
        elif p.code[c] == QUERY_MARK:
            middle = u.n
            started = True
        else:
            if middle < 0:
                middle = u.n
            started = put_rest(u, started)
        c += 3
    if middle < 0:
        middle = u.n
    was = u.n
    if u.to[PATH] - u.at[PATH] == middle - start and same_bytes(u.b, start, middle, u.at[PATH]) and same_query(u, middle, was):
        u.n = start
        return False
    u.at[PATH] = start
    u.to[PATH] = u.at[QUERY] = middle
    u.to[QUERY] = u.n
    u.pairs = -1
    u.dirty = False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def same_bytes(b: cython.p_const_uchar, i: Pos, end: Pos, j: Pos) -> cython.bint:
    """Is b[i:end] what stands from j on?"""
    while i < end and b[i] == b[j]:
        i += 1
        j += 1
    return i == end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def same_query(u: Url, i: Pos, end: Pos) -> cython.bint:
    """Is the query, written out of its pairs or as it stands, b[i:end]?"""
    k: Pos
    n: Pos
    if u.pairs <= 0 or u.to[QUERY] == u.at[QUERY]:
        return i == end
    for k in range(u.pairs):
        n = u.pair[3 * k + 2] - u.pair[3 * k]
        if end - i < n + 1 or not same_bytes(u.b, i + 1, i + 1 + n, u.pair[3 * k]):
            return False
        i += n + 1
    return i == end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rewrite_site(p: Plan, u: Url) -> cython.bint:
    """The site's rewrites in turn; the first that matches and changes something ends it. code: how many, then where each begins."""
    at: Pos
    k: Pos
    c: Pos
    look_up(p, u)
    at = p.site_rewrite[u.site]
    if at == 0:
        return False
    for k in range(p.code[at]):
        c = match_path(p, u, p.code[at + 1 + k])
        if c >= 0:
            c = match_query(p, u, c)
            if c >= 0 and write_target(p, u, c + 1):
                return True
    return False
