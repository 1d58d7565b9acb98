"""Gaps for values: numbers, names, references, lists of them, and nodes."""

from collections.abc import Mapping

from msgspec.structs import replace

from nomic.effects.blocks.gap_builder import Building
from nomic.effects.blocks.gaps import Gap, MenuEntry, json_text
from nomic.effects.blocks.initial_content import PieceContext
from nomic.effects.blocks.json_editing import WHOLE
from nomic.effects.blocks.reference_menu import reference_label, references_of_kinds
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.slot_kinds.base import Slot
from nomic.effects.language.slot_kinds.values import NUMBER
from nomic.law.schema.json_reader import Json

NO_NODE: tuple[Json, ...] = (None, {}, "")  # content of a place where a node has to be picked


def value_gap(
    building: Building, raw: Json, place: str, spot: PieceContext, accepts: tuple[Kind, ...], description: str
) -> Gap | None:
    """Return a gap for a number, a name, a list, a reference or a block. Returns None if `raw` is something else."""
    if isinstance(raw, bool):
        return None
    if isinstance(raw, str) and raw.startswith("$"):
        return reference_gap(building, raw, place, spot, accepts, description)
    if isinstance(raw, int):
        gap = number_gap(building, raw, place, description)
        return None if gap is None else replace(gap, can_change=True)
    if isinstance(raw, str):
        if accepts in (NUMBER.accepts, NUMBER.accepts[:1]) and is_line(raw) and not WHOLE.fullmatch(raw):
            return building.leaf("number", raw, place, description, can_change=True)  # not a number yet
        return building.leaf("word", raw, place, description, can_change=True) if is_line(raw) else None
    if isinstance(raw, list):
        return written_gap(building, raw, place, description)
    return node_gap(building, raw, place, spot, description)


def node_gap(building: Building, raw: Json, place: str, spot: PieceContext, description: str) -> Gap | None:
    """Return a gap for a node, or an empty gap if there is no node yet. Returns None if `raw` is not a node."""
    if raw in NO_NODE:
        return Gap(
            place=place, sort="nothing", description=description, can_change=True, wrong=building.wrong_within(place)
        )
    block = building.node(raw, place, spot) if isinstance(raw, Mapping) else None
    return None if block is None else building.of_block(block, place, description, can_change=True)


def reference_gap(
    building: Building, raw: str, place: str, spot: PieceContext, accepts: tuple[Kind, ...], description: str
) -> Gap:
    choices = [
        MenuEntry(json_text(each), words) for each, words in references_of_kinds(accepts, spot.scope, spot.called)
    ]
    if json_text(raw) not in [choice.put for choice in choices]:
        choices.append(MenuEntry(json_text(raw), reference_label(raw[1:], spot.called)))
    return building.leaf("choice", json_text(raw), place, description, choices=tuple(choices), can_change=True)


def number_gap(building: Building, raw: Json, place: str, description: str) -> Gap | None:
    is_number = isinstance(raw, int) and not isinstance(raw, bool)
    if not is_number and not is_line(raw):
        return None
    return building.leaf("number", str(raw), place, description)


def written_gap(building: Building, raw: Json, place: str, description: str) -> Gap | None:
    """Return a gap in which a list is typed on one line, or None if `raw` is not a list of names or of numbers."""
    if not isinstance(raw, list):
        return None
    if all(
        is_line(part) and part and part == part.strip() and "," not in part and not part.startswith("$") for part in raw
    ):
        return building.leaf("words", ", ".join(raw), place, description, can_change=True)
    if all(isinstance(part, int) and not isinstance(part, bool) for part in raw):
        return building.leaf("numbers", ", ".join(map(str, raw)), place, description, can_change=True)
    return None


def list_of(building: Building, inner: Slot, raw: Json, place: str, spot: PieceContext, description: str) -> Gap | None:
    if not isinstance(raw, list):
        return None
    within = [building.gap(inner, part, f"{place}/{number}", spot) for number, part in enumerate(raw)]
    return building.of_list(within, place, description)


def is_line(raw: Json) -> bool:
    """Return whether a one-line input can hold `raw` unchanged: a text of at most 1,000 characters on one line."""
    return isinstance(raw, str) and len(raw) <= 1_000 and "\n" not in raw and "\r" not in raw
