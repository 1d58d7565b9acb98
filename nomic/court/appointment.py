"""Setting the Judge by correction."""

from pydantic import Field

from nomic.court.events import JudgeNamed
from nomic.court.models import Judgeship
from nomic.cycles.actions import Action, Args, Choices
from nomic.cycles.models import Cycle
from nomic.cycles.moment import Act, Moment
from nomic.inventory.corrections import Reason, player_choices, says
from nomic.law.by_rule import ByRule
from nomic.players.lookup import PlayerName, find_player


class AppointArgs(Args):
    """Who is to be the Judge; nobody, where left out."""

    player: PlayerName | None = Field(default=None)
    reason: Reason


def judge_of(cycle: Cycle) -> str:
    """The Judge's name, or an empty string where there is none (R14)."""
    return Judgeship.objects.filter(cycle=cycle).values_list("name", flat=True).first() or ""


def judge_now(moment: Moment) -> str:
    """For rules: who is the Judge."""
    return judge_of(moment.cycle)


def appoint(act: Act, args: AppointArgs) -> None:
    """R14: one Judge or none; an admin records who it is."""
    if args.player is None:
        Judgeship.objects.filter(cycle=act.cycle).delete()
        says(act, "there is no Judge", args.reason)
        act.tell(JudgeNamed(name=""))
        return
    player = find_player(act, "player", args.player)
    Judgeship.objects.update_or_create(cycle=act.cycle, defaults={"name": player.name, "since": act.at})
    says(act, f"{player.name} is the Judge", args.reason)
    act.tell(JudgeNamed(name=player.name))


def choices(moment: Moment) -> Choices:
    return {"player": player_choices(moment)}


def court_state(cycle: Cycle) -> list[list[str]]:
    """What of this room's tables is a cycle's state."""
    return [[row.name, row.since.isoformat()] for row in Judgeship.objects.filter(cycle=cycle)]


ACTIONS = (
    Action(
        name="appoint-judge",
        channel="admin",
        title="Correct: set the Judge",
        told=("the Judge set", "the Judge set {count} times"),
        summary="Record who is the Judge, or that there is none.",
        rule=ByRule("judgement", "Judgement (R14)"),
        args=AppointArgs,
        run=appoint,
        choices=choices,
        is_act=False,
    ),
)
