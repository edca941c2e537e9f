"""Where a listed parameter goes: below a path only, anywhere but where the path says a word, or beside its partners."""
import cython

if not cython.compiled:
    from .path import *

# A shape from GUARDED on asks the path or the query too. Plan.guard_at says where it begins in Plan.code: the shape of the value, BELOW,
# UNLESS or TOGETHER, how many texts, then offset and length of each. A path of BELOW has no final '/', a word of UNLESS is lower-case
# and has no '/' or ';', names of TOGETHER are lower-case.
GUARDED = cython.declare(cython.const[cython.int], 16)
BELOW = cython.declare(cython.const[cython.int], 1)
UNLESS = cython.declare(cython.const[cython.int], 2)
TOGETHER = cython.declare(cython.const[cython.int], 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def read_on(p: Plan, u: Url, i: Pos) -> Pos:
    """The next byte of the path that later rules leave: a '/' before a '/' and, where the site drops them, ';..' are passed over."""
    end: Pos = u.to[PATH]
    while i < end:
        if u.b[i] == ord(";") and p.site_flags[u.site] & S_DROP_PATH_PARAMS:
            i = find(u.b, i, end, ord("/"))
        elif u.b[i] == ord("/") and i + 1 < end and u.b[i + 1] == ord("/"):
            i += 1
        else:
            return i
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def reads(p: Plan, u: Url, off: Pos, n: Pos, i: Pos, fold: cython.bint) -> Pos:
    """Where the path goes on behind the n bytes of the plan's text at off, or -1 if they do not stand at b[i]. fold: in any letter case."""
    k: Pos
    c: cython.uchar
    for k in range(n):
        i = read_on(p, u, i)
        if i >= u.to[PATH]:
            return -1
        c = p.text[off + k]
        if u.b[i] != c and not (fold and lower(u.b[i]) == lower(c)):
            return -1
        i += 1
    return read_on(p, u, i)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def path_holds(p: Plan, u: Url, off: Pos, n: Pos) -> cython.bint:
    """Does the plan's text stand anywhere in the path, in any letter case? The path, since it is there at every level."""
    i: Pos = read_on(p, u, u.at[PATH])
    while i < u.to[PATH]:
        if lower(u.b[i]) == p.text[off] and reads(p, u, off, n, i, True) >= 0:
            return True
        i = read_on(p, u, i + 1)
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def query_holds(p: Plan, u: Url, off: Pos, n: Pos) -> cython.bint:
    """Is there a parameter whose name is the plan's text, in any letter case?"""
    k: Pos
    i: Pos
    for k in range(u.pairs):
        i = 0
        if u.pair[3 * k + 1] - u.pair[3 * k] == n:
            while i < n and lower(u.b[u.pair[3 * k] + i]) == p.text[off + i]:
                i += 1
            if i == n:
                return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_open(p: Plan, u: Url, c: Pos) -> cython.bint:
    """Does the guard at c let its parameter go?"""
    k: Pos
    i: Pos
    off: Pos
    n: Pos
    kind: cython.int = p.code[c + 1]
    fold: cython.bint
    look_up(p, u)
    fold = p.site_flags[u.site] & S_FOLD_CASE != 0
    for k in range(p.code[c + 2]):
        off, n = p.code[c + 3 + 2 * k], p.code[c + 4 + 2 * k]
        if kind == BELOW:
            i = reads(p, u, off, n, u.at[PATH], fold)
            if i >= 0 and (i == u.to[PATH] or u.b[i] == ord("/")):
                return True
        elif path_holds(p, u, off, n) if kind == UNLESS else not query_holds(p, u, off, n):
            return False
    return kind != BELOW


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def guarded_shape(p: Plan, u: Url, shape: cython.int) -> cython.int:
    """The shape that the value must have in this place of the site; 0 = here the parameter stays whatever its value.

    The first 64 guards are asked once a path, so that a thousand parameters do not read it a thousand times."""
    c: Pos = p.guard_at[shape - GUARDED]
    one: Mask = 1
    bit: Mask = one << (shape - GUARDED) if shape - GUARDED < 64 else 0
    if u.guard_at != u.at[PATH] or u.guard_to != u.to[PATH]:
        u.guard_at, u.guard_to = u.at[PATH], u.to[PATH]
        u.guards_known = u.guards_open = 0
    if not u.guards_known & bit:
        u.guards_known |= bit
        u.guards_open &= ~bit
        if is_open(p, u, c):
            u.guards_open |= bit
            return p.code[c]
        return 0
    return p.code[c] if u.guards_open & bit else 0
