"""Conditions."""

from tests.effects.grammar.case import HAND, MINE, PILE, Holds

YES, NO = {"all": []}, {"any": []}
EVERY = "everywhere conditions"

CASES = {
    "all": [Holds(EVERY, {"all": [YES, YES]}, {"all": [YES, NO]})],
    "any": [Holds(EVERY, {"any": [NO, YES]}, {"any": [NO, NO]})],
    "not": [Holds(EVERY, {"not": NO}, {"not": YES})],
    "is": [
        Holds(EVERY, {"is": [2, "at_least", 2]}, {"is": [2, "more_than", 2]}),
        Holds(EVERY, {"is": [2, "equals", 2]}, {"is": [[1, 2], "equals", [1, 3]]}),
    ],
    "some": [
        Holds(EVERY, {"some": [1]}, {"some": []}),
        Holds("cards conditions", {"some": MINE}, {"some": {**MINE, "where": NO}}),
    ],
    "has": [
        Holds("tables legality", {"has": HAND, "species": "King"}, {"has": HAND, "species": "Ace"}),
        Holds("tables legality", {"has": PILE, "value": 4}, {"has": PILE, "value": 9}),
    ],
    "shares": [
        Holds(
            "plays legality",
            {"shares": "colour", "of": ["$this", "$beneath"]},
            {"shares": "suit", "of": ["$this", "$beneath"]},
        )
    ],
    "opposes": [Holds("plays legality", {"opposes": ["$this", "$beneath"]}, {"opposes": ["$this", HAND]})],
    "playable": [Holds("plays", {"playable": "$this", "upon": "$beneath"}, {"playable": HAND, "upon": "$beneath"})],
}
