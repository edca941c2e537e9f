"""Rules over the path."""
import cython

if not cython.compiled:
    from .host import *


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def remove_dot_segments(u: Url) -> cython.bint:
    """/a/./b/../c -> /a/c (RFC 3986 5.2.4, 6.2.2.3)."""
    b: cython.p_uchar = u.b
    base: Pos = u.at[PATH]
    i: Pos = base
    w: Pos = base
    end: Pos = u.to[PATH]
    n: Pos
    while i < end:                        # b[i] is '/': one segment a turn
        n = find(b, i + 1, end, ord("/"))
        if b[n - 1] == ord(".") and (n - i == 2 or (n - i == 3 and b[i + 1] == ord("."))):
            if n - i == 3:
                if w == base:
                    u.flags |= F_CLIMBS
                else:
                    w -= 1
                    while b[w] != ord("/"):
                        w -= 1
            if n == end:
                b[w] = ord("/")
                w += 1
            i = n
        else:
            w = shift(b, w, i, n)
            i = n
    u.to[PATH] = w
    if w == end:
        return False
    touch_path_end(u)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def slash_empty_path(u: Url) -> cython.bint:
    """http://example.com -> http://example.com/ (RFC 3986 6.2.3)."""
    if u.to[PATH] > u.at[PATH]:
        return False
    if not reserve(u, 1):
        return out_of_memory(u)
    u.at[PATH] = u.n
    put(u, ord("/"))
    u.to[PATH] = u.n
    u.seen |= cython.cast(Mask, 1) << (HAS + PATH)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_path_session(p: Plan, u: Url) -> cython.bint:
    """;jsessionid=.. , ;phpsessid=.. and ASP.NET's /(S(..))/ go; then dot segments once more, for one may have come to light."""
    b: cython.p_uchar = u.b
    i: Pos = u.at[PATH]
    k: Pos
    w: Pos = i
    end: Pos = u.to[PATH]
    while i < end:
        k = find(b, i, end, ord(";"))
        w = shift(b, w, i, k)
        i = k + 1
        if spells(b, i, end, b"jsessionid=", 11) or spells(b, i, end, b"phpsessid=", 10):
            while i < end and b[i] != ord("/") and b[i] != ord(";"):
                i += 1
        elif k < end:
            b[w] = ord(";")
            w += 1
    end = w
    i = w = u.at[PATH]
    while i < end:
        k = find(b, i, end, ord("("))
        w = shift(b, w, i, k)
        i = behind_cookieless(p, b, k, end) if w > u.at[PATH] and b[w - 1] == ord("/") else k
        if i == k and k < end:
            b[w] = ord("(")
            w += 1
            i += 1
    if w == u.to[PATH]:
        return False
    u.to[PATH] = w
    u.seen |= cython.cast(Mask, ODDSEG) << IN_PATH
    touch_path_end(u)
    remove_dot_segments(u)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def behind_cookieless(p: Plan, b: cython.p_const_uchar, i: Pos, end: Pos) -> Pos:
    """A segment begins at b[i]: where it ends, its '/' included, if it is ASP.NET's cookieless state; else i. All such in a row."""
    k: Pos
    s: Pos
    kind: cython.uchar
    while i < end and b[i] == ord("("):
        k = i + 1
        while k + 1 < end and (b[k] == ord("S") or b[k] == ord("A") or b[k] == ord("F")) and b[k + 1] == ord("("):
            kind = b[k]
            s = k + 2
            k = s
            while k < end and (p.cls[b[k]] & UNRES and b[k] != ord(".") and b[k] != ord("~")):
                if kind == ord("S") and (b[k] == ord("-") or b[k] == ord("_")):
                    break
                k += 1
            if k >= end or b[k] != ord(")") or k - s < 16 or (kind == ord("S") and k - s != 24):
                return i
            k += 1
        if k == i + 1 or k >= end or b[k] != ord(")"):
            return i
        k += 1
        if k < end and b[k] != ord("/"):
            return i
        i = k + 1 if k < end else k
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def collapse_slashes(p: Plan, u: Url) -> cython.bint:
    """/a//b -> /a/b ; not from an embedded URL on: /web/http://a//b names another address."""
    b: cython.p_uchar = u.b
    i: Pos = u.at[PATH]
    w: Pos = i
    end: Pos = u.to[PATH]
    while i < end:
        if w > u.at[PATH] and b[w - 1] == ord("/"):
            if b[i] == ord("/"):
                i += 1
                continue
            if b[i] | 32 == ord("h") and embeds_url(b, i, end):
                break
        b[w] = b[i]
        w += 1
        i += 1
    u.to[PATH] = shift(b, w, i, end)
    if u.to[PATH] == end:
        return False
    note_path_end(p, u)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def embeds_url(b: cython.p_uchar, i: Pos, end: Pos) -> cython.bint:
    """Does 'http:/' or 'https:/' stand at b[i]?"""
    return spells(b, i, end, b"http:/", 6) or spells(b, i, end, b"https:/", 7)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keeps_index_files(p: Plan, u: Url) -> cython.bint:
    """Are the paths of this host names of files or titles, where index.html is one like any other?"""
    look_up(p, u)
    return p.site_flags[u.site] & S_KEEP_INDEX != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_index_file(p: Plan, u: Url) -> cython.bint:
    """/a/index.html -> /a/ , by listed names; never while a query is left, for index.php?x is another page."""
    b: cython.p_uchar = u.b
    base: Pos = u.at[PATH]
    end: Pos = u.to[PATH]
    k: Pos
    n: Pos
    found: Pos
    if u.to[QUERY] > u.at[QUERY]:
        return False
    while True:
        k = end
        if k > base + 1 and b[k - 1] == ord("/"):
            k -= 1
        found = 0
        if not may_be_index(p, b, base + 1, k):
            break
        for n in range(p.index.shortest, p.index.longest + 1):
            if k - n > base and b[k - n - 1] == ord("/") and number_of(p.index, 0, b, k - n, k):
                found = n
        if found == 0:
            break
        end = k - found
    if end == u.to[PATH] or keeps_index_files(p, u):
        return False
    u.to[PATH] = end
    note_path_end(p, u)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def strip_slash(p: Plan, u: Url) -> cython.bint:
    """/a/ -> /a ; the root stays '/'."""
    end: Pos = u.to[PATH]
    while end > u.at[PATH] + 1 and u.b[end - 1] == ord("/"):
        end -= 1
    if end == u.to[PATH]:
        return False
    u.to[PATH] = end
    note_path_end(p, u)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_slash(u: Url) -> cython.bint:
    """/a -> /a/ , unless a query follows or the last segment looks like a file: a '.' after its first byte."""
    b: cython.p_uchar = u.b
    k: Pos = u.to[PATH] - 1
    i: Pos = u.at[PATH]
    if u.to[QUERY] > u.at[QUERY] or k < i or b[k] == ord("/"):
        return False
    while k > i and b[k - 1] != ord("/"):
        if b[k] == ord("."):
            return False
        k -= 1
    if not reserve(u, u.to[PATH] - i + 1):
        return out_of_memory(u)
    k = u.n
    u.n = copy(u.b, u.n, u.b, i, u.to[PATH])
    put(u, ord("/"))
    u.at[PATH] = k
    u.to[PATH] = u.n
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fold_path_case(p: Plan, u: Url) -> cython.bint:
    """/Intl/About -> /intl/about , where the site's policy says that case does not matter; escapes keep theirs."""
    b: cython.p_uchar = u.b
    k: Pos = u.at[PATH]
    end: Pos = u.to[PATH]
    done: cython.bint = False
    look_up(p, u)
    if not p.site_flags[u.site] & S_FOLD_CASE:
        return False
    while k < end:
        if escape(p, b, k, end):
            k += 2
        elif b[k] >= ord("A") and b[k] <= ord("Z"):
            b[k] |= 32
            done = True
        k += 1
    return done
