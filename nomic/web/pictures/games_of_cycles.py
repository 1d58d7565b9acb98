"""Finds the game of each cycle, for its picture, by the law under which the cycle began."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.cache import cache

from nomic.cycles.law_section import Description
from nomic.cycles.models import Cycle
from nomic.law.document.templates import described_templates
from nomic.outage_tolerant_cache import answer_or

KEPT_FOR = 86_400  # seconds; another revision of the law has another key


@dataclass(frozen=True, slots=True)
class GamePicture:
    """A game: its picture's name, and its title, from which an emblem is drawn if the picture is missing."""

    name: str
    title: str


def games_of(cycles: Iterable[Cycle]) -> dict[int, GamePicture]:
    """Return the games of these cycles, by the cycles' primary keys. Reads each revision of a law once."""
    keys = {f"game-of:{cycle.book_id}.{cycle.revision}": cycle for cycle in cycles}
    found: dict[str, GamePicture] = answer_or({}, lambda: cache.get_many(list(keys))) if keys else {}
    made = {key: _game(cycle) for key, cycle in keys.items() if key not in found}
    if made:
        answer_or(None, lambda: cache.set_many(made, KEPT_FOR))
    return {cycle.pk: found.get(key) or made[key] for key, cycle in keys.items()}


def _game(cycle: Cycle) -> GamePicture:
    law = cycle.law.section("cycle", Description)
    title = law.game or law.title
    # A practice cycle has a title of its own, and the summary of its game.
    known = (
        each for each in described_templates() if each.title == title or (each.summary and each.summary == law.summary)
    )
    return next((GamePicture(each.name, each.title) for each in known), GamePicture("", title))
