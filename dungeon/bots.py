"""A bot that plays Dungeon. It knows what everybody sees: the levels, and where it is itself."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from dungeon.engine.enemies import is_barred
from dungeon.engine.hexes import DIRECTIONS, Hex, towards
from dungeon.engine.land import Land
from dungeon.engine.moving import CLIMB, ENTER, WAIT, Landing, landings, ropes
from dungeon.engine.plans import NOT_CLIMBING, WHERE_TO
from dungeon.engine.rules import Rules
from dungeon.engine.state import Enemy, Level, PlanStep, Spot, State
from nomic.tables.bots import Chosen, answered, random_answer
from nomic.tables.game import Answers, Chance, Game, Outside, Question

Json = Any
WORTH_STORING = 5  # coins in the pocket with which the bot makes for the way out
DARING_ONCE_IN = 4


class GreedyBot:
    """Makes for the nearest chest, deeper down where it can reach none, and for the way out when that is worth it."""

    def choose(
        self, game: Game[Rules, State], rules: Rules, state: State, player: str, outside: Outside, chance: Chance
    ) -> Chosen | None:
        legal = {move.move["kind"]: move for move in game.legal(rules, state, player, outside)}
        if "new-dungeon" in legal:
            return legal["new-dungeon"].move, ()
        explorer = state.explorer(player)
        if explorer is None or explorer.plan is not None or "plan" not in legal:
            return None
        land = Land([dungeon.levels for dungeon in state.dungeons])
        steps = _steps(rules, land, explorer.at, explorer.pocket)[: rules.actions]
        if chance.below(DARING_ONCE_IN, "bot: daring", "whether a bot cares for enemies"):
            steps = _as_far_as_is_safe(rules, land, explorer.at, steps)
        answer = _Following(steps, chance)
        return legal["plan"].move, answered(game, rules, state, player, legal["plan"], outside, answer)


def _as_far_as_is_safe(rules: Rules, land: Land, start: Spot | None, steps: list[PlanStep]) -> list[PlanStep]:
    """The longest beginning of a plan that ends where no enemy can charge, then waiting; else the plan as it is."""
    there = [start]
    for step in steps:
        there.append(next(landings(land, there[-1], step)).end)
    for count in range(len(steps), -1, -1):
        if not _is_in_danger(rules, land, there[count]):
            return steps[:count] + [PlanStep(WAIT)] * (rules.actions - count)
    return steps


def _is_in_danger(rules: Rules, land: Land, at: Spot | None) -> bool:
    """Whether an enemy could charge at somebody there, from where it stands now."""
    level = None if at is None else land.level(at.dungeon, at.level)
    return at is not None and level is not None and any(at.hex in _reach(rules, level, each) for each in level.enemies)


def _reach(rules: Rules, level: Level, enemy: Enemy) -> Iterator[Hex]:
    """The hexes to which an enemy can charge."""
    known = rules.enemies.get(enemy.name)
    charge = max((each.hexes for each in known.behaviours if each.kind == "charge"), default=0) if known else 0
    for direction in DIRECTIONS:
        at = enemy.hex
        for _ in range(charge):
            at = towards(at, direction)
            if is_barred(level, at):
                break
            yield at


class _Following:
    """Answers by steps; beyond them, by chance."""

    def __init__(self, steps: list[PlanStep], chance: Chance) -> None:
        self._steps = steps
        self._chance = chance
        self._next = 0

    def __call__(self, question: Question, answers: Answers) -> list[str | int]:
        if question.kind == WHERE_TO:
            wanted = self._steps[self._next - 1].rope or NOT_CLIMBING if self._next <= len(self._steps) else ""
        else:
            self._next += 1
            wanted = self._steps[self._next - 1].do if self._next <= len(self._steps) else ""
        offered = any(option.value == wanted for option in question.options)
        return [wanted] if offered else random_answer(question, self._chance)


def _steps(rules: Rules, land: Land, at: Spot | None, pocket: int) -> list[PlanStep]:
    """What to do from there: one aim after the other, for as many actions as there are."""
    steps: list[PlanStep] = []
    while len(steps) < rules.actions:
        aims = ("out", "loot", "down") if pocket >= WORTH_STORING else ("loot", "down", "out")
        aim, way, end = _way(land, at, aims)
        if not way:
            break
        steps += way
        at = end
        pocket = 0 if aim == "out" else pocket + rules.chest_loot
        if aim == "down":
            break
    return steps


def _way(land: Land, start: Spot | None, aims: Sequence[str]) -> tuple[str, list[PlanStep], Spot | None]:
    """The first of the aims that can be reached on known levels without being caught, the fewest actions to it, and
    where they lead; no actions where there is none."""
    came: dict[Spot | None, tuple[Spot | None, PlanStep]] = {}
    found: dict[str, tuple[Spot | None, PlanStep, Spot | None]] = {}
    waiting = deque([start])
    while waiting and aims[0] not in found:
        at = waiting.popleft()
        for step, landing in _onward(land, at):
            found.setdefault(_aim_of(land, landing), (at, step, landing.end))
            if landing.end != start and landing.end not in came and _is_made(land, landing.end):
                came[landing.end] = (at, step)
                waiting.append(landing.end)
    aim = next((each for each in aims if each in found), "")
    if not aim:
        return "", [], start
    at, step, end = found[aim]
    way = [step]
    while at != start:
        at, step = came[at]
        way.insert(0, step)
    return aim, way, end


def _aim_of(land: Land, landing: Landing) -> str:
    """What of use an action comes to: loot, a level that nobody has seen, or the way out."""
    if landing.how == "looted":
        return "loot"
    if landing.how == "fell" and not _is_made(land, landing.end):
        return "down"
    return "out" if landing.how == "escaped" else ""


def _onward(land: Land, at: Spot | None) -> Iterator[tuple[PlanStep, Landing]]:
    """Every action from a spot that leads somewhere else."""
    if at is None:
        steps = [PlanStep(f"{ENTER}{number}") for number in range(len(land.dungeons), 0, -1)]
    else:
        steps = [step for do in (*DIRECTIONS, CLIMB) for step in _with_ropes(land, at, do)]
    for step in steps:
        for landing in landings(land, at, step):
            if landing.how not in ("lost", "caught"):
                yield step, landing


def _with_ropes(land: Land, at: Spot, do: str) -> Iterator[PlanStep]:
    yield PlanStep(do)
    for onto in ropes(land, at, do):
        yield from (PlanStep(do, rope) for rope in land.above(onto))


def _is_made(land: Land, spot: Spot | None) -> bool:
    return spot is None or land.level(spot.dungeon, spot.level) is not None
