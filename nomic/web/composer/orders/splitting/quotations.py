"""Finds the quotations of a text: bold names, quotation marks, braces, fences, blockquotes, indented lines, tables."""

import re

from nomic.web.composer.orders.block_texts import blocks_set_off
from nomic.web.composer.orders.order_words import CLOSE, OPEN
from nomic.web.composer.orders.splitting.orders_with_quotations import MARK, OrderText
from nomic.web.composer.orders.splitting.shown_differences import with_differences_as_orders

MAX_NESTED = 8  # quotation marks within quotation marks

BLOCK_TAG = re.compile(r"<(/?)blockquote>", re.IGNORECASE)
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
    r'(?<=[:\w-]\n\n)"((?:[^"]|(?<=[\s(])"[^"\n]{1,200}"(?=[\s.,;:)])){1,5000}+)"(?=[,;.]?[ \t]*(?:\n|\Z))'
)
STRAIGHT = re.compile(r'"((?:[^"\n]|\n(?!\s*\n)){1,5000})"')
ARROW = re.compile(
    rf"(?:\b(?:replace|change|amend|edit|alter):? )?(?P<before>{OPEN}\d++{CLOSE})[ ]*+(?:→|⇒|-+>|=+>)[ ]*+"
    rf"(?P<after>{OPEN}\d++{CLOSE})",
    re.IGNORECASE,
)
# A quotation in italics of Markdown: *“Be kind.”*
_SLANTED = re.compile(r"(?<![\w*_])(?P<sign>[*_])(?P<words>“[^“”\n]{1,300}”|\"[^\"\n]{1,300}\")(?P=sign)(?![\w*_])")
# "the text starting with “one” and ending with “two”"
FROM_TO = re.compile(
    r"the (?:text|part|passage|words|portion|section)(?: of (?:it|the rule|its text))? (?:that )?"
    rf"(?:start(?:s|ing)|begin(?:s|ning)) (?:with|at|from) {OPEN}(?P<one>\d++){CLOSE},? (?:and )?"
    rf"(?:(?:that )?end(?:s|ing) (?:with|at|in)|(?:up )?to|through|until) {OPEN}(?P<two>\d++){CLOSE}",
    re.IGNORECASE,
)
# "Handy Pack: 12 → 10"
NUMBER_ARROW = re.compile(
    r"(?:^(?P<sign>[ ]{0,3}(?:[*•-] ?|\d{1,3}[.)] )?)|(?<=[.,;:!?)(] )|(?<=[(\[]))(?:(?:[Tt]he|[Aa]n?) )?"
    r"(?P<what>[A-Z][^\n.,;:?!→>=]{1,80}): ?"
    r"(?P<old>\d{1,9})[ ]?(?:→|⇒|-+>|=+>)[ ]?(?P<new>\d{1,9})\b",
    re.MULTILINE,
)
# A quotation before the first word of a sentence, which no order goes on with.
ENDED = re.compile(rf"{OPEN}(\d+){CLOSE}(?= (?!(?:With|By|To|Into|And|As|From|Or)\b)[A-Z])")
LINK = re.compile(r"\[\[(?::?Rule:|#)?(?P<to>[^\[\]|\n]{1,120})(?:\|(?P<shown>[^\[\]\n]{0,120}))?\]\]")
# "**1.** Repeal …": the number of an item in bold type
_BOLD_NUMBER = re.compile(r"^(?P<sign>\*\*|'{3})(?P<number>\d{1,3}[.)])(?P=sign)(?= )", re.MULTILINE)
# A closing quotation mark at the beginning of a quotation, as programs set it after an opened quotation.
_OPENED_WRONGLY = re.compile(r"(?<![^\s(])” ?(?=\w[^“”\n]{0,300}”(?!\w))")
_CLOSED_BY = {"“": "”", "„": "“", "‘‘": "’’", "{": "}", "«": "»"}


class Marks:
    """Replaces the quotations of one text with numbered marks, and stores the quotations."""

    def __init__(self, found: OrderText) -> None:
        self._found = found
        self.blocks: set[int] = set()  # marks of quotations that are lines of their own
        self.sources: dict[int, str] = {}  # what stood in the text in place of a mark, with its signs

    def marked(self, text: str) -> str:
        """Return a text with a mark for each quotation. An arrow between two quotations becomes an order to replace."""
        text = with_differences_as_orders(text, self.mark)
        text = self._without_blocks(blocks_set_off(text))
        text = QUOTED.sub(lambda found: f"\n\n{self.mark(found[1], found[0])}\n\n", text)
        text = BRACES.sub(self._in_braces, text)
        text = _SLANTED.sub(r"\g<words>", text)
        text = _BOLD_NUMBER.sub(r"\g<number>", text)
        text = LINK.sub(lambda found: self.mark(found["to"], found[0]), text)
        text = NAMED.sub(lambda found: self.mark(found[found.lastindex or 0], found[0]), text)
        text = text.replace(" [sic]", "")
        text = self._without_quotations(_OPENED_WRONGLY.sub("“", text))
        text = SINGLE.sub(lambda found: self.mark(found[found.lastindex or 0], found[0]), text)
        text = ENDED.sub(self._with_its_end, text)
        text = FROM_TO.sub(self._with_both_ends, text)
        text = NUMBER_ARROW.sub(r"\g<sign>Change the \g<what> from \g<old> to \g<new>", text)
        return ARROW.sub(r"replace \g<before> with \g<after>", text)

    def _in_braces(self, found: re.Match[str]) -> str:
        """Return the mark of a text in triple braces. If it has lines of its own, no sentence continues after it."""
        mark = self.mark(_flush_left(found[1]), found[0])
        is_block = found[1].startswith("\n") and found.string[found.end() :].lstrip(" \t").startswith("\n")
        return f"{mark}\n\n" if is_block else mark

    def _with_its_end(self, found: re.Match[str]) -> str:
        """Return a mark, followed by a full stop if its quotation ends a sentence and another sentence follows."""
        source = self.sources[int(found[1])]
        return f"{found[0]}." if source[0] in '"“' and source[-2:-1] in (".", "!", "?") else found[0]

    def _with_both_ends(self, found: re.Match[str]) -> str:
        """Return the mark of a text that is quoted by its beginning and its end only."""
        one, two = (self._found.quotations[int(found[name])] for name in ("one", "two"))
        return self.mark(f"{one} … {two}")

    def mark(self, words: str, source: str | None = None) -> str:
        """Store a quotation and return its mark.

        `source` is the quotation with its delimiters, for nested quotations.
        """
        self._found.quotations.append(self._with_sources(words.strip()))
        place = len(self._found.quotations) - 1
        self.sources[place] = self._with_sources(words if source is None else source)
        return f"{OPEN}{place}{CLOSE}"

    def _with_sources(self, words: str) -> str:
        return MARK.sub(lambda found: self.sources[int(found[1])], words)

    def _without_blocks(self, text: str) -> str:
        """Return the text with a mark for each blockquote, fence, table and block of indented lines.

        An opening tag without a closing one is ignored.
        """
        before, *rest = BLOCK_TAG.split(text)
        pieces, opened = [before], False
        for closes, words in zip(rest[::2], rest[1::2], strict=True):
            if opened and closes:
                pieces[-1] = f"\n{self.mark(pieces[-1].strip(chr(10)))}\n\n"
                self.blocks.add(len(self._found.quotations) - 1)
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
        if before is not None and int(before[1]) in self.blocks:
            words = f"{self._found.quotations[int(before[1])]}\n\n{words}"
            kept.pop()
        kept += [self.mark(words), ""]
        if kind in ("indented", "fence"):
            self.blocks.add(len(self._found.quotations) - 1)

    def _without_quotations(self, text: str) -> str:
        """Return the text with a mark for each text in quotation marks or single braces.

        Nested ones stay in the outer text. Doubled braces, which quote values, are left as they are.
        """
        text = SEVERAL_QUOTED.sub(lambda found: self.mark(found[1], found[0]), text)
        text = LINE_QUOTED.sub(lambda found: self.mark(found[1], found[0]), text)
        pieces: list[str] = []
        opened: list[tuple[str, int]] = []
        begin = 0
        for found in SIGNS.finditer(text):
            place, sign = found.start(), found[0]
            if len(sign) > 1 and all(end == "}" for end, _ in opened[-len(sign) :]) and len(opened) >= len(sign):
                del opened[1 - len(sign) :]  # it closes as many single braces, one within the other
                place, sign = found.end() - 1, sign[0]
            if opened and sign == opened[-1][0]:
                _, start = opened.pop()
                if not opened:
                    words = text[start + 1 : place]
                    words = _flush_left(words) if sign == "}" else words
                    pieces += [text[begin:start], self.mark(words, text[start : place + 1])]
                    begin = place + 1
            elif sign in _CLOSED_BY and len(opened) < MAX_NESTED:
                opened.append((_CLOSED_BY[sign], place))
        pieces.append(text[begin:])
        return STRAIGHT.sub(lambda found: self.mark(" ".join(found[1].split("\n")), found[0]), "".join(pieces))


def _kind_of_line(line: str, before: str) -> str:
    """Return the kind of block that a line belongs to: "table", "fence", "indented", or "".

    `before` is the open block's kind.
    """
    if before in ("table", "fence"):
        return before
    if line.startswith("{|"):
        return "table"
    if line.startswith("```"):
        return "fence"
    return "indented" if line[:1] in (":", ">") and line[:1] else ""


def _ends(line: str, kind: str) -> bool:
    return line.startswith("|}") if kind == "table" else line.startswith("```")


def _flush_left(words: str) -> str:
    return "\n".join(line.strip() for line in words.split("\n"))
