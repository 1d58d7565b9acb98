"""Runs moves: makes them, resumes begun ones, and previews their first question (R18, R103, R126).

See `nomic.effects.asking.begun_moves`.
"""

from msgspec.structs import replace

from exoptosis.engine.finish_step import step_of
from exoptosis.engine.moves import dispatch
from exoptosis.engine.moves.definitions import BattleMove
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import State
from nomic.effects.asking import begun_moves
from nomic.effects.asking.begun_moves import Answer, Asks, Attempt, Begins, Begun, Came, Done, Perform
from nomic.matches.contract.game import Asked, Chance, Environment, Event, IllegalMove, Question, Step
from nomic.matches.contract.moves import move_data

GameStep = Step[State]
BegunMove = Begun[BattleMove]


def tried(rules: Rules, player: str, move: BattleMove) -> BegunMove:
    """Return a move that has not drawn yet, as a `BegunMove`."""
    return Begun(player, move, rules.number)


def make(
    rules: Rules, state: State, move: BegunMove, answers: tuple[Answer, ...], chance: Chance, environment: Environment
) -> GameStep | Asked:
    """Run a move as far as its answers suffice, and return the step, or the question that needs an answer.

    Raises IllegalMove or BadAnswer, but only if nothing new was drawn.
    """
    return _step(state, move, begun_moves.go(move, answers, _performing(rules, state, move), chance, environment))


def resume(rules: Rules, state: State, chance: Chance, environment: Environment, *, late: bool = False) -> GameStep:
    """Run a begun move again after a change. If `late` is set, questions without an answer get their defaults.

    Answers that are no longer valid are dropped, and a move that is no longer legal lapses.
    """
    move = state.pending
    if move is None:
        return Step(state, ())
    made = _step(state, move, begun_moves.resume(move, _performing(rules, state, move), chance, environment, late=late))
    return Step(state, (), made.question) if isinstance(made, Asked) else made


def finish(rules: Rules, state: State, player: str, chance: Chance, environment: Environment) -> GameStep:
    """Complete this player's begun move with default answers, and return the step.

    A player who forfeits cannot undo the move's draws (R18).
    """
    if state.pending is None or state.pending.player != player:
        return Step(state, ())
    return resume(rules, state, chance, environment, late=True)


def first_question(
    rules: Rules, state: State, player: str, move: BattleMove, environment: Environment
) -> Question | None:
    """Return the question that a move asks before its first draw, or None.

    Raises IllegalMove if the move is not allowed.
    """
    trial = tried(rules, player, move)
    return begun_moves.first_question(trial, _performing(rules, state, trial), environment)


def foreseen(
    rules: Rules, state: State, player: str, move: BattleMove, environment: Environment
) -> tuple[Question | None, tuple[Event, ...]]:
    """Return a move's first question, or None, and the events before that question and its first draw."""
    trial = tried(rules, player, move)
    events: tuple[Event, ...] = ()

    def perform_and_keep(attempt: Attempt) -> GameStep:
        nonlocal events
        draft = MutableState(rules, replace(state, pending=None), attempt)
        try:
            dispatch.perform(draft, player, move)
        finally:
            events = tuple(draft.events)
        return step_of(draft)

    return begun_moves.first_question(trial, perform_and_keep, environment), events


def pending_question(rules: Rules, state: State, environment: Environment) -> Question | None:
    """Return the question that a begun move waits for.

    Returns None if the environment has changed so that the move can continue to another draw.
    """
    move = state.pending
    return None if move is None else begun_moves.pending_question(move, _performing(rules, state, move), environment)


def _performing(rules: Rules, state: State, move: BegunMove) -> Perform[GameStep]:
    """Return a function that runs the move once."""

    def perform(attempt: Attempt) -> GameStep:
        draft = MutableState(rules, replace(state, pending=None), attempt)
        dispatch.perform(draft, move.player, move.move)
        attempt.check_all_used()
        return step_of(draft)

    return perform


def _step(state: State, move: BegunMove, came: Came[GameStep]) -> GameStep | Asked:
    """Return the outcome of a move as the result that the host's contract requires.

    A move that begins changes the state only in that the move cannot be abandoned.
    """
    match came:
        case Done(made):
            return made
        case Asks(question):
            return Asked(question)
        case Begins(pending, question):
            text = f"{move.player} has begun a move and chooses."
            event = Event("begun-move", text, {"player": move.player, "move": move_data(move.move)})
            return Step(replace(state, pending=pending), () if state.pending else (event,), question)
        case _:
            return Step(replace(state, pending=None), (lapsed(move.player, came.why),))


def lapsed(player: str, why: IllegalMove) -> Event:
    """Return the event for a begun move that lapses."""
    return Event("move-lapsed", f"{player}'s move lapses: {why.detail}", {"player": player})
