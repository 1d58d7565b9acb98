"""The names that a law has, which its effects may use."""

from collections.abc import Mapping

from msgspec import Struct


class Vocabulary(Struct, frozen=True):
    """Every name that an effect may use, by what it names. `collections` are modifiers that can be drawn, by name.

    `values_of_cycle` and `values_of_players` are those that rules keep, `offices` those that somebody can hold.
    `rolled_for` is for how many collections every random card is rolled (R27), unless told.
    """

    species: frozenset[str] = frozenset()
    modifiers: frozenset[str] = frozenset()
    collections: Mapping[str, tuple[str, ...]] = {}
    items: frozenset[str] = frozenset()
    suits: frozenset[str] = frozenset()
    colours: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    values_of_cycle: frozenset[str] = frozenset()
    values_of_players: frozenset[str] = frozenset()
    offices: frozenset[str] = frozenset()
    rolled_for: int = 0
