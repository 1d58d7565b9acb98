"""Taking a suggestion: the author's proposal is withdrawn, and the changed one is submitted in its place.

By the rules a proposal that was changed never takes effect (R12), so the changed one is a proposal of its own: votes
and seconds begin again. Both are ordinary acts of the journal, and whatever the law says about them applies.
"""

from django.utils import timezone

from nomic import limits
from nomic.clauses.proposal_classes import classes_of
from nomic.cycles.actions.context import Moment
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.perform import perform
from nomic.cycles.commands.stages import Performed
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.proposals.events import ProposalSubmitted
from nomic.proposals.models import Proposal, Suggestion, SuggestionStatus
from nomic.proposals.submission import SubmitArgs, may_submit, try_out

SUBMIT, WITHDRAW = "submit-proposal", "withdraw-proposal"
MAKES_ROOM = "too-many-open"  # the refusal that withdrawing the old proposal removes


def take(moment: Moment, proposal: Proposal, row: Suggestion, key: str | None = None) -> Performed:
    """Submit a suggestion in place of the actor's proposal, and name its sender as a co-author.

    All that can be checked is checked before anything is withdrawn. Other open suggestions move to the new proposal.
    Must not be called while the cycle is locked. Raises Refused and BadArguments.
    """
    if proposal.author != moment.actor.name:
        raise Refused("not-yours", "Only the author of the proposal can take a suggestion.")
    if not row.is_open:
        raise Refused("decided", "This suggestion no longer waits.")
    if not proposal.is_pending:
        raise Refused("not-open", f"Proposal {proposal.number} is {proposal.standing}.")
    args = _args(proposal, row)
    _check(moment, proposal, args)
    slug, actor = moment.cycle.slug, moment.actor
    perform(slug, actor, WITHDRAW, {"proposal": proposal.code}, idempotency_key=f"{key}-instead" if key else None)
    performed = perform(slug, actor, SUBMIT, args.as_json(), idempotency_key=key)
    became = next(ProposalSubmitted.among(performed.entry.events)).proposal
    mine = Suggestion.objects.filter(pk=row.pk)
    mine.update(status=SuggestionStatus.TAKEN, decided_at=timezone.now(), became=became)
    others = Suggestion.objects.filter(cycle=moment.cycle, proposal=proposal.code, status=SuggestionStatus.OPEN)
    others.update(proposal=became)
    return performed


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
        }
    )


def _check(moment: Moment, proposal: Proposal, args: SubmitArgs) -> None:
    """Raise if the suggestion could not be submitted after the old proposal was withdrawn."""
    for name in (WITHDRAW, SUBMIT):
        refused = action_named(name).refusal(moment)
        if refused is not None and refused.code != MAKES_ROOM:
            raise refused
    class_ = classes_of(moment.law).get(proposal.class_name)
    if class_ is None:
        raise BadArguments.on("class", f"the law no longer has the class “{proposal.class_name}”")
    refused = may_submit(moment, class_)
    if refused is not None:
        raise refused
    try_out(moment, args)
