"""Values that clauses keep."""

from typing import Any

from django.db import models
from django.db.models import F, Q

from nomic.cycles.models import Cycle, Entry
from nomic.law.models import AppendOnly


class KeptValue(models.Model):
    """A value as it is now, where it is no longer what it starts from. Without a holder it is the cycle's."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="kept_values")
    name = models.CharField(max_length=60)
    holder = models.CharField(max_length=60, blank=True)
    number = models.BigIntegerField()

    class Meta:
        ordering = ["name", "holder"]
        constraints = [models.UniqueConstraint(fields=["cycle", "name", "holder"], name="one_value_per_holder")]

    def __str__(self) -> str:
        return f"{self.name}{f' of {self.holder}' if self.holder else ''}: {self.number}"


class ValueChange(models.Model):
    """A value that an entry changed. `after` is None where the value is kept no more."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="value_changes")
    place = models.PositiveIntegerField(help_text="0, 1, 2, … within the entry")
    name = models.CharField(max_length=60)
    holder = models.CharField(max_length=60, blank=True)
    before = models.BigIntegerField()
    after = models.BigIntegerField(null=True)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.CheckConstraint(condition=Q(after=None) | ~Q(before=F("after")), name="a_change_changes_something")
        ]

    def __str__(self) -> str:
        return f"{self.name}{f' of {self.holder}' if self.holder else ''}: {self.before} → {self.after}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        raise AppendOnly("changes of values are written with their entry, all at once")


class Failures(models.Model):
    """How often what a rule does at an event has failed in a row; after three times it rests until it is amended."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="failures_of_clauses")
    clause = models.CharField(max_length=120)
    times = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["clause"]
        constraints = [models.UniqueConstraint(fields=["cycle", "clause"], name="one_count_per_clause")]

    def __str__(self) -> str:
        return f"{self.clause} has failed {self.times} times"
