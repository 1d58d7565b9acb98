"""Database tables of balances and cards."""

from django.db import models
from django.db.models import Q

from nomic.cycles.models import Cycle
from nomic.db import JsonTextField


class Balance(models.Model):
    """The amount of an item that a holder has.

    `holder` is a player's name or, for other holders, a string that no player's name can be, such as "pool:…".
    """

    # It needs no index of its own, because another index begins with this column.
    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="balances", db_index=False)
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
    """A card: a species, and the changes to this copy (R25). A destroyed card has no holder; its row remains.

    The card's own values, suits, colours and types are added to those of the species. The traits listed in `own_only`
    replace the species' traits instead, because the card has lost some of them or they were shifted (R26). A modifier
    is {"name": …} with its state, such as {"name": "Bound", "by": "Ada"} (R30).
    """

    # It needs no index of its own, because other indexes begin with this column.
    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="cards", db_index=False)
    code = models.CharField(max_length=12)
    holder = models.CharField(max_length=60, blank=True)
    species = models.CharField(max_length=60)
    own_values = JsonTextField(list)
    own_suits = JsonTextField(list)
    own_colours = JsonTextField(list)
    own_types = JsonTextField(list)
    own_only = JsonTextField(list, help_text="traits for which only the card's own values count, such as “values”")
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
