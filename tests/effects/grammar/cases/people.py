"""What is asked of players."""

from tests.effects.grammar.case import GAIN, Counts, Holds, ShownElsewhere

AT = "hall condition"
NOBODY = {"players": "players", "where": {"any": []}}
COURT = "tests/court/test_offices.py"
SHOWN = "tests/clauses/test_people.py"

FACTS = "tests/clauses/test_facts.py"
ACTS = "tests/clauses/test_acts_as_events.py"

CASES = {
    "in_match": [ShownElsewhere([{"if": {"in_match": "$me", "kind": "battle"}, "then": [GAIN]}], "hall", ACTS)],
    "declared": [ShownElsewhere([{"if": {"declared": "$me", "whom": "$me"}, "then": [GAIN]}], "hall", FACTS)],
    "since": [ShownElsewhere([{**GAIN, "n": {"since": "joined", "of": "$me", "in": "days"}}], "hall", FACTS)],
    "amount": [ShownElsewhere([{**GAIN, "n": {"amount": "Chip", "in": "$paid"}}], "hall", ACTS)],
    "items_in": [ShownElsewhere([{**GAIN, "grant": {"items_in": "$paid"}}], "hall", ACTS)],
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
