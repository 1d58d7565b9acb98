"""Dice notation (R17): NdK, with or without a target number."""

import re
from dataclasses import dataclass

MAX_DICE = 100
MAX_SIDES = 1_000_000
NOTATION = re.compile(r"(?P<count>\d{1,3})d(?P<sides>\d{1,7})(?: target (?P<target>\d{1,7}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Dice:
    """A throw of `count` dice with `sides` sides each.

    With a `target`, the result is the number of dice that reach it.
    """

    count: int
    sides: int
    target: int | None = None

    def result(self, faces: list[int]) -> int:
        """Return the sum of the faces or, with a target, the number of faces that reach it."""
        if self.target is None:
            return sum(faces)
        return sum(face >= self.target for face in faces)

    def __str__(self) -> str:
        notation = f"{self.count}d{self.sides}"
        return notation if self.target is None else f"{notation} target {self.target}"


def parse_dice(text: str) -> Dice:
    """Parse "2d6" or "5d6 target 4". Raises ValueError if the text is not dice notation or is out of bounds."""
    match = NOTATION.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not dice notation: {text[:40]!r} (say for example 2d6, or 5d6 target 4)")
    count, sides = int(match["count"]), int(match["sides"])
    if count > MAX_DICE or not 1 <= sides <= MAX_SIDES:
        raise ValueError(f"at most {MAX_DICE} dice of 1 to {MAX_SIDES} sides")
    return Dice(count, sides, int(match["target"]) if match["target"] else None)
