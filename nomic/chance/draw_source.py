"""The source of an entry's draws. Each journal entry has its own source, which records every draw."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TypeVar

from nomic.chance.dice_notation import Dice
from nomic.chance.draw_scheme import Drawn, draw_value

T = TypeVar("T")
DrawId = tuple[str, int, int]  # label, index and sides of a draw
SeedOfADraw = Callable[[DrawId], str]  # an empty text stands for the seed of the entry


class TooLong(Exception):
    """Raised when an act exceeds a limit of work or draws for one journal entry. The message names the limit."""


class Source:
    """Random draws for one journal entry, keyed by the phase's seed and the entry's id.

    All draws are recorded in `drawn`, in order. Draws under one label are numbered 0, 1, 2, … Drawing more than `most`
    times raises TooLong; all draws up to that point remain recorded. `seed_of` names draws with a seed of their own:
    their places in `drawn` are listed in `by_other_seeds`, by that seed.
    """

    def __init__(self, seed: str, entry: str, *, most: int | None = None, seed_of: SeedOfADraw | None = None) -> None:
        self._seed = seed
        self._entry = entry
        self._most = most
        self._seed_of = seed_of
        self._next_index: dict[str, int] = {}
        self.drawn: list[Drawn] = []
        self.by_other_seeds: defaultdict[str, list[int]] = defaultdict(list)

    def aside(self, name: str) -> "Source":
        """Return a private random stream named `name`. Its draws are not recorded."""
        return Source(self._seed, f"{self._entry} {name}")

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Draw a uniform integer in [0, sides). Raises TooLong if the entry has made too many draws."""
        if self._most is not None and len(self.drawn) >= self._most:
            raise TooLong(label)
        index = self._next_index.get(label, 0)
        self._next_index[label] = index + 1
        other = self._seed_of((label, index, sides)) if self._seed_of is not None else ""
        if other:
            self.by_other_seeds[other].append(len(self.drawn))
        value = draw_value(other or self._seed, self._entry, label, index, sides)
        self.drawn.append(Drawn(label, index, sides, value, purpose))
        return value

    def pick(self, options: Sequence[T], label: str, purpose: str) -> T:
        """Draw one of `options` uniformly.

        An option listed twice is twice as likely. Raises ValueError if `options` is empty.
        """
        return options[self.below(len(options), label, purpose)]

    def sample(self, options: Sequence[T], count: int, label: str, purpose: str) -> list[T]:
        """Draw `count` of `options` without replacement, in the order drawn.

        Raises ValueError if there are fewer options.
        """
        left = list(options)
        if count > len(left):
            raise ValueError(f"cannot draw {count} of {len(left)}")
        return [left.pop(self.below(len(left), label, purpose)) for _ in range(count)]

    def hits(self, per_cent: int, label: str, purpose: str) -> bool:
        """Return True with a probability of `per_cent` in a hundred."""
        return self.below(100, label, purpose) < per_cent

    def roll(self, dice: Dice, label: str, purpose: str) -> int:
        """Roll NdK (R17). Returns the sum or, with a target, the number of dice that reach it."""
        faces = [1 + self.below(dice.sides, label, f"{purpose} ({dice})") for _ in range(dice.count)]
        return dice.result(faces)
