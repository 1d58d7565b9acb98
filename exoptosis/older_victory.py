"""Victory as laws had it before who wins was said by a clause: in a section, as so many of an item (R56)."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from exoptosis.law import Victory
from nomic.law.older import Document, Older
from nomic.law.sections import pointer

MOST_OF_A_RULE = 20
RULE, CLAUSE = "victory", "most"
POINTED_AT = re.compile(r"\{\{law\|/victory/(item|at_least)(\|[a-z ]+)?\}\}")
WHERE = {"item": ("wins", "all", 0, "is", 0, "stock"), "at_least": ("wins", "all", 0, "is", 2)}


def clause_of(item: str, at_least: int) -> dict[str, Any]:
    """Whoever has enough of an item wins, where nobody has more of it."""
    has, other_has = {"stock": item, "of": "$it"}, {"stock": item, "of": "$other"}
    more = {"players": "players", "as": "other", "where": {"is": [other_has, "more_than", has]}}
    return {"wins": {"all": [{"is": [has, "at_least", at_least]}, {"not": {"some": more}}]}}


def fits(document: Document) -> bool:
    """Whether this is victory as laws had it, in a document with rules to tell of it."""
    rules = document.get("rules")
    try:
        Victory.model_validate(document["victory"])
    except ValidationError:
        return False
    return isinstance(rules, Mapping) and all(_is_rule(rule) for rule in rules.values())


def _is_rule(rule: Any) -> bool:
    return isinstance(rule, dict) and isinstance(rule.get("body"), str) and isinstance(rule.get("clauses", {}), dict)


def told(document: Document) -> dict[str, Any]:
    """The document with a clause in its rule on victory, else in a new one; the words that quoted it point there."""
    id_ = _rule_for(document["rules"])
    rule = document["rules"].get(id_) or {"title": "Victory", "body": "", "parent": None, "place": 0}
    clauses = rule.get("clauses", {})
    name = _free(CLAUSE, clauses)
    made = clause_of(document["victory"]["item"], document["victory"]["at_least"])
    rules = {**document["rules"], id_: {**rule, "clauses": {**clauses, name: made}}}
    at = ("rules", id_, "clauses", name)
    found = {key: part for key, part in document.items() if key != "victory"}
    found["rules"] = {each: _pointing(rule, at) for each, rule in rules.items()}
    return _without_its_places(found)


def _rule_for(rules: Mapping[str, Any]) -> str:
    room = {id_ for id_, rule in rules.items() if len(rule.get("clauses", {})) < MOST_OF_A_RULE}
    return RULE if RULE in room else _free(RULE, rules)


def _free(wanted: str, taken: Mapping[str, Any]) -> str:
    names = (wanted, *(f"{wanted}-{count}" for count in range(2, 2 + len(taken))))
    return next(name for name in names if name not in taken)


def _pointing(rule: dict[str, Any], at: tuple[str, ...]) -> dict[str, Any]:
    def now(match: re.Match[str]) -> str:
        return f"{{{{law|{pointer(*at, *WHERE[match[1]])}{match[2] or ''}}}}}"

    body = POINTED_AT.sub(now, rule["body"])
    return rule if body == rule["body"] else {**rule, "body": body}


def _without_its_places(document: dict[str, Any]) -> dict[str, Any]:
    """Nothing belongs to a rule any more that stands in one."""
    belongs = document.get("belongs")
    if not isinstance(belongs, dict):
        return document
    left = {place: rule for place, rule in belongs.items() if place != "/victory" and not place.startswith("/victory/")}
    others = {key: part for key, part in document.items() if key != "belongs"}
    return others | ({"belongs": left} if left else {})


OLDER = Older("/victory", fits, told)
