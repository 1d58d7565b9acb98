"""A fork of a correction is built: `telling` becomes `building`, and `told` becomes `built`."""

from typing import Any

from django.db import migrations, models

NEW = {"telling": "building", "told": "built"}


def rename(apps: Any, schema_editor: Any, names: dict[str, str] = NEW) -> None:
    """Rename the statuses of all rows."""
    for old, new in names.items():
        apps.get_model("corrections", "Correction").objects.filter(status=old).update(status=new)


def rename_back(apps: Any, schema_editor: Any) -> None:
    """Restore the former statuses of all rows."""
    rename(apps, schema_editor, {new: old for old, new in NEW.items()})


class Migration(migrations.Migration):
    dependencies = [
        ("corrections", "0002_plain_words"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="correction", name="one_correction_at_a_time"),
        migrations.RunPython(rename, rename_back),
        migrations.AlterField(
            model_name="correction",
            name="status",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting to be calculated"),
                    ("building", "is being calculated"),
                    ("built", "ready to view"),
                    ("broken", "could not be calculated"),
                    ("adopted", "adopted"),
                    ("dropped", "dropped"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="correction",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ["waiting", "building", "built", "broken"])),
                fields=("cycle",),
                name="one_correction_at_a_time",
            ),
        ),
    ]
