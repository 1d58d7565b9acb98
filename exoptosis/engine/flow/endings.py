"""The ways in which a game ends, and who then gets its pool (R43, R99, R101).

`start_and_end_effects` handles the rewards.
"""

from typing import Literal

from exoptosis.engine.flow import pool
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.state import BattleOutcome


def win(draft: MutableState, winner: str, why: str = "") -> None:
    """End the game as won, and give the pool to the winner. Does nothing if the game is already over.

    `why` begins a sentence with the reason; "" if the log states it already.
    """
    if draft.outcome is None:
        _end(draft, "won", winner, f"{why}, so {winner} wins." if why else f"{winner} wins.")
        pool.pay_out(draft, winner)


def win_of_the_last(draft: MutableState) -> None:
    """End the game with a win for the last remaining participant, if only one is left (R43)."""
    if len(draft.participants) == 1:
        win(draft, draft.participants[0])


def call_off(draft: MutableState, why: str) -> None:
    """Call the game off before it begins (R32, R95)."""
    _end(draft, "off", "", f"The {draft.kind} is off: {why}")
    pool.return_all(draft)


def terminate(draft: MutableState, text: str) -> None:
    """End the game by agreement (R99).

    Stakes are returned, also to players who forfeited, and nothing is rewarded.
    """
    _end(draft, "terminated", "", text)
    pool.return_all(draft)


def stop(draft: MutableState) -> None:
    """End the game without a result, because the cycle has ended (R101) or the law no longer has it."""
    _end(draft, "stopped", "", f"This {draft.kind} ends without a result.")
    pool.return_all(draft)


def _end(draft: MutableState, ending: Literal["won", "off", "terminated", "stopped"], winner: str, text: str) -> None:
    draft.outcome = BattleOutcome(ending, winner)
    draft.stage = "over"
    facts = {"winner": winner} if winner else {}
    draft.emit(ending, text, **facts)
