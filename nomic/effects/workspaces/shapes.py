"""Shapes of all blocks by type, and which blocks fit into which openings."""

from functools import cache

from nomic.effects.language.nodes.base import NODES
from nomic.effects.workspaces.node_shapes import NODE, shape_of_node
from nomic.effects.workspaces.shape_parts import ANYTHING, Opening, Shape
from nomic.effects.workspaces.small_blocks import PIECE, SMALL
from nomic.effects.workspaces.toolbox_groups import colour_of

# Words that people look for a block by, besides those that stand on it.
OTHER_WORDS = {
    f"{NODE}grant": "get receive earn award reward pay prize bonus",
    f"{NODE}revoke": "pay fine tax cost penalty take away destroy",
    f"{NODE}transfer": "pay give tax steal take send",
    f"{NODE}extreme": "richest poorest highest lowest best worst top",
    f"{NODE}since": "inactive idle acted days ago last",
    f"{NODE}acted": "done did action active",
    f"{NODE}stock": "has have own count number items",
    f"{NODE}players": "everybody everyone all each who",
    f"{NODE}sample": "random lot draw",
    f"{NODE}appoint": "office title president treasurer",
    f"{NODE}if": "when unless condition",
    f"{NODE}each": "everybody everyone every",
    f"{NODE}is": "equal more less than least compare",
    f"{NODE}after": "wait later days hours",
}


@cache
def shapes() -> dict[str, Shape]:
    """Return all shapes by type."""
    return {shape.type: shape for shape in (*map(shape_of_node, NODES.values()), *SMALL)}


def fits(shape: Shape, gives: tuple[str, ...], opening: Opening) -> bool:
    """Return whether a block whose value has the types `gives` can be connected to an opening."""
    if opening.sort == "stack":
        return shape.stacks in (ANYTHING, *opening.check)
    return ANYTHING in gives or bool(set(gives) & set(opening.check))


def as_data() -> dict[str, object]:
    """Return all shapes by type, as JSON data for the editor's script."""
    return {type_: _shape(shape) for type_, shape in shapes().items()}


def _shape(shape: Shape) -> dict[str, object]:
    lines = []
    for line in shape.lines:
        parts = [part if isinstance(part, str) else _opening(part) for part in line.parts]
        lines.append({"parts": parts} | ({"word": line.word, "stands": line.starts_shown} if line.word else {}))
    ends: dict[str, object] = (
        {"stacks": shape.stacks}
        if shape.stacks
        else {"gives": shape.gives, "isValue": not shape.type.startswith(PIECE)}
    )
    also = {"also": words} if (words := OTHER_WORDS.get(shape.type, "")) else {}
    return {"title": shape.title, "colour": colour_of(shape), "lines": lines, **also, **ends}


def _opening(opening: Opening) -> dict[str, object]:
    found: dict[str, object] = {"name": opening.name, "sort": opening.sort, "says": opening.slot.description}
    if opening.check:
        found["check"] = opening.check
    if opening.names:
        found["names"] = opening.names
    if opening.choices:
        found["choices"] = opening.choices
    if opening.is_optional:
        found["optional"] = True
    return found
