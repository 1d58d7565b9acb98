"""The second pass of the wikitext parser: resolves quotes, and rows and cells of tables."""

from dataclasses import dataclass, field

from nomic.wikitext import allowlist
from nomic.wikitext.tokens import (
    CELL_TAGS,
    INLINE_TAGS,
    LISTS,
    TABLE,
    Ending,
    LineEnd,
    Opening,
    PartSign,
    Piece,
    Quotes,
    RawPiece,
    Words,
)

STYLES = {"i": "''", "b": "'''"}


def settled(raw: list[RawPiece]) -> list[Piece]:
    """Return the final pieces, with quotes, tables and lists resolved."""
    settling = _Settling()
    for piece in raw:
        settling.add(piece)
    settling.no_styles()
    return settling.pieces


@dataclass(slots=True)
class _Inside:
    """An open element, the bold and italic begun inside it, and for a table the open row and cell."""

    name: str
    styles: list[tuple[str, int]] = field(default_factory=list)
    row: bool = False
    cell: str = ""
    begun: bool = False
    column: int = 0
    # columns that cells of earlier rows reach into: remaining rows
    covered: dict[int, int] = field(default_factory=dict)
    fresh: dict[int, int] = field(default_factory=dict)  # columns that this row's cells cover in later rows


class _Settling:
    """Collects the resolved pieces."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.inside = [_Inside("")]

    def add(self, raw: RawPiece) -> None:
        whole = self.inside[-1]
        has_parts = whole.name == TABLE or whole.name in LISTS
        if has_parts and not whole.cell and not isinstance(raw, PartSign | Ending):
            if isinstance(raw, LineEnd) or (isinstance(raw, Words) and not raw.text.strip()):
                return  # blanks between the signs of a table are not a cell
            self.part(whole, PartSign(LISTS.get(whole.name, ("td",))[0], ""))
        match raw:
            case Quotes(count):
                self.quotes(count)
            case PartSign():
                self.no_styles()
                self.part(self.inside[-1], raw)
            case Opening(name):
                if name not in INLINE_TAGS:
                    self.no_styles()
                self.pieces.append(raw)
                self.inside.append(_Inside(TABLE if name == "table" and raw.by_sign else name))
            case Ending(name):
                self.end(raw)
            case LineEnd():
                self.no_styles()
                self.pieces.append(raw)
            case Words(text):
                self.words(text)
            case _:
                self.pieces.append(raw)

    def end(self, raw: Ending) -> None:
        if raw.name not in INLINE_TAGS:
            self.no_styles()
        self.end_styles(self.inside[-1])
        whole = self.inside.pop()
        self.end_cell(whole)
        self.end_row(whole)
        self.pieces.append(raw)

    def words(self, text: str) -> None:
        if text:
            self.pieces.append(Words(text))

    # Tables

    def part(self, whole: _Inside, sign: PartSign) -> None:
        """Begin or end a part of a table or list."""
        self.end_cell(whole)
        name = sign.name
        if name == "caption" and whole.begun:
            name = "td"  # only the first is shown, and above all rows
        if name in ("tr", "/tr", "caption"):
            self.end_row(whole)
        if name == "tr" or name.startswith("/"):
            return  # a row begins with its first cell
        whole.begun, whole.cell = True, name
        if name not in CELL_TAGS or name == "caption":
            self.pieces.append(Opening(name, sign.source, sign.attributes, by_sign=True))
            return
        if not whole.row:
            self.pieces.append(Opening("tr", "", by_sign=True))
            whole.row = True
        spans = self.room(whole, *allowlist.spans(sign.attributes))
        self.pieces.append(Opening(name, sign.source, sign.attributes, by_sign=True, spans=spans))

    def room(self, table: _Inside, wide: int, tall: int) -> tuple[int, int]:
        """Return how many columns and rows the next cell can span without overlapping others."""
        while table.column in table.covered:
            table.column += 1
        first = table.column
        while table.column < first + wide and table.column not in table.covered:
            table.fresh[table.column] = tall
            table.column += 1
        return table.column - first, tall

    def end_cell(self, table: _Inside) -> None:
        if table.cell:
            self.pieces.append(Ending(table.cell, by_sign=True))
            table.cell = ""

    def end_row(self, table: _Inside) -> None:
        if table.row:
            self.pieces.append(Ending("tr", by_sign=True))
            table.row, table.column = False, 0
            table.covered = {column: rows - 1 for column, rows in (table.covered | table.fresh).items() if rows > 1}
            table.fresh = {}

    # Bold and italic, which end with their line at the latest

    def quotes(self, count: int) -> None:
        """Toggle styles: two quotes are italic, three bold, five both.

        A fourth, and any beyond five, is a literal quote.
        """
        self.words("'" * (1 if count == 4 else max(0, count - 5)))
        names = {2: "i", 3: "b", 4: "b"}.get(count, "ib")
        opened = [name for name, _ in self.inside[-1].styles]
        if names != "ib":
            self.toggle(names)
            return
        for name in [*reversed(opened), *(name for name in "ib" if name not in opened)]:
            self.toggle(name)

    def toggle(self, name: str) -> None:
        styles = self.inside[-1].styles
        if all(one != name for one, _ in styles):
            styles.append((name, len(self.pieces)))
            self.pieces.append(Opening(name, STYLES[name], by_sign=True))
            return
        if len(styles) == 2 and styles[0][0] == name:
            (outer, first), (inner, second) = styles
            if first + 1 == second:  # begun together: the one that ends first is the inner one
                styles[:] = [(inner, first), (outer, second)]
                for style, place in styles:
                    self.pieces[place] = Opening(style, STYLES[style], by_sign=True)
            else:  # the other one was begun within this one and not ended there, so it begins nothing
                self.pieces[second] = Words(STYLES[inner])
                styles.pop()
        styles.pop()
        self.pieces.append(Ending(name, STYLES[name], by_sign=True))

    def no_styles(self) -> None:
        """Turn bold and italic that are still open into literal quotes."""
        for one in self.inside:
            self.end_styles(one)

    def end_styles(self, inside: _Inside) -> None:
        for name, place in inside.styles:
            self.pieces[place] = Words(STYLES[name])
        inside.styles.clear()
