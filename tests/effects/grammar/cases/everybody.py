"""Everybody asked the same at once, and what came of it."""

from tests.effects.grammar.case import GAIN, ShownElsewhere

BY = "tests/clauses/test_everybody.py"
ASK = {"everybody": "them", "in": {"players": "players"}, "chooses": "throw", "from": ["rock", "paper"]}
CASES = {
    "everybody": [ShownElsewhere([ASK, GAIN], "hall", BY)],
    "answer": [
        ShownElsewhere(
            [ASK, {"choose": "k", "from": {"answer": "$throw", "of": "$me"}, "by": "chance"}, GAIN], "hall", BY
        )
    ],
    "who_chose": [ShownElsewhere([ASK, {**GAIN, "to": {"who_chose": "$throw", "is": "rock"}}], "hall", BY)],
    "answered": [ShownElsewhere([ASK, {**GAIN, "to": {"answered": "$throw"}}], "hall", BY)],
}
