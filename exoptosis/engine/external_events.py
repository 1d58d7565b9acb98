"""Handles external events of a game (R104), and their effect on a begun move.

While a move is begun, obtained cards and cards destroyed elsewhere wait until the move is complete. Other events apply
at once (R103).
"""

from msgspec import UNSET
from msgspec.structs import replace

from exoptosis.engine.cards.follow_law import follow_law
from exoptosis.engine.effect_world import BattleWorld
from exoptosis.engine.external_event_types import (
    TOLD,
    Accepted,
    AfterBegun,
    CardDestroyedElsewhere,
    Declined,
    Invited,
    Joined,
    Obtained,
    Withdrew,
    Withheld,
)
from exoptosis.engine.finish_step import step_of
from exoptosis.engine.flow import endings, forfeits, lobby, pool, turns
from exoptosis.engine.moves import run_moves
from exoptosis.engine.mutable_state import MutableState, draft_for
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import State
from nomic.effects.running.interpreter import Run
from nomic.matches.contract.external_events import Begun, CycleEnded, Happening, Left
from nomic.matches.contract.game import Chance, Environment, Step


def react(
    rules: Rules, state: State, happening: Happening, chance: Chance, environment: Environment
) -> Step[State] | None:
    """Handle an external event, and return the step. Returns None if the event does not affect the game.

    A begun move continues from the new state.
    """
    if state.outcome is not None or not isinstance(happening, TOLD):
        return None
    if state.pending is not None and isinstance(happening, AfterBegun):
        return Step(replace(state, later=(*state.later, happening)), ())
    current = follow_law(rules, state)
    first = Step(current, ())
    if isinstance(happening, Left):
        first = run_moves.finish(rules, current, happening.player, chance, environment)
        if first.state.outcome is not None:
            return first
    draft = draft_for(rules, first.state, chance, environment)
    if _take_in(draft, happening):
        return together(rules, first, step_of(draft), chance, environment)
    return None if first.state is state else first


def _take_in(draft: MutableState, happening: Happening) -> bool:
    """Apply an external event to the draft, and return whether it affects the game.

    The draft's cards already follow the new law.
    """
    match happening:
        case Obtained() | Withheld():
            return _cards_come_and_go(draft, happening)
        case Left(player):
            return _left(draft, player)
        case CardDestroyedElsewhere():
            return _destroyed(draft, happening)
        case CycleEnded():
            endings.stop(draft)
            return True
        case _:
            return _gather(draft, happening)


def _gather(draft: MutableState, happening: Happening) -> bool:
    """Apply an event from before the game begins, and return whether it affects the game."""
    match happening:
        case Joined(player, cards) if not draft.begun and player not in draft.seats:
            lobby.join(draft, player, cards)
        case Withdrew(player) if not draft.begun and draft.is_in(player):
            lobby.withdraw(draft, player)
        case Invited(player) if not draft.begun and player not in draft.seats:
            lobby.invite(draft, player)
        case Accepted(player, cards) if draft.is_invited(player):
            lobby.accept(draft, player, cards)
        case Declined(player) if draft.is_invited(player):
            lobby.decline(draft, player)
        case Begun() if not draft.begun:
            lobby.begin(draft)
        case _:
            return False
    return True


def together(
    rules: Rules, first: Step[State], second: Step[State], chance: Chance, environment: Environment
) -> Step[State]:
    """Return one step that combines two.

    A move that was begun before the second step continues from the new state (R103).
    """
    begun, after = first.state.pending, second.state
    resumed = Step(after, ())
    if begun is not None and after.outcome is None:
        resumed = run_moves.resume(rules, replace(after, pending=begun), chance, environment)
    return Step(resumed.state, (*first.events, *second.events, *resumed.events), resumed.question)


def caught_up(rules: Rules, step: Step[State], chance: Chance, environment: Environment) -> Step[State]:
    """Return the step with deferred external events applied, if the begun move is complete."""
    while step.state.later and step.state.pending is None and step.state.outcome is None:
        happening, *later = step.state.later
        state = replace(step.state, later=tuple(later))
        taken = react(rules, state, happening, chance, environment) or Step(state, ())
        step = Step(taken.state, (*step.events, *taken.events), taken.question)
    return step


def _cards_come_and_go(draft: MutableState, happening: Obtained | Withheld) -> bool:
    player = happening.player
    if not draft.is_in(player):
        return False
    deck = draft.seats[player].deck
    if isinstance(happening, Obtained):
        lobby.obtain(draft, player, happening.cards)
    else:
        lobby.withhold(draft, player, happening.cards)
    return draft.seats[player].deck != deck


def _left(draft: MutableState, player: str) -> bool:
    """Handle a player who leaves the cycle, and return whether the game is affected (R5, R100).

    A participant forfeits. A battle that has not begun loses the player, and a request for a duel is void.
    """
    was_in = draft.is_in(player)
    if draft.begun:
        forfeits.forfeit(draft, player, ", having left the cycle")
        return was_in
    if draft.is_invited(player):
        lobby.decline(draft, player)
    elif was_in:
        lobby.withdraw(draft, player)
    else:
        return False
    return True


def _destroyed(draft: MutableState, happening: CardDestroyedElsewhere) -> bool:
    before = draft.freeze()
    pool.drop_destroyed(draft, happening.originals)
    cards = tuple(card for card in happening.cards if card in draft.cards)
    world = BattleWorld(draft, by_chance=True)
    run = Run(world, "", "Elsewhere")
    world.lose(cards, () if happening.loses is UNSET else happening.loses, run)
    world.destroy(cards, False, run)
    if draft.stage == "play" and draft.turn is not None:
        turns.win_check(draft, draft.turn.player)
    return draft.freeze() != before
