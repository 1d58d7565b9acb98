"""Events: what an act brought about, for programs; the journal keeps them, and other rooms listen for them.

Each kind is declared once, as a struct, by the room that causes it. What it gives by name is what listeners, pages,
bots and the API know of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Self

import msgspec
from msgspec import Struct

from nomic.law.document.sections import Law


class Event(Struct, frozen=True, tag_field="kind"):
    """Something that happened in a cycle. Its fields are JSON values; they and their order stand in journals.

    `whenever` says it as what follows that word, "a player joins", for rules that act then. The other class variables
    say what rules can expect of it.
    """

    whenever: ClassVar[str] = ""
    # Whether a law can tell it at all: a court, a shop or a game may be missing from it.
    told_under: ClassVar[Callable[[Law], bool]] = lambda law: True
    # Whether it follows from what a player does. The calendar, a count of votes and an admin are no player.
    by_player: ClassVar[bool] = True
    # Its names that never stand for anything that a rule can act on, as a player who has left; texts can show them.
    gone: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def kind(cls) -> str:
        """The name of this kind, as the journal says it."""
        return str(cls.__struct_config__.tag)

    def as_json(self) -> dict[str, Any]:
        """As the journal keeps it: the kind, then what it gives."""
        built: dict[str, Any] = msgspec.to_builtins(self)
        return built

    @classmethod
    def among(cls, events: Iterable[Mapping[str, Any]]) -> Iterator[Self]:
        """Those of this kind among the events that an entry of the journal keeps."""
        return (msgspec.convert(event, cls) for event in events if event["kind"] == cls.kind())


def under(section: str) -> Callable[[Law], bool]:
    """Whether a law has a section, for `Event.told_under`."""
    return lambda law: law.has(section)


def all_events() -> list[type[Event]]:
    """Every kind that a room has declared, by name."""
    found, waiting = set[type[Event]](), [Event]
    while waiting:
        below = waiting.pop().__subclasses__()
        found.update(below)
        waiting += below
    return sorted((kind for kind in found if not kind.__subclasses__()), key=lambda kind: kind.kind())


class CycleBegan(Event, frozen=True, tag="cycle-began"):
    """The cycle began in phase 0; the seeds of phases 0 and 1 are committed to."""

    whenever: ClassVar[str] = "the cycle begins"
    by_player: ClassVar[bool] = False
    phase: int
    phase_kind: str
    commitments: list[str]


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    """A phase began, to last until `ends_at`. The seed of the one before is revealed, the next one's committed to."""

    whenever: ClassVar[str] = "a phase begins"
    by_player: ClassVar[bool] = False
    phase: int
    phase_kind: str
    ends_at: str
    revealed: str
    commitment: str


class PhaseReseeded(Event, frozen=True, tag="phase-reseeded"):
    """A phase goes on with a new seed, which has this commitment: its old one may have been seen (R142).

    Later entries draw by it. Dice that were drawn before stand.
    """

    phase: int
    commitment: str


class CycleEnded(Event, frozen=True, tag="cycle-ended"):
    """Somebody won, by a rule, and the cycle is over."""

    winner: str
    rule: str


class LawChanged(Event, frozen=True, tag="law-changed"):
    """A revision of the law came into force; `sections` are those that differ from the revision before."""

    whenever: ClassVar[str] = "the law changes"
    by_player: ClassVar[bool] = False
    revision: int
    sections: list[str]


class ActFailed(Event, frozen=True, tag="act-failed"):
    """An act failed after it had drawn, and changed nothing (R126).

    `code` is that of the refusal, or "broken" where the program has a mistake.
    """

    code: str
    reason: str


class ClockAdvanced(Event, frozen=True, tag="clock-advanced"):
    """The owner of a practice cycle moved its clock forward, by so many seconds."""

    whenever: ClassVar[str] = "the clock is moved forward"
    seconds: float
    to: str


class Unsealed(Event, frozen=True, tag="unsealed"):
    """What an entry kept sealed is public: value and salt of each argument, by its name."""

    entry: str
    seq: int
    args: dict[str, Any]


class OwnDice(Event, frozen=True, tag="own-dice"):
    """The entry drew by the seed of the fork that brought it, which has this commitment, and not by its phase's."""

    commitment: str


class ForkReseeded(Event, frozen=True, tag="fork-reseeded"):
    """The correction that is open gets a new seed, which has this commitment: its old one may have been seen (R142)."""

    commitment: str


class NeverWas(Event, frozen=True, tag="never-was"):
    """R134: what the act of this entry speaks of was unmade by a reroll, so that nothing comes of the act."""


class ForkSeedRevealed(Event, frozen=True, tag="fork-seed"):
    """A fork was adopted; its seed is public, by which entries drew that came into the journal with it."""

    commitment: str
    seed: str


class HistoryRewritten(Event, frozen=True, tag="told-anew"):
    """From entry `first` on the journal is rewritten; it had `replaced` entries and that head, `undone` are no more."""

    first: int
    replaced: int
    head: str
    undone: int
