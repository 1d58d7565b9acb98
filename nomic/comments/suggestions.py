"""Comments that notify a proposal's author and followers of a suggestion."""

from contextlib import suppress

from nomic.accounts.models import Person
from nomic.comments.post import say
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refusal
from nomic.proposals.models import Proposal, Suggestion
from nomic.proposals.submission import SubmitArgs
from nomic.proposals.suggestions.send import SuggestArgs, send

SENT = "I have sent a suggestion. What it changes is shown on this page, under “Suggestions”."


def send_and_tell(person: Person, ctx: ReadContext, proposal: Proposal, args: SuggestArgs | SubmitArgs) -> Suggestion:
    """Send a suggestion, and post a comment about it, so that the author and followers are notified.

    Raises BadArguments and Refused. If only the comment is refused, as beyond a limit, the suggestion is still sent.
    """
    row = send(person, ctx, proposal, args)
    with suppress(Refusal):  # the suggestion itself is shown all the same
        say(person, ctx.cycle, proposal, f"suggestion-{row.pk}", text=SENT)
    return row
