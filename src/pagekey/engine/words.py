"""A column of numbers that are seldom different, written in words: the rules that fired, the flags, the status."""
import cython

if not cython.compiled:
    from .columns import *


@cython.cclass
class Distinct:
    """Numbers of eight bytes, each once, in the order in which they came; a hash table of their places."""

    seen: Buf                             # the numbers
    table: Buf                            # four bytes a slot: place + 1, 0 = free
    slots: Pos                            # a power of two, at least twice as many as numbers
    count: Pos

    def __init__(self):
        self.seen, self.table = Buf(), Buf()
        self.slots = self.count = 0

    def values(self) -> list:
        """The numbers."""
        return [number_at(self.seen.b, 8 * k, 8) for k in range(self.count)]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def number_at(b: cython.p_const_uchar, i: Pos, width: cython.int) -> cython.ulonglong:
    """The number of `width` bytes, 1, 4 or 8, at b[i]."""
    if cython.compiled:
        if width == 8:
            return cython.cast(cython.p_const_ulonglong, b + i)[0]
        return cython.cast(cython.p_const_uint, b + i)[0] if width == 4 else b[i]
    else:
        return int.from_bytes(b[i : i + width], "little")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def slot_of(d: Distinct, value: cython.ulonglong) -> Pos:
    """The slot of the number, or the free one where it belongs."""
    mix: cython.ulonglong = (value ^ (value >> 29)) * 0x27D4EB2D
    k: Pos = (mix ^ (mix >> 17)) & (d.slots - 1)
    at: Pos
    while True:
        at = number_at(d.table.b, 4 * k, 4)
        if at == 0 or number_at(d.seen.b, 8 * (at - 1), 8) == value:
            return k
        k = (k + 1) & (d.slots - 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def grow(d: Distinct) -> cython.bint:
    """Twice the slots. False: no memory."""
    k: Pos
    d.slots = d.slots * 2 if d.slots else 64
    d.table.n = 0
    if not reserve(d.table, 4 * d.slots):
        return False
    for k in range(d.slots):
        append_number(d.table, 0, 4)
    for k in range(d.count):
        write_slot(d, slot_of(d, number_at(d.seen.b, 8 * k, 8)), k + 1)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_slot(d: Distinct, slot: Pos, place: Pos) -> cython.void:
    """Say in a slot where its number stands."""
    end: Pos = d.table.n
    d.table.n = 4 * slot
    append_number(d.table, place, 4)
    d.table.n = end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def place_of_number(d: Distinct, value: cython.ulonglong) -> Pos:
    """The place of the number, which is added if it is new; -1: no memory."""
    slot: Pos
    at: Pos
    if 2 * d.count >= d.slots and not grow(d):
        return -1
    slot = slot_of(d, value)
    at = number_at(d.table.b, 4 * slot, 4)
    if at:
        return at - 1
    if not reserve(d.seen, 8):
        return -1
    append_number(d.seen, value, 8)
    d.count += 1
    write_slot(d, slot, d.count)
    return d.count - 1


def in_words(numbers, width: cython.int, spell, wide: cython.int) -> tuple:
    """A column of numbers of `width` bytes each as text: (its bytes, its ends), each a memoryview in the layout of Arrow.

    spell(number) gives the bytes of a number; it is asked once for each number that occurs."""
    d: Distinct = Distinct()
    n: Pos = len(numbers) // width
    codes: Buf = with_room(4 * n)
    values: cython.const[cython.uchar][::1] = numbers
    text: Buf = Buf()
    ends: Buf = with_room(wide * (n + 1))
    good: cython.bint = True
    if cython.compiled:
        b: cython.p_const_uchar = cython.address(values[0]) if n else cython.NULL
    else:
        b = memoryview(values)
    with cython.nogil:
        good = code_all(d, b, width, n, codes)
    if not good:
        raise MemoryError
    words: list = [spell(value) for value in d.values()]
    joined: bytes = b"".join(words)
    starts: Buf = with_room(8 * (len(words) + 1))
    total: Pos = 0
    append_number(starts, 0, 8)
    for word in words:
        total += len(word)
        append_number(starts, total, 8)
    source: cython.p_const_uchar = joined
    append_number(ends, 0, wide)
    with cython.nogil:
        good = spell_all(codes, n, source, starts, text, ends, wide)
    if not good:
        raise MemoryError
    return lent(text), lent(ends)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def code_all(d: Distinct, b: cython.p_const_uchar, width: cython.int, n: Pos, codes: Buf) -> cython.bint:
    """The place of each number among the distinct ones. False: no memory."""
    k: Pos
    at: Pos
    for k in range(n):
        at = place_of_number(d, number_at(b, width * k, width))
        if at < 0:
            return False
        append_number(codes, at, 4)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def spell_all(codes: Buf, n: Pos, words: cython.p_const_uchar, starts: Buf, text: Buf, ends: Buf, wide: cython.int) -> cython.bint:
    """The word of each row, one behind the other, and where it ends. False: no memory."""
    k: Pos
    at: Pos
    for k in range(n):
        at = 8 * number_at(codes.b, 4 * k, 4)
        if not append_text(text, ends, wide, words, number_at(starts.b, at, 8), number_at(starts.b, at + 8, 8)):
            return False
    return True
