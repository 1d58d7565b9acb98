"""The journal entry for a view: which keeper sees the game as which player, and why. The game does not change.

A keeper who plays, has played or has asked to play in a game cannot view it. A keeper who has viewed it cannot join it.
"""

from django.urls import reverse

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choices
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Entry
from nomic.inventory.admin_actions import Reason, player_choices
from nomic.players.lookup import PlayerName, find_player
from nomic.players.models import JoinRequest, Player

SEE = "see-as-player"


class SeeArgs(Args):
    """Arguments for viewing a cycle as a player: the player, and the reason."""

    player: PlayerName
    reason: Reason


def plays_or_wants_to(ctx: ReadContext) -> bool:
    """Return whether the actor plays in the cycle, has played in it, or has a pending request to join."""
    cycle, who = ctx.cycle, ctx.actor
    if Player.objects.filter(cycle=cycle, name=who.name).exists():
        return True
    if who.person_id is None:
        return False
    if Player.objects.filter(cycle=cycle, person=who.person_id).exists():
        return True
    return JoinRequest.objects.filter(cycle=cycle, person=who.person_id, asked_at__isnull=False).exists()


def does_not_play(ctx: ReadContext) -> None:
    """Precondition: the actor has never played in the cycle or asked to join it. Replays are exempt."""
    if ctx.cycle.is_live and plays_or_wants_to(ctx):
        raise Refused(
            "plays-here",
            "You play in this game, have played in it, or have asked to join it. "
            "So you cannot see what other players see. Ask a keeper who does not play in it.",
        )


def see(act: ActionContext, args: SeeArgs) -> None:
    """Record that a keeper views the game as a player."""
    player = find_player(act, "player", args.player)
    act.message(
        f"{act.actor.name} looks at this game as a keeper, through the eyes of {player.name}: "
        f"hand and sealed votes included, without changing anything ({args.reason})."
    )


def view_of(cycle_id: int, person_id: int) -> Entry | None:
    """Return an entry recording that a person viewed a cycle as a player, or None.

    Views by accounts that were merged into the person's count as theirs. Sends one query if there are no views of the
    cycle.
    """
    views = Entry.objects.filter(cycle=cycle_id, action=SEE)
    return views.filter(actor__in=Person.objects.get(pk=person_id).names()).first() if views.exists() else None


def why_not_joined(ctx: ReadContext) -> str | None:
    """Return why a person cannot join a cycle that they have viewed as a player, or None if they can."""
    person_id = ctx.actor.person_id
    seen = None if person_id is None else view_of(ctx.cycle.pk, person_id)
    if seen is None:
        return None
    return f"You have seen this game as {seen.args['player']} does (entry {seen.seq}). So you cannot play in it."


def _choices(ctx: ReadContext) -> Choices:
    return {"player": player_choices(ctx)}


ACTIONS = (
    Action(
        name=SEE,
        channel="admin",
        title="See the game as a player",
        summary_phrases=("a keeper saw the game as {player}", "{count} times a keeper saw the game as a player"),
        summary="Record that you see the game as a player. The office does so when you view it.",
        rule="Corrections",
        args=SeeArgs,
        run=see,
        preconditions=(does_not_play,),
        choices=_choices,
        page=lambda cycle: reverse("office:people"),
    ),
)
