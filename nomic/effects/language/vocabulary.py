"""Vocabulary: the names that a law provides for its effects."""

from collections.abc import Mapping

from msgspec import Struct

# Prefix of the kind of a constant name that a value can hold.
ONE_OF = "one of "
CARDS_THAT_LEAVE_THE_PILE = "cards that leave the pile"


class Work(Struct, frozen=True):
    """The maximal work of drawing an outcome: steps, draws, and deferred effects stored."""

    steps: int = 0
    draws: int = 0
    keeps: int = 0


class Vocabulary(Struct, frozen=True):
    """The names that an effect may use, by what they refer to. `collections` are modifiers that can be drawn, by name.

    `values_of_cycle` and `values_of_players` are the numbers that rules keep; `names_…` and `players_…` are the values
    that hold names or players. Of all these values, `lists` hold several members, `secrets` are not visible to
    everybody, and `one_of` has the possible names if they are restricted. `offices` can be held by players; `pools` has
    the work of drawing from each pool. `rolled_for` is the number of collections rolled for a random card by default
    (R27). `there_are` says which optional features the law has: cards, random cards,
    cards that leave the pile. `events` are the kinds of events
    that can occur under the law; None if that is unknown.
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
    names_of_cycle: frozenset[str] = frozenset()
    names_of_players: frozenset[str] = frozenset()
    players_of_cycle: frozenset[str] = frozenset()
    players_of_players: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    secrets: frozenset[str] = frozenset()
    one_of: Mapping[str, frozenset[str]] = {}
    pools: Mapping[str, Work] = {}
    rolled_for: int = 0
    there_are: frozenset[str] = frozenset({"cards", "random cards"})
    events: frozenset[str] | None = None

    @property
    def kept_for_cycle(self) -> frozenset[str]:
        """The values that rules keep for the cycle."""
        return self.values_of_cycle | self.names_of_cycle | self.players_of_cycle

    @property
    def kept_for_players(self) -> frozenset[str]:
        """The values that rules keep for each player."""
        return self.values_of_players | self.names_of_players | self.players_of_players

    def has(self, kind: str, named: int | str) -> bool:
        """Return whether the law has a name of this kind."""
        if kind.startswith(ONE_OF):
            possible = self.one_of.get(kind.removeprefix(ONE_OF))
            return possible is None or named in possible
        if kind == "events":
            return self.events is None or named in self.events
        return named in getattr(self, kind)
