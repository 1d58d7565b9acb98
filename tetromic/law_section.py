"""The law section of Tetromic (R61–R63)."""

from typing import Annotated

from pydantic import Field, StringConstraints, field_validator, model_validator

from nomic.effects.prose.formulas import formula_in_words
from nomic.effects.running.formula import Formula, check_formula
from nomic.law.document.sections import Law, Section, SectionModel
from nomic.law.schema.section_label import Label, Path
from nomic.law.schema.text_types import LawName
from tetromic.engine.parsed_law import MAX_GAIN

NAME = "tetromic"
# Bounds limit what a vote can demand to what a page can show: the number of nodes, pieces and orientations.
MAX_ROWS = 24
MAX_COLUMNS = 16
MAX_PIECES = 20
MAX_UNITS = 12
MAX_LEVEL = 100
MAX_POINTS = 10_000  # for one level
LEVELS = range(MAX_LEVEL)  # values of $level, from which a player rises
ShapeLine = Annotated[str, StringConstraints(pattern=r"^[#.]{1,12}$"), Field(examples=["##."])]


class BoardSize(SectionModel):
    """The number of rows and columns of a board."""

    rows: int = Field(ge=1, le=MAX_ROWS)
    columns: int = Field(ge=1, le=MAX_COLUMNS)


class DrawnPiece(SectionModel):
    """A piece as drawn, from its top line down: "#" is a unit, "." none."""

    shape: list[ShapeLine] = Field(min_length=1, max_length=12)
    text: str = Field(default="", max_length=200)
    place: int = 0

    @model_validator(mode="after")
    def has_units(self) -> "DrawnPiece":
        if not 1 <= sum(line.count("#") for line in self.shape) <= MAX_UNITS:
            raise ValueError(f"a piece has 1 to {MAX_UNITS} units")
        return self


class TetromicRules(SectionModel):
    """The boards, the winning level, the points and pieces of each level, and the kinds of pieces.

    `points` take a player from $level to the next (R63). A phase brings as many pieces as `gain` says, but at least
    `least_gain` and at most 100 (R62).
    """

    board: BoardSize
    winning_level: int = Field(ge=1, le=MAX_LEVEL)
    points: Formula = Field(default={"sum": ["$level", 1]}, json_schema_extra={"given": ["level"]})
    gain: Formula = Field(default="$level", json_schema_extra={"given": ["level"]})
    least_gain: int = Field(ge=1, le=100)
    pieces: dict[LawName, DrawnPiece] = Field(min_length=1, max_length=MAX_PIECES)

    @field_validator("points")
    @classmethod
    def _takes_points(cls, points: Formula) -> Formula:
        check_formula(points, 1, MAX_POINTS, level=LEVELS)
        return points

    @field_validator("gain")
    @classmethod
    def _brings_pieces(cls, gain: Formula) -> Formula:
        check_formula(gain, 0, MAX_POINTS, level=LEVELS)
        return gain


def _by_level(law: Law, path: Path, formula: Formula) -> str:
    """Describe a formula of the level."""
    return formula_in_words(formula, level="your level")


LABELS = (
    Label("board/rows", "how many rows a board has", "row|rows", "size height high lines"),
    Label("board/columns", "how many columns a board has", "column|columns", "size width wide"),
    Label("winning_level", "the level that wins the cycle", also="victory win goal end levels high climb"),
    Label(
        "points/**",
        "how many points the next level needs",
        "point|points",
        "level climb needed formula rows score",
        said=_by_level,
        sentence="The number of points that you need for the next level is {value}.",
    ),
    Label(
        "gain/**",
        "how many pieces a player can gain in a phase, by level",
        "piece|pieces",
        "gain random number level formula",
        said=_by_level,
        sentence=f"The number of pieces that you can gain in a phase is {{value}}, but never more than {MAX_GAIN}.",
    ),
    Label(
        "least_gain",
        "how many pieces a player can gain in a phase at any level",
        "piece|pieces",
        "gain random minimum number",
        sentence="However low that number is, you can gain at least {value} in a phase.",
    ),
    Label("pieces/*", "the piece {0}"),
    Label("pieces/*/shape", "what the piece {0} looks like", also="shape form units lines", explained=True),
    Label(
        "pieces/*/text",
        "the description of the piece {0}",
        also="text description words",
        sentence="The piece {0}: {value}",
    ),
)
SECTION = Section(NAME, "Tetromic", TetromicRules, ordered_maps=("pieces",), labels=LABELS)
