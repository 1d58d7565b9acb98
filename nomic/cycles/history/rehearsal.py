"""Rehearsals of retroactive acts: the same rewrite as the act itself, rolled back when it has been looked at."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db import transaction

from nomic.chance.draw_scheme import Drawn
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.fork_builder import ConcurrentRewrite
from nomic.cycles.history.replay import discard_if_exists
from nomic.cycles.history.rewrite import HistoryRewrite, promote_rewrite
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle, Entry

T = TypeVar("T")
ATTEMPTS = 3  # if somebody else rewrites history meanwhile


@dataclass(frozen=True, slots=True)
class Rehearsal(Generic[T]):
    """The result of a rehearsal: observations before and after the rewrite, its entry, and whether it drew new dice."""

    before: T
    after: T
    entry: Entry
    has_new_dice: bool


class _Unsent:
    """Null object for the request of a rehearsed act, which nobody has sent. Never stored."""

    def is_performed(self) -> bool:
        return False

    def keep(self, entry: Entry) -> None:
        pass


def rehearse(begin: Callable[[], HistoryRewrite], look: Callable[[Cycle], T]) -> Rehearsal[T]:
    """Rewrite history as a retroactive act does, observe the cycle before and after, and roll back.

    `begin` returns the builder of the rewrite. Raises the same refusals as the act, such as LaterActs. Callers must not
    show anything that depends on new dice; otherwise people would rehearse the act until they like its dice.
    """
    for _ in range(ATTEMPTS):
        with suppress(ConcurrentRewrite):
            return _rehearsed(begin(), look)
    raise Refused("overtaken", "Somebody else is changing the game's history right now. Try again.")


def _rehearsed(builder: HistoryRewrite, look: Callable[[Cycle], T]) -> Rehearsal[T]:
    slug = builder.fork.fork_of.slug if builder.fork.fork_of is not None else ""
    try:
        builder.build()
        with transaction.atomic():
            cycle = lock_cycle(slug)
            before, drawn = look(cycle), _draws(cycle)
            entry = promote_rewrite(builder, _Unsent())
            cycle = lock_cycle(slug)
            has_new_dice = any(draws != drawn.get(key) for key, draws in _draws(cycle).items())
            found = Rehearsal(before, look(cycle), entry, has_new_dice)
            transaction.set_rollback(True)
        return found
    finally:
        discard_if_exists(builder.fork.slug)


def _draws(cycle: Cycle) -> dict[str, list[Drawn]]:
    """Return each entry's draws by its id. An act that keeps its id may draw more, or differently (R142)."""
    return dict(Entry.objects.filter(cycle=cycle, draws__isnull=False).values_list("key", "draws"))
