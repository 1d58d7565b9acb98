"""Converts pieces of the effect language to blocks, even if they are incomplete or contain errors."""

from nomic.effects.blocks import field_gaps  # noqa: F401 - it registers presentations of fields
from nomic.effects.blocks.gap_builder import Building, Wrong
from nomic.effects.blocks.gaps import MAX_GAPS, Gap
from nomic.effects.blocks.initial_content import PieceContext
from nomic.effects.checking.find_flaws import flaws_of
from nomic.effects.checking.piece_places import Noted
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import Piece
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.parser import read_condition, read_effect, read_value
from nomic.effects.language.slot_kinds import effects, values
from nomic.effects.language.slot_kinds.base import Slot
from nomic.law.schema.json_reader import Json


class TooManyGaps(Exception):
    """Raised when a piece is too large to be displayed as blocks."""


def blocks_of(noted: Noted, raw: Json, place: str, asked: str = "", *, description: str = "") -> Gap:
    """Return the root gap of a piece, with the blocks inside. The gap at the place `asked` has its menu.

    Raises TooManyGaps if the piece is too large.
    """
    spot = PieceContext(noted.scope, noted.known, noted.moment, noted.only, noted.called)
    building = Building(_wrong(noted, raw, place), asked)
    slot = slot_of(noted.kind)
    gap = building.gap(slot, raw, place, spot, called=description, can_go=noted.kind is not None and raw is not None)
    if sum(1 for _ in gap.walk()) > MAX_GAPS:
        raise TooManyGaps
    return gap


def slot_of(kind: Kind | None) -> Slot:
    """Return the slot for a whole piece: a list of operations if `kind` is None, else a condition or a value."""
    if kind is None:
        return effects.EffectSlot()
    return values.ConditionSlot() if kind == "truth" else values.ExpressionSlot(f"a {kind}", (kind,))


def _wrong(noted: Noted, raw: Json, place: str) -> Wrong:
    """Return the flaws of a piece by place."""
    if not raw:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for flaw in _flaws(noted, raw):
        at = place + flaw.path
        found[at] = (*found.get(at, ()), flaw.detail)
    return found


def _flaws(noted: Noted, raw: Json) -> list[EffectFlaw]:
    try:
        return list(flaws_of(_read(noted, raw), noted.known, noted.moment, noted.times, noted.given))
    except EffectFlaw as flaw:
        return [flaw]


def _read(noted: Noted, raw: Json) -> Piece:
    if noted.kind is None:
        return read_effect(raw, noted.scope)
    return read_condition(raw, noted.scope) if noted.kind == "truth" else read_value(raw, noted.scope)
