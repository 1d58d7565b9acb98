"""Rows of a form: what is typed into them is what is read, or is refused with words. Nothing is lost on the way."""

import random

import pytest

from nomic.forms.list_rows import join_rows, rows_of
from nomic.forms.schema_forms import Input
from nomic.law.document.entries import NotAnEntry
from nomic.law.schema.json_reader import Json
from tests.support.sent_forms import read_form

COSTS, DAYS = "f:p:counts:/costs", "f:p:numbers:/days"
WORDS = ("Chip", "Team: Red", "Chip:", "12: 30", ": odd", "Œuvre", "a, b", "{x", "3")


def typed(field: str, *rows: tuple[str, str]) -> str:
    """The text of a list after its rows were typed."""
    posted = {}
    for number, (word, amount) in enumerate(rows):
        posted[f"row:{number}:{field}"] = word
        if field == COSTS:
            posted[f"amount:{number}:{field}"] = amount
    return dict(join_rows([(field, "")], posted))[field]


def read(field: str, text: str) -> Json:
    return next(iter(read_form([(field, text)]).values()))


def shown(kind: str, text: str) -> list[tuple[str, str]]:
    found = rows_of(Input("f", kind, ("costs",), "p", text))
    assert found is not None
    return [(row.word, row.amount) for row in found]


@pytest.mark.parametrize("seed", range(30))
def test_any_words_come_back_with_their_amounts(seed: int) -> None:
    luck = random.Random(seed)
    rows = [(word, str(luck.randint(-9, 20_000))) for word in luck.sample(WORDS, 4)]
    text = typed(COSTS, *rows)
    assert shown("counts", text) == rows
    assert read(COSTS, text) == {word: int(amount) for word, amount in rows}


@pytest.mark.parametrize("amount", ["", "few", "yes", "-"])
def test_an_amount_that_is_no_number_stays_with_its_word(amount: str) -> None:
    text = typed(COSTS, ("Team: Red", amount), ("Chip", "2"))
    assert shown("counts", text) == [("Team: Red", amount), ("Chip", "2")]
    assert read(COSTS, text) == {"Team: Red": amount, "Chip": 2}


def test_an_amount_that_is_worked_out_stays_data() -> None:
    worked_out = '{"stock": "Team: Red", "of": "$me"}'
    text = typed(COSTS, ("Team: Red", worked_out), ("Chip", "2"))
    assert shown("counts", text) == [("Team: Red", worked_out), ("Chip", "2")]
    assert read(COSTS, text) == {"Team: Red": {"stock": "Team: Red", "of": "$me"}, "Chip": 2}


def test_an_amount_without_a_word_is_kept_and_refused() -> None:
    text = typed(COSTS, ("", "5"), ("Chip", "2"))
    assert shown("counts", text) == [("", "5"), ("Chip", "2")]
    with pytest.raises(NotAnEntry, match="say which item the 5 is for, or remove the row"):
        read(COSTS, text)


@pytest.mark.parametrize("amount", ["1", ""])
def test_an_empty_row_as_a_button_brings_it_is_nothing(amount: str) -> None:
    assert typed(COSTS, ("", amount), ("Chip", "2")) == "Chip: 2"


@pytest.mark.parametrize(
    ("said", "number"), [("1,000", 1000), ("12,345,678", 12_345_678), ("-1,000", -1000), ("7", 7), ("1 000", "1 000")]
)
def test_a_number_of_thousands_is_one_number(said: str, number: int | str) -> None:
    text = typed(DAYS, (said, ""), ("5", ""))
    assert read(DAYS, text) == [number, 5]
    assert len(shown("numbers", text)) == 2
    assert read(COSTS, typed(COSTS, ("Chip", said))) == {"Chip": number}


@pytest.mark.parametrize("said", ["1,00", "1,,000", "01,000", "1.000", "1,0000"])
def test_a_number_that_can_be_read_in_two_ways_is_not_read(said: str) -> None:
    (word, amount), *more = shown("counts", typed(COSTS, ("Chip", said)))
    assert (word, amount, more) == ("Chip", said, [])
    assert read(COSTS, typed(COSTS, ("Chip", said))) == {"Chip": said}
    assert read(DAYS, typed(DAYS, (said, ""))) == [said]
