"""A statement in a proposal's text that the new law does, in other words, is no order that was left undone."""

from pathlib import Path

import pytest
import yaml
from django.conf import settings

from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.web.composer.orders.drafting import orders_left

LAW = Law(document_of("cycle-16"))
PROPOSAL = yaml.safe_load((Path(settings.BASE_DIR) / "knucklebones/proposals/cycle-16.yaml").read_text("utf-8"))


def left(text: str) -> list[str]:
    return orders_left(LAW, text, PROPOSAL["amendments"], PROPOSAL["title"]).undone


def test_what_the_new_rules_do_is_not_called_words() -> None:
    """The rule says: “The winner gains a Handy Pack and a Chip.”"""
    assert "Whoever wins gets a pack" in PROPOSAL["text"]
    assert left(PROPOSAL["text"]) == []


@pytest.mark.parametrize(
    "text",
    [
        "Whoever wins gets a pack for the trouble, and 3 Chips",
        "Whoever loses gets a pack for the trouble, and a Chip",
        "Whoever wins never gets a pack, and no Chip",
        "Give the winner a Handy Pack and a Chip",
    ],
)
def test_what_they_do_otherwise_is_still_named(text: str) -> None:
    assert left(f"{text}.") == [text]


def test_what_clauses_do_counts_as_well() -> None:
    text = "Whoever wins a duel gets a Chip for the trouble, and a pack."
    does = "Whenever a duel is won, the winner gains a Chip and a Handy Pack."
    change = [{"op": "replace", "path": "/trades/within_hours", "value": 5}]
    assert orders_left(LAW, text, change).undone != []
    assert orders_left(LAW, text, change, does=[does]).undone == []
