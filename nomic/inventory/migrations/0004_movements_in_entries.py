"""What an entry has moved stands in its own row: each line of the ledger had one of its own, and three indexes."""

from itertools import groupby

from django.db import migrations

from nomic.cycles.movement import Movement

AT_ONCE = 200  # entries, of which each may have moved very much


def move_lines(apps, schema_editor):
    """The lines of each entry, in their order, as it says them."""
    lines, entries = apps.get_model("inventory", "Movement"), apps.get_model("cycles", "Entry")
    moving = lines.objects.order_by("entry_id").values_list("entry_id", flat=True).distinct()
    last = 0
    while batch := list(moving.filter(entry_id__gt=last)[:AT_ONCE]):
        rows = lines.objects.filter(entry_id__in=batch).select_related("card").order_by("entry_id", "place")
        changed = []
        for entry_id, moved in groupby(rows.iterator(chunk_size=2_000), key=lambda line: line.entry_id):
            entry = entries(pk=entry_id)
            entry.moved = [
                Movement(line.item, line.amount, line.giver, line.taker, line.card.code if line.card else "")
                for line in moved
            ]
            changed.append(entry)
        entries.objects.bulk_update(changed, ["moved"])
        last = batch[-1]


class Migration(migrations.Migration):
    dependencies = [("cycles", "0016_what_entries_drew_and_moved"), ("inventory", "0003_fewer_indexes")]

    operations = [migrations.RunPython(move_lines), migrations.DeleteModel("Movement")]
