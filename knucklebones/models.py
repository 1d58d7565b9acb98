"""Tables of Knucklebones in addition to its matches."""

from django.db import models

from nomic.cycles.models import Cycle


class Intention(models.Model):
    """A player's declared wish to play in this phase (R57).

    It is deleted when the phase ends and the pairs are formed.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="intentions")
    player = models.CharField(max_length=30)
    opponents = models.JSONField(default=list, help_text="the named players; none for anybody")
    only_one = models.BooleanField(help_text="one game with one of the named players, not one with each")
    declared_seq = models.PositiveBigIntegerField(help_text="the entry that declared it")

    class Meta:
        ordering = ["cycle", "declared_seq"]
        constraints = [models.UniqueConstraint(fields=["cycle", "player"], name="one_intention_per_player")]

    def __str__(self) -> str:
        return self.player
