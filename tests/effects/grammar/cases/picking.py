"""Some of a set."""

from tests.effects.grammar.case import GAIN, MINE, Counts, Does, Holds

AT = "everywhere conditions"
NUMBERS = [3, 8, 5, 5]

CASES = {
    "those": [Counts({"count": {"those": NUMBERS, "where": {"is": ["$it", "more_than", 4]}}}, {AT: 3})],
    "first": [
        Counts({"count": {"first": 2, "of": NUMBERS, "by": "$it"}}, {AT: 3}),
        Counts({"count": {"first": 2, "of": NUMBERS, "by": "$it", "ties": "none"}}, {AT: 1}),
        Counts({"first": 1, "of": NUMBERS, "by": "$it", "least": True}, {AT: 3}),
        Counts({"count": {"first": 2, "of": NUMBERS, "by": "$it", "ties": "earliest"}}, {AT: 2}),
        Does(
            [{**GAIN, "n": {"count": {"first": 2, "of": NUMBERS, "by": "$it", "ties": "lot"}}}],
            {"everywhere": ["ada's Chips: 5 → 7"]},
        ),
    ],
    "sample": [
        Does([{**GAIN, "n": {"count": {"sample": 2, "from": NUMBERS}}}], {"everywhere": ["ada's Chips: 5 → 7"]}),
        Does(
            [{**GAIN, "n": {"count": {"sample": 6, "from": [1], "repeats": True}}}],
            {"everywhere": ["ada's Chips: 5 → 11"]},
        ),
    ],
    "together": [Counts({"count": {"together": [[3, 8], [8, 5]]}}, {AT: 3})],
    "mixed": [Does([{**GAIN, "n": {"count": {"mixed": NUMBERS}}}], {"everywhere": ["ada's Chips: 5 → 9"]})],
    "alike": [
        Counts({"count": {"alike": MINE, "n": 1}}, {"tables card legality": 1, "hall condition": 2}),
        Counts({"count": {"alike": MINE, "n": 3}}, {"tables card legality": 0, "hall condition": 0}),
    ],
    "member": [Holds(AT, {"member": 8, "of": NUMBERS}, {"member": 9, "of": NUMBERS})],
}
