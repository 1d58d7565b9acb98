"""Sets of cards and of players."""

from tests.effects.grammar.case import HAND, MINE, PILE, Counts

COPIES = {"cards": "copies", "of": "$this"}

CASES = {
    "cards": [
        Counts({"count": HAND}, {"plays": 2, "opening rewards legality": 3}),
        Counts({"count": PILE}, {"play end": 3, "cost opening rewards legality": 2}),
        Counts({"count": MINE}, {"tables card legality": 1, "hall condition": 2}),
        Counts(
            {"count": {"cards": "cycle"}},
            {"cost": 12, "play end opening rewards card legality": 13, "hall condition": 3},
        ),
        Counts({"count": COPIES}, {"plays": 2, "card": 3, "legality": 1}),
    ],
    "players": [
        Counts({"count": {"players": "active", "except": "$me"}}, {"cards conditions": 2, "dice": 1}),
        Counts({"count": {"players": "participants"}}, {"tables card legality": 3, "die": 2, "prize": 1}),
        Counts({"count": {"players": "entered"}}, {"tables card legality": 3, "dice": 2}),
    ],
    "owners": [Counts({"count": {"owners": MINE}}, {"cards conditions": 1})],
    "extreme": [
        Counts({"extreme": [3, 8, 5], "by": "$it"}, {"everywhere conditions": 8}),
        Counts({"count": {"extreme": [3, 8], "by": 1, "ties": "none"}}, {"everywhere conditions": 0}),
    ],
}
