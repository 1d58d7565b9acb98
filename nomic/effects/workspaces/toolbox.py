"""The toolbox for a piece: every block that its place allows, in groups, with likely initial content."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from nomic.effects.blocks.initial_content import PieceContext, blank, blank_node
from nomic.effects.blocks.menus import is_offered
from nomic.effects.blocks.name_kinds import names_of_kind
from nomic.effects.blocks.reference_menu import references_of_kinds
from nomic.effects.blocks.topics import GROUPS, HERE
from nomic.effects.language.description.schema_builders import ANY_KIND
from nomic.effects.language.event_names import events_by_topic
from nomic.effects.language.nodes.base import NODES, Kind, Node, Operation, Scope, fields_of, is_required, word_of
from nomic.effects.language.parser import slots_of
from nomic.effects.language.slot_kinds.values import ExpressionSlot
from nomic.effects.workspaces import small_blocks as small
from nomic.effects.workspaces.node_shapes import shape_of_node
from nomic.effects.workspaces.openings import CODE
from nomic.effects.workspaces.pick_lists import FIXED, kind_for
from nomic.effects.workspaces.shape_parts import Shape
from nomic.effects.workspaces.shapes import shapes
from nomic.effects.workspaces.to_blocks import Converter, State, kind_of_reference, reference_block
from nomic.effects.workspaces.toolbox_groups import COLOURS, group_of
from nomic.law.schema.json_reader import Json

MenuEntry = tuple[str, str] | Literal["separator"]  # a label and its data, or a line between two groups

PARTS_OF_OTHERS = (
    small.NUMBER, small.WORD, small.LIST, small.ALL, small.FROM_TO, small.RANGE, *small.SPANS.values(), small.EVENT,
    small.CHANCE, small.ROW, small.OPTION, small.CHANCE_OF, small.TRAITS, *small.TURNS.values(),
)  # fmt: skip


class Workspace(Struct, frozen=True):
    """A piece in the block editor: its blocks, its toolbox, and the lists to pick from, by name."""

    state: State
    toolbox: list[dict[str, Any]]
    lists: Mapping[str, Sequence[MenuEntry]]


def workspace_of(kind: Kind | None, raw: Json, spot: PieceContext) -> Workspace:
    """Return the block editor's data for a piece of this kind, which may be incomplete or contain errors.

    The lists have all names of the law that the piece, or a block added to it, can refer to.
    """
    converter = Converter()
    piece = converter.piece(kind, raw, spot)
    scopes: list[Scope] = [spot.scope, *converter.scopes]
    referred = dict(_references(scopes, spot))
    lists: dict[str, list[MenuEntry]] = {"events": _events(spot)}
    for raw_, (says, kind_) in referred.items():
        lists.setdefault(f"$ {kind_}", []).append((says, raw_))
    groups = _groups(converter, kind, spot)
    for names in converter.kinds | {opening.names for shape in shapes().values() for opening in shape.openings}:
        if names and names not in lists:
            lists[names] = [(name, name) for name in names_of_kind(spot.known, names)]
    here = [reference_block(raw_, kind_) for raw_, (_, kind_) in referred.items() if "." not in raw_]
    parts = [reference_block(raw_, kind_) for raw_, (_, kind_) in referred.items() if "." in raw_]
    toolbox = [
        {"name": name, "colour": COLOURS[name], "blocks": held}
        for name, held in ((HERE, [*here, *parts]), *groups)
        if held
    ]
    return Workspace({"blocks": {"languageVersion": 0, "blocks": [piece]}}, toolbox, lists)


def _references(scopes: Iterable[Scope], spot: PieceContext) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield every reference that is possible somewhere in the piece, as (reference, (label, kind))."""
    for scope in scopes:
        for kind in ANY_KIND:
            for raw, says in references_of_kinds((kind,), scope, spot.called):
                yield raw, (says, kind_of_reference(raw, spot.knowing(scope)))
        if "event" in scope:
            yield "$event.where", ("what the draw demands", "truth")


def _events(spot: PieceContext) -> list[MenuEntry]:
    """Return the events as menu entries, grouped by topic, with a separator between groups."""
    found: list[MenuEntry] = []
    for _, events in events_by_topic(spot.known.events):
        if found:
            found.append("separator")
        found += [(said, word) for word, said in events]
    return found


def _groups(converter: Converter, kind: Kind | None, spot: PieceContext) -> list[tuple[str, list[State]]]:
    """Return pairs of a group's name and the blocks in it that the place allows."""
    found: dict[str, list[State]] = {name: [] for name in GROUPS}
    with_title: list[tuple[str, str, State]] = []
    for node in NODES.values():
        shape = shape_of_node(node)
        if is_offered(node, spot) and (kind is None or not issubclass(node, Operation)):
            with_title.append((group_of(shape), shape.title, _new(converter, node, shape, spot)))
    for group, _, state in sorted(with_title, key=lambda entry: entry[1]):
        found[group].append(state)
    for type_ in PARTS_OF_OTHERS:
        shape = shapes()[type_]
        if kind is None or not shape.stacks:
            found[group_of(shape)].append(_small(shape))
    for type_ in (small.NUMBER, small.WORD):  # most people look for these: first in their groups
        held = found[group_of(shapes()[type_])]
        held.sort(key=lambda state: state["type"] != type_)
    for names in sorted({*FIXED, "collections"}):
        listed = names_of_kind(spot.known, names)
        if listed:
            found["Names and lists"].append(converter.name(listed[0], names))
    return [(name, held) for name, held in found.items() if held]


def _new(converter: Converter, node: type[Node], shape: Shape, spot: PieceContext) -> State:
    """Return a new block of a node. An optional number `n` is filled in from the start."""
    raw = blank_node(node, spot)
    held = slots_of(node)
    for field in fields_of(node):
        word, slot = word_of(field), held[field]
        if word == "n" and not is_required(node, field):
            raw["n"] = blank(slot, spot)
        elif isinstance(slot, ExpressionSlot) and word in raw:
            raw[word] = _likely(raw[word], slot, kind_for(node, field), spot)
    return converter.block(shape, raw, spot, node)


def _likely(raw: Json, slot: ExpressionSlot, names: str, spot: PieceContext) -> Json:
    """Return a likely value for an opening: an empty name to be picked, or all players, or `raw` itself."""
    kind = kind_of_reference(raw, spot) if isinstance(raw, str) and raw.startswith("$") else ""
    if names and kind in ("", CODE):
        return ""
    if "players" in slot.accepts and (raw in ({}, "") or kind in ("names", CODE)):
        return {"players": "active"}
    return raw


def _small(shape: Shape) -> State:
    """Return a new block that is not a node, with the number 1 in its openings for numbers."""
    state: State = {"type": shape.type}
    inputs = {
        opening.name: {"shadow": {"type": small.NUMBER, "fields": {"[]": 1}}}
        for opening in shape.openings
        if opening.sort == "value" and opening.check[:1] == ("number",)
    }
    fields: dict[str, str | int] = {
        opening.name: 1 if opening.sort == "number" else ""
        for opening in shape.openings
        if opening.sort in ("number", "text")
    }
    extra = {"counts": {opening.name: 2 for opening in shape.openings if opening.sort == "several"}}
    return state | {
        key: more
        for key, more in (("inputs", inputs), ("fields", fields), ("extraState", extra))
        if more != {"counts": {}} and more
    }
