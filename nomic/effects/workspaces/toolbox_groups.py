"""Groups of blocks in the toolbox, with their colours."""

from collections.abc import Mapping

from nomic.effects.workspaces.shape_parts import STEP, Shape

HERE, STEPS, OTHERS = "Here", "Steps", "Others"
# Groups by what a block is about, in their order. What is about anything else is in the last group.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "Items": ("items", "draw_outcome"),
    "Cards": ("cards", "play_again", "description"),
    "Choices": ("choosing", "ask_everybody", "electing"),
    "Values": ("values",),
    "Offices and law": ("offices", "proposals", "amending"),
    STEPS: ("flow", "matches", "base", "piece"),
    "Conditions": ("truth",),
    "Players and cards": ("players", "sets of cards", "sets of proposals", "sets"),
    "Numbers": ("number", "time"),
    "Names and lists": ("names", "keeping", "amounts"),
    OTHERS: (),
}
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
    is_set = shape.gives and shape.about in ("cards", "proposals")
    about = f"sets of {shape.about}" if is_set else shape.about
    return next((name for name, held in GROUPS.items() if about in held), STEPS if shape.stacks == STEP else OTHERS)


def colour_of(shape: Shape) -> str:
    """Return the colour of a block."""
    return COLOURS[HERE if shape.about == "reference" else group_of(shape)]
