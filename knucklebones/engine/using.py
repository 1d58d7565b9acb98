"""Using a Dice, before the roll or after it (R60): its effect, run from its start with the answers so far.

As long as nothing was drawn, a question without an answer leaves everything as it was. After a draw the use is begun:
the state holds what was drawn and read, and every further run goes the same way again (R18).
"""

from collections.abc import Sequence

from msgspec.structs import replace

from knucklebones.engine import events
from knucklebones.engine.rules import Rules
from knucklebones.engine.state import Die, Pending, Side, State
from knucklebones.engine.turns import shown, usual_roll
from knucklebones.engine.world import Answer, DiceWorld, Unanswered
from nomic.effects.run import Run
from nomic.effects.values import as_number
from nomic.effects.world import Names
from nomic.tables.game import Asked, BadAnswer, Chance, Outside, Question, Step

GameStep = Step[State]


class Drew(Exception):
    """Raised where a run that must not draw comes to a draw."""


class NoChance:
    """Chance for runs that only look: the first draw ends them."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        raise Drew(label)


def use(
    rules: Rules, state: State, name: str, answers: Sequence[Answer], chance: Chance, outside: Outside
) -> GameStep | Asked:
    """Use a Dice of the law in the turn that goes on. Raises BadAnswer."""
    return _run(rules, state, Pending(name, rules.number), answers, chance, outside)


def go_on(
    rules: Rules, state: State, begun: Pending, answers: Sequence[Answer], chance: Chance, outside: Outside
) -> GameStep | Asked:
    """Go on with a begun use. Raises BadAnswer, also where what was answered before a draw is not answered so again."""
    for place, answer in enumerate(begun.answers):
        if place >= len(answers) or answers[place] != answer:
            raise BadAnswer(place, "what was answered before a draw stays answered")
    return _run(rules, state, begun, answers, chance, outside)


def first_question(rules: Rules, state: State, name: str, outside: Outside) -> Question | None:
    """What a Dice asks before it draws anything, if it does."""
    try:
        return use(rules, state, name, (), NoChance(), outside).question
    except Drew:
        return None


def pending_question(rules: Rules, state: State, outside: Outside) -> Question | None:
    """What a begun use waits for."""
    begun = state.pending
    if begun is None:
        return None
    return _run(rules, state, begun, begun.answers, NoChance(), outside).question


def finish(rules: Rules, state: State, chance: Chance, outside: Outside) -> GameStep:
    """Bring a begun use to its end by chance: what was drawn cannot be given up (R18)."""
    begun = state.pending
    if begun is None:
        return Step(state, ())
    world = DiceWorld(rules, state, chance, outside, answers=begun.answers, begun=begun, late=True)
    return _used(state, begun.dice, _value(rules, state, begun.dice, world), world)


def _run(
    rules: Rules, state: State, begun: Pending, answers: Sequence[Answer], chance: Chance, outside: Outside
) -> GameStep | Asked:
    world = DiceWorld(rules, state, chance, outside, answers=answers, begun=begun)
    try:
        value = _value(rules, state, begun.dice, world)
    except Unanswered as asked:
        drawn, read = world.seen
        if len(drawn) == len(begun.drawn):  # no draw came of it, so nothing has changed
            return Asked(asked.question)
        pending = Pending(begun.dice, begun.revision, drawn, read, tuple(answers))
        told = () if state.pending else (events.begun_move(state.mover.player, begun.dice),)
        return Step(replace(state, pending=pending), told, asked.question)
    world.all_answers_used()
    return _used(state, begun.dice, value, world)


def _value(rules: Rules, state: State, name: str, world: DiceWorld) -> int:
    """What the die shows in the end: what the effect says, or where it says nothing, a roll as usual."""
    player, before = state.mover.player, state.die.value if state.die else 0
    names: Names = {"me": (player,), "rolled": before, "faces": rules.faces}
    Run(world, player, name).perform(rules.dice[name].effect, names)
    number = as_number(names["rolled"])
    return shown(number) if number or before else usual_roll(rules, player, world)


def _used(state: State, name: str, value: int, world: DiceWorld) -> GameStep:
    """The die shows its number, and the Dice is used for this game."""
    mover, die = state.mover, state.die
    items = (*die.items, name) if die else (name,)
    came = events.used(die, name, value) if die else events.rolled(mover.player, value, name)
    own = Side(mover.player, mover.field, (*mover.used, name))
    sides = (own, state.sides[1]) if state.at == 0 else (state.sides[0], own)
    state = replace(state, sides=sides, die=Die(value, mover.player, items), pending=None)
    return Step(state, (came, *world.events))
