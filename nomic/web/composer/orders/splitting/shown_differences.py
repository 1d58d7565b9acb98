"""Rewrites a text with marked changes as orders to replace words.

    Your inventory is everything that you own<del>.</del><ins>, and nothing else.</ins>

becomes an order to replace the sentence without the inserted words with the sentence without the deleted ones. So do
`~~struck~~ **bold**` text, and the lines of a code fence that begin with `-` and `+`.
"""

import re
from collections.abc import Callable
from itertools import groupby

_DELETED = r"<(?P<out>del|s|strike)>(?P<old>[^<>]{0,5000})</(?P=out)>|~~(?P<struck>[^~\n]{1,2000})~~"
_TAGGED = r"<(?P<in>ins|u)>(?P<new>[^<>]{0,5000})</(?P=in)>"
_BOLD = r"\*\*(?P<bold>[^*\n]{1,2000})\*\*|__(?P<under>[^_\n]{1,2000})__|'''(?P<wiki>[^'\n]{1,2000})'''"
_STRIKES = re.compile(_DELETED, re.IGNORECASE)
_EITHER = re.compile(f"{_DELETED}|{_TAGGED}", re.IGNORECASE)
_ANY = re.compile(f"{_DELETED}|{_TAGGED}|{_BOLD}", re.IGNORECASE)
_GAP = re.compile(r"(\n[ \t]*+\n)")
_FENCE = re.compile(r"^```diff[ \t]*\n(?P<lines>.{0,20000}?)\n```[ \t]*$", re.MULTILINE | re.DOTALL | re.IGNORECASE)
_SIGN = re.compile(r"^(?:[*#]+|[-•])[ ]+")


def with_differences_as_orders(text: str, mark: Callable[[str], str]) -> str:
    """Rewrite each paragraph or fence that marks a change as an order. `mark` stores a quotation."""
    text = _FENCE.sub(lambda found: f"\n{_of_lines(found['lines'].splitlines(), mark)}\n", text)
    if _EITHER.search(text) is None:
        return text
    return "".join("\n".join(_of_words(line, mark) for line in _lines(part)) for part in _GAP.split(text))


def _lines(paragraph: str) -> list[str]:
    """Return the lines of a list, or the paragraph as one line."""
    lines = paragraph.split("\n")
    return lines if any(map(_SIGN.match, lines)) else [paragraph]


def _of_words(words: str, mark: Callable[[str], str]) -> str:
    if _EITHER.search(words) is None:
        return words
    bold = _ANY if _STRIKES.search(words) else _EITHER
    old = bold.sub(lambda found: found["old"] or found["struck"] or "", words)
    new = bold.sub(lambda found: _inserted(found.groupdict()), words)
    sign = _SIGN.match(words)
    begin = 0 if sign is None else sign.end()
    old, new = _tidied(old[begin:]), _tidied(new[begin:])
    if not new:
        return f"\nRemove {mark(old)}.\n"
    if not old:
        return f"\nAdd {mark(new)} at the end.\n"
    return f"\nReplace {mark(old)} with {mark(new)}.\n"


def _inserted(found: dict[str, str | None]) -> str:
    return next((found[name] or "" for name in ("new", "bold", "under", "wiki") if found.get(name)), "")


def _tidied(words: str) -> str:
    """Return words without doubled blanks that a deletion or insertion leaves."""
    return re.sub(r" (?=[.,;:!?](?:\s|$))", "", re.sub(r"[ ]{2,}+", " ", words)).strip()


def _of_lines(lines: list[str], mark: Callable[[str], str]) -> str:
    """Return the orders for the lines of a fence: lines with "-" are replaced with the ones with "+"."""
    orders: list[str] = []
    before, old = "", ""
    for sign, group in groupby((line for line in lines if line.strip()), key=lambda line: line[:1]):
        words = "\n".join(line[1:].strip() for line in group)
        if sign == "-":
            orders += [f"Remove {mark(old)}."] if old else []
            old = words
        elif sign == "+":
            place = f" after {mark(before)}" if before else " at the end"
            orders.append(f"Replace {mark(old)} with {mark(words)}." if old else f"Add {mark(words)}{place}.")
            old, before = "", words
        else:
            orders += [f"Remove {mark(old)}."] if old else []
            old, before = "", words
    return "\n\n".join([*orders, *([f"Remove {mark(old)}."] if old else [])])
