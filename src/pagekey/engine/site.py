"""Rules that the policy feeds: parameters kept, dropped, defaulted; AMP twins; aliases of hosts."""
import cython

if not cython.compiled:
    from .query import *

OWN_PLACE = cython.declare(cython.const[cython.int], 2)     # kind_state: the value must stay within the site


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_params(p: Plan, u: Url) -> cython.bint:
    """Parameters that the policy or the site lists go; where the site says so, ';..' at the end of path segments too."""
    k: Pos
    n: Pos = 0
    done: cython.bint = False
    look_up(p, u)
    if p.site_flags[u.site] & S_DROP_PATH_PARAMS:
        done = drop_path_params(u)
    if p.drops.lengths == 0 or not cut_pairs(p, u) or u.opaque:
        return done
    for k in range(u.pairs):
        if is_dropped(p, u, k):
            continue
        n = keep_pair(u, k, n)
    return end_pairs(u, n) or done


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_dropped(p: Plan, u: Url, k: Pos) -> cython.bint:
    """Does the policy drop pair k everywhere, or the site here?"""
    shape: cython.int = number_of(p.drops, 0, u.b, u.pair[3 * k], u.pair[3 * k + 1])
    if shape == 0 and u.site:
        shape = number_of(p.drops, u.site, u.b, u.pair[3 * k], u.pair[3 * k + 1])
    return shape != 0 and fits(p, u, shape, k)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_path_params(u: Url) -> cython.bint:
    """/a;x=1/b;y -> /a/b ; dot segments that come to light go."""
    b: cython.p_uchar = u.b
    i: Pos
    w: Pos = u.at[PATH]
    inside: cython.bint = False
    for i in range(u.at[PATH], u.to[PATH]):
        if b[i] == ord("/"):
            inside = False
        elif b[i] == ord(";"):
            inside = True
        if not inside:
            b[w] = b[i]
            w += 1
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
def keep_params(p: Plan, u: Url) -> cython.bint:
    """Where a keep-list holds, of the site or under params = "keep-listed", every other parameter goes."""
    k: Pos
    n: Pos = 0
    look_up(p, u)
    if not p.keep_listed and not p.site_flags[u.site] & S_KEEP:
        return False
    if not cut_pairs(p, u) or u.opaque:
        return False
    for k in range(u.pairs):
        if listed_for(p, u, p.keep, u.pair[3 * k], u.pair[3 * k + 1]):
            n = keep_pair(u, k, n)
    return end_pairs(u, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sign(b: cython.p_const_uchar, i: Pos, end: Pos, c: cython.uchar, escaped: cython.p_const_uchar) -> Pos:
    """How many bytes b[i:end] spends on the sign c, written plainly or as this escape; 0 = it does not begin so."""
    if i < end and b[i] == c:
        return 1
    return 3 if spells(b, i, end, escaped, 3) else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def place_of(b: cython.p_const_uchar, i: Pos, end: Pos) -> Pos:
    """Is b[i:end] a path or a web URL? 0 = neither; -1 = a path on the same host; else where the host begins."""
    n: Pos = sign(b, i, end, ord("/"), b"%2f")
    if n == 0:
        if not spells(b, i, end, b"http", 4):
            return 0
        i += 4
        if i < end and b[i] | 32 == ord("s"):
            i += 1
        n = sign(b, i, end, ord(":"), b"%3a")
        i += n
        if n:
            n = sign(b, i, end, ord("/"), b"%2f")
        if n == 0 or sign(b, i + n, end, ord("/"), b"%2f") == 0:
            return 0
    elif sign(b, i + n, end, ord("/"), b"%2f") == 0:
        return -1
    return i + n + sign(b, i + n, end, ord("/"), b"%2f")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def label_before(u: Url, k: Pos) -> Pos:
    """Where the label of the host begins that ends in front of the '.' at k - 1; where there is none, the host."""
    k -= 1
    while k > u.at[HOST] and u.b[k - 1] != ord("."):
        k -= 1
    return k if k > u.at[HOST] else u.at[HOST]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def domain_at(p: Plan, u: Url) -> Pos:
    """After look_up_suffix: where the public suffix and one label begin, the registrable domain; an address or a suffix is its own."""
    start: Pos = label_before(u, u.to[HOST] + 1)
    k: Pos = start
    while k < u.to[HOST] and p.hexv[u.b[k]] <= 9:
        k += 1
    if k == u.to[HOST] or u.b[u.at[HOST]] == ord("["):
        return u.at[HOST]                 # the last label is a number, so it is an address
    return label_before(u, u.suffix if u.suffix < u.to[HOST] else start)     # under no known suffix the last label is taken for one


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_own(p: Plan, u: Url, i: Pos, last: Pos) -> cython.bint:
    """Is the host at the beginning of b[i:last] in the registrable domain of this one? An address is a domain of its own."""
    k: Pos
    n: Pos
    c: cython.uchar
    start: Pos
    end: Pos = i
    while end < last and p.cls[u.b[end]] & UNRES:
        end += 1
    look_up_suffix(p, u)
    start = domain_at(p, u)
    n = u.to[HOST] - start
    if end - i < n or (end - i > n and u.b[end - n - 1] != ord(".")):
        return False
    for k in range(n):
        c = u.b[end - n + k]
        if c != u.b[start + k] and (not p.cls[c] & UPPER or c | 32 != u.b[start + k]):
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_state(p: Plan, u: Url) -> cython.bint:
    """back=/prev.aspx : where the visitor came from or will return to is no part of the page. What leads on to another site may be."""
    k: Pos
    n: Pos = 0
    eq: Pos
    end: Pos
    place: Pos
    if not some_listed(p, u) or u.opaque:
        return False
    for k in range(u.pairs):
        if p.kind_state[u.kind[k]]:
            eq, end = u.pair[3 * k + 1], u.pair[3 * k + 2]
            place = place_of(u.b, eq + 1, end) if eq < end else 0
            if place > 0 and p.kind_state[u.kind[k]] == OWN_PLACE and not is_own(p, u, place, end):
                place = 0
            if place and not is_kept(p, u, u.pair[3 * k], eq):
                continue
        n = keep_pair(u, k, n)
    return end_pairs(u, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drop_default_params(p: Plan, u: Url) -> cython.bint:
    """sort=ascending goes where the policy or the site says that this is what the page does without it."""
    k: Pos
    n: Pos = 0
    if p.defaults.lengths == 0 or not cut_pairs(p, u) or u.opaque:
        return False
    look_up(p, u)
    for k in range(u.pairs):
        if listed_for(p, u, p.defaults, u.pair[3 * k], u.pair[3 * k + 2]):
            continue
        n = keep_pair(u, k, n)
    return end_pairs(u, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fold_amp(p: Plan, u: Url) -> cython.bint:
    """Where the site says that its AMP pages are twins: the last segment 'amp' and the parameter 'amp' go."""
    b: cython.p_uchar = u.b
    end: Pos = u.to[PATH]
    k: Pos
    n: Pos = 0
    done: cython.bint = False
    look_up(p, u)
    if not p.site_flags[u.site] & S_AMP:
        return False
    while end > u.at[PATH]:
        k = end
        while k > u.at[PATH] and b[k - 1] == ord("/"):
            k -= 1
        if k - u.at[PATH] < 4 or b[k - 4] != ord("/") or not spells(b, k - 3, k, b"amp", 3):
            break
        end = k - 3
        done = True
    if done:
        u.to[PATH] = end
        touch_path_end(u)
    if not cut_pairs(p, u) or u.opaque:
        return done
    for k in range(u.pairs):
        if u.pair[3 * k + 1] - u.pair[3 * k] == 3 and spells(b, u.pair[3 * k], u.pair[3 * k + 1], b"amp", 3):
            continue
        n = keep_pair(u, k, n)
    return end_pairs(u, n) or done


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def text_is(p: Plan, off: Pos, n: Pos, b: cython.p_const_uchar, i: Pos, end: Pos) -> cython.bint:
    """Does b[i:end] begin with the n bytes of the plan's text at off?"""
    k: Pos
    if end - i < n:
        return False
    for k in range(n):
        if b[i + k] != p.text[off + k]:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def put_text(u: Url, p: Plan, off: Pos, n: Pos) -> cython.void:
    """Append the plan's text; the caller reserved room."""
    u.n = copy(u.b, u.n, p.text, off, off + n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def alias_host(p: Plan, u: Url) -> cython.bint:
    """One address of a site is another: host, port and leading segments are replaced, the rest of the path is kept.

    code at the site's place: how many, then ten numbers each: offset and length in text of port and path to match, and of
    host, port and path to write, and two spare ones."""
    at: Pos
    k: Pos
    end: Pos
    look_up(p, u)
    at = p.site_alias[u.site]
    if at == 0:
        return False
    for k in range(p.code[at]):
        if alias_matches(p, u, at + 1 + 10 * k):
            end = u.at[PATH] + p.code[at + 4 + 10 * k]
            u.form = k
            return write_alias(p, u, at + 1 + 10 * k, end)
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def alias_matches(p: Plan, u: Url, c: Pos) -> cython.bint:
    """Port equal, and the path begins with the alias's whole segments?"""
    n: Pos = p.code[c + 3]
    if u.to[PORT] - u.at[PORT] != p.code[c + 1] or not text_is(p, p.code[c], p.code[c + 1], u.b, u.at[PORT], u.to[PORT]):
        return False
    if not text_is(p, p.code[c + 2], n, u.b, u.at[PATH], u.to[PATH]):
        return False
    return u.at[PATH] + n == u.to[PATH] or u.b[u.at[PATH] + n] == ord("/")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_alias(p: Plan, u: Url, c: Pos, rest: Pos) -> cython.bint:
    """Put the alias's target in place; the path from `rest` on is kept. False: it stood there already."""
    end: Pos = u.to[PATH]
    same: cython.bint
    same = u.to[HOST] - u.at[HOST] == p.code[c + 5] and text_is(p, p.code[c + 4], p.code[c + 5], u.b, u.at[HOST], u.to[HOST])
    same = same and u.to[PORT] - u.at[PORT] == p.code[c + 7]
    same = same and text_is(p, p.code[c + 6], p.code[c + 7], u.b, u.at[PORT], u.to[PORT])
    if same and p.code[c + 9] == p.code[c + 3] and text_is(p, p.code[c + 8], p.code[c + 9], u.b, u.at[PATH], end):
        return False
    if not reserve(u, p.code[c + 5] + p.code[c + 7] + p.code[c + 9] + end - rest + 1):
        return out_of_memory(u)
    u.at[HOST] = u.n
    put_text(u, p, p.code[c + 4], p.code[c + 5])
    u.to[HOST] = u.at[PORT] = u.n
    put_text(u, p, p.code[c + 6], p.code[c + 7])
    u.to[PORT] = u.at[PATH] = u.n
    put_text(u, p, p.code[c + 8], p.code[c + 9])
    u.n = copy(u.b, u.n, u.b, rest, end)
    if u.n == u.at[PATH]:
        put(u, ord("/"))
    u.to[PATH] = u.n
    u.walked = 0
    return True
