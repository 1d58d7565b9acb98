"""What rules keep, and cards that come back."""

from tests.effects.grammar.case import ShownElsewhere

BY = "tests/clauses/test_keepings.py"
MINE = {"cards": "inventory", "of": "$me"}

CASES = {
    "keeping": [ShownElsewhere([{"grant": "Vertebra", "to": {"keeping": "Bank", "of": "$me"}}], "hall", BY)],
    "give_back": [ShownElsewhere([{"give_back": MINE, "to": "$me"}], "hall", BY)],
}
