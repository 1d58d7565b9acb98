"""The classes of proposals as laws had them before they were clauses: in a section, in fixed words."""

import re
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from nomic.inventory.law import ItemName
from nomic.law.older import Document, Older
from nomic.law.sections import SectionModel, pointer
from nomic.law.text import LawTitle
from nomic.proposals.law import ClassName


class OldClass(SectionModel):
    """A class as it stood in the section: "few-against" is at most `most_against`, "permitted" whoever has `permit`."""

    title: LawTitle
    period: Literal["next-phase", "hours"]
    hours: int | None = Field(default=None, ge=1, le=24 * 56)
    popular: Literal["more-for-than-against", "few-against"]
    most_against: int | None = Field(default=None, ge=0, le=1_000_000)
    submitters: Literal["players", "reputable", "permitted"]
    permit: ItemName | None = None
    place: int = 0


OLD_CLASSES = TypeAdapter(dict[ClassName, OldClass])
MOST_OF_A_RULE = 20
SUBMITTERS = {"reputable": {"reputable": "$me"}}
VOTES_AGAINST = {"sum": ["$against", "$unclear"]}
POINTED_AT = re.compile(r"\{\{law\|/proposals/(default|classes/([a-z-]+)/([a-z_]+))(?:\|[a-z ]+)?\}\}")


def fits(document: Document) -> bool:
    """Whether these are classes as laws had them, in a document with rules to tell of them."""
    rules = document.get("rules")
    try:
        classes = OLD_CLASSES.validate_python(document["proposals"]["classes"])
    except ValidationError:
        return False
    told = all(
        (class_.period == "hours") is (class_.hours is not None)
        and (class_.popular == "few-against") is (class_.most_against is not None)
        for class_ in classes.values()
    )
    return told and isinstance(rules, dict) and all(_is_rule(rule) for rule in rules.values())


def _is_rule(rule: Any) -> bool:
    return isinstance(rule, dict) and isinstance(rule.get("body"), str) and isinstance(rule.get("clauses", {}), dict)


def read(document: Document) -> dict[str, Any]:
    """The document with its classes in the rules that tell of them, and its rules' words as they are."""
    section = {key: content for key, content in document["proposals"].items() if key not in ("classes", "default")}
    found: dict[str, Any] = {**document, "proposals": section, "rules": dict(document.get("rules", {}))}
    for name, rule_id in _placed(document):
        rule = found["rules"].get(rule_id) or _new_rule(document, name)
        clauses = {**rule.get("clauses", {}), name: _clause(document, name)}
        found["rules"][rule_id] = {**rule, "clauses": clauses}
    return found


def told(document: Document) -> dict[str, Any]:
    """The document with its classes in clauses, and the words that pointed to them pointing there."""
    found, places = read(document), dict(_placed(document))
    for rule_id, rule in found["rules"].items():
        body = POINTED_AT.sub(lambda match: _said_now(document, places, match), rule["body"])
        if body != rule["body"]:
            found["rules"][rule_id] = {**rule, "body": body}
    return found


def _placed(document: Document) -> Iterator[tuple[str, str]]:
    """Each class with the id of the rule that it comes to stand in: its own, else that of proposals, else a new one."""
    rules = document.get("rules", {})
    classes = sorted(document["proposals"]["classes"].items(), key=lambda named: (named[1].get("place", 0), named[0]))
    room = {rule_id: MOST_OF_A_RULE - len(rule.get("clauses", {})) for rule_id, rule in rules.items()}
    for name, _ in classes:
        chosen = next((id_ for id_ in (f"{name}-class-proposal", "proposals") if room.get(id_, 0) > 0), None)
        if chosen is None:
            chosen = _free(f"class-{name}", room)
        room[chosen] = room.get(chosen, MOST_OF_A_RULE) - 1
        yield name, chosen


def _free(wanted: str, taken: dict[str, int]) -> str:
    return next(id_ for id_ in (wanted, *(f"{wanted}-{count}" for count in range(2, 100))) if id_ not in taken)


def _new_rule(document: Document, name: str) -> dict[str, Any]:
    title = document["proposals"]["classes"][name]["title"]
    parent = "proposals" if "proposals" in document.get("rules", {}) else None
    return {"title": f"{title} proposals"[:120], "body": "", "parent": parent, "place": 0}


def _clause(document: Document, name: str) -> dict[str, Any]:
    class_ = document["proposals"]["classes"][name]
    clause: dict[str, Any] = {"class": class_["title"], "place": class_.get("place", 0)}
    if class_["submitters"] in SUBMITTERS:
        clause["who"] = SUBMITTERS[class_["submitters"]]
    if class_.get("permit") is not None:
        clause["costs"] = {class_["permit"]: 1}
    clause["lasts"] = {"phases": 1} if class_["period"] == "next-phase" else {"hours": class_["hours"]}
    if class_["popular"] == "few-against":
        clause["passes"] = {"is": [class_["most_against"], "at_least", VOTES_AGAINST]}
    else:
        clause["passes"] = {"is": ["$for", "more_than", VOTES_AGAINST]}
    if name == document["proposals"].get("default", "standard"):
        clause["default"] = True
    return clause


def _said_now(document: Document, places: dict[str, str], match: re.Match[str]) -> str:
    """What a rule's words say where they quoted a class."""
    name, key = match[2], match[3]
    if name is None:
        return str(document["proposals"].get("default", "standard"))
    where = ("rules", places[name], "clauses", name)
    now = {"title": ("class",), "hours": ("lasts", "hours"), "most_against": ("passes", "is", 0)}
    value = document["proposals"]["classes"][name].get(key)
    if key not in now or value is None:
        return str(value)
    form = "|time" if key == "hours" and match[0].endswith("|time}}") else ""
    return f"{{{{law|{pointer(*where, *now[key])}{form}}}}}"


OLDER = Older("/proposals/classes", fits, told, read)
