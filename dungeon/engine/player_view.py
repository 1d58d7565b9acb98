"""A match as one player sees it: everything except plans of others (R66).

Spots are [dungeon, level, q, r], and null outside.
"""

from msgspec import Struct, field
from msgspec.structs import astuple

from dungeon.engine import creation_condition, plans
from dungeon.engine.create_levels import ground
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import (
    Act,
    Dungeon,
    Enemy,
    EnemyAct,
    Explorer,
    Frame,
    Level,
    PlanStep,
    Replay,
    Spot,
    State,
    Terrain,
)
from dungeon.engine.terrain import Land


class SeenHex(Struct, frozen=True):
    """A hex of a level: its terrain, and its name in the law."""

    q: int
    r: int
    terrain: Terrain = field(name="is")
    name: str


class SeenEnemy(Enemy, frozen=True, array_like=False):
    """An enemy at its current place. Ids are given in the order in which enemies are made."""


class SeenLevel(Struct, frozen=True):
    """A level, row by row from the north."""

    number: int
    radius: int
    hexes: tuple[SeenHex, ...]
    enemies: tuple[SeenEnemy, ...]


class SeenDungeon(Struct, frozen=True):
    """A dungeon, from its first level down, and the number of players who have ever escaped from it."""

    number: int
    escaped: int
    levels: tuple[SeenLevel, ...]


class SeenPlayer(Struct, frozen=True):
    """A player: their spot (null outside) and their coins."""

    player: str
    dungeon: int | None
    level: int | None
    q: int | None
    r: int | None
    pocket: int
    store: int
    escaped: bool
    has_plan: bool

    @property
    def at(self) -> Spot | None:
        """The player's spot, or None outside."""
        if self.dungeon is None or self.level is None or self.q is None or self.r is None:
            return None
        return Spot(self.dungeon, self.level, self.q, self.r)


class SeenStep(PlanStep, frozen=True, array_like=False):
    """An action of your plan. `places` are your possible places after it: a single one on levels that are known."""

    places: plans.Whereabouts = ()


class SeenAct(Act, frozen=True, array_like=False):
    """The outcome of one player's action, as players see it.

    `loot` are the items found, and `coins` the number of coins found, lost when caught, or stored.
    """


class SeenEnemyAct(EnemyAct, frozen=True, array_like=False):
    """An enemy's action, and the players it caught."""


class SeenFrame(Struct, frozen=True):
    """Simultaneous events. `made` are the levels that were discovered, as [dungeon, level]."""

    title: str
    players: tuple[SeenAct, ...]
    enemies: tuple[SeenEnemyAct, ...]
    made: tuple[tuple[int, int], ...]


class Emptied(Struct, frozen=True):
    """A hex that was a chest before the period ended."""

    at: Spot
    terrain: Terrain = field(name="is")
    name: str


class LastPeriod(Struct, frozen=True):
    """The period before this one: the players' actions, then the enemies' turn."""

    period: int
    frames: tuple[SeenFrame, ...]
    emptied: tuple[Emptied, ...]


class View(Struct, frozen=True):
    """The part of a game's state that a viewer may see.

    `radius` is the radius of future levels; each level has its own.
    """

    you: str | None
    period: int
    radius: int
    actions: int
    dungeons: tuple[SeenDungeon, ...]
    players: tuple[SeenPlayer, ...]
    plan: tuple[SeenStep, ...] | None
    last_period: LastPeriod | None
    can_make_dungeon: bool
    no_dungeon_because: str
    winner: str | None

    @property
    def yourself(self) -> SeenPlayer | None:
        """The viewer among the players, or None."""
        return next((each for each in self.players if each.player == self.you), None)

    def level(self, dungeon: int, level: int) -> SeenLevel:
        """Return a level of a dungeon, both counted from 1."""
        return self.dungeons[dungeon - 1].levels[level - 1]


def view_of(rules: Rules, state: State, viewer: str | None) -> View:
    """Return everything that a viewer may see."""
    you = state.explorer(viewer) if viewer is not None else None
    refused = None if state.is_over else creation_condition.refusal(rules, state)
    return View(
        you=you.player if you else None,
        period=state.period,
        radius=rules.radius,
        actions=rules.actions,
        dungeons=tuple(_dungeon(number, dungeon) for number, dungeon in enumerate(state.dungeons, 1)),
        players=tuple(map(_player, state.seated)),
        plan=_plan(state, you) if you and you.plan is not None else None,
        last_period=_last_period(state.last) if state.last else None,
        can_make_dungeon=refused is None and not state.is_over,
        no_dungeon_because=refused.detail if refused else "",
        winner=state.winner or None,
    )


def _dungeon(number: int, dungeon: Dungeon) -> SeenDungeon:
    levels = tuple(_level(depth, level) for depth, level in enumerate(dungeon.levels, 1))
    return SeenDungeon(number, len(dungeon.escaped), levels)


def _level(number: int, level: Level) -> SeenLevel:
    hexes = tuple(SeenHex(q, r, kind.terrain, kind.name) for (q, r), kind in ground(level))
    return SeenLevel(number, level.radius, hexes, tuple(SeenEnemy(*astuple(enemy)) for enemy in level.enemies))


def _player(explorer: Explorer) -> SeenPlayer:
    at = explorer.at
    return SeenPlayer(
        player=explorer.player,
        dungeon=at.dungeon if at else None,
        level=at.level if at else None,
        q=at.q if at else None,
        r=at.r if at else None,
        pocket=explorer.pocket,
        store=explorer.store,
        escaped=at is None,
        has_plan=explorer.plan is not None,
    )


def _plan(state: State, explorer: Explorer) -> tuple[SeenStep, ...]:
    land = Land([dungeon.levels for dungeon in state.dungeons])
    there: plans.Whereabouts = (explorer.at,)
    shown = []
    for step in explorer.plan or ():
        there = plans.after(land, there, step)
        shown.append(SeenStep(step.do, step.rope, there))
    return tuple(shown)


def _last_period(last: Replay) -> LastPeriod:
    *actions, enemies = last.frames
    titled = [*((f"Action {number}", frame) for number, frame in enumerate(actions, 1)), ("Enemies", enemies)]
    emptied = tuple(Emptied(spot, kind.terrain, kind.name) for spot, kind in last.emptied)
    return LastPeriod(last.period, tuple(_frame(title, frame) for title, frame in titled), emptied)


def _frame(title: str, frame: Frame) -> SeenFrame:
    acts = tuple(SeenAct(*astuple(act)) for act in frame.acts)
    enemies = tuple(SeenEnemyAct(*astuple(act)) for act in frame.enemies)
    return SeenFrame(title, acts, enemies, frame.made)
