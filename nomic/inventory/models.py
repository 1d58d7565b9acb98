"""What people own."""

from django.db import models
from django.db.models import Q

from nomic.cycles.models import Cycle
from nomic.db.fields.json_text_field import JsonTextField


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
    own_values = JsonTextField(list)
    own_suits = JsonTextField(list)
    own_colours = JsonTextField(list)
    own_types = JsonTextField(list)
    own_only = JsonTextField(list, help_text="traits of which it has its own alone, as “values”")
    modifiers = JsonTextField(list)
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
