"""Targets of forms: what identifies a page, rewrites, wrappers and their targets."""
import cython

if not cython.compiled:
    from .capture import *


FORMS = cython.declare(cython.const[cython.int], 4096)      # no site has so many forms of wrappers


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_rest(u: Url, started: cython.bint) -> cython.bint:
    """Append the parameters that no PARAM took. Returns whether the query has begun."""
    k: Pos
    for k in range(u.pairs):
        if u.spare[k] == 0:
            put(u, ord("&") if started else ord("?"))
            u.n = copy(u.b, u.n, u.b, u.pair[3 * k], u.pair[3 * k + 2])
            started = True
    return started


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def room_for(p: Plan, u: Url, c: Pos) -> Pos:
    """No fewer bytes than write_target() appends."""
    n: Pos = u.to[HOST] - u.at[HOST] + u.to[PATH] - u.at[PATH] + u.to[QUERY] - u.at[QUERY] + 8
    while p.code[c] != END:
        if p.code[c] == LITERAL:
            n += p.code[c + 2]
        elif p.code[c] == CAPTURE:
            n += 3 * (u.cap_to[p.code[c + 1]] - u.cap_at[p.code[c + 1]]) + 12
        c += 3
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_target(p: Plan, u: Url, c: Pos) -> cython.bint:
    """Write host, path and query from the program at c. False: they are what they were."""
    begin: Pos
    start: Pos
    middle: Pos = -1
    op: cython.int
    started: cython.bint = False
    if not reserve(u, room_for(p, u, c)):
        return out_of_memory(u)
    begin = start = u.n
    while p.code[c] != END:
        op = p.code[c]
        if op == LITERAL:
            put_text(u, p, p.code[c + 1], p.code[c + 2])
        elif op == CAPTURE:
            put_capture(p, u, p.code[c + 1], p.code[c + 2], middle >= 0)
        elif op == LABEL:
            u.n = copy(u.b, u.n, u.b, u.at[HOST], find(u.b, u.at[HOST], u.to[HOST], ord(".")))
        elif op == PATH_MARK:
            start = u.n
        elif op == SAME_PATH:
            u.n = copy(u.b, u.n, u.b, u.at[PATH], u.to[PATH])
        elif op == FOLDER:
            u.n = copy(u.b, u.n, u.b, u.at[PATH], last_segment(u))
        elif op == QUERY_MARK:
            middle = u.n
            started = True
        elif op == REST:
            if middle < 0:
                middle = u.n
            started = put_rest(u, started)
        c += 3
    return take_target(u, begin, start, middle if middle >= 0 else u.n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def take_target(u: Url, begin: Pos, start: Pos, middle: Pos) -> cython.bint:
    """b[begin:start] is the new host, '' for the present one; b[start:middle] the path, the rest the query. False: nothing is new."""
    end: Pos = u.n
    moved: cython.bint = start > begin and (
        start - begin != u.to[HOST] - u.at[HOST] or not same_bytes(u.b, begin, start, u.at[HOST]) or u.to[PORT] > u.at[PORT]
    )
    if not moved and u.to[PATH] - u.at[PATH] == middle - start:
        if same_bytes(u.b, start, middle, u.at[PATH]) and same_query(u, middle, end):
            u.n = begin
            return False
    if moved:
        u.at[HOST] = begin
        u.to[HOST] = u.at[PORT] = u.to[PORT] = start
        u.walked = 0
    u.at[PATH] = start
    u.to[PATH] = u.at[QUERY] = middle
    u.to[QUERY] = end
    u.pairs = -1
    u.dirty = False
    u.guard_at = -1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def same_bytes(b: cython.p_const_uchar, i: Pos, end: Pos, j: Pos) -> cython.bint:
    """Is b[i:end] what stands from j on?"""
    while i < end and b[i] == b[j]:
        i += 1
        j += 1
    return i == end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def same_query(u: Url, i: Pos, end: Pos) -> cython.bint:
    """Is the query, written out of its pairs or as it stands, b[i:end]?"""
    k: Pos
    n: Pos
    if u.pairs <= 0 or u.to[QUERY] == u.at[QUERY]:
        return i == end
    for k in range(u.pairs):
        n = u.pair[3 * k + 2] - u.pair[3 * k]
        if end - i < n + 1 or not same_bytes(u.b, i + 1, i + 1 + n, u.pair[3 * k]):
            return False
        i += n + 1
    return i == end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def may_match(p: Plan, u: Url, c: Pos) -> cython.bint:
    """Begins the path as the form at c does? Most forms of a site differ in their first letter."""
    if p.code[c] != SEGMENT or p.code[c + 1] != LITERAL:
        return True
    return u.to[PATH] - u.at[PATH] > 1 and p.text[p.code[c + 2]] == u.b[u.at[PATH] + 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def try_forms(p: Plan, u: Url, at: Pos) -> cython.bint:
    """The forms at `at` in turn; the first that matches ends it. code: how many, then where each begins. Was something changed?"""
    k: Pos
    c: Pos
    for k in range(p.code[at]):
        c = p.code[at + 1 + k]
        if not may_match(p, u, c):
            continue
        c = match_form(p, u, c)
        if c >= 0:
            u.form = k
            return write_target(p, u, c)
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rewrite_site(p: Plan, u: Url) -> cython.bint:
    """The rewrites of the site, hand-written or learnt."""
    look_up(p, u)
    u.form = -1
    return p.site_rewrite[u.site] != 0 and try_forms(p, u, p.site_rewrite[u.site])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def identify_page(p: Plan, u: Url) -> cython.bint:
    """What identifies a page of this site, or of the program that the last segment of its path names, stays; the rest goes."""
    number: cython.int
    done: cython.bint
    look_up(p, u)
    u.form = -1
    if p.site_flags[u.site] & S_ROUTES and take_route(u):
        return True
    done = p.site_flags[u.site] >> S_DECODE != 0 and decode_listed(p, u, p.site_flags[u.site] >> S_DECODE)
    if p.site_identify[u.site]:
        return try_forms(p, u, p.site_identify[u.site]) or done
    number = signature_of(p, u) if p.signatures.lengths else 0
    return (number != 0 and try_forms(p, u, p.signature_at[number])) or done


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def signature_of(p: Plan, u: Url) -> cython.int:
    """Which program the last segment of the path tells, 0 = none: its whole name before a query, else how it begins, up to a '-'."""
    k: Pos = u.to[PATH]
    end: Pos
    query: cython.bint = u.to[QUERY] > u.at[QUERY]
    if k == u.at[PATH] or (query and not p.signatures.last[p.signatures.fold[u.b[k - 1]]]):
        return 0                          # no name of a file ends so
    k = last_segment(u)
    if query:
        return number_of(p.signatures, 0, u.b, k, u.to[PATH])
    end = find(u.b, k, u.to[PATH], ord("-"))
    return number_of(p.signatures, 1, u.b, k, end + 1) if end < u.to[PATH] else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def last_segment(u: Url) -> Pos:
    """Where the last segment of the path begins."""
    k: Pos = u.to[PATH]
    while k > u.at[PATH] and u.b[k - 1] != ord("/"):
        k -= 1
    return k


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def take_route(u: Url) -> cython.bint:
    """/#/song?id=1 -> /song?id=1 , on a site whose routes are its paths."""
    i: Pos = u.at[FRAGMENT] + 1
    end: Pos = u.to[FRAGMENT]
    middle: Pos
    if u.to[PATH] - u.at[PATH] > 1 or u.to[QUERY] > u.at[QUERY] or end - i < 2 or u.b[i] != ord("/"):
        return False
    middle = find(u.b, i, end, ord("?"))
    u.at[PATH] = i
    u.to[PATH] = u.at[QUERY] = middle
    u.to[QUERY] = end
    u.at[FRAGMENT] = u.to[FRAGMENT] = end
    u.pairs = -1
    u.dirty = False
    u.guard_at = -1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def decode_listed(p: Plan, u: Url, wanted: cython.uint) -> cython.bint:
    """Escapes of the sub-delims that the site lists are decoded in its paths: /%40user and /@user are one page there."""
    signs: cython.p_const_uchar = b"@:!$'()*,;"
    b: cython.p_uchar = u.b
    i: Pos = find(b, u.at[PATH], u.to[PATH], ord("%"))
    end: Pos = u.to[PATH]
    w: Pos = i
    k: Pos
    c: cython.uchar
    one: cython.uint = 1
    while i < end:
        c = p.hexv[b[i + 1]] * 16 + p.hexv[b[i + 2]] if escape(p, b, i, end) else 0
        for k in range(10):
            if c and c == signs[k] and wanted & (one << k):
                b[w] = c
                i += 3
                c = 1
                break
        if c != 1:
            b[w] = b[i]
            i += 1
        w += 1
    u.to[PATH] = w
    return w < end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def unwrap(p: Plan, u: Url) -> cython.bint:
    """Is this a wrapper around another URL? Then the run ends: what is captured must be decoded, which is Python's work.
    The first look that finds none holds back all rows but the early ones.

    code at the site's place: how many, then twos: where the form begins, and the number of its decode steps, 0 = nobody can decode it,
    -1 = it is a short link."""
    k: Pos
    c: Pos
    at: Pos
    look: Pos
    forms: Pos
    one: Mask = 1
    look_up(p, u)
    at = p.site_wrap[u.site]
    if at == 0:
        return False
    look = u.looked * FORMS
    u.looked += 1
    forms = p.code[at]
    if look == 0 and (u.seen >> IN_PATH) & (SESSION | INDEX_END | ODDSEG):
        forms = 0                         # what early rules take from the path may stand in a segment that is captured
    for k in range(forms):
        c = p.code[at + 1 + 2 * k]
        if not may_match(p, u, c) or (look + k < u.wrap_from and p.code[at + 2 + 2 * k] > 0) or match_form(p, u, c) < 0:
            continue
        if p.code[at + 2 + 2 * k] <= 0:
            u.sealed = k
            u.sealed_short = p.code[at + 2 + 2 * k] < 0
            break
        if u.whole == ALL_QUERY:
            drop_listed(p, u, p.kind_tracking)      # the whole query is the target: what trackers added to it is not
        u.wrapped = p.code[at + 2 + 2 * k]
        u.wrapped_at = look + k
        u.status = WRAPPED
        u.seen = 0
        return False
    if look == 0:
        u.seen |= one << HELD
    return False
