"""How a game ends, and where the pool goes then (R43, R99, R101). Rewards come after; see `rewards`."""

from typing import Literal

from exoptosis.engine.draft import Draft
from exoptosis.engine.flow import pool
from exoptosis.engine.state import BattleOutcome


def win(draft: Draft, winner: str) -> None:
    """The game is won and the pool goes to the winner. An earlier ending stands."""
    if draft.outcome is None:
        _end(draft, "won", winner, f"{winner} wins.")
        pool.pay_out(draft, winner)


def win_of_the_last(draft: Draft) -> None:
    """The last participant left wins (R43)."""
    if len(draft.participants) == 1:
        win(draft, draft.participants[0])


def call_off(draft: Draft, why: str) -> None:
    """The game does not take place (R32, R95)."""
    _end(draft, "off", "", f"The {draft.kind} is off: {why}")
    pool.return_all(draft)


def terminate(draft: Draft, text: str) -> None:
    """The game ends as one that all want to end: stakes go back, forfeiters' too, and nothing is rewarded (R99)."""
    _end(draft, "terminated", "", text)
    pool.return_all(draft)


def stop(draft: Draft) -> None:
    """The cycle has ended: its games end without a result (R101)."""
    _end(draft, "stopped", "", f"The cycle has ended, and with it this {draft.kind}.")
    pool.return_all(draft)


def _end(draft: Draft, ending: Literal["won", "off", "terminated", "stopped"], winner: str, text: str) -> None:
    draft.outcome = BattleOutcome(ending, winner)
    draft.stage = "over"
    facts = {"winner": winner} if winner else {}
    draft.tell(ending, text, **facts)
