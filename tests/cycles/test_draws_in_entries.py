"""The draws of an entry stand in its row, and are read where they are asked for."""

import importlib
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from nomic.chance.draws import MOST_SIDES, Drawn
from nomic.cycles.draws_field import DrawsField
from nomic.cycles.models import Entry
from tests.support.draws_in_rows import draws_in_rows
from tests.support.hall import Hall

FIELD = DrawsField()
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
numbers = st.integers(0, MOST_SIDES)
draws = st.lists(st.builds(Drawn, texts, numbers, numbers, numbers, texts), max_size=5)


@given(draws)
def test_draws_are_read_as_they_were_written(drawn: list[Drawn]) -> None:
    """Whatever they were for, and however many sides there were; no draws are nothing."""
    text = FIELD.get_prep_value(drawn)
    assert (text is None) == (drawn == [])
    assert FIELD.from_db_value(text, None, connection) == drawn


@pytest.mark.django_db
def test_an_entry_of_a_list_is_read_without_its_draws(cast: Hall) -> None:
    """They can be very many, and few lists show them; whoever asks for those of one gets them."""
    cast.grant("ada", "Deck Pack")
    drawn = cast.do("ada", "open-pack", pack="Deck Pack").draws
    assert len(drawn) > 10
    with CaptureQueriesContext(connection) as queries:
        entries = list(Entry.objects.filter(cycle=cast.pk).order_by("seq"))
        assert '"draws"' not in queries[0]["sql"]
        assert (entries[-1].draws, len(queries)) == (drawn, 2)
    with CaptureQueriesContext(connection) as queries:
        assert [entry.draws for entry in Entry.objects.with_draws().filter(cycle=cast.pk).order_by("seq")][-1] == drawn
        assert len(queries) == 1


@pytest.mark.django_db
def test_entries_that_drew_are_told_from_others(cast: Hall) -> None:
    """By the database: of a hundred thousand entries nobody reads what none of them drew."""
    cast.grant("ada", "Deck Pack")
    entry = cast.do("ada", "open-pack", pack="Deck Pack")
    cast.grant("ada", "Chip")
    mine = Entry.objects.filter(cycle=cast.pk, seq__gte=entry.seq)
    assert list(mine.filter(draws__isnull=False)) == [entry]
    assert mine.filter(draws__isnull=True).exists()


@pytest.mark.django_db(transaction=True)
def test_the_migration_keeps_every_draw(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its place, of more entries than it reads at a time."""
    migration = importlib.import_module("nomic.cycles.migrations.0016_draws_in_entries")
    monkeypatch.setattr(migration, "AT_ONCE", 2)
    cast.grant("ada", "Already-opened Pack", 5)
    drew = [cast.do("ada", "open-pack", pack="Already-opened Pack") for _ in range(5)]
    as_ever = {entry.pk: entry.draws for entry in Entry.objects.with_draws()}
    with draws_in_rows("0015_used_keys") as before:
        Entry.objects.filter(pk__in=[entry.pk for entry in drew]).update(draws=[])
        migration.move_draws(Apps(before.get_model("cycles", "Draw")), None)
    assert {entry.pk: entry.draws for entry in Entry.objects.with_draws()} == as_ever


class Apps:
    """The tables that the migration asks for."""

    def __init__(self, draws: Any) -> None:
        self._models = {"Draw": draws, "Entry": Entry}

    def get_model(self, app: str, name: str) -> Any:
        return self._models[name]
