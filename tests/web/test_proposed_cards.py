"""A proposal that adds cards shows them as they will look."""

import copy
from typing import Any

import pytest
from django.test import Client

from nomic.law.document import sections
from tests.support.hall import Hall, cast, clock, cycle_16, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]

SHOWN = 'class="hand face-as-written"'


def card(name: str, **more: Any) -> dict[str, Any]:
    value = copy.deepcopy(cycle_16()["cards"]["Ace"]) | more
    return {"op": "add", "path": f"/cards/{name}", "value": value}


def page_of(hall: Hall, number: int = 1) -> str:
    return Client().get(f"/c/hall/proposals/{number}/").content.decode()


def test_an_added_card_is_drawn_and_a_changed_one_is_not(cast: Hall) -> None:
    cast.propose("ada", card("Magpie"))
    page = page_of(cast)
    assert page.count(SHOWN) == 1
    assert "Magpie" in page.partition(SHOWN)[2].partition("</section>")[0]
    cast.propose("ada", {"op": "replace", "path": "/cards/Ace/text", "value": "Other words."})
    assert SHOWN not in page_of(cast, 2)


def test_what_else_a_proposal_adds_belongs_to_its_cards(cast: Hall) -> None:
    """A card of a new type: without the type, the law would have no such card."""
    law = cycle_16()
    modifier = {"op": "add", "path": "/modifiers/Glossy", "value": copy.deepcopy(law["modifiers"]["Holographic"])}
    cast.propose("ada", modifier, card("Magpie"), card("Jackdaw"))
    assert page_of(cast).count(SHOWN) == 2


def test_many_cards_are_checked_once(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law is read whole to check it, so not for each of them."""
    real, count = sections.flaws_of, []

    def counted(document: Any) -> Any:
        count.append(1)
        return real(document)

    cast.propose("ada", card("Magpie"))
    cast.propose("ada", *(card(f"Magpie {number}") for number in range(12)))
    page_of(cast, 1), page_of(cast, 2)
    monkeypatch.setattr("nomic.law.document.sections.flaws_of", counted)
    spent = []
    for number in (1, 2):
        count.clear()
        assert page_of(cast, number).count(SHOWN) == (1 if number == 1 else 12)
        spent.append(len(count))
    assert spent[0] == spent[1]
