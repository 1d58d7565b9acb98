"""The law's section about Tetromic (R61–R63)."""

from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

from nomic.law.called import Called
from nomic.law.sections import Section, SectionModel
from nomic.law.text import LawName

NAME = "tetromic"
# Bounds keep what a vote can ask for to what a page can show: so many nodes, pieces, ways to lay one.
MOST_ROWS = 24
MOST_COLUMNS = 16
MOST_PIECES = 20
MOST_UNITS = 12
ShapeLine = Annotated[str, StringConstraints(pattern=r"^[#.]{1,12}$"), Field(examples=["##."])]


class BoardSize(SectionModel):
    """How many rows and columns a board has."""

    rows: int = Field(ge=1, le=MOST_ROWS)
    columns: int = Field(ge=1, le=MOST_COLUMNS)


class DrawnPiece(SectionModel):
    """A piece as drawn, from its top line down: "#" is a unit, "." none."""

    shape: list[ShapeLine] = Field(min_length=1, max_length=12)
    text: str = Field(default="", max_length=200)
    place: int = 0

    @model_validator(mode="after")
    def has_units(self) -> "DrawnPiece":
        if not 1 <= sum(line.count("#") for line in self.shape) <= MOST_UNITS:
            raise ValueError(f"a piece has 1 to {MOST_UNITS} units")
        return self


class TetromicRules(SectionModel):
    """The boards, the level that wins, how many pieces a phase brings at least (R62), and the pieces."""

    board: BoardSize
    winning_level: int = Field(ge=1, le=100)
    least_gain: int = Field(ge=1, le=100)
    pieces: dict[LawName, DrawnPiece] = Field(min_length=1, max_length=MOST_PIECES)


CALLED = (
    Called("board/rows", "how many rows a board has", "row|rows", "size height high lines"),
    Called("board/columns", "how many columns a board has", "column|columns", "size width wide"),
    Called("winning_level", "the level that wins the cycle", also="victory win goal end levels high climb"),
    Called("least_gain", "how many pieces a phase brings at least", "piece|pieces", "gain random minimum number"),
    Called("pieces/*", "the piece {0}"),
    Called("pieces/*/shape", "what the piece {0} looks like", also="shape form units lines"),
    Called("pieces/*/text", "what is said of the piece {0}", also="text description words"),
)
SECTION = Section(NAME, "Tetromic", TetromicRules, ordered_maps=("pieces",), called=CALLED)
