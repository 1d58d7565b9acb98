"""What is kept of an idempotency key: numbers, from which nobody can tell the key, its person or what was sent."""

import hashlib
import importlib
import json
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from hypothesis import given
from hypothesis import strategies as st

from nomic.cycles.models import NO_MARK, Entry, UsedKey
from nomic.cycles.perform import perform
from nomic.cycles.refusals import KeyReused
from nomic.cycles.sent import mark_of
from tests.support.hall import Hall

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
    """Nor who used it; the entry says that to whoever may read it."""
    performed = perform(cast.slug, cast.actor("ada"), "buy", BUY, idempotency_key="a key of ada's")
    (kept,) = UsedKey.objects.values()
    assert {name: type(value) for name, value in kept.items()} == {"mark": int, "fingerprint": int, "entry_id": int}
    assert kept["entry_id"] == performed.entry.pk


@pytest.mark.django_db(transaction=True)
def test_the_migration_keeps_every_key_that_was_used(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as it reads at a time, and more: each answers the same act again, and no other."""
    migration = importlib.import_module("nomic.cycles.migrations.0015_used_keys")
    monkeypatch.setattr(migration, "AT_ONCE", 2)
    cast.grant("ada", "Vertebra", 100)
    keys = [f"key {number}" for number in range(5)]
    entries = [perform(cast.slug, cast.actor("ada"), "buy", BUY, idempotency_key=key).entry for key in keys]
    as_ever = list(UsedKey.objects.order_by("mark").values_list())
    before = MigrationLoader(connection).project_state(("cycles", "0014_pages_claimed")).apps
    answers = before.get_model("cycles", "Answer")
    with connection.schema_editor() as editor:
        editor.create_model(answers)
    try:
        for key, entry in zip(keys, entries, strict=True):
            answers.objects.create(
                cycle_id=cast.pk,
                person_id=cast.actor("ada").person_id,
                key=key,
                fingerprint=old_fingerprint("buy", entry),
                entry_id=entry.pk,
            )
        UsedKey.objects.all().delete()
        migration.mark_keys(Apps(answers), None)
    finally:
        with connection.schema_editor() as editor:
            editor.delete_model(answers)
    assert list(UsedKey.objects.order_by("mark").values_list()) == as_ever
    for key, entry in zip(keys, entries, strict=True):
        again = perform(cast.slug, cast.actor("ada"), "buy", BUY, idempotency_key=key)
        assert (again.again, again.entry.pk) == (True, entry.pk)
        with pytest.raises(KeyReused):
            perform(cast.slug, cast.actor("ada"), "buy", BUY | {"count": 2}, idempotency_key=key)


def old_fingerprint(action: str, entry: Entry) -> str:
    """What was kept of what was sent until then, in hexadecimal."""
    return hashlib.sha256(json.dumps([action, entry.args], sort_keys=True).encode()).hexdigest()


class Apps:
    """The tables that the migration asks for."""

    def __init__(self, answers: Any) -> None:
        self._models = {"Answer": answers, "UsedKey": UsedKey}

    def get_model(self, app: str, name: str) -> Any:
        return self._models[name]
