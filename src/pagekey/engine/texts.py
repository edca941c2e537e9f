"""A column of strings where Arrow holds it: offsets of 32 or 64 bits and their data, or views."""
import cython

if not cython.compiled:
    from .calls import *

OFFSETS32 = cython.declare(cython.const[cython.int], 4)     # Texts.width: bytes of an offset ...
OFFSETS64 = cython.declare(cython.const[cython.int], 8)
VIEWS = cython.declare(cython.const[cython.int], 16)        # ... or 16 bytes a row, which say where it lies (string_view)
SHORT_VIEW = cython.declare(cython.const[cython.int], 12)   # so many bytes stand in the view itself
ROW_GOOD = cython.declare(cython.const[cython.int], 1)
ROW_NULL = cython.declare(cython.const[cython.int], 0)
ROW_WRONG = cython.declare(cython.const[cython.int], -1)


@cython.cclass
class Texts:
    """A column of strings: rows `first` to `first + n` of buffers that others own. The row of the last place() is src[at:to]."""

    n: Pos
    first: Pos
    width: cython.int
    src: cython.p_const_uchar             # what holds the row of the last place()
    at: Pos
    to: Pos
    validity: cython.p_const_uchar        # bit k: row k is there
    some_null: cython.bint
    places: cython.p_const_uchar
    heaps: cython.p_const_ulonglong       # views: address and size of each buffer
    heap_count: Pos
    data: cython.p_const_uchar
    size: Pos
    held: list

    def __init__(self, width: cython.int, n: Pos, first: Pos, validity, places, data: list):
        """validity: bytes of bits, b"" where no row is null; places: the offsets or the views; data: the buffers of the text, one for
        offsets. All as buffers of bytes. ValueError where one of them is too short for the rows."""
        if width not in (OFFSETS32, OFFSETS64, VIEWS) or n < 0 or first < 0 or (width != VIEWS and len(data) != 1):
            raise ValueError("no column of strings")
        if len(places) < (first + n + (width != VIEWS)) * width and n > 0 or (len(validity) and len(validity) * 8 < first + n):
            raise ValueError("the buffers are shorter than the column")
        self.width, self.n, self.first = width, n, first
        self.some_null = len(validity) > 0
        self.heap_count = len(data)
        self.size = len(data[0]) if width != VIEWS else 0
        if cython.compiled:
            self.held = [validity, places, *data]
            self.validity, self.places = begin_of(validity), begin_of(places)
            self.data = begin_of(data[0]) if width != VIEWS else cython.NULL
            table = array("Q", [word for heap in data for word in (cython.cast(cython.size_t, begin_of(heap)), len(heap))])
            self.held.append(table)
            self.heaps = cython.cast(cython.p_const_ulonglong, begin_of(memoryview(table).cast("B")))
        else:
            self.held = [memoryview(heap).cast("B") for heap in data]
            self.validity, self.places = memoryview(validity).cast("B"), memoryview(places).cast("B")
            self.data = self.held[0] if width != VIEWS else None


if cython.compiled:
    @cython.cfunc
    def begin_of(buffer) -> cython.p_const_uchar:
        """The address of a buffer; the caller holds it."""
        view: cython.const[cython.uchar][::1] = buffer
        return cython.address(view[0]) if len(view) else cython.NULL


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def int32_at(b: cython.p_const_uchar, i: Pos) -> Pos:
    """The number of four bytes at b[i]."""
    if cython.compiled:
        return cython.cast(cython.p_const_int, b + i)[0]
    else:
        return int.from_bytes(b[i : i + 4], "little", signed=True)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def int64_at(b: cython.p_const_uchar, i: Pos) -> Pos:
    """The number of eight bytes at b[i]."""
    if cython.compiled:
        return cython.cast(cython.p_const_longlong, b + i)[0]
    else:
        return int.from_bytes(b[i : i + 8], "little", signed=True)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def place(t: Texts, row: Pos) -> cython.int:
    """Find row `row`: ROW_GOOD, ROW_NULL, or ROW_WRONG where it does not lie in the data."""
    k: Pos = t.first + row
    if t.some_null and not (t.validity[k >> 3] >> (k & 7)) & 1:
        return ROW_NULL
    if t.width == VIEWS:
        return place_view(t, 16 * k)
    t.src = t.data
    if t.width == OFFSETS32:
        t.at, t.to = int32_at(t.places, 4 * k), int32_at(t.places, 4 * k + 4)
    else:
        t.at, t.to = int64_at(t.places, 8 * k), int64_at(t.places, 8 * k + 8)
    return ROW_GOOD if t.at >= 0 and t.at <= t.to and t.to <= t.size else ROW_WRONG


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def place_view(t: Texts, i: Pos) -> cython.int:
    """The view at places[i]: length, then the text itself, or its first four bytes, the number of its buffer and where it begins there."""
    n: Pos = int32_at(t.places, i)
    k: Pos
    if n < 0:
        return ROW_WRONG
    if n <= SHORT_VIEW:
        t.src, t.at, t.to = t.places, i + 4, i + 4 + n
        return ROW_GOOD
    k = int32_at(t.places, i + 8)
    t.at = int32_at(t.places, i + 12)
    t.to = t.at + n
    if k < 0 or k >= t.heap_count or t.at < 0:
        return ROW_WRONG
    if cython.compiled:
        t.src = cython.cast(cython.p_const_uchar, cython.cast(cython.size_t, t.heaps[2 * k]))
        return ROW_GOOD if t.to <= cython.cast(Pos, t.heaps[2 * k + 1]) else ROW_WRONG
    else:
        t.src = t.held[k]
        return ROW_GOOD if t.to <= len(t.src) else ROW_WRONG


@cython.cfunc
def bytes_of(t: Texts) -> bytes:
    """The row of the last place()."""
    if cython.compiled:
        return t.src[t.at : t.to]
    else:
        return bytes(t.src[t.at : t.to])


def strings(t: Texts) -> list:
    """The rows as strings, None where they are null. ValueError for one that does not lie in the data."""
    found: list = []
    row: Pos
    k: cython.int
    for row in range(t.n):
        k = place(t, row)
        if k == ROW_WRONG:
            raise ValueError(f"row {row} does not lie in the data of the column")
        found.append(bytes_of(t).decode("utf-8", "surrogateescape") if k == ROW_GOOD else None)
    return found


@cython.cfunc
def room_of(t: Texts, start: Pos, stop: Pos) -> Pos:
    """How many bytes the keys of these rows may need at first: as many as their strings, where offsets tell it."""
    n: Pos
    if t.width == VIEWS or start == stop:
        return 64 * (stop - start)
    if t.width == OFFSETS32:
        n = int32_at(t.places, 4 * (t.first + stop)) - int32_at(t.places, 4 * (t.first + start))
    else:
        n = int64_at(t.places, 8 * (t.first + stop)) - int64_at(t.places, 8 * (t.first + start))
    return n if n >= 0 and n <= t.size else 0
