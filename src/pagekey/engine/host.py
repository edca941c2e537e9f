"""Rules over scheme, userinfo, host, port and fragment."""
import cython

if not cython.compiled:
    from .escapes import *


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def remove_tabs(p: Plan, u: Url) -> cython.bint:
    """TAB, LF and CR go, wherever they stand (URL standard 4.4); then the URL is cut anew.

    Not so without a scheme: no browser reads it, and two lines of a cell would become one host."""
    b: cython.p_uchar = u.b
    i: Pos
    w: Pos = 0 if u.to[LEAD] == u.at[LEAD] else u.at[SCHEME]     # what trim took must not come back
    start: Pos = w
    tail: Pos = u.at[TAIL]
    for i in range(u.at[SCHEME], tail):
        if not p.cls[b[i]] & WHITESPACE:
            b[w] = b[i]
            w += 1
    if w - start == tail - u.at[SCHEME]:
        return False
    u.n = w if u.to[TAIL] == tail else shift(b, w, tail, u.n)
    split(p, u)
    if u.seen & ASSUMED and u.status != UNPARSED:
        u.status = UNPARSED
        u.flags = 0
        leave_whole(p, u, u.at[SCHEME], u.at[TAIL])
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fix_backslashes(u: Url) -> cython.bint:
    """http:\\\\a\\b -> http://a/b : before the query, as browsers read it (URL standard 4.4)."""
    part: cython.int
    k: Pos
    done: cython.bint = False
    for part in range(SCHEME, QUERY):
        if part != SCHEME and part != PATH:
            continue
        for k in range(u.at[part], u.to[part]):
            if u.b[k] == ord("\\"):
                u.b[k] = ord("/")
                done = True
    u.seen |= cython.cast(Mask, ODDSEG) << IN_PATH
    touch_path_end(u)
    return done


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fix_slashes(u: Url) -> cython.bint:
    """http:/a, http:a and http:///a -> http://a , as browsers read them (URL standard 4.4)."""
    i: Pos = u.at[SCHEME]
    n: Pos = find(u.b, i, u.to[SCHEME], ord(":")) - i + 1
    if u.to[SCHEME] - i == n + 2:
        return False
    if u.to[SCHEME] - i > n + 2:
        u.to[SCHEME] = i + n + 2
        return True
    return write_scheme(u, i, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_scheme(u: Url, i: Pos, n: Pos) -> cython.bint:
    """The scheme slice becomes b[i:i+n] (through the ':') and '//'."""
    if not reserve(u, n + 2):
        return out_of_memory(u)
    u.at[SCHEME] = u.n
    u.n = copy(u.b, u.n, u.b, i, i + n)
    put(u, ord("/"))
    put(u, ord("/"))
    u.to[SCHEME] = u.n
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def assume_http(u: Url) -> cython.bint:
    """example.com/a and //example.com/a -> http://example.com/a ."""
    if not reserve(u, 8):
        return out_of_memory(u)
    u.at[SCHEME] = u.n
    u.n = copy(u.b, u.n, b"http://", 0, 7)
    u.to[SCHEME] = u.n
    u.seen |= cython.cast(Mask, 1) << (HAS + SCHEME)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lowercase(p: Plan, u: Url, part: cython.int) -> cython.bint:
    """HTTP://Example.COM -> http://example.com (scheme and host only; escapes of a host keep their digits)."""
    k: Pos = u.at[part]
    done: cython.bint = False
    while k < u.to[part]:
        if part == HOST and not u.is_web and escape(p, u.b, k, u.to[part]):
            k += 2
        elif u.b[k] >= ord("A") and u.b[k] <= ord("Z"):
            u.b[k] |= 32
            done = True
        k += 1
    return done


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def host_to_ascii(p: Plan, u: Url) -> cython.bint:
    """A host with escapes or non-ASCII becomes what UTS 46 makes of it: the caller has asked, or must (status PUNT)."""
    if not u.is_web:
        return False
    if not u.foreign_known:
        u.status = PUNT
        u.seen = 0
        return False
    if not reserve(u, u.ascii.n):
        return out_of_memory(u)
    u.at[HOST] = u.n
    u.n = copy(u.b, u.n, u.ascii.b, 0, u.ascii.n)
    u.to[HOST] = u.n
    u.walked = 0
    u.seen &= ~cython.cast(Mask, HOST_FOREIGN)
    check_host(p, u)
    if u.status == UNPARSED:
        u.seen = 0
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def canonical_ip(p: Plan, u: Url) -> cython.bint:
    """0xCB.0.0x71.7 -> 203.0.113.7, [0:0::1] -> [::1] (URL standard 3.5, RFC 5952 4)."""
    i: Pos = u.at[HOST]
    end: Pos = u.to[HOST]
    value: cython.longlong
    k: Pos
    if i == end or not reserve(u, 48):
        return False
    k = u.n
    if u.b[i] == ord("["):
        if not parse_ip6(p, u, u.b, i + 1, end - 1):
            return False
        write_ip6(u)
    else:
        value = parse_ip4(p, u.b, i, end)
        if value < 0:
            return False
        write_ip4(u, value)
    if u.n - k == end - i:
        while i < end and u.b[i] == u.b[k + i - u.at[HOST]]:
            i += 1
        if i == end:
            u.n = k
            return False
    u.at[HOST] = k
    u.to[HOST] = u.n
    u.walked = 0
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_host_dot(p: Plan, u: Url) -> cython.bint:
    """a..example.com. -> a.example.com ; not where a broken IP address would remain. One that is sound is read again."""
    i: Pos = u.at[HOST]
    end: Pos = u.to[HOST]
    k: Pos = u.n
    if u.b[i] == ord("[") or not reserve(u, end - i + 1):
        return False
    while i < end:
        if u.b[i] != ord(".") or (u.n > k and u.b[u.n - 1] != ord(".")):
            put(u, u.b[i])
        i += 1
    if u.n > k and u.b[u.n - 1] == ord("."):
        u.n -= 1
    if u.n == k or u.n - k == end - u.at[HOST] or parse_ip4(p, u.b, k, u.n) == NO_ADDRESS:
        u.n = k
        return False
    u.at[HOST] = k
    u.to[HOST] = u.n
    u.walked = 0
    u.seen |= HOST_WWW
    canonical_ip(p, u)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def port_is(u: Url, a: cython.int) -> cython.bint:
    """Is the port the number a?"""
    k: Pos
    value: cython.int = 0
    for k in range(u.at[PORT] + 1, u.to[PORT]):
        value = value * 10 + (u.b[k] - 48)
    return value == a


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_default_port(u: Url) -> cython.bint:
    """':' alone and the port of the scheme go, leading zeros too (RFC 3986 6.2.3)."""
    b: cython.p_uchar = u.b
    n: Pos = u.to[SCHEME] - u.at[SCHEME]
    i: Pos = u.at[SCHEME]
    k: Pos = u.at[PORT] + 1
    if u.to[PORT] == k:
        return drop(u, PORT)
    if u.to[PORT] < k:
        return False
    if (spells(b, i, i + n, b"http://", 7) or spells(b, i, i + n, b"ws://", 5)) and port_is(u, 80):
        return drop(u, PORT)
    if (spells(b, i, i + n, b"https://", 8) or spells(b, i, i + n, b"wss://", 6)) and port_is(u, 443):
        return drop(u, PORT)
    if spells(b, i, i + n, b"ftp://", 6) and port_is(u, 21):
        return drop(u, PORT)
    while k < u.to[PORT] - 1 and b[k] == ord("0"):
        k += 1
    if k == u.at[PORT] + 1:
        return False
    u.at[PORT] = k - 1
    b[k - 1] = ord(":")
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_scheme(u: Url) -> cython.bint:
    """http:// and https:// go, and with them ports 80 and 443 under either.

    Kept (as http:// if it was not written) where the key would be read as another URL: a host called http with a port."""
    done: cython.bint = False
    if u.to[PORT] > u.at[PORT] and (u.to[PORT] == u.at[PORT] + 1 or port_is(u, 80) or port_is(u, 443)):
        done = drop(u, PORT)
    if u.to[PORT] > u.at[PORT] and is_web_name(u.b, u.at[HOST], u.to[HOST]):
        if u.to[SCHEME] - u.at[SCHEME] < 7:
            assume_http(u)
            done = True
        return done
    return drop(u, SCHEME) or done


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def look_up(p: Plan, u: Url) -> cython.void:
    """The site of the present host, once; with 'www.' in front also whether a public suffix stands behind it, for strip-www will ask."""
    i: Pos = u.at[HOST]
    end: Pos = u.to[HOST]
    www: cython.bint = u.seen & HOST_WWW != 0 and is_www(u.b, i, end)
    if u.walked:
        return
    u.walked = 1
    if may_be_known(p.hosts, u.b, i, end, www):
        walk(p.hosts, u, u.b, i, end, i + 4 if www else NO_LABEL)
    else:
        u.site = 0
        u.asked = i + 4 if www else NO_LABEL
        u.suffix = end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def look_up_suffix(p: Plan, u: Url) -> cython.void:
    """Site and public suffix of the present host, once."""
    if u.walked < 2:
        walk(p.hosts, u, u.b, u.at[HOST], u.to[HOST], ALL_LABELS)
        u.walked = 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_dot(b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Has the host b[i:end] two labels or more? Looked for from the right, where a dot is near."""
    while end > i and b[end - 1] != ord("."):
        end -= 1
    return end > i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def strip_www(p: Plan, u: Url) -> cython.bint:
    """www.example.com -> example.com, unless a public suffix or a single label would remain, or the site says otherwise."""
    i: Pos = u.at[HOST]
    end: Pos = u.to[HOST]
    if not is_www(u.b, i, end):
        return False
    look_up(p, u)
    if p.site_flags[u.site] & S_WWW_DISTINCT:
        return False
    while is_www(u.b, i, end):
        if not has_dot(u.b, i + 4, end):
            break
        if end - i > LONGEST_SUFFIX:      # what is longer than any suffix need not be asked for
            i += 4
            continue
        if u.asked != i + 4:
            walk(p.hosts, u, u.b, i + 4, end, i + 4)
            u.walked = 1
        if u.suffix == i + 4:
            break
        i += 4
    if i == u.at[HOST]:
        return False
    u.at[HOST] = i
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fold_mobile_host(p: Plan, u: Url) -> cython.bint:
    """m.example.com -> example.com, where the site says that its mobile or AMP host is a twin."""
    i: Pos = u.at[HOST]
    end: Pos = u.to[HOST]
    k: Pos = find(u.b, i, end, ord("."))
    folds: cython.uint
    look_up(p, u)
    folds = p.site_flags[u.site]
    if not folds & (S_MOBILE | S_AMP):
        return False
    look_up_suffix(p, u)
    if k == end or u.suffix <= k + 1 or find(u.b, k + 1, end, ord(".")) == end:
        return False
    if folds & S_MOBILE and number_of(p.values, 0, u.b, i, k) == 2 or folds & S_AMP and number_of(p.values, 0, u.b, i, k) == 3:
        u.at[HOST] = k + 1
        u.seen |= HOST_WWW
        return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_bare_route(b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """#/, #! or #!/ : the page without a route."""
    return end - i < 3 or (end - i == 3 and b[i + 1] == ord("!") and b[i + 2] == ord("/"))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_fragment(u: Url) -> cython.bint:
    """Anchors and text directives go; routes of a program in the page (#/x, #!x) stay."""
    b: cython.p_uchar = u.b
    i: Pos = u.at[FRAGMENT]
    end: Pos = u.to[FRAGMENT]
    k: Pos = i + 1
    if i == end:
        return False
    if end - i < 2 or (b[k] != ord("/") and b[k] != ord("!")):
        return drop(u, FRAGMENT)
    while k < end - 2 and not (b[k] == ord(":") and b[k + 1] == ord("~") and b[k + 2] == ord(":")):
        k += 1
    if k < end - 2:
        end = k
    if is_bare_route(b, i, end):
        return drop(u, FRAGMENT)
    if end == u.to[FRAGMENT]:
        return False
    u.to[FRAGMENT] = end
    return True
