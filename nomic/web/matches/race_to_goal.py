"""The race at a table: how far each player is on the way to the goal, for games in which that is a number."""

from collections.abc import Iterable
from dataclasses import dataclass

MOST_RUNNERS = 4  # on the page: the foremost, and the viewer


@dataclass(frozen=True, slots=True)
class RacePosition:
    """A player's position on the way to the goal. `done` and `carried` are shares of the way, from 0 to 1.

    `carried` is what the player has, but does not own permanently yet. `words` describes the position.
    """

    name: str
    done: float
    words: str
    carried: float = 0
    is_you: bool = False

    @property
    def done_percent(self) -> int:
        """The length of the bar that is owned, in hundredths of the way."""
        return round(100 * min(max(self.done, 0), 1))

    @property
    def reach_percent(self) -> int:
        """The length of the bar with what is carried, in hundredths of the way."""
        return round(100 * min(max(self.done + self.carried, 0), 1))


def race(runners: Iterable[RacePosition]) -> list[RacePosition]:
    """Return the foremost players and the viewer, in order. Empty for fewer than two players.

    Among tied players the viewer comes first.
    """
    ordered = sorted(runners, key=lambda each: (-each.done, -each.carried, not each.is_you))
    if len(ordered) < 2:
        return []
    first = ordered[:MOST_RUNNERS]
    own = [each for each in ordered[MOST_RUNNERS:] if each.is_you]
    return [*first[: MOST_RUNNERS - len(own)], *own]
