"""The end of every step: automatic consequences of a move, an expired clock or an external event."""

from exoptosis.engine.flow import (
    betting,
    choosing_hands,
    endings,
    lobby,
    pool,
    standstill,
    start_and_end_effects,
    turns,
)
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.state import State
from nomic.matches.contract.game import Step


def finish_step(draft: MutableState) -> None:
    """Apply automatic consequences: reveal hands, close betting, pass a leaver's turn, pay a winner."""
    if draft.stage == "hands" and draft.begun:
        _go_on_with_hands(draft)
    betting.close_if_all_have_passed(draft)
    if draft.turn is not None and not draft.is_in(draft.turn.player):
        turns.leave_turn(draft, draft.turn.player)
    standstill.watch(draft)
    if draft.before.outcome is None and draft.outcome is not None:
        if draft.outcome.ending == "won":
            start_and_end_effects.reward(draft, draft.outcome.winner)
        start_and_end_effects.mark_the_battle(draft)
    if draft.outcome is None:
        pool.drop_destroyed(draft, pool.destroyed_now(draft))


def _go_on_with_hands(draft: MutableState) -> None:
    if lobby.too_few(draft):
        endings.call_off(draft, "too few are left.")
    else:
        choosing_hands.reveal_if_all_have_chosen(draft)


def step_of(draft: MutableState) -> Step[State]:
    """Return the step of a draft, after applying automatic consequences."""
    finish_step(draft)
    return Step(draft.freeze(), tuple(draft.events))
