"""Resumes an effect after a question, by running its stored remainder with the available answers.

The law may have changed meanwhile, and players may have left (R5). Names whose values no longer exist have no effect
(R106). If one player was asked, the effect continues in the entry of their answer, otherwise in an entry of its own.
"""

from collections.abc import Mapping, Sequence

from msgspec import to_builtins
from msgspec.structs import replace
from pydantic import Field

from nomic.clauses.events import QuestionLapsed
from nomic.clauses.models import AskedPlayer, PendingQuestion
from nomic.clauses.runtime.answer_sources import Answering, Resumed, ResumedByAll
from nomic.clauses.runtime.departed_players import members_without, names_without
from nomic.clauses.runtime.pending_questions import (
    GO_ON,
    StoredOrigin,
    asking_step,
    close_question,
    expect_at_once,
    find_pending,
    frames_of,
    is_of_proposal,
)
from nomic.clauses.runtime.run_effects import Remainder, hide_draws_of_rest, run_in_hall
from nomic.clauses.runtime.world.acting_world import Hall
from nomic.clauses.runtime.world.read_only_world import HallSeen
from nomic.clauses.runtime.world.recording_world import MAX_TOLD, names_in_words
from nomic.clauses.runtime.world.world_for_law import hall_seen
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.events import ActFailed, CycleEnded
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.journal.reveal_sealed_arguments import unseal
from nomic.cycles.models import Cycle
from nomic.effects.asking.begun_moves import Answer
from nomic.effects.asking.questions import Question
from nomic.effects.language.nodes.packed_choices import CHOSEN_IN, unpacked
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.parser import effect_from_text
from nomic.effects.language.suspend_run import Frame
from nomic.effects.running.interpreter import TooLong
from nomic.players.events import Left
from nomic.players.models import Player

RULE = "Questions (R107)"
ANSWER = "answer"


class GoOnArgs(Args):
    """Arguments for resuming an effect: the code of its question."""

    question: str = Field(max_length=12)


# ── the remaining frames and their question


def question_now(ctx: ReadContext, row: PendingQuestion, player: str) -> Question | None:
    """Return the current form of an open question, or None if the player has no choice left.

    Raises Refused if the evaluation takes too many steps.
    """
    return _question(hall_seen(ctx), row, without_leavers(ctx.cycle, frames_of(row)), player)


def still_offered(ctx: ReadContext, row: PendingQuestion, player: str) -> Question | None:
    """Return the question with its current options, even if all have to be chosen, or None if no option is left.

    Answers are checked against these options, so that an answer with an option that no longer exists is never taken as
    a choice of the last remaining one (R133). Raises Refused if the evaluation takes too many steps.
    """
    frames = without_leavers(ctx.cycle, frames_of(row))
    return _question(hall_seen(ctx), row, frames, player, also_forced=True)


def _question(
    hall: HallSeen, row: PendingQuestion, frames: Sequence[Frame], player: str, *, also_forced: bool = False
) -> Question | None:
    step, names = asking_step(frames), dict(frames[0].rest.names)
    run = hall.run(row.me, row.title)
    try:
        is_to_one = row.several or also_forced
        return step.question_to(player, run, names) if is_to_one else step.question(run, names)
    except TooLong:
        raise Refused(
            "too-long", "Finding what you can choose takes too long. Ask an admin to look at the rule.", row.title
        ) from None


def without_leavers(cycle: Cycle, frames: Sequence[Frame]) -> list[Frame]:
    """Return the frames without players who have left (R5)."""
    named = {player for frame in frames for player in _players_in(frame)}
    playing = set(_playing(cycle, named)) if named else set()
    return _without(named - playing, frames)


def _without(gone: set[str], frames: Sequence[Frame]) -> list[Frame]:
    return [
        replace(
            frame,
            rest=replace(frame.rest, names=names_without(gone, frame.rest.names, frame.rest.scope)),
            members=members_without(gone, frame.members) if _is_of_players(frame) else frame.members,
        )
        for frame in frames
    ]


def _playing(cycle: Cycle, names: set[str]) -> Sequence[str]:
    rows = Player.objects.filter(cycle=cycle, left_at=None).order_by().values_list("name", flat=True)
    return list(rows.filter(name__in=names) if len(names) < 500 else rows)


def _is_of_players(frame: Frame) -> bool:
    return frame.rest.scope.get(frame.each) == "players"


def _players_in(frame: Frame) -> list[str]:
    found = [frame.members] if _is_of_players(frame) else []
    for name, value in frame.rest.names.items():
        kind = frame.rest.scope.get(name)
        if kind == "players":
            found.append(as_members(value))
        elif kind in CHOSEN_IN:
            choices = unpacked(as_members(value))
            found.append(tuple(each.player for each in choices))
            found += [each.chosen for each in choices if kind == "players by player"]
    return [str(player) for members in found for player in members]


# ── resuming


def go_on_after(act: ActionContext, row: PendingQuestion, answers: Mapping[str, Answer | None]) -> Hall:
    """Run the remainder of an effect with the given answers, and delete the question.

    Returns the `Hall` with the results. Raises Refused if the effect fails.
    """
    frames = without_leavers(act.cycle, frames_of(row))
    answering: Answering
    if row.several:
        answering = ResumedByAll(act, answers)
    else:
        (answer,) = answers.values() or (None,)
        answering = Resumed(act, _question(hall_seen(act), row, frames, ""), answer)
    close_question(act, row)
    texts = [(effect_from_text(frame.rest.text, frame.rest.scope), frame) for frame in frames]
    rests = [Remainder(effect, frame.rest.names, answered=frame is frames[0]) for effect, frame in texts if effect]
    hide_draws_of_rest(act, rests)
    source = StoredOrigin(row.clause, row.rule, row.title)
    return run_in_hall(act, source, row.me, lambda run, hall: run.go_on_with(frames), answering)


def go_on(act: ActionContext, args: GoOnArgs) -> None:
    """Resume an effect once all asked players have answered, left, or run out of time (R107)."""
    row = find_pending(act.cycle, args.question)
    if row is None:
        act.message("Nothing waits for this answer now.")
        return
    act.record_args(question=row.code)
    asked = list(AskedPlayer.objects.filter(question=row).select_related("entry").order_by("player"))
    if not row.frames:
        _lapse_without_effect(act, row, asked)
        return
    missing = [each.player for each in asked if each.entry is None]
    if missing or not asked:
        act.message(_without_whom(missing, row.prompt))
        act.emit(QuestionLapsed(question=row.code, players=missing))
    answers = {each.player: given_by(row, each) for each in asked}
    if row.several:
        _add_answers(act, row, answers)
    if row.sealed:
        unseal(act, [each.entry for each in asked if each.entry is not None])
    hall = go_on_after(act, row, answers)
    add_results(act, row, hall)


def _lapse_without_effect(act: ActionContext, row: PendingQuestion, asked: Sequence[AskedPlayer]) -> None:
    """Close a question without running its effect, because the player whose act asked it has left (R132)."""
    act.message(f"{row.me} asked this and has left: {row.prompt} Nothing happens.")
    act.emit(QuestionLapsed(question=row.code, players=[each.player for each in asked if each.entry is None]))
    if row.sealed:
        unseal(act, [each.entry for each in asked if each.entry is not None])
    close_question(act, row)


def _without_whom(missing: list[str], prompt: str) -> str:
    if not missing:
        return f"Everybody who was asked has left: {prompt}"
    return f"{names_in_words(missing)} {'has' if len(missing) == 1 else 'have'} not answered in time: {prompt}"


def given_by(row: PendingQuestion, asked: AskedPlayer) -> Answer | None:
    """Return a player's answer, or None if they have not answered."""
    if asked.entry is None:
        return None
    return tuple(asked.entry.sealed[ANSWER]["value"] if row.sealed else asked.answer or ())


def _add_answers(act: ActionContext, row: PendingQuestion, answers: Mapping[str, Answer | None]) -> None:
    """Add the players' answers to the entry's messages, at most `MAX_TOLD` of them."""
    given = [(player, answer) for player, answer in answers.items() if answer is not None]
    for player, answer in given[:MAX_TOLD]:
        act.message(f"{player} answered {', '.join(map(str, answer)) or 'nothing'}.")
    if len(given) > MAX_TOLD:
        act.message(f"And {len(given) - MAX_TOLD} more have answered.")


def add_results(act: ActionContext, row: PendingQuestion, hall: Hall) -> None:
    """Add the results of a resumed effect to the entry's messages. The first message names the clause."""
    first, *others = [sentence for sentence in hall.results() if sentence.strip()] or ["Nothing changes."]
    act.message(f"By “{row.title}”: {first}")
    for sentence in others:
        act.message(sentence)


# ── expiry


def stop_waiting_for_leaver(act: ActionContext, left: Left) -> None:
    """Stop waiting for answers of a player who has left, and discard those they gave (R5).

    The remaining effect skips these players, even if they join again before it runs. Questions asked by their own acts
    expire without effect (R132).
    """
    _have_lapse(act, left.player)
    mine = AskedPlayer.objects.filter(question__cycle=act.cycle, player=left.player)
    rows = PendingQuestion.objects.filter(pk__in=mine.values("question")).order_by("seq", "place")
    questions = list(rows)
    mine.delete()
    _forget(act, left.player)
    for row in questions:
        if not AskedPlayer.objects.filter(question=row, entry=None).exists():
            expect_at_once(act, row)


def _have_lapse(act: ActionContext, player: str) -> None:
    """Discard the stored effects of a leaving player's acts, and let their questions expire (R132).

    Effects of enacted proposals are kept, because the vote started them and not a player.
    """
    for row in PendingQuestion.objects.filter(cycle=act.cycle, me=player).order_by("seq", "place"):
        if not is_of_proposal(row):
            row.frames = []
            row.save(update_fields=["frames"])
            expect_at_once(act, row)


def _forget(act: ActionContext, player: str) -> None:
    """Remove a player from the stored remainders of all pending questions."""
    changed = []
    for row in PendingQuestion.objects.filter(cycle=act.cycle).order_by("seq", "place"):
        frames = frames_of(row)
        if any(player in _players_in(frame) for frame in frames):
            row.frames = to_builtins(_without({player}, frames))
            changed.append(row)
    PendingQuestion.objects.bulk_update(changed, ["frames"])


def end_with_cycle(act: ActionContext, ended: CycleEnded) -> None:
    """Reveal sealed answers and delete all questions when the cycle ends."""
    sealed = AskedPlayer.objects.filter(question__cycle=act.cycle, question__sealed=True, entry__isnull=False)
    unseal(act, [each.entry for each in sealed.select_related("entry").order_by("entry__seq") if each.entry])
    PendingQuestion.objects.filter(cycle=act.cycle).delete()


def drop_failed(act: ActionContext, failed: ActFailed) -> None:
    """Drop the remainder of an effect that failed after an answer or an expiry.

    It is not retried, because its dice have been seen.
    """
    if act.action.name not in (GO_ON, ANSWER):
        return
    row = find_pending(act.cycle, act.recorded.get("question", ""))
    if row is not None:
        close_question(act, row)
        act.message(f"What would have happened after “{row.prompt}” is cancelled.")


ACTIONS = (
    Action(
        name=GO_ON,
        channel="system",
        title="A rule continues after a question",
        summary_phrases=("a rule continued after a question", "rules continued after {count} questions"),
        summary="All answers are in, or the time is up.",
        rule=RULE,
        args=GoOnArgs,
        run=go_on,
    ),
)
