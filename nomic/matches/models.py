"""Matches with their seats, steps, running clocks and standing orders."""

from typing import Any

from django.db import models

from nomic.cycles.models import Cycle, Entry
from nomic.db import JsonTextField
from nomic.matches.events import MatchStepped

MAX_TITLE_LENGTH = 120


class MatchStatus(models.TextChoices):
    """The status of a match: players still gather, it is running, or it is over."""

    GATHERING = "gathering"
    RUNNING = "running"
    OVER = "over"


class Match(models.Model):
    """A game that is or was played in a cycle. It changes only by its steps, under the lock of the cycle's row.

    `version` counts the steps. `state` is secret: the game's own `view` decides which part of it a viewer may see.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="matches")
    code = models.CharField(max_length=12)
    game = models.CharField(max_length=40, help_text="the name of its engine")
    title = models.CharField(max_length=MAX_TITLE_LENGTH)
    kind = models.CharField(max_length=40, blank=True, help_text="the game's name for this kind of match")
    options = models.JSONField(default=dict)
    setup_revision = models.PositiveIntegerField(help_text="the law when it was set up")
    revision = models.PositiveIntegerField(help_text="the law that applied to its newest step")
    state = models.BinaryField(help_text="in the engine's format; secret")
    version = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0, help_text="number of turns begun")
    orders = models.PositiveIntegerField(default=0, help_text="number of waiting standing orders")
    status = models.CharField(max_length=10, choices=MatchStatus, default=MatchStatus.RUNNING)
    opened_at = models.DateTimeField()
    opened_seq = models.PositiveBigIntegerField(help_text="the entry that opened it")
    started_at = models.DateTimeField(null=True, blank=True)
    started_seq = models.PositiveBigIntegerField(
        help_text="the entry that started it; before it starts, the entry that opened it"
    )
    place = models.PositiveSmallIntegerField(default=0, help_text="0, 1, 2, … among those opened by one entry")
    ended_at = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    time_left = models.JSONField(
        default=dict, blank=True, help_text="remaining time of stopped clocks: microseconds by name"
    )

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "matches"
        constraints = [models.UniqueConstraint(fields=["cycle", "code"], name="one_match_per_code")]
        indexes = [
            models.Index(fields=["cycle", "status", "started_seq"], name="matches_by_start"),
            models.Index(fields=["code"], name="matches_by_code"),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.code})"

    @property
    def is_over(self) -> bool:
        return self.status == MatchStatus.OVER


class MatchSeat(models.Model):
    """A player's seat at a match, in the order of sitting down."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    player = models.CharField(max_length=30)
    place = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, help_text="invited, in or out")
    owes_since = models.DateTimeField(
        null=True, blank=True, help_text="when their open choice began (R41), on the cycle's clock"
    )

    class Meta:
        ordering = ["match", "place"]
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="one_seat_per_player")]
        indexes = [models.Index(fields=["player", "match"], name="matches_of_a_player")]

    def __str__(self) -> str:
        return self.player


class StepKind(models.TextChoices):
    """The cause of a step: a player's move, a clock, an external event, a standing order."""

    MOVE = "move"
    EXPIRED = "expired"
    HAPPENING = "happening"
    ORDER = "order"


class MatchStep(models.Model):
    """One step of a match, with everything on which it depended, so that the match can be replayed.

    `move` is the move, {"clock": …} or the external event. For a sealed move, `answers` holds the commitment, and the
    answers themselves are in the entry. Its draws are the draws of the entry from `first_draw` on.
    """

    # It needs no index of its own, because another index begins with this column.
    match = models.ForeignKey(Match, models.CASCADE, related_name="steps", db_index=False)
    version = models.PositiveIntegerField(help_text="version of the resulting state: 1, 2, 3, …")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="steps")
    kind = models.CharField(max_length=10, choices=StepKind)
    player = models.CharField(max_length=30, blank=True)
    move = models.JSONField()
    answers = JsonTextField(list)
    is_sealed = models.BooleanField(default=False)
    outside = JsonTextField(list, help_text="inputs from outside the match: pairs of question and answer")
    revision = models.PositiveIntegerField(help_text="the revision of the law that applied")
    first_draw = models.PositiveIntegerField()
    draw_count = models.PositiveIntegerField()

    class Meta:
        ordering = ["match", "version"]
        constraints = [models.UniqueConstraint(fields=["match", "version"], name="one_step_per_version")]

    def __str__(self) -> str:
        return f"{self.kind} {self.version}"

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events of the step as its entry records them: {"kind", "text", "facts"}."""
        this = {"kind": MatchStepped.kind(), "match": self.match.code, "version": self.version}
        for event in self.entry.events:
            if this.items() <= event.items():
                found: list[dict[str, Any]] = event["events"]
                return found
        return []


class TurnClock(models.Model):
    """A running clock of a match, with a deadline of the cycle. Instants are on the cycle's own clock."""

    # It needs no index of its own, because another index begins with this column.
    match = models.ForeignKey(Match, models.CASCADE, related_name="clocks", db_index=False)
    name = models.CharField(max_length=80)
    players = JsonTextField(list, help_text="the player whose clock it is")
    began_at = models.DateTimeField()
    due_at = models.DateTimeField()
    only_in = models.CharField(max_length=31, blank=True, help_text="the only kind of phase in which it can be due")

    class Meta:
        ordering = ["due_at", "match", "name"]
        constraints = [models.UniqueConstraint(fields=["match", "name"], name="one_clock_per_name")]

    def __str__(self) -> str:
        return f"{self.name} until {self.due_at:%Y-%m-%d %H:%M:%S}"


class OrderStatus(models.TextChoices):
    """The status of a standing order."""

    WAITING = "waiting"
    USED = "used"
    WITHDRAWN = "withdrawn"
    VOID = "void", "its match ended, or it could not be used"


class StandingOrder(models.Model):
    """A player's order for a future moment of the match (R110).

    Its content is sealed in the entry that gave the order.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="standing_orders")
    player = models.CharField(max_length=30)
    code = models.CharField(max_length=12)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="standing_orders")
    status = models.CharField(max_length=10, choices=OrderStatus, default=OrderStatus.WAITING)
    used_turn = models.PositiveIntegerField(null=True, blank=True, help_text="the turn in which it was used")

    class Meta:
        ordering = ["match", "pk"]
        constraints = [models.UniqueConstraint(fields=["match", "code"], name="one_order_per_code")]

    def __str__(self) -> str:
        return f"order {self.code} of {self.player}"
