"""Shapes of all blocks by type, and which blocks fit into which openings."""

from functools import cache

from nomic.effects.language.nodes.base import NODES
from nomic.effects.workspaces.node_shapes import of_node
from nomic.effects.workspaces.parts import ANYTHING, Opening, Shape
from nomic.effects.workspaces.small_blocks import PIECE, SMALL
from nomic.effects.workspaces.toolbox_groups import colour_of


@cache
def shapes() -> dict[str, Shape]:
    """Return all shapes by type."""
    return {shape.type: shape for shape in (*map(of_node, NODES.values()), *SMALL)}


def fits(shape: Shape, gives: tuple[str, ...], opening: Opening) -> bool:
    """Return whether a block that gives these types may be connected to an opening."""
    if opening.sort == "stack":
        return shape.stacks in (ANYTHING, *opening.check)
    return ANYTHING in gives or bool(set(gives) & set(opening.check))


def as_data() -> dict[str, object]:
    """Return all shapes for the script of the editor."""
    return {type_: _shape(shape) for type_, shape in shapes().items()}


def _shape(shape: Shape) -> dict[str, object]:
    lines = []
    for line in shape.lines:
        parts = [part if isinstance(part, str) else _opening(part) for part in line.parts]
        lines.append({"parts": parts} | ({"word": line.word, "stands": line.is_standing} if line.word else {}))
    ends: dict[str, object] = (
        {"stacks": shape.stacks}
        if shape.stacks
        else {"gives": shape.gives, "isValue": not shape.type.startswith(PIECE)}
    )
    return {"title": shape.title, "colour": colour_of(shape), "lines": lines, **ends}


def _opening(opening: Opening) -> dict[str, object]:
    found: dict[str, object] = {"name": opening.name, "sort": opening.sort, "says": opening.slot.says}
    if opening.check:
        found["check"] = opening.check
    if opening.names:
        found["names"] = opening.names
    if opening.choices:
        found["choices"] = opening.choices
    if opening.is_optional:
        found["optional"] = True
    return found
