"""Vocabulary: the names that a law provides for its effects."""

from collections.abc import Mapping

from msgspec import Struct

# Prefix of the kind of a constant name that a value can hold.
ONE_OF = "one of "
CARDS_THAT_LEAVE_THE_PILE = "cards that leave the pile"
# Prefix of the kind of a constant name or number for which a value is kept.
KEY_OF = "key of "


class OutcomeWork(Struct, frozen=True):
    """The maximum work of drawing an outcome: its steps, its draws, and the deferred effects that it stores."""

    steps: int = 0
    draws: int = 0
    keeps: int = 0


class Vocabulary(Struct, frozen=True):
    """The names that an effect may use, by what they refer to. `collections` are modifiers that can be drawn, by name.

    `values_of_cycle` and `values_of_players` are the numbers that rules keep; `names_…`, `players_…` and `proposals_…`
    are the values that hold names, players or proposals. `by_players` and `by_names` are those that are kept for each
    player or name; `keys` holds the names that the law permits there, if it restricts them. `tables` and their
    `columns` are constant. `keepings_of_cycle` and `keepings_of_players` hold items and cards. Of all values, `lists`
    hold several members, `secrets` are not visible to everybody, and `one_of` holds the possible names if they are
    restricted. `offices` can be held by players; `pools` holds the work of drawing from each pool; `classes` are those
    of proposals, `rules` the ids of all rules. `rolled_for` is the number of collections rolled for a random card by
    default (R27). `there_are` says which optional features the law has: cards, random cards, cards that leave the pile.
    `events` are the kinds of events that can occur under the law; None if that is unknown.
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
    proposals_of_cycle: frozenset[str] = frozenset()
    proposals_of_players: frozenset[str] = frozenset()
    keepings_of_cycle: frozenset[str] = frozenset()
    keepings_of_players: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    secrets: frozenset[str] = frozenset()
    by_players: frozenset[str] = frozenset()
    by_names: frozenset[str] = frozenset()
    keys: Mapping[str, frozenset[str]] = {}
    tables: frozenset[str] = frozenset()
    columns: frozenset[str] = frozenset()
    one_of: Mapping[str, frozenset[str]] = {}
    classes: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    pools: Mapping[str, OutcomeWork] = {}
    rolled_for: int = 0
    there_are: frozenset[str] = frozenset({"cards", "random cards"})
    events: frozenset[str] | None = None
    acts: frozenset[str] | None = None

    @property
    def kept_for_cycle(self) -> frozenset[str]:
        """The values that rules store for the cycle."""
        return self.values_of_cycle | self.players_of_cycle | self.codes_of_cycle

    @property
    def kept_for_players(self) -> frozenset[str]:
        """The values that rules store for each player."""
        return self.values_of_players | self.players_of_players | self.codes_of_players

    @property
    def codes_of_cycle(self) -> frozenset[str]:
        """The values for the cycle that can contain proposals: values of proposals, and of names."""
        return self.names_of_cycle | self.proposals_of_cycle

    @property
    def codes_of_players(self) -> frozenset[str]:
        """The values for each player that can contain proposals: values of proposals, and of names."""
        return self.names_of_players | self.proposals_of_players

    @property
    def listed_for_cycle(self) -> frozenset[str]:
        """The values of the cycle that have keys, and all tables."""
        return self.kept_for_cycle & (self.by_names | self.by_players) | self.tables

    @property
    def listed_for_players(self) -> frozenset[str]:
        """The values of each player that have keys."""
        return self.kept_for_players & (self.by_names | self.by_players)

    def has(self, kind: str, named: int | str) -> bool:
        """Return whether the law has the name `named`, of this kind."""
        if kind.startswith(ONE_OF):
            possible = self.one_of.get(kind.removeprefix(ONE_OF))
            return possible is None or named in possible
        if kind.startswith(KEY_OF):
            permitted = self.keys.get(kind.removeprefix(KEY_OF))
            return permitted is None or named in permitted
        if kind in ("events", "acts"):
            known: frozenset[str] | None = getattr(self, kind)
            return known is None or named in known
        if kind in AS_KEPT:
            return named in getattr(self, AS_KEPT[kind]) or named not in self._kept
        if kind == "kept without keys":
            return named not in self.by_names | self.by_players
        if kind == "changeable":
            return named not in self.columns
        return named in getattr(self, kind)

    @property
    def _kept(self) -> frozenset[str]:
        return self.kept_for_cycle | self.kept_for_players | self.tables


# What a `for` asks of a value, which is reported only if there is a value of that name at all.
AS_KEPT: Mapping[str, str] = {"kept by players": "by_players", "kept by names": "by_names"}
