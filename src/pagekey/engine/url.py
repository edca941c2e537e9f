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
    return kind | LOWESC if b[i + 1] >= ord("a") or b[i + 2] >= ord("a") else kind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def scan(p: Plan, u: Url, i: Pos, end: Pos, stop: cython.uint) -> Pos:
    """Where the first byte of a class in `stop` stands; u.scan are the classes met before it."""
    b: cython.p_uchar = u.b
    c: cython.uint
    seen: cython.uint = 0
    while i < end:
        c = p.cls[b[i]]
        if c & (stop | PCT):
            if c & stop:
                break
            seen |= escape_kind(p, b, i, end)
        seen |= c
        i += 1
    u.scan = seen
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut_query(p: Plan, u: Url, i: Pos, end: Pos) -> Pos:
    """b[i] is '?': cut the query into pairs, note its classes. Returns where it ends; u.pairs = -1: no memory."""
    b: cython.p_uchar = u.b
    n: Pos = 0
    eq: Pos
    start: Pos
    seen: cython.uint = 0
    in_names: cython.uint = 0
    void: cython.uint = 0
    while True:                           # b[i] is '?' or '&'
        start = i + 1
        if start < end and b[start] | 32 == ord("a") and spells(b, start, end, b"amp;", 4):
            u.seen |= AMP_ENTITY
        eq = i = scan(p, u, start, end, HASH | AMPEQ)
        in_names |= u.scan
        if i < end and b[i] == ord("="):
            i = scan(p, u, i + 1, end, HASH | AMPERSAND)
            seen |= u.scan
            if eq == start or i == eq + 1:
                void = AMPEQ
        elif i == start:
            void = AMPEQ
        if n == u.room and not more_pairs(u):
            u.pairs = -1
            return i
        u.pair[3 * n], u.pair[3 * n + 1], u.pair[3 * n + 2] = start, eq, i
        n += 1
        if i >= end or b[i] == ord("#"):
            break
    if n > 1:
        void |= AMP
    u.pairs = n
    u.kinds = 0
    u.opaque = in_names & ROUTER != 0
    note_query(u, (seen | in_names) & ~(AMPEQ | AMP) | void)
    return i


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
    k: Pos = i
    c: cython.uint
    prev: cython.uint = 0
    seen: cython.uint = 0
    pair: cython.uint = 0
    while k < end:
        c = p.cls[b[k]]
        if c & (CUT | PCT):
            if c & CUT:
                break
            seen |= escape_kind(p, b, k, end)
        seen |= c
        pair |= (prev << 1) & c & ODDSEG
        prev = c
        k += 1
    cut(u, PATH, i, k)
    if k == i:
        u.seen |= NO_PATH
    elif b[k - 1] == ord("/") and k > i + 1:
        u.seen |= END_SLASH
    elif p.index_end[b[k - 1]]:
        pair |= INDEX_END
    u.seen |= cython.cast(Mask, seen & (65535 & ~(ODDSEG | SESSION | INDEX_END)) | pair & (ODDSEG | INDEX_END)) << IN_PATH
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
    return k


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
