"""The state of running cycles for the front page: who leads, the last proposal that passed, the next vote."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache

from nomic.clauses.standing.ranking import main_standing
from nomic.clauses.standing.standing_line import in_one_line
from nomic.clauses.standing.standings_cache import standings_now
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.law_section import Description
from nomic.cycles.models import Condition, Cycle
from nomic.outage_tolerant_cache import answer_or
from nomic.proposals.models import Proposal, ProposalStatus

MAX_CYCLES = 6  # of which more is shown than their names
KEPT_FOR = 300  # seconds; a new entry in the cycle invalidates it earlier


@dataclass(frozen=True, slots=True)
class Named:
    """A proposal's number and title, and the instant at which it passed or its votes are counted."""

    number: int
    title: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class RightNow:
    """The state of a cycle: who leads in one line, the last proposal that passed, and the open vote that ends first.

    `game` is the name of its game, if the cycle's title does not say it.
    """

    leads: str
    passed: Named | None
    vote: Named | None
    votes: int  # that are open besides
    game: str


def right_now(cycles: Iterable[Cycle]) -> Mapping[int, RightNow]:
    """Return the states of the first running cycles, by primary key. They are the same for every visitor.

    Each state is cached until the cycle's next entry, so that most pages query nothing.
    """
    shown = [each for each in cycles if each.is_running and each.condition == Condition.CURRENT and each.seq]
    keys = {f"right-now-of:{cycle.pk}.{cycle.seq}.{cycle.head[:16]}": cycle for cycle in shown[:MAX_CYCLES]}
    found: dict[str, Any] = answer_or({}, lambda: cache.get_many(list(keys)))
    made = {key: _of(cycle) for key, cycle in keys.items() if key not in found}
    if made:
        answer_or(None, lambda: cache.set_many(made, KEPT_FOR))
    return {cycle.pk: (found.get(key) or made[key]) for key, cycle in keys.items()}


def _of(cycle: Cycle) -> RightNow:
    ctx = ReadContext(cycle, Actor.nobody(), cycle.now())
    standing = main_standing(standings_now(ctx))
    line = in_one_line(standing) if standing is not None and standing.rows else ""
    known = Proposal.objects.filter(cycle=cycle).only("number", "title", "decided_at", "ends_at")
    passed = known.filter(status=ProposalStatus.ENACTED).order_by("-decided_at", "-number").first()
    votes = list(known.filter(status=ProposalStatus.OPEN).order_by("ends_at", "number")[:100])
    return RightNow(
        f"{line[:1].upper()}{line[1:]}." if line else "",
        None if passed is None else Named(passed.number, passed.title, passed.decided_at),
        Named(votes[0].number, votes[0].title, votes[0].ends_at) if votes else None,
        max(0, len(votes) - 1),
        cycle.law.section("cycle", Description).game,
    )
