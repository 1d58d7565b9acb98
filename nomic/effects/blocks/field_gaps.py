"""Presentation of each kind of field: operations, choices, times, texts.

Kinds without a presentation of their own are shown as data.
"""

from collections.abc import Mapping
from typing import Any

from nomic.effects.blocks.gap_builder import Building, gap_for_field
from nomic.effects.blocks.gaps import Block, Gap, MenuEntry, json_text
from nomic.effects.blocks.initial_content import PieceContext
from nomic.effects.blocks.value_gaps import (
    is_line,
    list_of,
    node_gap,
    number_gap,
    reference_gap,
    value_gap,
    written_gap,
)
from nomic.effects.language.event_names import event_in_words, events_by_topic, with_word
from nomic.effects.language.parser import scope_after
from nomic.effects.language.slot_kinds import collection_chances, effects, law_places, plain, times, values
from nomic.effects.language.slot_kinds.base import Slot
from nomic.law.schema.json_reader import Json

RELATIONS = {"equals": "is", "at_least": "is at least", "more_than": "is more than"}


def row(title: str, *parts: str | Gap, more: tuple[MenuEntry, ...] = ()) -> Block:
    """Return a block for one row of a field. `parts` are texts and gaps, `more` the optional words still to add."""
    return Block(title, parts, more)


@gap_for_field.register
def show_effect(slot: effects.EffectSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    if raw is None:
        raw = []
    if not isinstance(raw, list):
        return None
    within = []
    for number, step in enumerate(raw):
        at = f"{place}/{number}"
        block = building.node(step, at, spot) if isinstance(step, Mapping) else None
        description = "an operation"
        within.append(
            building.leaf("data", json_text(step), at, description)
            if block is None
            else building.of_block(block, at, description)
        )
        spot = spot.knowing(scope_after(step, spot.scope))
    return building.of_list(within, place, "a step")


@gap_for_field.register
def show_description(
    slot: effects.DescriptionSlot, building: Building, raw: Json, place: str, spot: PieceContext
) -> Gap | None:
    return node_gap(building, raw, place, spot, slot.description)


@gap_for_field.register
def show_rows(slot: effects.RowsSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    if not isinstance(raw, list) or not all(isinstance(held, list) and len(held) == 3 for held in raw):
        return None
    within = []
    for number, held in enumerate(raw):
        at = f"{place}/{number}"
        low, high = (building.gap(plain.IntegerSlot(), held[end], f"{at}/{end}", spot) for end in (0, 1))
        do = building.gap(effects.EffectSlot(), held[2], f"{at}/2", spot)
        within.append(building.of_block(row("a row", "from ", low, " to ", high, ": ", do), at, "a row"))
    return building.of_list(within, place, "a row")


@gap_for_field.register
def show_offers(slot: effects.OffersSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    if not isinstance(raw, list) or not all(
        isinstance(option, Mapping) and {"say", "do"} <= option.keys() <= {"say", "needs", "do"} for option in raw
    ):
        return None
    within = []
    for number, option in enumerate(raw):
        at = f"{place}/{number}"
        say = building.gap(plain.TextSlot(), option["say"], f"{at}/say", spot, called="what it says")
        do = building.gap(effects.EffectSlot(), option["do"], f"{at}/do", spot)
        parts: list[str | Gap] = ["“", say, "”"]
        more: tuple[MenuEntry, ...] = ()
        if "needs" in option:
            needs = building.gap(values.ConditionSlot(), option["needs"], f"{at}/needs", spot, can_go=True)
            parts += [" only where ", needs]
        else:
            more = (MenuEntry(json_text({"needs": {}}), "needs"),)
        parts += [": ", do]
        within.append(building.of_block(row("a thing to do", *parts, more=more), at, "a thing to do"))
    return building.of_list(within, place, "a thing to do")


@gap_for_field.register
def show_expression(
    slot: values.ExpressionSlot, building: Building, raw: Json, place: str, spot: PieceContext
) -> Gap | None:
    return value_gap(building, raw, place, spot, slot.accepts, slot.description)


@gap_for_field.register
def show_condition(
    slot: values.ConditionSlot, building: Building, raw: Json, place: str, spot: PieceContext
) -> Gap | None:
    if isinstance(raw, str) and raw.startswith("$"):
        return reference_gap(building, raw, place, spot, ("truth",), slot.description)
    return node_gap(building, raw, place, spot, slot.description)


@gap_for_field.register
def show_conditions(
    slot: values.ConditionsSlot, building: Building, raw: Json, place: str, spot: PieceContext
) -> Gap | None:
    return list_of(building, values.ConditionSlot(), raw, place, spot, "a condition")


@gap_for_field.register
def show_list(slot: values.ListSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    return list_of(building, values.ExpressionSlot(slot.description, slot.accepts), raw, place, spot, "one more")


@gap_for_field.register
def show_pair(slot: values.PairSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    if not isinstance(raw, list) or len(raw) != 2:
        return None
    inner = values.ExpressionSlot(slot.description, slot.accepts)
    one, other = (building.gap(inner, part, f"{place}/{end}", spot) for end, part in enumerate(raw))
    return building.of_block(row("", one, " and ", other), place, slot.description)


@gap_for_field.register
def show_comparison(
    slot: values.ComparisonSlot, building: Building, raw: Json, place: str, spot: PieceContext
) -> Gap | None:
    if not isinstance(raw, list) or len(raw) != 3 or raw[1] not in RELATIONS:
        return None
    one, other = (building.gap(values.ANYTHING, raw[end], f"{place}/{end}", spot) for end in (0, 2))
    relations = tuple(MenuEntry(json_text(word), said) for word, said in RELATIONS.items())
    how = building.leaf("choice", json_text(raw[1]), f"{place}/1", "how they compare", choices=relations)
    return building.of_block(row("", one, " ", how, " ", other), place, slot.description)


@gap_for_field.register
def show_enumeration(
    slot: values.EnumerationSlot, building: Building, raw: Json, place: str, spot: PieceContext
) -> Gap | None:
    if isinstance(raw, str):
        return building.leaf("word", raw, place, "the name of a collection", names="collections", can_change=True)
    if isinstance(raw, Mapping) and raw.keys() == {"from", "to"}:
        ends = [building.gap(values.NUMBER, raw[end], f"{place}/{end}", spot) for end in ("from", "to")]
        block = row("", "all numbers from ", ends[0], " to ", ends[1])
        return building.of_block(block, place, slot.description, can_change=True)
    as_written = written_gap(building, raw, place, slot.description)
    return as_written or list_of(building, values.NAMES_OR_NUMBERS, raw, place, spot, "one more")


@gap_for_field.register
def show_how_many(
    slot: values.HowManySlot, building: Building, raw: Json, place: str, spot: PieceContext
) -> Gap | None:
    if raw == "all":
        all_ = (MenuEntry(json_text("all"), "all"),)
        return building.leaf("choice", json_text(raw), place, slot.description, choices=all_, can_change=True)
    if isinstance(raw, list) and len(raw) == 2:
        ends = [building.gap(values.NUMBER, raw[end], f"{place}/{end}", spot) for end in (0, 1)]
        return building.of_block(row("", "from ", ends[0], " to ", ends[1]), place, slot.description, can_change=True)
    return value_gap(building, raw, place, spot, values.NUMBER.accepts, slot.description)


@gap_for_field.register
def show_chooser(slot: values.ChooserSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    if raw == "chance":
        by_chance = (MenuEntry(json_text("chance"), "chance"),)
        return building.leaf("choice", json_text(raw), place, slot.description, choices=by_chance, can_change=True)
    return value_gap(building, raw, place, spot, values.PLAYERS.accepts, slot.description)


@gap_for_field.register
def show_traits(slot: values.TraitsSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    if not isinstance(raw, Mapping) or not raw.keys() <= set(values.TRAITS):
        return None
    parts: list[str | Gap] = []
    for trait, held in raw.items():
        inner = values.NAMES_OR_NUMBERS if trait == "values" else values.NAMES
        names = trait if trait != "values" else ""
        gap = building.gap(inner, held, f"{place}/{trait}", spot, called=trait, names=names, can_go=len(raw) > 1)
        parts += [f"{', ' if parts else ''}{trait} ", gap]
    more = tuple(MenuEntry(json_text({trait: []}), trait) for trait in values.TRAITS if trait not in raw)
    return building.of_block(row("", *parts, more=more), place, slot.description)


@gap_for_field.register
def show_turn(slot: values.TurnSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    if raw == "reverse":
        turned = (MenuEntry(json_text("reverse"), "the turn order is reversed"),)
        return building.leaf("choice", json_text(raw), place, slot.description, choices=turned, can_change=True)
    for change, said_so in (("skip", " are skipped"), ("again", " have another turn")):
        if isinstance(raw, Mapping) and raw.keys() == {change}:
            who = building.gap(values.PLAYERS, raw[change], f"{place}/{change}", spot)
            return building.of_block(row("", who, said_so), place, slot.description, can_change=True)
    return None


@gap_for_field.register
def show_stretch(slot: times.StretchSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    unit = next((unit for unit in times.UNITS if isinstance(raw, Mapping) and raw.keys() == {unit}), None)
    if unit is None or not isinstance(raw, Mapping):
        return None
    count = building.gap(values.NUMBER, raw[unit], f"{place}/{unit}", spot)
    return building.of_block(row("", count, f" {unit}"), place, slot.description, can_change=True)


@gap_for_field.register
def show_end(slot: times.EndSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    if isinstance(raw, str):
        return _event(building, raw, place, slot.description, spot, can_change=True)
    return gap_for_field(times.StretchSlot(), building, raw, place, spot)


@gap_for_field.register
def show_event(slot: times.EventSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    return _event(building, raw, place, slot.description, spot) if isinstance(raw, str) else None


def _event(building: Building, raw: str, place: str, description: str, spot: PieceContext, **more: Any) -> Gap:
    listed = [
        MenuEntry(json_text(word), said, topic)
        for topic, events in with_word(events_by_topic(spot.known.events), raw)
        for word, said in events
    ]
    is_listed = any(offer.put == json_text(raw) for offer in listed)
    choices = (*([] if is_listed else [MenuEntry(json_text(raw), event_in_words(raw))]), *listed)
    return building.leaf("choice", json_text(raw), place, description, choices=choices, **more)


@gap_for_field.register
def show_choice(slot: plain.ChoiceSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    others = () if raw in slot.words else (raw,)
    choices = tuple(MenuEntry(json_text(word), str(word).replace("_", " ")) for word in (*slot.words, *others))
    return (
        building.leaf("choice", json_text(raw), place, slot.description, choices=choices)
        if isinstance(raw, str)
        else None
    )


@gap_for_field.register
def show_flag(slot: plain.FlagSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    choices = (MenuEntry(json_text(True), "yes"), MenuEntry(json_text(False), "no"))
    return (
        building.leaf("choice", json_text(raw), place, "yes or no", choices=choices) if isinstance(raw, bool) else None
    )


@gap_for_field.register
def show_integer(slot: plain.IntegerSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    return number_gap(building, raw, place, slot.description)


@gap_for_field.register
def show_law_content(
    slot: law_places.LawContentSlot, building: Building, raw: Json, place: str, spot: PieceContext
) -> Gap | None:
    return building.leaf("text", raw, place, slot.description) if isinstance(raw, str) and is_line(raw) else None


@gap_for_field.register(law_places.LawPlaceSlot)
@gap_for_field.register(plain.TextSlot)
@gap_for_field.register(plain.DiceSlot)
def show_text(slot: Slot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    return building.leaf("text", raw, place, slot.description) if isinstance(raw, str) and is_line(raw) else None


@gap_for_field.register(plain.WordSlot)
@gap_for_field.register(plain.BindingSlot)
def show_word(slot: Slot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    return building.leaf("word", raw, place, slot.description) if isinstance(raw, str) and is_line(raw) else None


@gap_for_field.register
def show_words(slot: plain.WordsSlot, building: Building, raw: Json, place: str, spot: PieceContext) -> Gap | None:
    return written_gap(building, raw, place, slot.description)


@gap_for_field.register
def show_chances(
    slot: collection_chances.ChancesSlot, building: Building, raw: Json, place: str, spot: PieceContext
) -> Gap | None:
    if not isinstance(raw, list) or not all(isinstance(held, list) and len(held) == 2 for held in raw):
        return None
    within = []
    for number, held in enumerate(raw):
        at = f"{place}/{number}"
        name = building.gap(plain.WordSlot(), held[0], f"{at}/0", spot, names="collections")
        chance = building.gap(values.NUMBER, held[1], f"{at}/1", spot)
        block = row("a collection", name, " with a chance of ", chance, " per cent")
        within.append(building.of_block(block, at, "a collection"))
    return building.of_list(within, place, "a collection")
