"""Sending, withdrawing and declining suggestions for a proposal whose votes have not been counted."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from nomic import limits
from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Args
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.models import Cycle
from nomic.law.schema.text_types import LawText, LawTitle
from nomic.proposals import one_time_effects
from nomic.proposals.models import Proposal, Suggestion, SuggestionStatus
from nomic.proposals.one_time_effects import Effects
from nomic.proposals.submission import Amendments, SubmitArgs, accepted_amendments, law_with, stay_within

A_DAY = timedelta(days=1)


class SuggestArgs(Args):
    """A suggested version of a proposal: its complete title, text, amendments and effects."""

    title: LawTitle
    text: LawText = ""
    amendments: Amendments = []
    effects: Effects = []


def suggestions_for(cycle: Cycle, proposal: Proposal) -> QuerySet[Suggestion]:
    """Return the suggestions for a proposal, oldest first."""
    return Suggestion.objects.filter(cycle=cycle, proposal=proposal.code).order_by("pk")


def suggestion_of(cycle: Cycle, proposal: Proposal, pk: int) -> Suggestion | None:
    """Return the suggestion with this primary key if it is for the proposal, otherwise None."""
    return suggestions_for(cycle, proposal).filter(pk=pk).first() if pk < 2**63 else None


def why_not(ctx: ReadContext, proposal: Proposal) -> Refused | None:
    """Return why the actor cannot make a suggestion for a proposal, or None if they can."""
    if not proposal.is_pending or not ctx.cycle.is_running:
        return Refused("not-open", f"Proposal {proposal.number} is {proposal.standing}, so nobody can change it.")
    if proposal.author == ctx.actor.name:
        return Refused("own-proposal", "This is your own proposal.")
    return None


def send_suggestion(person: Person, ctx: ReadContext, proposal: Proposal, args: SuggestArgs | SubmitArgs) -> Suggestion:
    """Store a suggested version of a proposal for its author.

    If the same version was sent before, return that suggestion. Raises BadArguments if the version could not become a
    proposal or changes nothing, and Refused if a limit is reached or the actor cannot suggest anything now.
    """
    refused = why_not(ctx, proposal)
    if refused is not None:
        raise refused
    stay_within(ctx.law, proposal.class_name, args.amendments, args.effects)
    amendments = accepted_amendments(ctx.law, args.amendments, ctx)
    if args.effects:
        one_time_effects.check(law_with(ctx.law, args.amendments), args.effects)
    if not args.text and not amendments and not args.effects:
        raise BadArguments.on("text", "a proposal has a text, amendments, effects, or several of these")
    same = (proposal.title, proposal.text, _unguarded(proposal.amendments), proposal.effects)
    if (args.title, args.text, _unguarded(amendments), args.effects) == same:
        raise BadArguments.on("text", "change something first: this is the proposal as it is")
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)  # so that parallel requests cannot exceed the limits
        waiting = suggestions_for(ctx.cycle, proposal).filter(status=SuggestionStatus.OPEN)
        for row in waiting.filter(person=person):
            if (row.title, row.text, row.amendments, row.effects) == (args.title, args.text, amendments, args.effects):
                return row
        _check_room(person, waiting)
        return Suggestion.objects.create(
            cycle=ctx.cycle,
            proposal=proposal.code,
            author=proposal.author,
            person=person,
            name=person.get_username(),
            title=args.title,
            text=args.text,
            amendments=amendments,
            effects=args.effects,
            sent_at=timezone.now(),
        )


def _unguarded(amendments: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [operation for operation in amendments if operation.get("op") != "test"]


def _check_room(person: Person, waiting: QuerySet[Suggestion]) -> None:
    if waiting.filter(person=person).count() >= limits.SUGGESTIONS:
        raise Refused(
            "too-many", f"{limits.SUGGESTIONS} of your suggestions for this proposal wait already: take one back first."
        )
    if waiting.count() >= limits.SUGGESTIONS_ON_ONE:
        raise Refused("too-many", f"{limits.SUGGESTIONS_ON_ONE} suggestions for this proposal wait already.")
    if Suggestion.objects.filter(person=person, sent_at__gt=timezone.now() - A_DAY).count() >= limits.SUGGESTIONS_A_DAY:
        raise Refused(
            "too-fast", f"You have sent {limits.SUGGESTIONS_A_DAY} suggestions within a day. Try again tomorrow."
        )


def take_back(person: Person, row: Suggestion) -> None:
    """Withdraw a suggestion. Raises Refused unless the person is its sender."""
    if row.person_id != person.pk:
        raise Refused("not-yours", "You can take back only your own suggestions.")
    _decide(row, SuggestionStatus.WITHDRAWN)


def decline_suggestion(person: Person, row: Suggestion) -> None:
    """Decline a suggestion. Raises Refused unless the person is the author of the proposal."""
    if row.author != person.get_username():
        raise Refused("not-yours", "Only the author of the proposal can decline this.")
    _decide(row, SuggestionStatus.DECLINED)


def _decide(row: Suggestion, status: SuggestionStatus) -> None:
    mine = Suggestion.objects.filter(pk=row.pk, status=SuggestionStatus.OPEN)
    if not mine.update(status=status, decided_at=timezone.now()):
        raise Refused("decided", "This suggestion no longer waits.")
