"""Of a used idempotency key there is a number now, instead of the key and what was sent in hexadecimal."""

from django.db import migrations, models

from nomic.cycles.sent import mark_of

AT_ONCE = 2_000


def mark_keys(apps, schema_editor):
    """A number for each key: of what was sent, the beginning of its digest as ever."""
    answers, used = apps.get_model("cycles", "Answer"), apps.get_model("cycles", "UsedKey")
    rows = answers.objects.order_by("pk").values_list("pk", "cycle__slug", "person_id", "key", "fingerprint", "entry_id")
    last = 0
    while batch := list(rows.filter(pk__gt=last)[:AT_ONCE]):
        used.objects.bulk_create(
            used(mark=mark_of(slug, person, key), fingerprint=int(fingerprint[:16], 16) >> 1, entry_id=entry)
            for _, slug, person, key, fingerprint, entry in batch
        )
        last = batch[-1][0]


class Migration(migrations.Migration):
    dependencies = [("cycles", "0014_pages_claimed")]

    operations = [
        migrations.CreateModel(
            "UsedKey",
            [
                (
                    "mark",
                    models.BigIntegerField(
                        help_text="follows from the cycle's slug, the person and the key",
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("fingerprint", models.BigIntegerField(help_text="follows from the action and its arguments")),
                ("entry", models.ForeignKey("cycles.entry", models.CASCADE)),
            ],
        ),
        migrations.RunPython(mark_keys),
        migrations.DeleteModel("Answer"),
    ]
