"""Models of trades: offers, and the things that each side gives."""

from django.db import models
from django.db.models import Q

from nomic.cycles.models import Cycle
from nomic.inventory.models import Card


class TradeStatus(models.TextChoices):
    """The status of a trade, including its result."""

    OPEN = "open", "open"
    MADE = "made", "made"
    WITHDRAWN = "withdrawn", "withdrawn"
    EXPIRED = "expired", "expired"
    VOID = "void", "void"


class Trade(models.Model):
    """An offer of a trade in its current version, or its outcome.

    `maker` made the first offer, to `other`, or to anybody if `other` is empty. `author` wrote the current `version`.
    Consent is given to a version; a new version has only its author's consent.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="trades")
    code = models.CharField(max_length=12)
    number = models.PositiveIntegerField(help_text="1, 2, 3, … for people; `code` is what entries name")
    maker = models.CharField(max_length=30)
    other = models.CharField(max_length=30, blank=True)
    author = models.CharField(max_length=30)
    version = models.PositiveIntegerField(default=1)
    maker_consents = models.BooleanField(default=True)
    other_consents = models.BooleanField(default=False)
    status = models.CharField(max_length=9, choices=TradeStatus, default=TradeStatus.OPEN)
    why = models.CharField(max_length=300, blank=True, help_text="why the trade ended without a result")
    answers = models.CharField(max_length=12, blank=True, help_text="the code of the open offer that it answers")
    offered_at = models.DateTimeField()
    since = models.DateTimeField(help_text="when the consent that started its time limit was given")
    ends_at = models.DateTimeField(help_text="when it expires")
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "code"], name="one_trade_per_code"),
            models.UniqueConstraint(fields=["cycle", "number"], name="one_trade_per_number"),
            models.CheckConstraint(condition=~Q(maker=models.F("other")), name="nobody_trades_with_themselves"),
        ]
        indexes = [
            models.Index(fields=["cycle", "status", "other"], name="trades_by_status"),
            models.Index(fields=["cycle", "status", "maker"], name="trades_by_maker"),
        ]

    def __str__(self) -> str:
        return f"Trade {self.number}"

    @property
    def is_open(self) -> bool:
        return self.status == TradeStatus.OPEN

    @property
    def is_to_anybody(self) -> bool:
        return not self.other

    @property
    def deadline_label(self) -> str:
        """The label of the deadline at which the trade expires."""
        return f"trade {self.code}"

    @property
    def willing(self) -> list[str]:
        """The players who consent to the current version."""
        both = ((self.maker, self.maker_consents), (self.other, self.other_consents))
        return [name for name, consents in both if consents and name]

    @property
    def partners(self) -> tuple[str, str]:
        """The two players; an empty name means that anybody may accept."""
        return self.maker, self.other

    def partner_of(self, name: str) -> str:
        """Return the other of the two players, or "" if the offer is to anybody."""
        return self.other if name == self.maker else self.maker

    def is_of(self, name: str) -> bool:
        """Return whether a player is one of the trade's two parties."""
        return bool(name) and name in (self.maker, self.other)


class Lot(models.Model):
    """One thing that a side gives: an amount of an item, one definite card, or a number of any cards with a name."""

    trade = models.ForeignKey(Trade, models.CASCADE, related_name="lots")
    place = models.PositiveIntegerField()
    by_maker = models.BooleanField(help_text="given by the player who made the offer, not the other one")
    name = models.CharField(max_length=60, help_text="an item's name, or that of a card")
    is_card = models.BooleanField(default=False)
    card = models.ForeignKey(Card, models.CASCADE, null=True, blank=True, related_name="lots")
    amount = models.PositiveBigIntegerField(default=1)

    class Meta:
        ordering = ["place"]
        constraints = [models.CheckConstraint(condition=Q(amount__gte=1), name="a_lot_is_something")]
        indexes = [models.Index(fields=["name"], name="lots_by_name")]

    def __str__(self) -> str:
        return f"{self.amount} {self.name}"

    @property
    def is_any(self) -> bool:
        """True if the lot is any cards with a name rather than one definite card."""
        return self.is_card and self.card_id is None
