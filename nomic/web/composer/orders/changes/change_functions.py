"""The function for each change that an order can ask for. Each returns the operations."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from nomic.web.composer.orders.changes import number_changes, remove_costs, rule_text, rules
from nomic.web.composer.orders.changes.drafted_law import DraftedLaw
from nomic.web.typed_amendments import Operation

Change = Callable[[DraftedLaw, Mapping[str, Any]], list[Operation]]
CHANGES: Mapping[str, Change] = {
    "add": rules.add,
    "add_several": rules.add_several,
    "repeal": rules.repeal,
    "rename": rules.rename,
    "move": rules.move,
    "reword": rules.reword,
    "append_item": rule_text.append_item,
    "replace": rule_text.replace,
    "remove": rule_text.replace,
    "swap": rule_text.swap,
    "remove_rest": rule_text.remove_rest,
    "append_row": rule_text.append_row,
    "insert": rule_text.insert,
    "move_words": rule_text.move_words,
    "set_value": number_changes.set_value,
    "remove_cost": remove_costs.remove_cost,
    "lower_value": lambda draft, said: number_changes.set_value(draft, {**said, "less": True}),
    "double_value": lambda draft, said: number_changes.scale(draft, said, 2),
    "triple_value": lambda draft, said: number_changes.scale(draft, said, 3),
    "halve_value": lambda draft, said: number_changes.scale(draft, said, Fraction(1, 2)),
    "multiply_value": number_changes.scale,
    "look_at": rules.look_at,
}
# The changes after which "it" can be the value that they were about: "Set the price to 8. Then lower it by 1."
OF_A_VALUE = frozenset(("set_value", "lower_value", "double_value", "triple_value", "halve_value", "multiply_value"))
