"""Tasks of players about proposals: votes, seconds, and suggestions for their own proposals."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from nomic.clauses.proposal_classes import Scales, classes_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle
from nomic.effects.prose.english_grammar import listed
from nomic.effects.running.interpreter import TooLong
from nomic.players.lookup import player_or_none
from nomic.players.player_tasks import PlayerQuery, Task, TaskLookup, Urgency, WaitingKind
from nomic.proposals.by_rules.seconding import asks_for_seconds, check_may_second
from nomic.proposals.models import (
    PENDING,
    Proposal,
    ProposalStatus,
    SealedBallot,
    Second,
    Suggestion,
    SuggestionStatus,
    Vote,
)

MAX_NAMED = 3  # senders of suggestions in one sentence
COLUMNS = ("cycle_id", "number", "code", "title", "author", "class_name", "submitted_at", "opened_at", "ends_at")

_unvoted = PlayerQuery(
    lambda cycles, name: (
        Proposal.objects.filter(cycle_id__in=cycles, status=ProposalStatus.OPEN)
        .exclude(Exists(Vote.objects.filter(proposal=OuterRef("pk"), name=name)))
        .exclude(Exists(SealedBallot.objects.filter(proposal=OuterRef("pk"), name=name)))
        .order_by("ends_at", "number")
        .only(*COLUMNS)
    )
)
_unseconded = PlayerQuery(
    lambda cycles, name: (
        Proposal.objects.filter(cycle_id__in=cycles, status=ProposalStatus.WAITING)
        .exclude(Q(author=name) | Exists(Second.objects.filter(proposal=OuterRef("pk"), name=name)))
        .order_by("ends_at", "number")
        .only(*COLUMNS)
    )
)
_own = PlayerQuery(
    lambda cycles, name: (
        Proposal.objects.filter(cycle_id__in=cycles, author=name, status__in=PENDING)
        .order_by("number")
        .values_list("cycle_id", "code", "number")
    )
)


def votes(asked: TaskLookup) -> Iterator[Task]:
    """Yield a task for each open proposal on which the player has not voted, if their vote may count."""
    scales: dict[int, Scales] = {}
    for proposal in _unvoted.all(asked):
        ctx = asked.contexts[proposal.cycle_id]
        if player_or_none(ctx) is not None and _counts(ctx, proposal, scales):
            yield _task(asked, proposal, "vote", f"Your vote on proposal {proposal.number}, {proposal.title}")


def _counts(ctx: ReadContext, proposal: Proposal, scales: dict[int, Scales]) -> bool:
    """Return whether the actor's vote would count. If that takes too many steps to find out, assume so."""
    class_ = classes_of(ctx.law).get(proposal.class_name)
    if class_ is None or class_.is_plain:
        return True
    weights = scales.setdefault(ctx.cycle.pk, Scales(ctx))
    try:
        return weights.weigh(class_, proposal.author, ctx.actor.name, proposal.code) > 0
    except TooLong:
        return True


def seconds(asked: TaskLookup) -> Iterator[Task]:
    """Yield a task for each waiting proposal of others that the player may second and has not."""
    cycles = [pk for pk, ctx in asked.contexts.items() if asks_for_seconds(ctx.law)]
    for proposal in _unseconded.all(asked, cycles):
        ctx = asked.contexts[proposal.cycle_id]
        if player_or_none(ctx) is not None and _may_second(ctx, proposal):
            summary = f"Second proposal {proposal.number}, {proposal.title}, to open its vote"
            yield _task(asked, proposal, "second-proposal", summary)


def _may_second(ctx: ReadContext, proposal: Proposal) -> bool:
    class_ = classes_of(ctx.law).get(proposal.class_name)
    if class_ is None:
        return False
    try:
        check_may_second(ctx, class_, proposal)
    except Refused:
        return False
    return True


def suggestions(asked: TaskLookup) -> Iterator[Task]:
    """Yield a task for each of the player's proposals with open suggestions."""
    own = {(pk, code): number for pk, code, number in _own.all(asked)}
    if not own:
        return
    # Suggestions are not acts, so a cached result would not be invalidated by new ones.
    rows = Suggestion.objects.filter(cycle_id__in=asked.contexts, author=asked.player, status=SuggestionStatus.OPEN)
    found: dict[tuple[int, int], tuple[list[str], datetime]] = {}
    for pk, code, name, sent_at in rows.order_by("pk").values_list("cycle_id", "proposal", "name", "sent_at"):
        if (pk, code) in own:
            found.setdefault((pk, own[pk, code]), ([], sent_at))[0].append(name)
    for (pk, number), (names, sent_at) in found.items():
        senders = list(dict.fromkeys(names))
        verb = "suggests" if len(senders) == 1 else "suggest"
        summary = f"{listed(senders[:MAX_NAMED])} {verb} a change to your proposal {number}"
        cycle = asked.cycle(pk)
        yield Task(cycle, f"suggestions {number}", summary, _link(cycle, number), sent_at)


def _task(asked: TaskLookup, proposal: Proposal, action: str, summary: str) -> Task:
    cycle = asked.cycle(proposal.cycle_id)
    link, args = _link(cycle, proposal.number), {"proposal": proposal.code}
    return Task(cycle, proposal.code, summary, link, proposal.vote_began_at, proposal.ends_at, action, args)


def _link(cycle: Cycle, number: int) -> str:
    return reverse("web:proposal", args=[cycle.slug, number])


VOTE = WaitingKind("vote", "Votes on proposals", Urgency.ENDS, votes, ends="counted", button="Vote")
SECOND = WaitingKind("second", "Proposals to second", Urgency.ENDS, seconds, ends="lapses", button="Read it")
SUGGESTION = WaitingKind(
    "suggestion", "Suggestions for your proposals", Urgency.CAN_REST, suggestions, button="Read it"
)
KINDS = (VOTE, SECOND, SUGGESTION)
