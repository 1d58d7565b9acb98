"""Shapes of blocks for nodes: the node's phrase, with an opening for each field.

The shape of a new node is derived, so it needs no code here.
"""

from functools import cache
from typing import Any

from nomic.effects.blocks.phrases import GAP, phrase_of
from nomic.effects.blocks.topics import DESCRIPTION, subject_of_node
from nomic.effects.language.description.schema_builders import ANY_KIND
from nomic.effects.language.nodes.base import (
    Condition,
    Description,
    Node,
    Operation,
    default_of,
    fields_of,
    head_of,
    is_required,
    word_of,
)
from nomic.effects.language.parser import slots_of
from nomic.effects.language.slot_kinds import plain
from nomic.effects.workspaces.openings import openings_of
from nomic.effects.workspaces.pick_lists import kind_for, list_for
from nomic.effects.workspaces.shape_parts import STEP, Line, Opening, Shape

NODE = "node:"  # prefix of the types of blocks for nodes
# Optional words that every block shows, because they say how many, of whom, and for how long.
STANDING = frozenset({"n", "of", "for", "until", "then"})
SETS = tuple(str(kind) for kind in ANY_KIND if kind not in ("truth", "number"))


@cache
def shape_of_node(node: type[Node]) -> Shape:
    """Return the shape of a node's block."""
    lines: list[Line] = []
    said: set[str] = set()
    by_word = {word_of(field): field for field in fields_of(node)}
    for piece in phrase_of(node).pieces():
        parts: list[str | Opening] = []
        words = GAP.split(piece)  # alternating text and gap, starting with text
        for place, word in enumerate(words):
            if place % 2 and word in by_word and word not in said:
                said.add(word)
                parts += _openings(node, by_word[word])
            elif place % 2 == 0 and word.strip():
                parts.append(word.strip())
        lines.append(_line(parts, [word for word in words[1::2] if not is_required(node, by_word[word])]))
    for word, field in by_word.items():
        if word not in said:
            optional = [] if is_required(node, field) else [word]
            lines.append(_line([word.replace("_", " "), *_openings(node, field)], optional))
    return Shape(
        type=f"{NODE}{head_of(node)}",
        title=phrase_of(node).title,
        lines=tuple(lines),
        about=subject_of_node(node),
        **_ends(node),
    )


def _openings(node: type[Node], field: str) -> tuple[str | Opening, ...]:
    slot, at = slots_of(node)[field], (word_of(field),)
    names = list_for(node, field) if isinstance(slot, plain.WordSlot) else kind_for(node, field)
    return openings_of(slot, at, not is_required(node, field), names)


def _line(parts: list[str | Opening], optional: list[str]) -> Line:
    return Line(tuple(parts), optional[0] if optional else "", not optional or bool(STANDING & set(optional)))


def _ends(node: type[Node]) -> dict[str, Any]:
    """Return the connections of a node's block, as arguments for `Shape`: the types it gives, or the stack it fits."""
    if issubclass(node, Operation):
        return {"stacks": STEP}
    if issubclass(node, Description):
        return {"gives": (DESCRIPTION,)}
    if issubclass(node, Condition):
        return {"gives": ("truth",)}
    # If the kind depends on the content, the block fits wherever a set does.
    known = not is_required(node, "kind")
    return {"gives": (str(default_of(node, "kind")),) if known else SETS}
