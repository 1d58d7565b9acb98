"""Initial content of a newly picked block: likely values, or empty gaps."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from msgspec import Struct

from nomic.effects.blocks.name_kinds import USUAL
from nomic.effects.blocks.reference_menu import SAID, references_of_kinds
from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.nodes.base import Kind, Node, Scope, fields_of, head_of, is_required, word_of
from nomic.effects.language.parser import slots_of
from nomic.effects.language.slot_kinds import collection_chances, effects, plain, times, values
from nomic.effects.language.slot_kinds.base import Slot
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.context import NameMeaning
from nomic.law.schema.json_reader import Json

NOTHING: Json = {}  # content of a gap that needs a block or a name
USUAL_NAMES = {"each": "each_one", "everybody": "each_one", "chooses": "choice", "choose": "chosen", "let": "kept"}


class PieceContext(Struct, frozen=True):
    """The context of a piece: the names in scope, the names of the law, the moment, and the allowed nodes.

    All nodes are allowed if `only` is empty. `called` holds the nouns that the law's sentences use for the names in
    scope.
    """

    scope: Scope
    known: Vocabulary
    moment: Moment
    only: tuple[type[Node], ...] = ()
    called: Mapping[str, NameMeaning] = {}

    def knowing(self, scope: Scope) -> "PieceContext":
        """Return a copy of the context with other names in scope."""
        return PieceContext(scope, self.known, self.moment, self.only, self.called)


ASKS = ("choose", "everybody")  # heads of nodes in which somebody chooses `from` something
STATED = ("ties",)  # optional words that a new block states, so that nobody forgets to decide


def blank_node(node: type[Node], spot: PieceContext) -> dict[str, Any]:
    """Return the data of a new node with its required fields only, the head first."""
    found: dict[str, Any] = {}
    scope = spot.scope
    held = slots_of(node)
    for field in fields_of(node):
        if not is_required(node, field) and word_of(field) not in STATED:
            continue
        slot = held[field]
        if isinstance(slot, plain.BindingSlot):
            found[word_of(field)] = _new_name(USUAL_NAMES.get(word_of(field), "that"), scope, found)
        elif (head_of(node), word_of(field)) in USUAL:
            found[word_of(field)] = _name_of_law(blank(slot, spot), spot)
        elif word_of(field) == "from" and head_of(node) in ASKS:
            found[word_of(field)] = _to_choose_from(slot, spot)
        else:
            found[word_of(field)] = blank(slot, spot)
    if not found:
        found[head_of(node)] = blank(held[fields_of(node)[0]], spot)
    return found


def _name_of_law(raw: Json, spot: PieceContext) -> Json:
    """Return "" if `raw` refers to a commitment, a match or another code that is not in the law, else `raw`."""
    meant = spot.called.get(raw[1:]) if isinstance(raw, str) and raw.startswith("$") else None
    return "" if meant is not None and not meant.by_author else raw


def _to_choose_from(slot: Slot, spot: PieceContext) -> Json:
    """Return the initial options of a choice. Outside of matches these are all active players, not just the chooser."""
    raw = blank(slot, spot)
    return {"players": "active"} if spot.moment == "hall" and isinstance(raw, str) and raw.startswith("$") else raw


def _new_name(usual: str, scope: Scope, found: dict[str, Any]) -> str:
    taken = {*scope, *(name for name in found.values() if isinstance(name, str))}
    return next(name for name in (usual, *(f"{usual}{number}" for number in range(2, 200))) if name not in taken)


@singledispatch
def blank(slot: Slot, spot: PieceContext) -> Json:
    """Return the initial data for a field."""
    return ""


@blank.register
def blank_effect(slot: effects.EffectSlot, spot: PieceContext) -> Json:
    return []


@blank.register
def blank_description(slot: effects.DescriptionSlot, spot: PieceContext) -> Json:
    return {"card": "random" if "random cards" in spot.known.there_are and spot.moment == "hall" else ""}


@blank.register
def blank_rows(slot: effects.RowsSlot, spot: PieceContext) -> Json:
    return [[1, 3, []], [4, 6, []]]


@blank.register
def blank_offers(slot: effects.OffersSlot, spot: PieceContext) -> Json:
    return [{"say": "", "do": []}]


@blank.register
def blank_expression(slot: values.ExpressionSlot, spot: PieceContext) -> Json:
    return _blank_value(slot.accepts, spot)


@blank.register
def blank_condition(slot: values.ConditionSlot, spot: PieceContext) -> Json:
    return NOTHING


@blank.register
def blank_conditions(slot: values.ConditionsSlot, spot: PieceContext) -> Json:
    return [NOTHING, NOTHING]


@blank.register
def blank_list(slot: values.ListSlot, spot: PieceContext) -> Json:
    one = _blank_value(slot.accepts, spot)
    return [one, one]


@blank.register
def blank_pair(slot: values.PairSlot, spot: PieceContext) -> Json:
    found = [raw for raw, _ in references_of_kinds(slot.accepts, spot.scope)]
    one = _blank_value(slot.accepts, spot)
    return found[:2] if len(found) > 1 and "cards" in slot.accepts else [one, one]


@blank.register
def blank_comparison(slot: values.ComparisonSlot, spot: PieceContext) -> Json:
    return [NOTHING, "at_least", 1]


@blank.register
def blank_enumeration(slot: values.EnumerationSlot, spot: PieceContext) -> Json:
    return []


@blank.register
def blank_how_many(slot: values.HowManySlot, spot: PieceContext) -> Json:
    return 1


@blank.register
def blank_chooser(slot: values.ChooserSlot, spot: PieceContext) -> Json:
    return "$me" if "me" in spot.scope else "chance"


@blank.register
def blank_traits(slot: values.TraitsSlot, spot: PieceContext) -> Json:
    return {"suits": []}


@blank.register
def blank_turn(slot: values.TurnSlot, spot: PieceContext) -> Json:
    return "reverse"


@blank.register
def blank_stretch(slot: times.StretchSlot, spot: PieceContext) -> Json:
    return {"hours": 24}


@blank.register
def blank_end(slot: times.EndSlot, spot: PieceContext) -> Json:
    return {"phases": 1}


@blank.register
def blank_event(slot: times.EventSlot, spot: PieceContext) -> Json:
    return "phase-ends"


@blank.register
def blank_choice(slot: plain.ChoiceSlot, spot: PieceContext) -> Json:
    return slot.words[0]


@blank.register
def blank_dice(slot: plain.DiceSlot, spot: PieceContext) -> Json:
    return "1d6"


@blank.register
def blank_flag(slot: plain.FlagSlot, spot: PieceContext) -> Json:
    return True


@blank.register
def blank_integer(slot: plain.IntegerSlot, spot: PieceContext) -> Json:
    return 1


@blank.register
def blank_words(slot: plain.WordsSlot, spot: PieceContext) -> Json:
    return []


@blank.register
def blank_chances(slot: collection_chances.ChancesSlot, spot: PieceContext) -> Json:
    return []


def _blank_value(accepts: tuple[Kind, ...], spot: PieceContext) -> Json:
    """Return initial data of one of these kinds: a reference in scope, else a number, else an empty name.

    The name bound last is preferred, such as the player of a loop; otherwise the actor, or what the event is about. A
    player is preferred to a name.
    """
    kinds = ("players",) if "players" in accepts and any(references_of_kinds(("players",), spot.scope)) else accepts
    found = [raw for raw, _ in references_of_kinds(kinds, spot.scope) if "." not in raw]
    given = {name for name, meant in spot.called.items() if not meant.by_author}
    own = [raw for raw in found if raw[1:] not in SAID and raw[1:] not in given]
    named = own[-1] if own else next(iter(found), None)
    if named is not None and not {"number", "truth"} & set(accepts):
        return named
    if "number" in accepts:
        return 1
    if "players" in accepts or "cards" in accepts:
        return NOTHING
    return "" if "names" in accepts else named or NOTHING
