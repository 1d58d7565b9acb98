"""Preview of a plan for its owner: the certain outcome of each action, and the next question."""

from collections.abc import Sequence
from dataclasses import dataclass

from dungeon.engine.action_outcomes import Landing, landings, ropes
from dungeon.engine.create_levels import level_of
from dungeon.engine.plans import Unanswered, Whereabouts, after, plan_of, what_to_do, where_to
from dungeon.engine.player_view import SeenLevel, View
from dungeon.engine.simultaneous_action import coins_in_words
from dungeon.engine.state import HexKind, Level, PlanStep, Spot
from dungeon.engine.terrain import Land
from nomic.matches.contract.game import Answers, BadAnswer, Question

Floor = tuple[int, int]  # a dungeon and a level of it


@dataclass(frozen=True, slots=True)
class Plotted:
    """An action of a plan in words. `start` and `landing` are None if they are uncertain."""

    number: int
    words: str
    do: str
    start: Spot | None
    landing: Landing | None


@dataclass(frozen=True, slots=True)
class PlanSoFar:
    """An incomplete plan: its complete steps, the possible places after them, and the `do` whose rope is asked for."""

    steps: tuple[PlanStep, ...]
    there: Whereabouts
    do: str = ""


def floor_of(spot: Spot) -> Floor:
    """Return the level of a spot."""
    return spot.dungeon, spot.level


def land_of(view: View) -> Land:
    """Rebuild the engine's `Land` from the dungeons in a player's view."""
    return Land([[_level(level) for level in dungeon.levels] for dungeon in view.dungeons])


def _level(level: SeenLevel) -> Level:
    return level_of(level.radius, [HexKind(each.name, each.terrain) for each in level.hexes], level.enemies)


def plan_so_far(land: Land, start: Spot | None, actions: int, player: str, answers: Answers) -> PlanSoFar:
    """Parse the answers of a plan in progress, which the game has already validated."""
    for given, do in ((answers, ""), (answers[:-1], str(answers[-1][0]) if answers else "")):
        for count in range(actions, -1, -1):
            try:
                steps = plan_of(land, start, count, player, given)
            except (Unanswered, BadAnswer):
                continue
            return PlanSoFar(steps, _there(land, start, steps), do)
    return PlanSoFar((), (start,))


def plot(land: Land, start: Spot | None, steps: Sequence[PlanStep], actions: int, player: str) -> list[Plotted]:
    """Describe each step, with its start and outcome on the map if they are certain."""
    there: Whereabouts = (start,)
    plotted = []
    for number, step in enumerate(steps, 1):
        words = [_label(what_to_do(land, there, number, actions, player), step.do)]
        if step.rope:
            words.append(_label(where_to(land, there, step.do, number, actions, player), step.rope))
        outcomes = [landing for at in there for landing in landings(land, at, step)]
        sure = outcomes[0] if len(outcomes) == 1 else None
        plotted.append(Plotted(number, "; ".join(filter(None, words)), step.do, there[0], sure))
        there = after(land, there, step)
    return plotted


def targets(land: Land, there: Whereabouts, do: str) -> dict[str, Spot]:
    """Return the possible targets of a rope, by the answer that selects each.

    The outside is left out, as it is on no map.
    """
    held = [onto for at in there for onto in ropes(land, at, do)]
    return {name: spot for onto in held for name, spot in land.above(onto).items() if spot is not None}


def _there(land: Land, start: Spot | None, steps: Sequence[PlanStep]) -> Whereabouts:
    there: Whereabouts = (start,)
    for step in steps:
        there = after(land, there, step)
    return there


def _label(question: Question | None, value: str) -> str:
    options = question.options if question else ()
    return next((option.label for option in options if option.value == value), "")


def prospects(steps: Sequence[Plotted], pocket: int) -> list[str]:
    """Return the certain results of a plan as sentences. `pocket` is the number of coins carried now."""
    sure = [step.landing.how for step in steps if step.landing]
    chests = sure.count("looted")
    found = "what the chest holds" if chests == 1 else f"the loot of {chests} steps onto chests"  # or onto one again
    escape = next((number for number, how in enumerate(sure) if how == "escaped"), None)
    told = []
    if escape is not None:
        before = "looted" in sure[:escape]
        carried = [f"the {coins_in_words(pocket)} in your pocket"] * bool(pocket) + [found] * before
        told.append(f"It stores {' and '.join(carried)}." if carried else "It leads out with an empty pocket.")
    elif chests:
        told.append(f"It puts {found} into your pocket; coins are safe only in your store.")
    if "fell" in sure:
        told.append("It goes down a level, where other chests may be.")
    if "caught" in sure:
        told.append("An enemy catches you on the way, and you lose what you carry.")
    if "lost" in sure:
        told.append("A step of it is blocked and lost.")
    return told
