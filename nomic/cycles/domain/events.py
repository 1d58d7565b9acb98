"""Events: machine-readable results of acts, stored in the journal and dispatched to subscribers.

Each kind is declared once, as a struct, by the app that causes it. Its fields are what subscribers, pages, bots and
the API can read.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Self

import msgspec
from msgspec import Struct

from nomic.law.document.sections import Law


class Event(Struct, frozen=True, tag_field="kind"):
    """Something that happened in a cycle. Its fields are JSON values; they and their order are stored in journals.

    `whenever` is a clause in plain English, such as "a player joins", for rules that react to the event. The other
    class variables say what rules can expect of it.
    """

    whenever: ClassVar[str] = ""
    # Whether it can occur under a law, which may have no court, shop or game.
    told_under: ClassVar[Callable[[Law], bool]] = lambda law: True
    # Whether it results from a player's act. The calendar, a count of votes and an admin are not players.
    by_player: ClassVar[bool] = True
    # Fields whose names never refer to something that rules can act on, such as a player who has left. Texts can
    # contain them.
    gone: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def kind(cls) -> str:
        """The name of this kind, as stored in the journal."""
        return str(cls.__struct_config__.tag)

    def as_json(self) -> dict[str, Any]:
        """Return the form stored in the journal: the kind, then the fields."""
        built: dict[str, Any] = msgspec.to_builtins(self)
        return built

    @classmethod
    def among(cls, events: Iterable[Mapping[str, Any]]) -> Iterator[Self]:
        """Yield the events of this kind among those stored in a journal entry."""
        return (msgspec.convert(event, cls) for event in events if event["kind"] == cls.kind())


def under(section: str) -> Callable[[Law], bool]:
    """Build a test for `Event.told_under`: whether the law has a section."""
    return lambda law: law.has(section)


def all_events() -> list[type[Event]]:
    """Return every declared kind of event, sorted by name."""
    found, waiting = set[type[Event]](), [Event]
    while waiting:
        below = waiting.pop().__subclasses__()
        found.update(below)
        waiting += below
    return sorted((kind for kind in found if not kind.__subclasses__()), key=lambda kind: kind.kind())


class CycleBegan(Event, frozen=True, tag="cycle-began"):
    """The cycle began in phase 0. The seeds of phases 0 and 1 are committed to."""

    whenever: ClassVar[str] = "the cycle begins"
    by_player: ClassVar[bool] = False
    phase: int
    phase_kind: str
    commitments: list[str]


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    """A phase began, to last until `ends_at`. The previous seed is revealed, the next one is committed to."""

    whenever: ClassVar[str] = "a phase begins"
    by_player: ClassVar[bool] = False
    phase: int
    phase_kind: str
    ends_at: str
    revealed: str
    commitment: str


class PhaseReseeded(Event, frozen=True, tag="phase-reseeded"):
    """A phase continues with a new seed, with this commitment, because its old seed may have been seen (R142).

    Later entries draw by the new seed. Earlier draws remain valid.
    """

    phase: int
    commitment: str


class CycleEnded(Event, frozen=True, tag="cycle-ended"):
    """A player won, by a rule, and the cycle is over."""

    winner: str
    rule: str


class LawChanged(Event, frozen=True, tag="law-changed"):
    """A revision of the law came into force; `sections` are those that differ from the previous revision."""

    whenever: ClassVar[str] = "the law changes"
    by_player: ClassVar[bool] = False
    revision: int
    sections: list[str]


class ActFailed(Event, frozen=True, tag="act-failed"):
    """An act failed after it had drawn, and changed nothing (R126).

    `code` is that of the refusal, or "broken" if the program has a bug.
    """

    code: str
    reason: str


class ClockAdvanced(Event, frozen=True, tag="clock-advanced"):
    """The owner of a practice cycle moved its clock forward by this many seconds."""

    whenever: ClassVar[str] = "the clock is moved forward"
    seconds: float
    to: str


class Unsealed(Event, frozen=True, tag="unsealed"):
    """The sealed arguments of an entry are revealed: value and salt of each, by its name."""

    entry: str
    seq: int
    args: dict[str, Any]


class OwnDice(Event, frozen=True, tag="own-dice"):
    """The entry drew by the seed of the fork that added it, with this commitment, instead of its phase's seed."""

    commitment: str


class ForkReseeded(Event, frozen=True, tag="fork-reseeded"):
    """The open correction has a new seed, with this commitment, because its old seed may have been seen (R142)."""

    commitment: str


class NeverWas(Event, frozen=True, tag="never-was"):
    """R134: a reroll undid what the act of this entry refers to, so that the act has no effect."""


class ForkSeedRevealed(Event, frozen=True, tag="fork-seed"):
    """A fork was adopted. Its seed, by which the entries that it added drew, is public."""

    commitment: str
    seed: str


class HistoryRewritten(Event, frozen=True, tag="told-anew"):
    """History was rewritten from entry `first` on. It had `replaced` entries and that head; `undone` are gone."""

    first: int
    replaced: int
    head: str
    undone: int
