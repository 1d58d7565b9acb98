"""A bot that plays Dungeon. It uses public information only: the levels, and its own position."""

from dungeon.bots.route import Route
from dungeon.engine.parsed_law import Rules
from dungeon.engine.plans import NOT_CLIMBING, WHERE_TO
from dungeon.engine.state import Dungeon, PlanStep, State
from dungeon.engine.terrain import Land
from dungeon.shortest_paths import Ways
from nomic.matches.contract.bots import Chosen, answered, random_answer
from nomic.matches.contract.game import Answers, Chance, Environment, Game, Question

DARING_ONCE_IN = 4


class GreedyBot:
    """Bot that moves to the nearest chest, or to a new level if that is nearer, and out with many coins."""

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
        route = Route(rules, land, ways, explorer.pocket, explorer.store)
        is_careful = bool(chance.below(DARING_ONCE_IN, "bot: daring", "whether a bot is afraid of enemies"))
        answer = _Following(route.plan(explorer.at, is_careful=is_careful), chance)
        return legal["plan"].move, answered(game, rules, state, player, legal["plan"], environment, answer)

    def _look_at(self, state: State) -> tuple[Land, Ways]:
        """Return the levels and their paths. They are cached until the dungeons change."""
        known = self._looked_at  # read once, because one bot plays in all threads of a server
        if known is None or known[0] is not state.dungeons:
            land = Land([dungeon.levels for dungeon in state.dungeons])
            known = self._looked_at = (state.dungeons, land, Ways(land))
        return known[1:]


class _Following:
    """A source of answers: those of the given steps, and random ones beyond them."""

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
