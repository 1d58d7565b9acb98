"""English descriptions of repetitions of a card's effect."""

from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.play_again import Again
from nomic.effects.prose.context import Context, clause, noun


@clause.register
def describe_again(step: Again, context: Context) -> str:
    species = step.again
    if isinstance(species, Ref) and species.part == "species":
        if species.name == "this":
            return "this card repeats what it does when played"
        cards = context.named(species.name, "cards")
        return f"this card does what {cards.does('do')} when played"
    return f"this card does what {noun(species, context).does('do')} when played"
