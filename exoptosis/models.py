"""What the hall remembers beyond items."""

from django.db import models

from nomic.cycles.models import Cycle


class Gift(models.Model):
    """A gift to an inactive receiver: the giver gets something back if the receiver acts in that phase (R23)."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="gifts")
    phase = models.PositiveIntegerField()
    giver = models.CharField(max_length=30)
    receiver = models.CharField(max_length=30)
    returned = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["cycle", "phase", "giver"], name="one_gift_per_phase_and_giver")]
        indexes = [models.Index(fields=["cycle", "receiver", "phase"], name="gifts_by_receiver")]

    def __str__(self) -> str:
        return f"{self.giver} → {self.receiver}"
