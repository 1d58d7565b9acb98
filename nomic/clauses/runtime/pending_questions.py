"""Pending questions: their rows, their time limits (R107), and how many there may be."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
from django.db.models import Count, QuerySet

from nomic.clauses.events import QuestionAsked
from nomic.clauses.models import AskedPlayer, PendingQuestion, QuestionPrompt
from nomic.clauses.runtime.answer_sources import HAS_ASKED
from nomic.clauses.runtime.world.recording_world import names_in_words
from nomic.clauses.schema.placed_clause import Origin
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.cycles.schedule.outages import OutageChange, outages_of
from nomic.effects.language.nodes.base import Operation
from nomic.effects.language.parser import effect_from_text
from nomic.effects.language.suspend_run import Frame, RunSuspended
from nomic.effects.language.world import Runner
from nomic.law.document.sections import Law
from nomic.law.rules.reference import RuleRef
from nomic.law.rules.rule_of_place import rule_at

GO_ON = "go-on"
KIND = "questions"  # the name of their limits in the law
MAX_PER_PLAYER = 50  # pending questions per player
MAX_PER_ASKER = 5  # pending questions to one player that another player asked through the same clause
MAX_PER_CYCLE = 2_000
MAX_PROMPT = 1_000  # in characters
MAX_KEPT = 500_000  # characters of the stored rest of an effect
# They are ordered like the clocks of matches, by the entry that began them (R3).
PLACES_AN_ENTRY = 1_000_000


@dataclass(frozen=True, slots=True)
class StoredOrigin:
    """An `Origin` that can be stored with a question or another deferred effect."""

    key: str
    rule: str
    title: str


OF_PROPOSAL = "proposal-"


def source_of_proposal(code: str, title: str) -> StoredOrigin:
    """Return the `Origin` of a proposal's one-time effect."""
    return StoredOrigin(f"{OF_PROPOSAL}{code}", "", title)


def is_of_proposal(row: PendingQuestion) -> bool:
    """Return whether a question comes from an enacted proposal and so is not attributed to a player's act."""
    return not row.rule and row.clause.startswith(OF_PROPOSAL)


def entry_at(law: Law, place: str, title: str) -> StoredOrigin:
    """Return the `Origin` of an entry of a section, given the entry's JSON pointer and title."""
    return StoredOrigin(place, rule_at(law, place) or "", RuleRef(place, title))


def put_off(act: ActionContext, origin: Origin, me: str, stopped: RunSuspended, run: Runner) -> str:
    """Store a run that stopped at a question, and return a sentence for the journal.

    `run` evaluates the time limit. Raises Refused if too many questions are pending, and TooLong if the evaluation
    takes too many steps.
    """
    asked = [question.who for question in stopped.questions]
    frames = msgspec.to_builtins(stopped.frames)
    _check_room(act.cycle, asked, frames, origin)
    if act.actor.name == me and not act.is_replay:  # After an answer, the actor no longer asks the questions.
        _check_patience(act.cycle, asked, origin, me)
    step, earlier = asking_step(stopped.frames), act.recall(HAS_ASKED, list[str])
    hours = step.hours_to_answer(run, dict(stopped.frames[0].rest.names))
    row = PendingQuestion.objects.create(
        cycle=act.cycle,
        code=act.code(f"question {len(earlier)}"),
        rule=origin.rule,
        clause=origin.key,
        title=origin.title,
        me=me,
        prompt=stopped.questions[0].prompt[:MAX_PROMPT],
        frames=frames,
        several=step.asks_several,
        sealed=step.is_sealed(),
        seq=act.cycle.seq + 1,
        place=len(earlier),
        asked_at=act.at,
        due_at=outages_of(act.cycle, KIND).due(act.at, timedelta(hours=hours)),
    )
    QuestionPrompt.objects.create(cycle=act.cycle, code=row.code, prompt=row.prompt)
    AskedPlayer.objects.bulk_create(AskedPlayer(question=row, player=player) for player in asked)
    earlier.append(row.code)
    _expect(row)
    act.emit(QuestionAsked(question=row.code, players=asked, until=row.due_at.isoformat()))
    return (
        f"{names_in_words(asked)} {'is' if len(asked) == 1 else 'are'} asked, until {row.due_at:%A %d %B, %H:%M} UTC."
    )


def _check_room(cycle: Cycle, asked: Sequence[str], frames: Any, origin: Origin) -> None:
    if PendingQuestion.objects.filter(cycle=cycle).count() >= MAX_PER_CYCLE:
        raise Refused(
            "too-many-questions",
            f"{MAX_PER_CYCLE} questions are open in this cycle. Wait until one is answered.",
            origin.title,
        )
    waiting = AskedPlayer.objects.filter(question__cycle=cycle).values("player").annotate(times=Count("pk"))
    full = set(waiting.filter(times__gte=MAX_PER_PLAYER).values_list("player", flat=True))
    for player in asked:
        if player in full:
            detail = f"{MAX_PER_PLAYER} questions are already waiting for {player}."
            raise Refused("too-many-questions", detail, origin.title)
    if len(msgspec.json.encode(frames)) > MAX_KEPT:
        raise Refused(
            "too-long", f"“{origin.title}” would have to remember too much. Choose fewer things.", origin.title
        )


def _check_patience(cycle: Cycle, asked: Sequence[str], origin: Origin, me: str) -> None:
    """Raise Refused if too many of the actor's questions by this clause already wait for another player.

    Questions that a rule asks by itself are limited by how often the rule runs.
    """
    waiting = AskedPlayer.objects.filter(
        question__cycle=cycle, question__clause=origin.key, question__me=me, entry=None
    )
    others = waiting.exclude(player=me).filter(player__in=asked).values("player").annotate(times=Count("pk"))
    full = others.filter(times__gte=MAX_PER_ASKER).order_by("player").values_list("player", flat=True).first()
    if full is not None:
        raise Refused(
            "too-many-questions",
            f"{MAX_PER_ASKER} of your questions are already waiting for {full}. Wait until {full} answers one, "
            "or until its time runs out (R107).",
            origin.title,
        )


def frames_of(row: PendingQuestion) -> list[Frame]:
    """Return the stored remainder of the effect. Its first step asks the question."""
    return msgspec.convert(row.frames, list[Frame])


def asking_step(frames: Sequence[Frame]) -> Operation:
    """Return the step that asks the question: the first step of the first frame."""
    rest = frames[0].rest
    return effect_from_text(rest.text, rest.scope)[0]


def find_pending(cycle: Cycle, code: str) -> PendingQuestion | None:
    """Return the pending question with this code, or None."""
    return PendingQuestion.objects.filter(cycle=cycle, code=code).first()


# ── deadlines


def label(row: PendingQuestion) -> str:
    """Return the label of the question's deadline."""
    return f"question {row.code}"


def _expect(row: PendingQuestion) -> None:
    order = row.seq * PLACES_AN_ENTRY + row.place
    args = {"question": row.code}
    deadlines.schedule(row.cycle, label(row), at=row.due_at, rank=Rank.GAMES, action=GO_ON, args=args, order=order)


def expect_at_once(act: ActionContext, row: PendingQuestion) -> None:
    """Schedule the resumption of the effect as the next entry, because no further answer is needed."""
    args = {"question": row.code}
    deadlines.schedule(act.cycle, label(row), at=act.at, rank=Rank.AT_ONCE, action=GO_ON, args=args)


def extend_for_outages(act: ActionContext, change: OutageChange) -> int:
    """Extend the time limits of open questions by an outage (R128). Returns the number of extended limits."""
    moved = 0
    for row in PendingQuestion.objects.filter(cycle=act.cycle, asked__isnull=False, asked__entry=None).distinct():
        due = change.moved(row.asked_at, row.due_at)
        if due != row.due_at:
            row.due_at, row.cycle = due, act.cycle
            row.save(update_fields=["due_at"])
            _expect(row)
            moved += 1
    return moved


def close_question(act: ActionContext, row: PendingQuestion) -> None:
    """Delete a question and cancel its deadline."""
    deadlines.cancel(act.cycle, label(row))
    row.delete()


def unanswered_by(cycle: Cycle, player: str) -> QuerySet[PendingQuestion]:
    """Return a query for the questions that a player has not answered."""
    unanswered = AskedPlayer.objects.filter(player=player, entry=None)
    return PendingQuestion.objects.filter(cycle=cycle, pk__in=unanswered.values("question"))
