"""Database tables of players, their declarations, and requests to join."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from nomic.cycles.models import Cycle


class Player(models.Model):
    """A person's membership of a cycle. There is one row per person and cycle, which remains when they leave."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="players")
    name = models.CharField(max_length=30)
    # The account of a player is emptied on deletion but never removed, because its name would be available to others.
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="players")
    joined_at = models.DateTimeField()
    joined_phase = models.PositiveIntegerField()
    left_at = models.DateTimeField(null=True, blank=True)
    reputable_since = models.DateTimeField(null=True, blank=True)
    ever_reputable = models.BooleanField(default=False, help_text="has been reputable in this cycle (R7)")
    last_act_phase = models.PositiveIntegerField(null=True, blank=True)
    last_act_on = models.DateField(null=True, blank=True, help_text="the day of the last act (UTC)")
    act_phase_before = models.PositiveIntegerField(
        null=True, blank=True, help_text="the last phase with an act before last_act_phase"
    )

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "name"], name="one_player_per_name"),
            models.CheckConstraint(
                condition=Q(left_at__isnull=True) | Q(reputable_since__isnull=True),
                name="reputation_ends_with_leaving",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_playing(self) -> bool:
        return self.left_at is None

    @property
    def is_reputable(self) -> bool:
        return self.reputable_since is not None

    def is_inactive(self, phase: int) -> bool:
        """Return whether the player did not act in the phase before `phase`, the current one (R8).

        A player who joined in this phase is active.
        """
        acted_before = self.last_act_phase == phase - 1 or (
            self.last_act_phase == phase and self.act_phase_before == phase - 1
        )
        return self.joined_phase != phase and not acted_before


class Declaration(models.Model):
    """A player's declaration that another is reputable (R6)."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="declarations")
    declarer = models.ForeignKey(Player, models.CASCADE, related_name="declared")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "declarer"], name="one_declaration_each")]

    def __str__(self) -> str:
        return f"{self.declarer.name} for {self.player.name}"


class JoinRequest(models.Model):
    """A person who asked to join a cycle, or whom a keeper lets in, or both. It is not part of the cycle's history.

    `asked_at` is set while the person wants to be joined as soon as possible, `approved_at` if a keeper lets them in.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="join_requests")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="join_requests")
    asked_at = models.DateTimeField(null=True, blank=True)
    approved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["cycle", "person"], name="one_join_request_per_person")]

    def __str__(self) -> str:
        return f"{self.person} in {self.cycle}"
