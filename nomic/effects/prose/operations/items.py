"""English descriptions of operations on items, on turns, and on the end of the game."""

from nomic.effects.language.operations.items import Finish, Grant, Revoke, Turn
from nomic.effects.prose.context import Context, clause, noun
from nomic.effects.prose.nouns import amount, holder_noun, item_words
from nomic.effects.prose.times import when


@clause.register
def _(step: Grant, context: Context) -> str:
    gained = amount(step.n, *item_words(step.grant, context), context)
    to = holder_noun(step.to, context)
    if step.until is None:
        return f"{to.instructed('gain')} {gained}"
    return f"{to.instructed('gain')} {gained}; {when(step.until, context)}, {to.instructed('lose')} as many again"


@clause.register
def _(step: Revoke, context: Context) -> str:
    lost = amount(step.n, *item_words(step.revoke, context), context)
    return f"{holder_noun(step.from_, context).instructed('lose')} {lost}"


@clause.register
def _(step: Turn, context: Context) -> str:
    if step.turn.who is None:
        return "the turn order is reversed"
    who = noun(step.turn.who, context)
    return f"{who.does('be')} skipped" if step.turn.change == "skip" else f"{who.instructed('take')} another turn"


@clause.register
def _(step: Finish, context: Context) -> str:
    return noun(step.who, context).does(step.finish)
