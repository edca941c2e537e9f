"""A policy made ready to run: rows in order, and their tables. Built once, then only read: threads share it."""
import cython

if not cython.compiled:
    from .hosts import *
from array import array

ROWS = cython.declare(cython.const[cython.int], 63)          # a mask of rows is one number
INT_ARRAYS = ("site_alias", "site_rewrite", "site_identify", "site_wrap", "signature_at", "code", "guard_at")
# What the host table knows of a site: bits of Plan.site_flags.
S_WWW_DISTINCT = cython.declare(cython.const[cython.uint], 1)
S_MOBILE = cython.declare(cython.const[cython.uint], 2)
S_AMP = cython.declare(cython.const[cython.uint], 4)
S_FOLD_CASE = cython.declare(cython.const[cython.uint], 8)
S_DROP_PATH_PARAMS = cython.declare(cython.const[cython.uint], 16)
S_KEEP = cython.declare(cython.const[cython.uint], 32)
S_SHORTENER = cython.declare(cython.const[cython.uint], 64)
S_KEEP_INDEX = cython.declare(cython.const[cython.uint], 128)
S_ROUTES = cython.declare(cython.const[cython.uint], 256)
S_DECODE = cython.declare(cython.const[cython.int], 16)     # bit 16 and the next nine: which sub-delims are decoded in paths


@cython.cclass
class Plan:
    """Rows of (hit bit, opcode, slice, early, mask, row to go back to), and what the rules look up."""

    n: cython.int
    bit: cython.int[64]
    op: cython.int[64]
    part: cython.int[64]
    back: cython.int[64]                  # where to go on after the rule fired; -1 = with the next row
    cls: cython.uint[256]
    hexv: cython.uchar[256]
    keep_listed: cython.bint              # parameters outside the keep-list go
    all_fragments: cython.bint            # fragments stay, so their bytes matter
    hosts: Hosts
    rows_of: Mask[64]                     # which rows a bit of Url.seen calls
    asked: Mask                           # the bits below HAS that call any
    rows_with: Mask[512]                  # which rows are called by slices that are there: bit k of the place = slice k
    plain_rows: Mask                      # the rows for every hierarchical scheme
    early_rows: Mask                      # the rows of levels below citation: all that run until a wrapper was looked for twice
    params: Names                         # session, tracking and state in one table: the number is a row of the three below
    prefixes: Names
    kind_session: cython.p_const_uchar    # the shape that the value must have, 0 = the name is no session
    kind_tracking: cython.p_const_uchar
    kind_state: cython.p_const_uchar
    values: Names
    index: Names
    index_tails: cython.uchar[256]        # does an index file end in these eight bytes?
    index_short: cython.bint              # some have fewer
    keep: Names
    drops: Names
    defaults: Names
    site_flags: cython.p_const_uint
    site_alias: cython.p_const_int        # where the aliases of a site begin in code; 0 = none
    site_rewrite: cython.p_const_int
    site_identify: cython.p_const_int
    site_wrap: cython.p_const_int
    signature_at: cython.p_const_int      # by the number of the file name in signatures
    guard_at: cython.p_const_int          # where the guards of shapes begin in code: guard.py
    signatures: Names                     # last segments that tell a program: viewtopic.php
    scoped: Names                         # parameters that are tracking on one site, salted with its number
    steps: tuple                          # decode steps of wrappers, by number
    unwrap_row: cython.int
    code: cython.p_const_int
    text: cython.p_const_uchar
    is_ascii: cython.bint                 # no byte of text is above 127
    scratch: Url
    held: list

    def __init__(self, rows, plain: int, tables: dict, hosts: Hosts, switches: dict):
        """rows: as above, the first `plain` for every hierarchical scheme, the rest for the web; tables: {name: ({(salt, bytes): number},
        fold?)}; switches: the plain fields and the site arrays."""
        if not cython.compiled:
            self.bit, self.op, self.part, self.back = [[0] * 64 for _ in range(4)]
            self.rows_of = [0] * 64
            self.cls, self.hexv, self.index_tails = [0] * 256, [255] * 256, bytearray(256)
            self.rows_with = [0] * 512
        if len(rows) > ROWS:
            raise ValueError(f"a plan has at most {ROWS} rows")
        self.n = len(rows)
        for k, row in enumerate(rows):
            self.bit[k], self.op[k], self.part[k], _, _, self.back[k] = row
        self.note_rows([row[4] for row in rows], plain, sum(1 << k for k, row in enumerate(rows) if row[3]))
        c: cython.int
        for c in range(256):
            self.cls[c] = class_of(c)
            self.hexv[c] = int(chr(c), 16) if chr(c) in "0123456789abcdefABCDEF" else 255
        self.keep_listed, self.all_fragments = switches["keep_listed"], switches["all_fragments"]
        self.is_ascii = switches["text"].isascii()
        self.hosts = hosts
        self.params, self.prefixes = names(tables, "params"), names(tables, "prefixes")
        self.values, self.index = names(tables, "values"), names(tables, "index")
        self.note_ends([name for _, name in tables["index"][0]])
        self.signatures, self.scoped = names(tables, "signatures"), names(tables, "scoped")
        self.steps, self.unwrap_row = switches["steps"], switches["unwrap_row"]
        self.keep, self.drops, self.defaults = names(tables, "keep"), names(tables, "drop"), names(tables, "defaults")
        self.held = [array("I", switches["site_flags"]).tobytes(), switches["text"],
                     *[array("i", switches[name]).tobytes() for name in INT_ARRAYS],
                     *[bytes(switches[kind]) for kind in ("kind_session", "kind_tracking", "kind_state")]]
        self.hold()
        self.scratch = Url()

    @cython.cfunc
    def note_ends(self, index_files: list):
        """Fill index_tails and index_short."""
        k: cython.int
        h: cython.uint
        for k in range(256):
            self.index_tails[k] = 0
        self.index_short = min([len(name) for name in index_files], default=8) < 8
        for name in index_files:
            h = tail_hash(tail_of(name, len(name), 8), 0)
            self.index_tails[(h >> 3) & 255] |= 1 << (h & 7)

    @cython.cfunc
    def note_rows(self, masks: list, plain: cython.int, early: Mask):
        """Fill rows_of, rows_with, asked, plain_rows and early_rows. masks: of each row, the bits that call it."""
        k: cython.int
        j: cython.int
        one: Mask = 1
        mask: Mask
        self.asked = 0
        self.early_rows = early
        self.plain_rows = (one << plain) - 1
        for j in range(64):
            self.rows_of[j] = 0
        for k, mask in enumerate(masks):
            self.asked |= mask & ((one << HAS) - 1)
            for j in range(64):
                self.rows_of[j] |= ((mask >> j) & 1) << k
        for k in range(512):
            self.rows_with[k] = 0
            for j in range(PARTS):
                if (k >> j) & 1:
                    self.rows_with[k] |= self.rows_of[HAS + j]

    @cython.cfunc
    def hold(self):
        """Point at the bytes in held."""
        if cython.compiled:
            a: bytes = self.held[0]
            self.site_flags = cython.cast(cython.p_const_uint, cython.cast(cython.p_const_uchar, a))
            a = self.held[1]
            self.text = cython.cast(cython.p_const_uchar, a)
            self.site_alias, self.site_rewrite, self.site_identify = ints(self.held[2]), ints(self.held[3]), ints(self.held[4])
            self.site_wrap, self.signature_at, self.code = ints(self.held[5]), ints(self.held[6]), ints(self.held[7])
            self.guard_at = ints(self.held[8])
            a = self.held[9]
            self.kind_session = cython.cast(cython.p_const_uchar, a)
            a = self.held[10]
            self.kind_tracking = cython.cast(cython.p_const_uchar, a)
            a = self.held[11]
            self.kind_state = cython.cast(cython.p_const_uchar, a)
        else:
            self.site_flags, self.text = array("I", self.held[0]), self.held[1]
            self.site_alias, self.site_rewrite, self.site_identify = (array("i", x) for x in self.held[2:5])
            self.site_wrap, self.signature_at, self.code, self.guard_at = (array("i", x) for x in self.held[5:9])
            self.kind_session, self.kind_tracking, self.kind_state = self.held[9:12]


@cython.cfunc
def ints(a: bytes) -> cython.p_const_int:
    """The numbers in a; the caller keeps a."""
    return cython.cast(cython.p_const_int, cython.cast(cython.p_const_uchar, a))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def may_be_index(p: Plan, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Can the segment of which b[i:end] is the end be the name of an index file? Most are told by their last eight bytes."""
    h: cython.uint
    if end - i < 8:
        return p.index_short
    h = tail_hash(last_eight(b, end), 0)
    return p.index_short or (p.index_tails[(h >> 3) & 255] >> (h & 7)) & 1 != 0


def names(tables: dict, which: str) -> Names:
    """One of the tables; an absent one is empty."""
    entries, fold = tables.get(which, ({}, True))
    return Names(entries, fold)


def class_of(c: cython.int) -> int:
    """The classes of a byte, from the character sets of RFC 3986 2 and the URL standard 3.2."""
    ch = chr(c)
    alnum = c < 128 and ch.isalnum()
    got = 0
    for members, bit in (("%", PCT), ("/", SLASH), ("/.", ODDSEG), ("?&", AMP), ("&=", AMPEQ), ("?#", CUT), ("#", HASH), ("+", PLUS),
                         ("\t\n\r", WHITESPACE), ("\\", BACKSLASH), (";(", SEMI), ("/:?", ROUTER), (".", DOT)):
        if ch in members:
            got |= bit
    if "A" <= ch <= "Z":
        got |= UPPER
    if c < 32 and ch not in "\t\n\r" or c == 127:
        got |= CONTROL
    if c <= 32 or c >= 127 or ch in '"<>\\^{}[]|`':
        got |= ILLEGAL
    if not (alnum and ch == ch.lower() or ch in "-._"):
        got |= NOHOST
    if alnum or ch in "+.-":
        got |= SCH
    if alnum or ch in "-._~":
        got |= UNRES
    if c <= 32 or c == 127 or ch in "#/:<>?@[\\]^|%":
        got |= FORBIDDEN
    return got
