"""Laws that are the same are read once."""

import copy
from collections import OrderedDict

import pytest

from nomic.law.document import cache
from nomic.law.document.sections import Law
from tests.support.hall import bare_law


@pytest.fixture(autouse=True)
def nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_read", OrderedDict())


def test_two_books_with_the_same_words_share_a_reading() -> None:
    """Whatever object they come in; as another revision it is another law."""
    law = cache.law_of(bare_law(), 3)
    assert isinstance(law, Law)
    assert cache.law_of(copy.deepcopy(bare_law()), 3) is law
    assert cache.law_of(bare_law(), 4) is not law
    assert cache.law_of(bare_law(), 4).number == 4


def test_other_words_are_another_law() -> None:
    document = bare_law()
    law = cache.law_of(document, 0)
    other = copy.deepcopy(document)
    other["rules"]["time"]["body"] = "There is no time."
    assert cache.law_of(other, 0) is not law
    assert cache.law_of(other, 0).document == other


def test_the_last_readings_are_kept_and_no_more() -> None:
    """What was asked for lately stays, what was not is read anew."""
    first, second = (cache.law_of(bare_law(), number) for number in (0, 1))
    for number in range(2, cache.MAX_COUNT + 1):
        cache.law_of(bare_law(), number)
        assert cache.law_of(bare_law(), 0) is first
    assert cache.law_of(bare_law(), 1) is not second
