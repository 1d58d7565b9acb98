from typing import Any

from django.db import migrations, models
from django.db.models import Max


def find_last_acts(apps: Any, schema_editor: Any) -> None:
    """Set the day of each player's last act, as the journal has it."""
    entries, players = apps.get_model("cycles", "Entry"), apps.get_model("players", "Player")
    for player in players.objects.filter(last_act_phase__isnull=False):
        acts = entries.objects.filter(cycle_id=player.cycle_id, actor=player.name, phase=player.last_act_phase)
        last = acts.aggregate(last=Max("at"))["last"]
        if last is not None:
            player.last_act_on = last.date()
            player.save(update_fields=["last_act_on"])


class Migration(migrations.Migration):
    dependencies = [("cycles", "0001_initial"), ("players", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="last_act_on",
            field=models.DateField(blank=True, help_text="the day of the last act (UTC)", null=True),
        ),
        migrations.RunPython(find_last_acts, migrations.RunPython.noop),
    ]
