"""Finds the pages of a cycle on which a player is awaited.

Notices about other pages are settled (`settled_notices.py`).
"""

from collections import Counter
from collections.abc import Callable, Iterable

from django.db.models import Exists, OuterRef

from nomic.cycles.actions.context import ReadContext
from nomic.players.player_tasks import MAX_OF_A_KIND, waiting_for
from nomic.proposals.models import PENDING, Proposal, SealedBallot, Vote

# Finds the paths of the pages of a running cycle on which the actor is awaited, or None if there are too many to know
# them all.
FindPages = Callable[[ReadContext], Iterable[str] | None]


def pages_of_tasks(ctx: ReadContext) -> list[str] | None:
    """Return the pages of the actor's tasks, or None if there may be more tasks than were read."""
    tasks = waiting_for(ctx)
    counts = Counter(each.kind.name for each in tasks)
    return None if max(counts.values(), default=0) >= MAX_OF_A_KIND else [each.task.link for each in tasks]


def pages_to_vote_on(ctx: ReadContext) -> list[str]:
    """Return the pages of proposals whose vote is not over, if the actor has not voted."""
    votes, ballots = (
        Exists(model._default_manager.filter(proposal=OuterRef("pk"), name=ctx.actor.name))
        for model in (Vote, SealedBallot)
    )
    pending = Proposal.objects.filter(cycle=ctx.cycle, status__in=PENDING).exclude(votes | ballots)
    return [f"/c/{ctx.cycle.slug}/proposals/{number}/" for number in pending.values_list("number", flat=True)]
