"""Detection of entries in a correction's fork that reveal arguments or values that are secret in the cycle.

The fork is played to its end, so it may reveal sealed arguments that are still secret in the cycle. Before adoption
nobody may read them, or anything that depends on them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from nomic.clauses.clause_index import secrets_of
from nomic.clauses.events import ValueRevealed
from nomic.clauses.handlers.resume_after_questions import ANSWER
from nomic.clauses.handlers.run_deferred_effects import AS_AWAITED
from nomic.clauses.runtime.pending_questions import GO_ON
from nomic.clauses.store.deferred_effects import WHEN_DUE
from nomic.corrections.diff.secret_exposure import touches_secrets
from nomic.cycles.domain.events import Unsealed
from nomic.cycles.models import Cycle, Entry, Unsealing
from nomic.law.models import law_at
from nomic.matches.events import MatchStepped
from nomic.matches.models import Match, MatchStatus

GOES_ON = (GO_ON, ANSWER, WHEN_DUE, AS_AWAITED)  # They run texts of their own, for any clause of the law.


@dataclass(frozen=True, slots=True)
class Opening:
    """The first entry of a fork that reveals information that is not public yet."""

    seq: int
    at: datetime


def first_opening(cycle: Cycle, fork: Cycle, first: int) -> Opening | None:
    """Return the first entry from `first` on in which the fork reveals more than the cycle, or None."""
    known = _Known(cycle, first)
    for entry in Entry.objects.filter(cycle=fork, seq__gte=first).order_by("seq").iterator(chunk_size=200):
        if known.is_opened_by(entry):
            return Opening(entry.seq, entry.at)
    return None


class _Known:
    """The texts and revealed secrets that are public in a cycle from entry `first` on."""

    def __init__(self, cycle: Cycle, first: int) -> None:
        late = Entry.objects.filter(cycle=cycle, seq__gte=first).values_list("words", flat=True)
        self._lines = {line for words in late.iterator(chunk_size=200) for line in words}
        opened = Unsealing.objects.filter(entry__cycle=cycle).values_list("entry__key", flat=True)
        self._opened = set(opened.iterator(chunk_size=1000))
        played = Match.objects.filter(cycle=cycle).exclude(status=MatchStatus.OVER)
        self._played = set(played.values_list("code", flat=True))

    def is_opened_by(self, entry: Entry) -> bool:
        """Return whether a fork's entry reveals information that is not public in the cycle."""
        if any(event.entry not in self._opened for event in Unsealed.among(entry.events)):
            return True
        if self._lines.issuperset(entry.words):
            return False
        return any(ValueRevealed.among(entry.events)) or self._is_played_by_the_clock(entry) or _uses_secrets(entry)

    def _is_played_by_the_clock(self, entry: Entry) -> bool:
        """Return whether the clock moves for a player in a game that is unfinished in the cycle.

        Such a move may reveal that player's hand.
        """
        matches = {event.match for event in MatchStepped.among(entry.events)}
        return entry.actor_kind == "system" and not matches.isdisjoint(self._played)


def _uses_secrets(entry: Entry) -> bool:
    if not secrets_of(law_at(entry.cycle.book_id, entry.revision)):
        return False
    return entry.action in GOES_ON or touches_secrets(entry, Entry.objects.filter(cycle=entry.cycle, seq=entry.seq))


def sealed_row(opening: Opening) -> Iterator[tuple[str, str, str]]:
    """Yield a row that reports that all later differences are hidden."""
    yield (
        f"From {opening.at:%A %d %B, %H:%M} UTC on",
        "",
        "This correction would reveal something sealed or secret. Later differences are shown once it is adopted.",
    )
