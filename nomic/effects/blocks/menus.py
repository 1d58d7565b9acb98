"""Menus of gaps: names, inputs and blocks, derived from the language's description of its fields."""

from collections.abc import Iterator
from functools import cache, singledispatch

from nomic.effects.blocks.gaps import MenuEntry, json_text
from nomic.effects.blocks.initial_content import PieceContext, blank_node
from nomic.effects.blocks.phrases import phrase_of
from nomic.effects.blocks.reference_menu import references_of_kinds
from nomic.effects.blocks.topics import GROUPS, topic_of
from nomic.effects.language.event_names import events_by_topic
from nomic.effects.language.nodes.base import (
    NODES,
    Condition,
    Description,
    Expression,
    Kind,
    Node,
    Operation,
    default_of,
    fields_of,
    is_required,
)
from nomic.effects.language.parser import slots_of
from nomic.effects.language.slot_kinds import collection_chances, effects, times, values
from nomic.effects.language.slot_kinds.base import Slot

NAMES, WRITTEN, PARTS = "Somebody or something here", "Written", "A part of it"


@singledispatch
def offers(slot: Slot, spot: PieceContext) -> Iterator[MenuEntry]:
    """Yield the menu of a gap: all contents that fit, or that can be added if the gap is a list."""
    yield from ()


def operations(spot: PieceContext) -> Iterator[MenuEntry]:
    """Yield the operations that fit the context."""
    yield from _nodes(Operation, spot)


@offers.register
def offers_of_effect(slot: effects.EffectSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield from operations(spot)


@offers.register
def offers_of_description(slot: effects.DescriptionSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield from _nodes(Description, spot)


@offers.register
def offers_of_rows(slot: effects.RowsSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield MenuEntry(json_text([1, 1, []]), "another row")


@offers.register
def offers_of_offers(slot: effects.OffersSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield MenuEntry(json_text({"say": "", "do": []}), "another thing to do")


@offers.register
def offers_of_expression(slot: values.ExpressionSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield from _values(slot.accepts, spot)


@offers.register
def offers_of_list(slot: values.ListSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield from _values(slot.accepts, spot)


@offers.register
def offers_of_condition(slot: values.ConditionSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield from _conditions(spot)


@offers.register
def offers_of_conditions(slot: values.ConditionsSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield from _conditions(spot)


@offers.register
def offers_of_how_many(slot: values.HowManySlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield MenuEntry(json_text("all"), "all of them", WRITTEN)
    yield MenuEntry(json_text([0, 1]), "from one number to another", WRITTEN)
    yield from _values(values.NUMBER.accepts, spot)


@offers.register
def offers_of_chooser(slot: values.ChooserSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield MenuEntry(json_text("chance"), "chance", WRITTEN)
    yield from _values(values.PLAYERS.accepts, spot)


@offers.register
def offers_of_enumeration(slot: values.EnumerationSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield MenuEntry(json_text([]), "a list of names", WRITTEN)
    yield MenuEntry(json_text([1, 2]), "a list of numbers", WRITTEN)
    yield MenuEntry(json_text({"from": 1, "to": 6}), "all numbers from one to another", WRITTEN)
    yield MenuEntry(json_text(""), "a collection, by its name", WRITTEN)


@offers.register
def offers_of_turn(slot: values.TurnSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield MenuEntry(json_text("reverse"), "the turn order is reversed")
    yield MenuEntry(json_text({"skip": "$next"}), "somebody is skipped")
    yield MenuEntry(json_text({"again": "$me"}), "somebody has another turn")


@offers.register
def offers_of_traits(slot: values.TraitsSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield from (MenuEntry(json_text({trait: []}), trait) for trait in values.TRAITS)


@offers.register
def offers_of_chances(slot: collection_chances.ChancesSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield MenuEntry(json_text(["", 10]), "another collection")


@offers.register
def offers_of_stretch(slot: times.StretchSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield from (MenuEntry(json_text({unit: 1}), f"this many {unit}") for unit in times.UNITS)


@offers.register
def offers_of_end(slot: times.EndSlot, spot: PieceContext) -> Iterator[MenuEntry]:
    yield from offers(times.StretchSlot(), spot)
    yield from (
        MenuEntry(json_text(word), said, f"Until the next time that … ({topic})")
        for topic, events in events_by_topic(spot.known.events)
        for word, said in events
    )


def _values(accepts: tuple[Kind, ...], spot: PieceContext) -> Iterator[MenuEntry]:
    named = [
        MenuEntry(json_text(raw), said, PARTS if "." in raw else NAMES)
        for raw, said in references_of_kinds(accepts, spot.scope, spot.called)
    ]
    yield from (offer for offer in named if offer.group == NAMES)
    if "number" in accepts:
        yield MenuEntry(json_text(1), "a number", WRITTEN)
    if "names" in accepts:
        yield MenuEntry(json_text(""), "a name", WRITTEN)
        yield MenuEntry(json_text([]), "several names", WRITTEN)
    yield from _nodes(Expression, spot, accepts)
    yield from (offer for offer in named if offer.group == PARTS)


def _conditions(spot: PieceContext) -> Iterator[MenuEntry]:
    for raw, said in references_of_kinds(("truth",), spot.scope, spot.called):
        yield MenuEntry(json_text(raw), said, NAMES)
    if "event" in spot.scope:
        yield MenuEntry(json_text("$event.where"), "what the draw demands", NAMES)
    yield from _nodes(Condition, spot)


def _nodes(category: type[Node], spot: PieceContext, accepts: tuple[Kind, ...] = ()) -> Iterator[MenuEntry]:
    """Yield a menu entry for each allowed node of a category whose value has one of these kinds.

    They are grouped by topic, as in the toolbox, and sorted by title.
    """
    found = [
        MenuEntry(json_text(blank_node(node, spot)), phrase_of(node).title, topic_of(node))
        for node in NODES.values()
        if issubclass(node, category) and is_offered(node, spot) and _can_be(node, accepts)
    ]
    places = {name: place for place, name in enumerate(GROUPS)}
    yield from sorted(found, key=lambda offer: (places[offer.group], offer.label))


def is_offered(node: type[Node], spot: PieceContext) -> bool:
    """Return whether a node is offered in a context. Nodes about cards need a law with cards."""
    return (
        spot.moment in node.stands_at
        and (not spot.only or node in spot.only)
        and ("cards" in spot.known.there_are or not _is_about_cards(node))
    )


def _can_be(node: type[Node], accepts: tuple[Kind, ...]) -> bool:
    """Return whether a node's value can have one of these kinds.

    Returns True if the kind depends on parts that are not filled in yet.
    """
    if not accepts:
        return True
    if issubclass(node, Condition):
        return "truth" in accepts
    return is_required(node, "kind") or default_of(node, "kind") in accepts


@cache
def _is_about_cards(node: type[Node]) -> bool:
    """Return whether a node evaluates to cards, or a required field accepts only cards or card descriptions."""
    held = slots_of(node)
    needed = (held[field] for field in fields_of(node) if is_required(node, field))
    return default_of(node, "kind") == "cards" or any(
        isinstance(slot, effects.DescriptionSlot) or getattr(slot, "accepts", ()) == ("cards",) for slot in needed
    )
