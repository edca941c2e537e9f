"""The golden strings: some 25,000 invented URLs in the forms that real ones take, the same on every Python.

A page is drawn first (host, path, parameters, route), then written in several ways. The numbers come from `random.Random.random()`
alone, the one method whose sequence Python promises to keep. Changing anything here changes the list; then the golden keys are
to be made again.

`python tests/golden/make_golden.py` prints one JSON string a line.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

SEED = 20260901
PAGES = 5_200
SITE_PAGES = 2_000
TEXTS = 900
_T = TypeVar("_T")

SYLLABLES = (
    *("ba", "co", "du", "fe", "gi", "ha", "jo", "ka", "li", "mo", "na", "or", "pe", "qui", "ro", "sa", "ti", "ul", "ve", "wo"),
    *("xa", "yo", "ze", "tan", "ber", "lin", "mar", "sol", "net", "pix", "lab", "hub"),
)
SUFFIXES = (
    *("com", "com", "com", "com", "org", "org", "net", "io", "edu", "gov", "info", "dev", "app", "co", "ai", "me", "tv", "shop", "museum"),
    *("de", "fr", "nl", "it", "es", "pl", "se", "ch", "ru", "eu", "ca", "us", "in", "jp", "kr", "cn", "br"),
    *("co.uk", "org.uk", "ac.uk", "gov.uk", "com.cn", "edu.cn", "gov.cn", "com.au", "co.jp", "ac.jp", "com.br", "co.in", "co.kr"),
    *("com.tw", "co.nz", "gov.br"),
    *("example", "internal", "test", "github.io", "blogspot.com", "herokuapp.com"),
)
IDN_HOSTS = (
    *("b\u00fccher-markt.de", "caf\u00e9-central.fr", "stra\u00dfe-heute.de", "\u65b0\u95fb-\u4e2d\u5fc3.cn", "\u4f8b\u3048.jp"),
    *("\u043d\u043e\u0432\u043e\u0441\u0442\u0438.\u0440\u0444",),
    *("xn--bcher-markt-9db.de", "\u4e2d\u6587\u7f51.\u4e2d\u56fd", "ma\u00f1ana.es", "\u0645\u062b\u0627\u0644.com"),
    *("\uff45\uff58ample\u3002com", "\u0939\u093f\u0928\u094d\u0926\u0940.in"),
)
ADDRESSES = (
    *("203.0.113.7", "198.51.100.22", "0xcb.0.113.7", "3405803783", "192.0.2.010", "[2001:db8::7]", "[2001:DB8:0:0:0:0:0:7]"),
    *("localhost", "192.0.2.1."),
)
SUBDOMAINS = ("blog", "docs", "news", "m", "mobile", "wap", "amp", "en", "de", "shop", "support", "api", "old", "cdn-1", "forum", "wiki")
WORDS = (
    *("how", "to", "choose", "a", "pump", "guide", "best", "tools", "review", "2024", "2025", "budget", "camera", "price"),
    *("list", "health", "diet", "sleep", "data", "engine", "search", "index", "page", "travel", "night", "market", "food"),
    *("river", "stone", "bridge", "paper", "study", "method", "report", "annual", "open", "source", "rust", "python", "web"),
    *("cache", "key", "value", "mining", "energy", "solar", "panel", "cost", "installation", "warranty", "return", "policy"),
    *("privacy"),
)
HAN = "\u5317\u4eac\u4eba\u5de5\u667a\u80fd\u65b0\u95fb\u4e2d\u5fc3\u8d44\u8baf\u8be6\u60c5"
DIRECTORIES = (
    *("blog", "articles", "news", "p", "item", "products", "docs", "wiki", "en", "fr-FR", "zh-cn", "category", "tag", "2024"),
    *("2025/03", "a", "store", "help", "~ana", ".well-known"),
)
EXTENSIONS = ("", "", "", "", "", "", ".html", ".htm", ".php", ".aspx", ".pdf", ".shtml", ".jsp", ".md")
ODD_SEGMENTS = (
    *("a b", "C++", "@lopez", "100%", "x(y)", "Caf\u00e9_menu", "a%2Fb", "v1.2", "%E7%BE%8E", "%C4%FA", "a:b", "O'Neil", "a;v=1", "~x"),
)
INDEX_FILES = ("index.html", "index.htm", "index.php", "default.aspx", "Default.asp", "INDEX.HTML", "index.jsp", "home.html", "index.html/")
CONTENT = (
    *("id", "p", "page", "q", "aid", "cat", "lang", "sort", "v", "sku", "ID", "s", "tab", "view", "article", "post_id", "item"),
    *("ref", "source", "cid", "year", "a[]"),
    *("filter[size]", "x-y", "t", "list", "keyword", "from", "to", "lat", "start", "utm", "sid", "amp"),
)
VALUES = (
    *("1", "7", "42", "1998", "en", "de-DE", "a+b", "a%20b", "price_asc", "caf\u00e9", "%E4%B8%AD", "%d6%d0", "x%2Fy", "50%"),
    *("A", "true", "2024-05-01", "{id}", "a,b", "C%2B%2B", "\u4e2d\u6587"),
)
TRACKING = (
    *("utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "utm_id", "UTM_SOURCE", "utm_social-type", "gclid"),
    *("fbclid", "msclkid", "yclid", "dclid", "gbraid"),
    *("wbraid", "mc_cid", "mc_eid", "_ga", "_gl", "_hsenc", "hsa_acc", "hsCtaTracking", "mtm_campaign", "pk_campaign", "twclid"),
    *("srsltid", "vero_id", "ysclid", "ttclid", "_hsmi"),
)
SPECIAL_PAIRS = (
    *("from=timeline", "from=singlemessage", "from=2019", "spm=a2c6h.12873639.article-detail.7", "spm=7"),
    *("share_token=ab12-cd34", "PHPSESSID=0f1e2d3c4b5a69788796a5b4c3d2e1f0"),
    *("jsessionid=AB12CD34.node1", "sid=0123456789abcdef0123", "sid=news", "msockid=0123456789abcdef0123456789abcdef"),
    *("msockid=5", "ASPSESSIONIDQQBCDEFG=ABCDEFGHIJKLMNOP"),
    *("cfid=1234", "cftoken=5678", "back=/list.aspx?p=2", "returnurl=%2Fcart", "back=2", "next=http%3A%2F%2Fexample.org%2F"),
    *("id=", "=5", "", "bare", "a/b", "x:y=1", "print", "amp=1"),
)
FRAGMENTS = (
    *("#top", "#section-3", "#", "#/", "#!", "#!/", "#/settings/profile", "#!/page/2", "#:~:text=best%20tools,in%202025"),
    *("#comments:~:text=a", "#/a:~:text=b", "#%E4%B8%AD"),
    *("#cite_note-7", "#L10-L20", "#/\u4e2d\u6587", "#?a=1"),
)
NO_PAGES = (
    *("N/A", "none", "-", "", " ", "see above", "Smith et al. (2020)", "report.pdf", "user@example.com"),
    *("mailto:info@example.org", "tel:+49-30-123", "javascript:void(0)", "doi:10.1000/182"),
    *("ftp://Files.Example.org:21/pub/../a.txt", "ws://example.com:80/s", "file:///C:/tmp/x.html", "data:text/plain,hi"),
    *("http://", "https:///", "http://exa mple.com/", "http://a.com:99999/"),
    *("//", "/path/only", "?q=1", "#top", "http://./", "http://[::1/", "http://256.1.1.1/", "about:blank"),
    *("chrome-extension://abcdef/page.html", "\u4e2d\u6587", "http://a.com http://b.com"),
)


class Page(NamedTuple):
    """What a page is before anybody writes it: `path` begins with '/'; parameters are `name=value` or `name`."""

    host: str
    path: str
    parameters: tuple[str, ...]
    route: str


class Draw:
    """Choices out of `random()` only."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def below(self, n: int) -> int:
        return int(self._random() * n)

    def chance(self, p: float) -> bool:
        return self._random() < p

    def one(self, choices: Sequence[_T]) -> _T:
        return choices[self.below(len(choices))]

    def some(self, choices: Sequence[_T], most: int) -> list[_T]:
        return [self.one(choices) for _ in range(self.below(most + 1))]

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(len(rest))]

    def digits(self, least: int, most: int) -> str:
        return "".join(self.one("0123456789") for _ in range(least + self.below(most - least + 1)))

    def token(self, n: int, alphabet: str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") -> str:
        return "".join(self.one(alphabet) for _ in range(n))


def name(draw: Draw) -> str:
    word = "".join(draw.one(SYLLABLES) for _ in range(2 + draw.below(2)))
    return word + draw.one(("", "", "", "-" + draw.one(SYLLABLES), draw.digits(1, 2)))


def host(draw: Draw) -> str:
    if draw.chance(0.04):
        return draw.one(IDN_HOSTS)
    if draw.chance(0.02):
        return draw.one(ADDRESSES)
    below = draw.one(SUBDOMAINS) + "." if draw.chance(0.25) else ""
    return below + name(draw) + "." + draw.one(SUFFIXES)


def slug(draw: Draw) -> str:
    kind = draw.below(10)
    if kind < 5:
        return "-".join(draw.one(WORDS) for _ in range(1 + draw.below(6)))
    if kind < 7:
        return draw.digits(1, 9)
    if kind == 7:
        return draw.token(8 + draw.below(16))
    if kind == 8:
        return "".join(draw.one(HAN) for _ in range(2 + draw.below(5)))
    if draw.chance(0.1):
        return f"web/2020/http://{name(draw)}.com//a"
    return draw.one(ODD_SEGMENTS)


def path(draw: Draw) -> str:
    if draw.chance(0.1):
        return "/"
    parts = draw.some(DIRECTORIES, 3)
    return "/" + "/".join([*parts, slug(draw) + draw.one(EXTENSIONS)])


def parameter(draw: Draw) -> str:
    return draw.one(CONTENT) + "=" + (draw.one(VALUES) if draw.chance(0.6) else draw.digits(1, 6))


def page(draw: Draw) -> Page:
    parameters = tuple(parameter(draw) for _ in range(1 + draw.below(4))) if draw.chance(0.35) else ()
    return Page(host(draw), path(draw), parameters, draw.one(("#/", "#!/", "#!")) + name(draw) if draw.chance(0.02) else "")


# Platforms: the forms in which their pages are linked. Ids are drawn, nothing here was ever published.


def site_page(draw: Draw) -> str:
    """One URL of a site with habits of its own: renditions, mirrors, wrappers, short links."""
    word, slugged, token = name(draw), slug(draw), draw.token(11)
    inner = draw.one((f"https%3A%2F%2F{word}.com%2Fa%3Fid%3D7", f"https://www.{word}.org/{slugged}", f"http%3A%2F%2F{word}.net", token))
    drawn = {
        "word": word,
        "slug": slugged,
        "token": token,
        "inner": inner,
        "digits": draw.digits(6, 10),
        "arxiv": f"{draw.digits(4, 4)}.{draw.digits(5, 5)}",
        "short": draw.token(7),
        "n": str(draw.below(9) + 1),
        "hex": draw.token(32, "0123456789abcdef"),
    }
    return draw.one(_SITES).format(**drawn)


_SITES = (
    *("https://www.youtube.com/watch?v={token}", "https://m.youtube.com/watch?v={token}&feature=share&t={n}"),
    *("https://youtu.be/{token}?si={short}", "https://www.youtube.com/watch?list=PL{token}&v={token}"),
    *("https://www.youtube.com/shorts/{token}", "https://arxiv.org/abs/{arxiv}v{n}", "https://arxiv.org/pdf/{arxiv}.pdf"),
    *("http://www.arxiv.org/html/{arxiv}v1#S{n}", "https://doi.org/10.{digits}/{word}"),
    *("https://en.wikipedia.org/wiki/{word}_%28{slug}%29", "https://en.m.wikipedia.org/wiki/{word}#History"),
    *("https://de.wikipedia.org/w/index.php?title={word}&oldid={digits}", "https://github.com/{word}/{word}"),
    *("https://github.com/{word}/{word}/blob/main/README.md#L{n}", "https://{word}.github.io/{word}/index.html"),
    *("https://stackoverflow.com/questions/{digits}/{slug}", "https://stackoverflow.com/a/{digits}/{digits}"),
    *("https://www.reddit.com/r/{word}/comments/{short}/{slug}/?utm_source=share&utm_medium=web2x",),
    *("https://old.reddit.com/r/{word}/comments/{short}/", "https://medium.com/@{word}/{slug}-{short}?source=rss"),
    *("https://x.com/{word}/status/{digits}?s=20&t={token}", "https://twitter.com/{word}/status/{digits}"),
    *("https://www.amazon.com/{slug}/dp/B0{short}/ref=sr_1_{n}?keywords={word}&qid={digits}&sr=8-{n}",),
    *("https://www.amazon.de/gp/product/B0{short}?th=1&psc=1",),
    *("https://www.bilibili.com/video/BV{token}/?spm_id_from=333.788&vd_source={hex}", "https://m.bilibili.com/video/BV{token}"),
    *("https://www.zhihu.com/question/{digits}/answer/{digits}?utm_psn={digits}", "https://zhuanlan.zhihu.com/p/{digits}"),
    *("https://link.zhihu.com/?target={inner}", "https://www.google.com/url?q={inner}&sa=U&ved={token}"),
    *("https://l.facebook.com/l.php?u={inner}&h={token}", "https://www.google.com/amp/s/{word}.com/{slug}"),
    *("https://{word}-com.cdn.ampproject.org/c/s/{word}.com/{slug}", "https://out.reddit.com/?url={inner}"),
    *("https://mp.weixin.qq.com/s?__biz=Mz{token}==&mid={digits}&idx={n}&sn={hex}&chksm={hex}&scene=21#wechat_redirect",),
    *("https://mp.weixin.qq.com/s/{token}", "https://bit.ly/{short}", "https://t.co/{short}"),
    *("http://tinyurl.com/{short}", "https://web.archive.org/web/20200101000000/http://www.{word}.com//{slug}"),
    *("https://web.archive.org/web/2020*/{word}.com", "https://item.taobao.com/item.htm?id={digits}&spm=a.{n}.b"),
    *("https://detail.tmall.com/item.htm?spm=a230r.1.14&id={digits}&ns=1", "https://item.jd.com/{digits}.html"),
    *("https://item.m.jd.com/product/{digits}.html", "https://baike.baidu.com/item/{word}/{digits}?fr=aladdin"),
    *("https://www.163.com/dy/article/{short}.html", "https://m.163.com/dy/article/{short}.html?spss=adap_pc"),
    *("https://news.sina.com.cn/c/{n}/doc-{short}.shtml", "https://pmc.ncbi.nlm.nih.gov/articles/PMC{digits}/"),
    *("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC{digits}/?report=reader", "https://pubmed.ncbi.nlm.nih.gov/{digits}/"),
    *("https://play.google.com/store/apps/details?id=com.{word}&hl=en&gl=US", "https://openreview.net/forum?id={token}"),
    *("https://www.bing.com/ck/a?!&&p={hex}&u=a1{token}", "https://href.li/?https://{word}.com/{slug}"),
    *("https://{word}.org/index.php?threads/{slug}.{digits}/&utm_source=x", "https://{word}.com/(S({hex}))/default.aspx"),
    *("https://www.chinanews.{word}.cn/a/{digits};jsessionid={hex}",),
    *("https://docs.google.com/document/d/{token}/edit#heading=h.{short}",),
    *("https://www.linkedin.com/posts/{word}_{slug}-activity-{digits}", "https://www.gov.uk/{slug}"),
)


# Ways of writing a page


HOST_CHANGES: tuple[Callable[[str], str], ...] = (
    *(str.upper, str.title, str.swapcase, lambda h: h + ".", lambda h: h + "..", lambda h: h.replace(".", "..", 1)),
    *(lambda h: h + ":80", lambda h: h + ":443", lambda h: h + ":8080", lambda h: h + ":", lambda h: h + ":0443"),
    *(lambda h: "user:pw@" + h, lambda h: "www." + h, lambda h: h.replace("a", "%61")),
)
PATH_CHANGES: tuple[Callable[[str], str], ...] = (
    *(lambda p: p + "/", lambda p: "/" + p, lambda p: p.replace("/", "//", 2), lambda p: p.replace("/", "\\")),
    *(lambda p: "/x/.." + p, lambda p: "/." + p, lambda p: p + "/.", lambda p: "/%2e%2E" + p),
    *(lambda p: p.replace("a", "%61"), lambda p: p.replace("-", "%2D"), lambda p: p.replace("e", "%65", 1), lambda p: p + "%"),
    *(lambda p: p + ";jsessionid=AB12CD34EF.n1", lambda p: "/(S(lit3py55t21z5v55vlm25s55))" + p),
    *(lambda p: p + " ", lambda p: p + "%20", lambda p: p + '"', lambda p: p + "\u200b", lambda p: p + "\udce9"),
)


def write(draw: Draw, it: Page) -> str:
    """One spelling: most are plain or carry tracking, few are dirty in more than two ways."""
    parameters = list(it.parameters)
    if draw.chance(0.4):
        parameters += [draw.one(TRACKING) + "=" + draw.one(("x", "newsletter", draw.token(12), "a%20b")) for _ in range(1 + draw.below(3))]
    if draw.chance(0.12):
        parameters += draw.some(SPECIAL_PAIRS, 2)
    if draw.chance(0.3):
        parameters = draw.shuffled(parameters)
    amp = draw.one(("&",) * 30 + ("&amp;", "&&", "&amp;amp;", ";"))
    query = "?" + amp.join(parameters) if parameters or draw.chance(0.02) else ""
    fragment = it.route or (draw.one(FRAGMENTS) if draw.chance(0.12) else "")
    text = scheme(draw) + written_host(draw, it.host) + written_path(draw, it.path) + query + fragment
    return dirt(draw, text)


def scheme(draw: Draw) -> str:
    odd = ("//", "HTTP://", "Https://", "http:/", "https:", "http:///", "http:\\\\")
    return draw.one(("https://",) * 30 + ("http://",) * 12 + ("",) * 3 + odd)


def written_host(draw: Draw, host: str) -> str:
    text = "www." + host if draw.chance(0.4) and host[0] not in "[0123456789l" else host
    return draw.one(HOST_CHANGES)(text) if draw.chance(0.1) else text


def written_path(draw: Draw, path: str) -> str:
    if path == "/" and draw.chance(0.3):
        return ""
    if draw.chance(0.15) and not path.endswith("/"):
        path += "/"
    if path.endswith("/") and draw.chance(0.2):
        path += draw.one(INDEX_FILES)
    return draw.one(PATH_CHANGES)(path) if draw.chance(0.14) else path


def dirt(draw: Draw, text: str) -> str:
    if not draw.chance(0.05):
        return text
    at = draw.below(len(text) + 1)
    before, after = text[:at], text[at:]
    outside = (" " + text, text + " ", text + "\r\n", "\t" + text, text + "\x00", text + "&amp;", text + "?", text + "#", text + ".")
    return draw.one((*outside, *(before + mark + after for mark in ("\n", "\t", "\\", "%"))))


def text(draw: Draw) -> str:
    """No page: what else stands in a column of URLs."""
    if draw.chance(0.3):
        return draw.one(NO_PAGES)
    words = " ".join(draw.one(WORDS) for _ in range(1 + draw.below(5)))
    site, person, part = host(draw), name(draw), slug(draw)
    forms = (
        *(words, f"{words}.pdf", f"{person}@{site}", f"mailto:{person}@{site}", f"{words} https://{site}/", f"ftp://{site}/{part}"),
        *(f"{site}:8o/", f"doi:10.{draw.digits(4, 5)}/{person}", f"/{part}", f"[{words}](https://{site})"),
    )
    return draw.one(forms)


def golden_strings() -> list[str]:
    """The list itself: distinct, in the order drawn."""
    draw = Draw(SEED)
    found: dict[str, None] = {}
    for _ in range(PAGES):
        it = page(draw)
        found.update((write(draw, it), None) for _ in range(3 + draw.below(4)))
    for _ in range(SITE_PAGES):
        found[site_page(draw)] = None
    for _ in range(TEXTS):
        found[text(draw)] = None
    return list(found)


if __name__ == "__main__":
    for string in golden_strings():
        print(json.dumps(string))
