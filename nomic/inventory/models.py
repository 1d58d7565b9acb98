"""What people own."""

from typing import Any

from django.db import models
from django.db.models import Q

from nomic.cycles.models import Cycle, Entry
from nomic.law.models import AppendOnly


class Balance(models.Model):
    """How many of an item somebody has. `holder` is a player's name, or a pool's ("pool:…", which no name can be)."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="balances", db_index=False)  # an index begins with it
    holder = models.CharField(max_length=60)
    item = models.CharField(max_length=60)
    amount = models.BigIntegerField()

    class Meta:
        ordering = ["item"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "holder", "item"], name="one_balance_per_item"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="no_balance_is_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.item} of {self.holder}"


class Card(models.Model):
    """One card: a species and what happened to this copy (R25). A destroyed card has no holder and stays as a record.

    The own values, suits, colours and types come on top of the species', but for those of `own_only`, where it has lost
    some of the species' or they were shifted (R26). A modifier is {"name": …} with what it
    remembers, as {"name": "Bound", "by": "Ada"} (R30).
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="cards", db_index=False)  # indexes begin with it
    code = models.CharField(max_length=12)
    holder = models.CharField(max_length=60, blank=True)
    species = models.CharField(max_length=60)
    own_values = models.JSONField(default=list)
    own_suits = models.JSONField(default=list)
    own_colours = models.JSONField(default=list)
    own_types = models.JSONField(default=list)
    own_only = models.JSONField(default=list, help_text="traits of which it has its own alone, as “values”")
    modifiers = models.JSONField(default=list)
    made_by = models.PositiveBigIntegerField(help_text="the entry that made it")

    class Meta:
        ordering = ["made_by", "code"]
        constraints = [models.UniqueConstraint(fields=["cycle", "code"], name="one_card_per_code")]
        indexes = [models.Index(fields=["cycle", "holder"], name="cards_by_holder")]

    def __str__(self) -> str:
        return f"{self.species} ({self.code})"

    @property
    def modifier_names(self) -> list[str]:
        return [modifier["name"] for modifier in self.modifiers]


class Movement(models.Model):
    """A line of the ledger: so many of an item, or one card, from a giver to a taker.

    Nobody as the giver means that it was made, nobody as the taker that it was destroyed; so the lines of an item
    always add up to what its holders have.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="movements")
    place = models.PositiveIntegerField(help_text="0, 1, 2, … within the entry")
    item = models.CharField(max_length=60, help_text="an item's name, or a card's species")
    card = models.ForeignKey(Card, models.CASCADE, null=True, related_name="movements", db_index=False)  # see indexes
    amount = models.PositiveBigIntegerField()
    giver = models.CharField(max_length=60, blank=True)
    taker = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["place"]
        # Most lines move no card: of those it says nothing.
        indexes = [models.Index(fields=["card"], condition=Q(card__isnull=False), name="movements_of_a_card")]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=1), name="a_movement_moves_something"),
            models.CheckConstraint(condition=~Q(giver=models.F("taker")), name="a_movement_leads_somewhere"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.item}: {self.giver or '–'} → {self.taker or '–'}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        raise AppendOnly("lines of the ledger are written by the ledger, all of an entry at once")
