"""Cycles that run have their first grant (R7) told in a clause."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

TELL = "tell-in-clauses"
LABEL = f"{TELL}, the first grant"
PLACES = ["/starting_grant"]


def make_due(apps, schema_editor):
    """One entry for each running cycle, at the instant of this migration by its own clock."""
    Cycle, Deadline = apps.get_model("cycles", "Cycle"), apps.get_model("cycles", "Deadline")
    now = timezone.now()
    for cycle in Cycle.objects.filter(fork_of=None, status="running"):
        at = max(now + (cycle.clock_offset or timedelta(0)), cycle.last_at or cycle.starts_at, cycle.starts_at)
        args = {"places": PLACES}
        Deadline.objects.create(cycle=cycle, label=LABEL, at=at, rank=0, order=0, action=TELL, args=args)
        cycle.due_at = at if cycle.due_at is None else min(cycle.due_at, at)
        cycle.save(update_fields=["due_at"])


def take_back(apps, schema_editor):
    """What has not been told yet is not."""
    apps.get_model("cycles", "Deadline").objects.filter(action=TELL, label=LABEL).delete()


class Migration(migrations.Migration):
    dependencies = [("cycles", "0011_carry_out_words")]

    operations = [migrations.RunPython(make_due, take_back)]
