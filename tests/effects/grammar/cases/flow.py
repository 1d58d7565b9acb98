"""Operations that lead to others."""

from tests.effects.grammar.case import GAIN, GAINED, Does

CASES = {
    "if": [
        Does([{"if": {"all": []}, "then": [GAIN]}], {"everywhere": GAINED}),
        Does([{"if": {"any": []}, "else": [GAIN]}], {"everywhere": GAINED}),
    ],
    "each": [
        Does(
            [{"each": "one", "in": [1, 2], "do": [{**GAIN, "n": "$one"}]}],
            {"everywhere": ["ada's Chips: 5 → 8"]},
        )
    ],
    "table": [Does([{"table": {"roll": "1d1"}, "rows": [[1, 1, [GAIN]], [2, 6, []]]}], {"everywhere": GAINED})],
    "wait": [
        Does([{"wait": "turn_end", "who": "$me", "do": [GAIN]}], {"plays": GAINED}),
        Does([{"wait": "turn_start", "who": "$next", "do": [GAIN]}], {"plays": GAINED}),
        Does([{"wait": "played", "do": [GAIN]}], {"plays": ["waits for: nothing → played"]}),
        Does(
            [{"wait": "destroyed", "do": [GAIN]}, {"destroy": {"cards": "deck", "of": "$me"}}],
            {"plays": ["ada's Chips: 5 → 6", "ada's deck: 2, Queen +Red → nothing"]},
        ),
        Does([{"wait": "drawing", "instead": True, "do": [GAIN]}, {"take": 1, "who": "$me"}], {"plays": GAINED}),
    ],
}
