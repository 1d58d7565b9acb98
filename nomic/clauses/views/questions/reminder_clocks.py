"""Source of reminders for unanswered questions of rules."""

from collections.abc import Iterator

from django.urls import reverse

from nomic.clauses.handlers.answers import CHANNEL
from nomic.clauses.models import AskedPlayer, PendingQuestion
from nomic.cycles.models import Cycle, Status
from nomic.players.player_tasks import RunningClock


def waiting_questions(cycle: Cycle | None) -> Iterator[RunningClock]:
    """Yield a clock for each unanswered question of a cycle or, for None, of all cycles.

    Forks and cycles that do not run have none.
    """
    rows = PendingQuestion.objects.filter(cycle__fork_of=None, cycle__status=Status.RUNNING)
    if cycle is not None:
        rows = rows.filter(cycle=cycle)
    found = list(rows.select_related("cycle").order_by("pk"))
    missing: dict[int, list[str]] = {}
    unanswered = AskedPlayer.objects.filter(question__in=found, entry=None).order_by("player") if found else ()
    for asked in unanswered:
        missing.setdefault(asked.question_id, []).append(asked.player)
    for row in found:
        if row.pk in missing:
            yield _clock(row, cycle or row.cycle, tuple(missing[row.pk]))


def _clock(row: PendingQuestion, cycle: Cycle, players: tuple[str, ...]) -> RunningClock:
    until = f"{row.due_at:%A %d %B, %H:%M} UTC"
    return RunningClock(
        cycle=cycle,
        key=f"question {row.code}",
        players=players,
        began_at=row.asked_at,
        due_at=row.due_at,
        begun=f"Answer by {until}: {row.prompt}",
        nearly_up=f"The time for your answer is nearly up; it ends {until}: {row.prompt}",
        link=reverse("web:question", args=[cycle.slug, row.code]),
        channel=CHANNEL,
    )
