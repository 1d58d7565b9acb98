"""Comments and notices about suggestions: to the author of a proposal, to those who voted, and to the sender."""

from contextlib import suppress

from django.db import transaction

from nomic.accounts.models import Person
from nomic.comments.post import post_comment
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.domain.exceptions import Refusal
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify_in
from nomic.proposals.models import Proposal, Suggestion, Vote
from nomic.proposals.submission import SubmitArgs
from nomic.proposals.suggestions.accept import accept_suggestion
from nomic.proposals.suggestions.send_and_withdraw import SuggestArgs, send_suggestion

REPLACED = NoticeKind(
    "proposal-replaced", "Your suggestion is accepted, or one that you voted on is replaced", Heading.LAW
)
SENT = "I have sent a suggestion. What it changes is shown on this page, under “Suggestions”."


def send_and_notify(person: Person, ctx: ReadContext, proposal: Proposal, args: SuggestArgs | SubmitArgs) -> Suggestion:
    """Send a suggestion, and post a comment about it, so that the author and followers are notified.

    Raises BadArguments for an invalid suggestion, and Refused if the person may not send it. If only the comment is
    refused, for example because of a limit, the suggestion is still sent.
    """
    row = send_suggestion(person, ctx, proposal, args)
    with suppress(Refusal):  # The suggestion is stored and shown even without a comment.
        post_comment(person, ctx.cycle, proposal, f"suggestion-{row.pk}", text=SENT)
    return row


def accept_and_notify(ctx: ReadContext, proposal: Proposal, row: Suggestion, key: str | None = None) -> PerformedAct:
    """Accept a suggestion. Notify its sender, and those whose votes are lost.

    Raises Refused or BadArguments if the suggestion cannot be accepted.
    """
    performed = accept_suggestion(ctx, proposal, row, key)
    if not performed.is_repeated:
        number = next(int(event["number"]) for event in performed.entry.events if "number" in event)
        voters = Vote.objects.filter(proposal=proposal).exclude(name__in=[ctx.actor.name, row.name])
        replaced = f"{ctx.actor.name} has replaced proposal {proposal.number}"
        link = f"/c/{ctx.cycle.slug}/proposals/{number}/"
        with transaction.atomic():
            taken = f"{ctx.actor.name} has accepted your suggestion. It is now proposal {number}."
            notify_in(ctx.cycle, [row.name], REPLACED.name, taken, link)
            lost = f"{replaced} by proposal {number}. Your vote no longer counts: vote again."
            notify_in(ctx.cycle, voters.order_by("name").values_list("name", flat=True), REPLACED.name, lost, link)
    return performed
