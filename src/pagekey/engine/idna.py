"""Hosts as browsers read them: UTS 46 ToASCII, non-transitional, and the way back for people's eyes.

CheckBidi and CheckJoiners are on; CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength are off, as in the URL standard (section 3.3).
Where ada-url decides otherwise stands in `tests/host/idna_ada_differences.toml`, each case with its reason.
"""

from __future__ import annotations

import re

from pagekey.engine import punycode
from pagekey.engine.characters import UNICODE_DATE, UNICODE_VERSION, Characters, load_characters

__all__ = ["UNICODE_DATE", "UNICODE_VERSION", "host_to_ascii", "host_to_unicode", "mixes_scripts"]

# URL standard 3.2: forbidden domain code points.
_FORBIDDEN = bytes([*range(0x21), *b"#/:<>?@[\\]^|%", 0x7F])
_FORBIDDEN_IN_TEXT = re.compile(f"[{re.escape(_FORBIDDEN.decode('ascii'))}]")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_ACE = "xn--"

# RFC 5892 A.1 and A.2 on the letters of the column `joining`: a joiner after a virama, or a ZWNJ between letters that join.
_JOINER_IN_PLACE = re.compile(rb"[VW][ZJ]|[LD][TV]*Z(?=[TV]*[RD])")


def host_to_ascii(host: bytes) -> bytes | None:
    """The lower-case ASCII form of a host as it stands in a web URL, or None where a browser refuses the URL.

    Escapes are decoded. An ASCII host is lower-cased, its A-labels are not looked into. Never raises; IPv4 and IPv6 are the caller's.
    """
    if b"%" in host:
        host = _ESCAPE.sub(lambda escape: bytes.fromhex(escape[1].decode("ascii")), host)
    if not host.isascii():
        return _domain_to_ascii(host)
    if not host or len(host.translate(None, _FORBIDDEN)) != len(host):
        return None
    return host.lower()


def _domain_to_ascii(host: bytes) -> bytes | None:
    try:
        text = host.lower().decode("utf-8")
    except UnicodeDecodeError:  # would become U+FFFD, which UTS 46 disallows
        return None
    characters = load_characters()
    mapped = characters.map(text)
    if not mapped:
        return None
    text = characters.nfc(mapped)
    # Asked after NFC, since `<` with U+0338 is one harmless character, and before encoding, which leaves ASCII as it is.
    if _FORBIDDEN_IN_TEXT.search(text):
        return None
    a_labels: list[str] = []
    u_labels: list[str] = []
    for label in text.split("."):
        is_ace = label.startswith(_ACE)
        u_label = _decode_a_label(label, characters) if is_ace else label
        if u_label is None or not _is_valid(u_label, characters):
            return None
        a_label = label if is_ace else _encode_label(label)
        if a_label is None:
            return None
        a_labels.append(a_label)
        u_labels.append(u_label)
    if not _obeys_bidi_rule(u_labels, characters):
        return None
    return ".".join(a_labels).encode("ascii")


def host_to_unicode(host: str) -> str:
    """The host with its A-labels as U-labels, for display only; a label that would not come back the same stays as it is. Never raises.

    Takes a host without port. In a host that would break the bidi rule, labels written from right to left stay A-labels.
    """
    labels = host.split(".")
    if not any(_is_a_label(label) for label in labels):
        return host
    characters = load_characters()
    shown = [_show_label(label, characters) if _is_a_label(label) else label for label in labels]
    if not _obeys_bidi_rule(shown, characters):
        shown = [label if _has_rtl(_bidi_classes(u_label, characters)) else u_label for label, u_label in zip(labels, shown, strict=True)]
    return ".".join(shown)


# Blocks of the scripts that look alike or are read together (Unicode 18 Blocks.txt); letters outside them are not judged.
_SCRIPTS = (
    ("latin", "A-Za-z\u00c0-\u024f\u1e00-\u1eff"),
    ("greek", "\u0370-\u03ff\u1f00-\u1fff"),
    ("cyrillic", "\u0400-\u052f\u2de0-\u2dff\ua640-\ua69f"),
    ("armenian", "\u0531-\u0587"),
    ("hebrew", "\u05d0-\u05ea"),
    ("arabic", "\u0620-\u06ff\u0750-\u077f"),
    ("devanagari", "\u0900-\u097f"),
    ("thai", "\u0e00-\u0e7f"),
    ("georgian", "\u10a0-\u10ff"),
    ("hangul", "\u1100-\u11ff\uac00-\ud7a3"),
    ("kana", "\u3041-\u30ff"),
    ("bopomofo", "\u3100-\u312f"),
    ("han", "\u3400-\u4dbf\u4e00-\u9fff"),
)
_OF_SCRIPT = tuple((name, re.compile(f"[{letters}]")) for name, letters in _SCRIPTS)
# UTS 39 5.2, highly restrictive: these are written together, with Latin too.
_TOGETHER = ({"latin", "han", "kana"}, {"latin", "han", "bopomofo"}, {"latin", "han", "hangul"})


def mixes_scripts(host: str) -> bool:
    """Whether a label mixes scripts that are not written together, as lookalike names do. Takes A-labels or U-labels; never raises."""
    for label in host_to_unicode(host).split("."):
        found = {name for name, letters in _OF_SCRIPT if letters.search(label)}
        if len(found) > 1 and not any(found <= together for together in _TOGETHER):
            return True
    return False


def _is_a_label(label: str) -> bool:
    return label.isascii() and label[:4].lower() == _ACE


def _show_label(label: str, characters: Characters) -> str:
    u_label = _decode_a_label(label.lower(), characters)
    return label if u_label is None or not _is_valid(u_label, characters) else u_label


def _encode_label(label: str) -> str | None:
    if label.isascii():
        return label
    digits = punycode.encode(label)
    return None if digits is None else _ACE + digits


def _decode_a_label(label: str, characters: Characters) -> str | None:
    """The U-label behind a lower-case label with `xn--`, or None where UTS 46 section 4, step 4 records an error."""
    if not label.isascii():
        return None
    u_label = punycode.decode(label[4:])
    if not u_label or u_label.isascii() or u_label.startswith(_ACE) or characters.nfc(u_label) != u_label:
        return None
    return u_label


def _is_valid(label: str, characters: Characters) -> bool:
    """Whether a label in NFC meets the validity criteria of UTS 46 section 4.1 but for the bidi rule, which needs the whole host."""
    if label.isascii():
        return True
    records = characters.records(label)
    if characters.mark[records[0]] or records.translate(characters.status).strip(b"V"):
        return False
    if "\u200c" not in label and "\u200d" not in label:
        return True
    joining = records.translate(characters.joining)
    return len(_JOINER_IN_PLACE.findall(joining)) == joining.count(b"Z") + joining.count(b"J")


def _bidi_classes(label: str, characters: Characters) -> bytes:
    return characters.records(label).translate(characters.bidi)


def _has_rtl(classes: bytes) -> bool:
    return b"R" in classes or b"A" in classes or b"N" in classes


def _obeys_bidi_rule(labels: list[str], characters: Characters) -> bool:
    """Whether no label is written from right to left, or every label obeys RFC 5893 section 2 (so `3com` beside Hebrew does not)."""
    classes = [_bidi_classes(label, characters) for label in labels if label]
    return not any(map(_has_rtl, classes)) or all(map(_follows_rfc_5893, classes))


def _follows_rfc_5893(classes: bytes) -> bool:
    core = classes.rstrip(b"M")  # rules 3 and 6: the end is followed by any number of NSM
    if core[:1] == b"L":  # rules 5 and 6
        return core[-1] in b"LE" and not core.translate(None, b"LESCTOBM")
    if core[:1] not in (b"R", b"A"):  # rule 1
        return False
    return core[-1] in b"RANE" and not core.translate(None, b"RANESCTOBM") and not (b"E" in core and b"N" in core)  # rules 2 to 4
