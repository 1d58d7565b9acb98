"""English descriptions of new cards."""

from collections.abc import Iterable

from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.compound_fields import Chance
from nomic.effects.language.nodes.new_cards import CardSpec
from nomic.effects.language.nodes.values import Literal, as_number
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, noun, number
from nomic.effects.prose.english_grammar import Noun, listed, with_article

CERTAIN = 100  # per cent


def by_chance(collections: Iterable[Chance], context: Context) -> str:
    """Describe the random modifiers that a card can get: "a random modifier from the collection Common"."""
    parts = [f"{each.collection}{_chance(each.per_cent, context)}" for each in collections]
    return listed(
        [f"{'one' if place else 'a random modifier'} from the collection {part}" for place, part in enumerate(parts)]
    )


def _chance(per_cent: Expression[Value], context: Context) -> str:
    if not isinstance(per_cent, Literal):
        return f" (chance in per cent: {number(per_cent, context)})"
    return f" ({per_cent.source}% chance)" if as_number(per_cent.source) < CERTAIN else ""


def made(spec: CardSpec, context: Context) -> tuple[str, str]:
    """Describe a new card in singular and plural without article: "‘Ace’ card", "random Rare cards"."""
    extra = ""
    if spec.with_:
        extra += f" with the modifier{'s' if len(spec.with_) > 1 else ''} {listed(spec.with_)}"
    if spec.collections:
        extra += f"{' and' if extra else ' with'} {by_chance(spec.collections, context)}"
    types = f"{listed(spec.types, 'or')} " if spec.types else ""
    kind = f"random {types}card" if spec.is_random else f"‘{spec.card}’ {types}card"
    return f"{kind}{extra}", f"{kind}s{', each' if spec.collections else ''}{extra}"


@noun.register
def noun_of_card_spec(node: CardSpec, context: Context) -> Noun:
    one, many = made(node, context)
    return Noun(one, many, with_article(one))
