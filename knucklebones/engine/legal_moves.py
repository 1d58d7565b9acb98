"""The legal moves of a player, and the barred ones with the reasons."""

from collections.abc import Iterator

from knucklebones.engine import use_dice
from knucklebones.engine.apply_moves import FULL, WHEN, dice_now
from knucklebones.engine.moves import Place, Roll
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.player_field import free_columns
from knucklebones.engine.state import Die, State
from knucklebones.engine.usable_dice import usable_dice
from nomic.matches.contract.game import BarredMove, Environment, LegalMove
from nomic.matches.contract.moves import Answer, Forfeit


def legal(rules: Rules, state: State, player: str, environment: Environment) -> Iterator[LegalMove]:
    """Yield every move that a player can make now."""
    if not state.is_on or player not in state.players:
        return
    if player == state.mover.player:
        yield from _of_the_mover(rules, state, environment)
    yield LegalMove(Forfeit(), "Forfeit")


def _of_the_mover(rules: Rules, state: State, environment: Environment) -> Iterator[LegalMove]:
    if state.pending is not None:
        question = use_dice.pending_question(rules, state, environment)
        yield LegalMove(Answer(), f"Go on with {state.using}", question)
        return
    if state.die is None:
        yield LegalMove(Roll(), "Roll the die")
    else:
        for at in free_columns(state.mover.field, state.rows):
            yield LegalMove(Place(at + 1), _putting(state.die, at))
    with_dice, when = dice_now(state)
    for name in usable_dice(rules, state.mover, environment):
        if rules.dice[name].when == when:
            label = f"Roll with {name}" if with_dice is Roll else f"Use {name}"
            move = with_dice(dice=name)
            yield LegalMove(move, label, use_dice.first_question(rules, state, move, environment))


def barred(rules: Rules, state: State, player: str, environment: Environment) -> Iterator[BarredMove]:
    """Yield the full columns, and the Dice that cannot be used now, each with the reason."""
    if state.is_on and player == state.mover.player and state.pending is None:
        yield from _full_columns(state)
        yield from _barred_dice(rules, state, environment)


def _full_columns(state: State) -> Iterator[BarredMove]:
    if state.die is None:
        return
    free = free_columns(state.mover.field, state.rows)
    for at in range(len(state.mover.field)):
        if at not in free:
            yield BarredMove(Place(at + 1), _putting(state.die, at), FULL, "R58")


def _barred_dice(rules: Rules, state: State, environment: Environment) -> Iterator[BarredMove]:
    with_dice, now = dice_now(state)
    unused = usable_dice(rules, state.mover, environment)
    for name, item in rules.dice.items():
        move = with_dice(dice=name)
        if name in state.mover.used:
            yield BarredMove(move, f"Use {name}", "You have already used it in this game.", "R60")
        elif name in unused and item.when != now:
            yield BarredMove(move, f"Use {name}", WHEN[item.when], "R60")


def _putting(die: Die, at: int) -> str:
    return f"Put the {die.value} into column {at + 1}"
