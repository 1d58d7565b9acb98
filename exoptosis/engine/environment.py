"""What a game reads of the cycle around it; `exoptosis.cards.lookup` answers."""

from msgspec import convert

from exoptosis.engine.cards.card import CardElsewhere, Original
from nomic.matches.contract.game import Environment


def players(environment: Environment) -> tuple[str, ...]:
    """Everybody who plays in the cycle."""
    return convert(environment.read("players"), tuple[str, ...])


def active_players(environment: Environment) -> tuple[str, ...]:
    """Those who are not inactive (R8)."""
    return convert(environment.read("active"), tuple[str, ...])


def stock(environment: Environment, player: str, item: str) -> int:
    """How many of an item somebody has."""
    return convert(environment.read("stock", player, item), int)


def original(environment: Environment, code: str) -> Original | None:
    """A card of an inventory, or None where nobody has it any more."""
    return convert(environment.read("card", code), Original | None)


def stakeable(environment: Environment, player: str) -> tuple[Original, ...]:
    """The cards of their inventory that somebody could bet."""
    return convert(environment.read("stakeable", player), tuple[Original, ...])


def inventory(environment: Environment, player: str) -> tuple[CardElsewhere, ...]:
    """The cards of somebody's inventory."""
    return convert(environment.read("inventory", player), tuple[CardElsewhere, ...])


def cards_of_the_cycle(environment: Environment) -> tuple[CardElsewhere, ...]:
    """Every original, and every duplicate in every game."""
    return convert(environment.read("cycle-cards"), tuple[CardElsewhere, ...])


def copies(environment: Environment, code: str) -> tuple[CardElsewhere, ...]:
    """An original, and every duplicate of it (R93)."""
    return convert(environment.read("copies", code), tuple[CardElsewhere, ...])
