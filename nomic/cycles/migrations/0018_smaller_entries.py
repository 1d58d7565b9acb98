"""Entries take less room: ids and digests as bytes, what they say as text, and nothing where they say nothing.

As digits ids took twice the room, in an index too; texts that PostgreSQL knew to be JSON took a fifth more.
"""

from django.db import migrations

from nomic.config.hex_field import HexField
from nomic.config.alter_at_once import Alter
from nomic.config.json_text import JsonTextField

ALL_AT_ONCE = """
    ALTER TABLE cycles_entry
        ALTER COLUMN key TYPE bytea USING decode(key, 'hex'),
        ALTER COLUMN digest TYPE bytea USING decode(digest, 'hex'),
        ALTER COLUMN args DROP NOT NULL,
        ALTER COLUMN args TYPE text USING NULLIF(args::text, '{}'),
        ALTER COLUMN sealed DROP NOT NULL,
        ALTER COLUMN sealed TYPE text USING NULLIF(sealed::text, '{}'),
        ALTER COLUMN words DROP NOT NULL,
        ALTER COLUMN words TYPE text USING NULLIF(words::text, '[]'),
        ALTER COLUMN events DROP NOT NULL,
        ALTER COLUMN events TYPE text USING NULLIF(events::text, '[]')
"""
ALL_ROWS = """
    UPDATE cycles_entry SET
        key = bytes_of(key), digest = bytes_of(digest),
        args = NULLIF(args, '{}'), sealed = NULLIF(sealed, '{}'),
        words = NULLIF(words, '[]'), events = NULLIF(events, '[]')
"""


def alter_at_once(apps, schema_editor):
    """PostgreSQL writes all rows anew, once."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(ALL_AT_ONCE)


def write_anew(apps, schema_editor):
    """SQLite has the columns altered, and what stands in them as it was."""
    database = schema_editor.connection
    if database.vendor != "postgresql":
        database.ensure_connection()
        database.connection.create_function("bytes_of", 1, bytes.fromhex, deterministic=True)
        schema_editor.execute(ALL_ROWS)


class Migration(migrations.Migration):
    dependencies = [("cycles", "0017_answered_keys_in_entries")]

    operations = [
        migrations.RunPython(alter_at_once),
        Alter("entry", "key", HexField(help_text="the id that keys its draws")),
        Alter("entry", "digest", HexField(help_text="over the digest of the entry before it and all it says")),
        Alter("entry", "args", JsonTextField(dict, help_text="of what is sealed only the commitment")),
        Alter(
            "entry",
            "sealed",
            JsonTextField(dict, help_text="secret: value and salt of the arguments kept sealed, by name"),
        ),
        Alter("entry", "words", JsonTextField(list, help_text="what it changed, in sentences")),
        Alter("entry", "events", JsonTextField(list, help_text="what it changed, for programs")),
        migrations.RunPython(write_anew),
    ]
