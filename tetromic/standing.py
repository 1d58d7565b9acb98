"""The standing in a cycle of Tetromic: each player's progress towards winning (R63)."""

from nomic.clauses.standing.ranking import Column, Score, Standing, ranked
from nomic.cycles.actions.context import ReadContext
from nomic.law.rules.reference import RuleRef
from nomic.matches.hosting.loaded_match import loaded_match
from tetromic.engine.state import State
from tetromic.hosting import WHOLE_CYCLE
from tetromic.law_section import NAME, TetromicRules


def tetromic_standing(ctx: ReadContext) -> Standing | None:
    """Return the standing by level and points, or None if the law has no Tetromic."""
    if not ctx.law.has(NAME):
        return None
    level = ctx.law.section(NAME, TetromicRules).winning_level
    goal = f"Be the first to reach level {level}."
    match = WHOLE_CYCLE.match_now(ctx)
    state: State = State(0) if match is None else loaded_match(ctx, match).state
    columns = Column("Level", level), Column("Points")
    rows = {board.player: (Score(board.level, level), Score(board.points)) for board in state.seated}
    return Standing(
        RuleRef(f"/{NAME}/winning_level", "Winning"),
        goal,
        (goal,),
        columns,
        ranked(columns, rows),
        place=f"/{NAME}/winning_level",
    )
