"""The host table: public suffixes and sites, answered in one walk over the labels from the right."""
import cython

if not cython.compiled:
    from .names import *
from array import array

SUFFIX = cython.declare(cython.const[cython.int], 1)      # a public suffix
WILD = cython.declare(cython.const[cython.int], 2)        # `*.` this: one more label belongs to the suffix
EXCEPT = cython.declare(cython.const[cython.int], 4)      # `!` this: one label fewer does


@cython.cclass
class Hosts:
    """Suffixes of host names -> what is known of them."""

    slots: cython.p_const_uint            # 1 + entry number, 0 = free
    entry: cython.p_const_uint            # five numbers an entry: offset in blob, length, suffix kind, site exactly here, site below
    blob: cython.p_const_uchar            # the names, last byte first
    mask: cython.uint
    bits: cython.uchar[32768]             # is this hash taken? 2^18 bits: most probes end here
    keep: tuple

    def __init__(self, suffixes: bytes, sites=()):
        """suffixes: rules of the public suffix list, one a line; sites: [(host, below?, number)], the same host once a kind."""
        known = {}
        for line in suffixes.split(b"\n"):
            if line and not line.startswith(b"#"):
                kind = WILD if line.startswith(b"*.") else EXCEPT if line.startswith(b"!") else SUFFIX
                name = line[2:] if kind == WILD else line[1:] if kind == EXCEPT else line
                known.setdefault(name, [0, 0, 0])[0] |= kind
        for host, below, number in sites:
            known.setdefault(host, [0, 0, 0])[2 if below else 1] = number
        self.keep = self.fill(known)
        if cython.compiled:
            a: bytes = self.keep[0]
            self.slots = cython.cast(cython.p_const_uint, cython.cast(cython.p_const_uchar, a))
            a = self.keep[1]
            self.entry = cython.cast(cython.p_const_uint, cython.cast(cython.p_const_uchar, a))
            a = self.keep[2]
            self.blob = cython.cast(cython.p_const_uchar, a)
        else:
            self.slots, self.entry, self.blob = array("I", self.keep[0]), array("I", self.keep[1]), self.keep[2]

    def fill(self, known: dict) -> tuple:
        """Slots, entries and names as bytes."""
        if not cython.compiled:
            self.bits = bytearray(32768)
        k: cython.int
        h: cython.uint
        for k in range(32768):
            self.bits[k] = 0
        size: cython.uint = 16
        while size < 3 * len(known):
            size *= 2
        self.mask = size - 1
        slots = array("I", [0]) * size
        entries = array("I")
        blob = bytearray()
        n = 0
        for host, (kind, exact, below) in known.items():
            name: bytes = bytes([c | 32 for c in reversed(host)])
            h = hash_host(name)
            self.bits[(h >> 3) & 32767] |= 1 << (h & 7)
            while slots[h & self.mask]:
                h += 1
            n += 1
            slots[h & self.mask] = n
            entries.extend((len(blob), len(name), kind, exact, below))
            blob += name
        return slots.tobytes(), entries.tobytes(), bytes(blob)


@cython.cfunc
def hash_host(name: bytes) -> cython.uint:
    """The hash that walk() computes, over the name with its last byte first."""
    h: cython.uint = 0
    prime: cython.uint = 16777619
    low: cython.uint = 0xFFFFFFFF
    c: cython.uchar
    for c in name:
        h = ((h ^ c) * prime) & low
    return h ^ (h >> 15)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def entry_of(t: Hosts, h: cython.uint, b: cython.p_const_uchar, i: Pos, end: Pos) -> Pos:
    """Where the entry of the host b[i:end] begins in t.entry, or -1."""
    e: Pos
    n: Pos
    at: Pos
    while t.slots[h & t.mask]:
        e = 5 * (cython.cast(Pos, t.slots[h & t.mask]) - 1)
        if t.entry[e + 1] == end - i:
            at = t.entry[e]
            n = 0
            while n < end - i and t.blob[at + n] == b[end - 1 - n] | 32:
                n += 1
            if n == end - i:
                return e
        h += 1
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def walk(t: Hosts, u: Url, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.void:
    """Set u.suffix and u.site for the host b[i:end], which may hold capitals; final dots do not count."""
    k: Pos
    e: Pos
    last: Pos                             # where the label to the right begins
    kind: cython.uint
    h: cython.uint = 0
    g: cython.uint
    prime: cython.uint = 16777619
    low: cython.uint = 0xFFFFFFFF
    wild: cython.bint = False
    while end > i and b[end - 1] == ord("."):
        end -= 1
    u.suffix = last = end
    u.site = 0
    k = end - 1
    while k >= i:
        h = ((h ^ (b[k] | 32)) * prime) & low
        if k > i and b[k - 1] != ord("."):
            k -= 1
            continue
        if wild:
            u.suffix = k
            wild = False
        g = h ^ (h >> 15)
        if (t.bits[(g >> 3) & 32767] >> (g & 7)) & 1:
            e = entry_of(t, g, b, k, end)
            if e >= 0:
                kind = t.entry[e + 2]
                if kind & SUFFIX:
                    u.suffix = k
                if kind & EXCEPT:
                    u.suffix = last
                wild = kind & WILD != 0
                meet(t, u, e, b, i, k)
        last = k
        if k > i:
            h = ((h ^ ord(".")) * prime) & low
        k -= 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def meet(t: Hosts, u: Url, e: Pos, b: cython.p_const_uchar, i: Pos, k: Pos) -> cython.void:
    """The host from k on has entry e: is it the site? `www.` in front does not count."""
    if t.entry[e + 4] and k > i:
        u.site = t.entry[e + 4]
    if not t.entry[e + 3]:
        return
    while k - i >= 4 and is_www(b, i, k):
        i += 4
    if i == k:
        u.site = t.entry[e + 3]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_www(b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Does the label 'www' stand in front of b[i:end]?"""
    return end - i >= 4 and b[i] | 32 == ord("w") and b[i + 1] | 32 == ord("w") and b[i + 2] | 32 == ord("w") and b[i + 3] == ord(".")
