"""Rules over %XX."""
import cython

if not cython.compiled:
    from .split import *


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def first_of(u: Url, part: cython.int) -> Pos:
    """Where the text of the slice begins, behind the '#'."""
    return u.at[part] + 1 if part == FRAGMENT and u.to[part] > u.at[part] else u.at[part]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def last_of(u: Url, part: cython.int) -> Pos:
    """Where the text of the slice ends, before the '@'."""
    return u.to[part] - 1 if part == USER and u.to[part] > u.at[part] else u.to[part]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_illegal(p: Plan, b: cython.p_const_uchar, i: Pos, end: Pos, part: cython.int) -> cython.bint:
    """May the byte b[i] not stand in this slice, or is it a '%' without two hexadecimal digits?"""
    c: cython.uint = p.cls[b[i]]
    if c & ILLEGAL or (c & PCT and not escape(p, b, i, end)):
        return True
    return (part == FRAGMENT and c & HASH != 0) or (part == USER and b[i] == ord("@"))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def escape_illegal(p: Plan, u: Url, part: cython.int) -> cython.bint:
    """Bytes that may not stand in a URL become %XX, a stray '%' becomes %25 (RFC 3986 2.1, RFC 3987 3.1)."""
    i: Pos = first_of(u, part)
    end: Pos = last_of(u, part)
    c: cython.uchar
    w: Pos
    while i < end and not is_illegal(p, u.b, i, end, part):
        i += 1
    if i >= end:
        return False
    if not reserve(u, 3 * (u.to[part] - u.at[part])):
        return out_of_memory(u)
    w = copy(u.b, u.n, u.b, u.at[part], i)
    u.at[part] = u.n
    while i < end:
        c = u.b[i]
        if is_illegal(p, u.b, i, end, part):
            u.b[w] = ord("%")
            u.b[w + 1] = upper_digit(c >> 4)
            u.b[w + 2] = upper_digit(c & 15)
            w += 3
        else:
            u.b[w] = c
            w += 1
        i += 1
    u.to[part] = u.n = copy(u.b, w, u.b, end, u.to[part]) if part != USER else finish_user(u, w)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def finish_user(u: Url, w: Pos) -> Pos:
    """The '@' behind the userinfo."""
    u.b[w] = ord("@")
    return w + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def upper_digit(c: cython.uchar) -> cython.uchar:
    """0-15 as an upper-case hexadecimal digit."""
    return c + (48 if c < 10 else 55)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def uppercase_escapes(p: Plan, u: Url, part: cython.int) -> cython.bint:
    """%c3%a9 -> %C3%A9 (RFC 3986 6.2.2.1)."""
    b: cython.p_uchar = u.b
    end: Pos = u.to[part]
    i: Pos = find(b, u.at[part], end, ord("%"))
    k: Pos
    done: cython.bint = False
    while i < end:
        if escape(p, b, i, end):
            for k in range(i + 1, i + 3):
                if b[k] >= ord("a"):
                    b[k] -= 32
                    done = True
        i = find(b, i + 1, end, ord("%"))
    return done


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def decode_unreserved(p: Plan, u: Url, part: cython.int) -> cython.bint:
    """%41 -> A, %7E -> ~ ; once, never twice (RFC 3986 6.2.2.2, 2.4)."""
    b: cython.p_uchar = u.b
    end: Pos = u.to[part]
    i: Pos = find(b, u.at[part], end, ord("%"))
    w: Pos = i
    n: Pos
    c: cython.uchar
    while i < end:                        # b[i] is '%'; what lies before it is done
        n = i + 1
        if escape(p, b, i, end):
            c = p.hexv[b[i + 1]] * 16 + p.hexv[b[i + 2]]
            if p.cls[c] & UNRES:
                if part == PATH:
                    u.seen |= cython.cast(Mask, p.cls[c] & ODDSEG | INDEX_END | NUMBERED) << IN_PATH
                elif part == QUERY:
                    u.seen |= AMP_ENTITY
                b[w] = lower(c) if part == HOST else c
                w += 1
                i = n = i + 3
        n = find(b, n, end, ord("%"))
        w = shift(b, w, i, n)
        i = n
    u.to[part] = w
    return w < end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def over_bytes(p: Plan, u: Url, op: cython.int, part: cython.int) -> cython.bint:
    """Run a rule over the bytes of a slice: the query must be whole before it, and its pairs are void after it."""
    done: cython.bint = False
    if part == HOST and u.is_web:
        return False
    if u.dirty and not pack(u):
        return out_of_memory(u)
    if op == ESCAPE_ILLEGAL:
        done = escape_illegal(p, u, part)
    elif op == UPPERCASE_ESCAPES:
        done = uppercase_escapes(p, u, part)
    elif op == DECODE_UNRESERVED:
        done = decode_unreserved(p, u, part)
    elif op == UNIFY_SPACES:
        done = unify_spaces(p, u)
    elif op == UNESCAPE_AMP:
        done = unescape_amp(p, u)
    if done and part == QUERY:
        u.pairs = -1
    return done


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pack(u: Url) -> cython.bint:
    """Make the query one slice again, behind everything else. False: no memory."""
    if not reserve(u, u.to[QUERY] - u.at[QUERY]):
        return False
    u.at[QUERY] = u.n
    u.to[QUERY] = u.n = write_pairs(u, u.b, u.n)
    u.dirty = False
    u.pairs = -1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut_pairs(p: Plan, u: Url) -> cython.bint:
    """The pairs are wanted. False: there are none."""
    if u.to[QUERY] == u.at[QUERY]:
        return False
    if u.pairs < 0:
        cut_query(p, u, u.at[QUERY], u.to[QUERY])
        if u.pairs < 0:
            return out_of_memory(u)
    return u.pairs > 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def unify_spaces(p: Plan, u: Url) -> cython.bint:
    """In a query '+' and %20 are both a space: write %20 (URL standard 5, HTML forms)."""
    i: Pos
    w: Pos
    end: Pos = u.to[QUERY]
    start: Pos = u.at[QUERY]
    if not cut_pairs(p, u) or u.opaque:
        return False
    i = find(u.b, start, end, ord("+"))
    if i == end:
        return False
    if not reserve(u, 3 * (end - start)):
        return out_of_memory(u)
    w = copy(u.b, u.n, u.b, start, i)
    u.at[QUERY] = u.n
    while i < end:
        if u.b[i] == ord("+"):
            u.b[w] = ord("%")
            u.b[w + 1] = ord("2")
            u.b[w + 2] = ord("0")
            w += 3
        else:
            u.b[w] = u.b[i]
            w += 1
        i += 1
    u.to[QUERY] = u.n = w
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def unescape_amp(p: Plan, u: Url) -> cython.bint:
    """`&amp;` -> `&`, until none is left: at the start of a parameter every `amp;` goes (HTML 13.2.5.72 read twice or more)."""
    b: cython.p_uchar = u.b
    i: Pos
    w: Pos
    end: Pos = u.to[QUERY]
    if not cut_pairs(p, u) or u.opaque:
        return False
    i = w = u.at[QUERY]
    while i < end:
        b[w] = b[i]
        w += 1
        i += 1
        if b[w - 1] == ord("&") or i == u.at[QUERY] + 1:
            while spells(b, i, end, b"amp;", 4):
                i += 4
    u.to[QUERY] = w
    return w < end
