"""Does a URL have a form such as `/{slug}/{id:digits}?page={n}`? Forms are compiled to short programs; this half matches them."""
import cython

if not cython.compiled:
    from .site import *

# A program is a run of numbers in Plan.code. The form: SEGMENT parts END for each segment of the path, MANY where any number of
# segments may stand; then PARAM name parts END for each parameter, REST if other parameters may stand beside. A part is LITERAL
# offset length, or CAPTURE slot type, the type with a least and a greatest length. TAIL slot: the rest of the path; ALL: the whole query.
# Then TO, and what to write (rewrite.py), in threes: LITERAL offset length, CAPTURE slot transform, REST, QUERY where '?' stands,
# HOST_MARK .. PATH_MARK around a new host, LABEL for the first label of the present one, SAME_PATH for the path as it is, FOLDER for
# the path up to its last slash.
LITERAL = cython.declare(cython.const[cython.int], 1)
CAPTURE = cython.declare(cython.const[cython.int], 2)
SEGMENT = cython.declare(cython.const[cython.int], 3)
PARAM = cython.declare(cython.const[cython.int], 4)
REST = cython.declare(cython.const[cython.int], 5)
TO = cython.declare(cython.const[cython.int], 6)
QUERY_MARK = cython.declare(cython.const[cython.int], 7)
END = cython.declare(cython.const[cython.int], 8)
MANY = cython.declare(cython.const[cython.int], 9)
TAIL_PATH = cython.declare(cython.const[cython.int], 10)
ALL_QUERY = cython.declare(cython.const[cython.int], 11)
HOST_MARK = cython.declare(cython.const[cython.int], 12)
PATH_MARK = cython.declare(cython.const[cython.int], 13)
LABEL = cython.declare(cython.const[cython.int], 14)
SAME_PATH = cython.declare(cython.const[cython.int], 15)
FOLDER = cython.declare(cython.const[cython.int], 16)
MOST_TRIES = cython.declare(cython.const[cython.int], 64)
T_ANY = cython.declare(cython.const[cython.int], 0)
T_DIGITS = cython.declare(cython.const[cython.int], 1)
T_HEX = cython.declare(cython.const[cython.int], 2)
T_SLUG = cython.declare(cython.const[cython.int], 3)      # letters, digits, '-', '_'
T_ALNUM = cython.declare(cython.const[cython.int], 4)
T_LOWER = cython.declare(cython.const[cython.int], 5)     # lower-case letters and digits
T_MID = cython.declare(cython.const[cython.int], 6)       # the code of a post of Weibo: capture.py
T_BASE58 = cython.declare(cython.const[cython.int], 7)    # letters and digits but 0, l, I and O


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def digit_in(c: cython.uchar, base: Pos) -> Pos:
    """0-9, a-z, A-Z as a digit of base 62, or of base 58, where 0, l, I and O are none; base = no digit."""
    k: Pos = 62
    if c >= ord("0") and c <= ord("9"):
        k = c - ord("0")
    elif c >= ord("a") and c <= ord("z"):
        k = c - ord("a") + 10
    elif c >= ord("A") and c <= ord("Z"):
        k = c - ord("A") + 36
    if base == 62 or k == 62:
        return k if base == 62 else 58
    if k == 0 or c == ord("l") or c == ord("I") or c == ord("O"):
        return 58
    return k - 1 - (c > ord("l") and c <= ord("z")) - (k >= 36) - (k > 44) - (k > 50)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def in_base(b: cython.p_const_uchar, i: Pos, end: Pos, base: Pos) -> cython.ulonglong:
    """The number that b[i:end] is, at most ten digits of base 58 or 62."""
    value: cython.ulonglong = 0
    while i < end:
        value = value * base + digit_in(b[i], base)
        i += 1
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_mid(b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Is b[i:end] the code of a number of 16 digits, 30 or more the first two (posts of Weibo since 2011)?"""
    k: Pos
    if end - i != 9:
        return False
    for k in range(9):
        if digit_in(b[i + k], 62) == 62:
            return False
    return digit_in(b[i], 62) >= 30 and in_base(b, i + 1, i + 5, 62) < 10_000_000 and in_base(b, i + 5, end, 62) < 10_000_000


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def of_type(p: Plan, b: cython.p_const_uchar, i: Pos, end: Pos, wanted: cython.int) -> cython.bint:
    """Is b[i:end] of this type? In `wanted` the lower 8 bits are the type, then 12 the least length, the rest the greatest (0 = any)."""
    k: Pos
    c: cython.uchar
    kind: cython.int = wanted & 255
    least: Pos = (wanted >> 8) & 4095
    most: Pos = wanted >> 20
    if end - i < least or end <= i or (most and end - i > most):
        return False
    if kind == T_ANY:
        return True
    if kind == T_MID:
        return is_mid(b, i, end)
    for k in range(i, end):
        c = b[k]
        if kind == T_BASE58 and digit_in(c, 58) == 58:
            return False
        if kind == T_DIGITS and p.hexv[c] > 9 or kind == T_HEX and p.hexv[c] > 15:
            return False
        if kind >= T_SLUG and (not p.cls[c] & UNRES or c == ord(".") or c == ord("~")):
            return False
        if kind > T_SLUG and (c == ord("-") or c == ord("_")) or kind == T_LOWER and p.cls[c] & UPPER:
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
def match_path(p: Plan, u: Url, c: Pos, i: Pos) -> Pos:
    """Match the SEGMENTs from c on against the path from i on. Returns the place behind them, or -1; a final '/' does not count."""
    end: Pos = u.to[PATH]
    n: Pos
    while p.code[c] == SEGMENT:
        if i >= end or (p.code[c + 1] == LITERAL and not text_is(p, p.code[c + 2], p.code[c + 3], u.b, i + 1, end)):
            return -1
        n = find(u.b, i + 1, end, ord("/"))
        if not match_parts(p, u, c + 1, i + 1, n):
            return -1
        i = n
        c = behind_end(p, c + 1)
    if p.code[c] == MANY:
        return match_many(p, u, c + 1, i)
    if p.code[c] == TAIL_PATH:
        u.whole = TAIL_PATH
        u.cap_at[p.code[c + 1]] = i + 1
        u.cap_to[p.code[c + 1]] = end
        return c + 2 if i < end else -1
    return -1 if i < end and i + 1 != end else c


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def match_many(p: Plan, u: Url, c: Pos, i: Pos) -> Pos:
    """Any number of segments from i on, then what follows at c. At most MOST_TRIES are skipped."""
    found: Pos
    if p.code[c] != SEGMENT and p.code[c] != TAIL_PATH:
        return c
    while i < u.to[PATH] and u.tries < MOST_TRIES:
        found = match_path(p, u, c, i)
        if found >= 0:
            return found
        u.tries += 1
        i = find(u.b, i + 1, u.to[PATH], ord("/"))
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def match_query(p: Plan, u: Url, c: Pos) -> Pos:
    """Match the PARAMs from c on: each once, in any order. Returns the place of TO, or -1. A used pair gets spare[k] = 1."""
    k: Pos
    used: Pos = 0
    n: Pos
    if p.code[c] == ALL_QUERY:
        u.whole = ALL_QUERY
        return c + 1 if u.to[QUERY] > u.at[QUERY] + 1 else -1
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
def match_form(p: Plan, u: Url, c: Pos) -> Pos:
    """Match the whole form at c. Returns the place behind TO, or -1."""
    u.tries = 0
    u.whole = 0
    c = match_path(p, u, c, u.at[PATH])
    if c >= 0:
        c = match_query(p, u, c)
    return c + 1 if c >= 0 else -1
