"""Changes of the law by a rule, and what the law says."""

from tests.effects.grammar.case import GAIN, ShownElsewhere

BY = "tests/clauses/test_amending.py"
PRICE = "/shop/offers/Handy Pack/costs/Vertebra"

CASES = {
    "amend": [ShownElsewhere([{"amend": PRICE, "by": 1}], "hall", BY)],
    "repeal": [ShownElsewhere([{"repeal": "this"}], "hall", BY)],
    "law": [ShownElsewhere([GAIN | {"n": {"law": PRICE}}], "hall", BY)],
    "rules_added": [ShownElsewhere([{"repeal": {"rules_added": {"phases": 1}}}], "hall", BY)],
}
