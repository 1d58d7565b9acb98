"""A bot that plays Dungeon. It uses public information only: the levels, and its own position."""

from collections.abc import Iterator

from dungeon.engine.enemies import is_barred
from dungeon.engine.hexes import DIRECTIONS, Hex, towards
from dungeon.engine.outcomes import WAIT, landings
from dungeon.engine.parsed_law import Rules
from dungeon.engine.plans import NOT_CLIMBING, WHERE_TO
from dungeon.engine.state import Dungeon, Enemy, Level, PlanStep, Spot, State
from dungeon.engine.terrain import Land
from dungeon.paths import Ways
from nomic.matches.contract.bots import Chosen, answered, random_answer
from nomic.matches.contract.game import Answers, Chance, Environment, Game, Question

WORTH_STORING = 5  # coins in the pocket with which the bot heads for the exit
DARING_ONCE_IN = 4


class GreedyBot:
    """Bot that moves to the nearest chest, or to a lower level if it can reach none.

    With many coins it goes to the exit.
    """

    def __init__(self) -> None:
        self._looked_at: tuple[tuple[Dungeon, ...], Land, Ways] | None = None

    def choose(
        self,
        game: Game[Rules, State],
        rules: Rules,
        state: State,
        player: str,
        environment: Environment,
        chance: Chance,
    ) -> Chosen | None:
        legal = {move.move.kind: move for move in game.legal(rules, state, player, environment)}
        if "new-dungeon" in legal:
            return legal["new-dungeon"].move, ()
        explorer = state.explorer(player)
        if explorer is None or explorer.plan is not None or "plan" not in legal:
            return None
        land, ways = self._look_at(state)
        steps = _steps(rules, ways, explorer.at, explorer.pocket)
        if chance.below(DARING_ONCE_IN, "bot: daring", "whether a bot cares for enemies"):
            steps = _as_far_as_is_safe(rules, land, explorer.at, steps)
        answer = _Following(steps, chance)
        return legal["plan"].move, answered(game, rules, state, player, legal["plan"], environment, answer)

    def _look_at(self, state: State) -> tuple[Land, Ways]:
        """Return the levels and their paths. They are cached until the dungeons change."""
        known = self._looked_at  # read once, because one bot plays in all threads of a server
        if known is None or known[0] is not state.dungeons:
            land = Land([dungeon.levels for dungeon in state.dungeons])
            known = self._looked_at = (state.dungeons, land, Ways(land))
        return known[1:]


def _as_far_as_is_safe(rules: Rules, land: Land, start: Spot | None, steps: list[PlanStep]) -> list[PlanStep]:
    """Return the longest prefix of a plan that ends out of enemies' reach, followed by waiting.

    If there is none, the plan is returned unchanged.
    """
    there = [start]
    for step in steps:
        there.append(next(landings(land, there[-1], step)).end)
    for count in range(len(steps), -1, -1):
        if not _is_in_danger(rules, land, there[count]):
            return steps[:count] + [PlanStep(WAIT)] * (rules.actions - count)
    return steps


def _is_in_danger(rules: Rules, land: Land, at: Spot | None) -> bool:
    """Return whether an enemy could charge at a player at that place, from its current position."""
    level = None if at is None else land.level(at.dungeon, at.level)
    if at is None or level is None:
        return False
    return any(at.hex in _reach(rules, level, at.level, enemy) for enemy in level.enemies)


def _reach(rules: Rules, level: Level, number: int, enemy: Enemy) -> Iterator[Hex]:
    """Yield the hexes that an enemy can reach by charging."""
    known = rules.enemies.get(enemy.name)
    known_behaviours = known.behaviours if known else ()
    charge = max((each.reach(number, 1) for each in known_behaviours if each.kind == "charge"), default=0)
    for direction in DIRECTIONS:
        at = enemy.hex
        for _ in range(charge):
            at = towards(at, direction)
            if is_barred(level, at):
                break
            yield at


class _Following:
    """Answers that follow the given steps. Answers beyond them are random."""

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


def _steps(rules: Rules, ways: Ways, at: Spot | None, pocket: int) -> list[PlanStep]:
    """Return actions from this place, for one aim after the other, up to the number of actions in a period."""
    steps: list[PlanStep] = []
    while len(steps) < rules.actions:
        way = ways.shortest(at, ("out", "loot", "down") if pocket >= WORTH_STORING else ("loot", "down", "out"))
        if way is None:
            break
        steps += way.steps
        at = way.end
        pocket = 0 if way.aim == "out" else pocket + rules.chest_loot
        if way.aim == "down":
            break
    return steps[: rules.actions]
