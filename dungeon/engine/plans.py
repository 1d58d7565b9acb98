"""Plans: their questions, and their possible outcomes (R66, R68, R69).

Enemies do not move and levels do not change until the period ends, so a plan can be traced in advance. Only levels that
nobody has seen are uncertain, and there every possibility is considered.
"""

from collections.abc import Iterable, Mapping

from dungeon.engine.action_outcomes import CLIMB, ENTER, WAIT, landings, ropes
from dungeon.engine.hexes import Hex
from dungeon.engine.state import PlanStep, Spot
from dungeon.engine.terrain import Face, Land
from nomic.matches.contract.game import Answers, BadAnswer, Option, Question

Whereabouts = tuple[Spot | None, ...]
NOT_CLIMBING = "stay"
WHAT_TO_DO, WHERE_TO = "hex-step", "hex"  # the kinds of questions
NAMES = {
    "E": "East",
    "NE": "North-east",
    "NW": "North-west",
    "W": "West",
    "SW": "South-west",
    "SE": "South-east",
}


class Unanswered(Exception):
    """Raised when the answers end before this question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        super().__init__(question.prompt)


def plan_of(land: Land, start: Spot | None, actions: int, player: str, answers: Answers) -> tuple[PlanStep, ...]:
    """Build a plan from the answers.

    Raises Unanswered if there are too few, and BadAnswer if one is invalid.
    """
    given = _Given(answers)
    steps: list[PlanStep] = []
    there: Whereabouts = (start,)
    for number in range(1, actions + 1):
        do = given.to(what_to_do(land, there, number, actions, player))
        where = where_to(land, there, do, number, actions, player)
        rope = NOT_CLIMBING if where is None else _only(where) or given.to(where)
        steps.append(PlanStep(do, "" if rope == NOT_CLIMBING else rope))
        there = after(land, there, steps[-1])
    given.check_all_taken()
    return tuple(steps)


def after(land: Land, there: Whereabouts, step: PlanStep) -> Whereabouts:
    """Return where a player may be after `step`. `there` are the places where the player may be before it."""
    return _different(landing.end for at in there for landing in landings(land, at, step))


def what_to_do(land: Land, there: Whereabouts, number: int, actions: int, player: str) -> Question:
    """Return the question for one action of a plan."""
    options = [Option(WAIT, "Stay where you are")]
    if any(at is not None for at in there):
        options += [Option(direction, f"{NAMES[direction]}: {_ahead(land, there, direction)}") for direction in NAMES]
    if targets := _targets(land, there, CLIMB):
        doubt = "" if _is_sure_of_rope(land, there, CLIMB) else ", if you stand on one"
        options.append(Option(CLIMB, f"Climb the rope on which you stand{doubt}{_about_escaping(targets)}"))
    if None in there:
        numbers = range(1, len(land.dungeons) + 1)
        options += [Option(f"{ENTER}{dungeon}", f"Enter dungeon {dungeon}") for dungeon in numbers]
    prompt = f"Action {number} of {actions}, {_starting_place(there)}: what do you do?"
    return Question(player, prompt, WHAT_TO_DO, tuple(options))


def where_to(land: Land, there: Whereabouts, do: str, number: int, actions: int, player: str) -> Question | None:
    """Return the question about the target of a rope that a player may hold after an action.

    Returns None if no rope leads anywhere.
    """
    targets = _targets(land, there, do)
    if not targets:
        return None
    options = [] if do == CLIMB else [Option(NOT_CLIMBING, "Stay here, do not climb")]
    options += [Option(name, _target_in_words(land, target)) for name, target in targets.items()]
    doubt = "" if _is_sure_of_rope(land, there, do) else ", if there is one"
    prompt = f"Action {number} of {actions}: where does the rope bring you{doubt}?"
    return Question(player, prompt, WHERE_TO, tuple(options))


class _Given:
    """The given answers, consumed in order."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._taken = 0

    def to(self, question: Question) -> str:
        """Return the answer to this question.

        Raises Unanswered if the answers have ended, and BadAnswer if it is invalid.
        """
        if self._taken == len(self._answers):
            raise Unanswered(question)
        answer, place = self._answers[self._taken], self._taken
        self._taken += 1
        if not isinstance(answer, list | tuple) or len(answer) != 1:
            raise BadAnswer(place, "choose one thing")
        for option in question.options:
            if option.value == answer[0]:
                return str(option.value)
        raise BadAnswer(place, f"{str(answer[0])[:40]!r} is nothing that can be done there")

    def check_all_taken(self) -> None:
        """Raise BadAnswer if answers are left over."""
        if self._taken < len(self._answers):
            raise BadAnswer(self._taken, "nothing more is asked")


def _only(question: Question) -> str:
    """Return the only possible answer, or "" if there are several."""
    return str(question.options[0].value) if len(question.options) == 1 else ""


def _different(spots: Iterable[Spot | None]) -> Whereabouts:
    return tuple(dict.fromkeys(spots))


def _targets(land: Land, there: Whereabouts, do: str) -> dict[str, Spot | None]:
    """Return the possible targets of the ropes that a player may be on after an action, by name."""
    held = [onto for at in there for onto in ropes(land, at, do)]
    return {name: target for onto in held for name, target in land.above(onto).items()}


def _is_sure_of_rope(land: Land, there: Whereabouts, do: str) -> bool:
    """Return whether a player is on a rope after an action, wherever they are then."""
    held = [list(ropes(land, at, do)) for at in there]
    return all(spots and all(len(land.faces(spot)) == 1 for spot in spots) for spots in held)


def _target_in_words(land: Land, target: Spot | None) -> str:
    if target is None:
        return "Out of the dungeon: you escape and store your coins"
    face, kind = land.faces(target)[0], land.kind(target)
    guarded = f": {face.enemy}, which would catch you" if face.enemy else ""
    return f"{kind.name if kind else ''} at {hex_in_words(target.hex)} on level {target.level}{guarded}"


def _about_escaping(targets: Mapping[str, Spot | None]) -> str:
    """Return the end of a sentence about a rope that leads nowhere but out, or ""."""
    return "" if any(targets.values()) else ": you escape and store your coins"


def _ahead(land: Land, there: Whereabouts, direction: str) -> str:
    """Describe the place to which a step would lead, as far as it is known."""
    onto = [at.towards(direction) for at in there if at is not None]
    faces = land.faces(onto[0])
    if len(there) == 1 and len(faces) == 1:
        return _certain(land, onto[0], faces[0])
    return "nobody knows yet what is there; the step may be lost"


def _certain(land: Land, onto: Spot, face: Face) -> str:
    kind = land.kind(onto)
    name = kind.name if kind else "the rope in the centre"
    match face:
        case Face(None):
            return "out of the level, so the step is lost"
        case Face("wall" | "water"):
            return f"{name}, so the step is lost"
        case Face("pit", ""):
            return f"{name}, down to level {onto.level + 1}"
        case Face(_, ""):
            return f"{name} at {hex_in_words(onto.hex)}"
        case _:
            return f"{face.enemy} on {name} at {hex_in_words(onto.hex)}, which would catch you"


def _starting_place(there: Whereabouts) -> str:
    """Describe the place where an action begins."""
    if len(there) > 1:
        return "from wherever you are then"
    at = there[0]
    return "from outside" if at is None else f"from {hex_in_words(at.hex)} on level {at.level} of dungeon {at.dungeon}"


def hex_in_words(at: Hex) -> str:
    """Format a hex for people."""
    return f"({at[0]},{at[1]})"
