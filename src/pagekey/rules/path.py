"""Rules for the path."""

from __future__ import annotations

from pagekey.rules.shape import Example, Rule

RULES = (
    Rule(
        name="remove-dot-segments",
        level="rfc3986",
        stage=4,
        tier="standard",
        step=0,
        does="Resolves the path segments `.` and `..`, also where they climb above the root.",
        why="A client resolves them before it asks, so the server never sees them. `...` and `.hidden` are ordinary names.",
        example=Example("http://example.com/../a/b/../c/./d.html", "http://example.com/a/c/d.html"),
        merges_wrongly="Cannot: the standard resolves both spellings to one path. Dots in a query are not touched.",
        source="RFC 3986 5.2.4 and 6.2.2.3",
        label_en="dot segments",
        label_zh="去点段",
    ),
    Rule(
        name="slash-empty-path",
        level="rfc3986",
        stage=4,
        tier="standard",
        step=4,
        does="Gives the path `/` to a URL that has a host and no path.",
        why="A client asks for `/` in either case.",
        example=Example("http://example.com?id=1", "http://example.com/?id=1"),
        merges_wrongly="Cannot: an empty path and `/` are one request.",
        source="RFC 3986 6.2.3; RFC 9110 4.2.3",
        label_en="empty path",
        label_zh="空路径补斜杠",
    ),
    Rule(
        name="collapse-slashes",
        level="crawl",
        stage=11,
        tier="convention",
        step=4,
        does="Makes one slash of several in the path, up to a URL that is embedded in it.",
        why="Templates that join `/a/` and `/b` write `//`, and file servers read it as one. "
        "From an embedded `http:/` on nothing is touched, "
        "or archive and proxy paths would break.",
        example=Example("http://example.com//a///b", "http://example.com/a/b"),
        merges_wrongly="https://bucket.example/a//b and https://bucket.example/a/b in an object store, where they are two objects.",
        source="nginx merge_slashes (on by default); by RFC 3986 3.3 an empty segment is a segment",
        label_en="double slashes",
        label_zh="合并重复斜杠",
    ),
    Rule(
        name="drop-index-file",
        level="crawl",
        stage=11,
        tier="convention",
        step=4,
        does="Drops a last segment that is a listed default document (`index.html`, `default.aspx`, ..), in any case, if no query follows.",
        why="A server that finds no file name in the path sends its default document. The name and the extension must both be listed, "
        "so index.pdf stays; so does index.php before a query, which often routes by it.",
        example=Example("http://example.com/test/index.html", "http://example.com/test/"),
        merges_wrongly="http://example.com/a/index.html and http://example.com/a/index.php, if both files exist and differ.",
        source="Apache mod_dir DirectoryIndex; IIS default document; Lee, Kim, Hong, 'On URL Normalization', ICCSA 2005",
        label_en="index files",
        label_zh="去默认页",
    ),
    Rule(
        name="add-slash",
        level="crawl",
        until="crawl",
        stage=11,
        tier="convention",
        step=0,
        does="Ends the path with `/`, unless a query follows or the last segment looks like a file (a `.` after its first byte).",
        why="Servers redirect /shudo to /shudo/ when it is a directory. Crawl keys keep the slash because they are URL-shaped; "
        "citation keys drop it (strip-slash).",
        example=Example("http://example.com/shudo", "http://example.com/shudo/"),
        merges_wrongly="http://example.com/a and http://example.com/a/ on a server that holds a file `a` and a directory `a`.",
        source="RFC 3986 6.2.4",
        label_en="final slash added",
        label_zh="补末尾斜杠",
    ),
    Rule(
        name="strip-slash",
        level="citation",
        stage=11,
        tier="convention",
        step=4,
        does="Drops the slash at the end of the path, also before a query; the root stays `/`.",
        why="With and without it most servers give one page, directly or by a redirect.",
        example=Example("http://example.com/a/", "http://example.com/a"),
        merges_wrongly="http://example.com/a and http://example.com/a/ on a server that holds a file `a` and a directory `a`.",
        source="RFC 3986 6.2.4; Lee, Kim, Hong, 'On URL Normalization', ICCSA 2005",
        label_en="final slash",
        label_zh="去末尾斜杠",
    ),
    Rule(
        name="fold-path-case",
        level="citation",
        stage=12,
        tier="site",
        step=5,
        does='Writes the path in lower case on the hosts whose policy entry says `path_case = "fold"`; escapes and query keep their case.',
        why="Some servers ignore case in paths and are linked in several cases. "
        "Others tell pages apart by it, so nothing is folded unasked.",
        example=Example(
            "http://example.com/Intl/About.html", "http://example.com/intl/about.html", {"sites": {"example.com": {"path_case": "fold"}}}
        ),
        merges_wrongly="http://example.com/a/pcL4f and http://example.com/a/pCL4f, if the entry covers pages whose ids use case.",
        source="policy entry of the site; RFC 3986 6.2.2.1 (the case of a path counts)",
        label_en="case of the path",
        label_zh="路径小写",
    ),
)
