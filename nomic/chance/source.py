"""Where an entry's draws come from: one source per entry, remembering what it drew."""

from collections.abc import Sequence
from typing import TypeVar

from nomic.chance.dice import Dice
from nomic.chance.draws import Drawn, draw_value

T = TypeVar("T")


class TooLong(Exception):
    """Something takes more work than one entry of the journal may; the text says what."""


class Source:
    """Draws for one journal entry, keyed by the phase's seed and the entry's own id.

    Every draw is kept in `drawn`, in order. Draws under one label are numbered 0, 1, 2, … Whoever wants more than
    `most` of them gets TooLong; those that were drawn stand.
    """

    def __init__(self, seed: str, entry: str, *, most: int | None = None) -> None:
        self._seed = seed
        self._entry = entry
        self._most = most
        self._next_index: dict[str, int] = {}
        self.drawn: list[Drawn] = []

    def aside(self, name: str) -> "Source":
        """A source beside this one, whose draws are no dice of the entry and stand in no record of it."""
        return Source(self._seed, f"{self._entry} {name}")

    def below(self, sides: int, label: str, purpose: str) -> int:
        """A uniform whole number in [0, sides). Raises TooLong."""
        if self._most is not None and len(self.drawn) >= self._most:
            raise TooLong(label)
        index = self._next_index.get(label, 0)
        self._next_index[label] = index + 1
        value = draw_value(self._seed, self._entry, label, index, sides)
        self.drawn.append(Drawn(label, index, sides, value, purpose))
        return value

    def pick(self, options: Sequence[T], label: str, purpose: str) -> T:
        """One of `options`, each as likely; an option named twice is twice as likely. Raises ValueError if none."""
        return options[self.below(len(options), label, purpose)]

    def weighted(self, options: Sequence[tuple[T, int]], label: str, purpose: str) -> T:
        """One of `options`, each as likely as its whole-number weight says. Raises ValueError without any weight."""
        left = self.below(sum(weight for _, weight in options), label, purpose)
        for option, weight in options:
            if left < weight:
                return option
            left -= weight
        raise ValueError("a weight is negative")

    def sample(self, options: Sequence[T], count: int, label: str, purpose: str) -> list[T]:
        """`count` of `options` without replacement, in the order drawn. Raises ValueError if there are too few."""
        left = list(options)
        if count > len(left):
            raise ValueError(f"cannot draw {count} of {len(left)}")
        return [left.pop(self.below(len(left), label, purpose)) for _ in range(count)]

    def hits(self, per_cent: int, label: str, purpose: str) -> bool:
        """True with a chance of `per_cent` in a hundred."""
        return self.below(100, label, purpose) < per_cent

    def roll(self, dice: Dice, label: str, purpose: str) -> int:
        """The result of NdK (R17): the sum, or with a target the number of dice that reach it."""
        faces = [1 + self.below(dice.sides, label, f"{purpose} ({dice})") for _ in range(dice.count)]
        return dice.result(faces)
