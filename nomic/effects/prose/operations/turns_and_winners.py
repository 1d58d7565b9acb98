"""English descriptions of operations within a match: the order of turns, and winning or forfeiting."""

from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.turns_and_winners import Finish, Turn
from nomic.effects.prose.context import Context, clause, noun
from nomic.effects.prose.operations.items import instructed_each


@clause.register
def describe_turn(step: Turn, context: Context) -> str:
    if step.turn.who is None:
        return "the turn order is reversed"
    who = noun(step.turn.who, context)
    if step.turn.change != "skip":
        return f"{who.instructed('take')} another turn"
    if isinstance(step.turn.who, Ref) and step.turn.who.name == "next":
        return f"{who.does('be')} skipped"
    return f"{instructed_each(who, 'miss')} {who.whose if who.whose == 'your' else 'their'} next turn"


@clause.register
def describe_finish(step: Finish, context: Context) -> str:
    return noun(step.who, context).does(step.finish)
