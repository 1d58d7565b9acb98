"""Operations on items, turns and the end of the game, in words."""

from nomic.effects.language.operations.items import Finish, Grant, Revoke, Turn
from nomic.effects.words.context import Context, clause, noun
from nomic.effects.words.nouns import amount
from nomic.effects.words.times import when


@clause.register
def _(step: Grant, context: Context) -> str:
    gained = amount(step.n, step.grant, context.several(step.grant), context)
    to = noun(step.to, context)
    if step.until is None:
        return f"{to.does('gain')} {gained}"
    return f"{to.does('gain')} {gained}, and {to.verb('lose')} as many again {when(step.until, context)}"


@clause.register
def _(step: Revoke, context: Context) -> str:
    return (
        f"{noun(step.from_, context).does('lose')} {amount(step.n, step.revoke, context.several(step.revoke), context)}"
    )


@clause.register
def _(step: Turn, context: Context) -> str:
    if step.turn.who is None:
        return "the turn order is reversed"
    who = noun(step.turn.who, context)
    return f"{who.does('be')} skipped" if step.turn.change == "skip" else f"{who.does('have')} another turn"


@clause.register
def _(step: Finish, context: Context) -> str:
    return noun(step.who, context).does(step.finish)
