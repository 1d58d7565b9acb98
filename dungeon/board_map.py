"""A level as a map: its hexes, who is on them at each stage of the last period, and the way of one's own plan."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dungeon.board_replay import Stages
from dungeon.engine.hexes import CENTRE, DIRECTIONS, Hex, towards
from dungeon.engine.moving import CLIMB, Landing
from dungeon.engine.plans import in_words
from dungeon.engine.state import Spot
from dungeon.hexmap import Point, arrow, between, centre_of, line, side_by_side, view_box
from dungeon.plotting import Plotted
from nomic.tables.sight import Pick

Json = Any
NOWHERE = ""  # the place of a token at a stage at which it is not drawn
STUB = 0.55  # of the way to a hex that cannot be entered


@dataclass(frozen=True, slots=True)
class Tile:
    """A hex. `was` is what it was before the last period ended, where that has changed it."""

    at: Hex
    x: float
    y: float
    terrain: str
    label: str
    was: str = ""
    pick: Pick | None = None
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """Somebody on the map: where at each stage ("x,y", or "" for not as one), and where now."""

    who: str
    initials: str
    kind: str
    places: tuple[str, ...]
    place: str

    @property
    def all_places(self) -> str:
        return ";".join(self.places)


@dataclass(frozen=True, slots=True)
class Crowd:
    """More players on one hex at a stage than can be drawn there one by one."""

    stage: int
    x: float
    y: float
    names: tuple[str, ...]
    has_you: bool


@dataclass(frozen=True, slots=True)
class Trace:
    """A way that somebody went in a stage."""

    stage: int
    path: str
    is_enemy: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """An action of one's plan on the map: its number, and an arrow to where it leads, if it leads anywhere."""

    number: int
    x: float
    y: float
    path: str = ""
    is_lost: bool = False
    is_arrival: bool = False


@dataclass(frozen=True, slots=True)
class LevelMap:
    """A level drawn whole. `here` and `kinds` tell it in words: who is where, and each kind of hex with its places.

    `start` is the hex at which the arrow keys begin.
    """

    dungeon: int
    level: int
    view_box: str
    tiles: tuple[Tile, ...]
    tokens: tuple[Token, ...]
    crowds: tuple[Crowd, ...]
    traces: tuple[Trace, ...]
    marks: tuple[Mark, ...]
    kinds: tuple[tuple[str, str], ...]
    here: tuple[tuple[str, str], ...]
    start: Hex
    is_yours: bool
    can_hide: bool

    @property
    def key(self) -> str:
        return key_of(self.dungeon, self.level)

    @property
    def has_lit(self) -> bool:
        return any(tile.pick for tile in self.tiles)


def key_of(dungeon: int, level: int) -> str:
    """How addresses name a level."""
    return f"{dungeon}-{level}"


@dataclass(frozen=True)
class Surveyor:
    """Draws levels of one view. `picks` are the hexes that can be chosen now, `lost` those among them in vain."""

    view: Json
    stages: Stages
    stage: int
    emptied: Mapping[Spot, tuple[str, str]]
    picks: Mapping[Spot, Pick]
    lost: frozenset[Spot]
    plan: Sequence[Plotted]

    def level(self, dungeon: int, number: int, *, can_hide: bool) -> LevelMap:
        """A level of the view."""
        level = self.view["dungeons"][dungeon - 1]["levels"][number - 1]
        tokens, crowds = self._people(dungeon, number)
        you = self.stages.players.get(self.view["you"] or "", [None])[-1]
        is_yours = you is not None and _level_of(you) == (dungeon, number)
        return LevelMap(
            dungeon,
            number,
            view_box(level["radius"]),
            tuple(self._tile(dungeon, number, each) for each in level["hexes"]),
            (*self._enemies(dungeon, number), *tokens),
            tuple(crowds),
            tuple(self._traces(dungeon, number)),
            tuple(self._marks(dungeon, number)),
            tuple(_kinds(level)),
            tuple(self._here(dungeon, number)),
            you.hex if you is not None and is_yours else CENTRE,
            is_yours,
            can_hide,
        )

    def _tile(self, dungeon: int, level: int, each: Json) -> Tile:
        spot = Spot(dungeon, level, each["q"], each["r"])
        x, y = centre_of(spot.hex)
        pick = self.picks.get(spot)
        label = [f"{in_words(spot.hex)} {each['name']}"]
        if spot in self._now:
            label.append(", ".join(self._now[spot]))
        if pick is not None:
            label.append(f"To choose: {pick.label}")
        was = self.emptied.get(spot, ("", ""))[0]
        return Tile(spot.hex, x, y, each["is"], ". ".join(label), was, pick, spot in self.lost)

    @cached_property
    def _now(self) -> dict[Spot, list[str]]:
        """Who is where, enemies first."""
        found: dict[Spot, list[str]] = defaultdict(list)
        for name, places in (*self.stages.enemies.values(), *self.stages.players.items()):
            if places[-1] is not None:
                found[places[-1]].append(name)
        return found

    def _enemies(self, dungeon: int, level: int) -> Iterator[Token]:
        for name, whereabouts in self.stages.enemies.values():
            places = tuple(
                _place(at, (0, 0)) if at is not None and _level_of(at) == (dungeon, level) else NOWHERE
                for at in whereabouts
            )
            if any(places):
                yield Token(name, name[:1].upper(), "enemy", places, places[self.stage])

    def _people(self, dungeon: int, level: int) -> tuple[list[Token], list[Crowd]]:
        """Players one by one, where there are few on a hex, and crowds."""
        places: dict[str, list[str]] = defaultdict(lambda: [NOWHERE] * (self.stages.last + 1))
        crowds = []
        for stage in range(self.stages.last + 1):
            for spot, names in self._by_spot(dungeon, level, stage).items():
                slots = side_by_side(len(names))
                if not slots:
                    x, y = centre_of(spot.hex)
                    crowds.append(Crowd(stage, x, y + 6, tuple(names), self.view["you"] in names))
                for name, slot in zip(names, slots, strict=False):
                    places[name][stage] = _place(spot, slot)
        return [self._token(name, tuple(found)) for name, found in places.items()], crowds

    def _by_spot(self, dungeon: int, level: int, stage: int) -> dict[Spot, list[str]]:
        """Who is where on a level at a stage; the viewer comes first."""
        found: dict[Spot, list[str]] = defaultdict(list)
        for name, whereabouts in sorted(self.stages.players.items(), key=lambda each: each[0] != self.view["you"]):
            at = whereabouts[stage]
            if at is not None and _level_of(at) == (dungeon, level):
                found[at].append(name)
        return found

    def _token(self, name: str, places: tuple[str, ...]) -> Token:
        kind = "you" if name == self.view["you"] else "player"
        return Token(name, initials(name), kind, places, places[self.stage])

    def _traces(self, dungeon: int, level: int) -> Iterator[Trace]:
        for way in self.stages.ways:
            if _level_of(way.spots[0]) == (dungeon, level):
                yield Trace(way.stage, line([spot.hex for spot in way.spots]), way.is_enemy)

    def _marks(self, dungeon: int, level: int) -> Iterator[Mark]:
        for plotted in self.plan:
            yield from _marks_of(plotted, (dungeon, level))

    def _here(self, dungeon: int, level: int) -> Iterator[tuple[str, str]]:
        """Who is on a level, and where."""
        for spot, names in self._now.items():
            if _level_of(spot) == (dungeon, level):
                yield ", ".join(names), in_words(spot.hex)


def initials(name: str) -> str:
    """Two letters for a name: of its first two parts, or its first two."""
    parts = [part for part in name.replace("_", " ").replace(".", " ").replace("-", " ").split() if part]
    return f"{parts[0][0]}{parts[1][0]}".upper() if len(parts) > 1 else name[:2].capitalize()


def _place(spot: Spot, slot: Point) -> str:
    x, y = centre_of(spot.hex)
    return f"{x + slot[0]:g},{y + slot[1]:g}"


def _kinds(level: Json) -> Iterator[tuple[str, str]]:
    """Each kind of hex of a level but the blank ones, with where it is."""
    found: dict[str, list[str]] = {}
    for each in level["hexes"]:
        if each["is"] != "blank":
            found.setdefault(each["name"], []).append(in_words((each["q"], each["r"])))
    return ((name, ", ".join(places)) for name, places in sorted(found.items()))


def _marks_of(plotted: Plotted, where: tuple[int, int]) -> Iterator[Mark]:
    """What an action looks like on one level: arrows along its way, a ring where it arrives from elsewhere."""
    landing, start = plotted.landing, plotted.start
    if landing is None:
        return
    if start is not None and (landing.how in ("lost", "waited") or plotted.do == CLIMB) and _level_of(start) == where:
        yield _standing(plotted, start, landing)
    if landing.how in ("lost", "waited"):
        return
    way = list(dict.fromkeys(spot for spot in (start, *landing.way, landing.end) if spot is not None))
    for before, spot in zip([None, *way], way, strict=False):
        if _level_of(spot) != where or spot == start:
            continue
        if before is not None and _level_of(before) == where:
            path, (x, y) = arrow(before.hex, spot.hex)
            yield Mark(plotted.number, x, y, path)
        else:
            x, y = centre_of(spot.hex)
            yield Mark(plotted.number, x, y, is_arrival=True)


def _level_of(spot: Spot) -> tuple[int, int]:
    return spot.dungeon, spot.level


def _standing(plotted: Plotted, at: Spot, landing: Landing) -> Mark:
    """An action that goes nowhere on this level; a step that is lost points at what is in its way."""
    if landing.how == "lost" and plotted.do in DIRECTIONS:
        onto = towards(at.hex, plotted.do)
        x, y = between(at.hex, onto, 0.25 + 0.25 * plotted.number)  # the next ones may be as vain
        return Mark(plotted.number, x, y, arrow(at.hex, onto, STUB)[0], is_lost=True)
    x, y = centre_of(at.hex)
    return Mark(plotted.number, x - 16 + 10 * (plotted.number - 1), y - 18)
