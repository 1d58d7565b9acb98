"""Steps of matches. `take_step` is the only function that changes a match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.journal.reveal_sealed_arguments import unseal, unseal_own
from nomic.cycles.models import Entry
from nomic.db import insert, update
from nomic.law.document.sections import Law
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.game import Asked, BadAnswer, Chance, Environment, Event, IllegalMove, Result, Seat, Step
from nomic.matches.events import MatchOver, MatchStepped
from nomic.matches.hosting import clocks
from nomic.matches.hosting.loaded_match import ActChance, LoadedMatch, RecordedEnvironment
from nomic.matches.hosting.moves import due_orders
from nomic.matches.hosting.views.destroyed_together import destroyed_together
from nomic.matches.models import Match, MatchSeat, MatchStatus, MatchStep, StepKind


class DrewInVain(Exception):
    """Raised if an engine drew and then did not return a step, which is a bug in the engine.

    It refused the move, asked a question, or returned None. A draw is final (R126): the act fails, and the journal
    records it with its draws.
    """


EngineStep = Callable[[Any, Any, Chance, Environment], Step[Any] | Asked | None]

# The columns of a match that every step changes, and those that its beginning and its end change as well.
STEPPED = ("state", "version", "turn", "orders", "revision")
BEGUN = ("status", "started_at", "started_seq")
CLOSED = ("orders", "status", "ended_at", "result")


@dataclass(frozen=True, slots=True)
class StepCause:
    """The cause of a step. The answers of a sealed move are excluded from its representation."""

    kind: StepKind
    move: dict[str, Json]
    player: str = ""
    answers: Sequence[Sequence[str | int]] = ()
    is_sealed: bool = False


def take_step(
    act: ActionContext, table: LoadedMatch, cause: StepCause, ask_engine: EngineStep
) -> Step[Any] | Asked | None:
    """Let the engine make a step, and store the result: state, seats, clocks, events, consequences.

    `ask_engine` calls the engine. Returns the step. If the engine returns Asked or None instead, returns this and
    changes nothing. Raises the engine's errors, and DrewInVain if the engine has drawn but returns no step.
    """
    law = table.law
    environment = RecordedEnvironment(act, table.hosted)
    drawn_before = _drawn(act)
    step = _ask(act, table, ask_engine, environment)
    if not isinstance(step, Step):
        return step
    match, seats = table.match, table.seats
    result = _advance(act, table, law, step)
    _steps_of(act).append(_row(act, match, cause, environment, revision=law.number, first_draw=drawn_before))
    _emit(act, match, cause, step.events)
    _open_seals(act, match, step.events, everything=result is not None)
    began = any(event.kind == "begun" for event in step.events)
    keep_seats(match, seats, table.seats)
    keep_owing(act, match, seats, table.seats)
    clocks.keep_time(act, table, again=began)
    if result is not None:
        due_orders.void_waiting_orders(match)
    update(match, (*STEPPED, *(BEGUN if began else ()), *(CLOSED if result is not None else ())))
    table.hosted.carry_out(act, match, step.events)
    if result is not None:
        table.hosted.ended(act, match, result)
    due_orders.expect_use(act, table)
    return step


def _row(
    act: ActionContext,
    match: Match,
    cause: StepCause,
    environment: RecordedEnvironment,
    *,
    revision: int,
    first_draw: int,
) -> MatchStep:
    """Return the row of the match's newest step. The answers of a sealed move are stored as their commitment."""
    return MatchStep(
        match=match,
        version=match.version,
        kind=cause.kind,
        player=cause.player,
        move=cause.move,
        answers=act.sealed["answers"].commitment if cause.is_sealed else [list(answer) for answer in cause.answers],
        is_sealed=cause.is_sealed,
        outside=environment.record,
        revision=revision,
        first_draw=first_draw,
        draw_count=_drawn(act) - first_draw,
    )


def _ask(
    act: ActionContext, table: LoadedMatch, ask_engine: EngineStep, environment: RecordedEnvironment
) -> Step[Any] | Asked | None:
    """Call the engine. Raises its errors, and DrewInVain if the engine has drawn but returns no step."""
    drawn_before = _drawn(act)
    try:
        step = ask_engine(table.hosted.rules(table.law), table.state, ActChance(act), environment)
    except (IllegalMove, BadAnswer) as refused:
        if _drawn(act) > drawn_before:
            raise DrewInVain(
                f"{table.game.name} drew random numbers for a move and then refused it: {refused}"
            ) from refused
        raise
    if not isinstance(step, Step) and _drawn(act) > drawn_before:
        raise DrewInVain(f"{table.game.name} drew random numbers but did nothing with them")
    return step


def _advance(act: ActionContext, table: LoadedMatch, law: Law, step: Step[Any]) -> Result | None:
    """Update the match's row to its new state. Returns the result if this step ends the match."""
    match = table.match
    table.state = step.state
    match.state = table.game.encode(step.state)
    match.version += 1
    match.revision = law.number
    match.turn += sum(event.kind == "turn" for event in step.events)
    if match.status == MatchStatus.GATHERING and any(event.kind == "begun" for event in step.events):
        match.status = MatchStatus.RUNNING
        match.started_at, match.started_seq = act.at, act.cycle.seq + 1
    result = table.game.result(step.state)
    if result is not None:
        mark_match_over(act, match, result)
    return result


def mark_match_over(act: ActionContext, match: Match, result: Result) -> None:
    """Mark the match as over, with its result."""
    match.status = MatchStatus.OVER
    match.ended_at = act.at
    match.result = {"ending": result.ending, "winners": list(result.winners)}


def _emit(act: ActionContext, match: Match, cause: StepCause, events: Sequence[Event]) -> None:
    """Emit the events of a step, and add their sentences to the entry's messages."""
    if match.is_over:
        act.emit(MatchOver(match=match.code, **(match.result or {})))
    act.emit(
        MatchStepped(
            match=match.code,
            version=match.version,
            step=cause.kind.value,
            player=cause.player,
            events=list(events),
        )
    )
    for sentence in destroyed_together(event.text for event in events if event.text):
        act.message(sentence)


def _open_seals(act: ActionContext, match: Match, events: Sequence[Event], *, everything: bool) -> None:
    """Reveal the sealed values of the players whom an event names, or all of them if the match is over."""
    players = {str(event.facts["player"]) for event in events if event.kind == "unsealed"}
    if not players and not everything:
        return
    sealed = MatchStep.objects.filter(match=match, is_sealed=True, entry__unsealing=None)
    if not everything:
        sealed = sealed.filter(player__in=players)
    unseal(act, [step.entry for step in sealed.select_related("entry").order_by("version")])
    if any(row.match is match and row.is_sealed and (everything or row.player in players) for row in _steps_of(act)):
        unseal_own(act)


def keep_seats(match: Match, before: Sequence[Seat], after: Sequence[Seat]) -> None:
    """Update the rows of the seats from the game's state. Sends no query if no seat has changed."""
    known = {seat.player: (place, seat.status) for place, seat in enumerate(before)}
    seated = {seat.player: (place, seat.status) for place, seat in enumerate(after)}
    gone = known.keys() - seated.keys()
    if gone:
        MatchSeat.objects.filter(match=match, player__in=gone).delete()
    changed = [
        MatchSeat(match=match, player=player, place=place, status=status)
        for player, (place, status) in seated.items()
        if known.get(player) != (place, status)
    ]
    if changed:
        MatchSeat.objects.bulk_create(
            changed,
            update_conflicts=True,
            unique_fields=["match", "player"],
            update_fields=["place", "status"],
        )


def keep_owing(act: ActionContext, match: Match, before: Sequence[Seat], after: Sequence[Seat]) -> None:
    """Record which players have begun to owe a choice in this step, and which no longer owe one.

    Sends no query if nothing has changed.
    """
    owed = {seat.player for seat in before if seat.owes}
    owes = set() if match.is_over else {seat.player for seat in after if seat.owes}
    for changed, since in ((owes - owed, act.at), (owed - owes, None)):
        if changed:
            MatchSeat.objects.filter(match=match, player__in=changed).update(owes_since=since)


def _drawn(act: ActionContext) -> int:
    """Return the number of draws that the act has made so far."""
    return len(act.chance.drawn) if act.drew else 0


def _steps_of(act: ActionContext) -> list[MatchStep]:
    """Return the list of this act's steps so far, which are inserted with its entry."""

    def begin() -> list[MatchStep]:
        rows: list[MatchStep] = []

        def write(entry: Entry) -> None:
            for row in rows:
                row.entry = entry
            insert(rows)

        act.when_saved(write, needs_row=False)
        return rows

    return act.recall("steps of matches", begin)
