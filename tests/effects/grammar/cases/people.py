"""What is asked of players."""

from tests.effects.grammar.case import GAIN, Counts, Holds, ShownElsewhere

AT = "hall condition"
NOBODY = {"players": "players", "where": {"any": []}}
COURT = "tests/court/test_offices.py"
SHOWN = "tests/clauses/test_people.py"

CASES = {
    "players": [
        Counts({"count": {"players": "reputable"}}, {AT: 3}),
        Counts({"count": {"players": "inactive"}}, {AT: 0}),
    ],
    "reputable": [Holds(AT, {"reputable": "$me"}, {"reputable": NOBODY})],
    "active": [Holds(AT, {"active": "$me"}, {"active": NOBODY})],
    "acted": [ShownElsewhere([{"if": {"acted": "$me"}, "then": [GAIN]}], "hall", SHOWN)],
    "held": [ShownElsewhere([{"if": {"held": "Judge"}, "then": [GAIN]}], "hall", COURT)],
    "appoint": [ShownElsewhere([{"appoint": "$me", "office": "Judge"}], "hall", COURT)],
    "vacate": [ShownElsewhere([{"vacate": "Judge"}], "hall", COURT)],
    "holds": [ShownElsewhere([{"if": {"holds": "$me", "office": "Judge"}, "then": [GAIN]}], "hall", SHOWN)],
    "voted": [ShownElsewhere([{"if": {"voted": "$me", "about": "AB12"}, "then": [GAIN]}], "hall", SHOWN)],
    "phase": [Counts({"phase": "number"}, {AT: 0})],
    "seniority": [ShownElsewhere([{**GAIN, "n": {"seniority": "$me", "in": "hours"}}], "hall", SHOWN)],
}
