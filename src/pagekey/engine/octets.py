"""Bytes: classes, buffers that grow, finding and moving."""
import cython

if cython.compiled:
    from cython.cimports.cpython.buffer import Py_buffer, PyBuffer_FillInfo
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memchr, memcpy, memmove
else:
    from .bits import *                   # compiled: blocks.h

Pos = cython.typedef(cython.Py_ssize_t)
Mask = cython.typedef(cython.ulonglong)

# The slices of a URL, in the order in which they stand. Each keeps its delimiters, so that join is a concatenation.
#   ' '  'http://' 'me@' 'example.com' ':80' '/a'  '?b=1' '#c'      ' '
#   LEAD  SCHEME   USER     HOST       PORT  PATH  QUERY  FRAGMENT  TAIL
LEAD = cython.declare(cython.const[cython.int], 0)
SCHEME = cython.declare(cython.const[cython.int], 1)
USER = cython.declare(cython.const[cython.int], 2)
HOST = cython.declare(cython.const[cython.int], 3)
PORT = cython.declare(cython.const[cython.int], 4)
PATH = cython.declare(cython.const[cython.int], 5)
QUERY = cython.declare(cython.const[cython.int], 6)
FRAGMENT = cython.declare(cython.const[cython.int], 7)
TAIL = cython.declare(cython.const[cython.int], 8)
PARTS = cython.declare(cython.const[cython.int], 9)

# Classes of a byte. The lower sixteen are what a slice reports in Url.seen.
UPPER = cython.declare(cython.const[cython.uint], 1)
PCT = cython.declare(cython.const[cython.uint], 2)
ILLEGAL = cython.declare(cython.const[cython.uint], 4)      # may not stand in a URL (RFC 3986 2)
NOHOST = cython.declare(cython.const[cython.uint], 8)       # not a lower-case letter, digit, '-', '.', '_'
SLASH = cython.declare(cython.const[cython.uint], 16)
ODDSEG = cython.declare(cython.const[cython.uint], 32)      # '/' or '.': after a '/', an empty or dotted segment
AMP = cython.declare(cython.const[cython.uint], 64)         # '?' and '&': a parameter begins behind it
AMPEQ = cython.declare(cython.const[cython.uint], 128)      # '&', '=': behind AMP, an empty parameter
CUT = cython.declare(cython.const[cython.uint], 256)        # '?', '#'
HASH = cython.declare(cython.const[cython.uint], 512)
SCH = cython.declare(cython.const[cython.uint], 1024)       # letters, digits, '+', '.', '-'
PLUS = cython.declare(cython.const[cython.uint], 2048)
UNRES = cython.declare(cython.const[cython.uint], 4096)     # unreserved
LOWESC = cython.declare(cython.const[cython.uint], 8192)    # found by escape_kind(): %c3
UNRESC = cython.declare(cython.const[cython.uint], 16384)   # found by escape_kind(): %41
STRAY = cython.declare(cython.const[cython.uint], 32768)    # found by escape_kind(): a '%' that is no escape
WHITESPACE = cython.declare(cython.const[cython.uint], 65536)    # TAB, LF, CR
BACKSLASH = cython.declare(cython.const[cython.uint], 131072)
SEMI = cython.declare(cython.const[cython.uint], 262144)    # ';' and '(' : a session may hide in the path
ROUTER = cython.declare(cython.const[cython.uint], 524288)  # '/', ':', '?' in a parameter name: the query is opaque
CONTROL = cython.declare(cython.const[cython.uint], 33554432)
DOT = cython.declare(cython.const[cython.uint], 1048576)
FORBIDDEN = cython.declare(cython.const[cython.uint], 2097152)   # forbidden domain code points of the URL standard
NESTED_ESC = cython.declare(cython.const[cython.uint], 4194304)  # found by escape_kind(): %25 and two hex digits
SLASH_ESC = cython.declare(cython.const[cython.uint], 8388608)   # found by escape_kind(): %2F

# Url.seen: which rules may be wanted. Bits 0-15 are about scheme, authority and fragment, then the classes of the path
# at bit 16 and of the query at bit 32; bit 48 + slice says that the slice is not empty. Bit 57 is HELD.
IN_PATH = cython.declare(cython.const[cython.int], 16)
IN_QUERY = cython.declare(cython.const[cython.int], 32)
HAS = cython.declare(cython.const[cython.int], 48)
HELD = cython.declare(cython.const[cython.int], 57)               # on a host of wrappers: only early rows run
HOST_UPPER = cython.declare(cython.const[cython.uint], 1)
HOST_FOREIGN = cython.declare(cython.const[cython.uint], 2)      # a byte >= 0x80 or '%': UTS 46 decides
HOST_DOTTY = cython.declare(cython.const[cython.uint], 4)        # an empty label
HOST_NUMERIC = cython.declare(cython.const[cython.uint], 8)      # an IP address
HOST_WWW = cython.declare(cython.const[cython.uint], 16)
ASSUMED = cython.declare(cython.const[cython.uint], 32)          # a web address without scheme
USER_ODD = cython.declare(cython.const[cython.uint], 64)         # something in it to escape or decode
FRAGMENT_ODD = cython.declare(cython.const[cython.uint], 128)
SLASHES = cython.declare(cython.const[cython.uint], 256)         # not exactly '//' behind 'http:'
BACK = cython.declare(cython.const[cython.uint], 512)            # a backslash where a slash may stand
TABS = cython.declare(cython.const[cython.uint], 1024)           # TAB, LF or CR anywhere
SCHEME_UPPER = cython.declare(cython.const[cython.uint], 2048)
KNOWN_SITE = cython.declare(cython.const[cython.uint], 4096)     # the host has an entry in the host table
NO_PATH = cython.declare(cython.const[cython.uint], 16384)
AMP_ENTITY = cython.declare(cython.const[cython.uint], 8192)     # '&amp;' in the query
SESSION = cython.declare(cython.const[cython.uint], 64)          # in the path's field: ';' or '(' in the path
INDEX_END = cython.declare(cython.const[cython.uint], 8)         # in the path's field: its last byte may end an index file
NUMBERED = cython.declare(cython.const[cython.uint], 512)        # in the path's field: it ends in a digit and '.html'
END_SLASH = cython.declare(cython.const[cython.uint], 32768)     # the path ends in '/' and is not the root

# What a URL turned out to be: places in types.STATUSES; PUNT means that UTS 46 must be asked first.
PAGE = cython.declare(cython.const[cython.int], 0)
SHORT_LINK = cython.declare(cython.const[cython.int], 1)
UNPARSED = cython.declare(cython.const[cython.int], 3)
NOT_WEB = cython.declare(cython.const[cython.int], 4)
EMPTY = cython.declare(cython.const[cython.int], 7)
PUNT = cython.declare(cython.const[cython.int], 8)
NO_MEMORY = cython.declare(cython.const[cython.int], 9)
WRAPPED = cython.declare(cython.const[cython.int], 10)     # the target of a wrapper must be decoded first
OPAQUE = cython.declare(cython.const[cython.int], 2)

# Opcodes that one wrapper runs over the bytes of a slice; the others stand in loop.py.
ESCAPE_ILLEGAL = cython.declare(cython.const[cython.int], 8)
UPPERCASE_ESCAPES = cython.declare(cython.const[cython.int], 9)
DECODE_UNRESERVED = cython.declare(cython.const[cython.int], 10)
UNESCAPE_AMP = cython.declare(cython.const[cython.int], 15)
UNIFY_SPACES = cython.declare(cython.const[cython.int], 31)

# Flags, in the order of FLAGS in loop.py.
F_ASSUMED = cython.declare(cython.const[cython.uint], 1)
F_CREDENTIALS = cython.declare(cython.const[cython.uint], 2)
F_CLIMBS = cython.declare(cython.const[cython.uint], 4)
F_DOUBLE = cython.declare(cython.const[cython.uint], 8)
F_SLASH = cython.declare(cython.const[cython.uint], 16)
F_UNSETTLED = cython.declare(cython.const[cython.uint], 32)
F_NESTED = cython.declare(cython.const[cython.uint], 64)
F_CONTROL = cython.declare(cython.const[cython.uint], 128)
F_MIXED = cython.declare(cython.const[cython.uint], 256)

SLACK = cython.declare(cython.const[cython.int], 64)       # bytes that may be read and written behind a buffer's end, in whole blocks
HOST_TEXT = cython.declare(cython.const[cython.int], 0)   # kinds of text for marked()
PATH_TEXT = cython.declare(cython.const[cython.int], 1)
QUERY_TEXT = cython.declare(cython.const[cython.int], 2)


@cython.cclass
class Buf:
    """Bytes that grow. Everyone holds offsets into it, never pointers, so growth by realloc is safe."""

    b: cython.p_uchar
    n: Pos
    cap: Pos

    def __cinit__(self):
        if cython.compiled:
            self.b = cython.NULL
        else:
            self.b = bytearray()
        self.n = 0
        self.cap = 0

    def __dealloc__(self):
        if cython.compiled:
            free(self.b)

    if cython.compiled:
        def __getbuffer__(self, view: cython.pointer[Py_buffer], flags: cython.int):
            PyBuffer_FillInfo(view, self, self.b, self.n, 1, flags)
    else:
        __init__ = __cinit__


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def reserve(f: Buf, more: Pos) -> cython.bint:
    """Room for `more` bytes behind f.n, and for SLACK behind those. False: no memory."""
    need: Pos = f.n + more
    if need <= f.cap:
        return True
    need += need >> 1
    if cython.compiled:
        b: cython.p_uchar = cython.cast(cython.p_uchar, realloc(f.b, need + SLACK))
        if b is cython.NULL:
            return False
        f.b = b
    else:
        f.b.extend(bytes(need - f.cap))
    f.cap = need
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def copy(dst: cython.p_uchar, w: Pos, src: cython.p_const_uchar, i: Pos, end: Pos) -> Pos:
    """Copy src[i:end] to dst[w:]; the two do not overlap. Returns the end of it."""
    if end <= i:
        return w
    if cython.compiled:
        memcpy(dst + w, src + i, end - i)
    else:
        dst[w : w + end - i] = src[i:end]
    return w + end - i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shift(b: cython.p_uchar, w: Pos, i: Pos, end: Pos) -> Pos:
    """Move b[i:end] down to w <= i. Returns the end of it."""
    if w < i and i < end:
        if cython.compiled:
            memmove(b + w, b + i, end - i)
        else:
            b[w : w + end - i] = b[i:end]
    return w + end - i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find(b: cython.p_const_uchar, i: Pos, end: Pos, c: cython.uchar) -> Pos:
    """Where the byte c is first found in b[i:end], or end."""
    if i >= end:
        return end
    if cython.compiled:
        at: cython.p_const_uchar = cython.cast(cython.p_const_uchar, memchr(b + i, c, end - i))
        return end if at is cython.NULL else at - b
    else:
        k: Pos = b.find(c, i, end)
        return end if k < 0 else k


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lower(c: cython.uchar) -> cython.uchar:
    """The byte with an ASCII capital made small."""
    return c | 32 if c >= ord("A") and c <= ord("Z") else c


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def spells(b: cython.p_const_uchar, i: Pos, end: Pos, word: cython.p_const_uchar, n: Pos) -> cython.bint:
    """Does b[i:end] begin with the n lower-case bytes of word, in any letter case?"""
    k: Pos
    if end - i < n:
        return False
    for k in range(n):
        if lower(b[i + k]) != word[k]:
            return False
    return True
