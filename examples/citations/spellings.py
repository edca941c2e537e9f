"""The ways in which one page is written in AI answers: one small function a way, in the order in which they are applied.

A way changes a `Spelling` in place, or leaves it alone where it does not fit. None of them may lead to another page: the key of
`citation@1` stays what it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import quote, unquote

from dice import Dice


@dataclass
class Spelling:
    """A URL in parts, to be written out. `route` and `fragment` come after '#' and exclude each other."""

    scheme: str
    host: str  # A-labels, without www
    label: str  # the same host in U-labels
    port: str
    path: str
    query: list[str]
    route: str
    language: str
    words: list[str]  # of the title, for text fragments
    www: bool
    may_have_www: bool
    credentials: str = ""
    fragment: str = ""
    after_scheme: str = "://"
    final_dot: str = ""
    joiner: str = "&"
    before: str = ""
    after: str = ""
    used: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        host = ("www." if self.www else "") + self.host + self.final_dot
        query = "?" + self.joiner.join(self.query) if self.query else ""
        end = self.route or self.fragment
        where = f"{self.credentials}{host}{self.port}{self.path}{query}{'#' + end if end else ''}"
        return f"{self.before}{self.scheme}{self.after_scheme}{where}{self.after}"

    def names(self) -> list[str]:
        return [piece.partition("=")[0] for piece in self.query]

    def path_is_free(self) -> bool:
        """Whether the path may be rewritten: not where it holds a whole URL, whose slashes all count."""
        return "://" not in self.path and self.path != "/"


Write = Callable[[Spelling, Dice], None]


@dataclass(frozen=True)
class Way:
    write: Write
    part: str  # of one part at most one way is used, but for marks
    share: float
    engines: tuple[str, ...]  # none named: all
    language: str


WAYS: list[Way] = []
PLAIN = 0.45  # share of the records written as the site writes them, but for the mark of the engine


def way(part: str, share: float, *engines: str, language: str = "") -> Callable[[Write], Write]:
    """Registers a way of writing, and how large a share of the records it is tried on."""

    def register(write: Write) -> Write:
        WAYS.append(Way(write, part, share, engines, language))
        return write

    return register


def spell(spelling: Spelling, engine: str, dice: Dice) -> str:
    """The URL as `engine` might write it; `spelling.used` names the ways that changed something."""
    plain = dice.share() < PLAIN
    taken, text = set(), str(spelling)
    for one in WAYS:
        meant = engine in (one.engines or (engine,)) and one.language in ("", spelling.language)
        if dice.share() >= one.share or not meant or one.part in taken or (plain and one.part != "source"):
            continue
        one.write(spelling, dice)
        if str(spelling) != text:
            text = str(spelling)
            spelling.used.append(one.write.__name__)
            if one.part != "mark":
                taken.add(one.part)
    return text


# Scheme and host


@way("scheme", 0.10)
def other_scheme(spelling: Spelling, dice: Dice) -> None:
    """http for a site that serves https, or the reverse."""
    spelling.scheme = "http" if spelling.scheme == "https" else "https"


@way("www", 0.13)
def other_www(spelling: Spelling, dice: Dice) -> None:
    """With www. for a site that goes without, or the reverse."""
    spelling.www = spelling.may_have_www and not spelling.www


@way("host", 0.6)
def unicode_host(spelling: Spelling, dice: Dice) -> None:
    """An internationalised host in its own letters: küche.example for xn--kche-0ra.example."""
    spelling.host = spelling.label


@way("host", 0.05)
def upper_host(spelling: Spelling, dice: Dice) -> None:
    """A host in capitals or with capital words, as a logo is written: Plainharbor-Review.com."""
    spelling.host = spelling.host.title() if dice.share() < 0.7 else spelling.host.upper()


@way("host", 0.03)
def final_host_dot(spelling: Spelling, dice: Dice) -> None:
    """The dot of the DNS root after the host: site.example./page."""
    if not spelling.host[-1].isdigit():
        spelling.final_dot = "."


@way("port", 0.03)
def default_port(spelling: Spelling, dice: Dice) -> None:
    """The port that the scheme means anyway: https://site.example:443/."""
    spelling.port = spelling.port or (":80" if spelling.scheme == "http" else ":443")


@way("credentials", 0.012)
def credentials(spelling: Spelling, dice: Dice) -> None:
    """A name and password before the host, left over from a shared login."""
    spelling.credentials = dice.one_of(("guest:guest@", "reader@"))


@way("scheme", 0.015)
def upper_scheme(spelling: Spelling, dice: Dice) -> None:
    """HTTPS:// in capitals."""
    spelling.scheme = spelling.scheme.upper()


@way("after scheme", 0.01)
def one_slash(spelling: Spelling, dice: Dice) -> None:
    """One slash after the scheme where two belong, as copying through an editor leaves it."""
    spelling.after_scheme = ":/"


# Letters of path and query


@way("letters", 0.5)
def raw_letters(spelling: Spelling, dice: Dice) -> None:
    """Chinese, umlauts and blanks as such, where the address bar escapes them."""
    runs = re.compile("(?:%[89A-F][0-9A-F])+|%20")
    spelling.path = runs.sub(lambda run: unquote(run.group()), spelling.path)
    spelling.query = [runs.sub(lambda run: unquote(run.group()), piece) for piece in spelling.query]


@way("letters", 0.6)
def lower_escapes(spelling: Spelling, dice: Dice) -> None:
    """Escapes with small hexadecimal letters: %e7%83%ad."""
    spelling.path = re.sub("%..", lambda escape: escape.group().lower(), spelling.path)
    spelling.query = [re.sub("%..", lambda escape: escape.group().lower(), piece) for piece in spelling.query]


@way("letters", 0.025)
def escaped_unreserved(spelling: Spelling, dice: Dice) -> None:
    """Letters escaped that need none: %2D for '-', %7E for '~', %5F for '_'."""
    for letter, escape in (("~", "%7E"), ("_", "%5F"), ("-", "%2D")):
        if letter in spelling.path and "://" not in spelling.path:
            spelling.path = spelling.path.replace(letter, escape)
            return


@way("letters", 1)
def escaped_tilde(spelling: Spelling, dice: Dice) -> None:
    """%7E for the '~' of a home directory, which many programs still write."""
    spelling.path = spelling.path.replace("~", "%7E")


# Path


@way("path", 0.16)
def trailing_slash(spelling: Spelling, dice: Dice) -> None:
    """A slash at the end, or none at the end of the home page."""
    if spelling.path == "/":
        spelling.path = ""
    elif spelling.path_is_free() and "." not in spelling.path.rpartition("/")[2]:
        spelling.path += "/"


@way("path", 0.09)
def index_file(spelling: Spelling, dice: Dice) -> None:
    """The file that a directory answers with: /guides/index.html. Not where a query selects the page."""
    name = dice.one_of(("index.html", "index.html", "index.htm", "index.php", "default.aspx", "Index.html"))
    if not spelling.query and "://" not in spelling.path and "." not in spelling.path.rpartition("/")[2]:
        spelling.path = spelling.path.rstrip("/") + "/" + name


@way("path", 0.025)
def double_slash(spelling: Spelling, dice: Dice) -> None:
    """Two slashes where a base and a path were glued: //guides/a, /guides//a."""
    if spelling.path_is_free():
        spelling.path = "/" + spelling.path if dice.share() < 0.5 else "//".join(spelling.path.rsplit("/", 1))


@way("path", 0.015)
def dot_segments(spelling: Spelling, dice: Dice) -> None:
    """A relative link that was never resolved: /./guides/a, /news/../guides/a."""
    if spelling.path_is_free():
        spelling.path = dice.one_of(("/.", "/news/..", "/en/./..")) + spelling.path


@way("path", 0.7)
def session_in_path(spelling: Spelling, dice: Dice) -> None:
    """;jsessionid=..., which Java servers put between path and query."""
    if spelling.path.endswith(".do"):
        spelling.path += ";jsessionid=" + dice.text(32, "0123456789ABCDEF")


# Parameters: marks of engines, of sharing, of advertising


@way("source", 0.55, "ChatGPT")
def chatgpt_source(spelling: Spelling, dice: Dice) -> None:
    """utm_source=chatgpt.com, which ChatGPT adds to what it links."""
    spelling.query.append("utm_source=chatgpt.com")


@way("source", 0.3, "ChatGPT")
def openai_source(spelling: Spelling, dice: Dice) -> None:
    """utm_source=openai, the mark of the search behind the API."""
    spelling.query.append("utm_source=openai")


@way("source", 0.5, "Copilot")
def copilot_source(spelling: Spelling, dice: Dice) -> None:
    """utm_source=copilot.com, which Copilot adds."""
    spelling.query.append("utm_source=copilot.com")


@way("source", 0.4, "Kimi")
def kimi_source(spelling: Spelling, dice: Dice) -> None:
    """utm_source=kimi, which Kimi adds."""
    spelling.query.append("utm_source=kimi")


@way("source", 0.15, "Perplexity")
def perplexity_source(spelling: Spelling, dice: Dice) -> None:
    """utm_source=perplexity, now and then."""
    spelling.query.append("utm_source=perplexity")


@way("mark", 0.05)
def campaign(spelling: Spelling, dice: Dice) -> None:
    """A newsletter's or a post's utm_ parameters, kept by the index the engine searched."""
    spelling.query += dice.one_of(
        (
            ["utm_medium=social", "utm_campaign=autumn26"],
            ["utm_source=newsletter", "utm_medium=email"],
            ["utm_content=share", "utm_term=gear"],
        )
    )


@way("mark", 0.28, "Copilot")
def bing_session(spelling: Spelling, dice: Dice) -> None:
    """msockid= with 32 hex digits, which Bing adds to its results."""
    spelling.query.append("msockid=" + dice.text(32))


@way("mark", 0.14, "Gemini", "ChatGPT")
def google_result(spelling: Spelling, dice: Dice) -> None:
    """srsltid=, which Google adds to its organic results."""
    spelling.query.append("srsltid=AfmBO" + dice.text(40, "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789-_"))


@way("mark", 0.03)
def click_id(spelling: Spelling, dice: Dice) -> None:
    """The click number of an advertisement: gclid, fbclid."""
    name, start = dice.one_of((("gclid", "EAIaIQobChMI"), ("fbclid", "IwAR0")))
    spelling.query.append(f"{name}={start}{dice.text(24, 'abcdefghjkmnpqrstuvwxyz0123456789')}")


@way("mark", 0.2, "Doubao", "Kimi", "DeepSeek", language="zh")
def spm(spelling: Spelling, dice: Dice) -> None:
    """spm, the click position that Chinese shops and portals carry along."""
    spelling.query.append(f"spm=a2{dice.text(1, 'abcd')}{dice.text(2)}.{10000 + dice.below(90000)}.0.{dice.below(9)}")


@way("mark", 0.15, "Doubao", "Kimi", language="zh")
def share_token(spelling: Spelling, dice: Dice) -> None:
    """share_token, which names the person who shared the page."""
    spelling.query.append(f"share_token={dice.text(8)}-{dice.text(4)}-{dice.text(12)}")


@way("mark", 0.22, "Doubao", "Kimi", "DeepSeek", language="zh")
def shared_from(spelling: Spelling, dice: Dice) -> None:
    """from= with the place it was shared in; a `from` that means content is left alone."""
    if "from" not in spelling.names():
        spelling.query.append("from=" + dice.one_of(("timeline", "singlemessage", "groupmessage")))


@way("mark", 0.18)
def session_parameter(spelling: Spelling, dice: Dice) -> None:
    """The session of a PHP program in its query."""
    if spelling.path.endswith(".php"):
        spelling.query.append(dice.one_of(("PHPSESSID=" + dice.text(26, "abcdefghijklmnopqrstuv0123456789"), "phpsessid=" + dice.text(32))))


# The query as a whole


@way("order", 0.3)
def other_order(spelling: Spelling, dice: Dice) -> None:
    """Parameters in another order; not where one name comes twice, since their order can mean something."""
    if len(set(spelling.names())) == len(spelling.query):
        spelling.query = dice.shuffled(spelling.query)


@way("blanks", 1)
def plus_for_blank(spelling: Spelling, dice: Dice) -> None:
    """'+' for a blank in the query, as forms send it, where others write %20."""
    spelling.query = [piece.replace("%20", "+").replace(" ", "+") for piece in spelling.query]


@way("empty", 0.025)
def empty_parameter(spelling: Spelling, dice: Dice) -> None:
    """A parameter without a value, a lone '?' or a '&' at the end."""
    spelling.query.append(dice.one_of(("", "", "keyword=", "ref=")))


@way("joiner", 0.1)
def html_ampersand(spelling: Spelling, dice: Dice) -> None:
    """&amp; between parameters, copied from the source of a page."""
    spelling.joiner = "&amp;"


# Fragment


def _piece(spelling: Spelling, dice: Dice) -> str:
    start = dice.below(max(1, len(spelling.words) - 2))
    return " ".join(spelling.words[start : start + 3])


@way("fragment", 0.3, "Gemini")
@way("fragment", 0.08, "ChatGPT", "Copilot")
def text_fragment(spelling: Spelling, dice: Dice) -> None:
    """#:~:text=, which scrolls to the words the answer used."""
    if not spelling.route:
        spelling.fragment = ":~:text=" + quote(_piece(spelling, dice), safe="") + dice.one_of(("", "", ",in%20our%20test", "."))


@way("fragment", 0.2, "Gemini")
def two_text_fragments(spelling: Spelling, dice: Dice) -> None:
    """A text fragment with a second &text=, sometimes after an anchor."""
    if not spelling.route:
        heading = dice.one_of(("", "prices", "test"))
        spelling.fragment = f"{heading}:~:text={quote(_piece(spelling, dice), safe='')}&text={quote(_piece(spelling, dice), safe='')},"


@way("fragment", 0.07, "ChatGPT", "Perplexity", "Gemini")
def raw_text_fragment(spelling: Spelling, dice: Dice) -> None:
    """A text fragment with blanks and quotation marks as they are, from an export of a long report."""
    if not spelling.route:
        spelling.fragment = f':~:text="{_piece(spelling, dice)}", we found…'


@way("fragment", 0.06)
def anchor(spelling: Spelling, dice: Dice) -> None:
    """The anchor of a heading."""
    if not spelling.route:
        spelling.fragment = dice.one_of(("comments", "toc", "section-2", "faq", "rd", "结论"))


# Around the URL


@way("around", 0.03)
def blanks_around(spelling: Spelling, dice: Dice) -> None:
    """Blanks or tabs before or after, from a cell that was pasted."""
    spelling.before, spelling.after = dice.one_of(((" ", ""), ("", " "), ("", "\t"), ("\t", ""), ("  ", "  ")))


@way("around", 0.008)
def tab_inside(spelling: Spelling, dice: Dice) -> None:
    """A tab inside the path, where a line was wrapped."""
    spelling.path = "/\t".join(spelling.path.rsplit("/", 1))
