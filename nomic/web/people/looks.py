"""Looks of a cycle's players, cached for its pages until an act or a change of looks."""

from django.core.cache import cache

from nomic.accounts.looks.lookup import Look, look_of, looks_of
from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.outage_tolerant_cache import answer_or
from nomic.players.guests import GUEST, is_guest_table
from nomic.players.models import Player

SECONDS = 60  # kept at most, for caches that another process cannot clear


def looks_in(cycle: Cycle) -> dict[str, Look]:
    """Return the looks of a cycle's players by name. Players who have chosen nothing are left out."""
    key = _key(cycle.pk, cycle.head)
    kept: dict[str, Look] | None = answer_or(None, lambda: cache.get(key))
    if kept is not None:
        return kept
    found = looks_of(Player.objects.filter(cycle=cycle).values("name"))
    if is_guest_table(cycle) and (own := Player.objects.filter(cycle=cycle, name=GUEST).first()):
        found[GUEST] = look_of(own.person)
    answer_or(None, lambda: cache.set(key, found, SECONDS))
    return found


def clear_cached_looks(person: Person) -> None:
    """Delete the cached looks of all cycles that a person plays in."""
    keys = [_key(*row) for row in Player.objects.filter(person=person).values_list("cycle__pk", "cycle__head")]
    answer_or(None, lambda: cache.delete_many(keys))


def _key(cycle: int, head: str) -> str:
    return f"looks:{cycle}:{head}"
