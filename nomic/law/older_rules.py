"""How what a section said comes to stand in clauses of the rules that it belonged to: for the steps of older laws.

The words that quoted the section point to the clauses, or say what it said where no clause holds that value.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jsonpointer import resolve_pointer
from pydantic import BaseModel, ValidationError

from nomic.law.older import Document
from nomic.law.rules import MOST_CLAUSES
from nomic.law.sections import pointer

Value = Callable[..., str]  # the placeholder of the value at a path whose first part is the name of a clause
Quotes = Callable[[Value], Mapping[str, str]]  # what words that quoted places within the section, as "/base", say now


@dataclass(frozen=True, slots=True)
class Told:
    """A clause that says what the law said at `place`: in the rule that this belonged to, else in `rule` by its id.

    `title` is that of the rule where there is none yet.
    """

    name: str
    clause: dict[str, Any]
    place: str
    rule: str
    title: str


def fits_schema(schema: type[BaseModel], content: Any) -> bool:
    """Whether a section is one that such laws could have."""
    try:
        schema.model_validate(content)
    except ValidationError:
        return False
    return True


def has_rules(document: Document) -> bool:
    """Whether a document has rules that clauses can stand in."""
    rules = document.get("rules")
    return isinstance(rules, dict) and all(_is_rule(rule) for rule in rules.values())


def _is_rule(rule: Any) -> bool:
    return isinstance(rule, dict) and isinstance(rule.get("body"), str) and isinstance(rule.get("clauses", {}), dict)


def told_by(document: Document, section: str, clauses: Sequence[Told], quotes: Quotes) -> dict[str, Any]:
    """The document with these clauses instead of a section. What `quotes` does not know is said as it was."""
    rules: dict[str, Any] = dict(document["rules"])
    at: dict[str, tuple[str, ...]] = {}
    homes: dict[str, str] = {}
    for each in clauses:
        if each.place not in homes:
            homes[each.place] = _home(document, rules, each, sum(other.place == each.place for other in clauses))
        home = homes[each.place]
        rule = rules.get(home) or {"title": each.title, "body": "", "parent": None, "place": 0}
        name = free(each.name, rule.get("clauses", {}))
        rules[home] = {**rule, "clauses": {**rule.get("clauses", {}), name: each.clause}}
        at[each.name] = ("rules", home, "clauses", name)
    now = quotes(lambda name, *path: f"{{{{law|{pointer(*at[name], *path)}}}}}")
    found = {key: part for key, part in document.items() if key != section}
    found["rules"] = {id_: _pointing(document, rule, section, now) for id_, rule in rules.items()}
    return _without_its_places(found, section)


def clauses_in(document: Document) -> Iterator[dict[str, Any]]:
    """The clauses of all rules of a document that has rules."""
    for rule in document["rules"].values():
        yield from rule.get("clauses", {}).values()


def free(wanted: str, taken: Mapping[str, Any]) -> str:
    """That name, or one like it that is not taken."""
    names = (wanted, *(f"{wanted}-{count}" for count in range(2, 3 + len(taken))))
    return next(name for name in names if name not in taken)


def _home(document: Document, rules: Mapping[str, Any], clause: Told, coming: int) -> str:
    """The rule that a place belongs to, else the one such laws have for it, else a new one; where there is room."""
    owner = _owner(document, clause.place)
    numbered = (f"{clause.rule}-{count}" for count in range(2, 3 + len(rules)))
    wanted = (*([owner] if owner in rules else []), clause.rule, *numbered)
    return next(id_ for id_ in wanted if len(rules.get(id_, {}).get("clauses", {})) + coming <= MOST_CLAUSES)


def _owner(document: Document, place: str) -> str:
    belongs = document.get("belongs")
    while isinstance(belongs, dict) and place:
        if isinstance(belongs.get(place), str):
            return str(belongs[place])
        place = place.rpartition("/")[0]
    return ""


def _pointing(document: Document, rule: dict[str, Any], section: str, now: Mapping[str, str]) -> dict[str, Any]:
    def say(match: re.Match[str]) -> str:
        said = now.get(match["place"])
        if said is None:
            return str(resolve_pointer(document[section], match["place"], ""))
        return f"{said[:-2]}{match['form']}}}}}" if match["form"] and said.startswith("{{law|") else said

    quoted = re.compile(rf"\{{\{{law\|/{section}(?P<place>(?:/[^|}}]*)?)(?P<form>\|[a-z ]+)?\}}\}}")
    body = quoted.sub(say, rule["body"])
    return rule if body == rule["body"] else {**rule, "body": body}


def _without_its_places(document: dict[str, Any], section: str) -> dict[str, Any]:
    """Nothing belongs to a rule any more that stands in one."""
    belongs = document.get("belongs")
    if not isinstance(belongs, dict):
        return document
    left = {place: rule for place, rule in belongs.items() if f"{place}/".split("/")[1] != section}
    others = {key: part for key, part in document.items() if key != "belongs"}
    return others | ({"belongs": left} if left else {})
