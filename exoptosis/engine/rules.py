"""The law as a game of Exoptosis reads it: once per revision, shared by every game."""

from collections.abc import Mapping

from msgspec import Struct

from exoptosis.engine.state import Base
from nomic.effects.nodes import Condition, Effect


class Hooks(Struct, frozen=True):
    """What a species or a modifier does, and when.

    `allows`: conditions under which its card also goes upon another ($this upon $beneath). `demands_instead` and
    `demands_also`: what it demands of the card upon it ($above upon $this), in place of the usual or besides (R37).
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
    """A species: its own sets, and what it does."""

    base: Base
    hooks: Hooks
    text: str = ""


class ModifierRules(Struct, frozen=True):
    """A modifier: what it does, its flags, and what it adds for good where it turns into that (R26)."""

    hooks: Hooks
    flags: frozenset[str] = frozenset()
    remembers_giver: bool = False
    counts: bool = False
    gains: Mapping[str, tuple[str, ...]] | None = None
    text: str = ""


class Rules(Struct, frozen=True):
    """Everything of a law that a game of Exoptosis goes by."""

    number: int
    species: Mapping[str, SpeciesRules]
    modifiers: Mapping[str, ModifierRules]
    collections: Mapping[str, tuple[str, ...]]
    opposites: frozenset[tuple[str, str]]
    see_through: frozenset[str]
    may_follow: Condition
    may_open: Condition
    must_play: str
