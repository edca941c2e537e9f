"""Rules over the pairs of the query: tracking, sessions, empty ones, order."""
import cython

if not cython.compiled:
    from .path import *

# Shapes that a listed parameter's value must have: numbers of the name tables, in the order of SHAPES in loop.py.
ANY_VALUE = cython.declare(cython.const[cython.int], 1)
HEX16 = cython.declare(cython.const[cython.int], 2)        # 16 or more hexadecimal digits
HEX32 = cython.declare(cython.const[cython.int], 3)        # exactly 32
DOTTED = cython.declare(cython.const[cython.int], 4)       # blocks of letters, digits, '-', '_' joined by one '.' or more
LISTED = cython.declare(cython.const[cython.int], 5)       # name=value is in the table of values
TOKEN16 = cython.declare(cython.const[cython.int], 6)      # 16 or more of [A-Za-z0-9_.,!-], one digit at least
DIGITS = cython.declare(cython.const[cython.int], 7)
LETTERS24 = cython.declare(cython.const[cython.int], 8)    # exactly 24 ASCII letters
ALNUM6 = cython.declare(cython.const[cython.int], 9)       # 6 or more letters and digits
NOT_LEAVING = cython.declare(cython.const[cython.int], 10)  # any value, unless the path is one where a reader unsubscribes

FEW = cython.declare(cython.const[cython.int], 16)         # so many parameters are sorted by insertion


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_pair(u: Url, k: Pos, n: Pos) -> Pos:
    """Pair k stays, as the n-th. Returns the next n."""
    if k != n:
        u.pair[3 * n], u.pair[3 * n + 1], u.pair[3 * n + 2] = u.pair[3 * k], u.pair[3 * k + 1], u.pair[3 * k + 2]
        u.kind[n] = u.kind[k]
    return n + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def end_pairs(u: Url, n: Pos) -> cython.bint:
    """n pairs stay. None: the query is gone, its '?' too."""
    if n == u.pairs:
        return False
    u.pairs = n
    u.dirty = n > 0
    return n > 0 or drop(u, QUERY)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def path_holds(u: Url, word: cython.p_const_uchar, n: Pos) -> cython.bint:
    """Do the n lower-case bytes of word stand in the path, in any letter case? The path, since it is there at every level."""
    i: Pos
    for i in range(u.at[PATH], u.to[PATH] - n + 1):
        if lower(u.b[i]) == word[0] and spells(u.b, i, u.to[PATH], word, n):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def length_fits(shape: cython.int, n: Pos) -> cython.bint:
    """Can a value of n bytes have this shape?"""
    if shape == HEX32:
        return n == 32
    if shape == LETTERS24:
        return n == 24
    if shape == ALNUM6:
        return n >= 6
    return n >= (16 if shape == HEX16 or shape == TOKEN16 else 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fits(p: Plan, u: Url, shape: cython.int, k: Pos) -> cython.bint:
    """Has the value of pair k this shape?"""
    b: cython.p_uchar = u.b
    eq: Pos = u.pair[3 * k + 1]
    end: Pos = u.pair[3 * k + 2]
    i: Pos = eq + 1 if eq < end else end
    n: Pos = end - i
    c: cython.uint
    seen: cython.uint = 0
    digits: cython.bint = False
    doubled: cython.bint = False          # two dots in a row: an empty block
    if shape == ANY_VALUE:
        return True
    if shape == NOT_LEAVING:
        return not path_holds(u, b"unsubscribe", 11) and not path_holds(u, b"emailwebview", 12)
    if shape == LISTED:
        return number_of(p.values, 0, b, u.pair[3 * k], end) == 1
    if not length_fits(shape, n):
        return False
    while i < end:
        c = p.cls[b[i]]
        if p.hexv[b[i]] <= 9:
            digits = True
        elif shape == DIGITS:
            return False
        if shape == LETTERS24 and (b[i] | 32 < ord("a") or b[i] | 32 > ord("z")):
            return False
        if (shape == HEX16 or shape == HEX32) and p.hexv[b[i]] > 15:
            return False
        if shape == ALNUM6 and (b[i] == ord("-") or b[i] == ord("_") or b[i] == ord(".")):
            return False
        if not c & UNRES and not (shape == TOKEN16 and (b[i] == ord(",") or b[i] == ord("!"))) or b[i] == ord("~"):
            return False
        if b[i] == ord(".") and i > eq + 1 and b[i - 1] == ord("."):
            doubled = True
        seen |= c
        i += 1
    if shape == DOTTED:
        return seen & DOT != 0 and b[eq + 1] != ord(".") and b[end - 1] != ord(".") and not doubled
    return shape != TOKEN16 or digits


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def listed_as(p: Plan, u: Url, i: Pos, eq: Pos) -> cython.int:
    """The kind of the name b[i:eq]; 0 = not listed. Prefixes count for plain names alone, or opaque queries would turn plain."""
    kind: cython.int = number_of(p.params, 0, u.b, i, eq)
    k: Pos
    if kind == 0:
        kind = begins_with(p.prefixes, u.b, i, eq)
        if kind:
            for k in range(i, eq):
                if not p.cls[u.b[k]] & UNRES:
                    return 0
    return kind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def some_listed(p: Plan, u: Url) -> cython.bint:
    """Look every name up, once: is any of them listed as session, tracking or state?"""
    k: Pos
    kind: cython.int
    if not cut_pairs(p, u):
        return False
    if u.kinds == 0:
        u.kinds = 1
        for k in range(u.pairs):
            kind = listed_as(p, u, u.pair[3 * k], u.pair[3 * k + 1])
            u.kind[k] = kind
            if kind:
                u.kinds = 2
    return u.kinds == 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_listed(p: Plan, u: Url, shapes: cython.p_const_uchar) -> cython.bint:
    """Pairs go whose name is listed and whose value has the shape that `shapes` asks for; kept names stay."""
    k: Pos
    n: Pos = 0
    if not some_listed(p, u):
        return False
    for k in range(u.pairs):
        if shapes[u.kind[k]] and fits(p, u, shapes[u.kind[k]], k) and not is_kept(p, u, u.pair[3 * k], u.pair[3 * k + 1]):
            continue
        n = keep_pair(u, k, n)
    return end_pairs(u, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_scoped(p: Plan, u: Url) -> cython.bint:
    """Pairs go whose name is tracking on this site, though it may be content elsewhere."""
    k: Pos
    n: Pos = 0
    shape: cython.int
    if p.scoped.lengths == 0:
        return False
    look_up(p, u)
    if u.site == 0 or not cut_pairs(p, u):
        return False
    for k in range(u.pairs):
        shape = number_of(p.scoped, u.site, u.b, u.pair[3 * k], u.pair[3 * k + 1])
        if shape and fits(p, u, shape, k) and not is_kept(p, u, u.pair[3 * k], u.pair[3 * k + 1]):
            continue
        n = keep_pair(u, k, n)
    return end_pairs(u, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_tracking(p: Plan, u: Url) -> cython.bint:
    """Names that are tracking everywhere, then those that are on this site."""
    done: cython.bint = drop_listed(p, u, p.kind_tracking)
    return drop_scoped(p, u) or done


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def listed_for(p: Plan, u: Url, t: Names, i: Pos, end: Pos) -> cython.bint:
    """Is b[i:end] in the table, under the policy's own lists or those of the site?"""
    if number_of(t, 0, u.b, i, end):
        return True
    return u.site != 0 and number_of(t, u.site, u.b, i, end) != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_kept(p: Plan, u: Url, i: Pos, eq: Pos) -> cython.bint:
    """Is the name b[i:eq] on the keep-list of the policy or of the site?"""
    if p.keep.lengths == 0:
        return False
    look_up(p, u)
    return listed_for(p, u, p.keep, i, eq)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_from_route(p: Plan, u: Url) -> cython.bint:
    """#/r?utm_source=x&a=1 -> #/r?a=1, by the names that are tracking whatever their value. Of `#/` nothing stays."""
    b: cython.p_uchar = u.b
    start: Pos = u.at[FRAGMENT]
    end: Pos = u.to[FRAGMENT]
    i: Pos = find(b, start, end, ord("?"))
    first: Pos = i
    n: Pos = i                            # what stays ends here
    eq: Pos
    k: Pos
    kind: cython.int
    if i == end or (b[start + 1] != ord("/") and b[start + 1] != ord("!")):
        return False
    while i < end:                        # at '?' or '&'
        k = find(b, i + 1, end, ord("&"))
        eq = find(b, i + 1, k, ord("="))
        kind = listed_as(p, u, i + 1, eq)
        if not (kind and p.kind_tracking[kind] == ANY_VALUE) or is_kept(p, u, i + 1, eq):
            eq = n
            while i < k:
                b[n] = b[i]
                n += 1
                i += 1
            b[eq] = ord("?") if eq == first else ord("&")
        i = k
    if n == end:
        return False
    u.to[FRAGMENT] = n
    if not p.all_fragments and is_bare_route(b, start, n):
        drop(u, FRAGMENT)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_empty_params(p: Plan, u: Url) -> cython.bint:
    """?&a=1&=&b= -> ?a=1 ; a bare name is content and stays. Not in an opaque query."""
    k: Pos
    n: Pos = 0
    i: Pos
    eq: Pos
    end: Pos
    if u.to[QUERY] - u.at[QUERY] == 1 or not cut_pairs(p, u) or u.opaque:
        return False
    for k in range(u.pairs):
        i, eq, end = u.pair[3 * k], u.pair[3 * k + 1], u.pair[3 * k + 2]
        if end == i or (eq < end and (eq == i or end == eq + 1)):
            continue
        n = keep_pair(u, k, n)
    return end_pairs(u, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_empty_query(u: Url) -> cython.bint:
    """A lone '?' goes."""
    return u.to[QUERY] - u.at[QUERY] == 1 and drop(u, QUERY)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def name_less(b: cython.p_const_uchar, i: Pos, end: Pos, j: Pos, stop: Pos) -> cython.bint:
    """Does the name b[i:end] come before the name b[j:stop], by bytes?"""
    while i < end and j < stop and b[i] == b[j]:
        i += 1
        j += 1
    if i < end and j < stop:
        return b[i] < b[j]
    return j < stop


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_params(p: Plan, u: Url) -> cython.bint:
    """Order by the bytes of the name; repeated names keep their order. Not in an opaque query."""
    k: Pos = 1
    if not cut_pairs(p, u) or u.opaque:
        return False
    u.kinds = 0
    while k < u.pairs and not name_less(u.b, u.pair[3 * k], u.pair[3 * k + 1], u.pair[3 * k - 3], u.pair[3 * k - 2]):
        k += 1
    if k >= u.pairs:
        return False
    if u.pairs <= FEW:
        sort_few(u, 0, k, u.pairs)
    else:
        sort_many(u)
    u.dirty = True
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_few(u: Url, first: Pos, k: Pos, end: Pos) -> cython.void:
    """Insertion sort of the pairs first to end; those before k are in order."""
    j: Pos
    x: Pos
    y: Pos
    z: Pos
    while k < end:
        x, y, z = u.pair[3 * k], u.pair[3 * k + 1], u.pair[3 * k + 2]
        j = k
        while j > first and name_less(u.b, x, y, u.pair[3 * j - 3], u.pair[3 * j - 2]):
            u.pair[3 * j], u.pair[3 * j + 1], u.pair[3 * j + 2] = u.pair[3 * j - 3], u.pair[3 * j - 2], u.pair[3 * j - 1]
            j -= 1
        u.pair[3 * j], u.pair[3 * j + 1], u.pair[3 * j + 2] = x, y, z
        k += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_many(u: Url) -> cython.void:
    """Merge sort from runs up, stable, so that a query of a megabyte stays linear but for the logarithm."""
    width: Pos = FEW
    i: Pos = 0
    n: Pos = u.pairs
    from_: cython.p_Py_ssize_t = u.pair
    to: cython.p_Py_ssize_t = u.spare
    while i < n:
        sort_few(u, i, i + 1, min(i + FEW, n))
        i += FEW
    while width < n:
        i = 0
        while i < n:
            merge(u.b, from_, to, i, min(i + width, n), min(i + 2 * width, n))
            i += 2 * width
        from_, to = to, from_
        width *= 2
    u.pair, u.spare = from_, to


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def merge(b: cython.p_const_uchar, src: cython.p_Py_ssize_t, dst: cython.p_Py_ssize_t, i: Pos, mid: Pos, end: Pos) -> cython.void:
    """Merge the pairs src[i:mid] and src[mid:end] into dst[i:end]; equal names of the left come first."""
    j: Pos = mid
    w: Pos = i
    t: Pos
    while w < end:
        if i < mid and (j >= end or not name_less(b, src[3 * j], src[3 * j + 1], src[3 * i], src[3 * i + 1])):
            t = i
            i += 1
        else:
            t = j
            j += 1
        dst[3 * w], dst[3 * w + 1], dst[3 * w + 2] = src[3 * t], src[3 * t + 1], src[3 * t + 2]
        w += 1
