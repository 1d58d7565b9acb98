"""What an entry has drawn stands in its own row: each draw had one of its own, and two indexes.

So will what it has moved (`nomic/inventory/migrations/0004_movements_in_entries.py`).
"""

from itertools import groupby

from django.db import migrations, models

from nomic.chance.draws import Drawn
from nomic.config.json_text import RecordsField
from nomic.cycles.movement import Movement

AT_ONCE = 200  # entries, of which each may have drawn very often


def move_draws(apps, schema_editor):
    """The draws of each entry, in their order, as it says them."""
    draws, entries = apps.get_model("cycles", "Draw"), apps.get_model("cycles", "Entry")
    drew = draws.objects.order_by("entry_id").values_list("entry_id", flat=True).distinct()
    last = 0
    while batch := list(drew.filter(entry_id__gt=last)[:AT_ONCE]):
        rows = draws.objects.filter(entry_id__in=batch).order_by("entry_id", "place")
        changed = []
        for entry_id, drawn in groupby(rows.iterator(chunk_size=2_000), key=lambda draw: draw.entry_id):
            entry = entries(pk=entry_id)
            entry.draws = [Drawn(row.label, row.index, int(row.sides), int(row.value), row.purpose) for row in drawn]
            changed.append(entry)
        entries.objects.bulk_update(changed, ["draws"])
        last = batch[-1]


class Migration(migrations.Migration):
    dependencies = [("cycles", "0015_used_keys")]

    operations = [
        migrations.AlterField(  # its name is the column's now
            "draw", "entry", models.ForeignKey("cycles.entry", models.CASCADE, db_index=False, related_name="+")
        ),
        migrations.AddField(
            "entry", "draws", RecordsField(Drawn, help_text="of chance: label, index, sides, value and purpose of each")
        ),
        migrations.AddField(
            "entry",
            "moved",
            RecordsField(Movement, help_text="lines of the ledger: item, amount, giver, taker and a card's code"),
        ),
        migrations.RunPython(move_draws),
        migrations.DeleteModel("Draw"),
        migrations.RemoveIndex("entry", "entries_by_action"),
        migrations.AddIndex("entry", models.Index(fields=["cycle", "action"], name="entries_by_action")),
    ]
