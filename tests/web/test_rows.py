"""Lists of a form are rows: something chosen or typed, and a number. Buttons add a row and take one out."""

import re

import pytest
from django.test import Client

from tests.web.test_blocks import Builder, opened
from tests.web.test_composing import operations

COSTS = "f:p:counts:/costs"
OFFER = "/shop/offers/Handy Pack"


@pytest.fixture
def offer(ada: Client) -> Builder:
    return opened(ada, entry=OFFER)


def row(builder: Builder, number: int, word: str, amount: str) -> None:
    builder.form.fields |= {f"row:{number}:{COSTS}": word, f"amount:{number}:{COSTS}": amount}


def test_a_row_is_added_and_filled(offer: Builder) -> None:
    """Without scripts: a button brings an empty row, in which an item of the law is chosen by its name."""
    assert offer.page.count(f'name="row:1:{COSTS}"') == 0
    offer.send(more_row=COSTS)
    assert re.search(f'name="row:1:{COSTS}".*?<option value="Chip">Chips</option>', offer.page, re.DOTALL)
    row(offer, 1, "Chip", "3")
    offer.send(put="1")
    assert operations(offer.answer)[-1]["value"]["costs"] == {"Vertebra": 12, "Chip": 3}


def test_an_empty_row_is_nothing(offer: Builder) -> None:
    offer.send(more_row=COSTS)
    row(offer, 1, "", "1")
    offer.send(look="1")
    assert offer.answer.context["draft"].editor.typed["entry_text"].count("Vertebra: 12") == 1
    assert offer.page.count(f'name="row:1:{COSTS}"') == 0


def test_a_row_is_taken_out_and_the_others_keep_what_was_typed(offer: Builder) -> None:
    """The row that is taken out is the one beside the button, though its item has just been changed."""
    offer.send(more_row=COSTS)
    row(offer, 0, "Chip", "4")
    row(offer, 1, "Vertebra", "9")
    offer.send(drop_row=f"0 {COSTS}")
    offer.send(put="1")
    assert operations(offer.answer)[-1]["value"]["costs"] == {"Vertebra": 9}


def test_the_last_row_can_be_taken_out(offer: Builder) -> None:
    offer.send(drop_row=f"0 {COSTS}")
    assert "costs: {}" in offer.entry


@pytest.mark.parametrize(
    ("word", "amount", "says"), [("Vertebra", "3", "is there twice"), ("Chip", "few", "a whole number")]
)
def test_an_error_stands_at_its_list_and_changes_nothing_else(
    offer: Builder, word: str, amount: str, says: str
) -> None:
    before = {name: text for name, text in offer.form.fields.items() if name.startswith("f:") and name != COSTS}
    offer.send(more_row=COSTS)
    row(offer, 1, word, amount)
    offer.send(422, put="1")
    at = offer.page.index(f'value="1 {COSTS}"')
    assert says in offer.page[at : offer.page.index('name="more_row"', at) + 400]
    assert {name: offer.form.fields[name] for name in before} == before
    assert [offer.form.fields[f"{part}:1:{COSTS}"] for part in ("row", "amount")] == [word, amount]


@pytest.mark.parametrize("odd", ["", "x", "0", f"999 {COSTS}", f"²² {COSTS}", "0 f:p:counts:/nothing"])
def test_odd_buttons_change_nothing(offer: Builder, odd: str) -> None:
    offer.send(drop_row=odd, more_row=odd)
    assert "Vertebra: 12" in offer.entry
