"""Splits the text of a proposal into orders, with quotations as numbered marks.

    Enact a rule called '''Naps''' with this text:

    Anybody may nap.

becomes the one order `Enact a rule called [0] with this text: [1]`, with the two quotations beside it. Quotations are
bold names, texts in quotation marks, single braces or code fences, blockquotes, indented lines, wiki tables, and the
unmarked paragraphs or lists after a colon.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

OPEN, CLOSE = "\ue000", "\ue001"  # around the number of a quotation
MARK = re.compile(f"{OPEN}(\\d+){CLOSE}")
MAX_NESTED = 8  # quotation marks within quotation marks

VERBS = (
    "abolish", "add", "alter", "amend", "append", "attach", "award", "change", "create", "cut", "delete", "destroy",
    "drop",
    "edit", "enact", "establish", "give", "grant", "include", "insert", "introduce", "lower", "make", "modify",
    "move", "omit", "pay", "put", "raise", "reduce", "decrease", "increase", "relocate", "remove", "rename",
    "repeal", "replace", "retitle", "revise", "revoke", "reword", "rewrite", "set", "strike", "substitute",
    "transfer", "update",
)  # fmt: skip
GERUNDS = {
    **{verb: f"{verb}ing" for verb in VERBS},
    **{verb: f"{verb[:-1]}ing" for verb in VERBS if verb.endswith("e")},
    "put": "putting",
    "set": "setting",
    "cut": "cutting",
    "drop": "dropping",
    "omit": "omitting",
}
IMPERATIVES = {gerund: verb for verb, gerund in GERUNDS.items()}
_VERB = "|".join(VERBS)
_GERUND = "|".join(IMPERATIVES)
_PLACE = "in|to|from|under|at the end of|after|before|throughout"

BLOCK_TAG = re.compile(r"<(/?)blockquote>", re.IGNORECASE)
FENCE = re.compile(r"^```.*$", re.MULTILINE)
BRACES = re.compile(r"\{\{\{([^{}]{1,20000})\}\}\}")
NAMED = re.compile(r"'''(?!')([^\n]{1,200}?)'''|\*\*([^*\n]{1,200})\*\*|''([^'\n]{1,300})''|`([^`\n]{1,300})`")
SIGNS = re.compile(r"\{{2,}+|\}{2,}+|[“”„«»{}]")
SINGLE = re.compile(r"(?<![\w'])'([^'\n]{1,300})'(?![\w'])")
STRAIGHT = re.compile(r'"([^"\n]{1,5000})"')
HEADING = re.compile(r"=.*=[ \t]*|-{3,}[ \t]*")
BULLET = re.compile(r"(?:[*#]++|[-–•](?= )|\d{1,3}[.)](?= )|\([a-z0-9]{1,3}\)(?= )|[a-z]\)(?= ))[ \t]*+")
LEAD = re.compile(
    r"(?:(?:please|then|also|and|or|next|finally|lastly|furthermore|additionally|in addition|afterwards?|hereby|by|"
    r"to this end|be it resolved that|we|i propose to|first|second|third|secondly|thirdly)\b[ ,:]*+)++",
    re.IGNORECASE,
)
ORDER = re.compile(rf"(?:{_VERB})\b|(?:{_PLACE}|if|when|unless)\b", re.IGNORECASE)
COMMAND = re.compile(rf"(?:{_VERB})\b", re.IGNORECASE)
DOING = re.compile(rf"(?:{_GERUND})\b", re.IGNORECASE)
NEXT_ORDER = re.compile(
    rf"(?:,|;|(?<={CLOSE})|(?<=\w))[ ]*+(?:and|then|and then|and also|;)[ ]++(?:by[ ]++)?"
    rf"(?=(?:{_VERB}|{_GERUND})\b(?! it\b))"
    rf"|(?<=follows|changes):[ ]*+(?=(?:{_VERB}|{_GERUND})\b)"
    rf"|(?:[,;][ ]*+(?:by[ ]++)?|(?<=\w| |{CLOSE})by[ ]++)(?=(?:{_GERUND})\b)",
    re.IGNORECASE,
)
SPACED = re.compile(r" {2,}+\S|\t\S")
LISTED = re.compile(rf"(?P<verb>{_VERB}) (?:the )?rules (?P<rules>[^:]++)", re.IGNORECASE)
WITH_ALL = re.compile(r",? with all\b", re.IGNORECASE)
CONTINUES = re.compile(
    r"(?:and )?(?:with|by|to|into|to read|so that it reads|and replace it|it (?:reads|shall read)|(?:the )?text)\b.*",
    re.IGNORECASE,
)
CONTINUES_ORDER = re.compile(r"(?:and replace it )?(?:with|by|to|into|in|from|after|before)\b")
OF_THE_LAST = re.compile(
    r"(?:and )?(?:call|name|title|entitle|give) (?:it|this rule|the rule|the new rule)\b"
    r"|(?:it|this rule|the (?:new )?rule) (?:should|shall|is to|will|reads?|says?)\b|its (?:text|title|name)\b",
    re.IGNORECASE,
)
_CAPITAL = "|".join(word.capitalize() for word in (*VERBS, *_PLACE.split("|")))
SENTENCE_END = re.compile(
    rf"(?<=[.;!?])\s+|(?<={CLOSE})\s+(?=(?:{_CAPITAL})\b|(?:Then|Also|And|Next|Finally),? (?:{_VERB})\b)"
)
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|No|cf)\.$")
COLON = re.compile(r":[-–—]?$")
AS_FOLLOWS = re.compile(
    r"(?:\bby|as follows|following (?:changes|amendments|ways?)|these changes):[-–—]?$", re.IGNORECASE
)


@dataclass
class OrderText:
    """The orders of a text in reading order, and the quotations that they refer to by number."""

    orders: list[str] = field(default_factory=list)
    quotations: list[str] = field(default_factory=list)

    def resolved(self, text: str, left: str = "", right: str = "") -> str:
        """Return a text with its marks replaced by the quotations, between `left` and `right`."""
        return MARK.sub(lambda found: f"{left}{self.quotations[int(found[1])]}{right}", text)


def orders_in(text: str) -> OrderText:
    """Return the orders of a text. A sentence that orders nothing is left out."""
    return _Splitter(text).split()


class _Splitter:
    def __init__(self, text: str) -> None:
        self._found = OrderText()
        self._text = text.replace(OPEN, "").replace(CLOSE, "").replace("\r\n", "\n")

    def split(self) -> OrderText:
        text = self._without_blocks(self._text)
        text = BRACES.sub(lambda found: self._mark(found[1]), text)
        text = NAMED.sub(lambda found: self._mark(found[found.lastindex or 0]), text)
        text = self._without_quotations(text)
        text = SINGLE.sub(lambda found: self._mark(found[1]), text)
        for paragraph, is_listed in _rejoined(self._with_their_blocks(self._paragraphs(text))):
            self._found.orders += self._of_paragraph(paragraph, is_listed)
        return self._found

    def _mark(self, words: str) -> str:
        self._found.quotations.append(self._found.resolved(words.strip()))
        return f"{OPEN}{len(self._found.quotations) - 1}{CLOSE}"

    # ── marks

    def _without_blocks(self, text: str) -> str:
        """Return the text with a mark for each blockquote, fence, table and block of indented lines.

        Tags may be unbalanced: an opened block without an end is no block.
        """
        before, *rest = BLOCK_TAG.split(text)
        pieces, opened = [before], False
        for closes, words in zip(rest[::2], rest[1::2], strict=True):
            if opened and closes:
                pieces[-1] = f"\n{self._mark(pieces[-1])}\n\n"
            opened = not closes
            pieces.append(words)
        return self._without_lines("".join(pieces))

    def _without_lines(self, text: str) -> str:
        kept: list[str] = []
        block: list[str] = []
        kind = ""
        lines = text.split("\n")
        after = _kinds_after(lines)
        for line, kind_after in zip(lines, after, strict=True):
            now = _kind_of_line(line, kind)
            if kind == "spaced" and not line.strip() and kind_after == "spaced":
                now = kind  # an empty line within a block
            if now != kind or not now:
                self._close(kept, block, kind)
                block, kind = [], now
            if now:
                block.append(line)
            else:
                kept.append(line)
            if kind in ("table", "fence") and len(block) > 1 and _ends(line, kind):
                self._close(kept, block, kind)
                block, kind = [], ""
        self._close(kept, block, kind)
        return "\n".join(kept)

    def _close(self, kept: list[str], block: list[str], kind: str) -> None:
        if not kind:
            return
        if kind == "table":
            words = "\n".join(block)
        elif kind == "fence":
            words = "\n".join(block[1 : -1 if len(block) > 1 and _ends(block[-1], kind) else None])
        else:
            words = "\n".join(
                line.lstrip(" \t").removeprefix(line.lstrip(" \t")[:1] if line[:1] in ":>" else "").strip()
                for line in block
            )
        while kept and not kept[-1].strip():
            kept.pop()
        kept += [self._mark(words), ""]

    def _without_quotations(self, text: str) -> str:
        """Return the text with a mark for each text in quotation marks or single braces. Inner ones belong to it."""
        pieces: list[str] = []
        opened: list[tuple[str, int]] = []
        begin = 0
        for place, sign in _quotation_signs(text):
            if opened and sign == opened[-1][0]:
                _, start = opened.pop()
                if not opened:
                    pieces += [text[begin:start], self._mark(STRAIGHT.sub(r'"\1"', text[start + 1 : place]))]
                    begin = place + 1
            elif sign in _CLOSED_BY and len(opened) < MAX_NESTED:
                opened.append((_CLOSED_BY[sign], place))
        pieces.append(text[begin:])
        return STRAIGHT.sub(lambda found: self._mark(found[1]), "".join(pieces))

    # ── paragraphs

    def _paragraphs(self, text: str) -> Iterator[str]:
        """Yield paragraphs, and each item of a list as one. Headings separate them and are left out."""
        lines: list[str] = []
        for line in [*text.split("\n"), ""]:
            is_item = BULLET.match(line) is not None
            if (is_item or not line.strip() or HEADING.fullmatch(line)) and lines:
                yield " ".join(lines)
                lines = []
            if line.strip() and not HEADING.fullmatch(line):
                lines.append(line.strip())

    def _with_their_blocks(self, paragraphs: Iterator[str]) -> Iterator[tuple[str, bool]]:
        """Yield the paragraphs, each with the text that its colon announces as a mark.

        The second value says whether a paragraph is an item of a list of orders, such as "replacing one with two".
        """
        waiting: tuple[str, bool] | None = None
        block: list[str] = []
        is_listed = False
        for paragraph in paragraphs:
            item = BULLET.match(paragraph)
            words = paragraph[item.end() :] if item else paragraph
            if waiting is not None:
                said, was_listed = waiting
                is_next = _is_order(words) or DOING.match(without_lead(words)) is not None
                if not block and AS_FOLLOWS.search(said) and is_next:
                    yield said.rstrip(":-–— "), was_listed
                    is_listed = True
                elif block and COLON.search(words) and CONTINUES.match(words):
                    waiting, block = (f"{said} {self._joined(block)} {words}", was_listed), []
                    continue
                elif block and _is_order(words) and not item:
                    yield f"{said} {self._joined(block)}", was_listed
                else:
                    block.append(paragraph)
                    continue
            waiting, block = None, []
            is_listed = is_listed and (item is not None or DOING.match(without_lead(words)) is not None)
            if _announces(words):
                waiting = words, is_listed
            else:
                yield words, is_listed
        if waiting is not None:
            said, was_listed = waiting
            yield (f"{said} {self._joined(block)}" if block else said), was_listed

    def _joined(self, block: list[str]) -> str:
        """Return a mark for the paragraphs of a block. A single mark stays one; items of a list stay together."""
        if len(block) == 1 and MARK.fullmatch(block[0]):
            return block[0]
        words = block[0]
        for before, after in pairwise(block):
            words += f"{_between(before, after)}{after}"
        return self._mark(words)

    # ── sentences

    def _of_paragraph(self, paragraph: str, is_under_order: bool) -> Iterator[str]:
        """Yield the orders of a paragraph. What follows an order about a new rule, such as its title, belongs to it."""
        last = ""
        for sentence in _sentences(paragraph):
            if last and OF_THE_LAST.match(sentence):
                last = f"{last.rstrip(' .;')}, {sentence}"
                continue
            yield from filter(None, [last])
            last = ""
            for piece in NEXT_ORDER.split(sentence) if is_under_order or _is_order(sentence) else [sentence]:
                words = without_lead(piece.strip())
                if not (_orders(words) or (is_under_order and DOING.match(words)) or _is_statement(words)):
                    is_under_order = False
                    continue
                yield from filter(None, [last])
                *orders, last = _each_rule(_imperative(words))
                yield from orders
                is_under_order = True
        yield from filter(None, [last])


_CLOSED_BY = {"“": "”", "„": "“", "‘‘": "’’", "{": "}", "«": "»"}
_STATES = re.compile(
    r".{0,200}?\b(?:becomes|shall be|is hereby|are hereby|is changed|are changed|is replaced|are replaced|is repealed|"
    r"is renamed|now costs|shall cost)\b.{0,300}",
    re.IGNORECASE,
)


_SAYS_WHAT = re.compile(f"\\d|{OPEN}|repealed|renamed")
_COMMANDS_LATER = re.compile(rf"[,:{CLOSE}\w] (?:then )?(?:{_VERB})\b", re.IGNORECASE)


def without_lead(words: str) -> str:
    """Return a sentence without words such as "please" or "and then" before its verb."""
    found = LEAD.match(words)
    return words if found is None else words[found.end() :]


def _is_statement(words: str) -> bool:
    """Return whether a sentence states what the law becomes: "The price of a Handy Pack becomes 10"."""
    return _STATES.fullmatch(words) is not None and _SAYS_WHAT.search(words) is not None


def _is_order(words: str) -> bool:
    stripped = without_lead(words)
    return _orders(stripped) or _is_statement(stripped)


def _orders(words: str) -> bool:
    """Return whether a sentence begins like an order, or names a place and then orders something."""
    words = without_lead(words)
    found = ORDER.match(words)
    if found is None:
        return False
    return COMMAND.match(words) is not None or _COMMANDS_LATER.search(words) is not None


def _announces(paragraph: str) -> bool:
    """Return whether a paragraph ends with an order and a colon, or with an announced mark still to come."""
    if not COLON.search(paragraph):
        return False
    *_, last = ["", *_sentences(paragraph)]
    return _is_order(last) or OF_THE_LAST.match(last) is not None or DOING.match(without_lead(last)) is not None


def _sentences(paragraph: str) -> Iterator[str]:
    held = ""
    for piece in SENTENCE_END.split(" ".join(paragraph.split())):
        held = f"{held} {piece}".strip()
        if ABBREVIATION.search(held):
            continue
        yield held
        held = ""
    yield from filter(None, [held])


def _each_rule(order: str) -> list[str]:
    """Return an order about several rules as one order for each: "Repeal rules Luck and Time"."""
    found = LISTED.fullmatch(order.rstrip(" .;"))
    if found is None:
        return [order]
    rules, *rest = WITH_ALL.split(found["rules"], maxsplit=1)
    named = [name.strip() for part in rules.split(",") for name in part.split(" and ")]
    end = f" with all{rest[0]}" if rest else ""
    return [f"{found['verb']} rule {name.removeprefix('and ')}{end}" for name in named if name] or [order]


_POLITE = re.compile(r",? (?:please(?: do)?|thanks|thank you|too|as well|accordingly|instead)[.!]?$", re.IGNORECASE)


def _imperative(words: str) -> str:
    """Return an order with its first verb in the imperative: "replacing …" becomes "replace …"."""
    words = _POLITE.sub("", words)
    found = DOING.match(words)
    return words if found is None else f"{IMPERATIVES[found[0].lower()]}{words[found.end() :]}"


def _kind_of_line(line: str, before: str) -> str:
    """Return the kind of block to which a line belongs: table, fence, indented, or "" for none."""
    if before in ("table", "fence"):
        return before
    if line.startswith("{|"):
        return "table"
    if line.startswith("```"):
        return "fence"
    if line[:1] in (":", ">") and line[:1]:
        return "indented"
    return "spaced" if SPACED.match(line) and not BULLET.match(line.strip()) else ""


def _kinds_after(lines: list[str]) -> list[str]:
    """Return for each line the kind of the next line that is not empty."""
    kinds, now = [""] * len(lines), ""
    for place in range(len(lines) - 1, -1, -1):
        kinds[place] = now
        if lines[place].strip():
            now = _kind_of_line(lines[place], "")
    return kinds


def _rejoined(paragraphs: Iterator[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    """Yield the paragraphs, with those that continue an order, as "with …" after a block, joined to it."""
    last: tuple[str, bool] | None = None
    for words, is_listed in paragraphs:
        if last is not None and CONTINUES_ORDER.match(words) and _is_order(last[0]):
            last = f"{last[0]} {words}", last[1]
            continue
        if last is not None:
            yield last
        last = words, is_listed
    if last is not None:
        yield last


def _ends(line: str, kind: str) -> bool:
    return line.startswith("|}") if kind == "table" else line.startswith("```")


def _between(before: str, after: str) -> str:
    """Return what separates two paragraphs: items of one list follow each other at once."""
    return "\n" if BULLET.match(before) and BULLET.match(after) else "\n\n"


def _quotation_signs(text: str) -> Iterator[tuple[int, str]]:
    """Yield quotation marks and single braces with their places. Doubled braces quote values and are left out."""
    for found in SIGNS.finditer(text):
        if len(found[0]) == 1:
            yield found.start(), found[0]
