"""Bots in the panel of a finished match: a remark by one of them, and a stronger one as the next opponent."""

from collections.abc import Iterable
from dataclasses import dataclass

from nomic.cycles.actions.context import ReadContext
from nomic.matches.practice.bot_characters import character_of
from nomic.players.lookup import who_plays
from nomic.web.hooks.endings import Rematch


@dataclass(frozen=True, slots=True)
class BotRemark:
    """A bot and its remark."""

    bot: str
    words: str


def remark_of_bot(players: Iterable[str], winners: Iterable[str]) -> BotRemark | None:
    """Return a bot's remark after a match: a winning bot's, otherwise the first losing bot's; None if no bot speaks.

    `players` are all players of the match, in the order in which its panel names them.
    """
    won = set(winners)
    for player in sorted(players, key=lambda each: each not in won):
        character = character_of(player)
        words = "" if character is None else character.winning if player in won else character.beaten
        if words:
            return BotRemark(player, words)
    return None


def stronger_rival(ctx: ReadContext, wanted: Rematch | None) -> str:
    """Return the next stronger bot of the practice cycle that a rematch could be against, or "".

    `wanted` is the act of a rematch. It has to be against a single bot.
    """
    beaten = character_of(_opponent(wanted)) if ctx.cycle.practice and wanted is not None else None
    if beaten is None:
        return ""
    bots = [(player.name, found) for player in who_plays(ctx) if (found := character_of(player.name)) is not None]
    stronger = [(name, found) for name, found in bots if found.plays_better_than(beaten)]
    weakest = [name for name, found in stronger if not any(found.plays_better_than(other) for _, other in stronger)]
    return weakest[0] if weakest else ""


def against(wanted: Rematch, rival: str) -> Rematch:
    """Return the act of a rematch with its single opponent replaced by `rival`."""
    action, args = wanted
    return action, {name: [rival] for name in args}


def _opponent(wanted: Rematch | None) -> str:
    """Return the single opponent whom the act of a rematch names, or "" if it has other arguments."""
    values = list(wanted[1].values()) if wanted is not None else []
    return values[0][0] if len(values) == 1 and isinstance(values[0], list) and len(values[0]) == 1 else ""
