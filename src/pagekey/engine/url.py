"""Path, query and fragment: where each ends, and which classes of byte occur in it."""
import cython

if not cython.compiled:
    from .address import *


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def escape(p: Plan, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Does a well-formed %XX start at b[i]?"""
    return b[i] == ord("%") and i + 2 < end and p.hexv[b[i + 1]] < 16 and p.hexv[b[i + 2]] < 16


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def escape_kind(p: Plan, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.uint:
    """b[i] is '%': which rules will want it?"""
    c: cython.int
    kind: cython.uint = 0
    if not escape(p, b, i, end):
        return STRAY
    c = p.hexv[b[i + 1]] * 16 + p.hexv[b[i + 2]]
    if p.cls[c] & UNRES:
        return UNRESC
    if c == ord("%") and i + 4 < end and p.hexv[b[i + 3]] < 16 and p.hexv[b[i + 4]] < 16:
        kind = NESTED_ESC
    elif c == ord("/"):
        kind = SLASH_ESC
    elif p.cls[c] & (CONTROL | WHITESPACE):
        kind = CONTROL
    return kind | LOWESC if b[i + 1] >= ord("a") or b[i + 2] >= ord("a") else kind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut_pair(u: Url, start: Pos, eq: Pos, end: Pos) -> cython.uint:
    """One more pair b[start:end], its '=' at eq (-1: it has none). Returns AMPEQ if its name or value is empty; u.pairs = -1: no memory."""
    n: Pos = u.pairs
    if n < 0 or (n == u.room and not more_pairs(u)):
        u.pairs = -1
        return 0
    if start < end and u.b[start] | 32 == ord("a") and spells(u.b, start, end, b"amp;", 4):
        u.seen |= AMP_ENTITY
    u.pair[3 * n], u.pair[3 * n + 1], u.pair[3 * n + 2] = start, end if eq < 0 else eq, end
    u.pairs = n + 1
    if eq < 0:
        return AMPEQ if start == end else 0
    return AMPEQ if eq == start or eq + 1 == end else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut_query(p: Plan, u: Url, i: Pos, end: Pos) -> Pos:
    """b[i] is '?': cut the query into pairs, note its classes. Returns where it ends; u.pairs = -1: no memory."""
    b: cython.p_uchar = u.b
    k: Pos
    at: Pos = i + 1                       # where the block of up to 64 bytes begins
    start: Pos = i + 1                    # where the pair begins
    eq: Pos = -1
    m: Mask
    c: cython.uint
    seen: cython.uint = 0
    void: cython.uint = 0
    u.pairs = u.kinds = 0
    u.opaque = False
    while at < end:
        m = marked(b, at, end, QUERY_TEXT)
        while m:
            k = at + lowest(m)
            m &= m - 1
            c = p.cls[b[k]]
            if not c & (AMPEQ | HASH | PCT):
                seen |= c
                if c & ROUTER and eq < 0:
                    u.opaque = True
            elif c & PCT:
                seen |= c | escape_kind(p, b, k, end)
            elif b[k] == ord("="):
                if eq < 0:
                    eq = k
            elif c & HASH:
                end = k
                break
            else:
                void |= cut_pair(u, start, eq, k)
                start = k + 1
                eq = -1
        at += 64
    void |= cut_pair(u, start, eq, end)
    note_query(u, seen & ~(AMPEQ | AMP) | void | (AMP if u.pairs > 1 else 0))
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def note_query(u: Url, seen: cython.uint) -> cython.void:
    """Report the classes of the query."""
    u.seen |= cython.cast(Mask, seen & 65535) << IN_QUERY
    if seen & WHITESPACE:
        u.seen |= TABS
    if seen & NESTED_ESC:
        u.flags |= F_DOUBLE
    if seen & CONTROL:
        u.flags |= F_CONTROL


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut_path(p: Plan, u: Url, i: Pos, end: Pos) -> Pos:
    """The path begins at b[i]: note its classes. Returns where it ends."""
    b: cython.p_uchar = u.b
    k: Pos
    at: Pos = i                           # where the block of up to 64 bytes begins
    m: Mask
    c: cython.uint
    seen: cython.uint = 0                 # '/' and '.' are seen where they follow a '/'
    while at < end:
        m = marked(b, at, end, PATH_TEXT)
        while m:
            k = at + lowest(m)
            m &= m - 1
            c = p.cls[b[k]]
            if c & (CUT | PCT):
                if c & CUT:
                    end = k
                    break
                seen |= escape_kind(p, b, k, end)
            seen |= c
        at += 64
    note_path(p, u, i, end, seen)
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def note_path_end(p: Plan, u: Url) -> cython.void:
    """Report whether the path ends in '/', and whether an index file or a numbered one may be the last segment."""
    i: Pos = u.at[PATH]
    k: Pos = u.to[PATH]
    u.seen &= ~(END_SLASH | cython.cast(Mask, INDEX_END | NUMBERED) << IN_PATH)
    if k > i + 1 and u.b[k - 1] == ord("/"):
        u.seen |= END_SLASH
        k -= 1
    if may_be_index(p, u.b, i + 1, k):
        u.seen |= cython.cast(Mask, INDEX_END) << IN_PATH
    if k > i + 6 and u.b[k - 5] == ord(".") and p.hexv[u.b[k - 6]] <= 9 and spells(u.b, k - 5, k, b".html", 5):
        u.seen |= cython.cast(Mask, NUMBERED) << IN_PATH


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def note_path(p: Plan, u: Url, i: Pos, k: Pos, seen: cython.uint) -> cython.void:
    """The path is b[i:k]: report the classes of its bytes, and how it ends."""
    cut(u, PATH, i, k)
    if k == i:
        u.seen |= NO_PATH
    else:
        note_path_end(p, u)
    u.seen |= cython.cast(Mask, seen & (65535 & ~(SESSION | INDEX_END))) << IN_PATH
    if seen & (SEMI | BACKSLASH | WHITESPACE | NESTED_ESC | SLASH_ESC | CONTROL):
        if seen & SEMI:
            u.seen |= cython.cast(Mask, SESSION) << IN_PATH
        if seen & BACKSLASH and u.is_web:
            u.seen |= BACK
        if seen & WHITESPACE:
            u.seen |= TABS
        if seen & NESTED_ESC:
            u.flags |= F_DOUBLE
        if seen & SLASH_ESC:
            u.flags |= F_SLASH
        if seen & CONTROL:
            u.flags |= F_CONTROL


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut_fragment(p: Plan, u: Url, i: Pos, end: Pos) -> cython.void:
    """What is left is the fragment. Its bytes are read only where it may stay: long text fragments cost nothing."""
    b: cython.p_uchar = u.b
    k: Pos = i + 1
    c: cython.uint
    seen: cython.uint = 0
    cut(u, FRAGMENT, i, end)
    if k >= end:
        return
    if not p.all_fragments and u.is_web and not u.seen & ASSUMED and b[k] != ord("/") and b[k] != ord("!") and not p.cls[b[k]] & WHITESPACE:
        return
    while k < end:
        c = p.cls[b[k]]
        seen |= c
        k += 1
    if seen & WHITESPACE:
        u.seen |= TABS
    if seen & (ILLEGAL | PCT | HASH):
        u.seen |= FRAGMENT_ODD
