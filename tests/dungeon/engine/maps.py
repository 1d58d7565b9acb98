"""Levels made by hand, players on them, and periods that end."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from dungeon.engine.create_levels import level_of
from dungeon.engine.game import DungeonGame
from dungeon.engine.hexes import CENTRE, Hex, hexes
from dungeon.engine.moves import PLAN
from dungeon.engine.parsed_law import Rules, rules_of
from dungeon.engine.state import Dungeon, Enemy, Explorer, HexKind, Level, Spot, State, Terrain
from nomic.chance.draw_source import Source
from nomic.law.document.templates import document_of
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.game import Asked, Event, Question, Step
from nomic.matches.contract.views import view_data

GAME = DungeonGame()
NAMES: dict[Terrain, str] = {
    "blank": "Blank",
    "wall": "Stone Wall",
    "water": "Pool",
    "chest": "Chest",
    "pit": "Pit",
    "rope": "Rope",
}


class NoWorld:
    """Nothing is read outside."""

    def read(self, *question: str) -> Json:
        raise AssertionError(f"{question} is read")


class NoDraws:
    """Nothing is drawn."""

    def below(self, sides: int, label: str, purpose: str) -> int:
        raise AssertionError(f"{label} is drawn")


class Told:
    """Draws that are told beforehand, by label; any other is a mistake. `drawn` has the labels and sides, in order."""

    def __init__(self, told: Mapping[str, int]) -> None:
        self._told = told
        self.drawn: list[tuple[str, int]] = []

    def below(self, sides: int, label: str, purpose: str) -> int:
        self.drawn.append((label, sides))
        return self._told[label]


def law(**changes: Json) -> Rules:
    """The rules of the template, with changes in its section."""
    return rules_of(document(**changes), 1)


def document(**changes: Json) -> dict[str, Any]:
    """The template's law, with changes in the game's section."""
    found = document_of("dungeon")
    return {**found, "dungeon": {**found["dungeon"], **changes}}


def level(
    ground: Mapping[Hex, Terrain] | None = None,
    enemies: Mapping[Hex, str] | None = None,
    first: int = 1,
    radius: int = 4,
) -> Level:
    """A level that is blank but for what is told, and a rope in its centre; enemies are numbered from `first` on."""
    known: dict[Hex, Terrain] = {CENTRE: "rope", **(ground or {})}
    kinds = [HexKind(NAMES[known.get(at, "blank")], known.get(at, "blank")) for at in hexes(radius)]
    numbered = enumerate((enemies or {}).items(), first)
    return level_of(radius, kinds, tuple(Enemy(number, name, *at) for number, (at, name) in numbered))


def match(*levels: Level, **players: Spot | Explorer | None) -> State:
    """A dungeon of these levels, with players at these spots, or as they are told; None has escaped."""
    explorers = tuple(
        replace(at, player=player) if isinstance(at, Explorer) else Explorer(player, at=at)
        for player, at in players.items()
    )
    made = sum(len(each.enemies) for each in levels)
    return State(dungeons=(Dungeon(levels),), explorers=explorers, enemies_made=made)


def on(q: int, r: int, level: int = 1, dungeon: int = 1) -> Spot:
    """A spot, most often on level 1 of dungeon 1."""
    return Spot(dungeon, level, q, r)


def plan(rules: Rules, state: State, player: str, *answers: str) -> State:
    """The state once somebody has made a plan by these answers, waiting in the actions that are left."""
    given = [[answer] for answer in answers]
    while isinstance(made := GAME.play(rules, state, player, PLAN, given, NoDraws(), NoWorld()), Asked):
        given.append(["wait"])
    assert len(given) >= len(answers)
    return made.state


def asked(rules: Rules, state: State, player: str, *answers: str) -> Question:
    """What a plan asks after these answers."""
    made = GAME.play(rules, state, player, PLAN, [[answer] for answer in answers], NoDraws(), NoWorld())
    assert isinstance(made, Asked)
    return made.question


def values(question: Question) -> list[str | int]:
    """What can be answered."""
    return [option.value for option in question.options]


def label(question: Question, value: str) -> str:
    """How a page names an answer."""
    return next(option.label for option in question.options if option.value == value)


def over(rules: Rules, state: State, chance: Any = None, **plans: list[str]) -> Step[State]:
    """What comes of a period in which these plans were made; by any chance, unless it is told."""
    for player, answers in plans.items():
        state = plan(rules, state, player, *answers)
    (clock,) = GAME.clocks(rules, state)
    return GAME.expire(rules, state, clock.name, chance or Source("ab" * 32, "period"), NoWorld())


def seen(rules: Rules, state: State, viewer: str | None) -> dict[str, Any]:
    """What a viewer sees, as JSON."""
    return view_data(GAME.view(rules, state, viewer))


def at(state: State, player: str) -> Spot | None:
    """Where a player is."""
    found = state.explorer(player)
    assert found is not None
    return found.at


def purse(state: State, player: str) -> tuple[int, int]:
    """What a player has in pocket and store."""
    found = state.explorer(player)
    assert found is not None
    return found.pocket, found.store


def told(step: Step[State], kind: str) -> list[Event]:
    """The events of a kind."""
    return [event for event in step.events if event.kind == kind]
