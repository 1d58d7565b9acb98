"""Tasks of players: invitations to duels."""

from collections.abc import Collection, Iterator

from django.urls import reverse

from exoptosis.cards.running_games import GAME
from exoptosis.matches.duels import DUEL
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.models import Cycle
from nomic.discord.posts.buttons import GREEN, GREY, Ask, Button
from nomic.matches.models import Match, MatchStatus
from nomic.players.player_tasks import PlayerQuery, Task, TaskLookup, Urgency, WaitingKind

ACCEPT, DECLINE = "accept-duel", "decline-duel"

_invited = PlayerQuery(
    lambda cycles, name: (
        Match.objects.filter(
            cycle_id__in=cycles,
            game=GAME,
            kind=DUEL,
            status=MatchStatus.GATHERING,
            seats__player=name,
            seats__status="invited",
        )
        .order_by("opened_seq", "pk")
        .values_list("cycle_id", "code", "title", "opened_at")
    )
)


def invitations(asked: TaskLookup) -> Iterator[Task]:
    """Yield a task for each duel to which the player is invited and which they can join now."""
    able: dict[int, bool] = {}
    for pk, code, title, opened_at in _invited.all(asked):
        ctx = asked.contexts[pk]
        if pk not in able:
            able[pk] = _can_accept(ctx)
        if able[pk]:
            link, args = reverse("web:match", args=[ctx.cycle.slug, code]), {"match": code}
            yield Task(ctx.cycle, code, f"You are invited to a duel: {title}", link, opened_at, None, ACCEPT, args)


def _can_accept(ctx: ReadContext) -> bool:
    """Return whether the actor has the cards for a duel, may still play one, and no rule forbids it."""
    return action_named(ACCEPT, ctx.law).refusal(ctx) is None


INVITATION = WaitingKind("duel", "Duels to which you are invited", Urgency.OTHERS_WAIT, invitations)


def _gathering(cycle: Cycle, codes: Collection[str]) -> set[str]:
    rows = Match.objects.filter(cycle=cycle, code__in=codes, status=MatchStatus.GATHERING)
    return set(rows.values_list("code", flat=True))


def _answers(code: str) -> list[Button]:
    return [
        {"label": "Accept", "style": GREEN, "action": ACCEPT, "args": {"match": code}},
        {"label": "Decline", "style": GREY, "action": DECLINE, "args": {"match": code}},
    ]


ASK = Ask("duel", ("duel-requested",), lambda event: str(event["match"]), _gathering, _answers)
