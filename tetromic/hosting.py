"""Tetromic in a cycle: one match for all of it, in which everybody has a board, however late they join."""

from datetime import timedelta

from nomic.cycles.moment import Act, Moment
from nomic.cycles.turnover import declare_winner
from nomic.tables.game import Result
from nomic.tables.hosting import Hosted
from nomic.tables.models import Match
from nomic.tables.whole_cycle import WholeCycle
from tetromic.engine.game import MINUTES_LEFT, Tetromic

MINUTE = timedelta(minutes=1)


def minutes_left(moment: Moment) -> int:
    """How many minutes the phase still lasts, rounded up."""
    return -((moment.at - moment.cycle.phase_ends_at) // MINUTE)


def end_cycle(act: Act, match: Match, result: Result) -> None:
    """Whoever reaches the winning level wins the cycle, which then ends."""
    for winner in result.winners:
        declare_winner(act, winner, "the winning level of Tetromic, before anybody else.", "Winning (R63)")


HOSTED = Hosted(
    Tetromic(),
    "Tetromic",
    channel="games",
    section="tetromic",
    readers={MINUTES_LEFT: minutes_left},
    ended=end_cycle,
    law_sections=("tetromic",),
)
WHOLE_CYCLE = WholeCycle(HOSTED, options=lambda act: {"phase": act.cycle.phase})
