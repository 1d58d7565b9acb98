"""Use of a Dice, before the roll or after it (R60).

Its effect is run from its start with the answers so far. A use that has drawn is begun, and final (R18, R126); see
`nomic.effects.asking.begun_moves`.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from knucklebones.engine import events
from knucklebones.engine.moves import Roll, Use
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.state import Die, Side, State
from knucklebones.engine.turns import clamp_to_die, usual_roll
from knucklebones.engine.world import DiceWorld
from nomic.effects.asking import begun_moves
from nomic.effects.asking.begun_moves import Answer, Asks, Attempt, Begins, Begun, Came, Done, Perform
from nomic.effects.language.nodes.values import as_number
from nomic.effects.language.world import Names
from nomic.effects.running.interpreter import Run
from nomic.matches.contract.game import Asked, Chance, Environment, Question, Step

GameStep = Step[State]
WithDice = Roll | Use


def use(
    rules: Rules, state: State, move: WithDice, answers: Sequence[Answer], chance: Chance, environment: Environment
) -> GameStep | Asked:
    """Use a Dice of the law in the current turn. Raises BadAnswer for an invalid answer."""
    return go_on(rules, state, tried(rules, state, move), answers, chance, environment)


def go_on(
    rules: Rules,
    state: State,
    use: Begun[WithDice],
    answers: Sequence[Answer],
    chance: Chance,
    environment: Environment,
) -> GameStep | Asked:
    """Continue a begun use.

    Raises BadAnswer if an answer is invalid, or if the answers given before a draw have changed.
    """
    return _step(state, use, begun_moves.go(use, answers, _performing(rules, state, use), chance, environment))


def first_question(rules: Rules, state: State, move: WithDice, environment: Environment) -> Question | None:
    """Return the question that a Dice asks before it draws, or None."""
    use = tried(rules, state, move)
    return begun_moves.first_question(use, _performing(rules, state, use), environment)


def pending_question(rules: Rules, state: State, environment: Environment) -> Question | None:
    """Return the question that a begun use waits for, or None."""
    use = state.pending
    return None if use is None else begun_moves.pending_question(use, _performing(rules, state, use), environment)


def finish(rules: Rules, state: State, chance: Chance, environment: Environment) -> GameStep:
    """Complete a begun use with default answers, because a draw cannot be undone by giving up (R18)."""
    use = state.pending
    if use is None:
        return Step(state, ())
    made = _step(state, use, begun_moves.resume(use, _performing(rules, state, use), chance, environment, late=True))
    return Step(state, (), made.question) if isinstance(made, Asked) else made


def tried(rules: Rules, state: State, move: WithDice) -> Begun[WithDice]:
    """Return a new use of a Dice, without draws, to find its first question."""
    return Begun(state.mover.player, move, rules.number)


def _performing(rules: Rules, state: State, use: Begun[WithDice]) -> Perform[GameStep]:
    """Return a function that runs the use once."""
    name = use.move.dice

    def perform(attempt: Attempt) -> GameStep:
        world = DiceWorld(rules, state, attempt)
        value = _value(rules, state, name, world)
        attempt.check_all_used()
        return _used(state, name, value, world)

    return perform


def _step(state: State, use: Begun[WithDice], came: Came[GameStep]) -> GameStep | Asked:
    """Convert the outcome of a use for the host. A use that has just begun only becomes final."""
    match came:
        case Done(made):
            return made
        case Asks(question):
            return Asked(question)
        case Begins(pending, question):
            emitted = () if state.pending else (events.begun_move(use.player, use.move.dice),)
            return Step(replace(state, pending=pending), emitted, question)
        case _:
            return Step(replace(state, pending=None), (events.lapsed(use.player, came.why.detail),))


def _value(rules: Rules, state: State, name: str, world: DiceWorld) -> int:
    """Return the die's final value, from the effect or otherwise from a usual roll."""
    player, before = state.mover.player, state.die.value if state.die else 0
    names: Names = {"me": (player,), "rolled": before, "faces": rules.faces}
    Run(world, player, name).perform(rules.dice[name].effect, names)
    number = as_number(names["rolled"])
    return clamp_to_die(number) if number or before else usual_roll(rules, player, world)


def _used(state: State, name: str, value: int, world: DiceWorld) -> GameStep:
    """Set the die's value, and mark the Dice as used in this game."""
    mover, die = state.mover, state.die
    items = (*die.items, name) if die else (name,)
    came = events.used(die, name, value) if die else events.rolled(mover.player, value, name)
    own = Side(mover.player, mover.field, (*mover.used, name))
    sides = (own, state.sides[1]) if state.at == 0 else (state.sides[0], own)
    state = replace(state, sides=sides, die=Die(value, mover.player, items), pending=None)
    return Step(state, (came, *world.events))
