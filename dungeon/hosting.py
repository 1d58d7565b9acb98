"""Dungeon as a hosted game: one match for the whole cycle, with all players, however late they join (R114)."""

from dungeon.bots.move_reasons import reason_for_move
from dungeon.bots.plan_in_words import plan_in_words
from dungeon.bots.policy import GreedyBot
from dungeon.engine.game import DungeonGame
from dungeon.law_section import NAME, DungeonRules
from dungeon.notices import notify_of_outcomes
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.schedule.phases import declare_winner
from nomic.matches.contract.bots import RandomBot
from nomic.matches.contract.game import Result
from nomic.matches.hosting.cycle_long_games import WholeCycle
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import Match
from nomic.matches.practice.bot_seats import BotGame


def end_cycle(act: ActionContext, match: Match, result: Result) -> None:
    """End the cycle with the match's winner, who has enough stored coins at the end of a period (R71)."""
    for winner in result.winners:
        victory = act.law.section(NAME, DungeonRules).victory
        reason = (
            f"more than {victory.coins_more_than} coins in store, at least {victory.ahead_by} more than anybody else."
        )
        declare_winner(act, winner, reason, "Winning (R71)")


HOSTED = HostedGame(
    DungeonGame(),
    "Dungeon",
    channel="games",
    section=NAME,
    carry_out=notify_of_outcomes,
    ended=end_cycle,
    law_sections=(NAME,),
)
BOTS = BotGame({"Greedy": GreedyBot(), "Random": RandomBot()}, why=reason_for_move, in_words=plan_in_words)
WHOLE_CYCLE = WholeCycle(HOSTED)
