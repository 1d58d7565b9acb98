"""Finds what a visitor misses by advancing a practice clock: turns in matches, and timed tasks.

Every button that advances the clock warns of them, and the next page names the matches that were lost.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Entry
from nomic.matches.hosting.player_tasks import SEATED, TURN, turns_missed_by
from nomic.matches.models import MatchSeat, MatchStatus, MatchStep, StepKind
from nomic.players.player_tasks import Task, waiting_for

MOST_MATCHES = 3  # that one message names
MOST_SENTENCES = 3  # of one match
MOST_STEPS = 20  # of one match that are looked through


@dataclass(frozen=True, slots=True)
class Missed:
    """The turns in matches, and other tasks, whose time would run out for the visitor."""

    matches: Sequence[Task]
    others: Sequence[Task]


def missed_by(ctx: ReadContext, to: datetime, *, but: str = "") -> Missed:
    """Return the turns and timed tasks that the visitor would miss if the clock advanced to an instant.

    The match at the address `but` is left out.
    """
    ending = [each for each in waiting_for(ctx) if each.task.due_at and each.task.due_at <= to]
    return Missed(
        [task for task in turns_missed_by(ctx, to) if task.link != but],
        [each.task for each in ending if each.kind.name != TURN.name and each.task.link != but],
    )


def lost_since(ctx: ReadContext, moved: Entry, *, but: str = "") -> list[SafeString]:
    """Return the results of clocks expired since an entry in the visitor's matches, as links with sentences.

    Only matches that are over, or that the visitor has dropped out of, are included, except the one at the address
    `but`.
    """
    late = MatchStep.objects.filter(kind=StepKind.EXPIRED, entry__seq__gt=moved.seq)
    own = MatchSeat.objects.filter(Exists(late.filter(match=OuterRef("match"))), match__cycle=ctx.cycle)
    gone = own.filter(Q(match__status=MatchStatus.OVER) | ~Q(status=SEATED), player=ctx.actor.name)
    lost: list[SafeString] = []
    for seat in gone.select_related("match").defer("match__state").order_by("-match_id")[:MOST_MATCHES]:
        link = reverse("web:match", args=[ctx.cycle.slug, seat.match.code])
        steps = late.filter(match=seat.match_id).select_related("entry", "match").defer("match__state")
        told = _end_of(seat, list(steps.order_by("-version")[:MOST_STEPS]))
        if told and link != but:
            lost.append(format_html('<a href="{}">{}</a>: {}', link, seat.match.title, told))
    return lost


def _end_of(seat: MatchSeat, steps: Sequence[MatchStep]) -> str:
    """Return the sentences of the newest step that mentions the player, or else of the match's end.

    Returns "" if neither exists.
    """
    about = [step for step in steps if any(each["facts"].get("player") == seat.player for each in step.events)]
    if not about and not seat.match.is_over:
        return ""  # they were out before
    step = (about or steps)[0]
    return " ".join([event["text"] for event in step.events if event["text"]][:MOST_SENTENCES])
