"""The last period stage by stage: where everybody was before it ended, after each action and after the enemies."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from dungeon.engine.acting import coins
from dungeon.engine.plans import NAMES, in_words
from dungeon.engine.state import Spot
from dungeon.plotting import Floor, floor_of, spot_of

Json = Any
Whereabouts = list[Spot | None]  # by stage
BEFORE = "Before"


@dataclass(frozen=True, slots=True)
class Way:
    """Over which spots somebody went in a stage; a player's or an enemy's."""

    stage: int
    spots: tuple[Spot, ...]
    is_enemy: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """A moment of the last period, with what happened until then in words.

    `beasts` are the enemies that only moved, each with the level on which it did: there can be many.
    """

    number: int
    title: str
    words: tuple[str, ...]
    beasts: tuple[tuple[Floor, str], ...] = ()

    def told(self, places: Collection[Floor]) -> list[str]:
        """In words, with the enemies on these levels one by one, and how many others there are."""
        near = [words for place, words in self.beasts if place in places]
        others = len(self.beasts) - len(near)
        far = [f"Enemies move on other levels: {others}."] if others else []
        return [*self.words, *near, *far] or ["Nothing happened."]


@dataclass
class Stages:
    """Who was where at each stage; the last one is now. Without a period that is over there is only now."""

    stages: list[Stage]
    players: Mapping[str, Whereabouts]
    enemies: Mapping[int, tuple[str, Whereabouts]]
    ways: list[Way] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The number of the stage that is now."""
        return max(0, len(self.stages) - 1)


def stages_of(view: Json) -> Stages:
    """The stages of the last period."""
    last = view["last_period"]
    frames = last["frames"] if last else []
    now = {each["player"]: _spot_of(each) for each in view["players"]}
    went, moved = _paths(frames, "players", "player"), _paths(frames, "enemies", "id")
    names = dict.fromkeys([*now, *(name for paths in went for name in paths)])
    players = {name: _over(went, name, now.get(name)) for name in names}
    enemies = {each["id"]: (each["name"], _over(moved, each["id"], here)) for here, each in _enemies(view)}
    before = [Stage(0, BEFORE, ("Where everybody was before anybody acted.",))] if frames else []
    stages = [*before, *(_stage(number, each) for number, each in enumerate(frames, 1))]
    return Stages(stages, players, enemies, list(_ways(frames)))


def emptied(view: Json) -> dict[Spot, tuple[str, str]]:
    """What the hexes were that the last period has changed: as what each worked, and its name."""
    last = view["last_period"]
    changed = last["emptied"] if last else ()
    return {Spot(*each["at"]): (each["is"], each["name"]) for each in changed}


def _spot_of(player: Json) -> Spot | None:
    if player["escaped"]:
        return None
    return Spot(player["dungeon"], player["level"], player["q"], player["r"])


def _enemies(view: Json) -> Iterator[tuple[Spot, Json]]:
    for dungeon in view["dungeons"]:
        for level in dungeon["levels"]:
            for each in level["enemies"]:
                yield Spot(dungeon["number"], level["number"], each["q"], each["r"]), each


def _paths(frames: list[Json], kind: str, key: str) -> list[dict[Json, list[Json]]]:
    """Stage by stage, over which spots each went."""
    found: list[dict[Json, list[Json]]] = []
    for frame in frames:
        found.append({})
        for act in frame[kind]:
            found[-1].setdefault(act[key], []).extend(act["path"])
    return found


def _over(paths: list[dict[Json, list[Json]]], who: Json, now: Spot | None) -> Whereabouts:
    """Where somebody was at each stage. Who did nothing was where they are."""
    first = [each[who][0] for each in paths if who in each][:1]
    at = spot_of(first[0]) if first else now
    found = [at]
    for each in paths:
        at = spot_of(each[who][-1]) if who in each else at
        found.append(at)
    return [*found[:-1], now]


def _ways(frames: list[Json]) -> Iterator[Way]:
    for number, frame in enumerate(frames, 1):
        for kind in ("players", "enemies"):
            for act in frame[kind]:
                for spots in _level_by_level(map(spot_of, act["path"])):
                    yield Way(number, spots, kind == "enemies")


def _level_by_level(path: Iterable[Spot | None]) -> Iterator[tuple[Spot, ...]]:
    """The stretches of a path that lie on one level and lead somewhere."""
    stretch: list[Spot] = []
    for spot in [*path, None]:
        if stretch and (spot is None or floor_of(spot) != floor_of(stretch[0])):
            if len(stretch) > 1:
                yield tuple(stretch)
            stretch = []
        if spot is not None:
            stretch.append(spot)


def _stage(number: int, frame: Json) -> Stage:
    made = [f"Level {level} of dungeon {dungeon} is found." for dungeon, level in frame["made"]]
    acts = [_act_in_words(act) for act in frame["players"] if act["do"]]
    lost = {act["player"]: act["coins"] for act in frame["players"] if not act["do"]}
    caught = [_enemy_in_words(act, lost) for act in frame["enemies"] if act["caught"]]
    beasts = [(tuple(act["path"][0][:2]), _enemy_in_words(act, lost)) for act in frame["enemies"] if not act["caught"]]
    return Stage(number, frame["title"], (*made, *acts, *caught), tuple(beasts))


def _act_in_words(act: Json) -> str:
    player, path = act["player"], [spot_of(place) for place in act["path"]]
    end, onto = path[-1], path[min(1, len(path) - 1)]
    there = in_words(onto.hex) if onto else "outside"
    match act["how"]:
        case "looted":
            return f"{player} loots what is at {there}: {', '.join(act['loot']) or 'nothing'}."
        case "fell":
            return f"{player} goes into the pit at {there} and falls{f' to level {end.level}' if end else ''}."
        case "climbed":
            return f"{player} climbs to {in_words(end.hex)} on level {end.level}." if end else ""
        case "escaped":
            return f"{player} escapes with {coins(act['coins'])}."
        case "entered":
            return f"{player} enters dungeon {end.dungeon}." if end else ""
        case "caught":
            return f"{player} runs into an enemy and loses {coins(act['coins'])}."
        case "lost":
            return f"{player} cannot {_doing(act['do'])}: the action is lost."
    return f"{player} goes {NAMES.get(act['do'], '').lower()} to {there}."


def _doing(do: str) -> str:
    return f"go {NAMES[do].lower()}" if do in NAMES else do


def _enemy_in_words(act: Json, lost: Mapping[str, int]) -> str:
    start, *_, end = [Spot(*place) for place in act["path"]]
    does = {"charge": "charges", "wander": "wanders"}.get(act["how"], "moves")
    words = f"{act['name']} {does} from {in_words(start.hex)} to {in_words(end.hex)} on level {end.level}"
    caught = [f"{player}, who loses {coins(lost.get(player, 0))}" for player in act["caught"]]
    return f"{words} and catches {' and '.join(caught)}." if caught else f"{words}."
