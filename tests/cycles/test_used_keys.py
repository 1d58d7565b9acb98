"""What is kept of an idempotency key: numbers, from which nobody can tell the key, its person or what was sent."""

import hashlib
import importlib
import json

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from hypothesis import given
from hypothesis import strategies as st

from nomic.cycles.models import NO_MARK, Entry
from nomic.cycles.perform import perform
from nomic.cycles.refusals import KeyReused
from nomic.cycles.sent import mark_of
from tests.support.former_rows import Models
from tests.support.hall import WEEK, Hall

PACK = "Already-opened Pack"
BUY = {"offer": PACK}


@given(st.text(), st.integers(0, 2**63), st.text())
def test_a_mark_fits_its_column_whatever_the_key(slug: str, person: int, key: str) -> None:
    """A number of 63 bits, and never that of no key."""
    assert NO_MARK < 0 <= mark_of(slug, person, key) < 2**63


def test_the_same_key_leaves_other_marks_in_other_hands() -> None:
    """Of another person, in another cycle; however their names and numbers run together."""
    uses = [("hall", 1, "key"), ("hall", 2, "key"), ("halls", 1, "key"), ("hall", 11, "key"), ("hall", 1, "1/key")]
    assert len({mark_of(*use) for use in uses}) == len(uses)
    assert mark_of("hall", 1, "\ud800") != mark_of("hall", 1, "\udfff")


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


@pytest.mark.django_db(transaction=True)
def test_the_migrations_keep_every_key_that_was_used(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are read at a time, and more: each answers the same act again, and no other."""
    first, second = (
        importlib.import_module(f"nomic.cycles.migrations.{name}")
        for name in ("0015_used_keys", "0017_answered_keys_in_entries")
    )
    monkeypatch.setattr(first, "AT_ONCE", 2)
    cast.grant("ada", "Vertebra", 100)
    keys = [f"key {number}" for number in range(5)]
    entries = [perform(cast.slug, cast.actor("ada"), "buy", BUY, idempotency_key=key).entry for key in keys]
    as_ever = list(Entry.objects.order_by("seq").values_list("mark", "fingerprint"))
    loader = MigrationLoader(connection)
    answers = loader.project_state(("cycles", "0014_pages_claimed")).apps.get_model("cycles", "Answer")
    used = loader.project_state(("cycles", "0015_used_keys")).apps.get_model("cycles", "UsedKey")
    with connection.schema_editor() as editor:
        editor.create_model(answers)
        editor.create_model(used)
    try:
        for key, entry in zip(keys, entries, strict=True):
            answers.objects.create(
                cycle_id=cast.pk,
                person_id=cast.actor("ada").person_id,
                key=key,
                fingerprint=old_fingerprint("buy", entry),
                entry_id=entry.pk,
            )
        Entry.objects.update(mark=None, fingerprint=None)
        models = Models({"Answer": answers, "UsedKey": used, "Entry": Entry})
        first.mark_keys(models, None)
        second.move_keys(models, None)
    finally:
        with connection.schema_editor() as editor:
            editor.delete_model(answers)
            editor.delete_model(used)
    assert list(Entry.objects.order_by("seq").values_list("mark", "fingerprint")) == as_ever
    for key, entry in zip(keys, entries, strict=True):
        again = perform(cast.slug, cast.actor("ada"), "buy", BUY, idempotency_key=key)
        assert (again.again, again.entry.pk) == (True, entry.pk)
        with pytest.raises(KeyReused):
            perform(cast.slug, cast.actor("ada"), "buy", BUY | {"count": 2}, idempotency_key=key)


def old_fingerprint(action: str, entry: Entry) -> str:
    """What was kept of what was sent until then, in hexadecimal."""
    return hashlib.sha256(json.dumps([action, entry.args], sort_keys=True).encode()).hexdigest()
