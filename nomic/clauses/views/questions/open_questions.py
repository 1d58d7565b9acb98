"""View models of open questions for pages, bots and the wiki. They never contain answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from nomic.clauses.models import AskedPlayer, PendingQuestion
from nomic.clauses.runtime.pending_questions import unanswered_by
from nomic.cycles.models import Cycle

MAX_SHOWN = 200


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """An open question: its rule, the players who have not answered, the number of answers, and its time limit."""

    code: str
    prompt: str
    rule: str
    title: str
    several: bool
    sealed: bool
    asked_at: datetime
    due_at: datetime
    missing: tuple[str, ...]
    answered: int


def questions_of_cycle(cycle: Cycle, most: int = MAX_SHOWN) -> list[ShownQuestion]:
    """Return the open questions of a cycle, those due first at the beginning. Sends at most two queries."""
    return _shown(PendingQuestion.objects.filter(cycle=cycle)[:most])


def questions_of_player(cycle: Cycle, player: str) -> list[ShownQuestion]:
    """Return the open questions that a player has not answered, those due first at the beginning."""
    return _shown(unanswered_by(cycle, player)) if player else []


def shown_question(row: PendingQuestion) -> ShownQuestion:
    """Return an open question as pages show it."""
    return _shown([row])[0]


def _shown(rows: Sequence[PendingQuestion] | QuerySet[PendingQuestion]) -> list[ShownQuestion]:
    found = list(rows)
    missing: dict[int, list[str]] = {row.pk: [] for row in found}
    answered = dict.fromkeys(missing, 0)
    asked = AskedPlayer.objects.filter(question__in=missing).order_by("player") if found else AskedPlayer.objects.none()
    for question, player, entry in asked.values_list("question_id", "player", "entry_id"):
        if entry is None:
            missing[question].append(player)
        else:
            answered[question] += 1
    return [
        ShownQuestion(
            row.code,
            row.prompt,
            row.rule,
            row.title,
            row.several,
            row.sealed,
            row.asked_at,
            row.due_at,
            tuple(missing[row.pk]),
            answered[row.pk],
        )
        for row in found
    ]
