from django.db import migrations
from django.db.models import F


def begin_with_the_cycle(apps, schema_editor):
    """R1: phase 0 begins where its cycle does, not where the calendar's span begins that contains it."""
    cycles = apps.get_model("cycles", "Cycle").objects
    cycles.filter(phase=0, phase_started_at__lt=F("starts_at")).update(phase_started_at=F("starts_at"))


class Migration(migrations.Migration):
    dependencies = [("cycles", "0003_chain")]

    operations = [migrations.RunPython(begin_with_the_cycle, migrations.RunPython.noop, elidable=True)]
