"""External events that the host sends to every game's matches (R104). Plain Python.

A game may declare structs for further events.
"""

from collections.abc import Mapping
from typing import Protocol

from nomic.law.schema.json_reader import Json
from nomic.matches.contract.tagged_unions import Tagged, read_tagged, tagged_data


class Happening(Tagged, frozen=True):
    """An external event, which the host sends to a match."""


class Left(Happening, frozen=True, tag="left"):
    """A player left the cycle (R5, R100)."""

    player: str


class LawChanged(Happening, frozen=True, tag="law-changed"):
    """A new revision of the law is in force (R106)."""


class PhaseBegan(Happening, frozen=True, tag="phase"):
    """A phase of the cycle has begun."""

    phase_kind: str
    phase: int


class CycleEnded(Happening, frozen=True, tag="cycle-ended"):
    """The cycle has ended, and its games end with it (R101)."""


class Joined(Happening, frozen=True, tag="joined"):
    """A player joins the match that lasts as long as the cycle."""

    player: str


class Begun(Happening, frozen=True, tag="begun"):
    """The players who gathered for the match begin it."""


class MovesForbidden(Happening, frozen=True, tag="moves-forbidden"):
    """A clock has expired, and the law forbids moves to these players, so their plans are not carried out."""

    players: tuple[str, ...]


# Events that every match receives, whatever the game.
BY_THE_HOST: tuple[type[Happening], ...] = (Left, LawChanged, PhaseBegan, CycleEnded, MovesForbidden)


class TakesHappenings(Protocol):
    """The part of an engine that declares the further external events it accepts."""

    @property
    def happenings(self) -> tuple[type[Happening], ...]: ...


def read_happening(engine: TakesHappenings, data: Mapping[str, Json]) -> Happening:
    """Return the external event in stored JSON. Raises IllegalMove for any other JSON."""
    return read_tagged((*BY_THE_HOST, *engine.happenings), data, "an event")


def happening_data(happening: Happening) -> dict[str, Json]:
    """Return an external event as JSON."""
    return tagged_data(happening)
