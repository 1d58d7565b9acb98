"""Making a move, and going on with a begun one (R18, R103, R126): see `nomic.effects.asking.begun`."""

from msgspec.structs import replace

from exoptosis.engine.draft import Draft
from exoptosis.engine.moves import dispatch
from exoptosis.engine.moves.definitions import BattleMove
from exoptosis.engine.rules import Rules
from exoptosis.engine.state import State
from exoptosis.engine.steps import step_of
from nomic.effects.asking import begun
from nomic.effects.asking.begun import Answer, Asks, Attempt, Begins, Begun, Came, Done, Perform
from nomic.matches.contract.game import Asked, Chance, Environment, Event, IllegalMove, Question, Step
from nomic.matches.contract.moves import move_data

GameStep = Step[State]
BegunMove = Begun[BattleMove]


def tried(rules: Rules, player: str, move: BattleMove) -> BegunMove:
    """A move that nothing is drawn for yet."""
    return Begun(player, move, rules.number)


def make(
    rules: Rules, state: State, move: BegunMove, answers: tuple[Answer, ...], chance: Chance, environment: Environment
) -> GameStep | Asked:
    """Run a move as far as its answers go. Raises IllegalMove and BadAnswer, where it has drawn nothing new."""
    return _step(state, move, begun.go(move, answers, _performing(rules, state, move), chance, environment))


def resume(rules: Rules, state: State, chance: Chance, environment: Environment, *, late: bool = False) -> GameStep:
    """Run a begun move again after something has changed, or, `late`, to its end by chance.

    Answers that do not hold any more are cut off, and a move that cannot be made any more lapses.
    """
    move = state.pending
    if move is None:
        return Step(state, ())
    made = _step(state, move, begun.resume(move, _performing(rules, state, move), chance, environment, late=late))
    return Step(state, (), made.question) if isinstance(made, Asked) else made


def finish(rules: Rules, state: State, player: str, chance: Chance, environment: Environment) -> GameStep:
    """Bring this player's begun move to its end by chance: whoever gives up cannot give up what was drawn (R18)."""
    if state.pending is None or state.pending.player != player:
        return Step(state, ())
    return resume(rules, state, chance, environment, late=True)


def first_question(
    rules: Rules, state: State, player: str, move: BattleMove, environment: Environment
) -> Question | None:
    """What a move asks before it draws anything, if it does. Raises IllegalMove."""
    trial = tried(rules, player, move)
    return begun.first_question(trial, _performing(rules, state, trial), environment)


def pending_question(rules: Rules, state: State, environment: Environment) -> Question | None:
    """What a begun move waits for; nothing where what has changed outside lets it go on to another draw."""
    move = state.pending
    return None if move is None else begun.pending_question(move, _performing(rules, state, move), environment)


def _performing(rules: Rules, state: State, move: BegunMove) -> Perform[GameStep]:
    """One run of the move."""

    def perform(attempt: Attempt) -> GameStep:
        draft = Draft(rules, replace(state, pending=None), attempt)
        dispatch.perform(draft, move.player, move.move)
        attempt.check_all_used()
        return step_of(draft)

    return perform


def _step(state: State, move: BegunMove, came: Came[GameStep]) -> GameStep | Asked:
    """What came of a move, as the host knows it. One that begins changes nothing but that it cannot be given up."""
    match came:
        case Done(made):
            return made
        case Asks(question):
            return Asked(question)
        case Begins(pending, question):
            text = f"{move.player} has begun a move and chooses."
            told = Event("begun-move", text, {"player": move.player, "move": move_data(move.move)})
            return Step(replace(state, pending=pending), () if state.pending else (told,), question)
        case _:
            return Step(replace(state, pending=None), (lapsed(move.player, came.why),))


def lapsed(player: str, why: IllegalMove) -> Event:
    """A begun move comes to nothing."""
    return Event("move-lapsed", f"{player}'s move lapses: {why.detail}", {"player": player})
