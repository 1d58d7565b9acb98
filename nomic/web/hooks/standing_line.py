"""The goal and the standing, in the bar of each page of a cycle."""

from dataclasses import dataclass

from nomic.clauses.standing.ranking import main_standing
from nomic.clauses.standing.standing_line import in_one_line
from nomic.clauses.standing.standings_cache import standings_now
from nomic.cycles.actions.context import ReadContext
from nomic.players.models import Player


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A sentence with the goal and the leader, and the number of other ways to win."""

    text: str
    others: int


def standing_line(ctx: ReadContext, me: Player | None) -> StandingLine | None:
    """Return the standing of a running cycle for the visitor, or None if its law has no way to win."""
    found = standings_now(ctx) if ctx.cycle.is_running else ()
    main = main_standing(found)
    if main is None:
        return None
    return StandingLine(in_one_line(main, "" if me is None else me.name), len({each.words for each in found}) - 1)
