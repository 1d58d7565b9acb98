"""The acts that the words of a ruling ask of admins, on its page and as a concern in the office."""

import re
from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse

from nomic.accounts.roles import Duty
from nomic.court.models import Ruling, RulingStatus
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Entry, Status
from nomic.office.concerns import CheckContext, Concern, ConcernKind
from nomic.web.composer.orders.admin_acts import Decision, prepared_acts

MAX_AGE = timedelta(days=14)  # A ruling whose words only look like an order waits no longer than that.
MAX_RULINGS = 50  # the newest, whose words are read
MAX_NAMED = 10  # entries that one ruling leads to
ENTRY = re.compile(r"\bentry #?([0-9]{1,9})\b", re.IGNORECASE)


def decision_of(ruling: Ruling) -> Decision:
    """Return a ruling as a decision: the words of its answer, or of the reasons of a verdict."""
    cause = f"Ruling {ruling.number}"
    return Decision(cause, ruling.answer or ruling.reasoning, ruling.ruled_at, f"{cause}, as the Judge ruled")


def entries_named(ruling: Ruling) -> list[Entry]:
    """Return the entries that a ruling names by number in its words, such as "Entry 14 is void"."""
    numbers = {int(number) for number in ENTRY.findall(f"{ruling.answer} {ruling.reasoning}")}
    return list(Entry.objects.filter(cycle=ruling.cycle_id, seq__in=numbers).order_by("seq")[:MAX_NAMED])


def rulings_to_carry_out(look: CheckContext) -> Iterator[Concern]:
    """Yield the recent standing rulings of running games with orders that no admin has executed, oldest first."""
    rows = Ruling.objects.filter(
        status=RulingStatus.STANDS,
        ruled_at__gt=look.now - MAX_AGE,
        cycle__fork_of=None,
        cycle__practice=False,
        cycle__status=Status.RUNNING,
    ).select_related("cycle", "request")
    for ruling in reversed(rows.order_by("-ruled_at", "-pk")[:MAX_RULINGS]):
        cycle = ruling.cycle
        acts = prepared_acts(ReadContext(cycle, Actor.nobody(), look.now), decision_of(ruling))
        order = next((act.order for act in acts if act.done is None), "")
        if order:
            page = reverse("web:court-request", args=[cycle.slug, ruling.request.number])
            summary = f"{cycle.title}: ruling {ruling.number}, {order}"
            yield Concern(summary, f"{page}#ruling-{ruling.number}", ruling.ruled_at)


KIND = ConcernKind(
    "rulings",
    "Rulings to carry out",
    "Carry it out",
    "Opens the ruling, with a filled-in form for each thing that its words ask for.",
    False,
    rulings_to_carry_out,
    Duty.GAMES,
)
