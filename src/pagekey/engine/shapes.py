"""One URL in an arena, cut into slices."""
import cython

if not cython.compiled:
    from .octets import *


@cython.cclass
class Url(Buf):
    """One URL. Slice k is b[at[k]:to[k]]; '' is absent, '?' is empty, and join is a concatenation."""

    at: Pos[9]
    to: Pos[9]
    seen: Mask                            # which rules may be wanted; may say too much, never too little
    status: cython.int
    flags: cython.uint
    hits: Mask
    is_web: cython.bint
    foreign_known: cython.bint            # the answer of UTS 46 lies in `ascii`
    ascii: Buf
    pair: cython.p_Py_ssize_t             # pair k is b[pair[3k]:pair[3k+2]], its name ends at pair[3k+1]
    room: Pos                             # how many pairs fit
    spare: cython.p_Py_ssize_t            # as much again, for sorting
    kind: cython.p_uchar                  # what the lists say of each pair's name: a row of Plan.kind_session and the others
    kinds: cython.int                     # 0 = not asked yet, 1 = no name is listed, 2 = some are
    pairs: Pos                            # how many there are; -1 = the query is not cut into pairs
    opaque: cython.bint                   # a parameter name holds '/', ':' or '?'
    dirty: cython.bint                    # pairs were dropped or moved: the bytes of the slice are out of date
    walked: cython.int                    # 0 = not yet; 1 = site is that of the present host; 2 = suffix too
    asked: Pos                            # the place that the last walk was asked about
    suffix: Pos                           # where its ICANN public suffix begins; to[HOST] = under no known one
    site: cython.int                      # its number in the host table, 0 = none
    cap_at: Pos[8]                        # what a rewrite captured
    cap_to: Pos[8]
    whole: cython.int                     # what the last form captured whole: TAIL_PATH, ALL_QUERY or 0
    tries: cython.int                     # places tried for the literals of a rewrite
    guard_at: Pos                         # the path of which the next two speak; -1 = none
    guard_to: Pos
    guards_known: Mask                    # bit n: guard n was asked; it lets the parameter go if its bit is set in guards_open
    guards_open: Mask
    laps: cython.int
    form: cython.int                      # which of the site's forms matched last, -1 = none: for the tape
    wrapped: cython.int                   # the decode steps of the wrapper that the run met
    looked: cython.int                    # how often this run has looked for a wrapper
    wrapped_at: cython.int                # in which look, and which of the site's forms it was: look * FORMS + form
    wrap_from: cython.int                 # what comes before this look and form led to no URL
    sealed: cython.int                    # which of the site's wrappers it is that nobody can decode, -1 = none
    sealed_short: cython.bint             # that one is a short link
    tape: Buf                             # explain: what every rule that fired left behind
    taping: cython.bint
    taped: cython.int                     # how many steps there were

    def __cinit__(self):
        if cython.compiled:
            self.pair = cython.NULL
            self.spare = cython.NULL
            self.kind = cython.NULL
        else:
            Buf.__cinit__(self)
            self.at, self.to = [0] * 9, [0] * 9
            self.cap_at, self.cap_to = [0] * 8, [0] * 8
            self.pair, self.spare, self.kind = [], [], bytearray()
            self.seen = self.hits = self.flags = self.status = 0
        self.room = 0
        self.pairs = -1
        self.tape = Buf()
        self.ascii = Buf()
        self.taping = False
        self.taped = 0
        self.foreign_known = False
        self.wrap_from = 0
        self.form = self.sealed = -1

    def __dealloc__(self):
        if cython.compiled:
            free(self.pair)
            free(self.spare)
            free(self.kind)

    if not cython.compiled:
        __init__ = __cinit__


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def more_pairs(u: Url) -> cython.bint:
    """Twice the room for pairs. False: no memory."""
    n: Pos = 2 * u.room + 32
    if cython.compiled:
        size: cython.size_t = 3 * n * cython.sizeof(Pos)
        a: cython.p_Py_ssize_t = cython.cast(cython.p_Py_ssize_t, realloc(u.pair, size))
        if a is cython.NULL:
            return False
        u.pair = a
        a = cython.cast(cython.p_Py_ssize_t, realloc(u.spare, size))
        if a is cython.NULL:
            return False
        u.spare = a
        c: cython.p_uchar = cython.cast(cython.p_uchar, realloc(u.kind, n))
        if c is cython.NULL:
            return False
        u.kind = c
    else:
        u.kind.extend(bytes(n - len(u.kind)))
        u.pair.extend([0] * (3 * n - len(u.pair)))
        u.spare.extend([0] * (3 * n - len(u.spare)))
    u.room = n
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def load(u: Url, src: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Copy src[i:end] into the arena. False: no memory."""
    u.n = 0
    if not reserve(u, end - i + 16):
        return False
    u.n = copy(u.b, 0, src, i, end)
    u.foreign_known = False
    u.guard_at = -1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def out_of_memory(u: Url) -> cython.bint:
    """A rule that could not grow the arena stops the run; the caller raises MemoryError."""
    u.status = NO_MEMORY
    u.seen = 0
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut(u: Url, part: cython.int, i: Pos, end: Pos) -> cython.void:
    """Slice `part` is b[i:end]."""
    u.at[part] = i
    u.to[part] = end
    u.seen |= cython.cast(Mask, end > i) << (HAS + part)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop(u: Url, part: cython.int) -> cython.bint:
    """Empty a slice. False: it was empty."""
    if u.to[part] == u.at[part]:
        return False
    u.to[part] = u.at[part]
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def touch_path_end(u: Url) -> cython.void:
    """The path may end otherwise than split saw: rules that ask for its end are to be called."""
    u.seen |= END_SLASH | cython.cast(Mask, INDEX_END | NUMBERED) << IN_PATH


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def size(u: Url) -> Pos:
    """No fewer bytes than join writes: slices lie apart in the arena, and pairs are only moved or dropped."""
    return u.n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_pairs(u: Url, dst: cython.p_uchar, w: Pos) -> Pos:
    """The query out of its pairs, '?' first."""
    k: Pos
    i: Pos
    n: Pos
    for k in range(u.pairs):
        dst[w] = ord("&") if k else ord("?")
        i = u.pair[3 * k]
        n = u.pair[3 * k + 2] - i
        copy_over(dst, w + 1, u.b, i, n)
        w += n + 1
    return w


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def join(u: Url, dst: Buf) -> cython.void:
    """Append the slices to dst, those that still touch in one piece. The caller reserved size(u)."""
    k: cython.int
    w: Pos = dst.n
    i: Pos = 0                            # b[i:end] is still to be copied
    end: Pos = 0
    for k in range(PARTS):
        if u.at[k] == u.to[k]:
            continue
        if u.at[k] != end or (u.dirty and k == QUERY):
            copy_over(dst.b, w, u.b, i, end - i)
            w += end - i
            i = u.at[k]
        end = u.to[k]
        if u.dirty and k == QUERY:
            w = write_pairs(u, dst.b, w)
            i = end
    copy_over(dst.b, w, u.b, i, end - i)
    dst.n = w + end - i
