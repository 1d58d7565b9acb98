"""Values that rules keep, and words for everybody."""

from tests.effects.grammar.case import Counts, Does

CASES = {
    "raise": [
        Does(
            [{"raise": "The Well", "by": 2}, {"raise": "Lamps", "by": 1, "of": "$me"}],
            {
                "hall": [
                    "Lamps ada: nothing → 1",
                    "The Well: nothing → 2",
                    "told: nothing → The Well is now 2. ada's Lamps are now 1.",
                ]
            },
        )
    ],
    "listed_in": [
        Counts({"count": {"listed_in": "Visits", "of": "$me"}}, {"hall condition": 0}),
        Does(
            [
                {"raise": "Visits", "by": 2, "of": "$me", "for": {"values": ["Moor", "Fen"]}},
                {"set": "Marks", "to": {"listed_in": "Visits", "of": "$me"}, "of": "$me"},
            ],
            {
                "hall": [
                    'Marks ada: nothing → ["Fen", "Moor"]',
                    "Visits ada Fen: nothing → 2",
                    "Visits ada Moor: nothing → 2",
                    "told: nothing → ada's Visits for Moor are now 2. ada's Visits for Fen are now 2. "
                    "ada's Marks are now Fen and Moor.",
                ]
            },
        ),
    ],
    "set": [
        Does(
            [{"set": "Lamps", "to": 3, "of": "$me"}],
            {"hall": ["Lamps ada: nothing → 3", "told: nothing → ada's Lamps are now 3."]},
        )
    ],
    "enter": [
        Does(
            [{"enter": "$me", "in": "The Guild"}, {"enter": ["Old", "Tall"], "in": "Marks", "of": "$me"}],
            {
                "hall": [
                    'Marks ada: nothing → ["Old", "Tall"]',
                    'The Guild: nothing → ["ada"]',
                    "told: nothing → The Guild is now ada. ada's Marks are now Old and Tall.",
                ]
            },
        )
    ],
    "elect": [
        Does(
            [
                {"enter": ["Old", "Tall"], "in": "Marks", "of": {"players": "players"}},
                {
                    "elect": "mark",
                    "among": ["Tall", "Old"],
                    "by": {"players": "players"},
                    "ballots": {"names_in": "Marks", "of": "$it"},
                    "counted": "ranked",
                    "ties": "lot",
                },
                {"grant": "Chip", "n": {"count": "$mark"}, "to": "$me"},
            ],
            {
                "hall": [
                    'Marks ada: nothing → ["Old", "Tall"]',
                    'Marks bob: nothing → ["Old", "Tall"]',
                    'Marks eve: nothing → ["Old", "Tall"]',
                    "ada's Chips: 5 → 6",
                    "told: nothing → Round 1: Tall 0, Old 3. A seat takes 2 votes. Old is elected. "
                    "ada's Marks are now Old and Tall. bob's Marks are now Old and Tall. "
                    "eve's Marks are now Old and Tall.",
                ]
            },
        )
    ],
    "strike": [
        Does(
            [{"enter": {"players": "players"}, "in": "The Guild"}, {"strike": "$me", "from": "The Guild"}],
            {
                "hall": [
                    'The Guild: nothing → ["bob", "eve"]',
                    "told: nothing → The Guild is now bob and eve.",
                ]
            },
        )
    ],
    "reveal": [
        Does(
            [{"set": "Guess", "to": 4, "of": "$me"}, {"reveal": "Guess", "of": "$me"}],
            {"hall": ["Guess ada: nothing → 4", "told: nothing → ada's Guess is 4."]},
        )
    ],
    "transfer": [
        Does(
            [{"transfer": "Chip", "n": 2, "from": "$me", "to": {"players": "players", "except": "$me"}}],
            {"hall": ["ada's Chips: 5 → 1", "bob's Chips: 5 → 7", "eve's Chips: 5 → 7"]},
        )
    ],
    "announce": [Does([{"announce": "The lights go out."}], {"hall": ["told: nothing → The lights go out."]})],
    "names_in": [Counts({"count": {"names_in": "Marks", "of": "$me"}}, {"hall condition": 0})],
    "players_in": [Counts({"count": {"players_in": "The Guild"}}, {"hall condition": 0})],
    "value_of": [Counts({"value_of": "The Well"}, {"hall condition": 0})],
}
