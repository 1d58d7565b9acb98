"""How a game of Heads is opened: whoever likes begins one with other players."""

from heads.engine import Heads
from nomic.cycles.actions import Action, Args
from nomic.cycles.moment import Act
from nomic.players.lookup import is_player
from nomic.tables.hosting.matches import open_match
from nomic.tables.hosting.registry import HostedGame

HOSTED = HostedGame(Heads(), "Heads", channel="games", section="heads")


class TossUpArgs(Args):
    """Who plays."""

    players: list[str]


def toss_up(act: Act, args: TossUpArgs) -> None:
    open_match(act, "heads", "Heads", {"players": args.players})


ACTIONS = (
    Action(
        name="toss-up",
        channel="games",
        title="Open a game of Heads",
        summary="Begin a game with the players you name.",
        rule="Heads",
        args=TossUpArgs,
        run=toss_up,
        permits=(is_player,),
        section="heads",
    ),
)
