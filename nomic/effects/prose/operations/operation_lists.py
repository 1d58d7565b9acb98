"""English descriptions of lists of operations, and their introductions."""

import re
from dataclasses import replace
from functools import singledispatch

from msgspec import structs

from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Binding, Condition, Effect, Node, Operation
from nomic.effects.language.nodes.conditions import All, Some
from nomic.effects.language.nodes.item_holders import Stock
from nomic.effects.language.nodes.selectors import CardsIn, Owners
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.cards import ChangeCards, Destroy, Move, Swap
from nomic.effects.language.operations.choosing import Choose, Let
from nomic.effects.language.operations.control_flow import If
from nomic.effects.language.operations.items import Grant, Revoke
from nomic.effects.language.operations.values import Transfer
from nomic.effects.prose.context import THAT_ITEM, THAT_NUMBER, Context, NameMeaning, clause
from nomic.effects.prose.english_grammar import RELATIVE, Noun, as_items, definite, plural_noun, quoted_name
from nomic.effects.prose.event_nouns import names_other_numbers, names_others
from nomic.effects.prose.operations.cards import goes_to_owner
from nomic.effects.prose.operations.conditions_in_front import IfInFront, in_front, with_pool_in_front
from nomic.effects.prose.sets.selectors import means

MAX_WORDS = 30  # of a sentence that could also be a list
ACTOR_AT_EVENT = definite("the player who acted")  # given at events, too, that nobody causes
# The field of an operation or a number that names an item.
ITEM_FIELDS: dict[type[Node], str] = {Grant: "grant", Revoke: "revoke", Transfer: "transfer", Stock: "stock"}
BEGINS_WITH_A_TIME = re.compile(r"when |the next time |after |\d+ (?:hour|day)s? later")
# In a step that cannot be joined with another by "and".
HAS_PARTS = re.compile(rf" and | or |[,;:(“]|\bchoose|{RELATIVE.pattern}")


@singledispatch
def leading(step: Operation, context: Context, outermost: bool) -> str:
    """Describe an operation that contains others as a clause.

    `outermost` is true if no other operation contains it.
    """
    return clause(step, context)


def _leads(step: Operation) -> bool:
    """Return whether an operation contains others.

    Its description needs brackets within a sentence.
    """
    return leading.dispatch(type(step)) is not leading.dispatch(Operation)


def context_after(step: Operation, context: Context, rest: Effect) -> Context:
    """Return the context after an operation, for describing the operations that follow it."""
    if isinstance(step, IfInFront):
        step = step.then[0]
    binding = step.binds()
    if any(moves_cards(node) for _, node in walk(step)) and not (
        isinstance(step, Move) and goes_to_owner(step, context)
    ):
        context = context.with_cards_moved()
    if binding is None:
        return context
    if (unnamed := unnamed_noun(step, rest, context)) is not None:
        return context.knowing(binding.name, replace(means(binding, context), noun=unnamed))
    meant = means(binding, context)
    is_defined = defines(step) and meant.noun is None
    is_chosen = isinstance(step, Choose) and not is_defined
    is_among = is_chosen and meant.sort == "player" and is_among_others(binding.name, rest, context)
    meant = replace(meant, is_defined=is_defined, is_chosen=is_chosen, is_among_others=is_among)
    return _without_unused(context, meant, rest).knowing(binding.name, meant)


def _without_unused(context: Context, meant: NameMeaning, rest: Effect) -> Context:
    """Return the context without cards that `rest` does not use, so that "that card" means the newest."""
    if meant.sort != "card":
        return context
    used = {node.name for step in rest for _, node in walk(step) if isinstance(node, Ref)}
    names = {
        name: other
        for name, other in context.names.items()
        if other != meant or name in used or _is_in_a_text(name, rest)
    }
    return replace(context, names=names)


def described_in(context: Context, step: Operation, rest: Effect) -> Context:
    """Return the context for describing `step`, in which its value is unnamed if "that number" is clear in `rest`."""
    return replace(context, is_unnamed=True) if unnamed_noun(step, rest, context) is not None else context


def unnamed_noun(step: Operation, rest: Effect, context: Context) -> Noun | None:
    """Return "that number" or "that item" for a computed value, or None if that is ambiguous in `rest`."""
    if not isinstance(step, Let) or step.let in step.scope or _is_in_a_text(step.let, rest):
        return None
    nodes = [node for piece in rest for _, node in walk(piece)]
    taken = [meant.noun for name, meant in context.names.items() if any(_is_name(node, name) for node in nodes)]
    if step.be.kind == "number" and THAT_NUMBER not in taken:
        is_used = any(_is_name(node, step.let) for node in nodes)
        return THAT_NUMBER if is_used and not names_other_numbers(rest, step.let) else None
    if step.be.kind == "names" and THAT_ITEM not in taken and _is_only_an_item(step.let, rest):
        return THAT_ITEM
    return _those_found(step, rest, context)


def _those_found(step: Let, rest: Effect, context: Context) -> Noun | None:
    """Return "those players" for a computed set, or None unless it is unambiguous and used in `rest`."""
    binding = step.binds()
    if binding is None or step.be.kind not in ("players", "cards") or isinstance(step.be, Ref | Owners):
        return None
    meant = means(binding, context)
    users = [place for place, piece in enumerate(rest) if any(_is_name(node, step.let) for _, node in walk(piece))]
    if meant.noun is not None or not users:
        return None
    until_used = rest[: users[-1] + 1]
    nodes = [node for piece in until_used for _, node in walk(piece)]
    if not _refers_only_to_whole(step.let, nodes) or _has_rivals(meant, nodes, context):
        return None
    is_only = _is_in_every_step(step.let, nodes) if meant.sort == "card" else not _names_others(step, meant, until_used)
    if not is_only:
        return None
    return plural_noun(f"those {meant.sort}s") if meant.several else definite(f"that {meant.sort}")


def _refers_only_to_whole(name: str, nodes: list[Node]) -> bool:
    """Return whether the nodes bind no names, and use the named set only as a whole."""
    is_bound = any(isinstance(node, Operation) and node.binds() is not None for node in nodes)
    is_asked_for = any(isinstance(node, Some) and _is_name(node.some, name) for node in nodes)
    has_part = any(isinstance(node, Ref) and node.name == name and node.part for node in nodes)
    return not (is_bound or is_asked_for or has_part)


def _has_rivals(meant: NameMeaning, nodes: list[Node], context: Context) -> bool:
    """Return whether "those" could also mean other players or cards named in the context."""
    used = {node.name for node in nodes if isinstance(node, Ref)}
    others = [
        other
        for name, other in context.names.items()
        if other.sort == meant.sort and name != "me" and (name in used or other.noun != ACTOR_AT_EVENT)
    ]
    return any(other.several or not meant.several for other in others)


def _is_in_every_step(name: str, nodes: list[Node]) -> bool:
    """Return whether every operation contains the name, and none selects cards of its player."""
    steps = [node for node in nodes if isinstance(node, Operation)]
    return all(any(_is_name(inner, name) for _, inner in walk(each)) for each in steps) and not any(
        isinstance(node, CardsIn) for node in nodes
    )


def _names_others(step: Let, meant: NameMeaning, effect: Effect) -> bool:
    return names_others(effect, {step.let, "me"} if meant.several else {step.let})


def _is_name(node: Node, name: str) -> bool:
    return isinstance(node, Ref) and node.name == name and not node.part


def _is_in_a_text(name: str, effect: Effect) -> bool:
    """Return whether a text for people contains the name, such as "There were $moths moths."."""
    texts = (str(step.raw) for step in effect)
    return any(re.search(rf"(?<!')\${name}\b|\${name}\b(?!')", text) for text in texts)


def _is_only_an_item(name: str, effect: Effect) -> bool:
    """Return whether a name is used only as an item that is gained, lost, handed over or counted.

    Returns False if it is not used at all.
    """
    nodes = [node for piece in effect for _, node in walk(piece)]
    items = [getattr(node, ITEM_FIELDS[type(node)]) for node in nodes if type(node) in ITEM_FIELDS]
    used = [node for node in nodes if isinstance(node, Ref) and node.name == name]
    as_item = [item for item in items if isinstance(item, Ref) and item.name == name and not item.part]
    others = [item for item in items if not (isinstance(item, Ref) and item.name == name)]
    return bool(used) and len(used) == len(as_item) and not others


def is_among_others(name: str, do: Effect, context: Context) -> bool:
    """Return whether operations concern players other than "you" and the one with this name."""
    me = context.names.get("me")
    is_you = me is None or me.noun is None or me.noun.is_you
    return names_others([do], {name, "me"} if is_you else {name})


def defines(step: Operation) -> bool:
    """Return whether the description of an operation defines a name, as in "Let “x” be …"."""
    return isinstance(step, Let) or (isinstance(step, Choose) and step.n == "all")


def moves_cards(node: Node) -> bool:
    """Return whether a node may change a card's owner."""
    is_other = isinstance(node, ChangeCards) and node.become is not None
    return is_other or isinstance(node, Move | Swap | Destroy)


def by_name(step: Operation, context: Context) -> str:
    """Return the bound name in brackets if it is needed to avoid ambiguity, otherwise ""."""
    binding = step.binds()
    is_named = binding is not None and binding.name in context.alike and not defines(step)
    return f" (call {_it(binding)} {quoted_name(binding.name)})" if binding is not None and is_named else ""


def _it(binding: Binding) -> str:
    return "them" if binding.is_several or binding.value.kind == "players" else "it"


def steps(effect: Effect, context: Context) -> list[str]:
    """Describe each operation as a clause. Operations that need no description are skipped."""
    said, effect = [], in_front(effect)
    for place, step in enumerate(effect):
        inside = described_in(context, step, effect[place + 1 :])
        text = with_pool_in_front(step, clause(step, inside), inside)
        if text and "\n" in text:
            said.append(text)
        elif text:
            said.append(text + by_name(step, context))
        context = context_after(step, context, effect[place + 1 :])
    return said


def operations_in_words(effect: Effect, context: Context, outermost: bool = False, *, as_list: bool = False) -> str:
    """Describe operations after their introduction: ", this and that" or ": this; that".

    Nested ones are in brackets, " (this; that)". If `as_list` is set, several operations become a list, because the
    introduction would otherwise seem to apply only to the first one.
    """
    effect = in_front(effect)
    said = steps(effect, context)
    if not said:
        return ", nothing happens"
    if context.in_lines:
        is_clear = len(said) == 1 and not (isinstance(effect[0], If) and effect[0].else_)
        is_clear = is_clear and not BEGINS_WITH_A_TIME.match(said[0])  # it would mention two moments
        return f", {said[0]}" if is_clear else f":{as_items(said)}"
    said = _with_clear_subjects(said, effect, context)
    if len(effect) == 1 and outermost:
        return f", {leading(effect[0], context, True)}"
    if len(effect) == 1 and not _leads(effect[0]):
        return f", {said[0]}"
    if outermost and not as_list and len(said) == 2 and not any(HAS_PARTS.search(each) for each in said):
        return f", {said[0]} and {said[1]}"
    return f": {'; '.join(said)}" if outermost else f" ({'; '.join(said)})"


def after_lead(lead: str, said: str) -> str:
    """Return operations after their introduction. A long one becomes a list of one item."""
    only = said.removeprefix(", ")
    is_long = only != said and "\n" not in said and len(f"{lead} {only}".split()) > MAX_WORDS
    return f"{lead}:{as_items([only])}" if is_long else f"{lead}{said}"


def _with_clear_subjects(said: list[str], effect: Effect, context: Context) -> list[str]:
    """Name "you" as the subject of a step after a step with another subject: "they lose 3 Coins; you gain 3"."""
    with_you = steps(effect, context.about_others())
    if len(said) < 2 or len(with_you) != len(said):
        return said
    others = [place for place, each in enumerate(said) if each == with_you[place]]
    return [with_you[place] if others and others[0] < place else each for place, each in enumerate(said)]


def joined(step: If) -> If:
    """Merge a condition with the condition that is its only step: "if … and …, this"."""
    if step.else_ or len(step.then) != 1 or not isinstance(only := step.then[0], If) or only.else_:
        return step
    only = joined(only)
    return structs.replace(step, if_=both(step.if_, only.if_), then=only.then)


def both(one: Condition, other: Condition) -> All:
    """Return the conjunction of two conditions."""
    parts = [part for each in (one, other) for part in (each.all_ if isinstance(each, All) else (each,))]
    return All(raw={"all": [part.raw for part in parts]}, scope=one.scope, all_=tuple(parts))


def step_clauses(step: Operation, context: Context) -> list[str]:
    """Describe an operation of the outermost list in one or more clauses."""
    if context.in_lines:
        text = with_pool_in_front(step, clause(step, context), context)
        return [text if "\n" in text else text + by_name(step, context)] if text else []
    if isinstance(step, If):
        step = joined(step)
        said = [f"if {clause(step.if_, context)}{operations_in_words(step.then, context, outermost=True)}"]
        return [*said, f"otherwise{operations_in_words(step.else_, context, outermost=True)}"] if step.else_ else said
    text = with_pool_in_front(step, leading(step, context, True), context)
    return [text + by_name(step, context)] if text else []
