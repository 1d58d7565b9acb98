"""Random pieces of the effect language that are valid and read well."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import strategies as st

from nomic.effects.language.nodes.arithmetic import (
    Absolute,
    ComputedDice,
    Greatest,
    Minus,
    Quotient,
    Remainder,
    Smallest,
    SumOf,
    Worth,
)
from nomic.effects.language.nodes.base import (
    NODES,
    Condition,
    Kind,
    Node,
    Operation,
    fields_of,
    head_of,
    is_required,
    word_of,
)
from nomic.effects.language.nodes.item_holders import Stock
from nomic.effects.language.nodes.new_cards import CardSpec
from nomic.effects.language.nodes.picking import First, Mixed, Sample, Those
from nomic.effects.language.nodes.selectors import CardsIn, Extreme, PlayersWho, Values
from nomic.effects.language.nodes.values import Count, Roll, Sum, Tally, Times
from nomic.effects.language.operations.cards import ActAs, Add, Take
from nomic.effects.language.operations.choosing import Choose, Let
from nomic.effects.language.operations.control_flow import Each, Wait
from nomic.effects.language.operations.governance.proposals import ProposalsWhich
from nomic.effects.language.operations.turns_and_winners import Finish, Turn
from nomic.effects.language.parser import slots_of
from nomic.effects.language.slot_kinds.base import Slot
from nomic.effects.language.slot_kinds.effects import EffectSlot, OffersSlot, RowsSlot
from nomic.effects.language.slot_kinds.plain import ChoiceSlot
from nomic.effects.language.slot_kinds.values import PLAYERS, RELATIONS, ExpressionSlot
from nomic.effects.language.vocabulary import Vocabulary

Draw = Any
Scope = Mapping[str, Kind]
WORDS = ("Ace", "Stars", "Chip", "Red Coating", "8")
NAMES = frozenset(WORDS)
KNOWN_WORDS = Vocabulary(
    species=NAMES,
    modifiers=NAMES,
    collections=dict.fromkeys(WORDS, WORDS),
    items=NAMES,
    suits=NAMES,
    colours=NAMES,
    types=NAMES,
    flags=NAMES,
)
MAX_DEPTH = 4
RECKONED = (Minus, Quotient, Remainder, Smallest, Greatest, Absolute, Worth, SumOf, ComputedDice)
PICKED = (Those, First, Sample, Mixed)
SETS = ("from_", "be", "in_", "extreme", "else_", "those", "of", "sum_of", "mixed", "member")
BY_KIND: dict[str, tuple[type[Node], ...]] = {
    "number": (Count, Stock, Tally, Sum, Times, Roll, *RECKONED),
    "cards": (CardsIn, *PICKED),
    "players": (PlayersWho, *PICKED),
    "names": (Values, *PICKED),
    "proposals": (ProposalsWhich, *PICKED),
}
CONDITIONS = [node for node in NODES.values() if issubclass(node, Condition)]
OPERATIONS = [node for node in NODES.values() if issubclass(node, Operation)]
SIMPLE = [
    node
    for node in OPERATIONS
    if not any(isinstance(slot, EffectSlot | RowsSlot | OffersSlot) for slot in slots_of(node).values())
]
PARTS: Mapping[str, Mapping[str, str]] = {
    "cards": {"owner": "players", "values": "names"},
    "proposals": {"author": "players", "voters": "players", "class": "names", "for": "number", "days": "number"},
    "players": {},
    "names": {},
    "number": {},
    "truth": {},
}


def _kinds(slot: Slot) -> tuple[Kind, ...]:
    """Of which kinds a value may be that stands there; none where no value does."""
    kinds: tuple[Kind, ...] = getattr(slot, "accepts", ())
    return tuple(kind for kind in kinds if kind != "keeping")


@st.composite
def effects(draw: Draw, scope: Scope) -> Any:
    """An effect in which these names can be referred to."""
    return _Maker(draw).effect(scope, 0)


@st.composite
def cardless_effects(draw: Draw, scope: Scope) -> Any:
    """The same for a game that has neither cards nor turns that could be changed, and asks nobody else."""
    return _CardlessMaker(draw).effect(scope, 0)


@st.composite
def conditions(draw: Draw, scope: Scope) -> Any:
    """A condition in which these names can be referred to."""
    return _Maker(draw).condition(scope, 0)


class _Maker:
    kinds: tuple[Kind, ...] = ("cards", "players", "names", "proposals")
    without: tuple[type[Node], ...] = ()

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._names = 0

    def effect(self, scope: Scope, depth: int) -> list[Any]:
        inside, steps = dict(scope), []
        for _ in range(self._number(0, 2 if depth else 3)):
            node = self._pick_node(SIMPLE if depth >= MAX_DEPTH else OPERATIONS)
            kind = self._pick(self.kinds)
            raw = self._node(node, inside, depth, kind)
            steps.append(raw)
            if node in (Choose, Let):
                inside[raw[head_of(node)]] = kind
        return steps

    def condition(self, scope: Scope, depth: int) -> Any:
        few = [node for node in CONDITIONS if head_of(node) in ("some", "has", "shares", "is")]
        return self._node(self._pick_node(few if depth >= MAX_DEPTH else CONDITIONS), scope, depth, self.kinds[0])

    def _node(self, node: type[Node], scope: Scope, depth: int, kind: Kind) -> dict[str, Any]:
        """`kind` is that of the set that the node goes through, or of the value that it names."""
        held, called = slots_of(node), "it"
        raw: dict[str, Any] = {}
        for place, field in enumerate(sorted(fields_of(node), key=lambda field: field != "as_")):
            needed = is_required(node, field) or field == fields_of(node)[0]
            if field == "hours" or (not needed and (place > 5 or not self._flip())):  # only a rule's question has them
                continue
            slot = held[field]
            if len(_kinds(slot)) > 2 and field in SETS:
                slot = ExpressionSlot(slot.description, (kind,))
            inside = {**scope, **_inside(node, field, called, raw, kind)}
            raw[word_of(field)] = self._way(slot)(slot, inside, depth + 1)
            called = raw.get("as", called)
        return self._lying(raw, scope, depth) if node is CardsIn else raw

    def _lying(self, raw: dict[str, Any], scope: Scope, depth: int) -> dict[str, Any]:
        """Cards in a place that there is: somebody's hand, copies of cards, nobody's pile."""
        raw.pop("of", None)
        kind: Kind | None = {"pile": None, "cycle": None, "copies": "cards"}.get(raw["cards"], "players")
        return raw if kind is None else {**raw, "of": self._expression(ExpressionSlot("", (kind,)), scope, depth)}

    def _way(self, slot: Slot) -> Any:
        """How to make what may stand in such a slot: for a `HowManySlot`, `_how_many`."""
        name = type(slot).__name__.removesuffix("Slot")
        return getattr(self, re.sub("([A-Z])", r"_\1", name).lower())

    def _pick_node(self, nodes: Iterable[type[Node]]) -> Any:
        return self._pick(node for node in nodes if node not in self.without)

    def _pick(self, options: Any) -> Any:
        return self._draw(st.sampled_from(list(options)))

    def _number(self, low: int, high: int) -> int:
        return int(self._draw(st.integers(low, high)))

    def _flip(self) -> bool:
        return bool(self._draw(st.booleans()))

    # ── what fields hold

    def _expression(self, slot: Slot, scope: Scope, depth: int) -> Any:
        kind = self._pick(kind for kind in _kinds(slot) if kind not in ("cards", "proposals") or kind in self.kinds)
        referred = [f"${name}" for name, known in scope.items() if known == kind and name not in ("mod", "event")]
        referred += [
            f"${name}.{part}"
            for name, known in scope.items()
            if name not in ("mod", "event")
            for part, leads in PARTS[known].items()
            if leads == kind
        ]
        if referred and self._flip():
            return self._pick(referred)
        return self._made(kind, scope, depth)

    def _made(self, kind: Kind, scope: Scope, depth: int) -> Any:
        if kind == "truth":
            return self.condition(scope, depth)
        if depth >= MAX_DEPTH:
            plain = {
                "number": self._number(-5, 5),
                "names": self._pick(WORDS),
                "players": {"players": "active"},
                "proposals": {"proposals": "open"},
            }
            return plain.get(kind, {"cards": "pile"})
        if kind in ("number", "names") and self._flip():
            return self._number(0, 9) if kind == "number" else [self._pick(WORDS), 3]
        node = self._pick_node(BY_KIND[kind])
        return self._node(node, scope, depth, kind if node in PICKED else self.kinds[0])

    def _condition(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self.condition(scope, depth)

    def _conditions(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return [self.condition(scope, depth) for _ in range(self._number(0, 2))]

    def _list(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return [self._expression(slot, scope, depth) for _ in range(self._number(0, 2))]

    def _pair(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return [self._expression(slot, scope, depth), self._expression(slot, scope, depth)]

    def _comparison(self, slot: Slot, scope: Scope, depth: int) -> Any:
        kinds: tuple[Kind, ...] = ("number", "cards") if depth >= MAX_DEPTH else ("number", "cards", "truth")
        number = ExpressionSlot("a number", kinds)
        return [self._expression(number, scope, depth), self._pick(RELATIONS), self._expression(number, scope, depth)]

    def _enumeration(self, slot: Slot, scope: Scope, depth: int) -> Any:
        number = ExpressionSlot("a number", ("number",))
        if self._flip():
            return self._pick(WORDS)
        if self._flip():
            return {"from": self._expression(number, scope, depth), "to": self._expression(number, scope, depth)}
        return [self._expression(ExpressionSlot("names", ("names",)), scope, depth)]

    def _effect(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self.effect(scope, depth)

    def _binding(self, slot: Slot, scope: Scope, depth: int) -> Any:
        self._names += 1
        return f"name_{self._names}"

    def _word(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self._pick(WORDS)

    def _words(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return [self._pick(WORDS)]

    def _text(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self._pick(["Sleep?", "Take it"])

    def _dice(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self._pick(["1d6", "0d1", "100d1000000", "5d6 target 4"])

    def _flag(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self._flip()

    def _integer(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self._number(-1_000_000_000, 1_000_000_000)

    def _choice(self, slot: ChoiceSlot, scope: Scope, depth: int) -> Any:
        return self._pick(slot.words)

    def _how_many(self, slot: Slot, scope: Scope, depth: int) -> Any:
        number = ExpressionSlot("a number", ("number",))
        if self._flip():
            return self._pick(["all", 1, 3])
        return [self._number(0, 2), self._expression(number, scope, depth)]

    def _chooser(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return "chance" if self._flip() else self._expression(PLAYERS, scope, depth)

    def _traits(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self._pick(
            [
                {},
                {"modifiers": "all"},
                {"modifiers": ["Torn"], "suits": "Stars"},
                {"colours": ["Red"]},
                {"values": [3, 12]},
                {"values": self._number(-3, 15)},
            ]
        )

    def _description(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self._node(CardSpec, scope, depth, "cards")

    def _rows(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return [[low, low + self._number(0, 9), self.effect(scope, depth)] for low in (1, 20)]

    def _offers(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return [
            {"say": "Yes", "needs": self.condition(scope, depth), "do": self.effect(scope, depth)},
            {"say": "Perhaps", "do": self.effect(scope, depth)},
        ]

    def _turn(self, slot: Slot, scope: Scope, depth: int) -> Any:
        players = self._expression(ExpressionSlot("players", ("players",)), scope, depth)
        return self._pick(["reverse", {"skip": players}, {"again": players}])

    def _stretch(self, slot: Slot, scope: Scope, depth: int) -> Any:
        number = ExpressionSlot("a number", ("number",))
        return {self._pick(["hours", "days", "phases"]): self._expression(number, scope, depth)}

    def _event(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self._pick(["joined", "phase-ends"])

    def _end(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return (self._event if self._flip() else self._stretch)(slot, scope, depth)

    def _law_place(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self._pick(["/shop/offers/Handy Pack/costs/Vertebra", "/rules/luck", "/a~1b/0"])

    def _law_content(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return self._pick(["Words.", 3, {"title": "One", "body": "Words."}, []])

    def _chances(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return [["Common", self._number(0, 100)]]


class _CardlessMaker(_Maker):
    kinds = ("players", "names")
    without = tuple(
        node
        for node in NODES.values()
        if node in (CardsIn, Add, Take, Tally, Turn, Finish, ActAs, Wait)
        or any(
            _kinds(slot) in (("cards",), ("proposals",))
            for field, slot in slots_of(node).items()
            if is_required(node, field)
        )
    )

    def _chooser(self, slot: Slot, scope: Scope, depth: int) -> Any:
        return "chance"


def _inside(node: type[Node], field: str, called: str, raw: dict[str, Any], kind: Kind) -> Scope:
    """Names that hold inside one field only."""
    if field == "where" and node is ProposalsWhich:
        return {called: "proposals"}
    if field == "where" and node in (CardsIn, PlayersWho):
        return {called: "cards" if node is CardsIn else "players"}
    if (field == "by" and node in (Extreme, First, SumOf)) or (field == "where" and node is Those):
        return {called: kind}
    if field == "where" and node in (Take, Wait):
        return {"it": "cards"}
    if field == "do" and node is Each:
        return {raw["each"]: kind}
    return {}
