"""The parsed law of the game."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Effect
from nomic.effects.language.parser import read_effect


class DiceItem(Struct, frozen=True):
    """A Dice's effect, and whether it is used before or after the roll (R60)."""

    text: str
    when: Literal["before", "after"]
    effect: Effect


class Rules(Struct, frozen=True):
    """The parsed section `knucklebones` of a law. `items` holds the plurals of the law's items by name."""

    number: int
    columns: int
    rows: int
    faces: tuple[int, ...]
    turn_minutes: int
    rewards: Effect
    dice: Mapping[str, DiceItem]
    items: Mapping[str, str]

    def counted(self, item: str, count: int) -> str:
        """Return a count of an item as text: "1 Chip", "3 Vertebrae"."""
        return f"{count} {item if count == 1 else self.items.get(item, item)}"


def rules_of(document: dict[str, Any], number: int) -> Rules:
    """Parse the rules of a law document. Dice keep the law's order.

    Raises KeyError if the law has no Knucklebones.
    """
    section = document["knucklebones"]
    dice = section["dice"]
    names = sorted(dice, key=lambda name: (dice[name].get("place", 0), name))
    return Rules(
        number=number,
        columns=section["columns"],
        rows=section["rows"],
        faces=tuple(section["faces"]),
        turn_minutes=section["turn"]["minutes"],
        rewards=read_effect(section["rewards"], scopes.REWARDS),
        dice={name: _dice_item(dice[name]) for name in names},
        items={name: item["plural"] for name, item in document.get("items", {}).items()},
    )


def _dice_item(item: dict[str, Any]) -> DiceItem:
    return DiceItem(item.get("text", ""), item["when"], read_effect(item["effect"], scopes.DIE))
