"""Groups of blocks in the toolbox, with their colours."""

from collections.abc import Mapping

from nomic.effects.blocks.topics import HERE, OTHERS, STEPS, topic
from nomic.effects.workspaces.shape_parts import STEP, Shape

# Dark enough for white words: a contrast of 4.5 at least.
COLOURS: Mapping[str, str] = {
    HERE: "#5b5b8c",
    "Items": "#8a5a00",
    "Cards": "#a3352a",
    "Choices": "#a0326e",
    "Values": "#9a4d13",
    "Offices and law": "#6b4ca5",
    STEPS: "#4d5b68",
    "Conditions": "#2f6d3a",
    "Players and cards": "#1f6a8a",
    "Numbers": "#2d5fa8",
    "Names and lists": "#4f6b12",
    OTHERS: "#5f5f5f",
}


def group_of(shape: Shape) -> str:
    """Return the name of a block's group. An operation is in STEPS unless its module has a group of its own."""
    return topic(shape.about, is_step=shape.stacks == STEP, is_value=bool(shape.gives))


def colour_of(shape: Shape) -> str:
    """Return the colour of a block."""
    return COLOURS[HERE if shape.about == "reference" else group_of(shape)]
