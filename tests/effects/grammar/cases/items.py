"""Operations on items, turns and the end of the game."""

from tests.effects.grammar.case import GAIN, GAINED, Does

CASES = {
    "grant": [Does([GAIN], {"everywhere": GAINED})],
    "revoke": [Does([{"revoke": "Chip", "from": "$me", "n": 9}], {"everywhere": ["ada's Chips: 5 → 0"]})],
    "turn": [
        Does([{"turn": "reverse"}], {"plays": ["direction: 1 → -1", "whose turn it is: bob → eve"]}),
        Does([{"turn": {"skip": "$next"}}], {"plays": ["whose turn it is: bob → eve"]}),
        Does([{"turn": {"again": "$me"}}], {"plays": ["whose turn it is: bob → ada"]}),
    ],
    "finish": [
        Does(
            [{"wait": "turn_end", "do": [{"finish": "win", "who": "$me"}, GAIN]}],
            {"plays": ["ada's Chips: 5 → 7", "whose turn it is: bob → ada", "won by: nothing → ada"]},
        ),
        Does(
            [{"wait": "turn_start", "who": "$next", "do": [{"finish": "forfeit", "who": "$event.who"}]}],
            {"plays": ["bob's deck: 3 → nothing", "bob's hand: 7 +Red → nothing"]},
        ),
        Does(
            [{"finish": "win", "who": "$me"}],
            {
                "cost play": [
                    "ada's Chips: 5 → 7",
                    "ada's Vertebrae: 6 → 5",
                    "whose turn it is: bob → ada",
                    "won by: nothing → ada",
                ],
                "end": ["ada's Chips: 5 → 7", "whose turn it is: bob → ada", "won by: nothing → ada"],
            },
        ),
        Does(
            [{"finish": "forfeit", "who": "$next"}],
            {"plays": ["bob's deck: 3 → nothing", "bob's hand: 7 +Red → nothing", "whose turn it is: bob → eve"]},
        ),
    ],
}
