"""Corrections of the past: their edits, the progress of the fork, and the outcome."""

from django.db import models
from django.db.models import Q

from nomic.cycles.models import Cycle


class CorrectionStatus(models.TextChoices):
    """The progress of building the fork, or the outcome of the correction."""

    WAITING = "waiting", "waiting to be calculated"
    BUILDING = "building", "is being calculated"
    BUILT = "built", "ready to view"
    BROKEN = "broken", "could not be calculated"
    ADOPTED = "adopted", "adopted"
    DROPPED = "dropped", "dropped"


OPEN = (CorrectionStatus.WAITING, CorrectionStatus.BUILDING, CorrectionStatus.BUILT, CorrectionStatus.BROKEN)


class Correction(models.Model):
    """A correction of a cycle's past. It survives rewrites of the history, and is not part of the cycle's state.

    `version` counts edits, so that only the reviewed version can be adopted.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="corrections")
    code = models.CharField(max_length=12)
    version = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=10, choices=CorrectionStatus, default=CorrectionStatus.WAITING)
    opened_by = models.CharField(max_length=30)
    opened_at = models.DateTimeField()
    reason = models.CharField(max_length=300)
    following = models.CharField(max_length=300, blank=True, help_text="the ruling or proposal that asked for it")
    ruling = models.CharField(max_length=12, blank=True, help_text="the code of the ruling that asked for it")
    proposal = models.CharField(max_length=12, blank=True, help_text="the code of the proposal that asked for it")
    undoes = models.CharField(max_length=12, blank=True, help_text="the code of the correction that it takes back")
    edits = models.JSONField(default=list, help_text="the edits")
    commitment = models.CharField(max_length=64, help_text="digest of the seed for draws that only the fork has")
    fork = models.ForeignKey(Cycle, models.SET_NULL, null=True, blank=True, related_name="+")
    newest = models.PositiveBigIntegerField(default=0, help_text="the newest entry of the cycle that the fork knows")
    head = models.CharField(max_length=64, blank=True, help_text="the digest of that entry")
    first = models.PositiveBigIntegerField(default=0, help_text="the first entry that differs in the fork")
    replayed_acts = models.PositiveIntegerField(default=0)
    all_acts = models.PositiveIntegerField(default=0)
    impossible = models.JSONField(default=list, help_text="acts that are impossible in the fork, each with its rule")
    difference = models.JSONField(default=list, help_text="the differences, by kind")
    trouble = models.CharField(max_length=300, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=30, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "code"], name="one_correction_per_code"),
            models.UniqueConstraint(
                fields=["cycle"],
                condition=Q(status__in=[status.value for status in OPEN]),
                name="one_correction_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"correction {self.code}"

    @property
    def is_open(self) -> bool:
        return self.status in OPEN

    @property
    def is_built(self) -> bool:
        return self.status == CorrectionStatus.BUILT
