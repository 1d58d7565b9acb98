"""The goal and the rules of Tetromic, as its table shows them."""

from collections.abc import Iterator

from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit
from nomic.web.hooks.rules_summary import Claim, RulesSummary, claim_unless_empty
from tetromic.engine.parsed_law import Rules, rules_of

PIECES = "random piece|random pieces"


def summarize(law: Law, kind: str) -> RulesSummary:
    """Return the summary of the rules of Tetromic: its goal, and its rules in sentences."""
    rules = rules_of(law.document, law.number)
    (goal,) = claim_unless_empty(
        f"Be the first to reach level {rules.winning_level}.", "R63", "/tetromic/winning_level"
    )
    return RulesSummary(goal, tuple(_claims(rules)))


def _claims(rules: Rules) -> Iterator[Claim]:
    rows, columns = in_unit(rules.rows, "row|rows"), in_unit(rules.columns, "column|columns")
    yield from claim_unless_empty(f"Your board has {rows} and {columns}.", "R61", "/tetromic/board")
    yield from claim_unless_empty(gain_in_words(rules), "R62", "/tetromic/gain")
    yield from claim_unless_empty(
        "Put a piece onto free squares of your board, turned and flipped as you like. Nothing ever falls.",
        "R61",
        "/tetromic/pieces",
    )
    yield from claim_unless_empty("A row that is full is emptied, and brings a point.", "R63", "/tetromic/points")
    yield from claim_unless_empty(_points(rules), "R63", "/tetromic/points")


def gain_in_words(rules: Rules) -> str:
    """Return a sentence with the minimum and the maximum number of pieces that a phase brings."""
    least, most = min(rules.gains), max(rules.gains)
    if least == most:
        return f"Once in each phase, you may gain {in_unit(least, PIECES)}."
    first = in_unit(rules.gains[0], PIECES)
    return f"Once in each phase, you may gain {first} at level 0, and up to {most} at other levels."


def _points(rules: Rules) -> str:
    """Return sentences that say how many points complete a level."""
    first, last = in_unit(rules.points[0], "point|points"), rules.points[-1]
    if len(set(rules.points)) == 1:
        return f"Each level takes {first}. At each level, you start at 0 points."
    return f"Level 1 takes {first}, and level {rules.winning_level} takes {last}. At each level, you start at 0 points."
