"""Many URLs at once, over the buffers of an Arrow string column, without the GIL."""
import cython

if not cython.compiled:
    from .calls import *


def column(p: Plan, offsets: cython.const[cython.longlong][::1], data: cython.const[cython.uchar][::1], ends: cython.longlong[::1],
           hits: cython.ulonglong[::1], status: cython.uchar[::1]) -> Buf:
    """The keys of the strings data[offsets[i]:offsets[i+1]], one behind the other; key i ends at ends[i].

    Row by row also hits (bit i = rule i of the registry) and status (place in STATUSES). A row of status PUNT (8) has its raw
    bytes for a key: its host is not ASCII or it wraps another URL, and finish() must be asked. Raises ValueError if the offsets do
    not lie in data."""
    i: Pos
    n: Pos = len(offsets) - 1
    u: Url = Url()
    out: Buf = Buf()
    good: cython.int = 1
    if not cython.compiled:
        offsets, data, ends, hits, status = map(memoryview, (offsets, data, ends, hits, status))
    if n < 0 or min(len(ends), len(hits), len(status)) < n or offsets[0] < 0:
        raise ValueError("offsets begin below 0, or the output arrays are shorter than the column")
    if cython.compiled:
        src: cython.p_const_uchar = cython.address(data[0]) if len(data) else cython.NULL
    else:
        src = data
    total: Pos = len(data)
    if offsets[n] > offsets[0] and not reserve(out, min(total, offsets[n] - offsets[0])):     # keys are seldom longer
        raise MemoryError
    with cython.nogil:
        for i in range(n):
            if good <= 0:
                break
            if offsets[i + 1] < offsets[i] or offsets[i + 1] > total:
                good = 0
            elif not one_row(p, u, out, src, offsets[i], offsets[i + 1]):
                good = -1
            else:
                ends[i] = out.n
                hits[i] = u.hits
                status[i] = u.status
    if good == 0:
        raise ValueError("offsets go down, or past the end of the data")
    if good < 0:
        raise MemoryError
    return out


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def one_row(p: Plan, u: Url, out: Buf, src: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Append the key of src[i:end] to out. False: no memory."""
    if not load(u, src, i, end):
        return False
    u.wrap_from = 0
    run(p, u)
    if u.status == NO_MEMORY:
        return False
    if u.status == UNPARSED or u.status >= EMPTY or (u.status == NOT_WEB and u.to[SCHEME] == u.at[SCHEME]):
        if not reserve(out, end - i):
            return False
        if u.status > EMPTY:
            u.status = PUNT               # finish() knows what to do
        u.hits = 0
        out.n = copy(out.b, out.n, src, i, end)
        return True
    if not reserve(out, size(u)):
        return False
    join(u, out)
    return True


def finish(p: Plan, raw: bytes) -> tuple:
    """(key, hits, status) of one row of status PUNT, as bytes: the part of the work that needs Python."""
    u: Url = run_bytes(p, raw, False)
    return (take(u.tape, 0, u.tape.n) if settle(u) else raw), u.hits, u.status


def content(out: Buf) -> bytes:
    """A copy of what a column run wrote."""
    return take(out, 0, out.n)
