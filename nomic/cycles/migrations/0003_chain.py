"""The journal becomes a chain, also over the entries that are there already: their ids stay as they are."""

import secrets
from collections import defaultdict

from django.db import migrations, models

from nomic.chance.draws import Drawn
from nomic.cycles import chain

AT_ONCE = 200


def chain_up(apps, schema_editor):
    """Give every cycle its head, and every entry its digest."""
    cycles, entries, draws, revisions = (
        apps.get_model(*name)
        for name in (("cycles", "Cycle"), ("cycles", "Entry"), ("cycles", "Draw"), ("law", "Revision"))
    )
    for cycle in cycles.objects.order_by("pk"):  # a fork comes after its original
        cycle.unchained = cycle.seq
        cycle.own_seed = cycle.fork_of.own_seed if cycle.fork_of else secrets.token_hex(32)
        first = revisions.objects.get(book=cycle.book_id, number=0)
        cycle.head = chain.digest(chain.first_link(first.document, cycle.starts_at, cycle.unchained))
        for start in range(0, cycle.seq, AT_ONCE):
            rows = list(entries.objects.filter(cycle=cycle, seq__gt=start, seq__lte=start + AT_ONCE).order_by("seq"))
            drawn = defaultdict(list)
            for row in draws.objects.filter(entry_id__in=[entry.pk for entry in rows]).order_by("place"):
                drawn[row.entry_id].append(Drawn(row.label, row.index, int(row.sides), int(row.value), row.purpose))
            for entry in rows:
                cycle.head = entry.digest = chain.digest(chain.link_of(entry, drawn[entry.pk], cycle.head))
            entries.objects.bulk_update(rows, ["digest"])
        cycle.save(update_fields=["unchained", "own_seed", "head"])


class Migration(migrations.Migration):
    dependencies = [("cycles", "0002_sealed_arguments")]

    operations = [
        migrations.AddField(
            "cycle",
            "head",
            models.CharField(blank=True, help_text="the digest of the newest entry", max_length=64, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            "cycle",
            "own_seed",
            models.CharField(
                blank=True,
                help_text="secret, and never published; for what is no dice, as what bots think",
                max_length=64,
                default="",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "cycle",
            "unchained",
            models.PositiveBigIntegerField(
                default=0, help_text="how many entries are older than the chain: their ids are random"
            ),
        ),
        migrations.AddField(
            "entry",
            "digest",
            models.CharField(
                help_text="over the digest of the entry before it and all it says", max_length=64, default=""
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            "entry", "key", models.CharField(help_text="the id that keys its draws", max_length=32)
        ),
        migrations.RunPython(chain_up, migrations.RunPython.noop, elidable=False),
    ]
