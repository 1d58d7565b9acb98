"""The last period by stages: everybody's place before it ended, after each action and after the enemies' turn."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from dungeon.engine.plans import NAMES, hex_in_words
from dungeon.engine.player_view import SeenAct, SeenEnemy, SeenEnemyAct, SeenFrame, View
from dungeon.engine.simultaneous_action import coins_in_words, found_in_words
from dungeon.engine.state import Spot
from dungeon.plan_preview import Floor, floor_of

Mover = TypeVar("Mover", str, int)  # a player by name, or an enemy by number
Whereabouts = list[Spot | None]  # one per stage
BEFORE = "Before"


@dataclass(frozen=True, slots=True)
class Walk:
    """The path of a player or an enemy in a stage."""

    stage: int
    spots: tuple[Spot, ...]
    is_enemy: bool


@dataclass(frozen=True, slots=True)
class Prize:
    """Coins that a player found, brought out or lost in a stage, at the hex where that was. Lost ones are negative."""

    stage: int
    player: str
    at: Spot
    coins: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the last period, with its events so far in words.

    `beasts` are the enemies that only moved, each with its level: there can be many.
    """

    number: int
    title: str
    words: tuple[str, ...]
    beasts: tuple[tuple[Floor, str], ...] = ()

    def describe(self, places: Collection[Floor]) -> list[str]:
        """Return the stage's events as text.

        Enemies on these levels are described individually, others are counted.
        """
        near = [words for place, words in self.beasts if place in places]
        others = len(self.beasts) - len(near)
        far = [f"{others} {'enemy moves' if others == 1 else 'enemies move'} on other levels."] if others else []
        return [*self.words, *near, *far] or ["Nothing happened."]


@dataclass
class Stages:
    """The places of all figures at each stage.

    The last stage is the present, and the only one without a past period.
    """

    stages: list[Stage]
    players: Mapping[str, Whereabouts]
    enemies: Mapping[int, tuple[str, Whereabouts]]
    walks: list[Walk] = field(default_factory=list)
    prizes: list[Prize] = field(default_factory=list)

    def floor_at(self, player: str | None, stage: int) -> Floor | None:
        """Return the level on which a player acts in a stage, or None: where they begin, else where they arrive."""
        places = self.players.get(player or "", [])[max(stage - 1, 0) : stage + 1]
        return next((floor_of(at) for at in places if at is not None), None)

    @property
    def last(self) -> int:
        """The number of the current stage."""
        return max(0, len(self.stages) - 1)


def stages_of(view: View) -> Stages:
    """Return the stages of the last period."""
    frames = view.last_period.frames if view.last_period else ()
    now = {each.player: each.at for each in view.players}
    went = [_joined((act.player, act.path) for act in frame.players) for frame in frames]
    moved = [_joined((act.id, act.path) for act in frame.enemies) for frame in frames]
    names = dict.fromkeys([*now, *(name for paths in went for name in paths)])
    players = {name: _over(went, name, now.get(name)) for name in names}
    enemies = {each.id: (each.name, _over(moved, each.id, here)) for here, each in _enemies(view)}
    before = [Stage(0, BEFORE, ("Where everybody was before anybody acted.",))] if frames else []
    stages = [*before, *(_stage(number, each) for number, each in enumerate(frames, 1))]
    return Stages(stages, players, enemies, list(_walks(frames)), list(_prizes(frames)))


def emptied(view: View) -> dict[Spot, str]:
    """Return the former terrain of the hexes that the last period has changed."""
    return {each.at: each.terrain for each in view.last_period.emptied} if view.last_period else {}


def _enemies(view: View) -> Iterator[tuple[Spot, SeenEnemy]]:
    for dungeon in view.dungeons:
        for level in dungeon.levels:
            for each in level.enemies:
                yield Spot(dungeon.number, level.number, each.q, each.r), each


def _joined(paths: Iterable[tuple[Mover, Sequence[Spot | None]]]) -> dict[Mover, Whereabouts]:
    """Return the spots that each figure passed in a stage, in which it may have moved several times."""
    found: dict[Mover, Whereabouts] = {}
    for who, path in paths:
        found.setdefault(who, []).extend(path)
    return found


def _over(paths: list[dict[Mover, Whereabouts]], who: Mover, now: Spot | None) -> Whereabouts:
    """Return a figure's place at each stage. A figure that never moved was at its current place."""
    went = [each.get(who, []) for each in paths]
    at = next((path[0] for path in went if path), now)
    found: Whereabouts = [at]
    for path in went:
        at = path[-1] if path else at
        found.append(at)
    return [*found[:-1], now]


def _walks(frames: Iterable[SeenFrame]) -> Iterator[Walk]:
    for number, frame in enumerate(frames, 1):
        acts: list[SeenAct | SeenEnemyAct] = [*frame.players, *frame.enemies]
        for act in acts:
            for spots in _level_by_level(act.path):
                yield Walk(number, spots, isinstance(act, SeenEnemyAct))


def _prizes(frames: Iterable[SeenFrame]) -> Iterator[Prize]:
    for number, frame in enumerate(frames, 1):
        for act in frame.players:
            there = [spot for spot in act.path if spot is not None]
            is_lost = act.how == "caught"
            if act.coins and there:
                yield Prize(number, act.player, there[0 if is_lost else -1], -act.coins if is_lost else act.coins)


def _level_by_level(path: Iterable[Spot | None]) -> Iterator[tuple[Spot, ...]]:
    """Yield the parts of a path that lie on one level and lead somewhere."""
    stretch: list[Spot] = []
    for spot in [*path, None]:
        if stretch and (spot is None or floor_of(spot) != floor_of(stretch[0])):
            if len(stretch) > 1:
                yield tuple(stretch)
            stretch = []
        if spot is not None:
            stretch.append(spot)


def _stage(number: int, frame: SeenFrame) -> Stage:
    made = [f"Level {level} of dungeon {dungeon} is found." for dungeon, level in frame.made]
    acts = [_act_in_words(act) for act in frame.players if act.do]
    lost = {act.player: act.coins for act in frame.players if not act.do}
    caught = [_enemy_in_words(act, lost) for act in frame.enemies if act.caught]
    beasts = [(floor_of(act.path[0]), _enemy_in_words(act, lost)) for act in frame.enemies if not act.caught]
    return Stage(number, frame.title, (*made, *acts, *caught), tuple(beasts))


def _act_in_words(act: SeenAct) -> str:
    player, end, onto = act.player, act.path[-1], act.path[min(1, len(act.path) - 1)]
    there = hex_in_words(onto.hex) if onto else "outside"
    match act.how:
        case "looted":
            return f"{player} loots what is at {there}: {found_in_words(act.loot)}."
        case "fell":
            return f"{player} goes into the pit at {there} and falls{f' to level {end.level}' if end else ''}."
        case "climbed":
            return f"{player} climbs to {hex_in_words(end.hex)} on level {end.level}." if end else ""
        case "escaped":
            return f"{player} escapes with {coins_in_words(act.coins)}."
        case "entered":
            return f"{player} enters dungeon {end.dungeon}." if end else ""
        case "caught":
            return f"{player} runs into an enemy and loses {coins_in_words(act.coins)}."
        case "lost":
            return f"{player} cannot {_doing(act.do)}: the action is lost."
    return f"{player} goes {NAMES.get(act.do, '').lower()} to {there}."


def _doing(do: str) -> str:
    return f"go {NAMES[do].lower()}" if do in NAMES else do


def _enemy_in_words(act: SeenEnemyAct, lost: Mapping[str, int]) -> str:
    start, end = act.path[0], act.path[-1]
    does = {"charge": "charges", "wander": "wanders"}.get(act.how, "moves")
    words = f"{act.name} {does} from {hex_in_words(start.hex)} to {hex_in_words(end.hex)} on level {end.level}"
    caught = [f"{player}, who loses {coins_in_words(lost.get(player, 0))}" for player in act.caught]
    return f"{words} and catches {' and '.join(caught)}." if caught else f"{words}."
