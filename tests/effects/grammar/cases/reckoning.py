"""Numbers that are reckoned."""

from tests.effects.grammar.case import GAIN, Counts, Does

AT = "everywhere conditions"
NUMBERS = [3, 8, 5]

CASES = {
    "minus": [Counts({"minus": [9, 2, 3]}, {AT: 4})],
    "quotient": [Counts({"quotient": [7, 2]}, {AT: 3}), Counts({"quotient": [7, {"sum": []}]}, {AT: 0})],
    "remainder": [Counts({"remainder": [7, 2]}, {AT: 1})],
    "smallest": [Counts({"smallest": NUMBERS}, {AT: 3})],
    "greatest": [Counts({"greatest": NUMBERS}, {AT: 8})],
    "absolute": [Counts({"absolute": -4}, {AT: 4})],
    "worth": [
        Counts({"worth": 4, "if": {"is": [2, "more_than", 1]}, "else": 7}, {AT: 4}),
        Counts({"worth": 4, "if": {"is": [1, "more_than", 1]}, "else": 7}, {AT: 7}),
    ],
    "sum_of": [Counts({"sum_of": NUMBERS, "by": {"times": ["$it", 2]}}, {AT: 32})],
    "dice": [
        Does([{**GAIN, "n": {"dice": {"sum": [1, 1]}, "sides": 1}}], {"everywhere": ["ada's Chips: 5 → 7"]}),
        Does([{**GAIN, "n": {"dice": 3, "sides": 1, "target": 1}}], {"everywhere": ["ada's Chips: 5 → 8"]}),
    ],
}
