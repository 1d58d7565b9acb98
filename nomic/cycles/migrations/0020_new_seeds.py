"""A phase may get a new seed on its way; a row says from which entry on it serves."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cycles", "0019_smaller_deadlines")]

    operations = [
        migrations.AddField(
            "phaseseed",
            "since",
            models.PositiveBigIntegerField(
                default=0, help_text="the entry that brought it: later entries draw by it; 0 for a phase's first seed"
            ),
        ),
        migrations.AlterModelOptions("phaseseed", {"ordering": ["phase", "since"]}),
        migrations.RemoveConstraint("phaseseed", "one_seed_per_phase"),
        migrations.AddConstraint(
            "phaseseed",
            models.UniqueConstraint(fields=["cycle", "phase", "since"], name="one_seed_per_phase_and_entry"),
        ),
    ]
