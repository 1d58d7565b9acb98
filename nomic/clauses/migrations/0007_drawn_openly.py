"""Entries of cycles whose law has kept secrets: from now on more of their draws would be secret, so they are noted."""

import json
from itertools import islice
from typing import Any

import nomic.config.hex_field
from django.db import migrations, models

AT_ONCE = 1_000


def note_entries(apps: Any, schema_editor: Any) -> None:
    revisions = apps.get_model("law", "Revision").objects.order_by("pk").values_list("book_id", "document", "amendments")
    books = {
        book
        for book, document, amendments in revisions.iterator(chunk_size=20)
        if any(f'"seen": "{whom}"' in json.dumps([document, amendments]) for whom in ("owner", "nobody"))
    }
    drawn_openly, entries = apps.get_model("clauses", "DrawnOpenly"), apps.get_model("cycles", "Entry").objects
    keys = entries.filter(cycle__book__in=books).order_by("pk").values_list("key", flat=True)
    left = keys.iterator(chunk_size=AT_ONCE)
    while some := list(islice(left, AT_ONCE)):
        drawn_openly.objects.bulk_create([drawn_openly(key=key) for key in some], ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ('clauses', '0006_hidden_values'),
        ('cycles', '0019_smaller_deadlines'),
        ('law', '0002_differences'),
    ]

    operations = [
        migrations.CreateModel(
            name='DrawnOpenly',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', nomic.config.hex_field.HexField(unique=True)),
            ],
        ),
        migrations.RunPython(note_entries, migrations.RunPython.noop),
    ]
