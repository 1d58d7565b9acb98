"""Topics of the effect language's nodes: the groups of menus and of the toolbox, in their order."""

from collections.abc import Mapping

from nomic.effects.language.nodes.base import Condition, Expression, Node, Operation, default_of, is_required

DESCRIPTION = "description"  # topic of the parts that describe a card
HERE, STEPS, OTHERS = "Here", "Steps", "Others"
# Groups by what a node is about, in their order. What is about anything else is in the last group.
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


def subject_of_node(node: type[Node]) -> str:
    """Return a node's subject: the module of an operation, or the kind of an expression's value."""
    if issubclass(node, Operation):
        return node.__module__.rpartition(".")[2]
    if issubclass(node, Condition):
        return "truth"
    if issubclass(node, Expression) and not is_required(node, "kind"):
        return str(default_of(node, "kind"))
    return "sets" if issubclass(node, Expression) else DESCRIPTION


def topic(subject: str, *, is_step: bool, is_value: bool) -> str:
    """Return the menu group for a node's subject.

    Operations go into STEPS, unless their module has its own group.
    """
    said = f"sets of {subject}" if is_value and subject in ("cards", "proposals") else subject
    return next((name for name, held in GROUPS.items() if said in held), STEPS if is_step else OTHERS)


def topic_of(node: type[Node]) -> str:
    """Return the group of a node."""
    is_step = issubclass(node, Operation)
    return topic(subject_of_node(node), is_step=is_step, is_value=not is_step)
