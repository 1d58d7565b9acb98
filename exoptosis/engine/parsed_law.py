"""The law of a game of Exoptosis, parsed once per revision and shared by all games under it."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from exoptosis.engine.cards.card import Base
from exoptosis.engine.state import Kind
from nomic.effects.language.nodes.base import Condition, Effect
from nomic.effects.language.world import Members


class Hooks(Struct, frozen=True):
    """The effects of a species or a modifier, by the moment at which they run.

    `allows` are conditions under which its card may also be played on another ($this upon $beneath). `demands_instead`
    and `demands_also` are its conditions on the card upon it ($above upon $this), which replace the usual condition or
    are added to it (R37).
    """

    allows: Condition | None = None
    demands_instead: Condition | None = None
    demands_also: Condition | None = None
    cost: Effect = ()
    when_played: Effect = ()
    at_end: Effect = ()
    when_gained: Effect = ()
    after_battle: Effect = ()


class SpeciesRules(Struct, frozen=True):
    """A species: its traits and its hooks."""

    base: Base
    hooks: Hooks
    text: str = ""


class ModifierRules(Struct, frozen=True):
    """A modifier: its hooks, its flags, and the traits that it adds permanently if it turns into them (R26)."""

    hooks: Hooks
    flags: frozenset[str] = frozenset()
    remembers_giver: bool = False
    counts: bool = False
    gains: Mapping[str, Members] | None = None
    text: str = ""


class BettingRules(Struct, frozen=True):
    """The possible bets, with items in the order in which they are taken, and the minutes for betting (R35).

    `raises_bind` is true if a raise over a matched bet is binding at once, instead of once another player matches it
    (R121).
    """

    items: tuple[str, ...]
    cards: Condition | None
    close_after: int
    match_within: int
    raises_bind: bool


class OccasionRules(Struct, frozen=True):
    """The rules of battles or of duels: the minimum number of players, the minutes for choosing hands, and the gains.

    `hands_only_in` is the kind of phase in which hands are due; `request_lapses` (minutes) is for duels (R95).
    """

    at_least: int
    hands_within: int
    at_commencement: Effect = ()
    rewards: Effect = ()
    hands_only_in: str | None = None
    request_lapses: int = 0


class StandstillRules(Struct, frozen=True):
    """The conditions of a standstill (R129): repetitions of a position, or rounds in which nobody could play."""

    same_position: int | None
    idle_rounds: int | None
    then: Literal["may-end", "terminated", "fewest-cards-win"]


# For running battles or duels whose section has been removed from the law.
NOTHING_SETTLED = OccasionRules(at_least=2, hands_within=1440, request_lapses=2880)


class Rules(Struct, frozen=True):
    """Everything in a law that a game of Exoptosis uses. `items` holds the plurals of items by name."""

    number: int
    species: Mapping[str, SpeciesRules]
    modifiers: Mapping[str, ModifierRules]
    collections: Mapping[str, tuple[str, ...]]
    opposites: frozenset[tuple[str, str]]
    see_through: frozenset[str]
    may_follow: Condition
    may_open: Condition
    must_play: Literal["opening", "always"]
    hand_at_least: int
    hand_at_most: int | None
    turn_minutes: int
    silence: Literal["forfeit", "skip"]
    betting: BettingRules
    duplicates: bool
    played_may_leave: bool
    standstill: StandstillRules
    occasions: Mapping[str, OccasionRules]
    items: Mapping[str, str]

    def occasion(self, kind: Kind) -> OccasionRules:
        """Return the rules for battles or duels.

        A game whose kind was repealed meanwhile continues without rewards.
        """
        return self.occasions.get(kind, NOTHING_SETTLED)

    def counted(self, item: str, count: int) -> str:
        """Return a count of an item as text: "1 Chip", "3 Vertebrae"."""
        return f"{count} {item if count == 1 else self.items.get(item, item)}"
