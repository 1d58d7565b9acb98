"""Template data for the table of Dungeon, from a viewer's view."""

from collections.abc import Iterator
from dataclasses import dataclass

from dungeon.enemy_reach import enemy_that_reaches
from dungeon.engine.moves import NEW_DUNGEON
from dungeon.engine.parsed_law import rules_of
from dungeon.engine.plans import hex_in_words
from dungeon.engine.player_view import View
from dungeon.engine.state import Spot
from dungeon.engine.terrain import Land
from dungeon.explain.tables import enemy_in_words
from dungeon.law_section import NAME, DungeonRules
from dungeon.plan_preview import Floor, floor_of, land_of
from dungeon.web.last_period import Stage, Stages, emptied, stages_of
from dungeon.web.map import Surveyor, key_of
from dungeon.web.plan_panel import PlanTable, plan_table
from nomic.matches.hosting.views.board_view import BoardView, Drawing, move_as_json
from nomic.web.matches.race_to_goal import RacePosition, race

STAGE = "stage-"  # prefix of the number of the stage that a URL asks for


@dataclass(frozen=True, slots=True)
class LevelLink:
    """A level in the list of levels: its number of players, and whether the viewer is there.

    `is_drawn` is true if the board shows it, `is_opened` if the viewer has chosen it.
    """

    key: str
    level: int
    players: int
    is_yours: bool
    is_drawn: bool
    is_opened: bool


@dataclass(frozen=True, slots=True)
class DungeonLinks:
    """A dungeon's entry in the level list: its number, escape count and level links."""

    number: int
    escaped: int
    levels: tuple[LevelLink, ...]

    @property
    def is_quiet(self) -> bool:
        """True if no level of the dungeon has a player or is drawn on the board."""
        return not any(link.players or link.is_drawn for link in self.levels)


@dataclass(frozen=True, slots=True)
class StageLink:
    """A link to a stage of the last period. `opened` holds the values of the URL parameter that selects it."""

    stage: Stage
    words: list[str]
    opened: list[str]
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in the table of players. `where` is their place in words."""

    name: str
    where: str
    pocket: int
    store: int
    is_outside: bool
    has_plan: bool
    is_you: bool


def _advised(board_view: BoardView) -> str:
    """Return the form value of the action that a hint chooses next in the plan that is being made, or ""."""
    place = len(board_view.answers)
    given = board_view.advised_answers[place : place + 1] if board_view.question is not None else ()
    return move_as_json(given[0][0]) if given and given[0] else ""


def draw(board_view: BoardView) -> Drawing:
    """Return the data for the board's template."""
    view: View = board_view.view
    land, stages = land_of(view), stages_of(view)
    plan = plan_table(board_view, land)
    stage = stages.last if plan.making else _stage(board_view, stages)
    advised = _advised(board_view)
    surveyor = Surveyor(view, stages, stage, emptied(view), plan.picks, plan.fates, plan.steps, advised)
    drawn, opened = _drawn(board_view, plan), _opened(board_view)
    passed = {stages.floor_at(view.you, number) for number in range(stages.last)}
    context = {
        "period": view.period,
        "you": view.you,
        "winner": view.winner,
        "law": board_view.law.section(NAME, DungeonRules),
        "planned": sum(each.has_plan for each in view.players),
        "plan": plan,
        "advised": advised,
        "pocket": view.yourself.pocket if view.yourself else 0,
        "store": view.yourself.store if view.yourself else 0,
        "needed": board_view.law.section(NAME, DungeonRules).victory.coins_more_than + 1,
        "enemies": list(_enemies(board_view, drawn)),
        "reached_by": _reached_by(board_view, land, plan),
        "dungeons": (dungeons := list(_links(view, drawn, opened))),
        "busy": [each for each in dungeons if not each.is_quiet],
        "quiet": [each for each in dungeons if each.is_quiet],
        "race": _race(board_view),
        "maps": [surveyor.level(floor, can_hide=floor in opened) for floor in drawn],
        "former": [surveyor.level(floor, can_hide=False) for floor in _floors(view) if floor in passed - {*drawn}],
        "legend": list(_legend(view, drawn)),
        "last": view.last_period,
        "stages": [_stage_link(board_view, each, stage, drawn) for each in stages.stages],
        "stage": stage,
        "replaying": not plan.making and any(name.startswith(STAGE) for name in board_view.opened),
        "is_now": stage == stages.last,
        "explorers": _explorers(view),
        "new_dungeon": next((move_as_json(item.move) for item in board_view.legal if item.move == NEW_DUNGEON), ""),
        "no_dungeon": next((item for item in board_view.barred if item.move == NEW_DUNGEON), None),
    }
    return Drawing(context, plan.placed)


def asked(board_view: BoardView) -> str:
    """Return the question about an action without the place where it begins, which the map shows. "" for others."""
    prompt = board_view.question.prompt if board_view.question is not None else ""
    action, begins_at, _ = prompt.partition(", from ")
    return f"{action}: what do you do?" if begins_at else ""


def moves_depend_on(view: View) -> str:
    """Return the data that a plan depends on: the period and the starting point. Other players' plans do not matter."""
    you = view.yourself
    return move_as_json([view.period, you.at if you else ""])


def _floors(view: View) -> list[Floor]:
    return [(dungeon.number, level.number) for dungeon in view.dungeons for level in dungeon.levels]


def _opened(board_view: BoardView) -> set[Floor]:
    """Return the levels that the viewer has opened."""
    return {floor for floor in _floors(board_view.view) if key_of(*floor) in board_view.opened}


def _drawn(board_view: BoardView, plan: PlanTable) -> list[Floor]:
    """Return the levels to draw: opened ones, and those where the viewer is or may come to.

    By default the fullest one.
    """
    floors, there = _floors(board_view.view), _there(board_view.view)
    ways = [spot for step in plan.steps if step.landing for spot in (*step.landing.way, step.landing.end) if spot]
    concerned = {_own(board_view.view), *map(floor_of, (*ways, *plan.picks))}.intersection(floors)
    fullest = sorted(floors, key=lambda floor: -there.count(floor))[:1]
    wanted = {*(concerned or fullest), *_opened(board_view)}
    return [floor for floor in floors if floor in wanted]


def _there(view: View) -> list[Floor]:
    """Return the level of each player who is on one."""
    return [floor_of(each.at) for each in view.players if each.at]


def _own(view: View) -> Floor | None:
    """Return the viewer's level, or None."""
    return floor_of(view.yourself.at) if view.yourself and view.yourself.at else None


def _end(view: View, plan: PlanTable) -> Spot | None:
    """Return the viewer's spot when the enemies act, if it is known."""
    if plan.steps:
        last = plan.steps[-1].landing
        return last.end if last else None
    return view.yourself.at if view.yourself else None


def _reached_by(board_view: BoardView, land: Land, plan: PlanTable) -> str:
    """Return the name of an enemy that could catch the viewer when the period ends, or ""."""
    if board_view.view.winner:
        return ""
    return enemy_that_reaches(
        rules_of(board_view.law.document, board_view.law.number), land, _end(board_view.view, plan)
    )


def _enemies(board_view: BoardView, drawn: list[Floor]) -> Iterator[tuple[str, str]]:
    """Yield each kind of enemy on the drawn levels: its name, and its behaviours."""
    kinds = board_view.law.section(NAME, DungeonRules).enemies
    names = dict.fromkeys(enemy.name for floor in drawn for enemy in board_view.view.level(*floor).enemies)
    yield from ((name, enemy_in_words(kinds[name])) for name in names if name in kinds)


def _links(view: View, drawn: list[Floor], opened: set[Floor]) -> Iterator[DungeonLinks]:
    there, own = _there(view), _own(view)
    for dungeon in view.dungeons:
        floors = [(dungeon.number, level.number) for level in dungeon.levels]
        levels = tuple(
            LevelLink(key_of(*floor), floor[1], there.count(floor), floor == own, floor in drawn, floor in opened)
            for floor in floors
        )
        yield DungeonLinks(dungeon.number, dungeon.escaped, levels)


def _legend(view: View, drawn: list[Floor]) -> Iterator[tuple[str, str]]:
    """Yield the drawn kinds of hexes: terrain and name."""
    levels = (view.level(*floor) for floor in drawn)
    return iter(sorted({(each.terrain, each.name) for level in levels for each in level.hexes}))


def _stage(board_view: BoardView, stages: Stages) -> int:
    """Return the stage selected in the URL, by default the current one."""
    asked = [name.removeprefix(STAGE) for name in board_view.opened if name.startswith(STAGE)]
    known = [int(each) for each in asked if each.isascii() and each.isdecimal() and int(each) <= stages.last]
    return min(known, default=stages.last)


def _stage_link(board_view: BoardView, stage: Stage, chosen: int, drawn: list[Floor]) -> StageLink:
    others = sorted(name for name in board_view.opened if not name.startswith(STAGE))
    return StageLink(stage, stage.describe(drawn), [*others, f"{STAGE}{stage.number}"], stage.number == chosen)


def _explorers(view: View) -> list[PlayerRow]:
    """Return the players, beginning with the most stored coins."""
    ordered = sorted(view.players, key=lambda each: (-each.store, -each.pocket))
    return [
        PlayerRow(
            each.player,
            _where(each.at, many=len(view.dungeons) > 1),
            each.pocket,
            each.store,
            each.escaped,
            each.has_plan,
            each.player == view.you,
        )
        for each in ordered
    ]


def _race(board_view: BoardView) -> list[RacePosition]:
    view: View = board_view.view
    needed = board_view.law.section(NAME, DungeonRules).victory.coins_more_than + 1
    return race(
        RacePosition(
            each.player,
            each.store / needed,
            f"{each.store}" + (f" +{each.pocket}" if each.pocket else ""),
            each.pocket / needed,
            each.player == view.you,
        )
        for each in view.players
    )


def _where(at: Spot | None, *, many: bool) -> str:
    if at is None:
        return "outside"
    dungeon = f"dungeon {at.dungeon}, " if many else ""
    return f"{dungeon}level {at.level}, {hex_in_words(at.hex)}"
