"""Events: machine-readable results of acts, stored in the journal and dispatched to subscribers.

Each kind is declared once, as a struct, in the app that emits it. Its fields are available to subscribers, pages, bots
and the API.
"""

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self, get_args, get_type_hints

import msgspec
from django.core.checks import CheckMessage, Error
from msgspec import Struct

from nomic.law.document.sections import Law

# What an event is about, in the order in which menus list events.
Topic = Literal[
    "Time",
    "Players",
    "Values and questions",
    "Items and cards",
    "Proposals and votes",
    "Matches",
    "Judge and corrections",
]
TOPICS: tuple[Topic, ...] = get_args(Topic)

# Types of fields that rules can act on as players, cards or proposals. Other texts are names to them.
NamedPlayer = Annotated[str, "players"]
NamedCard = Annotated[str, "cards"]
NamedProposal = Annotated[str, "proposals"]
PLAYERS = re.compile(r"\bplayers?\b")


class Event(Struct, frozen=True, tag_field="kind"):
    """An event in a cycle.

    Its fields are JSON values. Journals store the fields in this order, so neither fields nor order may change.
    `whenever` is a clause in plain English, such as "a player joins", for rules that react to the event. `about` is the
    group of events under which menus list it. The other class variables describe what rules can rely on. A system check
    reports an event that rules can react to and that lacks `whenever` or `about`.
    """

    # Whether rules can react to it. They cannot react to events about the journal itself, nor to those after which
    # nothing can happen: failed acts change nothing, and nobody acts after the end of the cycle.
    is_heard: ClassVar[bool] = True
    whenever: ClassVar[str] = ""
    about: ClassVar[Topic | Literal[""]] = ""
    # Whether it can occur under a law, which may have no court, shop or game.
    emitted_under: ClassVar[Callable[[Law], bool]] = lambda law: True
    # Whether it results from a player's act. The calendar, a count of votes and an admin are not players.
    by_player: ClassVar[bool] = True
    # What sentences of rules call the players in its fields, where "that player" could be another one.
    called: ClassVar[Mapping[str, str]] = {}
    # Fields with names that never refer to an object on which rules can act, such as a player who has left. Texts can
    # contain these names.
    gone: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        """Declare a kind of event."""
        super().__init_subclass__()
        all_events.cache_clear()

    @classmethod
    def kind(cls) -> str:
        """Return the name of this kind of event, as stored in the journal."""
        return str(cls.__struct_config__.tag)

    def as_json(self) -> dict[str, Any]:
        """Return the event as stored in the journal: its kind, then its fields."""
        built: dict[str, Any] = msgspec.to_builtins(self)
        return built

    @classmethod
    def among(cls, events: Iterable[Mapping[str, Any]]) -> Iterator[Self]:
        """Yield the events of this kind among those of a journal entry."""
        return (msgspec.convert(event, cls) for event in events if event["kind"] == cls.kind())


def under(section: str) -> Callable[[Law], bool]:
    """Return a test for `Event.emitted_under` that checks whether the law has a section."""
    return lambda law: law.has(section)


@functools.cache
def all_events() -> tuple[type[Event], ...]:
    """Return every declared kind of event, sorted by name."""
    found, waiting = set[type[Event]](), [Event]
    while waiting:
        below = waiting.pop().__subclasses__()
        found.update(below)
        waiting += below
    return tuple(sorted((kind for kind in found if not kind.__subclasses__()), key=lambda kind: kind.kind()))


def flaws(app_configs: object, **options: object) -> list[CheckMessage]:
    """Check that every kind of event has a unique name and the texts that pages and the API show."""
    first: dict[str, type[Event]] = {}
    found: list[str] = []
    for event in all_events():
        named = f"the event {event.__module__}.{event.__name__}"
        if first.setdefault(event.kind(), event) is not event:
            found.append(f"{named} is called {event.kind()!r}, as {first[event.kind()].__name__} is")
        if not event.__doc__:
            found.append(f"{named} has no docstring, which describes it to authors of bots and of rules")
        if event.is_heard and not event.whenever:
            found.append(f"{named} has no words after “whenever”: set `whenever`, or `is_heard` to False")
        if event.is_heard and not event.about:
            found.append(f"{named} has no subject: set `about`, the heading under which menus list it")
        if nameless := _mistakable_players(event):
            found.append(f"{named} is about two players: say in `called` what a rule calls {' and '.join(nameless)}")
    return [Error(each, id="cycles.E002") for each in found]


def _mistakable_players(event: type[Event]) -> list[str]:
    """Return the fields with players that have no words of their own, if `whenever` is about two players or more."""
    if not event.is_heard or len(PLAYERS.findall(event.whenever)) < 2:
        return []
    hints = get_type_hints(event, include_extras=True)
    return [
        name
        for name in event.__struct_fields__
        if hints[name] in (NamedPlayer, list[NamedPlayer]) and name not in event.called
    ]


class CycleBegan(Event, frozen=True, tag="cycle-began"):
    """The cycle began in phase 0. The seeds of phases 0 and 1 are committed to."""

    whenever: ClassVar[str] = "the cycle begins"
    about: ClassVar[Topic] = "Time"
    by_player: ClassVar[bool] = False
    phase: int
    phase_kind: str
    commitments: list[str]


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    """A phase began and lasts until `ends_at`. The previous seed is revealed, and the next one is committed to."""

    whenever: ClassVar[str] = "a phase begins"
    about: ClassVar[Topic] = "Time"
    by_player: ClassVar[bool] = False
    phase: int
    phase_kind: str
    ends_at: str
    revealed: str
    commitment: str


class InternalEvent(Event, frozen=True):
    """Base of the events to which rules cannot react."""

    is_heard: ClassVar[bool] = False


class PhaseReseeded(InternalEvent, frozen=True, tag="phase-reseeded"):
    """A phase continues with a new seed, with this commitment, because its old seed may have been seen (R142).

    Later entries draw from the new seed. Earlier draws remain valid.
    """

    phase: int
    commitment: str


class CycleEnded(InternalEvent, frozen=True, tag="cycle-ended"):
    """The cycle is over: `winner` won by `rule`. Both are empty if an admin ended it without a winner."""

    winner: NamedPlayer
    rule: str


class LawChanged(Event, frozen=True, tag="law-changed"):
    """A revision of the law came into force. `sections` are the sections that differ from the previous revision."""

    whenever: ClassVar[str] = "the law changes"
    about: ClassVar[Topic] = "Proposals and votes"
    by_player: ClassVar[bool] = False
    revision: int
    sections: list[str]


class ActFailed(InternalEvent, frozen=True, tag="act-failed"):
    """An act failed after it had drawn, and changed nothing (R126).

    `code` is the code of the refusal, or "broken" if the program has a bug.
    """

    code: str
    reason: str


class ClockAdvanced(Event, frozen=True, tag="clock-advanced"):
    """The owner of a practice cycle moved its clock forward by this many seconds."""

    whenever: ClassVar[str] = "the clock is moved forward"
    about: ClassVar[Topic] = "Time"
    seconds: float
    to: str


class Unsealed(InternalEvent, frozen=True, tag="unsealed"):
    """The sealed arguments of an entry are revealed: value and salt by name."""

    entry: str
    seq: int
    args: dict[str, Any]


class DrawKey(InternalEvent, frozen=True, tag="draw-key"):
    """The public key that proves the secret draws of the cycle, a point of the curve P-256."""

    key: str


class SecretDraws(InternalEvent, frozen=True, tag="secret-draws"):
    """The entry may have drawn in secret. The commitment is to the draws, if there are any."""

    commitment: str


class DrawsOpened(InternalEvent, frozen=True, tag="draws-opened"):
    """The secret draws of an entry are now public, because everything that they decided is public.

    `proof` proves the seed of the draws.
    """

    entry: str
    proof: str
    draws: list[dict[str, Any]]


class OwnDice(InternalEvent, frozen=True, tag="own-dice"):
    """The entry drew from the seed of the fork that added it, with this commitment, instead of its phase's seed."""

    commitment: str


class MoreDice(InternalEvent, frozen=True, tag="more-dice"):
    """The entry's draws at the places `draws` used the seed of a rewrite of history with this commitment (R142).

    The act had not made them before that rewrite, and the seed of its other draws was public by then.
    """

    commitment: str
    draws: list[int]


class ForkReseeded(InternalEvent, frozen=True, tag="fork-reseeded"):
    """The open correction has a new seed, with this commitment, because its old seed may have been seen (R142)."""

    commitment: str


class NeverWas(InternalEvent, frozen=True, tag="never-was"):
    """The act of this entry has no effect, because a reroll undid the things to which it refers (R134)."""


class ForkSeedRevealed(InternalEvent, frozen=True, tag="fork-seed"):
    """A fork was adopted, and its seed is now public. The entries added by the fork drew from this seed."""

    commitment: str
    seed: str


class HistoryRewritten(InternalEvent, frozen=True, tag="told-anew"):
    """Entries from `first` on were rewritten. The old journal had `replaced` entries and ended in `head`."""

    first: int
    replaced: int
    head: str
    undone: int
