"""How a game of Heads is opened: whoever likes begins one with other players."""

from heads.engine import Heads
from nomic.cycles.actions.context import Act
from nomic.cycles.actions.registry import Action, Args
from nomic.matches.hosting.matches import open_match
from nomic.matches.hosting.registry import HostedGame
from nomic.players.lookup import is_player

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
        preconditions=(is_player,),
        section="heads",
    ),
)
