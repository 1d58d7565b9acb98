"""Tetromic's part of the panel "A turn in five sentences"."""

from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit
from nomic.web.hooks.rules_summary import claim_unless_empty
from nomic.web.hooks.turn_in_sentences import TurnSummary
from tetromic.engine.parsed_law import rules_of
from tetromic.law_section import NAME
from tetromic.web.rules_summary import gain_in_words


def describe_turn(law: Law) -> TurnSummary | None:
    """Return the sentences on gaining pieces, placing them, and their points. None for a law without Tetromic."""
    if not law.has(NAME):
        return None
    rules = rules_of(law.document, law.number)
    (brings,) = claim_unless_empty(gain_in_words(rules), "R62", "/tetromic/gain")
    (acts,) = claim_unless_empty(
        "Put each piece onto free squares of your own board, turned and flipped as you like.", "R61", "/tetromic/pieces"
    )
    (game,) = claim_unless_empty(
        "A full row is emptied, nothing falls, and it brings a point; level 1 takes "
        f"{in_unit(rules.points[0], 'point|points')}.",
        "R63",
        "/tetromic/points",
    )
    return TurnSummary(brings, acts, game, "Your board")
