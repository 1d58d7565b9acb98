"""Operations that change what has happened."""

from tests.effects.grammar.case import ShownElsewhere

CASES = {
    "reroll": [
        ShownElsewhere(
            [{"let": "act", "be": {"values": [1]}}, {"reroll": "$act"}], "hall", "tests/clauses/test_luck.py"
        )
    ]
}
