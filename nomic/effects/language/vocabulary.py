"""The names that a law has, which its effects may use."""

from collections.abc import Mapping

from msgspec import Struct

# Before the name of a value: the kind of a name that is written for it.
ONE_OF = "one of "


class Work(Struct, frozen=True):
    """What it takes at most to meet one of a pool: steps, draws, and pieces that are kept for later."""

    steps: int = 0
    draws: int = 0
    keeps: int = 0


class Vocabulary(Struct, frozen=True):
    """Every name that an effect may use, by what it names. `collections` are modifiers that can be drawn, by name.

    `values_of_cycle` and `values_of_players` are the numbers that rules keep; `names_…` and `players_…` what they keep
    that is names or players. Of all these, `lists` hold several, `secrets` are not everybody's to see, and `one_of`
    says which names are possible where not all are. `offices` are those that somebody can hold, `pools` what can
    happen, with what that takes. `rolled_for` is for how many collections every random card is rolled (R27), unless
    told. `there_are` says what of all that not every law has: cards, random cards. `events` are those that can be told
    under the law, by kind; None where that is not known.
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
        """Whatever rules keep for the cycle."""
        return self.values_of_cycle | self.names_of_cycle | self.players_of_cycle

    @property
    def kept_for_players(self) -> frozenset[str]:
        """Whatever rules keep for each player."""
        return self.values_of_players | self.names_of_players | self.players_of_players

    def has(self, kind: str, named: int | str) -> bool:
        """Whether the law has a name of this kind."""
        if kind.startswith(ONE_OF):
            possible = self.one_of.get(kind.removeprefix(ONE_OF))
            return possible is None or named in possible
        if kind == "events":
            return self.events is None or named in self.events
        return named in getattr(self, kind)
