"""Makes src/pagekey/engine/tables/suffixes.txt: the ICANN section of the Public Suffix List, from the package `publicsuffixlist`.

    pip install publicsuffixlist==1.1.2.20261023
    PYTHONPATH=src python tools/make_suffixes.py [FILE]

One rule a line (`com`, `*.ck`, `!www.ck`), as lower-case A-labels, sorted by bytes, below header lines that begin with `# `.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import version
from pathlib import Path

import publicsuffixlist

from pagekey.engine.idna import UNICODE_VERSION, host_to_ascii

TARGET = Path(__file__).parent.parent / "src" / "pagekey" / "engine" / "tables" / "suffixes.txt"
PACKAGE = "1.1.2.20261023"
BEGIN, END = "// ===BEGIN ICANN DOMAINS===", "// ===END ICANN DOMAINS==="


def read_list() -> str:
    """The list as its editors wrote it."""
    return (Path(publicsuffixlist.__file__).parent / "public_suffix_list.dat").read_text(encoding="utf-8")


def icann_rules(text: str) -> list[str]:
    """The rules of the ICANN section as A-labels, sorted. A rule ends at the first blank (publicsuffix.org/list)."""
    section = text[text.index(BEGIN) : text.index(END)]
    lines = [line.split(maxsplit=1)[0] for line in section.splitlines() if line.strip() and not line.startswith("//")]
    return sorted(to_a_labels(line) for line in lines)


def to_a_labels(rule: str) -> str:
    mark, host = re.fullmatch(r"(!|\*\.|)(.+)", rule).groups()  # type: ignore[union-attr]
    converted = host_to_ascii(host.encode("utf-8"))
    if converted is None:
        sys.exit(f"a suffix that is no host: {rule}")
    return mark + converted.decode("ascii")


def build() -> str:
    """The whole file."""
    text = read_list()
    date = re.search(r"^// VERSION: (\d{4}-\d{2}-\d{2})", text, re.MULTILINE)
    commit = re.search(r"^// COMMIT: (\w+)", text, re.MULTILINE)
    if not date or not commit:
        sys.exit("the list does not say of which day and commit it is")
    header = {
        "table": "public suffixes, made by tools/make_suffixes.py",
        "source": "https://publicsuffix.org/list/public_suffix_list.dat",
        "date": date[1],
        "commit": commit[1],
        "licence": "MPL-2.0, see NOTICE.md",
        "section": "ICANN domains only",
        "changes": f"comments dropped, rules written as A-labels (UTS 46, Unicode {UNICODE_VERSION}), sorted",
    }
    return "".join([f"# {name}: {value}\n" for name, value in header.items()] + [f"{rule}\n" for rule in icann_rules(text)])


def main() -> None:
    if version("publicsuffixlist") != PACKAGE:
        sys.exit(f"publicsuffixlist: expected {PACKAGE}, got {version('publicsuffixlist')}\nhint: pip install publicsuffixlist=={PACKAGE}")
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    text = build()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="ascii", newline="\n")
    print(f"{target}: {len(text)} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
