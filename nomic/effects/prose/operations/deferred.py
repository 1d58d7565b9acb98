"""English descriptions of deferred operations."""

from dataclasses import replace

from nomic.effects.language.nodes.base import Operation
from nomic.effects.language.operations.deferred import After, At, GiveBack
from nomic.effects.prose.context import Context, clause, noun
from nomic.effects.prose.event_nouns import knowing_event
from nomic.effects.prose.operations.operation_lists import leading, operations_in_words
from nomic.effects.prose.times import time_as_lead, time_in_words


@clause.register(After)
@clause.register(At)
def describe_deferred(step: Operation, context: Context) -> str:
    return leading(step, context, False)


@leading.register
def begin_after(step: After, context: Context, outermost: bool) -> str:
    return (
        f"{time_as_lead(step.after, context)}{operations_in_words(step.do, replace(context, is_later=True), outermost)}"
    )


@leading.register
def begin_at(step: At, context: Context, outermost: bool) -> str:
    inside = replace(knowing_event(step.at, step.do, context), is_later=True)
    return f"{time_in_words(step.event, context)}{operations_in_words(step.do, inside, outermost)}"


@clause.register
def describe_give_back(step: GiveBack, context: Context) -> str:
    return f"{noun(step.give_back, context).does('return')} to {noun(step.to, context).object}"
