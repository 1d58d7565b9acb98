"""Cycles that run have more of their law told in clauses: burning, gifts, uses of items and victory of the Hall."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

TELL = "tell-in-clauses"


def make_due(apps, schema_editor):
    """One entry for each running cycle that waits for none, at the instant of this migration by its own clock."""
    Cycle, Deadline = apps.get_model("cycles", "Cycle"), apps.get_model("cycles", "Deadline")
    now = timezone.now()
    waiting = set(Deadline.objects.filter(action=TELL).values_list("cycle_id", flat=True))
    for cycle in Cycle.objects.filter(fork_of=None, status="running").exclude(pk__in=waiting):
        at = max(now + (cycle.clock_offset or timedelta(0)), cycle.last_at or cycle.starts_at, cycle.starts_at)
        Deadline.objects.create(cycle=cycle, label=TELL, at=at, rank=0, order=0, action=TELL, args={})
        cycle.due_at = at if cycle.due_at is None else min(cycle.due_at, at)
        cycle.save(update_fields=["due_at"])


def take_back(apps, schema_editor):
    """What has not been told yet is not."""
    apps.get_model("cycles", "Deadline").objects.filter(action=TELL).delete()


class Migration(migrations.Migration):
    dependencies = [("cycles", "0009_fork_seeds")]

    operations = [migrations.RunPython(make_due, take_back)]
