"""Moves conditions on whole sets, and the pools of superlatives, to the front of sentences.

An example is "if Fog is 3, each active player gains 1 Coin". Such a condition is part of a set's `where`, but concerns
none of its members. If it is false, the set is empty.
"""

import json
import re
from typing import Any

from msgspec import structs

from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Condition, Effect, Expression, Operation
from nomic.effects.language.nodes.conditions import All
from nomic.effects.language.nodes.picking import Alike, First, Mixed, Sample, Those
from nomic.effects.language.nodes.selectors import CardsIn, Extreme, Owners, PlayersWho
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.ask_everybody import Everybody
from nomic.effects.language.operations.cards import Add, ChangeCards, Destroy, Move, Take
from nomic.effects.language.operations.choosing import Choose, Let
from nomic.effects.language.operations.control_flow import Each, If
from nomic.effects.language.operations.draw_outcome import Meet
from nomic.effects.language.operations.end_cycle import Win
from nomic.effects.language.operations.items import Grant, Revoke
from nomic.effects.language.operations.turns_and_winners import Finish
from nomic.effects.language.operations.values import Enter, Raise, Reset, Reveal, SetTo, Strike, Transfer
from nomic.effects.prose.context import SORTS, Context, noun
from nomic.effects.prose.sets.selectors import among_members, is_conditioned
from nomic.effects.prose.values.relative_clauses import parted_condition

# The sets of an operation that does nothing if one of them is empty, by its kind.
SETS: dict[type[Operation], tuple[str, ...]] = {
    Raise: ("of",),
    Grant: ("to",),
    Revoke: ("from_",),
    Transfer: ("from_", "to"),
    SetTo: ("of",),
    Reset: ("of",),
    Reveal: ("of",),
    Enter: ("enter", "of"),
    Strike: ("strike", "of"),
    Meet: ("who",),
    Take: ("who",),
    Add: ("of",),
    ChangeCards: ("change",),
    Destroy: ("destroy",),
    Move: ("move", "of"),
    Each: ("in_",),
    Choose: ("from_",),
    Everybody: ("in_",),
    Finish: ("who",),
    Win: ("win",),
}
# The set that a set is a part of, by its kind: it is empty if the other is.
WITHIN: dict[type[Expression[Any]], str] = {
    Alike: "alike",
    CardsIn: "of",
    Extreme: "extreme",
    First: "of",
    Mixed: "mixed",
    Owners: "owners",
    Sample: "from_",
    Those: "those",
}


def in_front(effect: Effect) -> Effect:
    """Return an effect in which conditions on whole sets precede their operations."""
    return tuple(_led(step, effect[place + 1 :]) for place, step in enumerate(effect))


# The best of a set before what they have: "the 3 players" in "the 3 players with the most Coins".
BEST = re.compile(r"the (?:(\d+) )?(?:player|participant|card)(s?) (?=with |whose |for )")


def with_pool_in_front(step: Operation, said: str, context: Context) -> str:
    """Return a step's clause that begins with the pool of a superlative, to keep the verb near its subject.

    An example is "of the active players whose Room is Hall, the Light of the one with the most Coins increases by 1".
    """
    be = step.be if isinstance(step, Let) else step.from_ if isinstance(step, Choose) and step.n == "all" else None
    fields = () if isinstance(step, Each | Choose | Everybody) else SETS.get(type(step), ())
    for best in (be, *(getattr(step, field) for field in fields)):
        if not isinstance(best, Extreme | First):
            continue
        members = noun(best.extreme if isinstance(best, Extreme) else best.of, context)
        among = among_members(members, SORTS[best.kind])
        before, found, rest = said.partition(among)
        if not is_conditioned(members) or not found or among in rest or not (heads := [*BEST.finditer(before)]):
            continue
        head = heads[-1]
        those = f"the {head[1]} " if head[1] else "those " if head[2] else "the one "
        return f"of the {members.many}, {before[: head.start()]}{those}{before[head.end() :]}{rest}"
    return said


def _led(step: Operation, rest: Effect) -> Operation:
    binding = step.binds()
    is_used = binding is not None and _is_used(binding.name, rest)
    if binding is not None and (getattr(step, "else_", None) is not None or (is_used and isinstance(step, Add))):
        return step
    found: list[Condition] = []
    changed = {}
    for field in SETS.get(type(step), ()):
        before = getattr(step, field)
        if isinstance(before, Expression) and (bare := _without(before, found)) is not before:
            changed[field] = bare
    if isinstance(step, Take) and step.where is not None:
        own, others = parted_condition(step.where, "it")
        if others and not own and not any(_names(other, "it") for other in others):
            found += others
            step = structs.replace(step, raw=_with(step.raw, {"where": None}, {}), where=None)
    if not found:
        return step
    bare_step = structs.replace(step, raw=_with(step.raw, {}, changed), **changed)
    if_ = found[0] if len(found) == 1 else _all_of(found)
    kind = IfInFront if is_used else If
    return kind(raw={"if": if_.raw, "then": [bare_step.raw]}, scope=step.scope, if_=if_, then=(bare_step,))


class IfInFront(If, frozen=True, eq=False, kw_only=True):
    """A step with its condition in front, whose name later steps use.

    If the condition is false, the name denotes nothing.
    """


def _is_used(name: str, rest: Effect) -> bool:
    """Return whether later steps use a name, in a node or in a text."""
    return any(f"${name}" in json.dumps(step.raw) for step in rest)


def _without(members: Expression[Any], found: list[Condition]) -> Expression[Any]:
    """Return a set without the conditions on the whole set, which are added to `found`."""
    within = WITHIN.get(type(members))
    if within is not None and isinstance(inner := getattr(members, within), Expression):
        bare = _without(inner, found)
        if bare is not inner:
            members = structs.replace(members, raw=_with(members.raw, {}, {within: bare}), **{within: bare})
    if not isinstance(members, PlayersWho | CardsIn | Those) or members.where is None:
        return members
    own, others = parted_condition(members.where, members.as_)
    if not others or any(_names(other, members.as_) for other in others):
        return members
    found += [other for other in others if other.raw not in [each.raw for each in found]]
    where = None if not own else own[0] if len(own) == 1 else _all_of(own)
    if where is None and isinstance(members, Those):
        return members.those
    return structs.replace(members, raw=_with(members.raw, {"where": where}, {}), where=where)


def _names(node: Condition, name: str) -> bool:
    return any(isinstance(inner, Ref) and inner.name == name for _, inner in walk(node))


def _all_of(conditions: list[Condition]) -> All:
    return All(raw={"all": [each.raw for each in conditions]}, scope=conditions[0].scope, all_=tuple(conditions))


def _with(raw: Any, optional: dict[str, Any], changed: dict[str, Any]) -> Any:
    """Return the JSON of a node with changed parts, without optional parts that are None."""
    if not isinstance(raw, dict):
        return raw
    words = {name.removesuffix("_"): part.raw for name, part in {**optional, **changed}.items() if part is not None}
    gone = {name for name, part in optional.items() if part is None}
    return {word: said for word, said in {**raw, **words}.items() if word not in gone}
