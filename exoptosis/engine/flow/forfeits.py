"""Forfeiting a game (R43, R98), and agreeing to end it (R99)."""

from msgspec.structs import replace

from exoptosis.engine.flow import endings
from exoptosis.engine.mutable_state import MutableState
from nomic.matches.contract.game import IllegalMove


def refusal_to_end(draft: MutableState, player: str) -> IllegalMove | None:
    """Return the error if a player may neither forfeit nor agree to terminate now, or None."""
    if not draft.is_in(player):
        return IllegalMove("not-seated", f"{player} is not in this game.", "R43")
    if not draft.begun:
        return IllegalMove("not-begun", "The game has not begun yet: take your declaration back instead.", "R94")
    return None


def give_up(draft: MutableState, player: str) -> None:
    """Forfeit by a player's own move. Raises IllegalMove if the player may not end the game now."""
    _check_may_end(draft, player)
    forfeit(draft, player)


def _check_may_end(draft: MutableState, player: str) -> None:
    if (refused := refusal_to_end(draft, player)) is not None:
        raise refused


def forfeit(draft: MutableState, player: str, why: str = "") -> None:
    """Remove a participant from the game.

    Hand and deck leave play, debts by and to the player are cancelled, and the stake stays in the pool. Played cards
    and waiting effects of the player remain. A single remaining participant wins. The end of the step passes the turn,
    and concludes betting or the choice of hands if necessary.
    """
    if not draft.is_in(player) or draft.outcome is not None:
        return
    leave_table(draft, player)
    draft.emit("forfeited", f"{player} forfeits{why}.", player=player)
    if draft.stage != "hands":
        endings.win_of_the_last(draft)
    end_if_all_agree(draft)


def leave_table(draft: MutableState, player: str) -> None:
    """Remove a player's cards from play, and cancel debts by and to the player."""
    draft.reseat(player, status="out", hand=(), deck=(), chosen=None, extra=0, skips=0, agrees=False)
    draft.debts = [debt for debt in draft.debts if debt.debtor != player and debt.to != player]
    if draft.bet is not None:
        draft.bet = replace(draft.bet, passed=tuple(other for other in draft.bet.passed if other != player))


def agree(draft: MutableState, player: str) -> None:
    """Record that a participant agrees to terminate the game. The game ends once all agree.

    Raises IllegalMove if the game may not be ended now, or if the player agrees already.
    """
    _check_may_end(draft, player)
    if draft.seats[player].agrees:
        raise IllegalMove("agrees", "You agree already.", "R43")
    draft.reseat(player, agrees=True)
    draft.emit("agreed", f"{player} agrees to terminate the {draft.kind}.", player=player)
    end_if_all_agree(draft)


def disagree(draft: MutableState, player: str) -> None:
    """Withdraw a participant's consent.

    Raises IllegalMove if the game may not be ended now, or if the player has not agreed.
    """
    _check_may_end(draft, player)
    if not draft.seats[player].agrees:
        raise IllegalMove("does-not-agree", "You have not agreed.", "R43")
    draft.reseat(player, agrees=False)
    draft.emit("disagreed", f"{player} no longer agrees to terminate the {draft.kind}.", player=player)


def end_if_all_agree(draft: MutableState) -> None:
    """Terminate the game if every participant agrees (R43)."""
    if draft.outcome is None and draft.participants and all(draft.seats[one].agrees for one in draft.participants):
        endings.terminate(draft, f"All agree: the {draft.kind} is terminated.")
