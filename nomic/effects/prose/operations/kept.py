"""English descriptions of values that rules keep, of announcements, and of outcomes."""

from nomic.effects.language.operations.meeting import Meet
from nomic.effects.language.operations.values import Announce, Enter, Raise, Reset, Reveal, SetTo, Strike, Transfer
from nomic.effects.prose.context import YOU, Context, clause, noun, number
from nomic.effects.prose.nouns import amount, holder_noun, item_words, value_named
from nomic.effects.prose.texts import in_brackets
from nomic.effects.prose.times import when


@clause.register
def _(step: Raise, context: Context) -> str:
    by = number(step.by, context)
    verb = "sinks" if by.startswith("−") else "grows"
    return f"{value_named(step.raise_, step.of, context, step.for_)} {verb} by {by.removeprefix('−')}"


@clause.register
def _(step: SetTo, context: Context) -> str:
    said = f"{value_named(step.set_, step.of, context, step.for_)} becomes {_set_to(step, context)}"
    return said if step.until is None else f"{said}, and {when(step.until, context)} it is reset"


def _set_to(step: SetTo, context: Context) -> str:
    return (
        noun(step.to, context).object if step.to.kind in ("players", "names", "proposals") else number(step.to, context)
    )


@clause.register
def _(step: Enter, context: Context) -> str:
    return f"{noun(step.enter, context).does('be')} entered in {value_named(step.in_, step.of, context, step.for_)}"


@clause.register
def _(step: Strike, context: Context) -> str:
    return f"{noun(step.strike, context).does('be')} struck from {value_named(step.from_, step.of, context, step.for_)}"


@clause.register
def _(step: Reveal, context: Context) -> str:
    return f"everybody sees {value_named(step.reveal, step.of, context)}"


@clause.register
def _(step: Reset, context: Context) -> str:
    return f"{value_named(step.reset, step.of, context, step.for_)} is reset"


@clause.register
def _(step: Transfer, context: Context) -> str:
    handed = amount(step.n, *item_words(step.transfer, context), context)
    return f"{holder_noun(step.from_, context).does('hand')} {handed} to {holder_noun(step.to, context).object}"


@clause.register
def _(step: Meet, context: Context) -> str:
    who = YOU if step.who is None else noun(step.who, context)
    return f"{who.does('meet')} one of what {step.meet} can bring"


@clause.register
def _(step: Announce, context: Context) -> str:
    return f"everybody reads: “{in_brackets(step.announce, step.scope, context)}”"
