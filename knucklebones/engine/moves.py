"""Moves: whether one may be made, and making it.

{"kind": "place", "column": 1}           the die goes into a column with a free cell
{"kind": "roll"}                         only where a Dice is held that could be used (R58)
{"kind": "roll", "dice": "…"}            with a Dice that is used before the roll
{"kind": "use", "dice": "…"}             with a Dice that is used after it (R60)
{"kind": "answer"}                       what a begun use asks
{"kind": "forfeit"}                      at any time, whoever's turn it is
"""

from collections.abc import Sequence
from typing import Any

from knucklebones.engine import endings, using
from knucklebones.engine.events import a
from knucklebones.engine.holding import usable_dice
from knucklebones.engine.rules import Rules
from knucklebones.engine.state import State
from knucklebones.engine.turns import place, roll
from nomic.effects.asking.begun import Answer
from nomic.tables.contract.game import Asked, BadAnswer, Chance, Environment, Event, IllegalMove, Step

Json = Any
Move = dict[str, Json]
GameStep = Step[State]
PLACE, ROLL, USE, ANSWER, FORFEIT = "place", "roll", "use", "answer", "forfeit"
FIELDS = {PLACE: ("column",), ROLL: (), USE: ("dice",), ANSWER: (), FORFEIT: ()}
WHEN = {"before": "It is used before the roll.", "after": "It is used after the roll."}
FULL = "Every cell of this column has its die."


def make(
    rules: Rules,
    state: State,
    player: str,
    move: Move,
    answers: tuple[Answer, ...],
    chance: Chance,
    environment: Environment,
) -> GameStep | Asked:
    """Make a move. Raises IllegalMove and BadAnswer."""
    kind = move.get("kind")
    _check_turn(state, player, kind)
    _check_fields(move)
    if kind in (PLACE, FORFEIT) and answers:
        raise BadAnswer(0, "nothing is asked")
    if kind == PLACE:
        return _place(rules, state, move["column"], chance, environment)
    if kind == FORFEIT:
        return give_up(rules, state, player, "", chance, environment)
    if kind == ANSWER:
        return _answer(rules, state, answers, chance, environment)
    if "dice" in move:
        _check_dice(rules, state, move, environment)
        return using.use(rules, state, move, answers, chance, environment)
    return _roll(rules, state, answers, chance)


def give_up(rules: Rules, state: State, player: str, why: str, chance: Chance, environment: Environment) -> GameStep:
    """Forfeit the game. A use of a Dice that this player has begun is brought to its end first (R18)."""
    told: Sequence[Event] = ()
    if state.pending is not None and player == state.mover.player:
        finished = using.finish(rules, state, chance, environment)
        state, told = finished.state, finished.events
    ended = endings.forfeit(rules, state, player, why, chance, environment)
    return Step(ended.state, (*told, *ended.events))


def _place(rules: Rules, state: State, column: Json, chance: Chance, environment: Environment) -> GameStep:
    if state.die is None:
        raise IllegalMove("not-rolled", "First you roll the die.", "R58")
    field = state.mover.field
    if not isinstance(column, int) or isinstance(column, bool) or not 1 <= column <= len(field):
        raise IllegalMove("no-such-column", f"Columns are numbered 1 to {len(field)}.", "R58")
    if len(field[column - 1]) >= state.rows:
        raise IllegalMove("full", FULL, "R58")
    return place(rules, state, state.die, column - 1, chance, environment)


def _roll(rules: Rules, state: State, answers: tuple[Answer, ...], chance: Chance) -> GameStep:
    if answers:
        raise BadAnswer(0, "nothing is asked")
    if state.die is not None:
        raise IllegalMove("rolled", f"The die is rolled: it shows {a(state.die.value)}.", "R58")
    return roll(rules, state, chance)


def _answer(
    rules: Rules, state: State, answers: tuple[Answer, ...], chance: Chance, environment: Environment
) -> GameStep | Asked:
    if state.pending is None:
        raise IllegalMove("nothing-asked", "You have not begun a move that waits for an answer.", "R103")
    return using.go_on(rules, state, state.pending, answers, chance, environment)


# ── what is refused


def _check_turn(state: State, player: str, kind: Json) -> None:
    if state.outcome is not None:
        raise IllegalMove("over", "This game is over.")
    if player not in state.players:
        raise IllegalMove("not-seated", "You do not play in this game.")
    if not state.turn:
        raise IllegalMove("not-begun", "This game has not begun.", "R57")
    if kind == FORFEIT:
        return
    if player != state.mover.player:
        raise IllegalMove("not-your-turn", f"It is {state.mover.player}'s turn.", "R58")
    if state.pending is not None and kind != ANSWER:
        raise IllegalMove("begun", f"You use {state.pending.move['dice']}, and have to choose first.", "R103")


def _check_fields(move: Move) -> None:
    kind = move.get("kind")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise IllegalMove("unknown-move", f"A move is one of these: {', '.join(FIELDS)}.")
    for name in FIELDS[kind]:
        if name not in move:
            raise IllegalMove("missing-field", f"This move needs {name!r} too.")
    known = {"kind", *FIELDS[kind], *(("dice",) if kind == ROLL else ())}
    for name in move:
        if name not in known:
            raise IllegalMove("unknown-field", f"This move has no {str(name)[:40]!r}.")


def _check_dice(rules: Rules, state: State, move: Move, environment: Environment) -> None:
    """R60: a Dice of the law that the player holds and has not used, at its moment."""
    name = move["dice"]
    if not isinstance(name, str) or name not in rules.dice:
        raise IllegalMove("no-such-dice", "The law has no Dice of this name.", "R60")
    if name in state.mover.used:
        raise IllegalMove("used", f"You have used {name} in this game.", "R60")
    if name not in usable_dice(rules, state.mover, environment):
        raise IllegalMove("not-held", f"You have no {name}.", "R60")
    when = rules.dice[name].when
    if (move["kind"], when) != dice_now(state):
        raise IllegalMove("wrong-moment", WHEN[when], "R60")


def dice_now(state: State) -> tuple[str, str]:
    """By which kind of move a Dice can be used now, and when such a one is used."""
    return (ROLL, "before") if state.die is None else (USE, "after")
