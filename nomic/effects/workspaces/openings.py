"""Openings for each kind of slot: whether blocks are connected there, and which, or what is typed or picked."""

from collections.abc import Iterable
from functools import singledispatch

from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.slot_kinds import chances, effects, law_places, plain, times, values
from nomic.effects.language.slot_kinds.base import Slot
from nomic.effects.workspaces.parts import DESCRIPTION, STEP, At, Opening

Parts = tuple[str | Opening, ...]
RELATIONS = {"equals": "is", "at_least": "is at least", "more_than": "is more than"}
NAME, LIST = "name", "list"
CODE = "code"  # of a commitment, a match or an act, which is no name of the law
ROW, OPTION, CHANCE = "row", "option", "chance of a collection"
MANY, CHOOSER, RANGE, TRAITS, TURN, SPAN, EVENT = (
    "how many", "chooser", "range", "traits", "change of turns", "time", "event",
)  # fmt: skip
FLAGS = (("yes", "true"), ("no", "false"))


def name_type(kind: str) -> str:
    """Return the type of a name of the law, such as that of an item."""
    return f"{NAME} of {kind}" if kind else NAME


def check_of(accepts: tuple[Kind, ...], names: str) -> tuple[str, ...]:
    """Return the types of blocks that fit an opening for values.

    A number may be computed from a kept name, but it is never a name of the law.
    """
    is_number = accepts == values.NUMBER.accepts
    if is_number or "names" not in accepts:
        return accepts
    return (*accepts, name_type(names), LIST, *([] if names else [CODE]))


@singledispatch
def openings_of(slot: Slot, at: At, is_optional: bool, names: str) -> Parts:
    """Return the openings for a slot. A kind of slot that has no presentation yet is edited as data."""
    return (Opening(at=at, sort="data", slot=slot, is_optional=is_optional),)


def _value(slot: Slot, at: At, is_optional: bool, check: Iterable[str], names: str = "") -> Parts:
    return (Opening(at=at, sort="value", slot=slot, check=tuple(check), names=names, is_optional=is_optional),)


def _stack(slot: Slot, at: At, is_optional: bool, step: str) -> Parts:
    return (Opening(at=at, sort="stack", slot=slot, check=(step,), is_optional=is_optional),)


@openings_of.register
def _(slot: effects.EffectSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _stack(slot, at, is_optional, STEP)


@openings_of.register
def _(slot: effects.RowsSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _stack(slot, at, is_optional, ROW)


@openings_of.register
def _(slot: effects.OffersSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _stack(slot, at, is_optional, OPTION)


@openings_of.register
def _(slot: chances.ChancesSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _stack(slot, at, is_optional, CHANCE)


@openings_of.register
def _(slot: effects.DescriptionSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _value(slot, at, is_optional, (DESCRIPTION,))


@openings_of.register
def _(slot: values.ExpressionSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _value(slot, at, is_optional, check_of(slot.accepts, names), names)


@openings_of.register
def _(slot: values.ConditionSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _value(slot, at, is_optional, ("truth",))


@openings_of.register
def _(slot: values.ConditionsSlot, at: At, is_optional: bool, names: str) -> Parts:
    one = values.ConditionSlot()
    return (Opening(at=at, sort="several", slot=one, check=("truth",), is_optional=is_optional),)


@openings_of.register
def _(slot: values.ListSlot, at: At, is_optional: bool, names: str) -> Parts:
    one = values.ExpressionSlot(slot.says, slot.accepts)
    check = check_of(slot.accepts, names)
    return (Opening(at=at, sort="several", slot=one, check=check, names=names, is_optional=is_optional),)


@openings_of.register
def _(slot: plain.WordsSlot, at: At, is_optional: bool, names: str) -> Parts:
    check = (name_type(names),)
    return (Opening(at=at, sort="several", slot=values.NAMES, check=check, names=names, is_optional=is_optional),)


@openings_of.register
def _(slot: values.PairSlot, at: At, is_optional: bool, names: str) -> Parts:
    one = values.ExpressionSlot(slot.says, slot.accepts)
    ends = [openings_of(one, (*at, end), is_optional, names) for end in (0, 1)]
    return (*ends[0], "and", *ends[1])


@openings_of.register
def _(slot: values.ComparisonSlot, at: At, is_optional: bool, names: str) -> Parts:
    one, other = (openings_of(values.ANYTHING, (*at, end), is_optional, "") for end in (0, 2))
    choices = tuple((says, word) for word, says in RELATIONS.items())
    how = Opening(at=(*at, 1), sort="choice", slot=slot, choices=choices, is_optional=is_optional)
    return (*one, how, *other)


@openings_of.register
def _(slot: values.EnumerationSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _value(slot, at, is_optional, (LIST, RANGE, name_type("collections")), "collections")


@openings_of.register
def _(slot: values.HowManySlot, at: At, is_optional: bool, names: str) -> Parts:
    return _value(slot, at, is_optional, (*values.NUMBER.accepts, MANY))


@openings_of.register
def _(slot: values.ChooserSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _value(slot, at, is_optional, ("players", CHOOSER))


@openings_of.register
def _(slot: values.TraitsSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _value(slot, at, is_optional, (TRAITS,))


@openings_of.register
def _(slot: values.TurnSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _value(slot, at, is_optional, (TURN,))


@openings_of.register
def _(slot: times.StretchSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _value(slot, at, is_optional, (SPAN,))


@openings_of.register
def _(slot: times.EndSlot, at: At, is_optional: bool, names: str) -> Parts:
    return _value(slot, at, is_optional, (SPAN, EVENT))


@openings_of.register
def _(slot: times.EventSlot, at: At, is_optional: bool, names: str) -> Parts:
    return (Opening(at=at, sort="choice", slot=slot, names="events", is_optional=is_optional),)


@openings_of.register
def _(slot: plain.ChoiceSlot, at: At, is_optional: bool, names: str) -> Parts:
    choices = tuple((word.replace("_", " "), word) for word in slot.words)
    return (Opening(at=at, sort="choice", slot=slot, choices=choices, is_optional=is_optional),)


@openings_of.register
def _(slot: plain.FlagSlot, at: At, is_optional: bool, names: str) -> Parts:
    return (Opening(at=at, sort="flag", slot=slot, choices=FLAGS, is_optional=is_optional),)


@openings_of.register(plain.IntegerSlot)
@openings_of.register(plain.HoursSlot)
def _(slot: Slot, at: At, is_optional: bool, names: str) -> Parts:
    return (Opening(at=at, sort="number", slot=slot, is_optional=is_optional),)


@openings_of.register
def _(slot: plain.WordSlot, at: At, is_optional: bool, names: str) -> Parts:
    return (Opening(at=at, sort="choice" if names else "text", slot=slot, names=names, is_optional=is_optional),)


@openings_of.register(plain.BindingSlot)
@openings_of.register(plain.TextSlot)
@openings_of.register(plain.DiceSlot)
@openings_of.register(law_places.LawPlaceSlot)
def _(slot: Slot, at: At, is_optional: bool, names: str) -> Parts:
    return (Opening(at=at, sort="text", slot=slot, is_optional=is_optional),)
