"""Ending a game by hand: the admins' action, with or without winners, and a preview of its effects as text."""

from typing import Annotated

from django.urls import reverse
from pydantic import Field

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choices
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.phases import declare_winner
from nomic.effects.prose.english_grammar import listed
from nomic.forecast.fork.undecided_at_end import stopped_by_end
from nomic.inventory.admin_actions import Reason, player_choices
from nomic.players.lookup import PlayerName, find_player

STOP = "stop-cycle"
MAX_WINNERS = 20


class StopCycleArgs(Args):
    """Arguments for ending a cycle by an admin's decision: the winners, who must be players, and the reason."""

    winners: Annotated[list[PlayerName], Field(max_length=MAX_WINNERS)] = Field(
        default=[], description="nobody wins if this is empty"
    )
    reason: Reason


def stop_cycle(act: ActionContext, args: StopCycleArgs) -> None:
    """End the cycle by an admin's decision. The entry of the end follows this one.

    Raises BadArguments if a winner does not play or is named twice.
    """
    names = [find_player(act, f"winners/{place}", name).name for place, name in enumerate(args.winners)]
    if len(set(names)) < len(names):
        raise BadArguments.on("winners", "name each winner once")
    act.message(f"{act.actor.name} ends the cycle: {_result(names)} ({args.reason}).")
    declare_winner(act, listed(names), args.reason, "")


def _result(names: list[str]) -> str:
    return f"{listed(names)} {'wins' if len(names) == 1 else 'win'}" if names else "nobody wins"


def winner_choices(ctx: ReadContext) -> Choices:
    """Return the choices for winners: all current players."""
    return {"winners": player_choices(ctx)}


def effect_of_stopping(cycle: Cycle, names: list[str]) -> list[str]:
    """Return sentences that say what ending a cycle would do now, with these winners. Sends three queries."""
    result = _result(names)
    return [
        f"{result[:1].upper()}{result[1:]}, and {cycle.title} ends at once.",
        stopped_by_end(cycle),
        "After that nobody can act in it. Everything stays readable, and the secrets of its draws are published.",
        "A correction of the past can undo the end: it takes back this entry, and the game goes on.",
    ]


ACTIONS = (
    Action(
        name=STOP,
        channel="admin",
        title="End the cycle",
        summary_phrases=("the cycle ended by an admin", "the cycle ended by an admin"),
        summary="End the cycle, with winners or without one.",
        rule="Corrections",
        args=StopCycleArgs,
        run=stop_cycle,
        choices=winner_choices,
        confirm="Nobody can act in the cycle after that.",
        page=lambda cycle: f"{reverse('office:cycle', args=[cycle.slug])}#end",
    ),
)
