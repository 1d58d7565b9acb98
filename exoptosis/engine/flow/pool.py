"""The pool of all bets: its receivers, and bet cards that are destroyed (R35, R97)."""

from collections.abc import Collection

from exoptosis.engine import environment, events
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.state import Seat, Stake


def all_bet(seats: Collection[Seat]) -> Stake:
    """Return the complete contents of the pool."""
    items: dict[str, int] = {}
    for seat in seats:
        for item, count in seat.stake.items.items():
            items[item] = items.get(item, 0) + count
    return Stake(items, tuple(card for seat in seats for card in seat.stake.cards))


def pay_out(draft: MutableState, winner: str) -> None:
    """Give the complete pool to the winner (R43)."""
    _drop_those_destroyed_now(draft)
    everything = all_bet(draft.seats.values())
    for player in list(draft.seats):
        draft.reseat(player, stake=Stake())
    for item, count in everything.items.items():
        draft.shift_stock(winner, item, count)
    if everything.size:
        text = f"The pool goes to {winner}: {in_words(draft, everything)}."
        draft.events.append(events.pool_won(winner, everything.items, everything.cards, text))


def return_all(draft: MutableState) -> None:
    """Return all stakes to their players."""
    for player in list(draft.seats):
        return_stake(draft, player)


def return_stake(draft: MutableState, player: str) -> None:
    """Return a player's stake, without cards destroyed in this step, to the player."""
    _drop_those_destroyed_now(draft)
    stake = draft.seats[player].stake
    draft.reseat(player, stake=Stake())
    if stake.items or stake.cards:
        give_back(draft, player, stake)


def give_back(draft: MutableState, player: str, stake: Stake, because: str = "") -> None:
    """Return a stake from the pool to a player. The stake of a former player of the cycle is destroyed (R99)."""
    for item, count in stake.items.items():
        draft.shift_stock(player, item, count)
    text = f"{because}{player} gets back {in_words(draft, stake)}."
    if not draft.is_in(player) and player not in environment.players(draft.environment):
        text = f"{because}What {player} has bet is destroyed: {in_words(draft, stake)}."
    draft.events.append(events.stake_returned(player, stake, text))


def drop_destroyed(draft: MutableState, codes: Collection[str]) -> None:
    """Remove destroyed cards from the pool. They still count for the size of the stake (R97)."""
    for player, seat in list(draft.seats.items()):
        left = tuple(code for code in seat.stake.cards if code not in codes)
        gone = len(seat.stake.cards) - len(left)
        if gone:
            draft.reseat(player, stake=Stake(seat.stake.items, left, seat.stake.gone + gone))


def _drop_those_destroyed_now(draft: MutableState) -> None:
    drop_destroyed(draft, destroyed_now(draft))


def destroyed_now(draft: MutableState) -> set[str]:
    """Return the originals that this step has destroyed until now."""
    return {event.facts["card"] for event in draft.events if event.kind == "original-destroyed"}


def in_words(draft: MutableState, stake: Stake) -> str:
    """Return a stake as text: "2 Chips and 1 card"."""
    parts = [draft.rules.counted(item, count) for item, count in stake.items.items()]
    if stake.cards:
        parts.append(f"{len(stake.cards)} card{'' if len(stake.cards) == 1 else 's'}")
    return " and ".join(parts) or "nothing"
