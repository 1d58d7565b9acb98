"""What is done later."""

from tests.effects.grammar.case import GAIN, ShownElsewhere

BY = "tests/clauses/test_later.py"
CASES = {
    "grant": [ShownElsewhere([{**GAIN, "until": "phase-ends"}], "hall", BY)],
    "set": [ShownElsewhere([{"set": "Lamps", "to": 1, "of": "$me", "until": {"hours": 1}}], "hall", BY)],
    "after": [ShownElsewhere([{"after": {"hours": 1}, "do": [GAIN]}], "hall", BY)],
    "at": [ShownElsewhere([{"at": "phase-ends", "do": [GAIN]}], "hall", BY)],
    "reset": [ShownElsewhere([{"reset": "Lamps", "of": "$me"}], "hall", BY)],
}
