"""A case of the grammar: a piece of the law, and what comes of it at the moments at which it can be law."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from nomic.effects.language.allowed_moments import Moment
from tests.effects.grammar.worlds import CONDITIONS

MOMENTS: tuple[Moment, ...] = get_args(Moment)
HAND = {"cards": "hand", "of": "$me"}
DECK = {"cards": "deck", "of": "$me"}
MINE = {"cards": "inventory", "of": "$me"}
PILE = {"cards": "pile"}
GAIN = {"grant": "Chip", "to": "$me"}
GAINED = ["ada's Chips: 5 → 6"]

# Moments that are alike, in one word each.
GROUPS: Mapping[str, tuple[Moment, ...]] = {
    "plays": ("cost", "play", "end"),
    "tables": ("cost", "play", "end", "opening", "rewards"),
    "cards": ("cost", "play", "end", "opening", "rewards", "card", "hall"),
    "dice": ("die", "prize"),
    "conditions": ("legality", "condition"),
    "everywhere": ("cost", "play", "end", "opening", "rewards", "card", "hall", "die", "prize"),
}


def moments_of(words: str) -> tuple[Moment, ...]:
    """The moments that are named, one by one or by groups; what follows a minus is left out again."""
    wanted, _, left_out = words.partition("-")
    without = {moment for word in left_out.split() for moment in GROUPS.get(word, (word,))}
    found = [moment for word in wanted.split() for moment in GROUPS.get(word, (word,))]
    assert set(found) | without <= set(MOMENTS), words
    return tuple(moment for moment in dict.fromkeys(found) if moment not in without)  # type: ignore[misc]


@dataclass(frozen=True)
class Does:
    """An effect, and what is another afterwards than without it, by moments; at all others it is refused."""

    effect: list[dict[str, Any]]
    shows: Mapping[str, list[str]]

    def pieces_at(self, moment: Moment) -> Iterator[tuple[Any, Any]]:
        """What stands in the law there, and what comes of it; None where it is refused."""
        shown = {each: lines for words, lines in self.shows.items() for each in moments_of(words)}
        yield self.effect[0] if moment in CONDITIONS else self.effect, shown.get(moment)


@dataclass(frozen=True)
class Holds:
    """A condition that holds, and its like that does not; where something is done, it is asked in an `if`."""

    at: str
    true: dict[str, Any]
    false: dict[str, Any]

    def pieces_at(self, moment: Moment) -> Iterator[tuple[Any, Any]]:
        """Both, with what comes of them; None where they are refused."""
        for asked, is_so in ((self.true, True), (self.false, False)):
            piece = asked if moment in CONDITIONS else [{"if": asked, "then": [GAIN]}]
            come = is_so if moment in CONDITIONS else GAINED if is_so else []
            yield piece, come if moment in moments_of(self.at) else None


@dataclass(frozen=True)
class Counts:
    """A number, and what it is by moments; at all others it is refused."""

    value: Any
    is_: Mapping[str, int]

    def pieces_at(self, moment: Moment) -> Iterator[tuple[Any, Any]]:
        """That it is so, and that it is not one more, as conditions."""
        found = {each: number for words, number in self.is_.items() for each in moments_of(words)}
        so, no = ({"is": [self.value, "equals", found.get(moment, 0) + more]} for more in (0, 1))
        yield from Holds(" ".join(found), so, no).pieces_at(moment)


@dataclass(frozen=True)
class ShownElsewhere:
    """An effect of which tests in a file of their own show what comes of it, where it is not refused."""

    effect: list[dict[str, Any]]
    at: str
    by: str

    def pieces_at(self, moment: Moment) -> Iterator[tuple[Any, Any]]:
        """What stands in the law there, and which file shows it."""
        piece = self.effect[0] if moment in CONDITIONS else self.effect
        yield piece, Path(self.by) if moment in moments_of(self.at) else None


Case = Does | Holds | Counts | ShownElsewhere
