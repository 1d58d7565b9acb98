"""Admin correction that appoints the Judge."""

from pydantic import Field

from nomic.court.office import appoint_judge_by_name
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choices
from nomic.inventory.admin_actions import Reason, player_choices, record_correction
from nomic.law.rules.reference import RuleRef
from nomic.players.lookup import PlayerName, find_player


class AppointArgs(Args):
    """Arguments of the appointment: the new Judge, or nobody if left out."""

    player: PlayerName | None = Field(default=None)
    reason: Reason


def appoint(act: ActionContext, args: AppointArgs) -> None:
    """Appoint the Judge, or vacate the office. A cycle has at most one Judge (R14)."""
    name = "" if args.player is None else find_player(act, "player", args.player).name
    appoint_judge_by_name(act, name, reappoint=True)
    record_correction(act, f"{name} is the Judge" if name else "there is no Judge", args.reason)


def choices(ctx: ReadContext) -> Choices:
    return {"player": player_choices(ctx)}


ACTIONS = (
    Action(
        name="appoint-judge",
        channel="admin",
        title="Correct: set the Judge",
        summary_phrases=("the Judge set", "the Judge set {count} times"),
        summary="Record the Judge, or that the office is vacant.",
        rule=RuleRef("judgement", "Judgement (R14)"),
        args=AppointArgs,
        run=appoint,
        choices=choices,
    ),
)
