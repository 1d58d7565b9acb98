"""The action that opens a match with other players, for games whose `setup` needs nothing but the players' names."""

from typing import Annotated

from pydantic import Field

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choices
from nomic.cycles.domain.exceptions import BadArguments
from nomic.matches.hosting.lifecycle import open_match
from nomic.matches.hosting.registry import HostedGame
from nomic.players.lookup import PlayerName, as_choices, find_player, is_player, other_players, player_of

MAX_OTHERS = 19


class OpenMatchArgs(Args):
    """Arguments for opening a match: the other players."""

    players: Annotated[list[PlayerName], Field(min_length=1, max_length=MAX_OTHERS)]


def open_with_others(game: HostedGame, most: int) -> Action:
    """Return the action `open-NAME`, by which a player opens a match with at most `most` other players.

    The engine's `setup` gets the option "players": the names, beginning with the player who opens the match. Raises
    ValueError if `most` is not between 1 and MAX_OTHERS.
    """
    if not 1 <= most <= MAX_OTHERS:
        raise ValueError(f"a match can be opened with 1 to {MAX_OTHERS} others, not {most}")

    def run(act: ActionContext, args: OpenMatchArgs) -> None:
        player = player_of(act).name
        others = [find_player(act, "players", name).name for name in dict.fromkeys(args.players)]
        if player in others:
            raise BadArguments.on("players", "you are in the match already; name other players")
        if len(others) > most:
            raise BadArguments.on("players", f"name at most {most} other {'player' if most == 1 else 'players'}")
        open_match(act, game.name, game.title, {"players": [player, *others]})
        act.message(f"{player} opens a match of {game.title} with {', '.join(others)}.")

    return Action(
        name=f"open-{game.name}",
        channel=game.channel,
        title=f"Open a match of {game.title}",
        summary_phrases=(f"a match of {game.title} opened", f"{{count}} matches of {game.title} opened"),
        summary="Begin a match with other players.",
        rule=game.title,
        args=OpenMatchArgs,
        run=run,
        preconditions=(is_player,),
        choices=_choices,
        section=game.section,
    )


def _choices(ctx: ReadContext) -> Choices:
    """Return the players with whom a match can be opened."""
    return {"players": as_choices(other_players(ctx))}
