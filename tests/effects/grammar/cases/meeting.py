"""Meeting one of what a pool can bring."""

from tests.effects.grammar.case import ShownElsewhere

CASES = {"meet": [ShownElsewhere([{"meet": "exploration"}], "hall", "tests/clauses/test_outcomes.py")]}
