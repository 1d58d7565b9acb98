"""Texts of the law for people, as they are quoted in sentences."""

from nomic.effects.language.interpolation import NAME_IN_TEXT
from nomic.effects.language.nodes.base import Scope
from nomic.effects.prose.context import THEY, YOU, Context

SINGLE = str.maketrans("“”", "‘’")


def in_brackets(text: str, scope: Scope, context: Context) -> str:
    """Replace each name in a text with its noun in brackets; the displayed text has its value there.

    The text is shown in quotation marks, so double quotation marks within it become single ones.
    """
    inner = text.translate(SINGLE)
    return NAME_IN_TEXT.sub(lambda found: _in_its_place(found[1], scope, context), inner)


def _in_its_place(name: str, scope: Scope, context: Context) -> str:
    if name not in scope:
        return f"${name}"
    named = context.named(name, scope[name])
    meant = context.names.get(name)
    is_defined = meant is not None and meant.is_defined
    if named.whose in (YOU.whose, THEY.whose):
        return f"[{named.whose} name]"
    return f"[{name.replace('_', ' ') if is_defined else named.object}]"
