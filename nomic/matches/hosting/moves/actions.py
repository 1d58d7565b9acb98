"""The actions that advance matches: a player's move, and the expiry of a clock."""

import json
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints

from nomic import limits
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.reference_types import Refers
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.exceptions import Refused
from nomic.law.schema.text_types import check_characters
from nomic.matches.contract.game import Answers, Question
from nomic.matches.hosting import clocks
from nomic.matches.hosting.lifecycle import find_match, make_json_move, require_going_on, require_seated
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.hosting.moves.automatic_moves import forbid_planned_moves
from nomic.matches.hosting.moves.preconditions import match_choices, sits_at_a_match
from nomic.matches.hosting.steps import StepCause, take_step
from nomic.matches.models import StepKind, TurnClock
from nomic.players.lookup import is_player, player_of

MAX_BYTES = limits.MOVE_BYTES
FURTHEST = 10**15


def _small(value: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON. Raises ValueError if it is too large or contains characters that are forbidden in texts."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except RecursionError:
        raise ValueError("this is nested too deeply") from None
    if len(text.encode(errors="surrogatepass")) > MAX_BYTES:
        raise ValueError(f"at most {MAX_BYTES} bytes of JSON")
    for escaped in _texts(value):
        check_characters(escaped)
    return value


def _texts(value: Any) -> list[str]:
    """Return every text in a JSON value, including the names of fields."""
    waiting, found = [value], []
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, dict):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, list):
            waiting += each
    return found


MatchCode = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9a-z]{1,12}$", max_length=12),
    Field(examples=["7k2m9qx4"]),
    Refers(lambda ctx, field, given: find_match(ctx, given).code),
]
GameJson = Annotated[dict[str, Any], AfterValidator(_small)]
AnswerName = Annotated[str, StringConstraints(max_length=200), AfterValidator(check_characters)]
AnswerNumber = Annotated[int, Field(ge=-FURTHEST, le=FURTHEST)]
Answer = Annotated[list[AnswerName | AnswerNumber], Field(max_length=500)]
GivenAnswers = Annotated[list[Answer], Field(max_length=100)]


class MoveBody(Args):
    """A move with the answers to its questions; each answer lists values of the question's options.

    If `expected_version` is given, the move is refused if the match has changed since that version.
    """

    move: GameJson = Field(examples=[{"kind": "pass"}])
    answers: GivenAnswers = []
    expected_version: int | None = Field(default=None, ge=0, le=FURTHEST)


class MoveArgs(MoveBody):
    """A move in a match."""

    match: MatchCode


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """The next question of a begun move, or None, and the answers that remain valid."""

    question: Question | None
    answers: Answers = ()


class ClockArgs(Args):
    """The match, and the clock that has expired."""

    match: MatchCode
    clock: str = Field(max_length=200)


def make_move(act: ActionContext, args: MoveArgs) -> None:
    """Make a player's move, as far as its answers allow (R18, R103)."""
    match = find_match(act, args.match)
    require_going_on(match)
    if args.expected_version is not None and args.expected_version != match.version:
        raise Refused(
            "stale-version",
            f"{match.title} is at version {match.version} now, and you moved at version "
            f"{args.expected_version}. Look at it again.",
            "Games",
        )
    player = player_of(act).name
    require_seated(loaded_match(act, match), player)
    others = [seat.player for seat in loaded_match(act, match).seats if seat.player != player]
    act.add_facts(game=match.game, match_kind=match.kind, move_kind=str(args.move.get("kind", "")), opponents=others)
    step = make_json_move(act, match, player, args.move, args.answers)
    act.reply = NextQuestion(step.question, loaded_match(act, match).game.answers(step.state) if step.question else ())
    if not act.words:
        act.message(f"{player} makes a move in {match.title}.")


def expire(act: ActionContext, args: ClockArgs) -> None:
    """Expire a clock of a match.

    A clock that is limited to one kind of phase is postponed to the next such phase if another phase is running.
    """
    match = find_match(act, args.match)
    table = loaded_match(act, match)
    row = TurnClock.objects.get(match=match, name=args.clock)
    if args.clock not in {clock.name for clock in table.clocks}:  # the law has changed since, and removed the clock
        clocks.keep_time(act, table)
        return
    due = clocks.only_within(act.law, act.at, row.only_in)
    if due > act.at:
        clocks.put_off(act, table, row, due)
        act.message(f"The deadline in {match.title} is postponed until {due:%d %B, %H:%M} UTC.")
        return
    forbid_planned_moves(act, match)
    # The engine names the clock again if it continues. Under the same name it would keep the instant that has passed.
    row.delete()
    take_step(
        act,
        table,
        StepCause(StepKind.EXPIRED, {"clock": args.clock}),
        lambda rules, state, chance, environment: table.game.expire(rules, state, args.clock, chance, environment),
    )


ACTIONS = (
    Action(
        name="move",
        channel="games",
        title="Make a move",
        summary_phrases=("a move", "{count} moves"),
        summary="Make a move in a match that you sit at.",
        rule="Games",
        args=MoveArgs,
        run=make_move,
        preconditions=(is_player, sits_at_a_match),
        choices=match_choices,
        facts={"game": "names", "match_kind": "names", "move_kind": "names", "opponents": "players"},
        asks=True,
    ),
    Action(
        name=clocks.EXPIRED,
        channel="system",
        title="Time is up in a match",
        summary_phrases=("time up in a match", "time up {count} times in matches"),
        summary="A player has not moved in time.",
        rule="Games (R3)",
        args=ClockArgs,
        run=expire,
    ),
)
