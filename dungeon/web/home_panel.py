"""The panel of Dungeon on a cycle's home page: the standings, and the visitor's place."""

from typing import Any

from dungeon.engine.plans import hex_in_words
from dungeon.engine.state import Explorer, State
from dungeon.hosting import HOSTED
from dungeon.law_section import NAME
from nomic.cycles.actions.context import ReadContext
from nomic.matches.hosting.clocks import running_clocks
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match, MatchStatus

RICHEST = 3  # number of players named


def in_the_hall(ctx: ReadContext) -> dict[str, Any] | None:
    """Return the data of the panel, or None if there is no dungeon or the game is over."""
    if not ctx.law.has(NAME):
        return None
    match = Match.objects.filter(cycle=ctx.cycle, game=HOSTED.name).exclude(status=MatchStatus.OVER).first()
    if match is None:
        return None
    state: State = loaded_match(ctx, match).state
    you = state.explorer(ctx.actor.name) if ctx.actor.name else None
    rich = sorted((each for each in state.seated if each.store), key=lambda each: -each.store)
    return {
        "match": match,
        "period": state.period,
        "due_at": next((clock.due_at for clock in running_clocks(match)), None),
        "players": len(state.seated),
        "planned": sum(each.plan is not None for each in state.seated),
        "levels": sum(len(dungeon.levels) for dungeon in state.dungeons),
        "dungeons": len(state.dungeons),
        "richest": [(each.player, each.store) for each in rich[:RICHEST]],
        "you": you,
        "where": _where(you, len(state.dungeons)) if you else "",
    }


def _where(you: Explorer, dungeons: int) -> str:
    if you.at is None:
        return "outside the dungeon" if dungeons == 1 else "outside the dungeons"
    of = f" of dungeon {you.at.dungeon}" if dungeons > 1 else ""
    return f"on level {you.at.level}{of}, at {hex_in_words(you.at.hex)}"
