"""The visitor's own games on the front page, each once, with a link to the page to continue on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse

from nomic.cycles.models import Cycle
from nomic.web.matches.unfinished import Unfinished
from nomic.web.people.shown_names import as_shown


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A cycle of the visitor, and its button. `match` is the unfinished match that the button leads to, or None."""

    cycle: Cycle
    link: str
    label: str
    match: Unfinished | None = None
    winner: str = ""  # of a cycle that has ended, by the name that its pages show

    @property
    def is_your_turn(self) -> bool:
        return self.match is not None and self.match.is_your_turn


def own_games(cycles: Iterable[Cycle], unfinished: Sequence[Unfinished], waiting: frozenset[int]) -> list[OwnGame]:
    """Return the games in these cycles: those on the visitor's turn, other running ones, and those that have ended.

    Practice cycles in `waiting` are left out, because the open list of tasks leads to them. Games with other people are
    always there: they are what "your games" means.
    """
    matches = {each.cycle.pk: each for each in reversed(unfinished)}
    found = [
        _own_game(cycle, matches.get(cycle.pk)) for cycle in cycles if not (cycle.practice and cycle.pk in waiting)
    ]
    return sorted(found, key=lambda each: (not each.is_your_turn, not each.cycle.is_running, each.cycle.practice))


def _own_game(cycle: Cycle, match: Unfinished | None) -> OwnGame:
    if match is not None:
        link = reverse("web:match", args=[cycle.slug, match.match.code])
        return OwnGame(cycle, link, "Go on", match)
    if cycle.is_running:
        return OwnGame(cycle, reverse("web:hall", args=[cycle.slug]), "Go on")
    story = reverse("web:story", args=[cycle.slug])
    return OwnGame(cycle, story, "The story", winner=as_shown(cycle, cycle.winner) if cycle.winner else "")
