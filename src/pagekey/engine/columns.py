"""Many URLs at once, without the GIL: the keys of a column of strings, and what else is known of them, in the layout of Arrow."""
import cython

if not cython.compiled:
    from .texts import *

NULL_STATUS = cython.declare(cython.const[cython.int], 255)


@cython.cclass
class Answers:
    """What a run made of `rows` rows, in the layout of Arrow: text one behind the other with its ends, and bits for rows that are there."""

    rows: Pos
    wide: cython.int                      # bytes of an end
    with_facts: cython.bint
    state: cython.int                     # ROW_GOOD; ROW_WRONG: the input is broken; ROW_NULL: no memory
    nulls: Pos                            # rows without a key
    others: Pos                           # rows without a host
    key: Buf
    key_ends: Buf                         # rows + 1 numbers, the first is 0
    key_valid: Buf
    status: Buf                           # a byte a row: place in STATUSES, 255 = null
    hits: Buf                             # eight bytes a row: bit i = rule i of the registry
    flags: Buf                            # four bytes a row: bit i = flag i of FLAGS
    site: Buf                             # four bytes a row: the number of the site in the policy's host table, 0 = none
    host: Buf
    host_ends: Buf
    domain: Buf
    domain_ends: Buf
    host_valid: Buf

    def __init__(self, n: Pos, text: Pos, wide: cython.int, with_facts: cython.bint):
        """Room for n rows with `text` bytes of strings."""
        self.rows = self.nulls = self.others = 0
        self.wide, self.with_facts, self.state = wide, with_facts, ROW_GOOD
        self.key, self.host, self.domain = with_room(text), with_room(16 * n * with_facts), with_room(16 * n * with_facts)
        self.key_ends = with_room(wide * (n + 1))
        self.host_ends, self.domain_ends = with_room(wide * (n + 1) * with_facts), with_room(wide * (n + 1) * with_facts)
        self.key_valid, self.host_valid = with_room((n + 7) // 8), with_room((n + 7) // 8 * with_facts)
        self.status, self.hits = with_room(n), with_room(8 * n)
        self.flags, self.site = with_room(4 * n * with_facts), with_room(4 * n * with_facts)
        append_number(self.key_ends, 0, wide)
        if with_facts:
            append_number(self.host_ends, 0, wide)
            append_number(self.domain_ends, 0, wide)

    def buffers(self) -> dict:
        """The buffers by name, as memoryviews that keep their bytes alive."""
        found = {"key": self.key, "key_ends": self.key_ends, "key_valid": self.key_valid, "status": self.status, "hits": self.hits,
                 "flags": self.flags, "site": self.site, "host": self.host, "host_ends": self.host_ends, "domain": self.domain,
                 "domain_ends": self.domain_ends, "host_valid": self.host_valid}
        return {name: lent(buffer) for name, buffer in found.items()}

    def counts(self) -> tuple:
        """(rows, rows without a key, rows without a host)."""
        return self.rows, self.nulls, self.others


@cython.cfunc
def with_room(n: Pos) -> Buf:
    """An empty Buf for n bytes."""
    made: Buf = Buf()
    if n > 0 and not reserve(made, n):
        raise MemoryError
    return made


def lent(f: Buf) -> memoryview:
    """The bytes of a Buf, not copied. It must not grow while they are lent."""
    return memoryview(f) if cython.compiled else memoryview(f.b)[: f.n]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def append_number(f: Buf, value: cython.ulonglong, width: cython.int) -> cython.void:
    """Append the number in `width` bytes; there is room."""
    if cython.compiled:
        if width == 8:
            cython.cast(cython.p_ulonglong, f.b + f.n)[0] = value
        elif width == 4:
            cython.cast(cython.p_uint, f.b + f.n)[0] = cython.cast(cython.uint, value)
        else:
            f.b[f.n] = value & 255
    else:
        f.b[f.n : f.n + width] = value.to_bytes(width, "little")
    f.n += width


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def append_bit(f: Buf, row: Pos, bit: cython.bint) -> cython.void:
    """Append bit `row`; there is room."""
    if row & 7 == 0:
        f.b[f.n] = 0
        f.n += 1
    if bit:
        f.b[f.n - 1] |= 1 << (row & 7)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def append_text(dst: Buf, ends: Buf, wide: cython.int, src: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Append src[i:end] and where it ends. False: no memory."""
    if not reserve(dst, end - i):
        return False
    dst.n = copy(dst.b, dst.n, src, i, end)
    append_number(ends, dst.n, wide)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def append_null(a: Answers) -> cython.void:
    """One more row that is null."""
    append_bit(a.key_valid, a.rows, False)
    append_number(a.key_ends, a.key.n, a.wide)
    append_number(a.status, NULL_STATUS, 1)
    append_number(a.hits, 0, 8)
    if a.with_facts:
        append_no_host(a, 0, 0)
    a.rows += 1
    a.nulls += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def append_no_host(a: Answers, flags: cython.uint, site: cython.int) -> cython.void:
    """The facts of a row that is no page."""
    append_bit(a.host_valid, a.rows, False)
    append_number(a.host_ends, a.host.n, a.wide)
    append_number(a.domain_ends, a.domain.n, a.wide)
    append_number(a.flags, flags, 4)
    append_number(a.site, site, 4)
    a.others += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def append_row(p: Plan, u: Url, a: Answers, src: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """One more row, of the URL that u ran on; src[i:end] is its raw string. False: no memory."""
    host: Pos
    raw: cython.bint = u.status == UNPARSED or u.status == EMPTY or (u.status == NOT_WEB and u.to[SCHEME] == u.at[SCHEME])
    if raw:
        u.hits = u.flags = 0
        if not reserve(a.key, end - i):
            return False
        a.key.n = copy(a.key.b, a.key.n, src, i, end)
    else:
        if not reserve(a.key, size(u)):
            return False
        join(u, a.key)
    append_bit(a.key_valid, a.rows, True)
    append_number(a.key_ends, a.key.n, a.wide)
    append_number(a.status, u.status, 1)
    append_number(a.hits, u.hits, 8)
    if a.with_facts:
        if u.status == PAGE:
            look_up_suffix(p, u)
            host = u.at[HOST]
            if not append_text(a.host, a.host_ends, a.wide, u.b, host, u.to[HOST]):
                return False
            if not append_text(a.domain, a.domain_ends, a.wide, u.b, domain_at(p, u), u.to[HOST]):
                return False
            append_bit(a.host_valid, a.rows, True)
            append_number(a.flags, u.flags, 4)
            append_number(a.site, u.site, 4)
        else:
            append_no_host(a, u.flags, u.site if u.walked and not raw else 0)
    a.rows += 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def run_rows(p: Plan, t: Texts, u: Url, a: Answers, row: Pos, stop: Pos) -> Pos:
    """Key rows from `row` on. Returns where it ends: at `stop`, at a row that needs Python's help, or where a.state is not ROW_GOOD."""
    found: cython.int
    while row < stop:
        found = place(t, row)
        if found == ROW_NULL:
            append_null(a)
            row += 1
            continue
        if found == ROW_WRONG:
            a.state = ROW_WRONG
            return row
        if not load(u, t.src, t.at, t.to):
            u.status = NO_MEMORY
        else:
            u.wrap_from = 0
            run(p, u)
        if u.status == PUNT or u.status == WRAPPED or (a.with_facts and u.status == PAGE and is_ace(u)):
            return row
        if u.status == NO_MEMORY or not append_row(p, u, a, t.src, t.at, t.to):
            a.state = ROW_NULL
            return row
        row += 1
    return row


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_ace(u: Url) -> cython.bint:
    """Has the host a label in ASCII-compatible encoding? Python tells whether its scripts are mixed."""
    i: Pos = u.at[HOST]
    while i < u.to[HOST]:
        if u.b[i] == ord("x") and spells(u.b, i, u.to[HOST], b"xn--", 4):
            return True
        i = find(u.b, i, u.to[HOST], ord(".")) + 1
    return False


@cython.cfunc
def append_with_help(p: Plan, t: Texts, a: Answers) -> cython.bint:
    """One more row, for which Python is needed: its host is not ASCII, or it wraps another URL. False: no memory."""
    raw: bytes = bytes_of(t)
    u: Url = run_bytes(p, raw, False)
    if u.status == NO_MEMORY:
        return False
    if a.with_facts and u.status == PAGE:
        note_scripts(u)
    return append_row(p, u, a, raw, 0, len(raw))


def column(p: Plan, t: Texts, start: Pos, stop: Pos, wide: cython.int, with_facts: cython.bint) -> Answers:
    """The answers to rows start to stop of a column; `wide`, 4 or 8: bytes of an end. ValueError if the column does not lie in its buffers.

    Several threads may run on one Texts only if each has its own; a Plan they share."""
    row: Pos = start
    found: cython.int
    a: Answers
    u: Url = Url()
    if start < 0 or stop > t.n or start > stop or (wide != 4 and wide != 8):
        raise ValueError("rows outside the column")
    a = Answers(stop - start, room_of(t, start, stop), wide, with_facts)
    while row < stop:
        with cython.nogil:
            row = run_rows(p, t, u, a, row, stop)
        if a.state == ROW_GOOD and row < stop:
            found = append_with_help(p, t, a)
            a.state = ROW_GOOD if found else ROW_NULL
            row += 1
        if a.state == ROW_WRONG:
            raise ValueError(f"row {row} does not lie in the data of the column")
        if a.state == ROW_NULL:
            raise MemoryError
        if wide == 4 and a.key.n > 0x7FFFFFFF:
            raise ValueError("more text than ends of four bytes can tell: key fewer rows at once")
    return a
