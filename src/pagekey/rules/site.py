"""Rules that rest on what is known about a site, or on what a policy decides for it."""

from __future__ import annotations

from pagekey.rules.shape import Example, Rule

RULES = (
    Rule(
        name="expand-short-link",
        level="citation",
        stage=6,
        tier="site",
        step=0,
        does="Replaces a short link by its target from the mapping that you hand in, then starts again with the target.",
        why="A short link is no page and its host is no source. Nothing is looked up on the network: "
        "a link that the mapping lacks keeps its own key and is counted apart.",
        example=Example(
            "https://s.example/x1",
            "https://site.example/article/1",
            mapping={"https://s.example/x1": "https://site.example/article/1"},
        ),
        merges_wrongly="https://s.example/x1 and https://site.example/article/1, if the service has pointed the code elsewhere "
        "since the mapping was made.",
        source="the mapping given by the user; RFC 9110 15.4 (redirects)",
        label_en="short links",
        label_zh="短链还原",
    ),
    Rule(
        name="fold-amp",
        level="citation",
        stage=8,
        tier="site",
        step=0,
        does='Drops a last path segment `amp` and a parameter `amp` on the hosts whose policy entry says `amp = "fold"`.',
        why="An AMP page is a second rendition of one article. Folding is per host, since `amp` is a word as well.",
        example=Example("https://example.com/story?amp=1", "https://example.com/story", {"sites": {"example.com": {"amp": "fold"}}}),
        merges_wrongly="https://example.com/units/amp and https://example.com/units, if the entry covers a page about the ampere.",
        source="policy entry of the site; AMP project documentation, rel=amphtml",
        label_en="AMP pages",
        label_zh="AMP 归并",
    ),
    Rule(
        name="alias-host",
        level="citation",
        stage=12,
        tier="site",
        step=0,
        does="Replaces a host, with its port and leading path segments if given, by that of an `[[alias]]` entry; the rest stays.",
        why="A sub-domain and a directory, two domains of one owner, or an IP address and a name can show the same pages. "
        "Only its owner or an analyst can know.",
        example=Example(
            "http://shop.example.com/a",
            "http://example.com/shop/a",
            {"alias": [{"from": "shop.example.com/", "to": "example.com/shop/"}]},
        ),
        merges_wrongly="http://shop.example.com/help and http://example.com/shop/help, if the two trees agree everywhere but there.",
        source="policy entry; Bar-Yossef, Keidar, Schonfeld, 'Do not crawl in the DUST', WWW 2007",
        label_en="alias hosts",
        label_zh="主机别名",
    ),
    Rule(
        name="identify-page",
        level="citation",
        stage=12,
        tier="site",
        step=0,
        does="Keeps what identifies a page on a known platform, or in a known program such as phpBB, and writes it in one way.",
        why="A video, a paper or a thread has many addresses: short hosts, renditions, positions, share marks. Which part is the identity "
        "differs from platform to platform, so it is data, entry by entry, with its source.",
        example=Example("http://youtu.be/dQw4w9WgXcQ?t=42", "http://youtube.com/watch?v=dQw4w9WgXcQ"),
        merges_wrongly="http://arxiv.org/abs/2401.00001v1 and http://arxiv.org/abs/2401.00001v2, for a reader who cites a version: "
        'renditions = "keep" tells them apart.',
        source="the platforms' own documentation and addresses observed in AI citations, 2026-11, named entry by entry",
        label_en="platform identity",
        label_zh="平台页面标识",
    ),
    Rule(
        name="unwrap-redirect",
        level="citation",
        stage=6,
        tier="site",
        step=0,
        does="Replaces a wrapper (click counters, mail protection, AMP caches, translators) by the URL that it carries, and starts anew.",
        why="The wrapper names the page in clear or in a code that needs no network. Counted as it stands, one page has as many addresses "
        "as it has wrappers, and their hosts pass for sources.",
        example=Example("http://l.facebook.com/l.php?u=http%3A%2F%2Fexample.org%2Fa&h=x", "http://example.org/a"),
        merges_wrongly="http://translate.google.com/translate?u=http%3A%2F%2Fexample.org%2F and http://example.org/, for a reader who "
        "means the translation.",
        source="the services' own documentation and addresses observed in AI citations, 2026-11, named entry by entry",
        label_en="wrapper opened",
        label_zh="展开跳转包装",
    ),
    Rule(
        name="rewrite",
        level="citation",
        stage=12,
        tier="site",
        step=0,
        does="Rewrites path and query of one site by a `[[rewrite]]` entry with typed places such as `{id:digits}`.",
        why="Only knowledge of the site can tell that /test?id=123 and /test_123 are one page, or that a title in the path is decoration. "
        "Entries are written by hand or learnt.",
        example=Example(
            "http://example.com/test?id=123",
            "http://example.com/test_123",
            {"rewrite": [{"site": "example.com", "from": "/test?id={id:digits}", "to": "/test_{id}"}]},
        ),
        merges_wrongly="http://example.com/books/red/7-item.html and http://example.com/books/blue/7-item.html under an entry that drops "
        "the directory, if it means more than decoration.",
        source="policy entry; Bar-Yossef, Keidar, Schonfeld, 'Do not crawl in the DUST', WWW 2007",
        label_en="site rewrites",
        label_zh="站点改写",
    ),
)
