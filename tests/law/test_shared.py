"""Laws that are the same are read once."""

import copy

import pytest

from nomic.law import shared
from nomic.law.sections import Law
from tests.support.hall import bare_law


@pytest.fixture(autouse=True)
def nothing_read() -> None:
    shared.forget()


def test_two_books_with_the_same_words_share_a_reading() -> None:
    """Whatever object they come in; as another revision it is another law."""
    law = shared.law_of(bare_law(), 3)
    assert isinstance(law, Law)
    assert shared.law_of(copy.deepcopy(bare_law()), 3) is law
    assert shared.law_of(bare_law(), 4) is not law
    assert shared.law_of(bare_law(), 4).number == 4


def test_other_words_are_another_law() -> None:
    document = bare_law()
    law = shared.law_of(document, 0)
    other = copy.deepcopy(document)
    other["rules"]["time"]["body"] = "There is no time."
    assert shared.law_of(other, 0) is not law
    assert shared.law_of(other, 0).document == other


def test_the_last_readings_are_kept_and_no_more() -> None:
    """What was asked for lately stays, what was not is read anew."""
    first, second = (shared.law_of(bare_law(), number) for number in (0, 1))
    for number in range(2, shared.MOST + 1):
        shared.law_of(bare_law(), number)
        assert shared.law_of(bare_law(), 0) is first
    assert shared.law_of(bare_law(), 1) is not second
