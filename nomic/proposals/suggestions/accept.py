"""Accepting a suggestion: the author's proposal is withdrawn, and the suggested version is submitted in its place.

A proposal that was edited never takes effect (R12), so the new version is a separate proposal: votes and seconds begin
again. Both are ordinary acts in the journal, to which the law applies.
"""

from contextlib import suppress

from django.db import transaction
from django.utils import timezone

from nomic import limits
from nomic.clauses.proposal_classes import classes_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Args, action_named
from nomic.cycles.commands.act_stages import PendingCommand, PerformedAct, perform_alone
from nomic.cycles.commands.idempotency import IdempotentRequest, answers
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments, NotCurrent, Refusal, Refused
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import MAX_PIECES, is_due, settle
from nomic.proposals.events import ProposalSubmitted, ProposalWithdrawn
from nomic.proposals.models import Proposal, Suggestion, SuggestionStatus
from nomic.proposals.submission import SubmitArgs, WithdrawArgs, may_submit, try_out_law

SUBMIT, WITHDRAW = "submit-proposal", "withdraw-proposal"
MAKES_ROOM = "too-many-open"  # the refusal that withdrawing the old proposal removes


def accept_suggestion(ctx: ReadContext, proposal: Proposal, row: Suggestion, key: str | None = None) -> PerformedAct:
    """Submit a suggestion in place of the actor's proposal, with its sender as a co-author.

    Either both acts happen or neither does: a refused submission leaves the old proposal open. However, a withdrawal to
    which clauses reacted is final, because they may have drawn (R126). Other open suggestions move to the new proposal.
    A second request with the same idempotency key returns the first entry. Must not be called while the cycle is
    locked. Raises BadArguments if the suggestion is not a valid proposal, and Refused if the actor may not accept it,
    it is no longer open, or one of the acts is refused.
    """
    if proposal.author != ctx.actor.name:
        raise Refused("not-yours", "Only the author of the proposal can take a suggestion.")
    earlier = _taken_before(ctx, row, key)
    if earlier is not None:
        return PerformedAct(earlier, is_repeated=True)
    if not row.is_open:
        raise _no_longer_waits()
    if not proposal.is_pending:
        raise Refused("not-open", f"Proposal {proposal.number} is {proposal.standing}.")
    args = _args(proposal, row)
    _check(ctx, proposal, args)
    performed = _in_one_transaction(ctx, proposal, row, args, key)
    if is_due(performed.entry.cycle):
        with suppress(NotCurrent):
            settle(ctx.cycle.slug, pieces=MAX_PIECES)
    return performed


def _taken_before(ctx: ReadContext, row: Suggestion, key: str | None) -> Entry | None:
    """Return the entry in which the same request already took this suggestion, or None."""
    if row.status != SuggestionStatus.TAKEN:
        return None
    entry = answers(ctx.cycle.slug, ctx.actor, key).filter(action=SUBMIT).first()
    is_same = entry is not None and any(new.proposal == row.became for new in ProposalSubmitted.among(entry.events))
    return entry if is_same else None


def _in_one_transaction(
    ctx: ReadContext, proposal: Proposal, row: Suggestion, args: SubmitArgs, key: str | None
) -> PerformedAct:
    """Withdraw the proposal and submit the suggestion under one lock of the cycle.

    Raises Refused or BadArguments if an act is refused, and Refused if the suggestion, the law or a due event overtook
    them.
    """
    slug, actor = ctx.cycle.slug, ctx.actor
    refused: Refusal | None = None
    with transaction.atomic():
        cycle = lock_cycle(slug)
        if is_due(cycle):
            raise Refused("overtaken", "Something happened in the game at the same time: try again.")
        mine = Suggestion.objects.select_for_update().filter(pk=row.pk, proposal=proposal.code)
        if not mine.filter(status=SuggestionStatus.OPEN).exists():
            raise _no_longer_waits()
        _same_law(ctx, cycle)
        _perform(slug, actor, WITHDRAW, WithdrawArgs(proposal=proposal.code), None)
        after = lock_cycle(slug)
        try:
            _same_law(ctx, after)
            performed = _perform(slug, actor, SUBMIT, args, key)
        except Refusal as refusal:
            if _only_withdrew(after, cycle.seq):
                raise
            refused = refusal
        else:
            became = next(ProposalSubmitted.among(performed.entry.events)).proposal
            mine.update(status=SuggestionStatus.TAKEN, decided_at=timezone.now(), became=became)
            others = Suggestion.objects.filter(cycle=cycle.pk, proposal=proposal.code, status=SuggestionStatus.OPEN)
            others.update(proposal=became)
    if refused is not None:
        raise refused
    return performed


def _perform(slug: str, actor: Actor, name: str, args: Args, key: str | None) -> PerformedAct:
    """Perform an act within the caller's transaction. Raises its refusal, or Refused if it fails.

    The act is not queued with those of other threads, because the transaction may be rolled back.
    """
    command = PendingCommand(IdempotentRequest(slug, actor, action_named(name), args, key))
    perform_alone(command)
    performed = command.result()
    if performed is None:
        raise Refused("overtaken", "Too much is happening in the game right now: try again.")
    if performed.entry.failure is not None:
        raise Refused("failed", performed.entry.failure["reason"])
    return performed


def _same_law(ctx: ReadContext, cycle: Cycle) -> None:
    """Raise Refused if the law has changed since the suggestion was tried."""
    if cycle.revision != ctx.cycle.revision:
        raise Refused("law-changed", "The law has changed in the meantime. Look at it, and try again.", "Law (R13)")


def _only_withdrew(cycle: Cycle, since: int) -> bool:
    """Return whether the only entry after `since` is the withdrawal, and it changed nothing else.

    Otherwise it may have drawn or read a secret, and undoing it would let its author try again (R126).
    """
    entries = list(Entry.objects.whole().filter(cycle=cycle, seq__gt=since).order_by("seq")[:2])
    events = [event["kind"] for entry in entries for event in entry.events]
    return len(entries) == 1 and events == [ProposalWithdrawn.kind()] and not entries[0].draws


def _no_longer_waits() -> Refused:
    return Refused("decided", "This suggestion no longer waits.")


def _args(proposal: Proposal, row: Suggestion) -> SubmitArgs:
    names = list(dict.fromkeys([*proposal.coauthors, row.name]))
    if len(names) > limits.COAUTHORS:
        raise Refused("too-many", f"A proposal has {limits.COAUTHORS} co-authors at most.")
    return SubmitArgs.model_validate(
        {
            "title": row.title,
            "text": row.text,
            "class": proposal.class_name,
            "amendments": row.amendments,
            "effects": row.effects,
            "coauthors": names,
            **({"made_of": proposal.made_of} if proposal.made_of else {}),
        }
    )


def _check(ctx: ReadContext, proposal: Proposal, args: SubmitArgs) -> None:
    """Raise Refused or BadArguments if the suggestion could not be submitted after the old proposal was withdrawn."""
    for name in (WITHDRAW, SUBMIT):
        refused = action_named(name).refusal(ctx)
        if refused is not None and refused.code != MAKES_ROOM:
            raise refused
    class_ = classes_of(ctx.law).get(proposal.class_name)
    if class_ is None:
        raise BadArguments.on("class", f"the law no longer has the class “{proposal.class_name}”")
    refused = may_submit(ctx, class_)
    if refused is not None:
        raise refused
    try_out_law(ctx, args)
