"""Orders that add a name to a list of the law: "Add “Candle Court” to the streets in the rule “The dark street”"."""

import re
from collections.abc import Iterator
from typing import Any

from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.labels.value_labels import path_of
from nomic.law.search.values import stems_of
from nomic.recipes.plain_rules.draft_rule import LONGEST
from nomic.web.composer.orders.changes.drafted_law import NotPlaced, plain
from nomic.web.composer.orders.phrasings import LEAD
from nomic.web.rendering.rule_html import quoted_places
from nomic.web.typed_amendments import Operation, replaced

MAX_NAME = 40  # characters of a name
_THE_RULE = r"(?: (?:in|of|under) (?:the )?(?:rule )?[“\"']?(?P<rule>[^“”\"'.,;:]{1,80}?)[”\"']?)?"
_ONE = r"(?:(?:an?|another|the) (?:new |[a-z]+th |[a-z]+rd )?(?P<one>[a-z]{3,20})(?:,| called| named)? )?"
_ADDS = re.compile(
    rf"(?:add|append|put) {_ONE}“(?P<name>[^“”\n]{{1,{MAX_NAME}}})”,? (?:to|into) (?:the )?(?:list (?:of )?)?"
    rf"(?P<many>[a-z]{{3,20}})?{_THE_RULE}[ .!]*",
    re.IGNORECASE,
)


def list_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for an order that adds a name to a list quoted by a rule, or None for other orders.

    Quotations are in curly quotation marks. The list is that of the rule which the order names, or of the only rule
    whose title has the word for its elements. Raises NotPlaced if the list has the name already.
    """
    lead = LEAD.match(words)
    found = _ADDS.fullmatch(words if lead is None else words[lead.end() :]) if len(words) <= LONGEST else None
    if found is None:
        return None
    noun = {*stems_of(found["many"] or found["one"] or "")}
    lists = [
        (place, now)
        for title, place, now in _lists(law)
        if (plain(title) == plain(found["rule"]) if found["rule"] else noun and noun <= {*stems_of(title)})
    ]
    if len(lists) != 1:
        return None
    (place, now) = lists[0]
    if found["name"] in now:
        raise NotPlaced(f"“{found['name']}” is in this list already")
    rule = pointer(*path_of(place)[:2])
    places = _places_of(value_at(law.document, rule)["clauses"], now, f"{rule}/clauses")
    return [operation for each in places for operation in replaced(each, now, [*now, found["name"]])]


def _places_of(part: Any, wanted: list[Any], path: str) -> Iterator[str]:
    """Yield the places of a list in the clauses of a rule, which may draw from it, ask for it and compare with it."""
    if part == wanted:
        yield path
    elif isinstance(part, dict | list):
        for key, each in part.items() if isinstance(part, dict) else enumerate(part):
            yield from _places_of(each, wanted, f"{path}{pointer(str(key))}")


def _lists(law: Law) -> Iterator[tuple[str, str, list[Any]]]:
    """Yield the lists of names that rules quote: the title of the rule, the place, and the names."""
    for rule in law.document.get("rules", {}).values():
        for place in quoted_places(law, str(rule["body"])):
            value = value_at(law.document, place)
            is_of_names = isinstance(value, list) and value and all(isinstance(each, str) for each in value)
            if is_of_names and path_of(place)[:1] == ("rules",) and path_of(place)[-1] == "one_of":
                yield str(rule["title"]), place, list(value)
