"""Which idempotency key an entry answers stands in its own row: each key had one of its own, and two indexes."""

from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery


def move_keys(apps, schema_editor):
    """What is left of each key goes into the entry that answers it."""
    used, entries = apps.get_model("cycles", "UsedKey"), apps.get_model("cycles", "Entry")
    its_own = used.objects.filter(entry=OuterRef("pk"))
    entries.objects.filter(pk__in=used.objects.values("entry")).update(
        mark=Subquery(its_own.values("mark")[:1]), fingerprint=Subquery(its_own.values("fingerprint")[:1])
    )


class Migration(migrations.Migration):
    dependencies = [("cycles", "0016_what_entries_drew_and_moved")]

    operations = [
        migrations.AddField(
            "entry",
            "mark",
            models.BigIntegerField(
                null=True, editable=False, help_text="follows from the idempotency key that it answers, cycle and person"
            ),
        ),
        migrations.AddField(
            "entry",
            "fingerprint",
            models.BigIntegerField(
                null=True, editable=False, help_text="follows from the action and the arguments that came with the key"
            ),
        ),
        migrations.RunPython(move_keys),
        migrations.DeleteModel("UsedKey"),
        migrations.AddConstraint(
            "entry",
            models.UniqueConstraint(fields=["mark"], condition=Q(mark__isnull=False), name="one_entry_per_mark"),
        ),
    ]
