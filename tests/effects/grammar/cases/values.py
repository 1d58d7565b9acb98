"""Numbers."""

from tests.effects.grammar.case import GAIN, HAND, Counts, Does

CASES = {
    "count": [
        Counts({"count": {"players": "players"}}, {"cards conditions": 3, "dice": 2}),
        Counts({"count": HAND}, {"plays": 2, "opening rewards legality": 3}),
    ],
    "stock": [
        Counts({"stock": "Chip", "of": "$me"}, {"everywhere conditions": 5}),
        Counts({"stock": "Chip", "of": "pool"}, {"plays opening legality": 2}),
    ],
    "tally": [Counts({"tally": "drawn", "of": "$me", "during": "turn"}, {"tables legality": 0})],
    "sum": [Counts({"sum": [1, 2]}, {"everywhere conditions": 3})],
    "times": [Counts({"times": [3, 2]}, {"everywhere conditions": 6})],
    "roll": [Does([{**GAIN, "n": {"roll": "2d1"}}], {"everywhere": ["ada's Chips: 5 → 7"]})],
    "values": [
        Does(
            [{"each": "k", "in": {"values": {"from": 1, "to": 3}}, "do": [GAIN]}],
            {"everywhere": ["ada's Chips: 5 → 8"]},
        ),
        Counts({"count": {"values": [4, 5]}}, {"everywhere conditions": 2}),
    ],
}
