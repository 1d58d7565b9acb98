"""A fork of a cycle's current state that exists only in a transaction and is rolled back.

It discloses no secrets. Its dice use other seeds, and the secret values of rules are removed. Games, trades, questions
and votes are suspended, because sealed answers would determine their results.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from time import thread_time

from django.db import transaction

from nomic.chance.random_tokens import fresh_hex
from nomic.chance.seeds import commitment
from nomic.clauses.handlers.run_deferred_effects import AS_AWAITED
from nomic.clauses.handlers.triggers import BY_RULE
from nomic.clauses.models import DeferredEffect, KeptValue
from nomic.clauses.store.deferred_effects import WHEN_DUE
from nomic.cycles.actions.registry import action_named
from nomic.cycles.journal.append import ReplaySource, lock_cycle
from nomic.cycles.models import Cycle, Deadline, PhaseSeed
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.phases import BEGIN_PHASE
from nomic.cycles.schedule.settle import is_noop, settle_locked
from nomic.cycles.state_digest import canonical_json
from nomic.law.models import Book, Revision
from nomic.matches.models import Match, MatchStatus
from nomic.players.reputation import BECOME
from nomic.proposals.one_time_effects import CARRY_OUT

# Actions that run in such a fork. All others are suspended, because answers and the state of games are secret.
GOES_ON = (
    *(BEGIN_PHASE, "end-phase", "end-week", "begin-day", "begin-week", "end-cycle"),
    *(BY_RULE, WHEN_DUE, AS_AWAITED, CARRY_OUT, BECOME),
)
MAX_PHASES = 30  # that are played at most, from the running one on
MAX_ENTRIES = 400
MAX_SECONDS = 2.0  # CPU seconds, because the cycle is locked meanwhile


@contextmanager
def as_if(slug: str, luck: str, *, with_games: bool = False) -> Iterator[Cycle]:
    """Context manager: yields the locked cycle for changes that are rolled back.

    Forks with the same `luck` have equal dice.

    If `with_games` is set, games are not suspended, and all public deadlines stay, because an outage moves them. Use it
    only for acts that do not depend on hidden information. Must not be called while the cycle is locked. Raises
    NoSuchCycle if there is no cycle with this slug.
    """
    with transaction.atomic():
        cycle = lock_cycle(slug)
        _make_own(cycle, luck, with_games=with_games)
        yield cycle
        transaction.set_rollback(True)


class PassingTime:
    """Performs the deadlines of a fork as its time passes, within one limit for the whole dry run.

    `reached` is the instant up to which all of them were performed.
    """

    def __init__(self, cycle: Cycle, luck: str) -> None:
        self._cycle, self._origin_of = cycle, luck_of(luck)
        self._stop, self._left = thread_time() + MAX_SECONDS, MAX_ENTRIES
        self.reached = cycle.instant_of_act()
        self.is_whole = True

    def pass_until(self, until: datetime) -> bool:
        """Perform the deadlines up to and including `until`. Return False if the limit was reached before."""
        while self.is_whole:
            deadline = deadlines.next_deadline(self._cycle)
            if deadline is None or deadline.at > until:
                self.reached = until
                break
            if self._left <= 0 or thread_time() > self._stop:
                self.is_whole = False
                break
            self._left -= 1
            self.reached = deadline.at
            if deadline.action not in GOES_ON:
                deadlines.cancel(self._cycle, deadline.label)
            elif self._does_nothing(deadline):
                deadlines.take(self._cycle, deadline)
            else:
                settle_locked(self._cycle, deadline.at, most=1, origin_of=self._origin_of)
        return self.is_whole

    def _does_nothing(self, deadline: Deadline) -> bool:
        """Return whether a live cycle would skip the deadline.

        A clause whose condition does not hold makes no entry.
        """
        action = action_named(deadline.action)
        return is_noop(self._cycle, action, action.read(deadline.args), deadline.at)


def luck_of(luck: str) -> Callable[[Deadline], ReplaySource]:
    """Return a function that returns a deadline's replay source.

    Its entry ids, and thus its dice, depend only on the deadline and on `luck`.
    """
    times: Counter[str] = Counter()

    def origin_of(deadline: Deadline) -> ReplaySource:
        what = f"{deadline.action} {deadline.at.isoformat()} {canonical_json(deadline.args)}"
        times[what] += 1
        return ReplaySource(_from(luck, f"{what} {times[what]}")[:32], foreseen=True)

    return origin_of


def _from(luck: str, what: str) -> str:
    return hashlib.sha256(f"{luck} {what}".encode()).hexdigest()


def _make_own(cycle: Cycle, luck: str, *, with_games: bool) -> None:
    """Separate the fork from the secrets of the original, and from this process's caches.

    Laws are cached by book, so the fork gets a book with a new id.
    """
    own = Book.objects.create(template=cycle.book.template)
    Revision.objects.filter(book=cycle.book_id).update(book=own)
    if not with_games:
        _set_games_aside(cycle)
    cycle.book, cycle.own_seed = own, _from(luck, "own")
    # its own id, so that it counts as a fork: no notices are sent and no wiki page shows it
    cycle.fork_of_id = cycle.pk
    cycle.save(update_fields=["book", "own_seed", "fork_of"])
    PhaseSeed.objects.filter(cycle=cycle, phase__gte=cycle.phase).delete()
    PhaseSeed.objects.bulk_create(
        _seed(cycle, phase, luck) for phase in range(cycle.phase, cycle.phase + MAX_PHASES + 2)
    )
    KeptValue.objects.filter(cycle=cycle, hidden=True).delete()
    secret = DeferredEffect.objects.filter(cycle=cycle, hidden=True)
    Deadline.objects.filter(cycle=cycle, label__in=[row.label for row in secret]).delete()
    secret.delete()
    if not with_games:
        Deadline.objects.filter(cycle=cycle).exclude(action__in=GOES_ON).delete()
    deadlines.refresh(cycle)


def _seed(cycle: Cycle, phase: int, luck: str) -> PhaseSeed:
    seed = _from(luck, f"phase {phase}")
    committed = commitment(seed)
    return PhaseSeed(cycle=cycle, phase=phase, seed=seed, commitment=committed, committed_at=cycle.phase_started_at)


def _set_games_aside(cycle: Cycle) -> None:
    """Move running games to another cycle, so that their hidden state has no effect."""
    aside = Cycle.objects.get(pk=cycle.pk)
    aside.pk, aside._state.adding = None, True
    aside.slug, aside.fork_of_id, aside.due_at = f"{cycle.slug[:60]}~{fresh_hex(6)}", cycle.pk, None
    aside.published, aside.book = False, Book.objects.create(template=cycle.book.template)
    aside.save(force_insert=True)
    Match.objects.filter(cycle=cycle).exclude(status=MatchStatus.OVER).update(cycle=aside)
