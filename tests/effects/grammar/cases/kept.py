"""Values that rules keep, and words for everybody."""

from tests.effects.grammar.case import Counts, Does

CASES = {
    "raise": [
        Does(
            [{"raise": "The Well", "by": 2}, {"raise": "Lamps", "by": 1, "of": "$me"}],
            {
                "rule": [
                    "Lamps ada: nothing → 1",
                    "The Well: nothing → 2",
                    "told: nothing → The Well is now 2. Lamps of ada is now 1.",
                ]
            },
        )
    ],
    "set": [
        Does(
            [{"set": "Lamps", "to": 3, "of": "$me"}],
            {"rule": ["Lamps ada: nothing → 3", "told: nothing → Lamps of ada is now 3."]},
        )
    ],
    "transfer": [
        Does(
            [{"transfer": "Chip", "n": 2, "from": "$me", "to": {"players": "players", "except": "$me"}}],
            {"rule": ["ada's Chips: 5 → 1", "bob's Chips: 5 → 7", "eve's Chips: 5 → 7"]},
        )
    ],
    "announce": [Does([{"announce": "The lights go out."}], {"rule": ["told: nothing → The lights go out."]})],
    "value_of": [Counts({"value_of": "The Well"}, {"rule condition": 0})],
}
