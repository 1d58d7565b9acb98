"""The office of the Judge."""

from django.db import models

from nomic.cycles.models import Cycle


class Judgeship(models.Model):
    """Who is the Judge of a cycle: one person or none. The name need not be a player's (R100)."""

    cycle = models.OneToOneField(Cycle, models.CASCADE, related_name="judgeship")
    name = models.CharField(max_length=30)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
