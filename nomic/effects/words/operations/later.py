"""Operations that are done later, in words."""

from nomic.effects.language.nodes import Operation
from nomic.effects.language.operations.later import After, At
from nomic.effects.words.context import Context, clause
from nomic.effects.words.given import knowing_event
from nomic.effects.words.operations.lists import block, leading
from nomic.effects.words.times import when


@clause.register(After)
@clause.register(At)
def _(step: Operation, context: Context) -> str:
    return leading(step, context, False)


@leading.register
def _(step: After, context: Context, outermost: bool) -> str:
    return f"{when(step.after, context)}{block(step.do, context, outermost)}"


@leading.register
def _(step: At, context: Context, outermost: bool) -> str:
    return f"{when(step.at, context)}{block(step.do, knowing_event(step.at, context), outermost)}"
