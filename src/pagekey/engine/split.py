"""split: cut the URL in the arena into slices; join gives it back byte for byte."""
import cython

if not cython.compiled:
    from .authority import *


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def split(p: Plan, u: Url) -> cython.void:
    """Cut the URL in the arena into slices; join gives it back byte for byte."""
    b: cython.p_uchar = u.b
    i: Pos = 0
    end: Pos = u.n
    k: Pos
    u.seen = 0
    u.pairs = -1
    u.status = PAGE
    u.flags = 0
    u.is_web = True
    u.opaque = u.dirty = False
    u.walked = 0
    u.asked = NO_LABEL
    while i < end and b[i] <= 32:
        i += 1
    while end > i and b[end - 1] <= 32:
        end -= 1
    cut(u, LEAD, 0, i)
    cut(u, TAIL, end, u.n)
    k = cut_scheme(p, u, i, end) if i < end else -1
    if k < 0:
        if i == end:
            u.status = EMPTY
        leave_whole(p, u, i, end)
        return
    k = cut_authority(p, u, k, end)
    if u.status == UNPARSED:
        leave_whole(p, u, i, end)
        return
    if u.status == PUNT:
        leave_rest(u, i, end)
        return
    i = k = cut_path(p, u, k, end)
    if k < end and b[k] == ord("?"):
        k = cut_query(p, u, k, end)
        if u.pairs < 0:
            u.status = NO_MEMORY
    cut(u, QUERY, i, k)
    cut_fragment(p, u, k, end)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def leave_rest(u: Url, i: Pos, end: Pos) -> cython.void:
    """Only the host is known yet: what follows it is one slice, until UTS 46 has answered."""
    k: cython.int
    u.at[USER] = u.to[USER] = i
    for k in range(PORT, TAIL):
        u.at[k] = end if k > PATH else u.to[HOST]
        u.to[k] = end if k > PORT else u.to[HOST]
    u.seen = 0                            # no rule runs before that


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def leave_whole(p: Plan, u: Url, i: Pos, end: Pos) -> cython.void:
    """No URL, or none with parts: one slice. Only remove-tabs may still make something of it."""
    k: cython.int
    n: Pos
    for k in range(1, 8):
        u.at[k] = u.to[k] = i
    u.at[PATH] = i
    for k in range(PATH, TAIL):
        u.to[k] = end
    for k in range(QUERY, TAIL):
        u.at[k] = end
    u.seen = 0
    for n in range(i, end):
        if p.cls[u.b[n]] & WHITESPACE:
            u.seen = TABS
            cut(u, LEAD, u.at[LEAD], u.to[LEAD])
            cut(u, TAIL, u.at[TAIL], u.to[TAIL])
            break
