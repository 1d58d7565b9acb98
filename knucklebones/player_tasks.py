"""Tasks of players: answering others who want to play Knucklebones with them (R57)."""

from collections.abc import Iterator

from django.db.models import Q
from django.urls import reverse

from knucklebones.hosting import HOSTED
from knucklebones.models import Intention
from knucklebones.wanted_opponents import DECLARE
from nomic.cycles.actions.registry import action_named
from nomic.players.player_tasks import PlayerQuery, Task, TaskLookup, Urgency, WaitingKind

MAX_READ = 200  # intentions

_intentions = PlayerQuery(
    lambda cycles, name: (
        Intention.objects.filter(cycle_id__in=cycles)
        .alias(is_own=Q(player=name))
        .order_by("-is_own", "declared_seq")
        .values_list("cycle_id", "player", "opponents")
    ),
    most=MAX_READ,
)


def invitations(asked: TaskLookup) -> Iterator[Task]:
    """Yield the intentions that name the player, if the player can answer with one and has not."""
    rows = _intentions.all(asked, [pk for pk, ctx in asked.contexts.items() if HOSTED.in_force(ctx.law)])
    wanted = {pk: opponents for pk, player, opponents in rows if player == asked.player}
    can: dict[int, bool] = {}
    for pk, player, opponents in rows:
        has_answered = pk in wanted and (not wanted[pk] or player in wanted[pk])
        if asked.player not in opponents or player == asked.player or has_answered:
            continue
        if pk not in can:
            can[pk] = action_named(DECLARE, asked.contexts[pk].law).refusal(asked.contexts[pk]) is None
        if can[pk]:
            cycle = asked.cycle(pk)
            link = reverse("web:act", args=[cycle.slug, DECLARE])
            args = {"opponents": [*wanted.get(pk, ()), player]}  # those whom the player has named stay named
            summary = f"{player} wants to play Knucklebones with you"
            yield Task(cycle, player, summary, link, None, cycle.phase_ends_at, DECLARE, args)


INVITATION = WaitingKind(
    "knucklebones", "Games of Knucklebones that others want", Urgency.ENDS, invitations, ends="the phase ends"
)
