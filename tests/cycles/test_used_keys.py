"""What is kept of an idempotency key: numbers, from which nobody can tell the key, its person or what was sent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.cycles.commands.idempotency import key_hash
from nomic.cycles.commands.perform import perform
from nomic.cycles.models import NO_MARK, Entry
from tests.support.hall import WEEK, Hall

PACK = "Already-opened Pack"
BUY = {"offer": PACK}


@given(st.text(), st.integers(0, 2**63), st.text())
def test_a_mark_fits_its_column_whatever_the_key(slug: str, person: int, key: str) -> None:
    """A number of 63 bits, and never that of no key."""
    assert NO_MARK < 0 <= key_hash(slug, person, key) < 2**63


def test_the_same_key_leaves_other_marks_in_other_hands() -> None:
    """Of another person, in another cycle; however their names and numbers run together."""
    uses = [("hall", 1, "key"), ("hall", 2, "key"), ("halls", 1, "key"), ("hall", 11, "key"), ("hall", 1, "1/key")]
    assert len({key_hash(*use) for use in uses}) == len(uses)
    assert key_hash("hall", 1, "\ud800") != key_hash("hall", 1, "\udfff")


@pytest.mark.django_db
def test_nothing_tells_the_key(cast: Hall) -> None:
    """Nor what was sent; the entry itself says who acted, and what of it may be read."""
    entry = perform(cast.slug, cast.actor("ada"), "buy", BUY, idempotency_key="a key of ada's").entry
    (kept,) = Entry.objects.filter(mark__isnull=False).values()
    assert (kept["id"], type(kept["mark"]), type(kept["fingerprint"])) == (entry.pk, int, int)
    assert "a key of" not in str(kept)


@pytest.mark.django_db
def test_an_act_without_a_key_leaves_nothing_of_one(cast: Hall) -> None:
    """Nor does what the clock brings; they take no room in the index."""
    perform(cast.slug, cast.actor("ada"), "buy", BUY)
    cast.to(WEEK)
    assert not Entry.objects.filter(mark__isnull=False).exists()
    assert not Entry.objects.filter(fingerprint__isnull=False).exists()
