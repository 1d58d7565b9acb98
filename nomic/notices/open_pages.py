"""The pages of a cycle on which a player is still awaited, by which notices are settled (`settled.py`)."""

from collections.abc import Callable, Iterable

from django.db.models import Exists, OuterRef

from nomic.cycles.actions.context import ReadContext
from nomic.players.player_tasks import waiting_for
from nomic.proposals.models import PENDING, Proposal, SealedBallot, Vote

Pages = Callable[[ReadContext], Iterable[str]]  # the paths of pages of a running cycle on which the actor is awaited


def pages_of_tasks(ctx: ReadContext) -> list[str]:
    """Return the pages of the actor's tasks."""
    return [each.task.link for each in waiting_for(ctx)]


def pages_to_vote_on(ctx: ReadContext) -> list[str]:
    """Return the pages of proposals whose vote is not over, if the actor has not voted."""
    votes, ballots = (
        Exists(model._default_manager.filter(proposal=OuterRef("pk"), name=ctx.actor.name))
        for model in (Vote, SealedBallot)
    )
    pending = Proposal.objects.filter(cycle=ctx.cycle, status__in=PENDING).exclude(votes | ballots)
    return [f"/c/{ctx.cycle.slug}/proposals/{number}/" for number in pending.values_list("number", flat=True)]
