"""Where test URLs come from: a grammar of URLs as people, programs and attackers write them, as strategies and as a plain mutator.

`urls()` is anything a column may hold, `web_urls()` what a browser would try to open. `mutated()` is for bulk runs: no shrinking,
the same strings on every Python for the same seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

from hypothesis import strategies as st

Text = st.SearchStrategy[str]
_T = TypeVar("_T")

SCHEMES = (
    *("http://", "https://", "HTTP://", "hTTpS://", "http:", "https:/", "http:///", "https:////", "http:\\\\", "https:\\/", "h\ttp://"),
    *("//", "//", "", "", "", "ht\ntps:\r//"),
)
OTHER_SCHEMES = (
    *("ftp://", "FTP://", "ws://", "wss://", "file://", "file:///", "foo+bar.baz-1://", "a.com://", "localhost://", "gopher://"),
    *("mailto:", "javascript:", "data:text/html,", "tel:", "urn:isbn:", "about:", "view-source:http://", "blob:https://", "foo:", "Note: "),
)
LABELS = (
    *("a", "example", "www", "www", "WWW", "m", "http", "https", "localhost", "co", "com", "xn--bcher-kva", "xn--a", "xn--"),
    *("_dmarc", "a_b", "-a-", "1", "0x7f"),
    *("b\u00fccher", "fa\u00df", "\u4f8b\u5b50", "\u4e2d\u56fd", "\u03b1\u03c2", "\uff57\uff57\uff57", "\u212a", "a\u00ad"),
    *("\u200d", "\u0646\u200c\u0627", "I\u0307", "e\u0301", "%65", "%C3%BC", "%2E"),
)
ENDS = (
    *(".com", ".COM", ".org", ".co.uk", ".gov.uk", ".de", ".cn", ".com.cn", ".\u4e2d\u56fd", ".xn--fiqs8s", "\u3002com"),
    *(".example", ".internal", ".kobe.jp"),
    *(".com.", ".com..", "..com", ".", "", ".pdf", ".1", ".0x", ".%63om", ".com%2e"),
)
HOSTS = (
    *("example.com", "www.example.com", "www.www.example.com", "www.com", "www.co.uk", "www.gov.uk", "example.co.uk"),
    *("localhost", "LOCALHOST.", "intranet"),
    *("http", "https", "http.", ".https", "www.http", ".", "..", "", ".com", "com.", "a..com", "a b.com", "a%00b.com"),
    *("a%2fb.com", "%", "%zz.com", "xn--", "\u00ad"),
    *("1.2.3.4..", "1.2.3.999..", "a.1..", "1..2", "09.1.1.1", "1.2.3", "1.2.3.4.5", "4294967295", "4294967296", "0x", "0x.0x"),
    *("\uff11.2.3.4", "www.1.2.3.4"),
)
IPV6 = (
    *("[::1]", "[::]", "[2001:DB8::1]", "[0:0:0:0:0:0:0:1]", "[1:0:0:2:0:0:0:3]", "[1:0:2:0:3:0:4:0]", "[::ffff:1.2.3.4]"),
    *("[::ffff:0102:0304]",),
    *("[1::]", "[::1", "::1]", "[fe80::1%25eth0]", "[v1.a]", "[::1].", "[:1]", "[1:2:3:4:5:6:7::]", "[0:0:1:0:0:1:0:0]", "[]"),
)
PORTS = (
    *("", "", "", "", ":", ":80", ":443", ":0080", ":00443", ":8080", ":0", ":00", ":21", ":65535", ":65536"),
    *(":99999999999999999999999", ":8o", ":-1", ":80:80", ":\u0661"),
)
USERINFO = ("", "", "", "", "", "u@", "u:p@", "@", ":@", "a@b@", "http:80@", "u%40x:%3a@", "\u00fc ser@", "a[b]@", "%zz@", "%7eu@", "u\\@")
SEGMENTS = (
    *("a", "b", "A", "index.html", "INDEX.HTM", "index.php", "default.aspx", "Default.asp", "index.pdf", ".", "..", "...", ".a"),
    *("a.", "%2e", "%2E%2e", ".%2e", "..;x"),
    *("", "", ";jsessionid=AB12.n1", "a;JSESSIONID=", "..;jsessionid=1", ".;phpsessid=x;v=1", "a;jsessionid=1;jsessionid=2"),
    *(";jsessionid=1:", "a;x=1"),
    *("(S(lit3py55t21z5v55vlm25s55))", "(s(lit3py55t21z5v55vlm25s55))", "(S(short))", "(A(0123456789abcdefABCDEF)F(0123456789abcdef_-))"),
    *("(S(lit3py55t21z5v55vlm25s55));jsessionid=1", "http:", "https:", "HTTP:", "http:;jsessionid=1", "http:\\", "example.com"),
    *("amp", "@user", "c++", "a:b"),
    *("%41", "%7E", "%2F", "%2f", "%3F", "%25", "%2541", "%%34%31", "%", "%4", "%zz", "%D6%D0", "%d6%d0", "\u4e2d\u6587", "a b"),
    *("\x00", "\x7f", "\x1f", "\u00a0"),
    *("<x>", '"', "{id}", "[1]", "|", "^", "`", "\ud800", "\udcd6\udcd0", "\ud83d\ude00", "\U0001f600", "\ufeff", "a\tb", "\n"),
    *("\\", "..\\", "+"),
)
NAMES = (
    *("a", "b", "id", "page", "A", "", "", "utm_source", "UTM_Campaign", "utm_", "utm_+x", "utm_a/b", "gclid", "fbclid"),
    *("share_token", "utm%5fmedium", "%75tm_term"),
    *("from", "FROM", "spm", "PHPSESSID", "jsessionid", "ASPSESSIONIDQQBCDEFG", "aspsessionid/x", "cfid", "CFTOKEN", "sid"),
    *("SID", "msockid", "back", "returnUrl"),
    *("amp;b", "amp;amp;b", "amp;utm_source", "amp;", "amp", "a+b", "a%20b", "a b", "x/y", "x:y", "?", "http://a.com/", "a[]"),
    *("%5b%5D", "\u4e2d", "%", "a;b", "guccounter"),
)
VALUES = (
    *("", "1", "2", "x", "x", "A+b", "a%20b", "a%2Bb", "a b", "=", "a=b", "?", "/", "%2F", "/a/b", "http://a.com/?u=1"),
    *("http%3A%2F%2Fa.com", "https:", "%2f..", "%", "%d6%D0"),
    *("timeline", "%74imeline", "Timeline", "1.2", "a2c6h.12873639.x.7", "a", "0123456789abcdef"),
    *("0123456789ABCDEF0123456789abcdef", "0123456789abcde", "012345678%39abcdef"),
    *("\u4e2d\u6587", "\ud800", "\udcff", "a\tb", "<", "{}", "|", "'", ";", "amp;", "#", "\\", "%2541", "%%34%31"),
)
JOINTS = ("&", "&", "&", "&", "&&", "&amp;", "&amp;amp;", "&AMP;", ";", "?", "&amp", "&=&", "&+&")
FRAGMENTS = (
    *("", "", "", "", "#", "#top", "#/", "#!", "#!/", "#/a", "#!a", "#!/a/b?x=1&utm_source=2", "#:~:text=a,b", "#/:~:text=a"),
    *("#!/:~:text=a", "#/?utm_source=1", "#!/?gclid=1&a?", "#/a?b&fbclid=x&&UTM_id", "#!:~:x", "#/a:~:x:~:y"),
    *("#//", "#%2Fa", "#%21a", "#/a#b", "##", "#/%7e%zz", "#/:%7E:text=a", "#/\u4e2d", "#/a b", "#?a=1", "#/a/../b", "#/a\\b", "#!#"),
)
TEXTS = (
    *("", " ", "\t\n", "N/A", "n/a", "none", "report.pdf", "readme.md", "user@example.com", "Smith et al. 2020"),
    *("doi:10.1000/182", "10.1000/182", "/path/only", "./a", "../a"),
    *("?q=1", "#x", "?", "#", ":", "://", "://a.com", "http", "http:", "http://", "https:///", "//", "///", "///a.com"),
    *("\\\\server\\share", "C:\\x", "a:b", "1:2", "\u4e2d\u6587"),
    *("x/y/z/http://www.blog.com/a/b/http://www.blog.com/../page.html", "see http://a.com", "http://a.com http://b.com"),
    *("\ufeffhttp://a.com", "\u00a0http://a.com"),
    *("a.com:80", "a.com:080\\x", "a.com:80x", "a.com:80@b.com", "localhost:3000/x", "LOCALHOST", "foo.internal:80//x"),
    *("a_b.com:80", "a_b.com:/", "http:8080/x", "https:http:8080"),
)
REPEATED = (
    *("/a", "/../", "//", "%41", "%", "&a=1", "&", "&amp;", "amp;", "?", "\u4e2d", ";jsessionid=", "www.", "/index.html"),
    *("\\", "=", "#", "z", "\t", "@", ":", ".", "/http:/"),
)
BLANKS = ("", "", "", "", " ", "\t", "\r\n", "\x00", "\x1f ", "  ")


def _join(*parts: Text) -> Text:
    return st.tuples(*parts).map("".join)


def hosts() -> Text:
    """Hosts good and bad: names, IDN, IPv4 in the spellings that browsers read, IPv6."""
    names = _join(st.lists(st.sampled_from(LABELS), min_size=1, max_size=4).map(".".join), st.sampled_from(ENDS))
    return st.one_of(names, names, st.sampled_from(HOSTS), st.sampled_from(IPV6), ipv4())


def ipv4() -> Text:
    """One to five numbers, each decimal, octal or hex, some too large."""
    number = st.one_of(st.integers(0, 300), st.sampled_from((65535, 65536, 16777215, 16777216, 2**32 - 1, 2**32)))
    spelling = st.sampled_from(("{:d}", "{:d}", "0{:o}", "0x{:x}", "0X{:X}", "000{:o}"))
    spelled = st.tuples(spelling, number).map(lambda pair: pair[0].format(pair[1]))
    return _join(st.lists(spelled, min_size=1, max_size=5).map(".".join), st.sampled_from(("", "", "", ".", "..")))


def authorities() -> Text:
    return _join(st.sampled_from(USERINFO), hosts(), st.sampled_from(PORTS))


def paths() -> Text:
    slash = st.sampled_from(("/", "/", "/", "/", "//", "///", "\\"))
    pieces = st.one_of(st.sampled_from(SEGMENTS), st.sampled_from(SEGMENTS), st.text(max_size=4))
    return st.lists(_join(slash, pieces), max_size=7).map("".join)


def parameters() -> Text:
    """`name`, `name=`, `=value`, `name=value`; never with an '&' or '#' of its own."""
    spare = st.text(st.characters(exclude_characters="&#"), max_size=4)
    names = st.one_of(st.sampled_from(NAMES), st.sampled_from(NAMES), spare)
    values = st.one_of(st.sampled_from(VALUES), st.sampled_from(VALUES), spare).map(lambda text: text.replace("#", ""))
    return st.one_of(names, _join(names, st.just("="), values), _join(names, st.just("="), values))


def queries() -> Text:
    pairs = st.lists(_join(parameters(), st.sampled_from(JOINTS)), max_size=6).map("".join)
    return st.one_of(st.just(""), st.just("?"), _join(st.just("?"), pairs, parameters()), _join(st.just("?"), pairs))


def fragments() -> Text:
    return st.one_of(st.sampled_from(FRAGMENTS), st.sampled_from(FRAGMENTS), _join(st.sampled_from(("#", "#/", "#!")), st.text(max_size=6)))


def web_urls() -> Text:
    """A web scheme (or none) and parts of every kind; some hosts are bad, so not all of them are pages."""
    blank = st.sampled_from(BLANKS)
    return _join(blank, st.sampled_from(SCHEMES), authorities(), paths(), queries(), fragments(), blank)


def other_urls() -> Text:
    return _join(st.sampled_from(OTHER_SCHEMES), authorities(), paths(), queries(), fragments())


def texts() -> Text:
    """What stands in a URL column and is no URL, and what only looks like one."""
    return st.one_of(st.sampled_from(TEXTS), st.text(st.characters(), max_size=20), _join(authorities(), paths()))


def long_urls() -> Text:
    """Up to 100 kB of one thing over and over: what is quadratic shows, and offsets grow past every small buffer."""
    piece = st.sampled_from(REPEATED)
    start = st.sampled_from(("http://a.com/", "http://a.com/?x", "http://", "a.com/", "http://a.com/#/", "ftp://a/"))
    count = st.sampled_from((300, 2_000, 20_000))
    return st.tuples(start, piece, count).map(lambda t: t[0] + t[1] * min(t[2], 100_000 // len(t[1].encode())))


def urls() -> Text:
    """Anything at all, most of it nearly a web URL. One in some twenty is long."""
    common = st.one_of(web_urls(), web_urls(), web_urls(), other_urls(), texts())
    return st.integers(0, 19).flatmap(lambda n: common if n else long_urls())


@st.composite
def urls_with_parameters(draw: st.DrawFn) -> tuple[str, list[str], str]:
    """(all up to the '?', parameters, fragment) of a readable web URL, for the laws about order and tracking.

    The fragment is at least '#', so that no blank of a parameter is trimmed as the end of the string.
    """
    scheme = st.sampled_from(("http://", "https://", "//", ""))
    host = st.sampled_from(("example.com", "www.example.co.uk", "b\u00fccher.de:8080"))
    path = paths().map(lambda text: text.replace("?", "").replace("#", ""))
    return draw(_join(scheme, host, path)), draw(st.lists(parameters(), max_size=6)), draw(st.sampled_from(FRAGMENTS)) or "#"


# The mutator


_GRAMMAR = (SCHEMES, OTHER_SCHEMES, LABELS, ENDS, HOSTS, IPV6, PORTS, USERINFO, SEGMENTS, NAMES, VALUES, JOINTS, FRAGMENTS, BLANKS, TEXTS)
PIECES: tuple[str, ...] = tuple(dict.fromkeys(piece for pieces in _GRAMMAR for piece in pieces))
MARKS = "/?#&=:@.;%+[]\\ \t~!()0aA-_$,'*|^`{}<>\"\x00\x7f\u00e9\ud800\udc80"


def _pick(rng: random.Random, choices: Sequence[_T]) -> _T:
    return choices[int(rng.random() * len(choices))]  # random() is the one method whose numbers are the same on every Python


GOOD_HOSTS = (
    *("example.com", "www.example.co.uk", "a.b.de", "1.2.3.4", "localhost", "b\u00fccher.de", "www.www.com", "http"),
    *("Example.ORG.", "a..cn", "[::1]", "www.gov.uk"),
)


def _some_host(rng: random.Random) -> str:
    chance = rng.random()
    if chance < 0.6:
        return _pick(rng, GOOD_HOSTS)
    if chance < 0.8:
        return _pick(rng, HOSTS + IPV6)
    return ".".join(_pick(rng, LABELS) for _ in range(1 + int(rng.random() * 3))) + _pick(rng, ENDS)


def composed(rng: random.Random) -> str:
    """One URL of the grammar, from the same pieces as the strategies; more than half of them can be read."""
    scheme = _pick(rng, OTHER_SCHEMES if rng.random() < 0.06 else SCHEMES)
    userinfo = _pick(rng, USERINFO) if rng.random() < 0.2 else ""
    host = _some_host(rng) + (_pick(rng, PORTS) if rng.random() < 0.4 else "")
    path = "".join(_pick(rng, ("/", "/", "/", "//", "\\")) + _pick(rng, SEGMENTS) for _ in range(int(rng.random() * 6)))
    pairs = ((_pick(rng, JOINTS), _pick(rng, NAMES), _pick(rng, ("=", "=", "")), _pick(rng, VALUES)) for _ in range(int(rng.random() * 5)))
    query = "".join("".join(pair) for pair in pairs)
    query = "?" + query[1:] if query or rng.random() < 0.1 else ""
    return _pick(rng, BLANKS) + scheme + userinfo + host + path + query + _pick(rng, FRAGMENTS)


def mutate(text: str, other: str, rng: random.Random) -> str:
    """`text` with one change: a piece put in, a stretch gone, doubled or moved, a byte escaped, letters' case turned, a tail of `other`."""
    i, j = sorted((int(rng.random() * (len(text) + 1)), int(rng.random() * (len(text) + 1))))
    j = min(j, i + 12)
    kind = int(rng.random() * 8)
    if kind <= 1:
        return text[:i] + _pick(rng, PIECES) + text[i:]
    if kind == 2:
        return text[:i] + _pick(rng, MARKS) + text[i:]
    if kind == 3:
        return text[:i] + text[j:]
    if kind == 4:
        return text[:j] + text[i:j] + text[j:]
    if kind == 5:
        escaped = "".join(f"%{byte:02x}" for byte in text[i : i + 1].encode("utf-8", "surrogatepass"))
        return text[:i] + (escaped if rng.random() < 0.7 else escaped.upper()) + text[i + 1 :]
    if kind == 6:
        return text[:i] + text[i:j].swapcase() + text[j:]
    return text[:i] + other[int(rng.random() * (len(other) + 1)) :]


def mutated(seed: int, n: int, seeds: Sequence[str] = ()) -> Iterator[str]:
    """`n` strings: seeds and composed URLs after zero to four changes. The same for the same seed and seeds, on every Python."""
    rng = random.Random(seed)
    for _ in range(n):
        text = _pick(rng, seeds) if seeds and rng.random() < 0.5 else composed(rng)
        for _ in range(int(rng.random() * 5)):
            text = mutate(text, composed(rng), rng)
        yield text
