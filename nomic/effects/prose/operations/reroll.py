"""English descriptions of rerolling an act."""

from nomic.effects.language.operations.play_again import Reroll
from nomic.effects.prose.context import Context, clause, noun


@clause.register
def describe_reroll(step: Reroll, context: Context) -> str:
    return f"{noun(step.reroll, context).whole} is undone and done again with new dice"
