"""For migrations that alter several columns of a large table: PostgreSQL writes all its rows anew, once."""

from collections.abc import Mapping
from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from nomic.config.json_text import JsonTextField


class Alter(migrations.AlterField):
    """A column is altered, but on PostgreSQL, where a statement before has done that with all others."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)


def as_text(table: str, model: str, fields: Mapping[str, JsonTextField]) -> list[Operation]:
    """What has these columns of JSON, by name, be text, and NULL where they are empty."""
    empty = {name: "'{}'" if field.empty is dict else "'[]'" for name, field in fields.items()}

    def alter_all(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            altered = [f"ALTER COLUMN {name} DROP NOT NULL" for name in empty]
            altered += [
                f"ALTER COLUMN {name} TYPE text USING NULLIF({name}::text, {nothing})"
                for name, nothing in empty.items()
            ]
            schema_editor.execute(f"ALTER TABLE {table} {', '.join(altered)}")

    def leave_out(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        """SQLite has the columns altered, and what stands in them as it was."""
        if schema_editor.connection.vendor != "postgresql":
            left = [f"{name} = NULLIF({name}, {nothing})" for name, nothing in empty.items()]
            schema_editor.execute(f"UPDATE {table} SET {', '.join(left)}")  # noqa: S608 - our names

    return [
        migrations.RunPython(alter_all),
        *(Alter(model, name, field) for name, field in fields.items()),
        migrations.RunPython(leave_out),
    ]
