"""Proposals, and the end of the cycle."""

from tests.effects.grammar.case import Counts, Holds, ShownElsewhere

AT = "hall condition"
OPEN = {"proposals": "open"}
SHOWN = "tests/proposals/test_as_things.py"
CHANGE = {"changes": OPEN, "rule": "chips"}

CASES = {
    "proposals": [Counts({"count": OPEN}, {AT: 0})],
    "proposals_in": [
        Counts({"count": {"proposals_in": "The Motion"}}, {AT: 0}),
    ],
    "changes": [Holds(AT, {"not": CHANGE}, CHANGE)],
    "veto": [ShownElsewhere([{"veto": OPEN}], "hall", SHOWN)],
    "lapse": [ShownElsewhere([{"lapse": OPEN}], "hall", SHOWN)],
    "win": [ShownElsewhere([{"win": "$me"}], "hall", SHOWN)],
}
