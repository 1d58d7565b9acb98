"""Nouns for the holders of items, and for the items."""

from typing import Any

from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.item_holders import CYCLE, Keeping
from nomic.effects.language.nodes.values import Literal
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, noun
from nomic.effects.prose.english_grammar import Noun, definite, one_of_item

TREASURY = definite("the treasury")  # the cycle's own store


@noun.register
def noun_of_keeping(node: Keeping, context: Context) -> Noun:
    return keeping_noun(node, context)


def holder_noun(who: Expression[Any], context: Context) -> Noun:
    """Return the noun for the holders of items: players, or the cycle's own store, "the treasury"."""
    if isinstance(who, Keeping):
        return keeping_noun(who, context)
    return TREASURY if who.kind == "names" and who.raw == CYCLE[0] else noun(who, context)


def keeping_noun(node: Keeping, context: Context) -> Noun:
    """Return the noun for a keeping: "the Bank", "your part of the Bank"."""
    if node.of is None:
        return definite(f"the {node.keeping}")
    whose = noun(node.of, context)
    part = f"part of the {node.keeping}"
    is_clear = whose.whose or whose.is_short
    said = f"{whose.possessive} {part}" if is_clear else f"the {part} that belongs to {whose.object}"
    return Noun(one=said, many=said, whole=said)


def item_words(item: Expression[Value], context: Context) -> tuple[str, str]:
    """Return singular and plural of an item: "Vertebra", "Vertebrae".

    A computed item reads "of the first choice".
    """
    if isinstance(item, Literal) and len(item.members) == 1:
        name = str(item.members[0])
        return one_of_item(name, context.several(name)), context.several(name)
    said = f"of {'each of ' if isinstance(item, Literal) else ''}{noun(item, context).whole}"
    return said, said
