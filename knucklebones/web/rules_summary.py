"""The goal and the rules of Knucklebones, as its table shows them."""

from collections.abc import Iterator

from knucklebones.law_section import NAME, KnucklebonesRules, rules_of
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit
from nomic.law.labels.value_sentence import sentence_at
from nomic.law.labels.value_statements import enumerated
from nomic.web.hooks.rules_summary import Claim, RulesSummary, claim_unless_empty

GOAL = "Score more by the time a field is full."


def summarize(law: Law, kind: str) -> RulesSummary:
    """Return the summary of the rules of Knucklebones."""
    (goal,) = claim_unless_empty(GOAL, "R59", "/rules/knucklebones-winning", "/knucklebones")
    return RulesSummary(goal, tuple(_claims(law, rules_of(law))))


def _claims(law: Law, rules: KnucklebonesRules) -> Iterator[Claim]:
    turn = ("/rules/knucklebones-turn", "/knucklebones/faces")
    columns, rows = in_unit(rules.columns, "column|columns"), in_unit(rules.rows, "cell|cells")
    yield from claim_unless_empty(
        f"Your field has {columns} of {rows}.", "R57", "/rules/knucklebones-field", "/knucklebones/columns"
    )
    yield from claim_unless_empty(_roll(rules), "R58", *turn)
    yield from claim_unless_empty(
        "All dice of that value in your opponent’s matching column are destroyed.", "R58", *turn
    )
    value = max(rules.faces)
    yield from claim_unless_empty(
        "In a column, each die scores its value times the number of such dice in the column: two of value "
        f"{value} score {4 * value}, not {2 * value}.",
        "R59",
        "/rules/knucklebones-winning",
        "/knucklebones",
    )
    if rules.dice:
        yield from claim_unless_empty(
            f"With {one_of(list(rules.dice))} you can change a roll, each once a game.",
            "R60",
            "/rules/knucklebones-dice",
            "/knucklebones/dice",
        )
    yield from claim_unless_empty(
        f"You have {in_unit(rules.turn.minutes, 'minutes')} for a turn. Then you forfeit.",
        "R58",
        "/rules/knucklebones-turn",
        "/knucklebones/turn",
    )
    yield from claim_unless_empty(sentence_at(law, NAME, "rewards"), "R59", "/knucklebones/rewards")


def _roll(rules: KnucklebonesRules) -> str:
    faces = list(dict.fromkeys(rules.faces))
    sides = str(faces[0]) if len(faces) == 1 else f"one of {one_of(faces)}"
    return f"On your turn, a die shows {sides}. Put it into a column of yours that has room."


def one_of(values: list[str] | list[int]) -> str:
    """Return the values as a list in words: "1, 2 or 3"."""
    return " or ".join(enumerated(values).rsplit(" and ", 1))
