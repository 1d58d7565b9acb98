"""Kinds of the law's names for openings of blocks, if the kind does not depend on the block's content."""

from functools import cache

from nomic.effects.blocks.name_kinds import USUAL
from nomic.effects.language.nodes.base import Node, head_of, word_of

# Other kinds depend on what else is in the block, so no type of a connection can be derived from them.
FIXED = frozenset(
    {"items", "species", "modifiers", "types", "suits", "colours", "flags", "pools", "rules", "classes", "offices"}
)
# What rules keep is picked from a list, too. It is no block of its own, so it needs no type.
KEPT = frozenset({"values_of_cycle", "kept_for_cycle", "listed_for_cycle"})


@cache
def list_for(node: type[Node], field: str) -> str:
    """Return the kind of list from which a field with a single word is picked, or "" if it is typed."""
    kind = USUAL.get((head_of(node), word_of(field)), "")
    return kind if kind in FIXED | KEPT else ""


@cache
def kind_for(node: type[Node], field: str) -> str:
    """Return the kind of names from the law that a field of a node takes, such as "items".

    Returns "" if the field takes no names, or if the kind depends on the node's content.
    """
    kind = USUAL.get((head_of(node), word_of(field)), "")
    return kind if kind in FIXED else ""
