"""The tree of rules. A rule has a stable id, a title, a body in wikitext, a parent, and a place among its siblings.

The tree is stored as a flat map, so that an amendment of one rule touches only that rule.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, RootModel, StringConstraints

from nomic.law.document.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.rules.placeholders import placeholder_flaws
from nomic.law.schema.section_label import Label
from nomic.law.schema.text_types import LawHeading, LawText
from nomic.wikitext.anchors import Anchors

RuleId = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80),
    Field(examples=["card-gifting"]),
]

ClauseName = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=30),
    Field(examples=["monday"]),
]
MAX_CLAUSES = 20  # of one rule

MAX_DEPTH = 5  # MediaWiki has six levels of headings, the first of which is the page's title


class Rule(SectionModel):
    """One rule. `parent` is the id of the rule above it, or None for a top-level rule.

    `clauses` are its automatic effects, by name; `nomic.clauses` defines their form.
    """

    title: LawHeading
    body: LawText
    parent: RuleId | None = None
    place: int = Field(default=0, ge=-1_000_000, le=1_000_000)
    clauses: dict[ClauseName, dict[str, Any]] = Field(default={}, max_length=MAX_CLAUSES)


class Rules(RootModel[dict[RuleId, Rule]]):
    """All rules by id."""


@dataclass(frozen=True, slots=True)
class PlacedRule:
    """A rule with its position in the tree. A top-level rule has depth 1. `number` looks like "3.2.1"."""

    id: str
    rule: Rule
    depth: int
    number: str


def rules_of(law: Law) -> dict[str, Rule]:
    """Return the rules of a law by id."""
    return law.section("rules", Rules).root


def tree(rules: dict[str, Rule]) -> list[PlacedRule]:
    """Return all rules in reading order, each after its parent."""
    by_parent: dict[str | None, list[str]] = {}
    for id_, rule in rules.items():
        by_parent.setdefault(rule.parent, []).append(id_)
    placed: list[PlacedRule] = []

    def walk(parent: str | None, depth: int, prefix: str) -> None:
        ids = sorted(by_parent.get(parent, ()), key=lambda id_: (rules[id_].place, id_))
        for count, id_ in enumerate(ids, 1):
            number = f"{prefix}{count}"
            placed.append(PlacedRule(id_, rules[id_], depth, number))
            walk(id_, depth + 1, number + ".")

    walk(None, 1, "")
    return placed


def anchors_of(law: Law) -> Anchors:
    """Return the anchors to which links in a law's rules can point.

    An id takes precedence over any title. Of rules with the same title, the first one gets the anchor.
    """

    def make() -> Anchors:
        placed = tree(rules_of(law))
        titles = ((" ".join(each.rule.title.casefold().split()), each.id) for each in placed)
        return Anchors((*((each.id, each.id) for each in placed), *titles))

    return law.once("anchors", make)


def in_order(rules: Mapping[str, Any]) -> list[str]:
    """Return the ids of rules in reading order. Rules whose parent is missing come last.

    The order of keys in a document cannot be used, because PostgreSQL reorders them.
    """
    by_parent: dict[str | None, list[str]] = {}
    for id_ in sorted(rules, key=lambda id_: (rules[id_].get("place", 0), id_)):
        by_parent.setdefault(rules[id_].get("parent"), []).append(id_)
    found: dict[str, None] = {}
    waiting = by_parent.pop(None, [])[::-1]
    while waiting or by_parent:
        if not waiting:
            waiting = by_parent.pop(min(by_parent, key=str))[::-1]
        id_ = waiting.pop()
        if id_ not in found:
            found[id_] = None
            waiting += by_parent.pop(id_, [])[::-1]
    return list(found)


def _agrees(law: Law) -> Iterator[Flaw]:
    rules = rules_of(law)
    first: dict[str, str] = {}  # titles without regard to capitals, which references ignore
    for id_, rule in rules.items():
        if (other := first.setdefault(rule.title.casefold(), rule.title)) != rule.title:
            detail = f"there is a rule {other!r} already; the titles differ only in capital letters"
            yield Flaw(pointer("rules", id_, "title"), detail)
        if rule.parent is not None and rule.parent not in rules:
            yield Flaw(
                pointer("rules", id_, "parent"),
                f"there is no rule {rule.parent!r}; move or repeal its subrules too (a repeal does this "
                "with take_along or move_to)",
            )
        yield from placeholder_flaws(law, pointer("rules", id_, "body"), rule.body)
    for id_ in rules:
        depth, at = 1, rules[id_].parent
        while at is not None and at in rules and depth <= MAX_DEPTH:
            depth, at = depth + 1, rules[at].parent
        if depth > MAX_DEPTH:
            yield Flaw(
                pointer("rules", id_, "parent"),
                f"a rule is nested at most {MAX_DEPTH} deep, and never under itself",
            )


LABELS = (
    Label("*", "the rule {0}"),
    Label("*/title", "the title of the rule {0}"),
    Label("*/body", "the words of the rule {0}"),
    Label("*/parent", "the rule above the rule {0}"),
    Label("*/place", "the place of the rule {0} among its neighbours"),
    Label("*/clauses", "the effects of the rule {0}", also="clauses clause act"),
    Label("*/clauses/*/**", "the clause {1} of the rule {0}", also="clause does act trigger action value"),
)
SECTION = Section(
    "rules", "Rules", Rules, agrees=_agrees, required=True, quotes=True, ordered_maps=("",), labels=LABELS
)
