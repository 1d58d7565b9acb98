"""Lists of operations in words, and what leads to them."""

from functools import singledispatch

from nomic.effects.language.nodes.base import Effect, Node, Operation
from nomic.effects.language.operations.cards import ChangeCards, Destroy, Move, Swap
from nomic.effects.language.operations.flow import If
from nomic.effects.language.walk import walk
from nomic.effects.prose.context import Context, clause
from nomic.effects.prose.nouns import means


@singledispatch
def leading(step: Operation, context: Context, outermost: bool) -> str:
    """An operation that leads to others, as a clause; `outermost` where it stands within no other."""
    return clause(step, context)


def _leads(step: Operation) -> bool:
    """Whether an operation leads to others, which want brackets within a sentence."""
    return leading.dispatch(type(step)) is not leading.dispatch(Operation)


def after(step: Operation, context: Context) -> Context:
    """What is known once an operation was said."""
    binding = step.binds()
    if any(moves_cards(node) for _, node in walk(step)):
        context = context.with_cards_moved()
    return context if binding is None else context.knowing(binding.name, means(binding, context))


def moves_cards(node: Node) -> bool:
    """Whether cards may be somebody else's by it, or nobody's."""
    is_other = isinstance(node, ChangeCards) and node.become is not None
    return is_other or isinstance(node, Move | Swap | Destroy)


def by_name(step: Operation, context: Context) -> str:
    """Under which name that is known which an operation binds, where nothing else tells it from another."""
    binding = step.binds()
    return f" (“{binding.name}”)" if binding is not None and binding.name in context.alike else ""


def steps(effect: Effect, context: Context) -> list[str]:
    """What is done, a clause each; what needs no words has none."""
    said = []
    for step in effect:
        text = clause(step, context)
        if text:
            said.append(text + by_name(step, context))
        context = after(step, context)
    return said


def block(effect: Effect, context: Context, outermost: bool = False) -> str:
    """What is done, after what leads to it: ", this" or ": this; that"; within something else " (this; that)"."""
    said = steps(effect, context)
    if not said:
        return ", nothing happens"
    if len(effect) == 1 and outermost:
        return f", {leading(effect[0], context, True)}"
    if len(effect) == 1 and not _leads(effect[0]):
        return f", {said[0]}"
    return f": {'; '.join(said)}" if outermost else f" ({'; '.join(said)})"


def told(step: Operation, context: Context) -> list[str]:
    """An operation of the outermost list, as one or several clauses."""
    if isinstance(step, If):
        told = [f"if {clause(step.if_, context)}{block(step.then, context, outermost=True)}"]
        return [*told, f"otherwise{block(step.else_, context, outermost=True)}"] if step.else_ else told
    said = leading(step, context, True)
    return [said + by_name(step, context)] if said else []
