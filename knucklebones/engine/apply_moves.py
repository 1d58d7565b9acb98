"""Checks and applies moves."""

from collections.abc import Sequence

from knucklebones.engine import end_game, use_dice
from knucklebones.engine.events import a
from knucklebones.engine.moves import Place, Roll, Use
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.state import State
from knucklebones.engine.turns import place_die, roll_die
from knucklebones.engine.usable_dice import usable_dice
from nomic.effects.asking import begun_moves
from nomic.matches.contract.game import Asked, BadAnswer, Chance, Environment, Event, IllegalMove, Step
from nomic.matches.contract.moves import Answer, Forfeit, Move

GameStep = Step[State]
Answers = tuple[begun_moves.Answer, ...]
WHEN = {"before": "It is used before the roll.", "after": "It is used after the roll."}
FULL = "This column is full."


def make(
    rules: Rules, state: State, player: str, move: Move, answers: Answers, chance: Chance, environment: Environment
) -> GameStep | Asked:
    """Make a move. Return the step, or the question that has to be answered first.

    Raises IllegalMove if the move is not allowed, and BadAnswer for an invalid answer.
    """
    _check_turn(state, player, move)
    match move:
        case Answer():
            return _answer(rules, state, answers, chance, environment)
        case Use() | Roll() if move != Roll():
            _check_dice(rules, state, move, environment)
            return use_dice.use(rules, state, move, answers, chance, environment)
    if answers:
        raise BadAnswer(0, "nothing is asked")
    match move:
        case Place(column):
            return _place(rules, state, column, chance, environment)
        case Roll():
            return _roll(rules, state, chance)
        case Forfeit():
            return give_up(rules, state, player, "", chance, environment)
    raise TypeError(f"{move} is no move of Knucklebones")


def give_up(rules: Rules, state: State, player: str, why: str, chance: Chance, environment: Environment) -> GameStep:
    """Forfeit the game, after completing any use of a Dice that this player has started (R18)."""
    emitted: Sequence[Event] = ()
    if state.pending is not None and player == state.mover.player:
        finished = use_dice.finish(rules, state, chance, environment)
        state, emitted = finished.state, finished.events
    ended = end_game.forfeit(rules, state, player, why, chance, environment)
    return Step(ended.state, (*emitted, *ended.events))


def _place(rules: Rules, state: State, column: int, chance: Chance, environment: Environment) -> GameStep:
    if state.die is None:
        raise IllegalMove("not-rolled", "Roll the die first.", "R58")
    field = state.mover.field
    if not 1 <= column <= len(field):
        raise IllegalMove("no-such-column", f"Columns are numbered 1 to {len(field)}.", "R58")
    if len(field[column - 1]) >= state.rows:
        raise IllegalMove("full", FULL, "R58")
    return place_die(rules, state, state.die, column - 1, chance, environment)


def _roll(rules: Rules, state: State, chance: Chance) -> GameStep:
    if state.die is not None:
        raise IllegalMove("rolled", f"The die is rolled: it shows {a(state.die.value)}.", "R58")
    return roll_die(rules, state, chance)


def _answer(rules: Rules, state: State, answers: Answers, chance: Chance, environment: Environment) -> GameStep | Asked:
    if state.pending is None:
        raise IllegalMove("nothing-asked", "None of your moves is waiting for an answer.", "R103")
    return use_dice.go_on(rules, state, state.pending, answers, chance, environment)


# ── checks


def _check_turn(state: State, player: str, move: Move) -> None:
    if state.outcome is not None:
        raise IllegalMove("over", "This game is over.")
    if player not in state.players:
        raise IllegalMove("not-seated", "You do not play in this game.")
    if not state.turn:
        raise IllegalMove("not-begun", "This game has not begun.", "R57")
    if isinstance(move, Forfeit):
        return
    if player != state.mover.player:
        raise IllegalMove("not-your-turn", f"It is {state.mover.player}'s turn.", "R58")
    if state.using and not isinstance(move, Answer):
        raise IllegalMove("begun", f"You use {state.using}, and have to choose first.", "R103")


def _check_dice(rules: Rules, state: State, move: Roll | Use, environment: Environment) -> None:
    """Raise IllegalMove unless the player can use the Dice now (R60).

    The law must have the Dice, the player must hold it and not have used it, and it must be the right time for it.
    """
    name = move.dice
    if name not in rules.dice:
        raise IllegalMove("no-such-dice", "The law has no Dice of this name.", "R60")
    if name in state.mover.used:
        raise IllegalMove("used", f"You have used {name} in this game.", "R60")
    if name not in usable_dice(rules, state.mover, environment):
        raise IllegalMove("not-held", f"You have no {name}.", "R60")
    when = rules.dice[name].when
    if (type(move), when) != dice_now(state):
        raise IllegalMove("wrong-moment", WHEN[when], "R60")


def dice_now(state: State) -> tuple[type[Roll | Use], str]:
    """Return the move that uses Dice now, before or after the roll, and the matching `when` of Dice."""
    return (Roll, "before") if state.die is None else (Use, "after")
