"""Debts: postponed choices of players, for which the game does not wait (R41)."""

from collections.abc import Sequence
from itertools import groupby

from exoptosis.engine.cards.draw import draw_one, give_one
from exoptosis.engine.effect_world import BattleWorld
from exoptosis.engine.flow.waiting_effects import PlayEnds
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.state import Debt
from nomic.effects.running.interpreter import Run


def pay_debt(draft: MutableState, debt: Debt, *, by_chance: bool = False) -> None:
    """Make a postponed choice, by its player's answers or by chance."""
    draft.debts.remove(debt)
    world = BattleWorld(draft, debt.debtor, by_chance=by_chance, cause=debt.cause)
    run = Run(world, debt.player, debt.label)
    try:
        if debt.kind == "draw":
            draw_one(world, debt.debtor, debt.whose, debt.demand, run)
        elif debt.kind == "give":
            give_one(world, debt.debtor, debt.to, run)
        elif debt.rest is not None:
            run.go_on(debt.rest)
    except PlayEnds:
        return


OVERDUE = "has not chosen by the end of the turn"
PLAYS_FIRST = "plays before choosing"
HAS_TO_DRAW = "has to choose before an empty hand can win"


def settle_debts(draft: MutableState, due: Sequence[Debt], because: str) -> None:
    """Make these postponed choices by chance, in the order in which they arose. `because` is the reason for the log."""
    for _, alike in groupby(due, _what_is_owed):
        left = list(alike)
        for number, debt in enumerate(left):
            if debt in draft.debts and draft.outcome is None:
                if number == 0 or not _has_draws(left):
                    draft.emit("overdue", f"{debt.debtor} {because}, so chance {_by_chance(left)}.", player=debt.debtor)
                pay_debt(draft, debt, by_chance=True)


def _what_is_owed(debt: Debt) -> tuple[str, str, str]:
    return debt.debtor, debt.kind, debt.label


def _has_draws(debts: Sequence[Debt]) -> bool:
    return debts[0].kind == "draw"


def _by_chance(debts: Sequence[Debt]) -> str:
    """Return what chance does for debts of one kind, as the end of a sentence: "draws 2 cards (Ace)"."""
    if not _has_draws(debts):
        return "chooses"
    cards = "a card" if len(debts) == 1 else f"{len(debts)} cards"
    return f"draws {cards} ({debts[0].label})" if debts[0].label else f"draws {cards}"
