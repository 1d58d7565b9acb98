"""Texts of the law for people, as sentences quote them."""

from nomic.effects.language.interpolation import NAME_IN_TEXT
from nomic.effects.language.nodes.base import Scope
from nomic.effects.prose.context import YOU, Context


def in_brackets(text: str, scope: Scope, context: Context) -> str:
    """Replace each name in a text by its noun in brackets. Readers of the actual text see the value."""
    return NAME_IN_TEXT.sub(lambda found: _in_its_place(found[1], scope, context), text)


def _in_its_place(name: str, scope: Scope, context: Context) -> str:
    if name not in scope:
        return f"${name}"
    named = context.named(name, scope[name])
    return f"[{'your name' if named is YOU else named.object}]"
