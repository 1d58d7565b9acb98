"""Operations that ask somebody, and `let`."""

from tests.effects.grammar.case import GAIN, GAINED, Does

CASES = {
    "choose": [
        Does([{"choose": "k", "from": [2, 3]}, {**GAIN, "n": "$k"}], {"plays die hall": ["ada's Chips: 5 → 7"]}),
        Does(
            [{"choose": "k", "from": [2, 2], "by": "chance"}, {**GAIN, "n": "$k"}],
            {"everywhere": ["ada's Chips: 5 → 7"]},
        ),
        Does(
            [{"choose": "k", "from": [2, 3], "by": "$next"}, {**GAIN, "n": "$k"}],
            {"plays": ["owes: nothing → bob a choice"]},
        ),
    ],
    "offer": [Does([{"offer": "Well?", "options": [{"say": "Yes", "do": [GAIN]}]}], {"plays die hall": GAINED})],
    "let": [
        Does(
            [{"let": "k", "be": 2}, {**GAIN, "n": "$k"}],
            {"everywhere": ["ada's Chips: 5 → 7"]},
        ),
        Does([{"let": "rolled", "be": 4}], {"die": ["the die shows: 1 → 4"]}),
    ],
}
