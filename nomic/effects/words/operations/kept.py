"""Values that rules keep, and words for everybody, in words."""

from nomic.effects.language.operations.kept import Announce, Raise, SetTo, Transfer
from nomic.effects.words.context import Context, clause, noun, number
from nomic.effects.words.nouns import amount, value_named


@clause.register
def _(step: Raise, context: Context) -> str:
    by = number(step.by, context)
    verb = "sinks" if by.startswith("−") else "grows"
    return f"{value_named(step.raise_, step.of, context)} {verb} by {by.removeprefix('−')}"


@clause.register
def _(step: SetTo, context: Context) -> str:
    return f"{value_named(step.set_, step.of, context)} becomes {number(step.to, context)}"


@clause.register
def _(step: Transfer, context: Context) -> str:
    handed = amount(step.n, step.transfer, context.several(step.transfer), context)
    return f"{noun(step.from_, context).does('hand')} {handed} to {noun(step.to, context).object}"


@clause.register
def _(step: Announce, context: Context) -> str:
    return f"everybody reads: “{step.announce}”"
