"""The rule on judgement of cycles that run says who corrects the past, where it says of the court what it always did."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

CARRY_OUT = "carry-out-words"
EARLIER = ("tell-in-clauses", CARRY_OUT)
LABEL = f"{CARRY_OUT}: corrections"
ARGS = {"places": ["/rules/judgement"]}


def make_due(apps, schema_editor):
    """One entry for each running cycle, at the instant of this migration by its own clock.

    After all that has been, so that a replay makes it due there, and after all that is still to come of migrations
    before: the court is to be carried out first.
    """
    Cycle, Deadline = apps.get_model("cycles", "Cycle"), apps.get_model("cycles", "Deadline")
    now = timezone.now()
    for cycle in Cycle.objects.filter(fork_of=None, status="running"):
        expected = Deadline.objects.filter(cycle=cycle, action__in=EARLIER).values_list("at", flat=True)
        before = max([cycle.starts_at, cycle.last_at or cycle.starts_at, *expected])
        at = max(now + (cycle.clock_offset or timedelta(0)), before + timedelta(microseconds=1))
        Deadline.objects.create(cycle=cycle, label=LABEL, at=at, rank=0, order=1, action=CARRY_OUT, args=ARGS)
        cycle.due_at = at if cycle.due_at is None else min(cycle.due_at, at)
        cycle.save(update_fields=["due_at"])


def take_back(apps, schema_editor):
    """What does not stand in a law yet does not come."""
    apps.get_model("cycles", "Deadline").objects.filter(label=LABEL).delete()


class Migration(migrations.Migration):
    dependencies = [("correcting", "0002_asked_for"), ("cycles", "0011_carry_out_words")]

    operations = [migrations.RunPython(make_due, take_back)]
