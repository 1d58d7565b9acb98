"""Cards take less room: what is their own is text, and nothing where there is nothing."""

from django.db import migrations

from nomic.config.alter_at_once import Alter
from nomic.config.json_text import JsonTextField

LISTS = ("own_values", "own_suits", "own_colours", "own_types", "own_only", "modifiers")
HELP = {"own_only": "traits of which it has its own alone, as “values”"}


def alter_at_once(apps, schema_editor):
    """PostgreSQL writes all rows anew, once."""
    if schema_editor.connection.vendor == "postgresql":
        columns = [
            f"ALTER COLUMN {name} DROP NOT NULL, ALTER COLUMN {name} TYPE text USING NULLIF({name}::text, '[]')"
            for name in LISTS
        ]
        schema_editor.execute(f"ALTER TABLE inventory_card {', '.join(columns)}")


def leave_out(apps, schema_editor):
    """SQLite has the columns altered, and what stands in them as it was."""
    if schema_editor.connection.vendor != "postgresql":
        columns = [f"{name} = NULLIF({name}, '[]')" for name in LISTS]
        schema_editor.execute(f"UPDATE inventory_card SET {', '.join(columns)}")  # noqa: S608 - our names


class Migration(migrations.Migration):
    dependencies = [("inventory", "0004_movements_in_entries")]

    operations = [
        migrations.RunPython(alter_at_once),
        *(
            Alter("card", name, JsonTextField(list, **({"help_text": HELP[name]} if name in HELP else {})))
            for name in LISTS
        ),
        migrations.RunPython(leave_out),
    ]
