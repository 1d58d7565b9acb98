"""Cycles that run have their law told in clauses next: what was said in sections before stands in their rules now."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone


def make_due(apps, schema_editor):
    """One entry for each running cycle, at the instant of this migration by its own clock."""
    Cycle, Deadline = apps.get_model("cycles", "Cycle"), apps.get_model("cycles", "Deadline")
    now = timezone.now()
    for cycle in Cycle.objects.filter(fork_of=None, status="running"):
        at = max(now + (cycle.clock_offset or timedelta(0)), cycle.last_at or cycle.starts_at, cycle.starts_at)
        Deadline.objects.create(
            cycle=cycle, label="tell-in-clauses", at=at, rank=0, order=0, action="tell-in-clauses", args={}
        )
        cycle.due_at = at if cycle.due_at is None else min(cycle.due_at, at)
        cycle.save(update_fields=["due_at"])


def take_back(apps, schema_editor):
    """What has not been told yet is not."""
    apps.get_model("cycles", "Deadline").objects.filter(action="tell-in-clauses").delete()


class Migration(migrations.Migration):
    dependencies = [("cycles", "0007_later")]

    operations = [migrations.RunPython(make_due, take_back)]
