"""Ids and digests of entries are bytes in the database: as digits they took twice the room, in an index too."""

from django.db import migrations

from nomic.config.hex_field import HexField

TO_BYTES = """
    ALTER TABLE cycles_entry
        ALTER COLUMN key TYPE bytea USING decode(key, 'hex'),
        ALTER COLUMN digest TYPE bytea USING decode(digest, 'hex')
"""


def as_bytes(apps, schema_editor):
    """The same ids and digests. SQLite does not mind what a column was declared to be."""
    database = schema_editor.connection
    if database.vendor == "postgresql":
        schema_editor.execute(TO_BYTES)
        return
    database.ensure_connection()
    database.connection.create_function("bytes_of", 1, bytes.fromhex, deterministic=True)
    schema_editor.execute("UPDATE cycles_entry SET key = bytes_of(key), digest = bytes_of(digest)")


class Migration(migrations.Migration):
    dependencies = [("cycles", "0017_answered_keys_in_entries")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(as_bytes)],
            state_operations=[
                migrations.AlterField("entry", "key", HexField(help_text="the id that keys its draws")),
                migrations.AlterField(
                    "entry", "digest", HexField(help_text="over the digest of the entry before it and all it says")
                ),
            ],
        )
    ]
