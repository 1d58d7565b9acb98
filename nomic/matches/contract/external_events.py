"""What the host itself tells matches of the world outside (R104); a game has structs for more. Plain Python."""

from collections.abc import Mapping
from typing import Protocol

from nomic.law.schema.json_reader import Json
from nomic.matches.contract.tagged import Tagged, read_tagged, tagged_data


class Happening(Tagged, frozen=True):
    """Something outside that a match is told of."""


class Left(Happening, frozen=True, tag="left"):
    """Somebody is a player of the cycle no more (R5, R100)."""

    player: str


class LawChanged(Happening, frozen=True, tag="law-changed"):
    """Another revision is in force (R106)."""


class PhaseBegan(Happening, frozen=True, tag="phase"):
    """A phase of the cycle has begun."""

    phase_kind: str
    phase: int


class CycleEnded(Happening, frozen=True, tag="cycle-ended"):
    """The cycle is over, and with it its games (R101)."""


class Joined(Happening, frozen=True, tag="joined"):
    """Somebody sits down at the match that lasts as long as the cycle."""

    player: str


class Begun(Happening, frozen=True, tag="begun"):
    """Those who gathered for the match begin it."""


# What every match is told of, whatever the game.
BY_THE_HOST: tuple[type[Happening], ...] = (Left, LawChanged, PhaseBegan, CycleEnded)


class TakesHappenings(Protocol):
    """What an engine says of the happenings that it is told of besides."""

    @property
    def happenings(self) -> tuple[type[Happening], ...]: ...


def read_happening(engine: TakesHappenings, data: Mapping[str, Json]) -> Happening:
    """The happening that stored JSON stands for. Raises IllegalMove where it stands for none."""
    return read_tagged((*BY_THE_HOST, *engine.happenings), data, "a happening")


def happening_data(happening: Happening) -> dict[str, Json]:
    """The JSON that stands for a happening."""
    return tagged_data(happening)
