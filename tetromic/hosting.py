"""Tetromic in a cycle: one match, opened by the first to join, which ends with the cycle."""

from datetime import timedelta

from nomic.cycles.moment import Act, Moment
from nomic.cycles.turnover import declare_winner
from nomic.tables.game import Result
from nomic.tables.hosting import Hosted, going_on, open_match, react
from nomic.tables.models import Match
from tetromic.engine.game import MINUTES_LEFT, Tetromic

MINUTE = timedelta(minutes=1)


def seat_players(act: Act) -> None:
    """A watcher: whoever becomes a player gets a board, however late in the cycle."""
    if not HOSTED.in_force(act.law):
        return
    for event in list(act.events):
        if event["kind"] == "joined":
            react(act, _the_match(act), {"kind": "joined", "player": event["player"]})


def _the_match(act: Act) -> Match:
    """The cycle's match, opened now where nobody has joined before."""
    for match in going_on(act):
        if match.game == HOSTED.name:
            return match
    return open_match(act, HOSTED.name, HOSTED.title, {"phase": act.cycle.phase})


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
