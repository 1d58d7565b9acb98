"""What the language is made of: nodes. Each is a frozen struct whose fields are its words, the first being its head.

In the law a node is a map: `{take: 2, who: $them}` is `Take(take=2, who=$them)`. A word that Python keeps for itself
has a trailing underscore here (`from_`) and none in the law.

A node answers for itself whatever is asked of it: what it does, which names it binds, where it can stand, what it
costs. So a new word of the language is one class; that class and its sentence in English are all there is to write.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import NODEFAULT, Struct

from nomic.effects.asking.questions import Question
from nomic.effects.language.bounds import UNBOUNDED, USUAL_HOURS
from nomic.effects.language.moments import EVERYWHERE, Moment, Moments
from nomic.effects.language.whereabouts import NOWHERE, KnownSpots, Spots
from nomic.effects.language.world import Members, Names, Rest, Runner, Value
from nomic.law.schema.json_reader import Json

# What each of several players chose is of a kind of its own, by what they chose among.
Kind = Literal[
    "number", "truth", "cards", "players", "names", "cards by player", "players by player", "names by player"
]
Scope = Mapping[str, Kind]
# What a law may have, or not: cards, and random ones (R27).
Need = Literal["cards", "random cards"]
V_co = TypeVar("V_co", bound=Value, covariant=True)
NodeType = TypeVar("NodeType", bound="type[Node]")

# Places within a node, and what is wrong there.
Flaws: TypeAlias = Iterator[tuple[str, str]]
# Names of the law that a node has: where, of what kind (as in a `Vocabulary`), which.
LawNames: TypeAlias = Iterator[tuple[str, str, int | str]]
# What bound names can stand for, as far as that is written down.
Listed: TypeAlias = Mapping[str, Members]


class Extent(NamedTuple):
    """How many members a name stands for at most, and, where they are numbers, how large and how small ones."""

    members: int
    greatest: int
    smallest: int = -UNBOUNDED


Sizes: TypeAlias = Mapping[str, Extent]


@dataclass(frozen=True, slots=True)
class Measure:
    """What is counted: `own` is what a node adds by itself, `turn` what beginning one turn of a loop adds."""

    own: Callable[["Node", Sizes], int]
    turn: int = 0


class Part(Struct, frozen=True, eq=False, kw_only=True):
    """Whatever has nodes within: a node, or a piece of a field, such as an option of an offer."""

    def parts(self, path: str = "") -> "Iterator[tuple[str, Node | Effect]]":
        """The nodes and the lists of operations directly within, each with its place."""
        for field in fields_of(type(self)):
            yield from _parts_in(getattr(self, field), f"{path}/{word_of(field)}")


class Node(Part, frozen=True, eq=False, kw_only=True):
    """Any node. `raw` is the node as the law has it, `scope` the names that can be referred to where it stands."""

    raw: Json
    scope: Scope
    stands_at: ClassVar[Moments] = EVERYWHERE

    # ── reading

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        """Names that hold inside one field only, given the fields before it."""
        return {}

    @classmethod
    def derived(cls, read: Mapping[str, Any]) -> Mapping[str, Any]:
        """What else is known of a node once its fields are read."""
        return {}

    # ── what is within

    def children(self, path: str = "") -> "Iterator[tuple[str, Node]]":
        """The nodes directly within."""
        for below, part in self.parts(path):
            if isinstance(part, tuple):
                yield from ((f"{below}/{place}", step) for place, step in enumerate(part))
            else:
                yield below, part

    def lists(self, path: str = "") -> "Iterator[tuple[str, Effect]]":
        """The lists of operations directly within; what one of them binds, no other knows."""
        return ((below, part) for below, part in self.parts(path) if isinstance(part, tuple))

    def own_names(self) -> frozenset[str]:
        """The names that it refers to by itself."""
        return frozenset()

    # ── checking

    def is_by_chance(self) -> bool:
        """Whether it draws by itself, so that it can be another value each time."""
        return False

    def value_read(self) -> str:
        """The value of the law that it reads by itself; "" if it reads none."""
        return ""

    def value_changed(self) -> str:
        """The value of the law that it changes by itself; "" if it changes none."""
        return ""

    def pool_met(self) -> str:
        """The pool of the law of which it brings about an outcome; "" if it does so of none."""
        return ""

    def law_names(self, listed: Listed) -> LawNames:
        """Every name of the law that it has."""
        yield from ()

    def flaws(self, moment: Moment) -> Flaws:
        """What is wrong with it at this moment, though it can stand there."""
        yield from ()

    def futile(self, moment: Moment) -> Flaws:
        """What of it would come to nothing."""
        yield from ()

    def needs(self) -> "Need | None":
        """What a law must have so that it can stand in it at all."""
        return None

    # ── what it costs

    def steps(self, sizes: Sizes) -> int:
        """How many steps it is by itself: every die rolled and every card drawn or made is one more."""
        return 1

    def draws(self, sizes: Sizes, collections: int) -> int:
        """How often it draws by itself, where a random card is rolled for by so many collections (R27)."""
        return 0

    def plays(self, sizes: Sizes) -> int:
        """How many cards it has played."""
        return 0

    def keeps(self, sizes: Sizes) -> int:
        """How many pieces it keeps for later by itself."""
        return 0

    def cost(self, measure: Measure, sizes: Sizes) -> int:
        """What it takes at most, with all that is in it."""
        return measure.own(self, sizes) + self.inner_cost(measure, sizes)

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        """What is in it takes at most. `sizes` are those of the sets that names stand for."""
        return sum(cost_of(part, measure, sizes) for _, part in self.parts())


class Expression(Node, Generic[V_co], frozen=True, eq=False, kw_only=True):
    """A node with a value; `kind` says of what kind."""

    kind: Kind

    def value(self, run: Runner, names: Names) -> V_co:
        """The value now."""
        raise NotImplementedError

    def size(self, sizes: Sizes) -> int:
        """How many members it has at most."""
        return 1

    def upper_bound(self, sizes: Sizes) -> int:
        """How large a number it is at most."""
        return UNBOUNDED

    def lower_bound(self, sizes: Sizes) -> int:
        """How small a number it is at least."""
        return -UNBOUNDED

    def extent(self, sizes: Sizes) -> Extent:
        """All of these."""
        return Extent(self.size(sizes), self.upper_bound(sizes), self.lower_bound(sizes))

    def spots(self, known: KnownSpots) -> Spots:
        """Where the cards may lie that it stands for; nowhere for what is no cards."""
        return NOWHERE

    def possible_names(self, listed: Listed) -> Members:
        """The names that it can stand for, as far as that is written down."""
        return ()


class Condition(Expression[bool], frozen=True, eq=False, kw_only=True):
    """An expression that is true or false."""

    kind: Kind = "truth"

    def kept(self, names: Names) -> Rest | None:
        """It as something that can be kept for later; None where it demands nothing."""
        return Rest(text_of(self.raw), self.scope, dict(names))


class Binding(Struct, frozen=True, eq=False):
    """A name, and what it stands for: `value`, or some of it, or `otherwise` where nothing was chosen.

    `members` is how many it stands for at most. In English: `is_several`, and `is_part` where it is not all of `value`.
    """

    name: str
    value: Expression[Value]
    members: Callable[[Sizes], int]
    otherwise: Expression[Value] | None = None
    is_several: bool = False
    is_part: bool = False

    def extent(self, sizes: Sizes) -> Extent:
        """How many members it stands for at most, and how large ones."""
        ends = [self.value] if self.otherwise is None else [self.value, self.otherwise]
        greatest, smallest = max(end.upper_bound(sizes) for end in ends), min(end.lower_bound(sizes) for end in ends)
        if self.is_part:  # nothing chosen is 0 where a number is needed
            greatest, smallest = max(greatest, 0), min(smallest, 0)
        return Extent(self.members(sizes), greatest, smallest)

    def spots(self, known: KnownSpots) -> Spots:
        """Where the cards may lie that it stands for."""
        return self.value.spots(known) | (NOWHERE if self.otherwise is None else self.otherwise.spots(known))


class Operation(Node, frozen=True, eq=False, kw_only=True):
    """A node that does something, or leads to what does."""

    needs_the_play: ClassVar[bool] = False  # it comes to nothing once the play is over
    asks_several: ClassVar[bool] = False  # everybody of a set at once

    def perform(self, run: Runner, names: Names) -> None:
        """Do it. Names that it binds are added to `names`."""
        raise NotImplementedError

    def is_owed(self, run: Runner, names: Names) -> bool:
        """Whether it, and what comes after it in its list, is put off until somebody else decides (R41)."""
        return False

    def chooser(self, run: Runner, names: Names) -> str:
        """Who is asked; nobody where nobody is."""
        return ""

    def may_ask_another(self) -> bool:
        """Whether somebody else than whoever plays may be asked."""
        return False

    def may_ask(self) -> bool:
        """Whether anybody may be asked."""
        return False

    def is_sealed(self) -> bool:
        """Whether what a rule asks is answered under seal."""
        return False

    def hours_to_answer(self) -> int:
        """For how many hours a question of a rule waits for its answer (R107)."""
        return USUAL_HOURS

    def question_to(self, player: str, run: Runner, names: Names) -> Question | None:
        """What it asks this player now, where everybody of a set is asked."""
        return self.question(run, names)

    def question(self, run: Runner, names: Names) -> Question | None:
        """What it asks now; nothing where nobody is there to be asked, or nothing is left to choose."""
        return None

    # ── names

    def names_in_text(self) -> list[str]:
        """The names of which the texts speak that it has for people."""
        return []

    def binds(self) -> Binding | None:
        """The name that it binds for those that follow it in its list."""
        return None

    def can_bind_again(self, before: Kind, now: Kind) -> bool:
        """Whether its name may be one that stands for something already."""
        return False

    def binds_within(self) -> Binding | None:
        """The name that it binds for the operations within it."""
        return None

    # ── checking

    def does_something(self) -> bool:
        """Whether it changes anything by itself."""
        return False

    def amounts(self) -> Iterator[tuple[str, Expression[Value]]]:
        """How many cards are drawn, made or chosen at a time: the word and the number."""
        yield from ()

    def cards(self) -> Iterator[tuple[str, Expression[Value]]]:
        """The cards to which it does something, each with its place within it."""
        yield from ()

    def reaches(self, moment: Moment) -> Spots:
        """Where cards may lie so that it can do something to them."""
        return NOWHERE

    def spots_within(self, known: KnownSpots) -> KnownSpots:
        """Where the cards lie that names stand for, in the lists of operations within."""
        return _with(known, self.binds_within(), lambda binding: binding.spots(known))

    def sizes_within(self, sizes: Sizes) -> Sizes:
        """What names stand for at most, in the lists of operations within."""
        return _with(sizes, self.binds_within(), lambda binding: binding.extent(sizes))

    def sizes_after(self, sizes: Sizes) -> Sizes:
        """What names stand for at most, for what follows it in its list."""
        return _with(sizes, self.binds(), lambda binding: binding.extent(sizes))

    def spots_after(self, known: KnownSpots) -> KnownSpots:
        """Where the cards lie that names stand for, for what follows it in its list."""
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
    """What a node takes at most, or a list of operations, in which every one knows what those before it bind."""
    if not isinstance(piece, tuple):
        return piece.cost(measure, sizes)
    total = 0
    for step in piece:
        total += step.cost(measure, sizes)
        sizes = step.sizes_after(sizes)
    return total


def text_of(raw: Json) -> str:
    """A piece of the language as text, to be kept and read again."""
    return json.dumps(raw, separators=(",", ":"), ensure_ascii=False)


# ── the words of the language

NODES: dict[str, type[Node]] = {}


def register(node: NodeType) -> NodeType:
    """Make a node known by its head. Two of one head are a programming error."""
    head = head_of(node)
    if NODES.setdefault(head, node) is not node:
        raise ValueError(f"two nodes have the head {head!r}")
    return node


def word_of(field: str) -> str:
    """A field's name as the law writes it."""
    return field.rstrip("_")


@cache
def fields_of(part: type[Part]) -> tuple[str, ...]:
    """The fields of a node that the law writes, the head first."""
    unwritten = ("raw", "scope", "kind", "source", "name", "part")
    return tuple(field for field in part.__struct_fields__ if field not in unwritten)


def head_of(node: type[Node]) -> str:
    """The word by which the law names a node."""
    return word_of(fields_of(node)[0])


def is_required(node: type[Node], field: str) -> bool:
    """Whether a field of a node cannot be left out."""
    return default_of(node, field) is NODEFAULT


def default_of(node: type[Node], field: str) -> Any:
    """What a field is where it is left out; NODEFAULT where it cannot be."""
    defaults = dict(zip(node.__struct_fields__[::-1], node.__struct_defaults__[::-1], strict=False))
    return defaults.get(field, NODEFAULT)
