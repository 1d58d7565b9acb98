"""The standing in a cycle of Dungeon: each player's progress towards winning (R71)."""

from dungeon.engine.state import State
from dungeon.hosting import WHOLE_CYCLE
from dungeon.law_section import NAME, DungeonRules
from nomic.clauses.standing.ranking import Column, Score, Standing, ranked
from nomic.cycles.actions.context import ReadContext
from nomic.law.rules.reference import RuleRef
from nomic.matches.hosting.loaded_match import loaded_match


def dungeon_standing(ctx: ReadContext) -> Standing | None:
    """Return the standing by coins in store, or None if the law has no Dungeon."""
    if not ctx.law.has(NAME):
        return None
    victory = ctx.law.section(NAME, DungeonRules).victory
    least = victory.coins_more_than + 1
    goal = (
        f"At the end of a period, have at least {least} coins in your store, "
        f"and at least {victory.ahead_by} more than every other player."
    )
    match = WHOLE_CYCLE.match_now(ctx)
    rows = () if match is None else _explorers(loaded_match(ctx, match).state)
    columns = (Column("Coins in store", least),)
    scores = {name: (Score(store, least),) for name, store in rows}
    return Standing(
        RuleRef(f"/{NAME}/victory", "Winning"),
        goal,
        (goal,),
        columns,
        ranked(columns, scores),
        place=f"/{NAME}/victory",
    )


def _explorers(state: State) -> tuple[tuple[str, int], ...]:
    return tuple((each.player, each.store) for each in state.seated)
