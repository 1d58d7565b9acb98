"""How a game ends, and where the pool goes then (R43, R99, R101). Rewards come after; see `rewards`."""

from typing import Literal

from exoptosis.engine import events
from exoptosis.engine.draft import Draft
from exoptosis.engine.state import Outcome, Stake


def win(draft: Draft, winner: str) -> None:
    """The game is won and the pool goes to the winner. An earlier ending stands."""
    if draft.outcome is not None:
        return
    _end(draft, "won", winner, f"{winner} wins.")
    items: dict[str, int] = {}
    cards: list[str] = []
    for seat in draft.seats.values():
        cards += seat.stake.cards
        for item, count in seat.stake.items.items():
            items[item] = items.get(item, 0) + count
        draft.reseat(seat.player, stake=Stake())
    for item, count in items.items():
        draft.shift_stock(winner, item, count)
    if items or cards:
        what = stake_in_words(draft, Stake(items, tuple(cards)))
        draft.events.append(events.pool_won(winner, items, cards, f"The pool goes to {winner}: {what}."))


def win_of_the_last(draft: Draft) -> None:
    """The last participant left wins (R43)."""
    if draft.outcome is None and len(draft.participants) == 1:
        win(draft, draft.participants[0])


def call_off(draft: Draft, why: str) -> None:
    """The game does not take place (R32, R95)."""
    _end(draft, "off", "", f"The {draft.kind} is off: {why}")
    return_stakes(draft)


def terminate(draft: Draft) -> None:
    """Everybody wants the game to end: stakes go back, forfeiters' too, and nothing is rewarded (R99)."""
    _end(draft, "terminated", "", f"All agree: the {draft.kind} is terminated.")
    return_stakes(draft)


def stop(draft: Draft) -> None:
    """The cycle has ended: its games end without a result (R101)."""
    _end(draft, "stopped", "", f"The cycle has ended, and with it this {draft.kind}.")
    return_stakes(draft)


def return_stakes(draft: Draft) -> None:
    """Everybody gets back what they bet."""
    for player in list(draft.seats):
        return_stake(draft, player)


def return_stake(draft: Draft, player: str) -> None:
    """A player gets back what they bet and what is still there (R97)."""
    stake = draft.seats[player].stake
    if stake.size:
        draft.reseat(player, stake=Stake())
    if stake.items or stake.cards:
        give_back(draft, player, stake)


def give_back(draft: Draft, player: str, stake: Stake, because: str = "") -> None:
    """This goes back from the pool to a player."""
    for item, count in stake.items.items():
        draft.shift_stock(player, item, count)
    text = f"{because}{player} gets back {stake_in_words(draft, stake)}."
    draft.events.append(events.stake_returned(player, stake, text))


def stake_in_words(draft: Draft, stake: Stake) -> str:
    """ "2 Chips and 1 card": what somebody has bet."""
    parts = [draft.rules.counted(item, count) for item, count in stake.items.items()]
    if stake.cards:
        parts.append(f"{len(stake.cards)} card{'' if len(stake.cards) == 1 else 's'}")
    return " and ".join(parts) or "nothing"


def _end(draft: Draft, ending: Literal["won", "off", "terminated", "stopped"], winner: str, text: str) -> None:
    draft.outcome = Outcome(ending, winner)
    draft.stage = "over"
    facts = {"winner": winner} if winner else {}
    draft.tell(ending, text, **facts)
