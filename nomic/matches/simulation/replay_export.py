"""Replay of a match from its export alone: every state, in any player's view. Plain Python.

An export contains everything on which each step depended: the law, the move with its answers, the reads of the
environment, the draws. So the engine reproduces the same states and events. If the result differs, somebody has changed
the export.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any, TypedDict

from msgspec import Struct

from nomic.matches.contract.external_events import read_happening
from nomic.matches.contract.game import Answers, BadAnswer, Event, Game, IllegalMove, Result, Step
from nomic.matches.contract.moves import read_move

FORMAT = "nomic-match-1"


class ExportedLaw(TypedDict):
    """A revision of the law, reduced to the sections that the game reads."""

    number: int
    document: dict[str, Any]


class ExportedSeal(TypedDict):
    """The commitment to a sealed move's answers, and the salt or, until the answers are revealed, None."""

    commitment: str
    salt: str | None


class ExportedDraw(TypedDict):
    """A recorded draw of chance."""

    label: str
    index: int
    sides: int
    value: int


class ExportedStep(TypedDict):
    """A step with everything on which it depended.

    `answers` and `outside` are None while they are sealed. `move` is the move, the external event, or the clock that
    has expired.
    """

    version: int
    kind: str
    player: str
    move: dict[str, Any]
    answers: list[list[str | int]] | None
    seal: ExportedSeal | None
    at: str | None
    entry: str
    seq: int
    phase: int
    revision: int
    outside: list[list[Any]] | None
    draws: list[ExportedDraw]
    events: list[dict[str, Any]]


class ExportedMatch(TypedDict):
    """A complete match.

    `position` is the digest of its last state, or None while a part of the state is sealed.
    """

    format: str
    cycle: str
    match: str
    game: str
    title: str
    kind: str
    options: dict[str, Any]
    opened_at: str | None
    started_at: str | None
    ended_at: str | None
    setup_revision: int
    laws: list[ExportedLaw]
    steps: list[ExportedStep]
    result: dict[str, Any] | None
    stopped: bool
    position: str | None


class Diverged(Exception):
    """Raised if the replay differs from the export. `version` is the version of the first state that differs."""

    def __init__(self, version: int, detail: str) -> None:
        self.version = version
        super().__init__(f"version {version}: {detail}")


class StillSealed(Exception):
    """Raised if the next step of the export is a sealed move that is not public yet."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"version {version} is still sealed")


class Position(Struct, frozen=True):
    """A state of the match, and the step that led to it, None for the first state.

    `rules` are the rules of that step.
    """

    version: int
    state: Any
    rules: Any
    step: ExportedStep | None
    events: tuple[Event, ...]


class RecordedDraws:
    """A source of chance that replays the recorded draws of a step."""

    def __init__(self, version: int, draws: Sequence[ExportedDraw]) -> None:
        self._version = version
        self._left = list(draws)

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Return the next recorded value.

        Raises Diverged if no recorded draw is left, if the next one has another number of sides or another label, or if
        its value is out of range.
        """
        if not self._left:
            raise Diverged(self._version, f"draws {label!r}, which was not drawn")
        draw = self._left.pop(0)
        if (draw["sides"], draw["label"]) != (sides, label):
            raise Diverged(
                self._version, f"draws {label!r} of {sides} in place of {draw['label']!r} of {draw['sides']}"
            )
        value = draw["value"]
        if not isinstance(value, int) or not 0 <= value < sides:
            raise Diverged(self._version, f"{value!r} is not a possible draw of {sides}")
        return value

    def finish(self) -> None:
        """Raise Diverged if recorded draws are left over."""
        if self._left:
            raise Diverged(self._version, f"does not draw {self._left[0]['label']!r}")


class GivenEnvironment:
    """An environment that returns the recorded reads of a step."""

    def __init__(self, version: int, record: Sequence[Sequence[Any]]) -> None:
        self._version = version
        self._known = {tuple(question): answer for question, answer in record}

    def read(self, *question: str) -> Any:
        """Return the recorded result. Raises Diverged if the query was not recorded."""
        if question not in self._known:
            raise Diverged(self._version, f"asks {' '.join(question)!r}, which was not asked")
        return self._known[question]


def commitment(value: object, salt: str) -> str:
    """Return a sealed value's commitment.

    It is the SHA-256 of the salt and the value as compact JSON with sorted keys.
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(f"{salt}{text}".encode()).hexdigest()


def replay_positions(export: ExportedMatch, game: Game[Any, Any]) -> Iterator[Position]:
    """Yield every position of an exported match, starting with the one before its first step.

    Raises Diverged if the engine's result differs from the export, StillSealed if a move's answers are still secret,
    and ValueError if this is not an export of a match of this game.
    """
    if export.get("format") != FORMAT or export.get("game") != game.name:
        raise ValueError(f"this is no match of {game.name} in the format {FORMAT}")
    laws = {law["number"]: game.rules(law["document"], law["number"]) for law in export["laws"]}
    rules = laws[export["setup_revision"]]
    state = game.setup(rules, export["options"])
    yield Position(0, state, rules, None, ())
    for number, step in enumerate(export["steps"], 1):
        if step["version"] != number:
            raise Diverged(number, "a step is missing")
        rules = laws[step["revision"]]
        made = _again(game, rules, state, step)
        state = made.state
        yield Position(number, state, rules, step, made.events)
    _check_end(export, game, state)


def _again(game: Game[Any, Any], rules: Any, state: Any, step: ExportedStep) -> Step[Any]:
    """Return the result of repeating a recorded step.

    Raises Diverged if it differs from the record, and StillSealed if its answers are still secret.
    """
    version, answers, outside, seal = step["version"], step["answers"], step["outside"], step["seal"]
    if answers is None or outside is None:
        raise StillSealed(version)
    if seal is not None and commitment(answers, seal["salt"] or "") != seal["commitment"]:
        raise Diverged(version, "the answers are not those that were committed to")
    draws, environment = RecordedDraws(version, step["draws"]), GivenEnvironment(version, outside)
    try:
        made = _take(game, rules, state, step, answers, draws, environment)
    except (IllegalMove, BadAnswer) as refused:
        raise Diverged(version, f"cannot be done: {refused.detail}") from None
    if not isinstance(made, Step):
        raise Diverged(version, "is not a step")
    draws.finish()
    events = [{"kind": event.kind, "text": event.text, "facts": event.facts} for event in made.events]
    if json.loads(json.dumps(events)) != step["events"]:
        raise Diverged(version, "something else happens")
    return made


def _take(
    game: Game[Any, Any],
    rules: Any,
    state: Any,
    step: ExportedStep,
    answers: Answers,
    draws: RecordedDraws,
    environment: GivenEnvironment,
) -> Any:
    if step["kind"] == "expired":
        return game.expire(rules, state, step["move"]["clock"], draws, environment)
    if step["kind"] == "happening":
        return game.react(rules, state, read_happening(game, step["move"]), draws, environment)
    move = read_move(game, step["move"])
    return game.play(rules, state, step["player"], move, answers, draws, environment)


def _check_end(export: ExportedMatch, game: Game[Any, Any], state: Any) -> None:
    """Raise Diverged if the last state or the result differs from the export."""
    version = len(export["steps"])
    if export["position"] is not None and hashlib.sha256(game.encode(state)).hexdigest() != export["position"]:
        raise Diverged(version, "the last state is different")
    if export["stopped"]:  # by the host, at the cycle's end: the game itself had no result
        return
    result = game.result(state)
    if result_data(result) != export["result"]:
        raise Diverged(version, "the match ends differently")


def result_data(result: Result | None) -> dict[str, Any] | None:
    """Return a result as JSON data."""
    return None if result is None else {"ending": result.ending, "winners": list(result.winners)}
