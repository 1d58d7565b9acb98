"""How much work an effect can be at most, before it runs: with 20 players of 200 cards each in every place.

A step is one node worked out once, or one die rolled. What would be more than `MOST_COST` steps is no effect that a law
can have; nor is what would draw more than an entry of the journal may. Both are counted along the same paths.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from nomic import limits
from nomic.effects.language.nodes import Effect, Expression, Node
from nomic.effects.language.operations import (
    Add,
    ChangeCards,
    Choose,
    Each,
    If,
    Let,
    Offer,
    Play,
    RollOnTable,
    Take,
    Wait,
)
from nomic.effects.language.selectors import CardsIn, Extreme, Owners, PlayersWho, Values
from nomic.effects.language.values import CardSpec, Count, Literal, Ref, Roll, Sum, Tally, Times
from nomic.effects.language.walking import children

PLAYERS = 20
CARDS = 200
MOST_COST = limits.EFFECT_STEPS
MOST_MADE = 100  # cards drawn, made or chosen at a time
UNBOUNDED = 10**9
Sizes = Mapping[str, int]

ONE_EACH = ("me", "next", "this", "beneath", "above", "winner", "rolled", "it", "mod", "event", "card")


@dataclass(frozen=True, slots=True)
class _Measure:
    """What is counted: `own` is what a node adds by itself, `turn` what beginning one turn of a loop adds."""

    own: Callable[[Node, Sizes], int]
    turn: int


def cost(piece: Node | Effect, sizes: Sizes | None = None) -> int:
    """How many steps a piece takes at most. `sizes` are those of the sets that names stand for."""
    return _total(piece, sizes or {}, STEPS)


def draws(piece: Node | Effect, collections: int) -> int:
    """How often a piece draws at most, where a random card is rolled for by so many collections of modifiers (R27)."""
    return _total(piece, {}, _Measure(lambda node, sizes: _own_draws(node, sizes, collections), 0))


def _total(piece: Node | Effect, sizes: Sizes, measure: _Measure) -> int:
    known = dict(sizes)
    if not isinstance(piece, tuple):
        return _measured(piece, known, measure)
    total = 0
    for step in piece:
        total += _measured(step, known, measure)
        known |= bound_sizes(step, known)
    return total


def bound_sizes(step: Node, sizes: Sizes) -> dict[str, int]:
    """How many members the names that a step binds stand for at most, and, where they are numbers, how large ones."""
    if isinstance(step, Choose):
        return {step.choose: _chosen(step, sizes), f"number {step.choose}": upper(step.from_, sizes)}
    if isinstance(step, Let):
        return {step.let: size(step.be, sizes), f"number {step.let}": upper(step.be, sizes)}
    return {}


def each_sizes(step: Each, sizes: Sizes) -> Sizes:
    """What the steps of a loop know: its name stands for one member."""
    return {**sizes, step.each: 1, f"number {step.each}": upper(step.in_, sizes)}


def _measured(node: Node, sizes: Sizes, measure: _Measure) -> int:
    if isinstance(node, Literal | Ref):
        return 0
    own = measure.own(node, sizes)
    if isinstance(node, Each):
        each = measure.turn + _total(node.do, each_sizes(node, sizes), measure)
        return own + _measured(node.in_, sizes, measure) + size(node.in_, sizes) * each
    if isinstance(node, If):
        either = max(_total(node.then, sizes, measure), _total(node.else_, sizes, measure))
        return own + _measured(node.if_, sizes, measure) + either
    if isinstance(node, RollOnTable):
        rows = sum(_total(effect, sizes, measure) for _, _, effect in node.rows)
        return own + _measured(node.table, sizes, measure) + rows
    if isinstance(node, Offer):
        needs = sum(
            _measured(option["needs"], sizes, measure) for option in node.options if option["needs"] is not None
        )
        taken = max((_total(option["do"], sizes, measure) for option in node.options), default=0)
        return own + needs + max(taken, _total(node.else_, sizes, measure))
    if isinstance(node, Wait):
        watched = sum(_measured(part, sizes, measure) for part in (node.who, node.where) if part is not None)
        return own + watched + _total(node.do, sizes, measure)
    return own + sum(_of_child(node, child, sizes, measure) for _, child in children(node))


def _of_child(node: Node, child: Node, sizes: Sizes, measure: _Measure) -> int:
    """A condition on each candidate is worked out as often as there are candidates."""
    if isinstance(node, CardsIn | PlayersWho) and child is node.where:
        return _for_each(_unfiltered(node, sizes), child, {**sizes, node.as_: 1}, measure)
    if isinstance(node, Extreme) and child is node.by:
        return _for_each(size(node.extreme, sizes), child, {**sizes, node.as_: 1}, measure)
    if isinstance(node, Take) and child is node.where:
        return _taken(node, sizes) * CARDS * _measured(child, sizes, measure)  # tried on every card of a deck
    return _measured(child, sizes, measure)


def _for_each(candidates: int, child: Node, sizes: Sizes, measure: _Measure) -> int:
    return candidates * max(_measured(child, sizes, measure), measure.turn)


def _own_steps(node: Node, sizes: Sizes) -> int:
    """A node is a step, and so is every die that it rolls and every card that it draws or makes."""
    if isinstance(node, Roll):
        return max(int(node.roll.count), 1)
    if isinstance(node, Take):
        return 1 + _taken(node, sizes)
    if isinstance(node, Add):
        return 1 + _made(node, sizes)
    return 1


STEPS = _Measure(_own_steps, 1)


def _own_draws(node: Node, sizes: Sizes, collections: int) -> int:
    if isinstance(node, Roll):
        return int(node.roll.count)
    if isinstance(node, Choose) and node.n != "all":  # one that lapses is left to chance, too (R18)
        return _chosen(node, sizes)
    if isinstance(node, Take):
        return _taken(node, sizes)
    if isinstance(node, Add) and isinstance(node.add, CardSpec):
        return _made(node, sizes) * _of_a_card(node.add, collections)
    if isinstance(node, ChangeCards):
        each = 2 * len(node.collections or ())
        if isinstance(node.become, CardSpec):
            each += _of_a_card(node.become, collections)
        return size(node.change, sizes) * each
    return 0


def _of_a_card(spec: CardSpec, collections: int) -> int:
    """R27: the species; for each collection whether it hits, and which of its elements; then a colour and a suit."""
    if not spec.is_random:
        return 0
    return 3 + 2 * (collections if spec.collections is None else len(spec.collections))


def _taken(node: Take, sizes: Sizes) -> int:
    """How many cards are drawn, one by one."""
    return size(node.who, sizes) * _at_a_time(node.take, sizes)


def _made(node: Add, sizes: Sizes) -> int:
    """How many cards are made."""
    return size(node.of, sizes) * (1 if node.n is None else _at_a_time(node.n, sizes))


def _at_a_time(number: Expression, sizes: Sizes) -> int:
    """A number that may be larger is refused where it stands (`amounts`), and not for its work once more."""
    return min(max(upper(number, sizes), 0), MOST_MADE)


def size(node: Expression | None, sizes: Sizes) -> int:
    """How many members a set has at most."""
    if isinstance(node, Literal):
        return len(node.source) if isinstance(node.source, tuple) else 1
    if isinstance(node, Ref):
        return _referred(node, sizes)
    if isinstance(node, CardsIn | PlayersWho):
        return _unfiltered(node, sizes)
    if isinstance(node, Owners):
        return min(PLAYERS, size(node.owners, sizes))
    if isinstance(node, Extreme):
        return size(node.extreme, sizes)
    if isinstance(node, Values):
        return 100 if isinstance(node.values, str | dict) else sum(size(part, sizes) for part in node.values)
    return 1


def _referred(node: Ref, sizes: Sizes) -> int:
    if node.part and node.part not in ("owner", "by", "who", "card", "name"):
        return 100
    if node.name in ("all", "others"):
        return PLAYERS
    return sizes.get(node.name, 1 if node.name in ONE_EACH else PLAYERS * CARDS)


def _unfiltered(node: CardsIn | PlayersWho, sizes: Sizes) -> int:
    if isinstance(node, PlayersWho):
        return PLAYERS
    if node.cards == "copies":
        return PLAYERS * size(node.of, sizes)
    if node.cards in ("pile", "cycle"):
        return PLAYERS * CARDS
    return CARDS * min(PLAYERS, size(node.of, sizes)) if node.of is not None else 0


def _chosen(step: Choose, sizes: Sizes) -> int:
    """How many a choice stands for at most."""
    members = size(step.from_, sizes)
    if step.n is None:
        wanted = 1
    elif step.n == "all":
        wanted = members
    else:
        wanted = upper(step.n[1] if isinstance(step.n, tuple) else step.n, sizes)
    otherwise = 0 if step.else_ is None else size(step.else_, sizes)
    return max(min(members, wanted), otherwise)


def upper(node: Expression, sizes: Sizes) -> int:
    """How large a number can be at most."""
    if isinstance(node, Literal):
        members: Any = node.source if isinstance(node.source, tuple) else (node.source,)
        return max((member for member in members if isinstance(member, int)), default=0)
    if isinstance(node, Roll):
        return int(node.roll.count * (1 if node.roll.target is not None else node.roll.sides))
    if isinstance(node, Count):
        return size(node.count, sizes)
    if isinstance(node, Sum):
        return sum(upper(part, sizes) for part in node.sum_)
    if isinstance(node, Times):
        return _product(node, sizes)
    if isinstance(node, Tally):
        return CARDS
    if isinstance(node, Values) and isinstance(node.values, dict):
        return upper(node.values["to"], sizes)
    if isinstance(node, Extreme):
        return upper(node.extreme, sizes)
    if isinstance(node, Values) and not isinstance(node.values, str):
        return max((upper(part, sizes) for part in node.values), default=0)
    return _of_name(node, sizes)


def _of_name(node: Expression, sizes: Sizes) -> int:
    return sizes.get(f"number {node.name}", UNBOUNDED) if isinstance(node, Ref) and not node.part else UNBOUNDED


def _product(node: Times, sizes: Sizes) -> int:
    low_or_high = [max(abs(upper(part, sizes)), 0) for part in node.times]
    product = 1
    for factor in low_or_high:
        product = min(product * factor, UNBOUNDED)
    return product


def plays(effect: Effect, sizes: Sizes | None = None) -> int:
    """How many cards an effect has played at most, after the one that it belongs to."""
    known, total = dict(sizes or {}), 0
    for step in effect:
        total += _plays_of(step, known)
        known |= bound_sizes(step, known)
    return total


def _plays_of(step: Node, sizes: Sizes) -> int:
    if isinstance(step, Play):
        return size(step.play, sizes)
    if isinstance(step, Each):
        return size(step.in_, sizes) * plays(step.do, each_sizes(step, sizes))
    if isinstance(step, If):
        return max(plays(step.then, sizes), plays(step.else_, sizes))
    if isinstance(step, RollOnTable):
        return sum(plays(effect, sizes) for _, _, effect in step.rows)
    if isinstance(step, Offer):
        return max([plays(option["do"], sizes) for option in step.options] + [plays(step.else_, sizes)])
    return plays(step.do, sizes) if isinstance(step, Wait) else 0
