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
from itertools import islice, pairwise

from nomic.web.composer.orders.set_off import ANNOUNCES, blocks_set_off
from nomic.web.composer.orders.words import (
    CLOSE,
    COMMAND,
    CONDITION,
    CONTINUES,
    DOING,
    GERUND,
    IF_LATER,
    IMPERATIVES,
    OF_A_PERSON,
    OPEN,
    OTHER_VERBS,
    PLACE,
    RULE_NOUN,
    VERB,
    VERBS,
    begins_an_order,
    commands_otherwise,
    is_order,
    is_statement,
    later_order,
    without_lead,
)

MARK = re.compile(f"{OPEN}(\\d+){CLOSE}")
MAX_NESTED = 8  # quotation marks within quotation marks
MAX_PAIRS = 20  # replacements that one order lists
MIN_WRAPPED = 40  # characters of a line of an item that goes on in the next line
MAX_COLONS = 3  # after which the words of an order are looked for
MAX_LABEL = 5  # words
MAX_QUOTED = 3  # blockquotes within blockquotes that are read as texts of their own

BLOCK_TAG = re.compile(r"<(/?)blockquote>", re.IGNORECASE)
FENCE = re.compile(r"^```.*$", re.MULTILINE)
QUOTED = re.compile(r"\{\{(?:quote|blockquote|quotation)\|(?:1=|text=)?([^{}]{1,20000})\}\}", re.IGNORECASE)
BRACES = re.compile(r"\{\{\{([^{}]{1,20000})\}\}\}")
NAMED = re.compile(r"'''(?!')([^\n]{1,200}?)'''|\*\*([^*\n]{1,200})\*\*|''([^'\n]{1,300})''|`([^`\n]{1,300})`")
SIGNS = re.compile(r"\{{2,}+|\}{2,}+|[“”„«»{}]")
SINGLE = re.compile(r"(?<![\w'])'([^'\n]{1,300})'(?![\w'])|(?<!\w)‘((?:[^‘’\n]|(?<=\w)’(?=\w)){1,300})’(?!\w)")
# A line that is one quotation with others in it; not "one" with "two".
LINE_QUOTED = re.compile(
    r'^"(?=[^"\n]*")(?![^"\n]{0,300}"(?:,|\.|;| (?:with|by|to|into|and|or|after|before|in|from|of|as)) )'
    r'([^\n]{1,5000})"$',
    re.MULTILINE,
)
# A text in straight marks of several paragraphs, on lines of its own below what announces it.
SEVERAL_QUOTED = re.compile(
    r'(?<=[:\w-]\n\n)"((?:[^"]|(?<=[\s(])"[^"\n]{1,200}"(?=[\s.,;:)])){1,5000}+)"(?=[ \t]*(?:\n|\Z))'
)
STRAIGHT = re.compile(r'"((?:[^"\n]|\n(?!\s*\n)){1,5000})"')
OF_A_LIST = re.compile(r"\b(?:list|bullets?|bullet points?|items?|rows?)\b", re.IGNORECASE)
HEADING = re.compile(r"=.*=[ \t]*|-{3,}[ \t]*")
BULLET = re.compile(r"[ ]{0,3}+(?:[*#]++|[-–•](?= )|\d{1,3}[a-z]?[.)](?= )|\([a-z0-9]{1,3}\)(?= )|[a-z]\)(?= ))[ \t]*+")
NEXT_ORDER = re.compile(
    rf"(?:,|;|(?<={CLOSE})|(?<=\w))[ ]*+(?:and|then|and then|and also|;)[ ]++(?:by[ ]++)?"
    rf"(?=(?:{VERB})\b(?:(?! it\b)|(?<=amend)|(?<=repeal|rename)|(?<=retitle|rewrite)|(?<= move))|(?:{GERUND})\b)"
    rf"|(?<=follows|changes):[ ]*+(?=(?:{VERB}|{GERUND})\b)"
    rf"|(?:[,;][ ]*+(?:by[ ]++)?|(?<=\w| |{CLOSE})by[ ]++)(?=(?:{GERUND})\b)",
    re.IGNORECASE,
)
# An order that begins with its place: "and in Luck, replace …".
NEXT_PLACE = re.compile(
    rf"[,;]?[ ](?:and|then),?[ ](?=(?:in|from|to|under) (?:[^,;:\n{OPEN}]{{1,60}}+(?:{OPEN}\d++{CLOSE})?,"
    rf"|(?:the )?(?:{RULE_NOUN} )?{OPEN}\d++{CLOSE},?) "
    r"(?:replace|change|add|append|insert|remove|delete|strike|reword)\b)",
    re.IGNORECASE,
)
# After a whole order, a comma is enough: "delete the last sentence of Luck, insert …".
NEXT_COMMAND = re.compile(
    rf"[,;:][ ]++(?=(?:{VERB}) (?:the|an?|every|each|all|any|rule|in|from|to|after|before|{OPEN})"
    rf"|(?:in|from|to) {OPEN}\d++{CLOSE}, (?:{VERB})\b)",
    re.IGNORECASE,
)
PAIR = rf"{OPEN}\d++{CLOSE},? (?:with|by|to|into) {OPEN}\d++{CLOSE}"
PAIRS = re.compile(PAIR, re.IGNORECASE)
BETWEEN_PAIRS = re.compile(r"(?:,|;)? ?\(?(?:(?:and (?:also )?|as well as )(?:also )?)?$", re.IGNORECASE)
# "change the price of a Chip to 3 and the price of a Pack from 4 to 5".
_TO_A_NUMBER = (
    r"(?:the |that of |how )[^,;:()\d]{1,80}?(?: from \d{1,9}(?: [a-z]{1,20})?)? (?:to|by) (?:be )?\d{1,9}"
    r"(?: (?!and\b|in\b)[a-z]{1,20})?"
)
AND_A_NUMBER = re.compile(rf"(?:,? and|,) (?={_TO_A_NUMBER})", re.IGNORECASE)
SEVERAL_NUMBERS = re.compile(
    r"(?P<verb>(?:(?:in|from|under|at) [^;:.,]{1,160}+, ?)?(?:change|set|raise|lower|increase|decrease|reduce|make) )"
    rf"(?P<pairs>{_TO_A_NUMBER}(?:(?:,? and|,) {_TO_A_NUMBER}){{1,12}})(?P<rest>[^,;]{{0,100}})",
    re.IGNORECASE,
)
ARROW = re.compile(rf"(?P<before>{OPEN}\d++{CLOSE})[ ]*+(?:→|⇒|-+>|=+>)[ ]*+(?P<after>{OPEN}\d++{CLOSE})")
# "Handy Pack: 12 → 10"
NUMBER_ARROW = re.compile(
    r"^(?P<sign>[ ]{0,3}(?:[*•-] ?|\d{1,3}[.)] )?)(?P<what>[A-Z][^\n:→>=]{1,80}): ?(?P<old>\d{1,9})[ ]?"
    r"(?:→|⇒|-+>|=+>)[ ]?(?P<new>\d{1,9})[ \t]*$",
    re.MULTILINE,
)
LINK = re.compile(r"\[\[(?::?Rule:|#)?(?P<to>[^\[\]|\n]{1,120})(?:\|(?P<shown>[^\[\]\n]{0,120}))?\]\]")
# A paragraph that gives reasons: it says so, or stands in brackets.
_REASONS = (
    r"(?:rationale|reason(?:ing|s)?|commentary|comments?|explanation|author['’]?s? notes?|motivation|justification|"
    r"discussion|p\.? ?s\.?|tl;?dr)\b ?[:.]?|\[[^\[\]]*\]$|\(\([^()]*\)\)$"
)
REASONS = re.compile(_REASONS, re.IGNORECASE)
# A paragraph that is no more of the unmarked words of a rule before it.
COMMENT = re.compile(
    rf"(?:{_REASONS}|(?:i|i['’]m|i['’]ve|i['’]d|i['’]ll|cheers|(?:this|that) (?:would|should|proposal|way|makes?|means|"
    r"ought|fixes|lets|[a-z]{2,20}s (?:(?:the|an?|this|our|some|any) )?(?:[a-z]+ )?(?:issues?|problems?|bugs?|"
    r"loopholes?|confusion|ambiguity|exploits?|scams?))|hopefully)\b|the current\b.{0,40}\brule\b)",
    re.IGNORECASE,
)
# What is no more so. Rules seldom say that, unless of somebody who acted.
_OPENED = re.compile(r'"[^"]*(?:"\Z)?\Z|“[^”]*\Z')
_LIKE_A_REMARK = re.compile(
    r"^(?:this|that) (?!rule|section)[a-z]{2,20}s\b"
    r"|^(?!(?:if|when|whenever|once|each|every|any|all|an?|no|unless|until)\b)"
    r"[^:]*\b(?:was|were|had|used to|ago|previously|"
    r"at the moment|last (?:time|week|cycle|dynasty))\b",
    re.IGNORECASE,
)
LISTED = re.compile(rf"(?P<verb>{VERB}) (?:the )?rules (?P<rules>[^:]++)", re.IGNORECASE)
LISTED_FIRST = re.compile(
    r"(?:the )?rules (?P<rules>[^:]{1,300}?) (?P<state>(?:are|shall|should|must|will|become|now)\b.++)", re.IGNORECASE
)
WITH_ALL = re.compile(r",? with all\b", re.IGNORECASE)
CONTINUES_ALONE = re.compile(
    r"(?:and )?(?:with|by|to|into|to read|to say|so that it reads|and replace it with)"
    r"(?: (?:the following|this)(?: (?:new )?(?:text|words))?| the new text| in full)?:?-?",
    re.IGNORECASE,
)
_AT_THE_END = re.compile(r"\b(?:to|with|read|text|following)$", re.IGNORECASE)
CONTINUES_ORDER = re.compile(
    r"(?:and replace it )?(?:with|by|to|into|in|from|after|before)\b"
    rf"|and (?:by )?(?:{GERUND})\b",
    re.IGNORECASE,
)
OF_THE_LAST = re.compile(
    r"(?:and )?(?:call|name|title|entitle|give) (?:it|this rule|the rule|the new rule)\b"
    rf"|(?:it|this rule|the (?:new )?{RULE_NOUN}) (?:should|shall|is to|will|reads?|says?|has)\b|its (?:text|"
    rf"title|name)\b",
    re.IGNORECASE,
)
_CAPITAL = "|".join(word.capitalize() for word in (*VERBS, *OTHER_VERBS, *PLACE.split("|")))
SENTENCE_END = re.compile(
    rf"(?<=[.;!?])\s+|(?<={CLOSE})\s+(?=(?:{_CAPITAL})\b|(?:Then|Also|And|Next|Finally),? (?:{VERB})\b)"
)
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|No|cf)\.$")
AS_FOLLOWS = re.compile(
    r"(?:\bby|as follows|following (?:changes|amendments|ways?)|these changes):?[-–—]?$", re.IGNORECASE
)


# An order that announces one paragraph: "by appending a new paragraph:".
ONE_UNIT = re.compile(
    r"\b(?:an?|another|one|the following|this)(?: (?:new|further|final|last|first|second|third|separate|extra|"
    r"additional|single)){0,3} (?:paragraph|sentence|line|(?:sub-?)?clause)\b",
    re.IGNORECASE,
)
COLON = re.compile(": ")
_ORDINAL = re.compile(r"\d+|(?<![a-z\d])[a-z](?![a-z])", re.IGNORECASE)
TITLE_AND_TEXT = re.compile(r"(?:title|name): ?[^:]{1,150} (?:text|body|content|wording): ?\S", re.IGNORECASE)
ITEM_OF_ORDERS = "\ue002"  # before an item of a list in which other items are orders


@dataclass
class OrderText:
    """The orders of a text in reading order, and the quotations that they refer to by number."""

    orders: list[str] = field(default_factory=list)
    quotations: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)  # paragraphs at the ends of texts that may be no part of them
    unclear: dict[int, str] = field(default_factory=dict)  # quotations of which it is not clear where they end, and why

    def resolved(self, text: str, left: str = "", right: str = "") -> str:
        """Return a text with its marks replaced by the quotations, between `left` and `right`."""
        return MARK.sub(lambda found: f"{left}{self.quotations[int(found[1])]}{right}", text)


def orders_in(text: str) -> OrderText:
    """Return the orders of a text. A sentence that orders nothing is left out."""
    return _Splitter(text).split()


class _Splitter:
    def __init__(self, text: str, found: OrderText | None = None, depth: int = 0) -> None:
        self._found = OrderText() if found is None else found
        self._text = text.replace(OPEN, "").replace(CLOSE, "").replace(ITEM_OF_ORDERS, "").replace("\r\n", "\n")
        self._depth = depth
        self._blocks: set[int] = set()  # marks of quotations that are lines of their own
        self._sources: dict[int, str] = {}  # what stood in the text in place of a mark, with its signs

    def split(self) -> OrderText:
        text = self._without_blocks(blocks_set_off(self._text))
        text = QUOTED.sub(lambda found: f"\n\n{self._mark(found[1], found[0])}\n\n", text)
        text = BRACES.sub(lambda found: self._mark(_flush_left(found[1]), found[0]), text)
        text = LINK.sub(lambda found: self._mark(found["to"], found[0]), text)
        text = NAMED.sub(lambda found: self._mark(found[found.lastindex or 0], found[0]), text)
        text = self._without_quotations(_OPENED_WRONGLY.sub("“", text))
        text = SINGLE.sub(lambda found: self._mark(found[found.lastindex or 0], found[0]), text)
        text = NUMBER_ARROW.sub(r"\g<sign>change \g<what> from \g<old> to \g<new>", text)
        text = ARROW.sub(r"replace \g<before> with \g<after>", text)
        for paragraph, is_listed in _rejoined(self._with_their_blocks(_among_orders(self._paragraphs(text)))):
            is_item = paragraph.startswith(ITEM_OF_ORDERS)
            paragraph = paragraph.removeprefix(ITEM_OF_ORDERS)
            orders = [*self._of_paragraph(paragraph, is_listed)]
            is_left = (is_item and not _is_remark(paragraph)) or TITLE_AND_TEXT.match(paragraph)
            self._found.orders += orders or ([paragraph] if is_left else [])
        return self._found

    def _of_blocks(self, narrative: str) -> Iterator[str]:
        """Yield the orders in the blocks beside a narrative: a block of which no order says where it belongs.

        An order that stands alone in quotation marks is yielded as its mark.
        """
        for found in MARK.finditer(narrative):
            text = self._found.quotations[int(found[1])]
            source = self._sources[int(found[1])]
            is_bold, is_set_off = source[:1] in ("'", "*"), int(found[1]) in self._blocks or source.startswith("{")
            if (
                is_set_off
                and self._depth < MAX_QUOTED
                and any(is_order(line.strip(" *#>:")) for line in text.splitlines())
            ):
                yield from _Splitter(text, OrderText([], self._found.quotations), self._depth + 1).split().orders
            elif found[0] == narrative.strip(" .") and (is_order(text) or (not is_bold and commands_otherwise(text))):
                yield found[0]

    def _mark(self, words: str, source: str | None = None) -> str:
        """Return a mark for a quotation. `source` is the quotation with its signs, for one within another."""
        self._found.quotations.append(self._with_sources(words.strip()))
        place = len(self._found.quotations) - 1
        self._sources[place] = self._with_sources(words if source is None else source)
        return f"{OPEN}{place}{CLOSE}"

    def _with_sources(self, words: str) -> str:
        return MARK.sub(lambda found: self._sources[int(found[1])], words)

    # ── marks

    def _without_blocks(self, text: str) -> str:
        """Return the text with a mark for each blockquote, fence, table and block of indented lines.

        Tags may be unbalanced: an opened block without an end is no block.
        """
        before, *rest = BLOCK_TAG.split(text)
        pieces, opened = [before], False
        for closes, words in zip(rest[::2], rest[1::2], strict=True):
            if opened and closes:
                pieces[-1] = f"\n{self._mark(pieces[-1].strip(chr(10)))}\n\n"
                self._blocks.add(len(self._found.quotations) - 1)
            opened = not closes
            pieces.append(words)
        return self._without_lines("".join(pieces))

    def _without_lines(self, text: str) -> str:
        kept: list[str] = []
        block: list[str] = []
        kind = ""
        lines = text.split("\n")
        for line in lines:
            now = _kind_of_line(line, kind)
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
        before = MARK.fullmatch(kept[-1]) if kept and kind == "indented" else None
        if before is not None and int(before[1]) in self._blocks:
            words = f"{self._found.quotations[int(before[1])]}\n\n{words}"
            kept.pop()
        kept += [self._mark(words), ""]
        if kind in ("indented", "fence"):
            self._blocks.add(len(self._found.quotations) - 1)

    def _without_quotations(self, text: str) -> str:
        """Return the text with a mark for each text in quotation marks or single braces. Inner ones belong to it."""
        text = SEVERAL_QUOTED.sub(lambda found: self._mark(found[1], found[0]), text)
        text = LINE_QUOTED.sub(lambda found: self._mark(found[1], found[0]), text)
        pieces: list[str] = []
        opened: list[tuple[str, int]] = []
        begin = 0
        for place, sign in _quotation_signs(text):
            if opened and sign == opened[-1][0]:
                _, start = opened.pop()
                if not opened:
                    words = text[start + 1 : place]
                    words = _flush_left(words) if sign == "}" else words
                    pieces += [text[begin:start], self._mark(words, text[start : place + 1])]
                    begin = place + 1
            elif sign in _CLOSED_BY and len(opened) < MAX_NESTED:
                opened.append((_CLOSED_BY[sign], place))
        pieces.append(text[begin:])
        return STRAIGHT.sub(lambda found: self._mark(" ".join(found[1].split("\n")), found[0]), "".join(pieces))

    # ── paragraphs

    def _paragraphs(self, text: str) -> Iterator[str]:
        """Yield paragraphs, each item of a list as one, and headings. An order on a line of its own is a paragraph."""
        lines: list[str] = []
        for line in [*text.split("\n"), ""]:
            is_item = BULLET.match(line) is not None
            is_heading = HEADING.fullmatch(line) is not None
            if (is_item or is_heading or not line.strip() or _begins_a_paragraph(lines, line)) and lines:
                yield f"== {lines[0]} ==" if _is_a_label(lines, line) else " ".join(lines)
                lines = []
            if is_heading:
                yield line.strip()
            elif line.strip():
                lines.append(line.strip())

    def _with_their_blocks(self, paragraphs: Iterator[str]) -> Iterator[tuple[str, bool]]:
        """Yield the paragraphs, each with the text that its colon announces as a mark.

        The second value says whether a paragraph is an item of a list of orders, such as "replacing one with two".
        """
        waiting: tuple[str, bool] | None = None
        sign = ""  # of the item that the order under "waiting" is
        block: list[str] = []
        is_listed = False
        for paragraph in paragraphs:
            item = BULLET.match(paragraph.removeprefix(ITEM_OF_ORDERS))
            is_item = paragraph.startswith(ITEM_OF_ORDERS)
            paragraph = paragraph.removeprefix(ITEM_OF_ORDERS)
            words = paragraph[item.end() :] if item else paragraph
            if waiting is not None:
                said, was_listed = waiting
                is_next = is_order(words) or DOING.match(without_lead(words)) is not None
                takes_none = is_item and _TAKES_WORDS.search(said) is None
                if not block and (AS_FOLLOWS.search(said) or takes_none) and is_next:
                    yield said.rstrip(":-–— "), was_listed
                    is_listed = True
                elif block and ANNOUNCES.search(words) and CONTINUES.match(words):
                    waiting, block = (f"{said} {self._joined(block)} {words}", was_listed), []
                    continue
                elif (block and _ends_list(sign, item, words)) or self._ends_block(said, block, paragraph):
                    yield self._with_block(said, block), was_listed
                else:
                    block.append(paragraph)
                    continue
            waiting, block = None, []
            is_listed = is_listed and (item is not None or DOING.match(without_lead(words)) is not None)
            if HEADING.fullmatch(paragraph):
                is_listed = False
            elif _announces(words) or _conditions(words):
                said, begun = self._with_begun_words(words)
                waiting, sign = (said, is_listed), item[0] if item else ""
                block = [begun] if begun else []
            else:
                yield f"{ITEM_OF_ORDERS if is_item else ''}{words}", is_listed
        if waiting is not None:
            said, was_listed = waiting
            yield self._with_block(said, block), was_listed

    def _with_block(self, said: str, block: list[str]) -> str:
        """Return an order with the text that it announces. More paragraphs than the one it announces are unclear."""
        if not block:
            return said
        joined = self._joined(block)
        mark = MARK.fullmatch(joined)
        plain = [part for part in block if BULLET.match(part) is None and not MARK.fullmatch(part)]
        if mark is not None and len(plain) > 1 and not block[0].endswith(":") and ONE_UNIT.search(said):
            self._found.unclear[int(mark[1])] = (
                "it announces one paragraph and several follow: put its words in quotation marks"
            )
        elif mark is not None and _OPENED.match(self._found.quotations[int(mark[1])]):
            self._found.unclear[int(mark[1])] = "a quotation mark is opened at its beginning and not closed at its end"
        elif mark is not None and len(plain) > 1 and _LIKE_A_REMARK.search(block[-1]):
            self._found.remarks.append(self._found.resolved(block[-1], "“", "”"))
        return f"{said} {joined}"

    def _ends_block(self, said: str, block: list[str], paragraph: str) -> bool:
        """Return whether a paragraph does not belong to the words that an order has announced before it."""
        if HEADING.fullmatch(paragraph):
            return True
        if block and _conditions(said):
            return BULLET.match(block[0]) is None or BULLET.match(paragraph) is None
        if block and BULLET.match(block[0]) and not BULLET.match(paragraph) and OF_A_LIST.search(said):
            return True
        if not block:
            return False
        if self._is_set_off(block[-1]) and not MARK.match(paragraph):
            return True
        lone = MARK.fullmatch(paragraph)
        if lone is not None and self._sources[int(lone[1])][:1] in ("'", "*"):
            return True  # a remark in italics or bold type
        words = self._found.resolved(paragraph)
        return COMMENT.match(words) is not None or OF_A_PERSON.search(MARK.sub("", paragraph)) is not None

    def _is_set_off(self, paragraph: str) -> bool:
        """Return whether a paragraph is one text that begins and ends with signs of its own."""
        lone = MARK.fullmatch(paragraph)
        source = "" if lone is None else self._sources[int(lone[1])]
        is_quoted = source[:1] in ('"', "“", "„", "«", "{") and source[1:2] not in ("", "|")
        return lone is not None and (int(lone[1]) in self._blocks or is_quoted)

    def _joined(self, block: list[str]) -> str:
        """Return a mark for the paragraphs of a block. Marks stay marks; items of a list stay together.

        A title in quotation marks before a text that is set off stays apart from it.
        """
        if len(block) == 1 and not MARK.sub("", block[0]).strip():
            return block[0]
        title = MARK.fullmatch(block[0])
        if title is not None and int(title[1]) not in self._blocks and len(block) == 2 and self._is_set_off(block[1]):
            return " ".join(block)
        words = block[0]
        for before, after in pairwise(block):
            words += f"{_between(before, after)}{after}"
        return self._mark(words)

    # ── sentences

    def _with_bare_words(self, paragraph: str) -> str:
        """Return a paragraph with a mark for the bare words that an order in it announces: "Add a line: Be kind."."""
        said, words = self._with_begun_words(paragraph)
        return f"{said} {self._mark(words)}" if words else said

    def _with_begun_words(self, paragraph: str) -> tuple[str, str]:
        """Return an order with its colon, and the bare words that follow it on its line; "" without any."""
        colons = [found.start() for found in islice(COLON.finditer(paragraph), MAX_COLONS)]
        return next(filter(lambda each: each[1], (self._begun_at(paragraph, at) for at in colons)), (paragraph, ""))

    def _begun_at(self, paragraph: str, at: int) -> tuple[str, str]:
        said, colon, words = paragraph[:at], paragraph[at : at + 1], paragraph[at + 2 :]
        *_, order = ["", *_sentences(_pieces_before(said))]
        order = without_lead(order)
        is_announced = (
            (begins_an_order(order) and _WITH_WORDS.match(order) is not None)
            or (OF_THE_LAST.match(order) is not None and is_order(said))
            or _NOW_READS.search(order) is not None
        )
        if not (colon and words.strip() and is_announced):
            return paragraph, ""
        if words.lstrip().startswith(OPEN) or is_order(words) or DOING.match(without_lead(words)):
            return paragraph, ""
        return f"{said}:", words

    def _of_paragraph(self, paragraph: str, is_under_order: bool) -> Iterator[str]:
        """Yield the orders of a paragraph. What follows an order about a new rule, such as its title, belongs to it."""
        last = ""
        is_comment = REASONS.match(self._found.resolved(paragraph)) is not None
        for sentence in _sentences(self._with_bare_words(paragraph)):
            if last and OF_THE_LAST.match(sentence) and _MAKES_OR_REWORDS.match(last):
                last = f"{last.rstrip(' .;')}, {sentence}"
                continue
            yield from filter(None, [last])
            last = ""
            for piece in _pieces(sentence) if is_under_order or is_order(sentence) else [sentence]:
                words = _THE_NEXT.sub("add a rule ", without_lead(piece.strip()), count=1)
                if is_comment and not (MARK.search(words) or re.search(r"\brule\b", words)):
                    continue
                is_read = begins_an_order(words) or (is_under_order and DOING.match(words)) or is_statement(words)
                order = words if is_read or commands_otherwise(words) else later_order(words)
                if not order:
                    yield from filter(None, [last])
                    last = ""
                    yield from self._of_blocks(words)
                    is_under_order = False
                    continue
                words = order
                yield from filter(None, [last])
                *orders, last = _each_rule(_imperative(words))
                yield from orders
                is_under_order = True
        yield from filter(None, [last])


def _pieces_before(said: str) -> str:
    """Return the last of the orders that one sentence joins."""
    *_, last = NEXT_ORDER.split(said)
    return last


_WANTS_WORDS = re.compile(
    r"(?:\b(?:add|append|insert|include|replace|change|delete|remove|replacing|changing|deleting|removing|from|"
    r"with|by|to|into|read|reads|reading|say|says|saying|text|shall be)|called [^.!?:]{1,60}|"
    r"named [^.!?:]{1,60}|titled [^.!?:]{1,60})$",
    re.IGNORECASE,
)
_TAKES_WORDS = re.compile(
    r"\b(?:add|append|insert|include|create|enact|establish|introduce|replace|read|reads|reading|say|says|saying|stating|"
    r"text|words?|with|following|rules?|paragraph|sentence|list|table)\b",
    re.IGNORECASE,
)
# An order to which the next sentence can add a title or a text: "Add a rule. Call it Tea.".
_MAKES_OR_REWORDS = re.compile(
    r"(?:add|create|insert|enact|make|establish|introduce|append|include|amend|change|alter|modify|edit|revise|update|"
    r"rewrite|reword)\b",
    re.IGNORECASE,
)
_THE_NEXT = re.compile(
    r"(?:the )?(?:first|second|third|fourth|fifth|one|other|next|last)(?: (?:new )?rule| one)? "
    r"(?:is|shall be|should be|is to be) (?=(?:called|named|titled|entitled)\b)",
    re.IGNORECASE,
)
_NOW_READS = re.compile(
    r"\b(?:now reads?|(?:amended|changed) to read|(?:shall|should|must|will|is to|are to)(?: now| instead)* read)"
    r"(?: as follows)?$|\b(?:text|wording) (?:shall|should|must|will|is to) be$",
    re.IGNORECASE,
)
_WITH_WORDS = re.compile(
    r"(?:add|append|insert|create|enact|establish|introduce|make|amend|change|rewrite|reword|replace|include|put|"
    r"in|to|at|after|before)\b",
    re.IGNORECASE,
)
_REPLACES = re.compile(
    r"\b(?:replace|change|substitute|reword|rewrite|rephrase|amend|alter|modify|edit|update)\b", re.IGNORECASE
)
_ENDS_IN_A_PLACE = re.compile(r"[,;:] (?:and |then )?,? ?(?:in|from|to|under|within) [^,;:]{1,80}+$", re.IGNORECASE)
_THAT_TOO = re.compile(r",? and that (?=(?:the|an?)\b)|,? and (?=its (?:text|wording|words) )", re.IGNORECASE)


_STRIKES_AND_INSERTS = re.compile(
    rf"\b(?:strik|delet|remov)(?P<ends>ing|e)(?: out)? (?:the words? )?(?P<what>{OPEN}\d+{CLOSE}),? and (?:then )?"
    r"(?:insert|substitut|put|add)(?:e|ing)? "
    rf"(?=(?:the words? )?{OPEN}\d+{CLOSE}(?! (?:to|at|after|before|in|into)\b))",
    re.IGNORECASE,
)
# "Remove the first sentence of Luck and insert in its place …".
_PUTS_IN_ITS_PLACE = re.compile(
    r"\b(?:remove|delete|strike(?: out)?|drop|cut|omit|take out) "
    r"(?P<what>(?:(?! and\b|, (?:and|then|insert|replace|put))[^;:]){1,200})"
    r"(?:,| and|, and|, then)(?: then)? (?:replace (?:it|them|that|this) (?:with|by)|"
    r"(?:insert|add|put|write|substitute)(?: the following)? (?:in (?:its|their) place|instead)(?: the following)?|"
    r"(?:in (?:its|their) place|instead),? (?:insert|add|put|write))",
    re.IGNORECASE,
)


def _conditions(words: str) -> bool:
    """Return whether a paragraph makes what follows depend on a condition: "If Luck is repealed, do this:"."""
    return CONDITION.match(without_lead(words)) is not None and words.rstrip().endswith(":")


def _pieces(sentence: str) -> Iterator[str]:
    """Yield the orders that one sentence joins. If it has a condition, it stays whole, because that may be of all."""
    if CONDITION.match(without_lead(sentence)) or IF_LATER.search(sentence):
        yield sentence
        return
    sentence = _STRIKES_AND_INSERTS.sub(r"replac\g<ends> \g<what> with ", sentence)
    sentence = _PUTS_IN_ITS_PLACE.sub(r"replace \g<what> with", sentence, count=1)
    pieces = _THAT_TOO.split(sentence) if is_statement(without_lead(sentence)) else [sentence]
    placed = (part for each in pieces for part in NEXT_PLACE.split(each))
    for piece in (part for each in placed for part in NEXT_ORDER.split(each)):
        words = without_lead(piece.strip())
        while COMMAND.match(words) and (found := NEXT_COMMAND.search(words)) is not None:
            if _ENDS_IN_A_PLACE.search(words[: found.start()]) is not None:
                break  # the next order is about that place: without it, it would be about another
            yield from _each_pair(words[: found.start()])
            words = without_lead(words[found.end() :])
        yield from _each_pair(words)


def _each_pair(order: str) -> Iterator[str]:
    """Yield an order for each of the pairs "one with two, and three with four". A place that one names is of all."""
    order = order.rstrip(" .;")
    numbers = SEVERAL_NUMBERS.fullmatch(order)
    if numbers is not None:
        for pair in AND_A_NUMBER.split(numbers["pairs"])[:MAX_PAIRS]:
            yield f"{numbers['verb']}{pair}{numbers['rest']}"
        return
    pairs = [*PAIRS.finditer(order)][:MAX_PAIRS]
    ends = [pair.start() for pair in pairs[1:]] + [len(order)]
    verb = order[: pairs[0].start()] if pairs else ""
    if len(pairs) < 2 or _REPLACES.search(verb) is None:
        yield order
        return
    rests = [order[pair.end() : end] for pair, end in zip(pairs, ends, strict=True)]
    rests = [BETWEEN_PAIRS.sub("", rest) for rest in rests[:-1]] + rests[-1:]
    rests = [rest.removeprefix(")") if "(" not in rest else rest for rest in rests]
    given = [rest for rest in rests if rest.strip()]
    for place, pair in enumerate(pairs):
        later = next((rest for rest in rests[place:] if rest.strip()), given[-1] if given else "")
        yield f"{verb}{pair[0]}{later}"


# A closing quotation mark at the beginning of a quotation, as programs set it after an opened quotation.
_OPENED_WRONGLY = re.compile(r"(?<![^\s(])” ?(?=\w[^“”\n]{0,300}”(?!\w))")
_CLOSED_BY = {"“": "”", "„": "“", "‘‘": "’’", "{": "}", "«": "»"}


def _begins_a_paragraph(lines: list[str], line: str) -> bool:
    """Return whether a line begins a paragraph although no empty line stands before it."""
    if not lines:
        return False
    last = lines[-1].rstrip()
    if (last.endswith((":", ":-")) or _AT_THE_END.search(last)) and _announces(" ".join(lines)):
        return last.endswith((":", ":-")) or not line.strip()[:1].islower()
    if CONTINUES_ALONE.fullmatch(line.strip()) or CONTINUES_ALONE.fullmatch(last):
        return True
    if MARK.fullmatch(last.strip()) and (CONTINUES_ORDER.match(line.strip()) or is_order(line)):
        return True
    is_below_item = BULLET.match(lines[0]) is not None and line[:1].isupper() and not OF_THE_LAST.match(line)
    if is_below_item and (
        last[-1:] in ".!?" or (last[-1:] not in ",;:" and (is_order(line) or len(last) < MIN_WRAPPED))
    ):
        return True
    is_after_an_end = last[-1:] in '.!?;:”"' + CLOSE or _is_a_label(lines, line)
    return is_after_an_end and line.strip()[:1].isupper() and is_order(line.strip())


def _is_a_label(lines: list[str], line: str) -> bool:
    """Return whether a lone short line labels the order on the next line: "2. Tidy-up"."""
    words = "" if len(lines) != 1 else _item(lines[0])
    is_short = bool(words) and len(words.split()) <= MAX_LABEL and words[-1].isalnum()
    return is_short and is_order(line.strip()) and not is_order(words) and not commands_otherwise(words)


def _announces(paragraph: str) -> bool:
    """Return whether a paragraph ends with an order and a colon, or with an announced mark still to come."""
    if not ANNOUNCES.search(paragraph):
        return False
    *_, last = ["", *_sentences(paragraph)]
    return (
        is_order(last)
        or CONTINUES_ALONE.fullmatch(last) is not None
        or OF_THE_LAST.match(last) is not None
        or DOING.match(without_lead(last)) is not None
    )


def _sentences(paragraph: str) -> Iterator[str]:
    held: list[str] = []
    for piece in SENTENCE_END.split(" ".join(paragraph.split())):
        held.append(piece)
        if ABBREVIATION.search(piece):
            continue
        yield " ".join(held).strip()
        held = []
    yield from filter(None, [" ".join(held).strip()])


def _each_rule(order: str) -> list[str]:
    """Return an order about several rules as one order for each: "Repeal rules Luck and Time"."""
    found = LISTED.fullmatch(order.rstrip(" .;"))
    if found is None:
        stated = LISTED_FIRST.fullmatch(order.rstrip(" .;"))
        return [order] if stated is None else [f"rule {name} {stated['state']}" for name in _names(stated["rules"])]
    rules, *rest = WITH_ALL.split(found["rules"], maxsplit=1)
    end = f" with all{rest[0]}" if rest else ""
    return [f"{found['verb']} rule {name}{end}" for name in _names(rules)] or [order]


def _names(rules: str) -> list[str]:
    """Return the names in a list such as "Luck, Time and Naps"."""
    named = [name.strip().removeprefix("and ") for part in rules.split(",") for name in part.split(" and ")]
    return [name for name in named if name]


_POLITE = re.compile(
    r",? (?:please(?: do)?|thanks|thank you|too|as well|accordingly|instead|from now on)[.!]?$", re.IGNORECASE
)


_BECAUSE = re.compile(
    rf",? (?:\()?(?:because|(?<=, )(?:since|as|so that|in order)|given that)\b[^{OPEN}:]{{1,400}}+$", re.IGNORECASE
)
_LET_BE = re.compile(r"^let (?P<what>.{1,120}?) be (?P<new>.{1,120})$", re.IGNORECASE)


def _imperative(words: str) -> str:
    """Return an order with its first verb in the imperative: "replacing …" becomes "replace …"."""
    words = _BECAUSE.sub("", _POLITE.sub("", words), count=1)
    words = _LET_BE.sub(r"\g<what> shall be \g<new>", words, count=1)
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
    return "indented" if line[:1] in (":", ">") and line[:1] else ""


def _among_orders(paragraphs: Iterator[str]) -> Iterator[str]:
    """Yield the paragraphs, with a sign before the items of a list of which at least half are orders."""
    items: list[str] = []
    for paragraph in [*paragraphs, ""]:
        if BULLET.match(paragraph) is not None:
            items.append(paragraph)
            continue
        are_orders = 2 * sum(is_order(_item(item)) for item in items) >= max(len(items), 2)
        yield from (f"{ITEM_OF_ORDERS}{item}" if are_orders else item for item in items)
        items = []
        if paragraph:
            yield paragraph


def _ends_list(sign: str, item: re.Match[str] | None, words: str) -> bool:
    """Return whether a paragraph is an order of its own below words that are announced, not one of these words."""
    if item is None:
        return is_order(words)
    return _is_next_item(sign, item[0], is_next=is_order(words) or DOING.match(without_lead(words)) is not None)


def _is_next_item(sign: str, after: str, *, is_next: bool) -> bool:
    """Return whether an item continues the list of an order that is an item itself: "3." after "2."."""
    before, now = _ORDINAL.search(sign), _ORDINAL.search(after)
    if before is None or now is None:
        return is_next and bool(sign) and sign.strip() == after.strip()
    is_alike = _ORDINAL.sub("", sign).strip() == _ORDINAL.sub("", after).strip()
    return is_alike and _counted(now[0]) == _counted(before[0]) + 1


def _counted(ordinal: str) -> int:
    return int(ordinal) if ordinal.isdigit() else ord(ordinal.lower())


def _item(paragraph: str) -> str:
    found = BULLET.match(paragraph)
    return paragraph if found is None else paragraph[found.end() :]


def _is_remark(words: str) -> bool:
    return words.endswith("?") or words.startswith("(") or REASONS.match(words) is not None


def _rejoined(paragraphs: Iterator[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    """Yield the paragraphs, with those that continue an order, as "with …" after a block, joined to it."""
    last: tuple[str, bool] | None = None
    for words, is_listed in paragraphs:
        is_words = MARK.fullmatch(words) and last is not None and _WANTS_WORDS.search(last[0])
        goes_on = CONTINUES_ORDER.match(words) is not None and not is_order(words)
        if last is not None and (is_words or goes_on) and is_order(last[0]):
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


def _flush_left(words: str) -> str:
    return "\n".join(line.strip() for line in words.split("\n"))


def _quotation_signs(text: str) -> Iterator[tuple[int, str]]:
    """Yield quotation marks and single braces with their places. Doubled braces quote values and are left out."""
    for found in SIGNS.finditer(text):
        if len(found[0]) == 1:
            yield found.start(), found[0]
