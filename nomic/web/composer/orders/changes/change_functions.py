"""The function for each change that an order can ask for. Each returns the operations."""

from collections.abc import Callable, Mapping
from typing import Any

from nomic.web.composer.orders.changes import costs, number_changes, rules, wording
from nomic.web.composer.orders.changes.draft import Draft
from nomic.web.typed_amendments import Operation

Change = Callable[[Draft, Mapping[str, Any]], list[Operation]]
CHANGES: Mapping[str, Change] = {
    "add": rules.add,
    "add_several": rules.add_several,
    "repeal": rules.repeal,
    "rename": rules.rename,
    "move": rules.move,
    "reword": rules.reword,
    "append_item": wording.append_item,
    "replace": wording.replace,
    "remove": wording.replace,
    "swap": wording.swap,
    "remove_rest": wording.remove_rest,
    "append_row": wording.append_row,
    "insert": wording.insert,
    "move_words": wording.move_words,
    "set_value": number_changes.set_value,
    "remove_cost": costs.remove_cost,
    "lower_value": lambda draft, said: number_changes.set_value(draft, {**said, "less": True}),
    "double_value": lambda draft, said: number_changes.scale(draft, said, 2),
    "triple_value": lambda draft, said: number_changes.scale(draft, said, 3),
    "halve_value": lambda draft, said: number_changes.scale(draft, said, 1, 2),
    "look_at": rules.look_at,
}
# The changes after which "it" can be the value that they were about: "Set the price to 8. Then lower it by 1."
OF_A_VALUE = frozenset(("set_value", "lower_value", "double_value", "triple_value", "halve_value"))
