"""Turns: how they begin and end, debts and effects that are due then, and the check for empty hands."""

from msgspec.structs import replace

from exoptosis.engine.effect_world import BattleWorld
from exoptosis.engine.flow import endings
from exoptosis.engine.flow.debts import HAS_TO_DRAW, OVERDUE, settle_debts
from exoptosis.engine.flow.waiting_effects import run_wait
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.state import Turn


def open_play(draft: MutableState) -> None:
    """Begin the first turn after betting."""
    draft.stage = "play"
    _begin(draft, next(player for player in draft.order if draft.is_in(player)))


def pass_turn(draft: MutableState) -> None:
    """End the turn.

    Due debts are settled by chance (R41). Then come extra turns, then the next turn in order (R80).
    """
    if draft.outcome is not None or draft.turn is None:
        return
    ending = draft.turn
    _fire(draft, "turn_end", ending.player)
    settle_debts(draft, [debt for debt in draft.debts if debt.until <= ending.number], OVERDUE)
    win_check(draft, ending.player)
    if draft.outcome is None:
        _take_up(draft, ending)


def leave_turn(draft: MutableState, player: str) -> None:
    """Pass the turn if the current player has just left the game (R98)."""
    if draft.stage == "play" and draft.turn is not None and draft.turn.player == player:
        pass_turn(draft)


def win_check(draft: MutableState, actor: str) -> None:
    """End the game as won if a player has an empty hand: the actor first, then the others in order (R42, R76).

    Draws that this player has postponed, and cards that others owe the player, are settled first, by chance (R41).
    """
    for player in _from(draft, actor):
        if draft.outcome is None and draft.is_in(player) and not draft.seats[player].hand:
            owed = [debt for debt in draft.debts if _keeps_from_winning(debt.kind, debt.debtor, debt.to, player)]
            settle_debts(draft, owed, HAS_TO_DRAW)
            if draft.outcome is None and draft.is_in(player) and not draft.seats[player].hand:
                endings.win(draft, player, f"{player} has no card left")


def _keeps_from_winning(kind: str, debtor: str, to: str, player: str) -> bool:
    return (kind == "draw" and debtor == player) or (kind == "give" and to == player)


def _from(draft: MutableState, actor: str) -> list[str]:
    """Return all players in the current turn order, starting with the actor."""
    order = draft.order
    at = order.index(actor) if actor in order else 0
    return [order[(at + step * draft.direction) % len(order)] for step in range(len(order))]


def _begin(draft: MutableState, player: str, after: str = "") -> None:
    number = draft.turn.number + 1 if draft.turn else 1
    if draft.turn is not None and draft.turn.player == player:
        _put_off_debts(draft)
    draft.turn = Turn(number, player, after)
    draft.tallies = [tally for tally in draft.tallies if max(tally.at, tally.cause) >= number - 1]
    draft.emit("turn", f"It is {player}'s turn.", player=player, number=number)
    _fire(draft, "turn_start", player)


def _put_off_debts(draft: MutableState) -> None:
    """Postpone debts, because the next turn is again one of the same player (R41).

    They are then due by the end of the next player's turn.
    """
    draft.debts = [replace(debt, until=debt.until + 1) for debt in draft.debts]


def _take_up(draft: MutableState, ending: Turn) -> None:
    """Begin the player's own extra turn, else another player's extra turn (R74), else the next turn in order.

    Other players gain extra turns during a turn.
    """
    order_from = ending.after or ending.player
    for player in _from(draft, ending.player):
        if draft.is_in(player) and draft.seats[player].extra:
            draft.reseat(player, extra=draft.seats[player].extra - 1)
            _begin(draft, player, "" if player == order_from else order_from)
            return
    _decide_skips(draft)
    _begin(draft, _next_not_skipped(draft, order_from))


def _decide_skips(draft: MutableState) -> None:
    """Decide who is skipped as the next player by the current order, because the turn passes now (R124)."""
    for player, seat in list(draft.seats.items()):
        if not seat.skips_next:
            continue
        draft.reseat(player, skips_next=0)
        for met in draft.following(player):
            draft.reseat(met, skips=draft.seats[met].skips + seat.skips_next)


def _next_not_skipped(draft: MutableState, player: str) -> str:
    candidates = [other for other in _from(draft, player) if other != player] + [player]
    while True:
        for candidate in candidates:
            if not draft.is_in(candidate):
                continue
            if not draft.seats[candidate].skips:
                return candidate
            draft.reseat(candidate, skips=draft.seats[candidate].skips - 1)
            draft.emit("skipped", f"{candidate} is skipped.", player=candidate)


def _fire(draft: MutableState, event: str, player: str) -> None:
    """Run effects that wait for the beginning or end of a player's turn.

    Choices in these effects are postponed.
    """
    for wait in [wait for wait in draft.waits if wait.event == event and player in wait.who]:
        if draft.outcome is None:
            draft.waits.remove(wait)
            run_wait(BattleWorld(draft), wait, player, ())
