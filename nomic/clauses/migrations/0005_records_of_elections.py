from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Replace

# What version 1.0 recorded of an election in which nobody stood, and what is recorded now.
EMPTY_ROUND, NOBODY_STANDS = "Round 1: . Nobody is elected.", "Nobody stands. Nobody is elected."


def reword(apps, schema_editor):
    """Reword the records of elections that rules keep. They are part of the state, which a replay makes again."""
    for model, column in (
        ("KeptValue", "members"),
        ("ValueChange", "members_before"),
        ("ValueChange", "members_after"),
    ):
        rows = apps.get_model("clauses", model).objects.filter(**{f"{column}__contains": EMPTY_ROUND})
        rows.update(**{column: Replace(F(column), Value(EMPTY_ROUND), Value(NOBODY_STANDS))})


class Migration(migrations.Migration):

    dependencies = [
        ("clauses", "0004_prompts_of_questions"),
    ]

    operations = [
        migrations.RunPython(reword, migrations.RunPython.noop),
    ]
