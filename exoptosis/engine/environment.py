"""A game's queries of the cycle. `exoptosis.cards.cycle_queries` implements them."""

from msgspec import convert

from exoptosis.engine.cards.card import CardElsewhere, Original
from nomic.matches.contract.game import Environment


def players(environment: Environment) -> tuple[str, ...]:
    """Return the names of the cycle's players."""
    return convert(environment.read("players"), tuple[str, ...])


def active_players(environment: Environment) -> tuple[str, ...]:
    """Return the players who are not inactive (R8)."""
    return convert(environment.read("active"), tuple[str, ...])


def stock(environment: Environment, player: str, item: str) -> int:
    """Return how many of an item a player has."""
    return convert(environment.read("stock", player, item), int)


def original(environment: Environment, code: str) -> Original | None:
    """Return a card of an inventory, or None if the card no longer has an owner."""
    return convert(environment.read("card", code), Original | None)


def stakeable(environment: Environment, player: str) -> tuple[Original, ...]:
    """Return the cards of a player's inventory that they could bet."""
    return convert(environment.read("stakeable", player), tuple[Original, ...])


def inventory(environment: Environment, player: str) -> tuple[CardElsewhere, ...]:
    """Return all cards of a player's inventory."""
    return convert(environment.read("inventory", player), tuple[CardElsewhere, ...])


def cards_of_the_cycle(environment: Environment) -> tuple[CardElsewhere, ...]:
    """Return every original, and every duplicate in every game."""
    return convert(environment.read("cycle-cards"), tuple[CardElsewhere, ...])


def copies(environment: Environment, code: str) -> tuple[CardElsewhere, ...]:
    """Return a card and all its duplicates."""
    return convert(environment.read("copies", code), tuple[CardElsewhere, ...])
