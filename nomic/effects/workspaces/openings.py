"""Openings for each kind of slot: which blocks can be connected, or what can be typed or picked."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from nomic.effects.blocks.field_gaps import RELATIONS
from nomic.effects.blocks.topics import DESCRIPTION
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.slot_kinds import collection_chances, effects, law_places, plain, times, values
from nomic.effects.language.slot_kinds.base import Slot
from nomic.effects.workspaces.shape_parts import STEP, At, Opening

Parts = tuple[str | Opening, ...]
NAME, LIST = "name", "list"
CODE = "code"  # of a commitment, a match or an act, which is no name of the law
ROW, OPTION, CHANCE = "row", "option", "chance of a collection"
MANY, CHOOSER, RANGE, TRAITS, TURN, SPAN, EVENT = (
    "how many", "chooser", "range", "traits", "change of turns", "time", "event",
)  # fmt: skip


def name_type(kind: str) -> str:
    """Return the block type of a name of the law of this kind, such as an item's name."""
    return f"{NAME} of {kind}" if kind else NAME


def check_of(accepts: tuple[Kind, ...], names: str) -> tuple[str, ...]:
    """Return the types of blocks that fit an opening for values.

    An opening for numbers also takes references to stored names, but never names of the law.
    """
    is_number = accepts == values.NUMBER.accepts
    if is_number or "names" not in accepts:
        return accepts
    return (*accepts, name_type(names), LIST, *([] if names else [CODE]))


# Fields of the opening for each kind of slot whose opening does not depend on what the slot accepts.
SAME_FOR_ALL: Mapping[type[Slot], Mapping[str, Any]] = {
    effects.EffectSlot: {"sort": "stack", "check": (STEP,)},
    effects.RowsSlot: {"sort": "stack", "check": (ROW,)},
    effects.OffersSlot: {"sort": "stack", "check": (OPTION,)},
    collection_chances.ChancesSlot: {"sort": "stack", "check": (CHANCE,)},
    effects.DescriptionSlot: {"sort": "value", "check": (DESCRIPTION,)},
    values.ConditionSlot: {"sort": "value", "check": ("truth",)},
    values.EnumerationSlot: {
        "sort": "value", "check": (LIST, RANGE, name_type("collections")), "names": "collections",
    },
    values.HowManySlot: {"sort": "value", "check": (*values.NUMBER.accepts, MANY)},
    values.ChooserSlot: {"sort": "value", "check": ("players", CHOOSER)},
    values.TraitsSlot: {"sort": "value", "check": (TRAITS,)},
    values.TurnSlot: {"sort": "value", "check": (TURN,)},
    times.StretchSlot: {"sort": "value", "check": (SPAN,)},
    times.EndSlot: {"sort": "value", "check": (SPAN, EVENT)},
    times.EventSlot: {"sort": "choice", "names": "events"},
    plain.FlagSlot: {"sort": "flag", "choices": (("yes", "true"), ("no", "false"))},
    plain.IntegerSlot: {"sort": "number"},
    plain.BindingSlot: {"sort": "text"},
    plain.TextSlot: {"sort": "text"},
    plain.DiceSlot: {"sort": "text"},
    law_places.LawPlaceSlot: {"sort": "text"},
}  # fmt: skip


@singledispatch
def openings_of(slot: Slot, at: At, is_optional: bool, names: str) -> Parts:
    """Return the openings for a slot. A slot without a presentation of its own is edited as data."""
    fields = SAME_FOR_ALL.get(type(slot), {"sort": "data"})
    return (Opening(at=at, slot=slot, is_optional=is_optional, **fields),)


@openings_of.register
def openings_of_expression(slot: values.ExpressionSlot, at: At, is_optional: bool, names: str) -> Parts:
    check = check_of(slot.accepts, names)
    return (Opening(at=at, sort="value", slot=slot, check=check, names=names, is_optional=is_optional),)


@openings_of.register
def openings_of_conditions(slot: values.ConditionsSlot, at: At, is_optional: bool, names: str) -> Parts:
    one = values.ConditionSlot()
    return (Opening(at=at, sort="several", slot=one, check=("truth",), is_optional=is_optional),)


@openings_of.register
def openings_of_list(slot: values.ListSlot, at: At, is_optional: bool, names: str) -> Parts:
    one = values.ExpressionSlot(slot.description, slot.accepts)
    check = check_of(slot.accepts, names)
    return (Opening(at=at, sort="several", slot=one, check=check, names=names, is_optional=is_optional),)


@openings_of.register
def openings_of_words(slot: plain.WordsSlot, at: At, is_optional: bool, names: str) -> Parts:
    check = (name_type(names),)
    return (Opening(at=at, sort="several", slot=values.NAMES, check=check, names=names, is_optional=is_optional),)


@openings_of.register
def openings_of_pair(slot: values.PairSlot, at: At, is_optional: bool, names: str) -> Parts:
    one = values.ExpressionSlot(slot.description, slot.accepts)
    ends = [openings_of(one, (*at, end), is_optional, names) for end in (0, 1)]
    return (*ends[0], "and", *ends[1])


@openings_of.register
def openings_of_comparison(slot: values.ComparisonSlot, at: At, is_optional: bool, names: str) -> Parts:
    one, other = (openings_of(values.ANYTHING, (*at, end), is_optional, "") for end in (0, 2))
    choices = tuple((says, word) for word, says in RELATIONS.items())
    how = Opening(at=(*at, 1), sort="choice", slot=slot, choices=choices, is_optional=is_optional)
    return (*one, how, *other)


@openings_of.register
def openings_of_choice(slot: plain.ChoiceSlot, at: At, is_optional: bool, names: str) -> Parts:
    choices = tuple((word.replace("_", " "), word) for word in slot.words)
    return (Opening(at=at, sort="choice", slot=slot, choices=choices, is_optional=is_optional),)


@openings_of.register
def openings_of_word(slot: plain.WordSlot, at: At, is_optional: bool, names: str) -> Parts:
    return (Opening(at=at, sort="choice" if names else "text", slot=slot, names=names, is_optional=is_optional),)
