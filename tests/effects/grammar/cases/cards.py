"""Operations on cards."""

from tests.effects.grammar.case import DECK, HAND, MINE, PILE, Does

MINE_5 = {"cards": "inventory", "of": "$me", "where": {"has": "$it", "species": "5"}}

CASES = {
    "take": [
        Does(
            [{"take": 1, "who": "$me"}],
            {"plays opening": ["ada's deck: Queen +Red → nothing", "ada's hand: nothing → Queen +Red"]},
        )
    ],
    "move": [
        Does(
            [{"move": HAND, "to": "deck", "of": "$me"}],
            {
                "plays": [
                    "ada's Chips: 5 → 7",
                    "ada's deck: nothing → 9, King +Red",
                    "ada's hand: 9, King +Red → nothing",
                    "whose turn it is: bob → ada",
                    "won by: nothing → ada",
                ],
                "opening": [
                    "ada's deck: nothing → 5 +Red; Bound by bob, 9, King +Red",
                    "ada's hand: 5 +Red; Bound by bob, 9, King +Red → nothing",
                ],
            },
        ),
        Does(
            [{"move": MINE, "to": "inventory", "of": {"players": "players"}}],
            {
                "hall": [
                    "ada's inventory: 5 +Red; Bound ada, King; Fragile → nothing",
                    "bob's inventory: nothing → 5 +Red; Bound ada, King; Fragile",
                ]
            },
        ),
        Does([{"move": PILE, "to": "hand", "of": "$me"}], {}),
    ],
    "swap": [
        Does(
            [{"swap": [HAND, DECK]}],
            {
                "plays": ["ada's deck: Queen +Red → King +Red", "ada's hand: King +Red → Queen +Red"],
                "opening": [
                    "ada's deck: Queen +Red → 5 +Red; Bound by bob",
                    "ada's hand: 5 +Red; Bound by bob → Queen +Red",
                ],
            },
        ),
        Does([{"swap": [HAND, PILE]}], {}),
        Does(
            [{"swap": [MINE, {"cards": "inventory", "of": {"players": "players", "except": "$me"}}]}],
            {"hall": ["ada's inventory: 5 +Red; Bound ada → 7", "bob's inventory: 7 → 5 +Red; Bound ada"]},
        ),
    ],
    "destroy": [
        Does(
            [{"destroy": HAND}],
            {
                "plays": [
                    "ada's Chips: 5 → 7",
                    "ada's hand: 9, King +Red → nothing",
                    "whose turn it is: bob → ada",
                    "won by: nothing → ada",
                ],
                "opening": ["ada's hand: 5 +Red; Bound by bob, 9, King +Red → nothing"],
            },
        ),
        Does(
            [{"destroy": HAND, "originals": True}],
            {
                "plays": [
                    "ada's Chips: 5 → 7",
                    "ada's hand: 9, King +Red → nothing",
                    "the host: original-destroyed: nothing → ada's 9, ada's King",
                    "whose turn it is: bob → ada",
                    "won by: nothing → ada",
                ],
                "opening rewards": [
                    "ada's hand: 5 +Red; Bound by bob, 9, King +Red → nothing",
                    "the host: original-destroyed: nothing → ada's 5, ada's 9, ada's King",
                ],
            },
        ),
        Does(
            [{"destroy": MINE}],
            {
                "tables card": ["the host: original-destroyed: nothing → 1"],
                "hall": ["ada's inventory: 5 +Red; Bound ada, King; Fragile → nothing"],
            },
        ),
    ],
    "add": [
        Does(
            [
                {"add": {"card": "Ace"}, "to": "hand", "of": "$me", "as": "new"},
                {"change": "$new", "gain": {"suits": ["Stars"]}},
            ],
            {"plays opening": ["ada's hand: nothing → Ace +Stars"]},
        ),
        Does(
            [
                {"add": {"card": "Ace"}, "to": "inventory", "of": "$me", "as": "new"},
                {"change": "$new", "gain": {"suits": ["Stars"]}},
            ],
            {"hall": ["ada's inventory: nothing → Ace +Stars"]},
        ),
        Does(
            [{"add": {"card": "Ace"}, "to": "inventory", "of": "$me"}],
            {
                "tables card": ["the host: card-made: nothing → ada; {'card': 'Ace'}; 1"],
                "hall": ["ada's inventory: nothing → Ace"],
            },
        ),
        Does(
            [{"add": {"card": "Ace"}, "to": "hand", "of": "$me", "n": 2}],
            {"plays opening": ["ada's hand: nothing → Ace, Ace"]},
        ),
        Does(
            [{"add": {"card": "Ace", "with": ["Bound"]}, "to": "inventory", "of": "$me"}],
            {
                "tables card": ["the host: card-made: nothing → ada; {'card': 'Ace', 'with': ['Bound']}; 1"],
                "hall": ["ada's inventory: nothing → Ace; Bound ada"],
            },
        ),
    ],
    "card": [
        Does(
            [{"add": {"card": "Ace", "with": ["Bound", "Red Coating"]}, "to": "hand", "of": "$me"}],
            {"plays opening": ["ada's hand: nothing → Ace +Red; Bound by ada"]},
        ),
        Does(
            [{"change": DECK, "become": {"card": "Ace", "with": ["Bound"]}}],
            {"plays opening": ["ada's deck: 2, Queen +Red → Ace; Bound by ada, Ace; Bound by ada"]},
        ),
        Does(
            [{"add": {"card": "random", "types": ["Odd"]}, "to": "inventory", "of": "$me"}],
            {
                "tables card": ["the host: card-made: nothing → ada; {'card': 'random', 'types': ['Odd']}; 1"],
                "hall": ["ada's inventory: nothing → Ace"],
            },
        ),
        Does(
            [{"change": DECK, "become": {"card": "Ace"}}],
            {"plays opening": ["ada's deck: 2, Queen +Red → Ace, Ace"]},
        ),
        Does(
            [{"change": MINE_5, "become": {"card": "Ace", "with": ["Bound"]}}],
            {"hall": ["ada's inventory: 5 +Red; Bound ada → Ace; Bound ada"]},
        ),
    ],
    "change": [
        Does(
            [
                {"add": {"card": "Ace"}, "to": "inventory", "of": "$me", "as": "new"},
                {"change": "$new", "inherit": MINE_5},
            ],
            {"hall": ["ada's inventory: nothing → Ace; Bound ada"]},
        ),
        Does(
            [{"change": "$this", "gain": {"values": [7, 5]}}],
            {
                "plays": ["3 on the pile: 5 +Red; Bound by bob → 5 =5,7 +Red; Bound by bob"],
                "card": ["the host: original-changed: nothing → ada's 5; {'values': [7]}; Bound bob"],
            },
        ),
        Does(
            [{"change": "$this", "lose": {"values": 5}}],
            {"plays": ["3 on the pile: 5 +Red; Bound by bob → 5 = +Red; Bound by bob"]},
        ),
        Does(
            [
                {
                    "change": "$this",
                    "gain": {
                        "values": "$beneath.values",
                        "colours": "$beneath.colours",
                        "modifiers": "$beneath.modifiers",
                    },
                }
            ],
            {"plays": ["3 on the pile: 5 +Red; Bound by bob → 5 =4,5 +Red +Cyan; Bound by bob"]},
        ),
        Does(
            [{"change": DECK, "gain": {"values": 7}, "shift": 1}],
            {"plays opening": ["ada's deck: 2, Queen +Red → 2 =3,7, Queen =7,13 +Red"]},
        ),
        Does(
            [{"change": "$this", "gain": {"modifiers": ["Torn"], "suits": ["Stars"]}}],
            {
                "plays": ["3 on the pile: 5 +Red; Bound by bob → 5 +Stars +Red; Bound by bob; Torn"],
                "card": ["the host: original-changed: nothing → ada's 5; {'suits': ['Stars']}; Bound bob; Torn"],
            },
        ),
        Does(
            [{"change": "$this", "lose": {"modifiers": ["Bound"]}}],
            {
                "plays": ["3 on the pile: 5 +Red; Bound by bob → 5 +Red"],
                "card": ["the host: original-changed: nothing → ada's 5"],
            },
        ),
        Does(
            [{"change": "$this", "lose": {"modifiers": "all", "colours": ["Red"]}}],
            {"plays": ["3 on the pile: 5 +Red; Bound by bob → 5"]},
        ),
        Does(
            [{"change": "$this", "shift": 2}],
            {"plays": ["3 on the pile: 5 +Red; Bound by bob → 5 =7 +Red; Bound by bob"]},
        ),
        Does(
            [{"change": "$this", "tick": 2}],
            {
                "plays": ["3 on the pile: 5 +Red; Bound by bob → 5 +Red; Bound by bob 2"],
                "card": ["the host: original-changed: nothing → ada's 5; Bound bob 2"],
            },
        ),
        Does(
            [{"change": "$this", "collections": [["Cursed", 100]]}],
            {
                "plays": ["3 on the pile: 5 +Red; Bound by bob → 5 +Red; Bound by bob; Adamantine"],
                "card": ["the host: original-changed: nothing → ada's 5; Bound bob; Adamantine"],
            },
        ),
        Does(
            [{"change": DECK, "gain": {"modifiers": ["Torn"]}}],
            {"plays opening": ["ada's deck: 2, Queen +Red → 2; Torn, Queen +Red; Torn"]},
        ),
        Does(
            [{"change": MINE, "gain": {"modifiers": ["Torn"]}}],
            {
                "hall": [
                    "ada's inventory: 5 +Red; Bound ada, King; Fragile → 5 +Red; Bound ada; Torn, King; Fragile; Torn"
                ]
            },
        ),
        Does(
            [{"change": "$card", "gain": {"modifiers": ["Torn"], "suits": ["Stars"]}}],
            {"hall": ["ada's inventory: 5 +Red; Bound ada → 5 +Stars +Red; Bound ada; Torn"]},
        ),
        Does(
            [{"change": "$card", "lose": {"modifiers": ["Bound"], "colours": ["Red"]}}],
            {"hall": ["ada's inventory: 5 +Red; Bound ada → 5"]},
        ),
        Does(
            [{"change": "$card", "collections": [["Cursed", 100]]}],
            {"hall": ["ada's inventory: 5 +Red; Bound ada → 5 +Red; Bound ada; Adamantine"]},
        ),
        Does(
            [{"change": "$card", "shift": 2, "gain": {"values": [9]}}],
            {"hall": ["ada's inventory: 5 +Red; Bound ada → 5 -values +7 +9 +Red; Bound ada"]},
        ),
        Does(
            [{"change": "$card", "lose": {"values": [5]}}],
            {"hall": ["ada's inventory: 5 +Red; Bound ada → 5 -values +Red; Bound ada"]},
        ),
        Does([{"change": MINE, "tick": 2}], {"hall": ["ada's inventory: King; Fragile → King; Fragile 2"]}),
        Does(
            [{"change": "$card", "gain": {"values": [7]}}],
            {"hall": ["ada's inventory: 5 +Red; Bound ada → 5 +7 +Red; Bound ada"]},
        ),
    ],
    "play": [
        Does(
            [{"choose": "one", "from": HAND, "by": "chance"}, {"play": "$one"}],
            {
                "cost play": [
                    "4 on the pile: nothing → King +Red",
                    "ada's deck: Queen +Red → nothing",
                    "ada's hand: King +Red → Queen +Red",
                ]
            },
        ),
        Does([{"choose": "one", "from": PILE, "by": "chance"}, {"play": "$one"}], {}),
    ],
    "again": [
        Does([{"again": "$this.species"}], {"plays": ["ada's Vertebrae: 6 → 7"]}),
        Does([{"again": ["5", "8"]}], {"plays": ["ada's Vertebrae: 6 → 7"]}),
    ],
    "act_as": [
        Does(
            [{"act_as": "Holographic"}],
            {
                "plays": [
                    "3 on the pile: 5 +Red; Bound by bob → 5 +Red; Bound by bob, acting as Holographic",
                    "ada's Vertebrae: 6 → 7",
                ]
            },
        )
    ],
}
