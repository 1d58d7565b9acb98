"""How a game of Heads is opened: a player begins one with the players they name."""

from typing import Annotated

from pydantic import Field

from heads.engine import Heads
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choices
from nomic.cycles.domain.exceptions import BadArguments
from nomic.matches.contract.bots import RandomBot
from nomic.matches.hosting.matches import open_match
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.practice.bot_seats import BotGame
from nomic.players.lookup import PlayerName, as_choices, find_player, is_player, player_of, who_plays

MAX_PLAYERS = 8
HOSTED = HostedGame(Heads(), "Heads", channel="games", section="heads")
BOTS = BotGame({"Greedy": RandomBot(), "Random": RandomBot()})  # there is nothing to choose


class TossUpArgs(Args):
    """Who plays."""

    players: Annotated[list[PlayerName], Field(min_length=2, max_length=MAX_PLAYERS)]


def toss_up(act: ActionContext, args: TossUpArgs) -> None:
    """Open a game. Raises BadArguments unless two players or more of the cycle are named, each once."""
    names = [find_player(act, "players", name).name for name in args.players]
    if len(set(names)) < len(names):
        raise BadArguments.on("players", "each player once")
    open_match(act, "heads", "Heads", {"players": names})
    act.message(f"{player_of(act).name} opens a game of Heads for {', '.join(names)}.")


def choices(moment: ReadContext) -> Choices:
    """Everybody who plays in the cycle."""
    return {"players": as_choices(who_plays(moment))}


ACTIONS = (
    Action(
        name="toss-up",
        channel="games",
        title="Open a game of Heads",
        summary_phrases=("a game of Heads opened", "{count} games of Heads opened"),
        summary="Begin a game with the players you name.",
        rule="Heads",
        args=TossUpArgs,
        run=toss_up,
        preconditions=(is_player,),
        choices=choices,
        section="heads",
    ),
)
