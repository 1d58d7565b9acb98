"""Cycles that run have trades and the court carried out where their rules speak of them as they always did."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

CARRY_OUT = "carry-out-words"


def make_due(apps, schema_editor):
    """One entry for each running cycle, at the instant of this migration by its own clock."""
    Cycle, Deadline = apps.get_model("cycles", "Cycle"), apps.get_model("cycles", "Deadline")
    now = timezone.now()
    for cycle in Cycle.objects.filter(fork_of=None, status="running"):
        at = max(now + (cycle.clock_offset or timedelta(0)), cycle.last_at or cycle.starts_at, cycle.starts_at)
        # After the law is told in clauses, where that is still to come.
        Deadline.objects.create(cycle=cycle, label=CARRY_OUT, at=at, rank=0, order=1, action=CARRY_OUT, args={})
        cycle.due_at = at if cycle.due_at is None else min(cycle.due_at, at)
        cycle.save(update_fields=["due_at"])


def take_back(apps, schema_editor):
    """What is not carried out yet is not."""
    apps.get_model("cycles", "Deadline").objects.filter(action=CARRY_OUT).delete()


class Migration(migrations.Migration):
    dependencies = [("cycles", "0010_more_told_in_clauses")]

    operations = [migrations.RunPython(make_due, take_back)]
