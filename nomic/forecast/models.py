"""Simulations of proposals, and the forecasts stored with proposals. They are not part of a cycle's state."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from nomic.cycles.models import Cycle


class SimulationStatus(models.TextChoices):
    """The states of a simulation."""

    WAITING = "waiting", "waits"
    RUNNING = "running", "is being played"
    DONE = "done", "played"
    BROKEN = "broken", "could not be played"
    CANCELLED = "cancelled", "cancelled"


OPEN = (SimulationStatus.WAITING, SimulationStatus.RUNNING)


class Simulation(models.Model):
    """Weeks played by bots under the current law and under the proposed one. Not part of the cycle's state."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="simulations")
    proposal = models.CharField(max_length=12, help_text="the code of the proposal")
    revision = models.PositiveIntegerField(help_text="the law before")
    weeks = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="simulations"
    )
    asked_by = models.CharField(max_length=30)
    asked_at = models.DateTimeField(default=timezone.now)
    status = models.CharField(max_length=10, choices=SimulationStatus, default=SimulationStatus.WAITING)
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    report = models.JSONField(default=dict, blank=True)
    trouble = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["cycle"],
                condition=Q(status__in=[status.value for status in OPEN]),
                name="one_simulation_at_a_time",
            ),
        ]
        indexes = [models.Index(fields=["cycle", "proposal", "-id"], name="simulations_of_a_proposal")]

    def __str__(self) -> str:
        return f"{self.weeks} weeks of {self.proposal}"

    @property
    def is_open(self) -> bool:
        return self.status in OPEN

    @property
    def percent(self) -> int:
        return 100 * self.done // self.of if self.of else 0


class ForecastStatus(models.TextChoices):
    """The states of a forecast."""

    RUNNING = "running", "is being worked out"
    MADE = "made", "made"
    BROKEN = "broken", "could not be worked out"


class Forecast(models.Model):
    """The dry run of a proposal when its vote began, kept with the proposal. Not part of the cycle's state.

    It refers to its proposal by code, because the code is the same in every history.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="forecasts")
    proposal = models.CharField(max_length=12, help_text="the code of the proposal")
    status = models.CharField(max_length=10, choices=ForecastStatus, default=ForecastStatus.RUNNING)
    claimed_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=1)
    at = models.DateTimeField(null=True, blank=True, help_text="the instant of the state, on the cycle's clock")
    revision = models.PositiveIntegerField(default=0, help_text="the law of the state")
    seq = models.PositiveBigIntegerField(default=0, help_text="the newest entry of the state")
    head = models.CharField(max_length=64, blank=True, help_text="the digest of that entry")
    report = models.JSONField(default=dict, blank=True)
    trouble = models.CharField(max_length=300, blank=True)
    superseded = models.BooleanField(default=False, help_text="whether a correction has replaced the state since")
    awaits_games = models.BooleanField(default=False, help_text="whether bots are still to play the proposal")

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["cycle", "proposal"], name="one_forecast_per_proposal")]
        indexes = [
            models.Index(fields=["cycle"], condition=Q(awaits_games=True), name="forecasts_that_await_games"),
        ]

    def __str__(self) -> str:
        return f"the forecast of {self.proposal}"

    @property
    def is_made(self) -> bool:
        return self.status == ForecastStatus.MADE

    @property
    def is_running(self) -> bool:
        return self.status == ForecastStatus.RUNNING
