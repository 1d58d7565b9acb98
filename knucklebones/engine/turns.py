"""Turns: a die is rolled and put into a column, until one field is full (R58, R59)."""

from msgspec.structs import replace

from knucklebones.engine import end_game, events
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.player_field import is_full, with_die, without
from knucklebones.engine.state import Die, Side, State
from knucklebones.engine.usable_dice import usable_dice
from nomic.matches.contract.game import Chance, Environment, Event, Step

MAX_SHOWN = 99  # the highest number that a die can show; the lowest is 1


def begin_game(rules: Rules, state: State, chance: Chance, environment: Environment) -> Step[State]:
    """Draw who plays first, and begin the first turn."""
    one, other = state.sides
    sides = (other, one) if chance.below(2, "turn order", "who plays first") else (one, other)
    emitted = [events.begun(sides[0].player, sides[1].player)]
    state = _begin_turn(rules, replace(state, sides=sides), emitted, chance, environment)
    return Step(state, tuple(emitted))


def place_die(rules: Rules, state: State, die: Die, at: int, chance: Chance, environment: Environment) -> Step[State]:
    """Place the die in a column, counted from 0, with a free cell. Then end the game or begin the next turn."""
    own, other = state.mover, state.sides[1 - state.at]
    value = die.value
    field, against = with_die(own.field, at, value), other.field
    destroyed = against[at].count(value)
    own = Side(own.player, field, own.used)
    if destroyed:
        other = Side(other.player, without(against, at, value), other.used)
    sides = (other, own) if state.at else (own, other)
    emitted = [events.placed(own.player, at + 1, value, other.player, destroyed)]
    state = State(sides, state.rows, state.turn, last=die, last_column=at + 1)
    if is_full(field, state.rows):
        return end_game.settle(rules, state, emitted, chance, environment)
    return Step(_begin_turn(rules, state, emitted, chance, environment), tuple(emitted))


def roll_die(rules: Rules, state: State, chance: Chance) -> Step[State]:
    """Roll the usual die as a move (R58)."""
    emitted: list[Event] = []
    die = _usual_die(rules, state.mover.player, emitted, chance)
    return Step(replace(state, die=die), tuple(emitted))


def _usual_die(rules: Rules, player: str, emitted: list[Event], chance: Chance) -> Die:
    value = usual_roll(rules, player, chance)
    emitted.append(events.rolled(player, value))
    return Die(value, player)


def usual_roll(rules: Rules, player: str, chance: Chance) -> int:
    """Return a roll of the usual die."""
    return clamp_to_die(rules.faces[chance.below(len(rules.faces), "die", f"what {player} rolls")])


def clamp_to_die(number: int) -> int:
    """Return the number clamped to the numbers that a die can show."""
    return max(1, min(number, MAX_SHOWN))


def _begin_turn(rules: Rules, state: State, emitted: list[Event], chance: Chance, environment: Environment) -> State:
    """Begin the next turn (R58). The die is rolled at once, unless its player holds a Dice for the roll."""
    number = state.turn + 1
    side = state.sides[(number - 1) % 2]
    waits = bool(usable_dice(rules, side, environment))
    emitted.append(events.turn(side.player, number, is_rolled=not waits))
    die = None if waits else _usual_die(rules, side.player, emitted, chance)
    return State(state.sides, state.rows, number, die, state.last, state.last_column)
