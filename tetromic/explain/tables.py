"""Tables and descriptions of the law about Tetromic."""

from collections.abc import Sequence

from nomic.law.document.sections import Law, pointer
from nomic.law.rules.generated_tables import LawTable
from tetromic.engine.parsed_law import rules_of
from tetromic.engine.pieces import orientations_of, shape_of
from tetromic.law_section import NAME, TetromicRules

UNIT, NONE = "■", "□"


def drawn(shape: Sequence[str]) -> str:
    """Format a drawing as one line of text, from its top line down."""
    return " / ".join(line.replace("#", UNIT).replace(".", NONE) for line in shape)


def pieces_table(law: Law) -> LawTable:
    """Return the table of all pieces, in the law's order."""
    pieces = law.section(NAME, TetromicRules).pieces
    names = sorted(pieces, key=lambda name: (pieces[name].place, name))
    rows = [[name, drawn(pieces[name].shape), pieces[name].text or "–"] for name in names]
    places = tuple(pointer(NAME, "pieces", name) for name in names)
    return LawTable("Pieces", ["Piece", "Line by line, from the top", "Shape"], rows, places)


def levels_table(law: Law) -> LawTable:
    """Return the table of levels: the points that each takes, and the pieces that a phase brings there."""
    rules = rules_of(law.document, law.number)
    rows = [[str(level), str(rules.points[level]), str(rules.gains[level])] for level in range(rules.winning_level)]
    return LawTable("Levels", ["At level", "Points to the next", "Pieces in a phase"], rows, place=pointer(NAME))


def explain_piece(law: Law, name: str) -> tuple[str, ...]:
    """Describe a piece: its shape, the number of its orientations, and its probability."""
    pieces = law.section(NAME, TetromicRules).pieces
    shape = shape_of(pieces[name].shape)
    units, ways = len(shape), len(orientations_of(shape))
    return (
        f"It has {units} unit{'' if units == 1 else 's'}: {drawn(pieces[name].shape)}.",
        "It can lie in only one way." if ways == 1 else f"It can lie in {ways} ways.",
        "Every piece you gain is this one."
        if len(pieces) == 1
        else f"Each piece you gain has a 1 in {len(pieces)} chance of being this one.",
    )
