"""An effect in plain English, made from the same data that runs."""

from nomic.effects.nodes import Node, text_of


def in_words(node: Node) -> str:
    """A node in words."""
    return text_of(node.raw)
