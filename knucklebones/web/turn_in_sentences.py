"""Knucklebones' part of the panel "A turn in five sentences"."""

from knucklebones.hosting import HOSTED
from knucklebones.law_section import rules_of
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit
from nomic.web.hooks.rules_summary import claim_unless_empty
from nomic.web.hooks.turn_in_sentences import TurnSummary


def describe_turn(law: Law) -> TurnSummary | None:
    """Return the sentences on rewards, finding an opponent, and the game. None if the law does not have it in force."""
    if not HOSTED.in_force(law):
        return None
    rules = rules_of(law)
    brings = claim_unless_empty(
        "The winner of a game gains a reward." if rules.rewards else "", "R59", "/knucklebones/rewards"
    )
    (acts,) = claim_unless_empty(
        "Say who you want to play. The game begins when the next phase with games begins.",
        "R57",
        "/knucklebones/declare_in",
        "/knucklebones",
    )
    (game,) = claim_unless_empty(
        f"Roll a die and put it into one of your {in_unit(rules.columns, 'column|columns')}. Equal dice in a column "
        "score more. A die destroys your opponent’s equal dice in the matching column. When a field is full, the "
        "higher score wins.",
        "R58",
        "/rules/knucklebones-turn",
        "/knucklebones",
    )
    return TurnSummary(next(iter(brings), None), acts, game, "A game")
