"""What is done to a capture when it is written: escaped for its new place, in another case, as a title, or as another spelling of an id."""
import cython

if not cython.compiled:
    from .match import *

AS_IS = cython.declare(cython.const[cython.int], 0)
TO_LOWER = cython.declare(cython.const[cython.int], 1)
TO_UPPER = cython.declare(cython.const[cython.int], 2)
TO_TITLE = cython.declare(cython.const[cython.int], 3)    # MediaWiki: blanks are one '_', none at the ends, the first letter is a capital
TO_BV = cython.declare(cython.const[cython.int], 4)       # bilibili: the digits of an av number become the BV id
TO_HEAD = cython.declare(cython.const[cython.int], 5)     # the same as TITLE, of a title that goes on behind a '/': its last '_' stays
TO_MID = cython.declare(cython.const[cython.int], 6)      # Weibo: the code of a post becomes its number
TO_PHOTO = cython.declare(cython.const[cython.int], 7)    # Flickr: the short id of a photo becomes its number


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_capture(p: Plan, u: Url, slot: Pos, transform: cython.int, in_query: cython.bint) -> cython.void:
    """Append what was captured."""
    i: Pos = u.cap_at[slot]
    end: Pos = u.cap_to[slot]
    if transform == TO_BV:
        put_bv(p, u, i, end)
    elif transform == TO_TITLE or transform == TO_HEAD:
        put_title(p, u, i, end, transform == TO_HEAD, in_query)
    elif transform == TO_MID:
        put_mid(u, i, end)
    elif transform == TO_PHOTO:
        put_photo(u, i, end)
    else:
        put_plain(p, u, i, end, transform, in_query)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_byte(u: Url, c: cython.uchar, in_query: cython.bint) -> cython.void:
    """Append a byte, escaped where it would end its new place: a query's '/' and '?' in a path, a path's '&', '=', '+' in a query."""
    if (in_query and (c == ord("&") or c == ord("=") or c == ord("+"))) or (not in_query and (c == ord("/") or c == ord("?"))):
        put_escaped(u, c)
    else:
        put(u, c)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_escaped(u: Url, c: cython.uchar) -> cython.void:
    """Append %XX."""
    put(u, ord("%"))
    put(u, upper_digit(c >> 4))
    put(u, upper_digit(c & 15))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_plain(p: Plan, u: Url, i: Pos, end: Pos, transform: cython.int, in_query: cython.bint) -> cython.void:
    """Append b[i:end], its letters as they are or in one case; escapes stay."""
    c: cython.uchar
    while i < end:
        c = u.b[i]
        if escape(p, u.b, i, end):
            u.n = copy(u.b, u.n, u.b, i, i + 3)
            i += 3
            continue
        if transform == TO_LOWER:
            c = lower(c)
        elif transform == TO_UPPER and c >= ord("a") and c <= ord("z"):
            c &= 223
        put_byte(u, c, in_query)
        i += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_title(p: Plan, u: Url, i: Pos, end: Pos, goes_on: cython.bint, in_query: cython.bint) -> cython.void:
    """Append b[i:end] as a title: '_' for any run of blanks and '_', none in front, behind only if it goes on; of blanks alone one '_'."""
    start: Pos = u.n
    blank: cython.bint = False            # a '_' is due
    while i < end:
        if u.b[i] == ord("_") or (escape(p, u.b, i, end) and u.b[i + 1] == ord("2") and u.b[i + 2] == ord("0")):
            blank = True
            i += 1 if u.b[i] == ord("_") else 3
            continue
        if blank and u.n > start:
            put(u, ord("_"))
        blank = False
        if u.n == start and put_capital(p, u, i, end):
            i += 6
        elif escape(p, u.b, i, end):
            u.n = copy(u.b, u.n, u.b, i, i + 3)
            i += 3
        else:
            put_byte(u, u.b[i] & 223 if u.n == start and u.b[i] >= ord("a") and u.b[i] <= ord("z") else u.b[i], in_query)
            i += 1
    if blank and (goes_on or u.n == start):
        put(u, ord("_"))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_capital(p: Plan, u: Url, i: Pos, end: Pos) -> cython.bint:
    """Append the capital of the letter whose two bytes of UTF-8 are the two escapes at b[i]. False: it is none that has one."""
    a: cython.uint
    c: cython.uint
    if not escape(p, u.b, i, end) or not escape(p, u.b, i + 3, end):
        return False
    a = p.hexv[u.b[i + 1]] * 16 + p.hexv[u.b[i + 2]]
    c = p.hexv[u.b[i + 4]] * 16 + p.hexv[u.b[i + 5]]
    if a < 0xC3 or a > 0xD6 or c & 0xC0 != 0x80:
        return False
    a = (a & 31) << 6 | c & 63
    c = capital_of(a)
    if a == c:
        return False
    put_escaped(u, cython.cast(cython.uchar, 0xC0 | c >> 6))
    put_escaped(u, cython.cast(cython.uchar, 0x80 | c & 63))
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def capital_of(c: cython.uint) -> cython.uint:
    """The capital of a Latin, Greek, Cyrillic or Armenian letter of two bytes (UnicodeData.txt); else c.

    Left out are letters whose capital also belongs to another (long s, final sigma, dotless i), and rare blocks (Coptic, phonetic)."""
    if (c >= 0xE0 and c <= 0xFE and c != 0xF7) or (c >= 0x3B1 and c <= 0x3CB and c != 0x3C2) or (c >= 0x430 and c <= 0x44F):
        return c - 32
    if c == 0xFF:
        return 0x178
    if (c >= 0x139 and c <= 0x148) or (c >= 0x179 and c <= 0x17E) or (c >= 0x4C1 and c <= 0x4CE):
        return c - 1 if c & 1 == 0 else c
    if c == 0x130 or c == 0x131 or c == 0x138 or c == 0x149:
        return c
    if (c >= 0x100 and c <= 0x177) or (c >= 0x460 and c <= 0x481) or (c >= 0x48A and c <= 0x4BF) or (c >= 0x4D0 and c <= 0x52F):
        return c & ~cython.cast(cython.uint, 1)
    if c == 0x1A1 or c == 0x1B0 or c == 0x3AC:
        return c - 1 if c != 0x3AC else 0x386
    if c >= 0x200 and c <= 0x21F:
        return c & ~cython.cast(cython.uint, 1)
    if c >= 0x3AD and c <= 0x3AF:
        return c - 37
    if c == 0x3CC:
        return 0x38C
    if c == 0x3CD or c == 0x3CE:
        return c - 63
    if c == 0x4CF:
        return 0x4C0
    if c >= 0x450 and c <= 0x45F:
        return c - 80
    return c - 48 if c >= 0x561 and c <= 0x586 else c


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_bv(p: Plan, u: Url, i: Pos, end: Pos) -> cython.void:
    """Append the BV id of the av number b[i:end]: bilibili writes both for one video (observed 2026-11: av170001 is BV17x411w7KC)."""
    digits: cython.p_const_uchar = b"FcwAPNKTMug3GV5Lj7EJnHpWsx4tb8haYeviqBz6rkCy12mUSDQX9RdoZf"
    order: cython.p_const_uchar = b"\x0b\x0a\x03\x08\x04\x06\x05\x07\x09"
    value: cython.ulonglong = 0
    one: cython.ulonglong = 1
    secret: cython.ulonglong = 23442827791579
    k: Pos
    start: Pos = u.n
    for k in range(i, end):
        value = value * 10 + p.hexv[u.b[k]]
    value = ((one << 51) | value) ^ secret
    u.n = copy(u.b, u.n, b"BV1000000000", 0, 12)
    for k in range(9):
        u.b[start + order[k]] = digits[value % 58]
        value = value // 58


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_number(u: Url, value: cython.ulonglong, n: Pos) -> cython.void:
    """Append a number in n decimal digits."""
    k: Pos
    u.n += n
    for k in range(n):
        u.b[u.n - 1 - k] = cython.cast(cython.uchar, ord("0") + value % 10)
        value = value // 10


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_mid(u: Url, i: Pos, end: Pos) -> cython.void:
    """Append the number of the Weibo post whose code (type mid) is b[i:end], in 16 digits; what is no code as it is.

    From the right each four characters in base 62 are seven digits: z|8Elg|BLeQ is 35|2061702|8999724
    (https://www.cnblogs.com/txw1958/archive/2012/12/07/weibo-id-to-mid.html, read 2026-11)."""
    k: Pos
    value: cython.ulonglong = 0
    if not is_mid(u.b, i, end):
        u.n = copy(u.b, u.n, u.b, i, end)
        return
    for k in range(0, 9, 4):
        value = value * 10_000_000 + in_base(u.b, max(i, i + k - 3), i + k + 1, 62)
    put_number(u, value, 16)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_photo(u: Url, i: Pos, end: Pos) -> cython.void:
    """Append the number of the Flickr photo whose short id (type base58) is b[i:end].

    Source: https://www.flickr.com/groups/api/discuss/72157616713786392/ (read 2026-11)."""
    value: cython.ulonglong = in_base(u.b, i, min(end, i + 10), 58)
    rest: cython.ulonglong = value // 10
    n: Pos = 1
    while rest:
        n += 1
        rest = rest // 10
    put_number(u, value, n)
