"""Tetromic as a hosted game: one match for the whole cycle with a board for every player, even late ones."""

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.schedule.phases import declare_winner
from nomic.matches.contract.bots import RandomBot
from nomic.matches.contract.game import Result
from nomic.matches.hosting.cycle_long_games import WholeCycle
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import Match
from nomic.matches.practice.bot_seats import BotGame
from tetromic.bots.move_reasons import reason_for_move
from tetromic.bots.policy import GreedyBot
from tetromic.engine.game import Tetromic
from tetromic.law_section import NAME


def end_cycle(act: ActionContext, match: Match, result: Result) -> None:
    """End the cycle with the match's winner, who has reached the winning level."""
    for winner in result.winners:
        declare_winner(act, winner, "the winning level of Tetromic, before anybody else.", "Winning (R63)")


def phase_of(act: ActionContext) -> int:
    """Return the phase in which a match begins.

    If a vote introduces the game as a phase ends, that is the next phase.
    """
    cycle = act.cycle
    return cycle.phase if act.at < cycle.phase_ends_at else cycle.phase + 1


HOSTED = HostedGame(
    Tetromic(),
    "Tetromic",
    channel="games",
    section=NAME,
    ended=end_cycle,
    law_sections=(NAME,),
)
BOTS = BotGame({"Greedy": GreedyBot(), "Random": RandomBot()}, why=reason_for_move)
WHOLE_CYCLE = WholeCycle(HOSTED, options=lambda act: {"phase": phase_of(act)})
