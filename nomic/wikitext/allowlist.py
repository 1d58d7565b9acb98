"""Allowlist of attributes, classes and addresses in the wikitext of rules and proposals.

The site and the wiki share it, because they show the same text. Everything else is dropped, because a law must not have
words that its readers do not see, or see differently. So there is no style, id, title or text direction. The only
classes are those for tables, because others hide their elements (`mw-empty-elt`, `noprint`, `mw-collapsed`).
"""

import re
from collections.abc import Mapping

CLASSES = frozenset(["wikitable", "sortable", "unsortable", "plainrowheaders"])
WIDEST = TALLEST = 20  # columns and rows of one cell

_NUMBER = r"-?[0-9]{1,6}"
_ACROSS, _DOWN = r"left|center|right", r"top|middle|bottom"
_VALUES: Mapping[str, Mapping[str, str]] = {
    "ol": {"start": _NUMBER, "reversed": "reversed", "type": "[1aAiI]"},
    "ul": {"type": "disc|circle|square"},
    "li": {"value": _NUMBER},
    "td": {"align": _ACROSS, "valign": _DOWN},
    "th": {"align": _ACROSS, "valign": _DOWN, "scope": "row|col|rowgroup|colgroup"},
}
_ANYWHERE = {"lang": "[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}"}
_WITH_CLASS = frozenset(["table", "th", "td"])
_WRITTEN = r"""(?P<name>[a-zA-Z]{1,12}+)\s{0,9}+=\s{0,9}+(?P<value>"[^"]*+"|'[^']*+'|[^\s"'=<>`]++)"""
_ATTRIBUTE = re.compile(rf"(?<![\w-]){_WRITTEN}")
_NOTHING_BUT = re.compile(r"""\s*+(?:[a-zA-Z-]{1,20}+\s{0,9}+=\s{0,9}+(?:"[^"]*+"|'[^']*+'|[^\s"'=<>`]++)\s*+)*+""")
_ADDRESS = re.compile(
    r"https?://[\w.-]+(?::\d+)?(?:[/?#](?:[\w./?%=+,;:@()~#!*$-]|&(?=[\w.-]{1,60}=))*)?|mailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)*",
    re.ASCII | re.IGNORECASE,
)


def attributes(name: str, written: str) -> dict[str, str]:
    """Return the permitted attributes of an element as a dictionary. Of repeated attributes the first counts."""
    kept: dict[str, str] = {}
    for key, value in _pairs(written):
        if key == "class" and name in _WITH_CLASS:
            value = " ".join(word for word in dict.fromkeys(value.split()) if word in CLASSES)
        elif not re.fullmatch(_VALUES.get(name, {}).get(key) or _ANYWHERE.get(key) or r"(?!)", value):
            continue
        if value:
            kept.setdefault(key, value)
    return kept


def spans(written: str) -> tuple[int, int]:
    """Return the number of columns and rows that a cell spans, up to the limits."""
    said = dict(reversed(_pairs(written)))
    wide, tall = (said.get(key, "") for key in ("colspan", "rowspan"))
    return min(_count(wide), WIDEST), min(_count(tall), TALLEST)


def are_attributes(written: str) -> bool:
    """Return whether a text consists of attributes only.

    Otherwise, text between two bars of a table may be a cell's words.
    """
    return _NOTHING_BUT.fullmatch(written) is not None


def is_address(address: str) -> bool:
    """Return whether a link may lead to this address: http, https or mailto."""
    return _ADDRESS.fullmatch(address) is not None


def _pairs(written: str) -> list[tuple[str, str]]:
    found = ((match["name"].lower(), match["value"]) for match in _ATTRIBUTE.finditer(written))
    return [(name, value[1:-1] if value[0] in "\"'" else value) for name, value in found]


def _count(written: str) -> int:
    return max(1, int(written)) if re.fullmatch("[0-9]{1,6}", written) else 1
