"""The map of a level: its hexes, its figures at each stage of the last period, and the path of the viewer's plan."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dungeon.engine.hexes import CENTRE, Hex
from dungeon.engine.plans import hex_in_words
from dungeon.engine.player_view import SeenHex, SeenLevel, View
from dungeon.engine.state import Spot
from dungeon.plan_preview import Floor, Plotted, floor_of
from dungeon.web.hex_geometry import Point, centre_of, line, side_by_side, view_box
from dungeon.web.last_period import Stages
from dungeon.web.plan_marks import Mark, marks_of
from nomic.matches.hosting.views.board_view import Pick

CROWD_BESIDE_ROPE = -12  # how far right of the centre a crowd is drawn, so that the rope stays in sight
ABOVE = 16  # how far above the middle of its hex a number of coins is written
NOWHERE = ""  # the place of a pawn at a stage at which it is not drawn


@dataclass(frozen=True, slots=True)
class Tile:
    """A hex. `was` is its terrain before the last period ended, if that has changed.

    `is_advised` is true if a hint chooses it.
    """

    at: Hex
    x: float
    y: float
    terrain: str
    label: str
    was: str = ""
    pick: Pick | None = None
    fate: str = ""
    is_advised: bool = False


@dataclass(frozen=True, slots=True)
class Pawn:
    """A figure on the map.

    It has its place at each stage ("x,y", or "" if not drawn alone), and its current one.
    """

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
    """A crowd on a hex: more players at a stage than can be drawn individually."""

    stage: int
    x: float
    y: float
    names: tuple[str, ...]
    has_you: bool


@dataclass(frozen=True, slots=True)
class Trace:
    """A figure's path in a stage."""

    stage: int
    path: str
    is_enemy: bool


@dataclass(frozen=True, slots=True)
class Gain:
    """The coins that a player found, brought out or lost in a stage, written above the hex where that was.

    Where the viewer has such a number, those of others are left out.
    """

    stage: int
    x: float
    y: float
    words: str
    is_yours: bool
    is_loss: bool


@dataclass(frozen=True, slots=True)
class LevelMap:
    """A complete map of a level.

    `here` and `kinds` describe it in words: its figures, and each kind of hex with its places. `start` is the hex at
    which the arrow keys begin.
    """

    dungeon: int
    level: int
    view_box: str
    tiles: tuple[Tile, ...]
    pawns: tuple[Pawn, ...]
    crowds: tuple[Crowd, ...]
    traces: tuple[Trace, ...]
    gains: tuple[Gain, ...]
    marks: tuple[Mark, ...]
    kinds: tuple[tuple[str, str], ...]
    here: tuple[tuple[str, str], ...]
    start: Hex
    is_yours: bool
    can_hide: bool
    seen_in: tuple[int, ...] = ()  # the stages in which the viewer acts here

    @property
    def key(self) -> str:
        return key_of(self.dungeon, self.level)


def key_of(dungeon: int, level: int) -> str:
    """Return the name of a level in URLs."""
    return f"{dungeon}-{level}"


@dataclass(frozen=True)
class Surveyor:
    """Builds the maps of the levels in a view.

    `picks` are the selectable hexes, `fates` the certain outcomes of some of them. `advised` is the form value of a
    hint's choice, or "".
    """

    view: View
    stages: Stages
    stage: int
    emptied: Mapping[Spot, str]
    picks: Mapping[Spot, Pick]
    fates: Mapping[Spot, str]
    plan: Sequence[Plotted]
    advised: str = ""

    def level(self, floor: Floor, *, can_hide: bool) -> LevelMap:
        """Return the map of a level."""
        dungeon, number = floor
        level = self.view.level(*floor)
        people, crowds = self._people(floor)
        you = self.stages.players.get(self.view.you or "", [None])[-1]
        is_yours = you is not None and floor_of(you) == floor
        return LevelMap(
            dungeon=dungeon,
            level=number,
            view_box=view_box(level.radius),
            tiles=tuple(self._tile(Spot(*floor, each.q, each.r), each) for each in level.hexes),
            pawns=(*self._enemies(floor), *people),
            crowds=tuple(crowds),
            traces=tuple(self._traces(floor)),
            gains=tuple(self._gains(floor)),
            marks=tuple(mark for plotted in self.plan for mark in marks_of(plotted, floor)),
            kinds=tuple(_kinds(level)),
            here=tuple(
                (", ".join(names), hex_in_words(at.hex)) for at, names in self._now.items() if floor_of(at) == floor
            ),
            start=you.hex if you is not None and is_yours else CENTRE,
            is_yours=is_yours,
            can_hide=can_hide,
            seen_in=tuple(n for n in range(self.stages.last) if self.stages.floor_at(self.view.you, n) == floor),
        )

    def _tile(self, spot: Spot, each: SeenHex) -> Tile:
        x, y = centre_of(spot.hex)
        pick = self.picks.get(spot)
        label = [f"{hex_in_words(spot.hex)} {each.name}"]
        if spot in self._now:
            label.append(", ".join(self._now[spot]))
        if pick is not None:
            label.append(f"To choose: {pick.label}")
        was, fate = self.emptied.get(spot, ""), self.fates.get(spot, "")
        is_advised = pick is not None and pick.value == self.advised
        return Tile(spot.hex, x, y, each.terrain, ". ".join(label), was, pick, fate, is_advised)

    @cached_property
    def _now(self) -> dict[Spot, list[str]]:
        """The figures by spot, enemies first."""
        found: dict[Spot, list[str]] = defaultdict(list)
        for name, places in (*self.stages.enemies.values(), *self.stages.players.items()):
            if places[-1] is not None:
                found[places[-1]].append(name)
        return found

    def _enemies(self, floor: Floor) -> Iterator[Pawn]:
        for name, whereabouts in self.stages.enemies.values():
            places = tuple(_place(at) if at is not None and floor_of(at) == floor else NOWHERE for at in whereabouts)
            if any(places):
                yield Pawn(name, name[:1].upper(), "enemy", places, places[self.stage])

    def _people(self, floor: Floor) -> tuple[list[Pawn], list[Crowd]]:
        """Return pawns for players on hexes with few of them, and crowds for the others."""
        places: dict[str, list[str]] = defaultdict(lambda: [NOWHERE] * (self.stages.last + 1))
        crowds = []
        ropes = {(each.q, each.r) for each in self.view.level(*floor).hexes if each.terrain == "rope"}
        for stage in range(self.stages.last + 1):
            for spot, names in self._by_spot(floor, stage).items():
                has_rope = spot.hex in ropes
                slots = side_by_side(len(names), has_rope=has_rope)
                for name, slot in zip(names, slots, strict=False):
                    places[name][stage] = _place(spot, slot)
                if not slots:
                    x, y = centre_of(spot.hex)
                    aside = CROWD_BESIDE_ROPE if has_rope else 0
                    crowds.append(Crowd(stage, x + aside, y + 6, tuple(names), self.view.you in names))
        return [self._person(name, tuple(found)) for name, found in places.items()], crowds

    def _by_spot(self, floor: Floor, stage: int) -> dict[Spot, list[str]]:
        """Return the figures of a level by spot at a stage. The viewer comes first."""
        found: dict[Spot, list[str]] = defaultdict(list)
        for name, whereabouts in sorted(self.stages.players.items(), key=lambda each: each[0] != self.view.you):
            at = whereabouts[stage]
            if at is not None and floor_of(at) == floor:
                found[at].append(name)
        return found

    def _person(self, name: str, places: tuple[str, ...]) -> Pawn:
        kind = "you" if name == self.view.you else "player"
        return Pawn(name, initials(name), kind, places, places[self.stage])

    def _traces(self, floor: Floor) -> Iterator[Trace]:
        for walk in self.stages.walks:
            if floor_of(walk.spots[0]) == floor:
                yield Trace(walk.stage, line([spot.hex for spot in walk.spots]), walk.is_enemy)

    def _gains(self, floor: Floor) -> Iterator[Gain]:
        here = [prize for prize in self.stages.prizes if floor_of(prize.at) == floor]
        own = {(prize.stage, prize.at) for prize in here if prize.player == self.view.you}
        for prize in here:
            if prize.player == self.view.you or (prize.stage, prize.at) not in own:
                x, y = centre_of(prize.at.hex)
                words = f"{prize.coins:+}".replace("-", "\N{MINUS SIGN}")
                yield Gain(prize.stage, x, y - ABOVE, words, prize.player == self.view.you, prize.coins < 0)


def initials(name: str) -> str:
    """Return two letters for a name: the initials of its first two parts, or its first two letters.

    If the second part is a number, two of its digits are kept, to tell numbers apart.
    """
    parts = [part for part in name.replace("_", " ").replace(".", " ").replace("-", " ").split() if part]
    if len(parts) < 2:
        return name[:2].capitalize()
    return f"{parts[0][0]}{parts[1][: 2 if parts[1].isdecimal() else 1]}".upper()


def _place(spot: Spot, slot: Point = (0, 0)) -> str:
    x, y = centre_of(spot.hex)
    return f"{x + slot[0]:g},{y + slot[1]:g}"


def _kinds(level: SeenLevel) -> Iterator[tuple[str, str]]:
    """Yield each kind of hex of a level, except blank ones, with its places."""
    found: dict[str, list[str]] = {}
    for each in level.hexes:
        if each.terrain != "blank":
            found.setdefault(each.name, []).append(hex_in_words((each.q, each.r)))
    return ((name, ", ".join(places)) for name, places in sorted(found.items()))
