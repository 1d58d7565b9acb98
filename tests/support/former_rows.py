"""Rows as they were before what they say stood in the rows of entries, for migrations that are older."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from nomic.cycles.models import Entry
from nomic.inventory.models import Card


@contextmanager
def draws_in_rows(migration: str) -> Iterator[Apps]:
    """The models as they were after a migration of the cycles, with a row for each draw that there is."""
    with _former("cycles", migration, "Draw") as (apps, rows):
        for entry in Entry.objects.whole().order_by("-pk"):
            for place, drawn in reversed(list(enumerate(entry.draws))):
                rows.create(
                    entry_id=entry.pk,
                    place=place,
                    label=drawn.label,
                    index=drawn.index,
                    sides=drawn.sides,
                    value=drawn.value,
                    purpose=drawn.purpose,
                )
        yield apps


@contextmanager
def lines_in_rows() -> Iterator[Apps]:
    """The models as they were before, with a row for each line of the ledger."""
    with _former("inventory", "0003_fewer_indexes", "Movement") as (apps, rows):
        cards = dict(Card.objects.values_list("code", "pk"))
        for entry in Entry.objects.whole().order_by("-pk"):
            for place, line in reversed(list(enumerate(entry.moved))):
                rows.create(
                    entry_id=entry.pk,
                    place=place,
                    item=line.item,
                    amount=line.amount,
                    giver=line.giver,
                    taker=line.taker,
                    card_id=cards.get(line.card),
                )
        yield apps


@contextmanager
def _former(app: str, migration: str, name: str) -> Iterator[tuple[Apps, Any]]:
    """A table that is no more, and what stood beside it. The test commits what it does."""
    apps = MigrationLoader(connection).project_state((app, migration)).apps
    model = apps.get_model(app, name)
    with connection.schema_editor() as editor:
        editor.create_model(model)
    try:
        yield apps, model._default_manager
    finally:
        with connection.schema_editor() as editor:
            editor.delete_model(model)


class Models:
    """The tables that a migration asks for, whatever its rooms."""

    def __init__(self, by_name: dict[str, Any]) -> None:
        self._by_name = by_name

    def get_model(self, app: str, name: str) -> Any:
        return self._by_name[name]
