"""Places within the text of a rule: "the second bullet", "the last sentence", the end of its list or table."""

import re
from collections.abc import Mapping

_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
MAX_TABLE = 120  # characters in which a table of the law is named
_ENDS_IN_A_TABLE = re.compile(r"(?:\|\}|(?:^|\n)\{\{law table\|[^{}]{0,80}\}\})\Z")
_COUNTS = ("two", "three", "four", "five", "six")
_PLAIN_SIGN = r"(?:[-–•](?= )|\d{1,3}[.)](?= )|\([a-z0-9]{1,3}\)(?= )|[a-zA-Z][.)](?= ))"
_SIGN = rf"(?:[*#]+|{_PLAIN_SIGN})"
_SIGNED = re.compile(_SIGN)
_ITEM = re.compile(rf"^(?:[*#:;]+|{_SIGN})", re.MULTILINE)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?]+(?=\s|$)|(?=\n|$))")
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")
_LINE = re.compile(r"[^\n]+")
# The next lines of an item: indented ones, and of a list of plain text any that is no item or paragraph of its own.
_GOES_ON = rf"(?:\n {{2,}}+(?!{_SIGN})\S[^\n]*)*"
_A_BULLET = rf"(?:{_PLAIN_SIGN}[^\n]*(?:\n[ \t]*+(?!{_SIGN}|[{{|!=\n])\S[^\n]*)*|[*#]+[^\n]*{_GOES_ON})"
_BULLET = re.compile(rf"^{_A_BULLET}", re.MULTILINE)

_ROW = re.compile(r"(?<=\n)\|(?![-}+])[^\n]*(?:\n\|(?![-}+])[^\n]*)*")
_LIST = re.compile(rf"^{_A_BULLET}(?:\n{_A_BULLET})*", re.MULTILINE)

_WORD = re.compile(r"[\w'’-]+")
_LEFT_OUT = re.compile(r"\[\.\.\.\]|\[…\]|\.\.\.|…")
_QUOTES = ("'’‘", '"“”„')
_LOOSE = re.compile(r"(?:\\?\s)+|['’‘\"“”„]")

Span = tuple[int, int]


def span_of(body: str, place: Mapping[str, str | None]) -> Span | None:
    """Return the span of a part of a rule's text, or None if the text has no such part."""
    if place["end"]:
        at = 0 if place["end"].lower() in ("beginning", "start", "top") else len(body)
        return at, at
    if place["whole"]:
        is_table = place["whole"].lower().endswith("table")
        spans = _tables(body) if is_table else [found.span() for found in _LIST.finditer(body)]
        return spans[0] if len(spans) == 1 else None
    if place["units"]:
        return _span_of_several(body, place)
    spans = _spans_of_units(body, (place["unit"] or place["named"] or "").lower())
    if place["said"]:
        spans = spans_with(body, place)
        at = 0 if len(spans) == 1 and not place["every"] else len(spans)
    elif place["every"]:
        return None
    else:
        at = _index((place["nth"] or "").lower(), len(spans))
    if at >= len(spans) or not spans:
        return None
    begin, end = spans[at]
    if place.get("onwards"):
        end = len(body)
    if place["quoted"] and place["quoted"].strip() not in body[begin:end]:
        return None
    return begin + len(body[begin:end]) - len(body[begin:end].lstrip(" ")), end


def spans_with(body: str, place: Mapping[str, str | None]) -> list[Span]:
    """Return the spans of the parts that begin with the words of a place, or that contain them."""
    words = [_plain(said) for said in (place["said"], place["or"]) if said]
    spans = _spans_of_units(body, (place["named"] or "").lower())
    said = [_plain(body[begin:end]) for begin, end in spans]
    has = [any(text.startswith(each) if place["begins"] else each in text for each in words) for text in said]
    return [span for span, fits in zip(spans, has, strict=True) if fits]


def _span_of_several(body: str, place: Mapping[str, str | None]) -> Span | None:
    """Return the span of "the first two sentences", or None if a text has no more than one such part, or too few."""
    spans = _spans_of_units(body, (place["units"] or "").lower())
    said = (place["count"] or "").lower()
    count = _COUNTS.index(said) + 2 if said in _COUNTS else int(said)
    if not 1 < count <= len(spans):
        return None
    some = spans[:count] if (place["side"] or "").lower() == "first" else spans[-count:]
    begin = some[0][0]
    return begin + len(body[begin:]) - len(body[begin:].lstrip(" ")), some[-1][1]


def _index(nth: str, count: int) -> int:
    """Return the index of an ordinal among `count` parts, or `count` if there is no such part."""
    if nth in ("last", "final"):
        return count - 1 if count else count
    if nth in ("only", "sole"):
        return 0 if count == 1 else count
    if nth == "penultimate" or nth.endswith("last"):
        return count - 2 if count > 1 else count
    return _NTH.index(nth) if nth in _NTH else int(re.sub(r"\D", "", nth)) - 1


def _tables(body: str) -> list[Span]:
    spans: list[Span] = []
    begin = 0 if body.startswith("{|") else body.find("\n{|") + 1
    while body.startswith("{|", begin) and (end := body.find("\n|}", begin)) >= 0:
        spans.append((begin, end + 3))
        begin = body.find("\n{|", end) + 1
        if not begin:
            break
    return spans


def _spans_of_units(body: str, unit: str) -> list[Span]:
    if unit == "row" or (unit == "entry" and "\n|}" in body):
        return [found.span() for found in _ROW.finditer(body)]
    patterns = {"sentence": _SENTENCE, "paragraph": _PARAGRAPH, "line": _LINE}
    return [found.span() for found in patterns.get(unit, _BULLET).finditer(body)]


def _plain(words: str) -> str:
    """Return words in lower case, without markup of lists, tables and bold type."""
    return re.sub(r"^[*#|\s]+|'{2,3}", "", words).casefold()


def without_row(body: str, span: Span) -> str:
    """Return a text without a row of its table. The separator line before the row is removed as well."""
    before, after = body[: span[0]].rstrip("\n"), body[span[1] :].lstrip("\n")
    head, _, line = before.rpartition("\n")
    return f"{head if line.startswith('|-') else before}\n{after}"


def cell_of(body: str, column: str, row: str) -> Span | None:
    """Return the span of the table cell in the row and under the heading with these names, or None.

    A heading with more words also matches if it is the only one: "Price (Coins)".
    """
    heads: list[str] = []
    at = 0
    for line in body.split("\n"):
        if line.startswith("!"):
            heads += [_plain(head).strip() for head in re.split(r"!!|\|\|", line.lstrip("!"))]
        elif line.startswith("|") and line[:2] not in ("|-", "|}", "|+") and "||" in line:
            cells = [*re.finditer(r"(?:^\||\|\|)([^|]*)", line)]
            under = [place for place, head in enumerate(heads[: len(cells)]) if head == column.casefold()]
            under = under or [
                place for place, head in enumerate(heads[: len(cells)]) if column.casefold() in _WORD.findall(head)
            ]
            if _plain(cells[0][1]).strip() == row.casefold() and len(under) == 1:
                cell = cells[under[0]]
                text = cell[1]
                begin = at + cell.start(1) + len(text) - len(text.lstrip())
                return begin, begin + len(text.strip())
        at += len(line) + 1
    return None


class CellsDoNotFit(Exception):
    """Raised if a row does not have as many cells as the last row of its table.

    The message states what to write.
    """


def _in_cells(item: str, table: str) -> str:
    """Return a row's words with separators between the cells: "Rope || 3" for "Rope, 3".

    Raises CellsDoNotFit if the table has a different number of columns.
    """
    if item.startswith("|") or "||" in item or " | " in item or "\n" in item:
        return item
    last = table.rpartition("\n|-")[2].strip()
    width = last.count("||") + last.count("!!") + last.count("\n|") + last.count("\n!") + 1
    cells = [cell.strip() for cell in item.rstrip(" .").split(",")] if width > 1 else [item]
    if len(cells) != width:
        raise CellsDoNotFit(f"the rows of this table have {width} cells: write that many cells, with “||” between them")
    return " || ".join(cells)


def with_item(body: str, item: str) -> str | None:
    """Return a text with the item added to its last table as a row, or else to its last list.

    Returns None if the text has neither.

    Raises CellsDoNotFit if the table has a different number of columns.
    """
    closes = body.rfind("\n|}")
    if closes >= 0:
        item = _in_cells(item, body[:closes])
        row = item if item.startswith("|") else f"| {item if '||' in item else item.replace(' | ', ' || ')}"
        return f"{body[:closes]}\n|-\n{row.removeprefix('|-').strip()}{body[closes:]}"
    bullets = list(_BULLET.finditer(body))
    if not bullets:
        return None
    last = bullets[-1]
    sign = _SIGNED.match(last[0])
    words = _SIGNED.sub("", item, count=1).lstrip(" ") if _SIGNED.match(item) else item
    gap = "\n"
    if len(bullets) > 1 and not body[bullets[-2].end() : last.start()].strip():
        gap = body[bullets[-2].end() : last.start()]  # as between the items before it
    return f"{body[: last.end()]}{gap}{_next_sign(sign[0] if sign else '*')} {words}{body[last.end() :]}"


def items_in(words: str) -> list[str]:
    """Return the items of a list, each with its list marker. Text that is not a list as a whole counts as one item."""
    items = [found[0] for found in _BULLET.finditer(words)]
    return items if "".join(items).split() == words.split() else [words]


def _next_sign(sign: str) -> str:
    """Return the list marker of the next item, such as "3." after "2."."""
    return re.sub(r"\d+", lambda found: str(int(found[0]) + 1), sign)


def as_said(body: str, words: str) -> str:
    """Return the part of a text quoted by these words, in which "…" stands for omitted words.

    Line breaks and kinds of quotation marks are ignored. Without a single such part, the words are returned unchanged.
    """
    if words in body or not words.strip():
        return words
    pieces = [_LOOSE.sub(_loosely, re.escape(piece.strip())) for piece in _LEFT_OUT.split(words, maxsplit=1)]
    found = [each[0] for each in re.finditer(r"[^\n]{1,2000}?".join(pieces), body)] if all(pieces) else []
    return found[0] if len({*found}) == 1 else words


def _loosely(found: re.Match[str]) -> str:
    return next((rf"[{signs}]" for signs in _QUOTES if found[0] in signs), r"\s+")


def inserted(body: str, words: str, at: int, *, is_block: bool) -> str:
    """Return a text with words inserted at a position, separated from their surroundings in the same style.

    If `is_block` is set, or after a table, the words become lines of their own.
    """
    before, after = body[:at], body[at:]
    if is_block or _ENDS_IN_A_TABLE.search(before[-MAX_TABLE:].rstrip()):  # a table ends with its line
        is_item = _ITEM.match(words) is not None
        above, below = before.rstrip("\n").rsplit("\n", 1)[-1], after.lstrip("\n")
        left_gap, right_gap = ("\n" if is_item and _ITEM.match(line) else "\n\n" for line in (above or below, below))
        left = f"{before.rstrip(chr(10))}{left_gap}" if before.strip() else ""
        right = f"{right_gap}{after.lstrip()}" if after.strip() else ""
        return f"{left}{words}{right}"
    left = " " if before and not before[-1].isspace() and words[:1] not in (",", ".", ";", ":") else ""
    right = " " if after and not after[0].isspace() and after[0] not in ",.;:!?" else ""
    return f"{before}{left}{words}{right}{after}"


def sentence_spans(body: str) -> list[Span]:
    """Return the spans of the sentences of a text."""
    return [found.span() for found in _SENTENCE.finditer(body)]


def sentences_with(body: str, number: str) -> list[Span]:
    """Return the spans of the sentences that contain a number, or other words, as whole words."""
    word = re.compile(rf"(?<![\w.]){re.escape(number)}(?!\w|\.\d)")
    return [found.span() for found in _SENTENCE.finditer(body) if word.search(found[0])]
