"""The host table: public suffixes and sites, answered in one walk over the labels from the right."""
import cython

if not cython.compiled:
    from .names import *
from array import array

SUFFIX = cython.declare(cython.const[cython.int], 1)      # a public suffix
WILD = cython.declare(cython.const[cython.int], 2)        # `*.` this: one more label belongs to the suffix
EXCEPT = cython.declare(cython.const[cython.int], 4)      # `!` this: one label fewer does
LONGEST_SUFFIX = cython.declare(cython.const[cython.int], 64)
ALL_LABELS = cython.declare(cython.const[cython.int], -1)
NO_LABEL = cython.declare(cython.const[cython.int], -2)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def turned(h: cython.uint, c: cython.uchar) -> cython.uint:
    """The hash with one more byte: turning and xor cost two cycles a byte, a multiplication would cost five."""
    low: cython.uint = 0xFFFFFFFF
    return (((h << 5) & low) | (h >> 27)) ^ (c | 32)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def spread_hash(h: cython.uint) -> cython.uint:
    """The hash made fit to be cut: every bit of it in the lower ones."""
    odd: cython.uint = 2654435769
    low: cython.uint = 0xFFFFFFFF
    h = (h * odd) & low
    return h ^ (h >> 15)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def tail_of(b: cython.p_const_uchar, end: Pos, n: Pos) -> cython.ulonglong:
    """The last n bytes before end, eight at most, letter case folded, as a number: the last one is the highest."""
    k: Pos
    byte: cython.ulonglong
    tail: cython.ulonglong = 0
    for k in range(min(n, 8)):
        byte = b[end - 1 - k] | 32
        tail = tail << 8 | byte
    return tail


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def last_eight(b: cython.p_const_uchar, end: Pos) -> cython.ulonglong:
    """tail_of(b, end, 8) at one stroke, where eight bytes are there."""
    tail: cython.ulonglong = 0
    case: cython.ulonglong = 0x2020202020202020
    if cython.compiled:
        memcpy(cython.address(tail), b + end - 8, 8)
        return tail | case
    else:
        return tail_of(b, end, 8)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def tail_hash(tail: cython.ulonglong, n: Pos) -> cython.uint:
    """A hash of a tail and of the number n."""
    odd: cython.ulonglong = 0x9E3779B97F4A7C15
    low: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    salt: cython.ulonglong = 2654435769
    tail = ((tail + cython.cast(cython.ulonglong, n) * salt) * odd) & low
    return cython.cast(cython.uint, tail >> 40)


@cython.cclass
class Hosts:
    """Suffixes of host names -> what is known of them."""

    slots: cython.p_const_uint            # 1 + entry number, 0 = free
    entry: cython.p_const_uint            # five numbers an entry: offset in blob, length, suffix kind, site exactly here, site below
    blob: cython.p_const_uchar            # the names, last byte first
    mask: cython.uint
    count: Pos                            # entries so far
    used: Pos                             # bytes of blob so far
    last: cython.uint                     # the hash of the host that was added last
    bits: cython.uchar[8192]              # is this hash taken? 2^16 bits: most probes end here, and they stay in the nearest cache
    rare_bits: cython.uchar[8192]         # the same without plain suffixes: hosts of sites, wildcards and their exceptions
    tails: cython.uchar[8192]             # is there a rare entry that ends in these bytes: the last eight, or all of a shorter one?
    suffix_tails: cython.uchar[8192]      # is there a suffix of this length that ends in them?
    keep: tuple

    def __init__(self, suffixes: bytes, sites=()):
        """suffixes: rules of the public suffix list, one a line; sites: [(host, below?, number)], the same host once a kind."""
        most = suffixes.count(b"\n") + 1 + len(sites)
        size = 16
        while size < 3 * most:
            size *= 2
        self.mask = size - 1
        if not cython.compiled:
            self.bits, self.suffix_tails = bytearray(8192), bytearray(8192)
            self.rare_bits, self.tails = bytearray(8192), bytearray(8192)
        self.clear()
        self.count = self.used = 0
        slots, entries = array("I", bytes(4 * size)), array("I", bytes(20 * most))
        blob = bytearray(len(suffixes) + sum([len(host) for host, _, _ in sites]))
        self.add_suffixes(slots, entries, blob, suffixes)
        for host, below, number in sites:
            k = self.add(slots, entries, blob, host, 0, len(host))
            entries[k + 4 if below else k + 3] = number
            self.mark(host, 0, len(host), 0)
        self.keep = slots.tobytes(), entries.tobytes(), bytes(blob)
        self.hold()

    @cython.cfunc
    def clear(self) -> cython.void:
        """No bit is set yet."""
        k: cython.int
        for k in range(8192):
            self.bits[k] = self.suffix_tails[k] = 0
        for k in range(8192):
            self.rare_bits[k] = self.tails[k] = 0

    @cython.cfunc
    def mark(self, b: cython.p_const_uchar, i: Pos, end: Pos, kind: cython.uint) -> cython.void:
        """Set the bits that may_be_known() asks for the host b[i:end] that was added last; kind 0 is a site."""
        h: cython.uint = tail_hash(tail_of(b, end, end - i), end - i if kind == SUFFIX else 0)
        if kind == SUFFIX:
            self.suffix_tails[(h >> 3) & 8191] |= 1 << (h & 7)
        else:
            self.rare_bits[(self.last >> 3) & 8191] |= 1 << (self.last & 7)
            self.tails[(h >> 3) & 8191] |= 1 << (h & 7)

    @cython.cfunc
    def hold(self):
        """Point at the bytes in keep."""
        if cython.compiled:
            a: bytes = self.keep[0]
            self.slots = cython.cast(cython.p_const_uint, cython.cast(cython.p_const_uchar, a))
            a = self.keep[1]
            self.entry = cython.cast(cython.p_const_uint, cython.cast(cython.p_const_uchar, a))
            a = self.keep[2]
            self.blob = cython.cast(cython.p_const_uchar, a)
        else:
            self.slots, self.entry, self.blob = array("I", self.keep[0]), array("I", self.keep[1]), self.keep[2]

    @cython.cfunc
    def add_suffixes(self, slots: cython.uint[::1], entries: cython.uint[::1], blob: cython.uchar[::1], rules: bytes):
        """One entry a line; a line that begins with '#' is none."""
        b: cython.p_const_uchar = rules
        i: Pos = 0
        end: Pos
        kind: cython.uint
        n: Pos = len(rules)
        while i < n:
            end = find(b, i, n, ord("\n"))
            if end > i and b[i] != ord("#"):
                kind = WILD if b[i] == ord("*") else EXCEPT if b[i] == ord("!") else SUFFIX
                entries[self.add(slots, entries, blob, b, i + (2 if kind == WILD else 1 if kind == EXCEPT else 0), end) + 2] |= kind
                self.mark(b, i + (2 if kind == WILD else 1 if kind == EXCEPT else 0), end, kind)
            i = end + 1

    @cython.cfunc
    def add(
        self, slots: cython.uint[::1], entries: cython.uint[::1], blob: cython.uchar[::1], b: cython.p_const_uchar, i: Pos, end: Pos
    ) -> Pos:
        """Where the entry of the host b[i:end] begins in entries; a new one if there is none yet."""
        h: cython.uint = 0
        k: Pos
        at: Pos
        e: Pos
        for k in range(end - 1, i - 1, -1):
            h = turned(h, b[k])
        h = spread_hash(h)
        self.last = h
        self.bits[(h >> 3) & 8191] |= 1 << (h & 7)
        while slots[h & self.mask]:
            e = 5 * (cython.cast(Pos, slots[h & self.mask]) - 1)
            at = entries[e]
            k = 0
            while k < end - i and entries[e + 1] == end - i and blob[at + k] == b[end - 1 - k] | 32:
                k += 1
            if k == end - i:
                return e
            h += 1
        e = 5 * self.count
        self.count += 1
        slots[h & self.mask] = self.count
        entries[e], entries[e + 1] = self.used, end - i
        for k in range(end - 1, i - 1, -1):
            blob[self.used] = b[k] | 32
            self.used += 1
        return e


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
def has_rare_tail(t: Hosts, tail: cython.ulonglong) -> cython.bint:
    """Does a rare entry end in these bytes, or a short one consist of them?"""
    h: cython.uint = tail_hash(tail, 0)
    return (t.tails[(h >> 3) & 8191] >> (h & 7)) & 1 != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def may_be_known(t: Hosts, b: cython.p_const_uchar, i: Pos, end: Pos, www: cython.bint) -> cython.bint:
    """Can the walk find anything about b[i:end], or behind its 'www.' a public suffix? Most hosts end here, without one.

    Asked of the last eight bytes, and of what follows each dot among them. Hosts with a final dot are always walked."""
    k: cython.int
    h: cython.uint
    n: Pos = end - i - 4 if www else end - i
    tail: cython.ulonglong
    ones: cython.ulonglong = 0x0101010101010101
    high: cython.ulonglong = 0x8080808080808080
    dots: cython.ulonglong                # the highest bit of each byte that is '.', or lies behind one and is nearly one
    if end < 8 or b[end - 1] == ord("."):
        return True
    tail = last_eight(b, end)
    dots = tail ^ (ones * ord("."))
    dots = (dots - ones) & ~dots & high
    if n >= 8:
        if has_rare_tail(t, tail):
            return True
    else:
        dots |= (high & ~(high << 8)) << (8 * (7 - n))
    while dots:
        k = lowest(dots) + 1
        dots &= dots - 1
        if k < 64 and has_rare_tail(t, tail >> k):
            return True
    if not www:
        return False
    h = tail_hash(tail >> (8 * (8 - n)) if n < 8 else tail, n)
    return (t.suffix_tails[(h >> 3) & 8191] >> (h & 7)) & 1 != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def may_hold(t: Hosts, g: cython.uint, suffixes: cython.bint) -> cython.bint:
    """Is this hash taken, by any entry or, without `suffixes`, by a rare one?"""
    if suffixes:
        return (t.bits[(g >> 3) & 8191] >> (g & 7)) & 1 != 0
    return (t.rare_bits[(g >> 3) & 8191] >> (g & 7)) & 1 != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def walk(t: Hosts, u: Url, b: cython.p_const_uchar, i: Pos, end: Pos, rest: Pos) -> cython.void:
    """Set u.site for the host b[i:end], which may hold capitals; final dots do not count.

    Suffixes are asked for only where they matter: rest = ALL_LABELS sets u.suffix for the host; a place in the host says in u.suffix
    whether what begins there is a public suffix as a whole (then u.suffix = rest); NO_LABEL asks for none."""
    k: Pos
    e: Pos
    last: Pos                             # where the label to the right begins
    kind: cython.uint
    h: cython.uint = 0
    g: cython.uint
    wild: cython.bint = False
    while end > i and b[end - 1] == ord("."):
        end -= 1
    u.suffix = last = end
    u.asked = rest
    u.site = 0
    k = end - 1
    while k >= i:
        h = turned(h, b[k])
        if k > i and b[k - 1] != ord("."):
            k -= 1
            continue
        if wild:
            u.suffix = k
            wild = False
        g = spread_hash(h)
        e = entry_of(t, g, b, k, end) if may_hold(t, g, rest == ALL_LABELS or k == rest) else -1
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
            h = turned(h, ord("."))
        k -= 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def meet(t: Hosts, u: Url, e: Pos, b: cython.p_const_uchar, i: Pos, k: Pos) -> cython.void:
    """The host from k on has entry e: is it the site? `www.` in front does not count."""
    while k - i >= 4 and is_www(b, i, k):
        i += 4
    if i == k:
        if t.entry[e + 3]:
            u.site = t.entry[e + 3]
    elif t.entry[e + 4]:
        u.site = t.entry[e + 4]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_www(b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Does the label 'www' stand in front of b[i:end]?"""
    return end - i >= 4 and b[i] | 32 == ord("w") and b[i + 1] | 32 == ord("w") and b[i + 2] | 32 == ord("w") and b[i + 3] == ord(".")
