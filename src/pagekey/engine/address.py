"""IP addresses as browsers read them (URL standard 3.5, RFC 5952)."""
import cython

if not cython.compiled:
    from .plan import *

DOMAIN = cython.declare(cython.const[cython.longlong], -1)
NO_ADDRESS = cython.declare(cython.const[cython.longlong], -2)
ALL_ADDRESSES = cython.declare(cython.const[cython.longlong], 4294967296)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ip4_number(p: Plan, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.longlong:
    """The value of one part, decimal, octal (0..) or hexadecimal (0x..), capped at 2^32; -1 if it is none."""
    base: cython.longlong = 10
    value: cython.longlong = 0
    d: cython.uchar
    if i == end:
        return -1
    if end - i >= 2 and b[i] == ord("0") and b[i + 1] | 32 == ord("x"):
        base = 16
        i += 2
    elif end - i >= 2 and b[i] == ord("0"):
        base = 8
        i += 1
    while i < end:
        d = p.hexv[b[i]]
        if d >= base:
            return -1
        value = value * base + d
        if value > ALL_ADDRESSES:
            value = ALL_ADDRESSES
        i += 1
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ends_in_number(p: Plan, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Is the last label a number, so that the host must be an IPv4 address? One final dot does not count."""
    k: Pos
    if end > i and b[end - 1] == ord("."):
        end -= 1
    k = end
    while k > i and b[k - 1] != ord("."):
        k -= 1
    if k == end or p.hexv[b[k]] > 9:
        return False
    if end - k >= 2 and b[k] == ord("0") and b[k + 1] | 32 == ord("x"):
        return ip4_number(p, b, k, end) >= 0
    while k < end and p.hexv[b[k]] <= 9:
        k += 1
    return k == end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def parse_ip4(p: Plan, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.longlong:
    """The address, DOMAIN if the host is a name, NO_ADDRESS if it looks like an address and is none."""
    n: cython.int = 0
    k: Pos
    part: cython.longlong
    value: cython.longlong = 0
    room: cython.longlong = ALL_ADDRESSES
    if not ends_in_number(p, b, i, end):
        return DOMAIN
    if b[end - 1] == ord("."):
        end -= 1
    while True:
        k = find(b, i, end, ord("."))
        part = ip4_number(p, b, i, k)
        n += 1
        if part < 0 or n > 4:
            return NO_ADDRESS
        if k == end:
            break
        if part > 255:
            return NO_ADDRESS
        room >>= 8
        value |= part << (8 * (4 - n))
        i = k + 1
    if part >= room:
        return NO_ADDRESS
    return value | part


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def parse_ip6(p: Plan, u: Url, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Read the address between the brackets into the eight numbers u.cap_at. False: it is none."""
    n: cython.int = 0
    gap: cython.int = -1
    k: Pos
    value: Pos
    if i < end and b[i] == ord(":"):
        if end - i < 2 or b[i + 1] != ord(":"):
            return False
        i += 2
        gap = 0
    while i < end:
        if n == 8:
            return False
        if b[i] == ord(":"):
            if gap >= 0:
                return False
            i += 1
            gap = n
            continue
        value = 0
        k = i
        while k < end and k - i < 4 and p.hexv[b[k]] < 16:
            value = value * 16 + p.hexv[b[k]]
            k += 1
        if k < end and b[k] == ord("."):
            if n > 6 or not parse_tail4(p, u, b, i, end, n):
                return False
            n += 2
            break
        if k == i or (k < end and (b[k] != ord(":") or k + 1 == end)):
            return False
        u.cap_at[n] = value
        n += 1
        i = k + 1 if k < end else k
    return spread(u, n, gap)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def parse_tail4(p: Plan, u: Url, b: cython.p_const_uchar, i: Pos, end: Pos, n: cython.int) -> cython.bint:
    """The dotted form at the end of an IPv6 address: four decimal numbers, no leading zeros."""
    part: cython.int
    value: Pos
    s: Pos
    u.cap_at[n] = u.cap_at[n + 1] = 0
    for part in range(4):
        s = i
        value = 0
        while i < end and i - s < 3 and p.hexv[b[i]] <= 9:
            value = value * 10 + p.hexv[b[i]]
            i += 1
        if i == s or value > 255 or (i - s > 1 and b[s] == ord("0")):
            return False
        u.cap_at[n + part // 2] = u.cap_at[n + part // 2] * 256 + value
        if part < 3:
            if i >= end or b[i] != ord("."):
                return False
            i += 1
    return i == end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def spread(u: Url, n: cython.int, gap: cython.int) -> cython.bint:
    """Open the '::' at `gap` so that eight numbers stand. False: there are not eight."""
    k: cython.int
    if gap < 0:
        return n == 8
    if n == 8:
        return False
    for k in range(7, gap - 1, -1):
        u.cap_at[k] = u.cap_at[k - 8 + n] if k - 8 + n >= gap else 0
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_ip4(u: Url, value: cython.longlong) -> cython.void:
    """Append the dotted quad to the arena."""
    k: cython.int
    part: cython.longlong
    for k in range(4):
        part = (value >> (24 - 8 * k)) & 255
        if k:
            put(u, ord("."))
        if part > 99:
            put(u, cython.cast(cython.uchar, 48 + part // 100))
        if part > 9:
            put(u, cython.cast(cython.uchar, 48 + part // 10 % 10))
        put(u, cython.cast(cython.uchar, 48 + part % 10))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_ip6(u: Url) -> cython.void:
    """Append '[', the eight numbers of u.cap_at as RFC 5952 4 writes them, ']'."""
    k: cython.int = 0
    s: cython.int
    best: cython.int = -1
    most: cython.int = 1
    nibble: cython.int
    digit: Pos
    while k < 8:                          # the first longest run of two zeros or more
        s = k
        while k < 8 and u.cap_at[k] == 0:
            k += 1
        if k - s > most:
            best, most = s, k - s
        if k == s:
            k += 1
    put(u, ord("["))
    k = 0
    while k < 8:
        if k == best:
            put(u, ord(":"))
            put(u, ord(":"))
            k += most
            continue
        if k and k != best + most or k and best < 0:
            put(u, ord(":"))
        for nibble in range(12, -4, -4):
            digit = u.cap_at[k] >> nibble
            if digit or nibble == 0:
                put(u, digit_of(digit & 15))
        k += 1
    put(u, ord("]"))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put(u: Url, c: cython.uchar) -> cython.void:
    """Append one byte to the arena; the caller reserved room."""
    u.b[u.n] = c
    u.n += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def digit_of(d: Pos) -> cython.uchar:
    """0-15 as a lower-case hexadecimal digit."""
    return cython.cast(cython.uchar, d + (48 if d < 10 else 87))
