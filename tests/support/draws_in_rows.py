"""Draws as they were kept before each stood in the row of its entry, for migrations that are older."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from nomic.cycles.models import Entry


@contextmanager
def draws_in_rows(migration: str) -> Iterator[Apps]:
    """The models as they were after a migration of the cycles, with a row for each draw that there is.

    The test commits what it does.
    """
    apps = MigrationLoader(connection).project_state(("cycles", migration)).apps
    rows = apps.get_model("cycles", "Draw")
    with connection.schema_editor() as editor:
        editor.create_model(rows)
    try:
        for entry in Entry.objects.with_draws().order_by("-pk"):
            for place, drawn in reversed(list(enumerate(entry.draws))):
                rows._default_manager.create(
                    entry_id=entry.pk,
                    place=place,
                    label=drawn.label,
                    index=drawn.index,
                    sides=drawn.sides,
                    value=drawn.value,
                    purpose=drawn.purpose,
                )
        yield apps
    finally:
        with connection.schema_editor() as editor:
            editor.delete_model(rows)
