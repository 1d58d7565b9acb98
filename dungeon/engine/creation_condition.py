"""Condition for creating another dungeon (R71, R115)."""

from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Level, State
from nomic.matches.contract.game import IllegalMove


def refusal(rules: Rules, state: State) -> IllegalMove | None:
    """Return the error if no dungeon can be created now, or None.

    This depends on the newest dungeon and the escapes since its creation (R115).
    """
    if not state.dungeons:
        return IllegalMove("no-dungeon", "There is no dungeon yet. The first is made when a player joins.", "R71")
    newest, number = state.dungeons[-1], len(state.dungeons)
    more = rules.escaped_more_than + 1 - len(newest.escaped_since_made)
    if more > 0:
        detail = f"{_more_players(more)} must have escaped since dungeon {number} was made, from any dungeon."
        return IllegalMove("few-escaped", detail, "R71")
    if len(newest.levels) < rules.levels_at_least and all(map(_has_pit, newest.levels)):
        detail = f"Dungeon {number} needs a level without a pit first, or a level {rules.levels_at_least}."
        return IllegalMove("goes-on", detail, "R71")
    return None


def _has_pit(level: Level) -> bool:
    return any(level.kinds[each].terrain == "pit" for each in level.hexes)


def _more_players(count: int) -> str:
    return "1 more player" if count == 1 else f"{count} more players"
