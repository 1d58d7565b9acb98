"""Whole proposals, as players write them, make of the rules what they say; what cannot be drafted is marked."""

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.web.composer.orders.drafting import draft_from, orders_left
from nomic.web.composer.orders.reader import Drafting

FILE: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("proposals.yaml").read_text(encoding="utf-8"))
PROPOSALS: list[dict[str, Any]] = FILE["proposals"]
LEAST_WHOLE = 0.9


def _law() -> Law:
    document = document_of("cycle-16")
    for place, (id_, rule) in enumerate(FILE["rules"].items()):
        document["rules"][id_] = {**rule, "parent": None, "place": 900 + place}
    return Law(document)


LAW = _law()
BEFORE = LAW.document["rules"]


def _rules_after(found: Drafting) -> dict[str, Any]:
    rules: dict[str, Any] = amended_draft(LAW.document, found.operations)["rules"]
    return rules


def _is_as_wanted(case: dict[str, Any], id_: str, rule: dict[str, Any] | None) -> bool:
    if id_ in case.get("gone", []):
        return rule is None
    return rule == {**BEFORE[id_], **case.get("rules", {}).get(id_, {})}


@pytest.mark.parametrize("case", PROPOSALS, ids=[case["text"][:60].replace("\n", " ") for case in PROPOSALS])
def test_a_proposal_makes_what_it_says_or_marks_what_it_cannot(case: dict[str, Any]) -> None:
    """Nothing is made that the words do not say, and what they say is made or marked."""
    found = draft_from(LAW, case["text"], [])
    rules = _rules_after(found)
    left = [order.casefold() for order, _ in found.left]
    assert all(any(order.startswith(wanted.casefold()) for order in left) for wanted in case.get("left", []))
    for id_, rule in BEFORE.items():
        assert _is_as_wanted(case, id_, rules.get(id_)) or (case.get("part") and rules.get(id_) == rule)
    added = [rule for id_, rule in rules.items() if id_ not in BEFORE]
    wanted = case.get("new", [])
    assert all(any(new.items() <= rule.items() for new in wanted) for rule in added)
    if case.get("part"):
        assert len(left) > len(case.get("left", [])) or len(added) < len(wanted) or left
    else:
        assert len(added) == len(wanted)
        assert len(left) == len(case.get("left", []))
    assert draft_from(LAW, case["text"], found.operations).operations == []
    assert {*orders_left(LAW, case["text"], found.operations).undone} <= {order for order, _ in found.left}


def test_most_proposals_come_out_whole() -> None:
    assert sum(not case.get("part") for case in PROPOSALS) >= LEAST_WHOLE * len(PROPOSALS)


def test_proposals_that_are_read_together_make_what_they_make_alone() -> None:
    """Each pair of proposals about different rules, one below the other: nothing is dropped, nothing mixed up."""
    dice = random.Random(11)
    alone = [case for case in PROPOSALS if not case.get("part") and not case.get("new")]
    for _ in range(60):
        one, two = dice.sample(alone, 2)
        touched = [{*case.get("rules", {}), *case.get("gone", [])} for case in (one, two)]
        if touched[0] & touched[1]:
            continue
        found = draft_from(LAW, f"{one['text']}\n\n----\n\n{two['text']}", [])
        assert len(found.left) == len(one.get("left", [])) + len(two.get("left", []))
        both = {name: {**one.get(name, {}), **two.get(name, {})} for name in ("rules",)}
        both["gone"] = [*one.get("gone", []), *two.get("gone", [])]
        rules = _rules_after(found)
        assert [id_ for id_ in BEFORE if not _is_as_wanted(both, id_, rules.get(id_))] == []
