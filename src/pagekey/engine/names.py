"""Sets of byte strings with a small number to each: parameters, index files, values."""
import cython

if not cython.compiled:
    from .shapes import *
from array import array


@cython.cclass
class Names:
    """Byte strings -> numbers from 1 to 255: open addressing, and a bit for every (first or last byte, length) that occurs.

    A name may be salted with the number of a site, so that the lists of all sites live in one table.
    """

    first: Mask[256]
    last: Mask[256]
    fold: cython.uchar[256]
    slots: cython.p_const_uint            # 1 + offset in blob, 0 = free
    blob: cython.p_const_uchar            # salt (4 bytes), number, length, bytes; and again
    mask: cython.uint
    lengths: Mask                         # bit n: a name of n bytes is there
    shortest: cython.int
    longest: cython.int
    keep: tuple

    def __init__(self, names, fold: bool = True):
        """names: {(salt, bytes): number}; bytes of 1 to 63; fold: letter case does not count (the names are lower-case)."""
        if not cython.compiled:
            self.first, self.last, self.fold = [0] * 256, [0] * 256, [0] * 256
        c: cython.int
        for c in range(256):
            self.first[c] = self.last[c] = 0
            self.fold[c] = c | 32 if fold and ord("A") <= c <= ord("Z") else c
        self.lengths = 0
        self.shortest = min([len(s) for _, s in names], default=1)
        self.longest = max([len(s) for _, s in names], default=0)
        size = 16
        while size < 4 * len(names):
            size *= 2
        self.mask = size - 1
        slots = array("I", [0]) * size
        blob = bytearray()
        for (salt, s), number in sorted(names.items()):
            if not 0 < len(s) < 64:
                raise ValueError(f"a listed name has 1 to 63 bytes: {s!r}")
            h = hash_name(salt, s, len(s)) & (size - 1)
            while slots[h]:
                h = (h + 1) & (size - 1)
            slots[h] = len(blob) + 1
            blob += salt.to_bytes(4, "little") + bytes([number, len(s)]) + s
            self.note(s[0], s[len(s) - 1], len(s))
        self.keep = slots.tobytes(), bytes(blob)
        if cython.compiled:
            a: bytes = self.keep[0]
            z: bytes = self.keep[1]
            self.slots = cython.cast(cython.p_const_uint, cython.cast(cython.p_const_uchar, a))
            self.blob = cython.cast(cython.p_const_uchar, z)
        else:
            self.slots, self.blob = slots, bytes(blob)

    @cython.cfunc
    def note(self, first: cython.int, last: cython.int, n: cython.int) -> cython.void:
        """A name of n bytes has these bytes at its ends."""
        one: Mask = 1
        self.first[first] |= one << n
        self.last[last] |= one << n
        self.lengths |= one << n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def hash_name(salt: cython.uint, b: cython.p_const_uchar, n: Pos) -> cython.uint:
    """The hash that number_of() computes."""
    h: cython.uint = salt
    k: Pos
    prime: cython.uint = 16777619
    low: cython.uint = 0xFFFFFFFF
    for k in range(n):
        h = ((h ^ b[k]) * prime) & low
    return h ^ (h >> 15)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def number_of(t: Names, salt: cython.uint, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.int:
    """The number of b[i:end] under this salt, 0 if it is not in the table."""
    n: Pos = end - i
    if n <= 0 or n > 63 or not ((t.first[t.fold[b[i]]] & t.last[t.fold[b[end - 1]]]) >> n) & 1:
        return 0
    h: cython.uint = salt
    k: Pos
    prime: cython.uint = 16777619
    low: cython.uint = 0xFFFFFFFF
    off: Pos
    for k in range(i, end):
        h = ((h ^ t.fold[b[k]]) * prime) & low
    h = (h ^ (h >> 15)) & t.mask
    while t.slots[h]:
        off = t.slots[h] + 5
        if t.blob[off - 1] == n and salt_at(t, off - 6) == salt:
            k = 0
            while k < n and t.blob[off + k] == t.fold[b[i + k]]:
                k += 1
            if k == n:
                return t.blob[off - 2]
        h = (h + 1) & t.mask
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def salt_at(t: Names, off: Pos) -> cython.uint:
    """The four bytes in front of an entry, as a number."""
    a: cython.uint = t.blob[off + 1]
    c: cython.uint = t.blob[off + 2]
    d: cython.uint = t.blob[off + 3]
    return t.blob[off] | a << 8 | c << 16 | d << 24


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def begins_with(t: Names, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.int:
    """The number of the shortest listed prefix of b[i:end], 0 if there is none."""
    m: Mask = t.first[t.fold[b[i]]] if i < end else 0
    found: cython.int = 0
    while m and found == 0 and lowest(m) <= end - i:
        found = number_of(t, 0, b, i, i + lowest(m))
        m &= m - 1
    return found
