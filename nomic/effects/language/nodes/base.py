"""Base classes of the language's nodes. A node is a frozen struct whose fields are its words; the first is its head.

In the law a node is a map: `{take: 2, who: $them}` is `Take(take=2, who=$them)`. A word that is reserved in Python has
a trailing underscore here (`from_`), but not in the law.

Each node class implements everything about itself: its effect, the names it binds, where it is allowed, its cost. So a
new word of the language needs only that class and its sentence in English.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import NODEFAULT, Struct

from nomic.effects.asking.questions import Question
from nomic.effects.language.allowed_moments import EVERYWHERE, Moment, Moments
from nomic.effects.language.bounds import UNBOUNDED, USUAL_HOURS
from nomic.effects.language.card_places import NOWHERE, KnownSpots, Spots
from nomic.effects.language.world import Members, Names, Rest, Runner, Value
from nomic.law.schema.json_reader import Json

# The choices of several players have kinds of their own, one for each kind of options.
Kind = Literal[
    "number",
    "truth",
    "cards",
    "players",
    "names",
    "proposals",
    "cards by player",
    "players by player",
    "names by player",
    "proposals by player",
    "amounts",
    "keeping",
]
Scope = Mapping[str, Kind]
# What a law may lack: cards, and random cards (R27). Amendments are possible only in clauses that state their reach.
Need = Literal["cards", "random cards", "amendments"]
V_co = TypeVar("V_co", bound=Value, covariant=True)
NodeType = TypeVar("NodeType", bound="type[Node]")

# Places within a node, and what is wrong there.
Flaws: TypeAlias = Iterator[tuple[str, str]]
# The law's names in a node: place, kind (as in a `Vocabulary`), name.
LawNames: TypeAlias = Iterator[tuple[str, str, int | str]]
# The possible values of bound names, as far as they are written down.
Listed: TypeAlias = Mapping[str, Members]


class Bounds(NamedTuple):
    """The smallest and the greatest possible value of a number, or of the numbers in a set."""

    low: int = -UNBOUNDED
    high: int = UNBOUNDED

    @classmethod
    def around(cls, parts: "Iterable[Bounds]") -> "Bounds":
        """Return bounds that contain all these bounds, or the bounds of 0 if there are none."""
        ends = list(parts) or [cls(0, 0)]
        return cls(min(each.low for each in ends), max(each.high for each in ends))

    def or_nothing(self) -> "Bounds":
        """Return these bounds extended to 0, because a set that may be empty counts as 0 if a number is needed."""
        return Bounds(min(self.low, 0), max(self.high, 0))


UNKNOWN = Bounds()
NATURAL = Bounds(low=0)


class Extent(NamedTuple):
    """The maximum number of members of a value and, if they are numbers, their bounds."""

    members: int
    bounds: Bounds = UNKNOWN


Sizes: TypeAlias = Mapping[str, Extent]


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity that static analysis bounds, such as steps or draws.

    `own` returns the amount of a node without its children. `turn` is the overhead of one iteration of a loop.
    """

    own: Callable[["Node", Sizes], int]
    turn: int = 0


class Part(Struct, frozen=True, eq=False, kw_only=True):
    """Anything that contains nodes: a node, or a part of a field such as an option of an offer."""

    def parts(self, path: str = "") -> "Iterator[tuple[str, Node | Effect]]":
        """Yield the direct children, which are nodes and lists of operations, each with its path."""
        for field in fields_of(type(self)):
            yield from _parts_in(getattr(self, field), f"{path}/{word_of(field)}")


class Node(Part, frozen=True, eq=False, kw_only=True):
    """Base class of all nodes of the effect language.

    `raw` is the node's JSON in the law. `scope` holds the names in scope with their kinds.
    """

    raw: Json
    scope: Scope
    stands_at: ClassVar[Moments] = EVERYWHERE

    # ── parsing

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        """Return the names that are in scope only within `field`, with their kinds.

        `read` holds the fields parsed before it.
        """
        return {}

    @classmethod
    def derived(cls, read: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return values for attributes that are not fields of the law, computed from the parsed fields `read`."""
        return {}

    # ── children

    def children(self, path: str = "") -> "Iterator[tuple[str, Node]]":
        """Yield the direct child nodes, each with its path. Operations in a list count as children."""
        for below, part in self.parts(path):
            if isinstance(part, tuple):
                yield from ((f"{below}/{place}", step) for place, step in enumerate(part))
            else:
                yield below, part

    def lists(self, path: str = "") -> "Iterator[tuple[str, Effect]]":
        """Yield the direct child lists of operations, each with its path.

        Names bound in one list are unknown in the others.
        """
        return ((below, part) for below, part in self.parts(path) if isinstance(part, tuple))

    def own_names(self) -> frozenset[str]:
        """Return the names that the node itself refers to."""
        return frozenset()

    # ── checking

    def is_by_chance(self) -> bool:
        """Return whether the node itself draws, so that its value can differ between evaluations."""
        return False

    def value_read(self) -> str:
        """Return the name of the stored value that the node itself reads, or "" if it reads none."""
        return ""

    def value_changed(self) -> str:
        """Return the name of the stored value that the node itself changes, or "" if it changes none."""
        return ""

    def pool_met(self) -> str:
        """Return the name of the pool from which the node itself draws an outcome, or "" if it draws none."""
        return ""

    def law_names(self, listed: Listed) -> LawNames:
        """Yield the names of the law that the node uses, each as (place, kind, name).

        `listed` holds the possible values of bound names.
        """
        yield from ()

    def flaws(self, moment: Moment) -> Flaws:
        """Yield the node's flaws that depend on the moment. Nodes of its class are allowed at this moment."""
        yield from ()

    def futile(self, moment: Moment) -> Flaws:
        """Yield flaws for the parts of the node that have no effect."""
        yield from ()

    def needs(self) -> "Need | None":
        """Return the optional feature that a law must have so that the node is allowed."""
        return None

    # ── cost

    def steps(self, sizes: Sizes) -> int:
        """Return the steps of the node itself: 1, plus 1 for every die rolled and every card drawn or created."""
        return 1

    def draws(self, sizes: Sizes, collections: int) -> int:
        """Return the draws of the node itself. A random card may draw from `collections` collections (R27)."""
        return 0

    def plays(self, sizes: Sizes) -> int:
        """Return the maximum number of cards that the node itself plays."""
        return 0

    def keeps(self, sizes: Sizes) -> int:
        """Return the maximum number of deferred effects that the node itself stores."""
        return 0

    def cost(self, measure: Measure, sizes: Sizes) -> int:
        """Return the maximum of `measure` for the node and its children. `sizes` holds the sizes of names in scope."""
        return measure.own(self, sizes) + self.inner_cost(measure, sizes)

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        """Return the maximum of `measure` for the node's children. `sizes` holds the sizes of the names in scope."""
        return sum(cost_of(part, measure, sizes) for _, part in self.parts())


class Expression(Node, Generic[V_co], frozen=True, eq=False, kw_only=True):
    """A node that has a value of kind `kind`."""

    kind: Kind

    def value(self, run: Runner, names: Names) -> V_co:
        """Return the current value. `names` holds the values of the names in scope."""
        raise NotImplementedError

    def size(self, sizes: Sizes) -> int:
        """Return the maximum number of members of the value."""
        return 1

    def bounds(self, sizes: Sizes) -> Bounds:
        """Return bounds of the number, or of the numbers in the set."""
        return UNKNOWN

    def spots(self, known: KnownSpots) -> Spots:
        """Return the possible places of the value's cards, or no places if the value is not cards."""
        return NOWHERE

    def possible_names(self, listed: Listed) -> Members:
        """Return the names that the value can contain, as far as static analysis can tell."""
        return ()


class Condition(Expression[bool], frozen=True, eq=False, kw_only=True):
    """An expression whose value is true or false."""

    kind: Kind = "truth"

    def to_stored(self, names: Names) -> Rest | None:
        """Return the condition in the form in which it is stored, with the values of its names.

        Subclasses may return None for a condition that is always true.
        """
        return Rest(text_of(self.raw), self.scope, dict(names))


class Binding(Struct, frozen=True, eq=False):
    """A binding of a name to `value` or a part of `value`, or to `otherwise` if nothing was chosen.

    `members` returns the maximum number of members. For sentences, `is_several` says whether there may be several
    members, and `is_part` whether there may be fewer than in `value`.
    """

    name: str
    value: Expression[Value]
    members: Callable[[Sizes], int]
    otherwise: Expression[Value] | None = None
    is_several: bool = False
    is_part: bool = False

    def extent(self, sizes: Sizes) -> Extent:
        """Return the maximum number of members of the bound value, and their bounds."""
        ends = [self.value] if self.otherwise is None else [self.value, self.otherwise]
        bounds = Bounds.around(end.bounds(sizes) for end in ends)
        return Extent(self.members(sizes), bounds.or_nothing() if self.is_part else bounds)

    def spots(self, known: KnownSpots) -> Spots:
        """Return the possible places of the cards bound to the name."""
        return self.value.spots(known) | (NOWHERE if self.otherwise is None else self.otherwise.spots(known))


class Operation(Node, frozen=True, eq=False, kw_only=True):
    """A node that does something, or that contains operations."""

    needs_the_play: ClassVar[bool] = False  # it has no effect once the play is over
    asks_several: ClassVar[bool] = False  # it asks all players of a set at once
    takes_away: ClassVar[bool] = False  # it takes its cards from where they lie

    def perform(self, run: Runner, names: Names) -> None:
        """Run the operation. Names that it binds are added to `names`."""
        raise NotImplementedError

    def is_owed(self, run: Runner, names: Names) -> bool:
        """Return whether the operation and the rest of its list wait until another player has decided (R41)."""
        return False

    def chooser(self, run: Runner, names: Names) -> str:
        """Return the player whom the operation asks now, or "" if it asks nobody."""
        return ""

    def may_ask_another(self) -> bool:
        """Return whether a player other than the acting player may be asked."""
        return False

    def may_ask(self) -> bool:
        """Return whether a player may be asked."""
        return False

    def is_sealed(self) -> bool:
        """Return whether answers to a rule's question are sealed."""
        return False

    def hours_to_answer(self, run: Runner, names: Names) -> int:
        """Return the time limit in hours for a question that a rule asks now (R107)."""
        return USUAL_HOURS

    def question_to(self, player: str, run: Runner, names: Names) -> Question | None:
        """Return the current question to this player, or None if there is nothing to choose or another player is asked.

        Operations that ask all players of a set override this method.
        """
        return self.question(run, names)

    def question(self, run: Runner, names: Names) -> Question | None:
        """Return the current question, or None if there is nobody to ask or nothing to choose."""
        return None

    # ── names

    def names_in_text(self) -> list[str]:
        """Return the names used in the operation's texts for people."""
        return []

    def binds(self) -> Binding | None:
        """Return the binding that the later operations of the list can use, or None."""
        return None

    def can_bind_again(self, before: Kind, now: Kind) -> bool:
        """Return whether the operation may rebind a name of kind `before` to a value of kind `now`."""
        return False

    def binds_within(self) -> Binding | None:
        """Return the binding that the operations inside this operation can use, or None."""
        return None

    # ── checking

    def does_something(self) -> bool:
        """Return whether the operation changes anything itself, apart from its nested operations."""
        return False

    def amounts(self) -> Iterator[tuple[str, Expression[Value]]]:
        """Yield how many cards are drawn, created or chosen at a time, as (place, number)."""
        yield from ()

    def cards(self) -> Iterator[tuple[str, Expression[Value]]]:
        """Yield the cards that the operation changes, as (place within the node, cards)."""
        yield from ()

    def reaches(self, moment: Moment) -> Spots:
        """Return the places in which the operation can change cards."""
        return NOWHERE

    def copies_from(self, moment: Moment) -> Iterator[tuple[str, Expression[Value], Spots]]:
        """Yield the cards that the operation copies from, as (place within the node, cards, readable places)."""
        yield from ()

    def spots_within(self, known: KnownSpots) -> KnownSpots:
        """Return the possible places of each name's cards within the nested lists of operations."""
        return _with(known, self.binds_within(), lambda binding: binding.spots(known))

    def sizes_within(self, sizes: Sizes) -> Sizes:
        """Return the size of each name's value within the nested lists of operations."""
        return _with(sizes, self.binds_within(), lambda binding: binding.extent(sizes))

    def sizes_after(self, sizes: Sizes) -> Sizes:
        """Return the size of each name's value for the operations that follow in the list."""
        return _with(sizes, self.binds(), lambda binding: binding.extent(sizes))

    def spots_after(self, known: KnownSpots) -> KnownSpots:
        """Return the possible places of each name's cards for the operations that follow in the list."""
        return _with(known, self.binds(), lambda binding: binding.spots(known))


class Description(Node, frozen=True, eq=False, kw_only=True):
    """A node that describes something to be made."""


Effect: TypeAlias = tuple[Operation, ...]
T = TypeVar("T")


def _with(known: Mapping[str, T], binding: Binding | None, worth: Callable[[Binding], T]) -> Mapping[str, T]:
    return known if binding is None else {**known, binding.name: worth(binding)}


def _parts_in(held: object, path: str) -> Iterator[tuple[str, Node | Effect]]:
    if isinstance(held, Node):
        yield path, held
    elif isinstance(held, Part):
        yield from held.parts(path)
    elif isinstance(held, tuple) and all(isinstance(part, Operation) for part in held):
        yield path, held
    elif isinstance(held, tuple):
        for place, part in enumerate(held):
            yield from _parts_in(part, f"{path}/{place}")
    elif isinstance(held, Mapping):
        for key, part in held.items():
            yield from _parts_in(part, f"{path}/{key}")


def cost_of(piece: Node | Effect, measure: Measure, sizes: Sizes) -> int:
    """Return the maximum of `measure` for a node, or for a list of operations.

    Within a list, the sizes of bound names are passed on to later operations.
    """
    if not isinstance(piece, tuple):
        return piece.cost(measure, sizes)
    total = 0
    for step in piece:
        total += step.cost(measure, sizes)
        sizes = step.sizes_after(sizes)
    return total


def text_of(raw: Json) -> str:
    """Serialize a piece of the language as text that can be stored and parsed again."""
    return json.dumps(raw, separators=(",", ":"), ensure_ascii=False)


# ── registry

NODES: dict[str, type[Node]] = {}


def register_node(node: NodeType) -> NodeType:
    """Register a node by its head. Raises ValueError if another node has the same head."""
    head = head_of(node)
    if NODES.setdefault(head, node) is not node:
        raise ValueError(f"two nodes have the head {head!r}")
    return node


def word_of(field: str) -> str:
    """Return the word by which the law writes a field, without Python's trailing underscore."""
    return field.rstrip("_")


@cache
def fields_of(part: type[Part]) -> tuple[str, ...]:
    """Return the fields of a node that are written in the law, the head first."""
    unwritten = ("raw", "scope", "kind", "source", "name", "part")
    return tuple(field for field in part.__struct_fields__ if field not in unwritten)


def head_of(node: type[Node]) -> str:
    """Return the head of a node: the word that identifies its class in the law."""
    return word_of(fields_of(node)[0])


def is_required(node: type[Node], field: str) -> bool:
    """Return whether a field of a node is required."""
    return default_of(node, field) is NODEFAULT


def default_of(node: type[Node], field: str) -> Any:
    """Return the default of a field, or NODEFAULT if the field is required."""
    defaults = dict(zip(node.__struct_fields__[::-1], node.__struct_defaults__[::-1], strict=False))
    return defaults.get(field, NODEFAULT)
