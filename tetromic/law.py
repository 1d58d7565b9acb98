"""The law's section about Tetromic (R61–R63)."""

from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

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


SECTION = Section(NAME, "Tetromic", TetromicRules, ordered_maps=("pieces",))
