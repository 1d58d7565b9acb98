"""Orders with two numbers: either both halves are carried out, or the half that is not is marked."""

import pytest

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, value_at
from nomic.law.document.templates import document_of
from nomic.web.composer.orders.drafting import draft_from, orders_left
from nomic.web.composer.orders.names_and_numbers.unused_figures import unused_figures
from nomic.web.composer.orders.reader import Reader
from tests.web.test_orders import CORPUS
from tests.web.test_orders import LAW as LAW_OF_CORPUS

LAW = Law(document_of("cycle-16"))
BURN = "/rules/actions/clauses/burn"


@pytest.mark.parametrize(
    ("text", "times", "gain"),
    [
        ("You can burn up to 3 cards each rest phase and get 2 vertebrae per card", 3, 2),
        ("You can burn up to 3 cards each rest phase and gain two Vertebrae for each.", 3, 2),
        ("You can burn up to 3 cards each rest phase and get 1 Vertebra per card.", 3, 1),
    ],
)
def test_both_halves_are_carried_out(text: str, times: int, gain: int) -> None:
    found = draft_from(LAW, text, [])
    made = amended_draft(LAW.document, found.operations)
    assert found.left == []
    assert (value_at(made, f"{BURN}/limit/times"), value_at(made, f"{BURN}/do/1/n")) == (times, gain)
    assert orders_left(LAW, text, found.operations).undone == []


@pytest.mark.parametrize(
    ("text", "done", "left"),
    [
        (
            "You can burn up to 3 cards each rest phase and get 2 Chips per card.",
            "You can burn up to 3 cards each rest phase",
            "get 2 Chips per card",
        ),
        (
            "You can burn up to 3 cards each rest phase, and pay 2 Vertebrae for each.",
            "You can burn up to 3 cards each rest phase",
            "pay 2 Vertebrae for each",
        ),
    ],
)
def test_the_half_that_is_not_is_marked(text: str, done: str, left: str) -> None:
    found = draft_from(LAW, text, [])
    assert (found.placed, found.added, [order for order, _ in found.left]) == ([done], [done], [left])
    again = draft_from(LAW, text, found.operations)
    assert (again.operations, [order for order, _ in again.left]) == ([], [left])
    assert orders_left(LAW, text, found.operations).undone == [left]


def test_no_order_of_the_corpus_is_done_with_a_number_unused(monkeypatch: pytest.MonkeyPatch) -> None:
    placed, unused = Reader._with_further_numbers, []

    def compared(reader: Reader, order: str, place: int, operations: list[dict[str, object]]) -> object:
        before = reader.now
        made = placed(reader, order, place, operations)
        if made and place not in reader.rests:
            after = Law(amended_draft(before.document, made))
            unused.extend((order, each[0]) for each in unused_figures(order, before, after, made))
        return made

    monkeypatch.setattr(Reader, "_with_further_numbers", compared)
    marked = {case["text"] for case in CORPUS if draft_from(LAW_OF_CORPUS, case["text"], []).left}
    assert unused == []
    assert marked == {case["text"] for case in CORPUS if case.get("left")}
