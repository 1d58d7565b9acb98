"""What is done later."""

from tests.effects.grammar.case import GAIN, ShownElsewhere

BY = "tests/clauses/test_later.py"
CASES = {
    "grant": [ShownElsewhere([{**GAIN, "until": "phase-ends"}], "rule", BY)],
    "set": [ShownElsewhere([{"set": "Lamps", "to": 1, "of": "$me", "until": {"hours": 1}}], "rule", BY)],
    "after": [ShownElsewhere([{"after": {"hours": 1}, "do": [GAIN]}], "rule", BY)],
    "at": [ShownElsewhere([{"at": "phase-ends", "do": [GAIN]}], "rule", BY)],
    "reset": [ShownElsewhere([{"reset": "Lamps", "of": "$me"}], "rule", BY)],
}
