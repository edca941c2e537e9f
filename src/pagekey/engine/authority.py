"""Scheme and authority, and whether a string is a web address at all."""
import cython

if not cython.compiled:
    from .url import *


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut_scheme(p: Plan, u: Url, i: Pos, end: Pos) -> Pos:
    """Slice SCHEME. Returns where the authority begins, or -1: there is none, and status says why."""
    b: cython.p_uchar = u.b
    k: Pos = i
    n: Pos = behind_common(b, i, end)
    c: cython.uint
    seen: cython.uint = 0
    if n:
        cut(u, SCHEME, i, n)
        return n
    while k < end:
        c = p.cls[b[k]]
        if not c & SCH:
            break
        seen |= c
        k += 1
    if k < end and k > i and b[k] == ord(":") and b[i] | 32 >= ord("a"):
        if seen & UPPER:
            u.seen |= SCHEME_UPPER
        if is_web_name(b, i, k):
            n = k + 1
            while n < end and (b[n] == ord("/") or b[n] == ord("\\")):
                if b[n] == ord("\\"):
                    u.seen |= BACK
                n += 1
            if n - k != 3:
                u.seen |= SLASHES
            cut(u, SCHEME, i, n)
            return n
        if not is_host_port(p, b, i, k, end):
            return cut_other_scheme(u, i, k, end)
        u.seen &= ~cython.cast(Mask, SCHEME_UPPER)
    return cut_no_scheme(p, u, i, end)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def behind_common(b: cython.p_const_uchar, i: Pos, end: Pos) -> Pos:
    """Where the authority begins if 'http://' or 'https://' stands at b[i] and no third slash follows, as nearly always; else 0."""
    if end - i < 9 or b[i] != ord("h") or b[i + 1] != ord("t") or b[i + 2] != ord("t") or b[i + 3] != ord("p"):
        return 0
    i += 5 if b[i + 4] == ord("s") else 4
    if b[i] != ord(":") or b[i + 1] != ord("/") or b[i + 2] != ord("/") or b[i + 3] == ord("/") or b[i + 3] == ord("\\"):
        return 0
    return i + 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_web_name(b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Is b[i:end] 'http' or 'https', in any letter case?"""
    if end - i < 4 or end - i > 5 or b[i] | 32 != ord("h") or b[i + 1] | 32 != ord("t"):
        return False
    if b[i + 2] | 32 != ord("t") or b[i + 3] | 32 != ord("p"):
        return False
    return end - i == 4 or b[i + 4] | 32 == ord("s")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_host_port(p: Plan, b: cython.p_const_uchar, i: Pos, k: Pos, end: Pos) -> cython.bint:
    """`name:digits` is host and port when the name has a dot or is localhost, and nothing else follows the digits."""
    n: Pos = k + 1
    if find(b, i, k, ord(".")) == k and not (k - i == 9 and spells(b, i, k, b"localhost", 9)):
        return False
    while n < end and p.hexv[b[n]] <= 9:
        n += 1
    return n > k + 1 and (n == end or p.cls[b[n]] & (SLASH | CUT | BACKSLASH) != 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut_other_scheme(u: Url, i: Pos, k: Pos, end: Pos) -> Pos:
    """A scheme that is not the web's: cut it if '//' follows, else the string stays whole."""
    b: cython.p_uchar = u.b
    u.is_web = False
    if k + 1 < end and b[k + 1] <= 32:
        u.status = UNPARSED
        return -1
    u.status = NOT_WEB
    if k + 2 < end and b[k + 1] == ord("/") and b[k + 2] == ord("/"):
        cut(u, SCHEME, i, k + 3)
        return k + 3
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def assumed_web(p: Plan, u: Url, i: Pos, end: Pos) -> cython.bint:
    """Is this a web address without scheme? By its host: a known public suffix at its end, an IP address or localhost."""
    b: cython.p_uchar = u.b
    k: Pos = i
    n: Pos
    c: cython.uint = 0
    seen: cython.uint = 0
    while k < end:
        c = p.cls[b[k]]
        if c & (SLASH | CUT | BACKSLASH):
            break
        if b[k] == ord("@") or c & WHITESPACE:
            return False
        k += 1
    if k == i:
        return False
    n = find(b, i, k, ord("]")) + 1 if b[i] == ord("[") else find(b, i, k, ord(":"))
    if n < k and not is_port(p, b, n, k):
        return False
    if b[i] == ord("["):
        return n <= k
    for k in range(i, n):
        if b[k] == ord("%") or b[k] >= 128:
            seen |= HOST_FOREIGN
        elif p.cls[b[k]] & FORBIDDEN:
            return False
    if seen == 0:
        return known_host(p, u, b, i, n)
    if u.foreign_known:
        return known_host(p, u, u.ascii.b, 0, u.ascii.n)
    cut(u, HOST, i, n)
    u.status = PUNT
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut_no_scheme(p: Plan, u: Url, i: Pos, end: Pos) -> Pos:
    """`//host` or `host`: what cut_scheme returns for a string without scheme."""
    b: cython.p_uchar = u.b
    u.seen |= ASSUMED
    u.flags |= F_ASSUMED
    if end - i > 1 and b[i] == ord("/") and b[i + 1] == ord("/"):
        cut(u, SCHEME, i, i + 2)
        return i + 2
    cut(u, SCHEME, i, i)
    if assumed_web(p, u, i, end):
        return i
    u.flags &= ~F_ASSUMED
    if u.status != PUNT:
        u.status = UNPARSED
        return -1
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_port(p: Plan, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Is b[i:end] a ':' and one digit or more?"""
    k: Pos
    for k in range(i + 1, end):
        if p.hexv[b[k]] > 9:
            return False
    return b[i] == ord(":") and end > i + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def known_host(p: Plan, u: Url, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Does the host end in an ICANN suffix behind a dot, or is it a dotted quad or localhost?"""
    dots: cython.int = 0
    k: Pos
    start: Pos = i
    whole: Pos = end
    letters: cython.bint = False
    while end > i and b[end - 1] == ord("."):
        end -= 1
    while i < end and b[i] == ord("."):
        i += 1
    for k in range(i, end):
        if b[k] == ord("."):
            dots += 1
        elif p.hexv[b[k]] > 9:
            letters = True
    if dots == 0:
        return end - i == 9 and spells(b, i, end, b"localhost", 9)
    if ends_in_number(p, b, i, end):
        return dots == 3 and not letters and start == i and whole - end < 2 and parse_ip4(p, b, i, end) >= 0
    walk(p.hosts, u, b, i, end, ALL_LABELS)
    return u.suffix < end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut_authority(p: Plan, u: Url, i: Pos, end: Pos) -> Pos:
    """Slice USER, HOST and PORT. Returns where the path begins."""
    b: cython.p_uchar = u.b
    k: Pos
    at: Pos = i                           # where the block of up to 32 bytes begins
    m: Mask
    c: cython.uint
    seen: cython.uint = 0                 # a '.' is seen where it follows another
    stop: cython.uint = SLASH | CUT | BACKSLASH if u.is_web else SLASH | CUT
    while at < end:
        m = marked(b, at, min(end, at + 32), HOST_TEXT)     # hosts are short
        while m:
            k = at + lowest(m)
            m &= m - 1
            c = p.cls[b[k]]
            if c & stop:
                end = k
                break
            seen |= c
        at += 32
    k = end
    if u.status == PUNT:
        return k
    if seen & NOHOST or k == i:
        cut_odd_authority(p, u, i, k)
    else:
        u.at[USER] = u.to[USER] = i
        u.at[HOST] = i
        u.to[HOST] = u.at[PORT] = u.to[PORT] = k
        u.seen |= cython.cast(Mask, 1) << (HAS + HOST)
        if u.is_web:
            if seen & DOT or b[i] == ord(".") or b[k - 1] == ord("."):
                u.seen |= HOST_DOTTY
            note_host(p, u)
    return k


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def note_host(p: Plan, u: Url) -> cython.void:
    """The host is plain lower-case ASCII: which rules want it, and is it one?"""
    b: cython.p_uchar = u.b
    i: Pos = u.at[HOST]
    end: Pos = u.to[HOST]
    k: Pos = end
    if b[i] == ord("w") and is_www(b, i, end):
        u.seen |= HOST_WWW
    if u.seen & HOST_DOTTY:
        while k > i and b[k - 1] == ord("."):
            k -= 1
        if k == i:
            u.status = UNPARSED
        k = end - 1 if b[end - 1] == ord(".") else end
    if k == i or (p.hexv[b[k - 1]] > 15 and b[k - 1] | 32 != ord("x")):
        return                            # no number ends so
    while k > i and b[k - 1] != ord("."):
        k -= 1
    if p.hexv[b[k]] <= 9 and k < end and ends_in_number(p, b, i, end):
        u.seen |= HOST_NUMERIC
        if parse_ip4(p, b, i, end) < 0:
            u.status = UNPARSED


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cut_odd_authority(p: Plan, u: Url, i: Pos, end: Pos) -> cython.void:
    """The uncommon authority: userinfo, port, capitals, brackets, escapes, or nonsense."""
    b: cython.p_uchar = u.b
    k: Pos
    s: Pos = i
    for k in range(i, end):
        if b[k] == ord("@"):
            s = k + 1
    cut(u, USER, i, s)
    if s > i:
        u.flags |= F_CREDENTIALS
        for k in range(i, s - 1):
            if p.cls[b[k]] & (ILLEGAL | PCT) or b[k] == ord("@"):
                u.seen |= USER_ODD
            if p.cls[b[k]] & WHITESPACE:
                u.seen |= TABS
    k = s
    if k < end and b[k] == ord("["):
        k = find(b, k, end, ord("]"))
        k = k + 1 if k < end else s
    else:
        k = find(b, s, end, ord(":"))
    cut(u, HOST, s, k)
    cut(u, PORT, k, end)
    for k in range(s, end):
        if p.cls[b[k]] & WHITESPACE:
            u.seen |= TABS
    if u.is_web:
        check_host(p, u)
    else:
        check_other_host(p, u)
    check_port(p, u)
    if u.status == UNPARSED and u.seen & TABS:
        u.seen = TABS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def check_host(p: Plan, u: Url) -> cython.void:
    """Note what rules want of this host; what no browser would ask for is unparsed (URL standard 3.5)."""
    b: cython.p_uchar = u.b
    i: Pos = u.at[HOST]
    end: Pos = u.to[HOST]
    k: Pos
    prev: cython.uchar = ord(".")
    if i == end:
        u.status = UNPARSED
    elif b[i] == ord("["):
        u.seen |= HOST_NUMERIC
        if not parse_ip6(p, u, b, i + 1, end - 1):
            u.status = UNPARSED
        return
    for k in range(i, end):
        if b[k] == ord("%") or b[k] >= 128:
            u.seen |= HOST_FOREIGN
        elif p.cls[b[k]] & FORBIDDEN:
            u.status = UNPARSED
        elif b[k] == ord("."):
            if prev == ord("."):
                u.seen |= HOST_DOTTY
        u.seen |= p.cls[b[k]] & UPPER
        prev = b[k]
    if prev == ord("."):
        u.seen |= HOST_DOTTY
    if u.seen & HOST_FOREIGN or u.status == UNPARSED:
        return
    if is_www(b, i, end):
        u.seen |= HOST_WWW
    note_host(p, u)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def check_other_host(p: Plan, u: Url) -> cython.void:
    """The host of another scheme: anything goes, but brackets hold an IPv6 address."""
    b: cython.p_uchar = u.b
    k: Pos
    for k in range(u.at[HOST], u.to[HOST]):
        u.seen |= p.cls[b[k]] & UPPER
        if b[u.at[HOST]] != ord("[") and p.cls[b[k]] & (ILLEGAL | PCT):
            u.seen |= HOST_FOREIGN
    if u.to[HOST] > u.at[HOST] and b[u.at[HOST]] == ord("["):
        u.seen |= HOST_NUMERIC
        if not parse_ip6(p, u, b, u.at[HOST] + 1, u.to[HOST] - 1):
            u.status = UNPARSED


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def check_port(p: Plan, u: Url) -> cython.void:
    """A port is at most 65535 and of digits only."""
    k: Pos
    value: cython.int = 0
    if u.to[PORT] == u.at[PORT]:
        return
    if u.b[u.at[PORT]] != ord(":"):
        u.status = UNPARSED
        return
    for k in range(u.at[PORT] + 1, u.to[PORT]):
        if p.hexv[u.b[k]] > 9:
            u.status = UNPARSED
            return
        value = value * 10 + p.hexv[u.b[k]]
        if value > 65535:
            u.status = UNPARSED
            return
