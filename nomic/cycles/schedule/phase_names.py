"""Names of phases for people: "Battle Phase, week 2". Phase numbers are for the API and for verifiers."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Q

from nomic.cycles.domain.calendar import calendar_of, round_in_words, span_at
from nomic.cycles.domain.events import CycleBegan, PhaseBegan
from nomic.cycles.models import Cycle, Entry

BEGINNINGS = (CycleBegan.kind(), PhaseBegan.kind())


def phase_name(cycle: Cycle) -> str:
    """Return the name of the current phase."""
    return f"{cycle.phase_title}, {round_in_words(cycle.law, cycle.starts_at, cycle.phase_started_at)}"


def phase_names(cycle: Cycle, phases: Collection[int]) -> dict[int, str]:
    """Return the names of these phases by number, from the entries that began them. Sends at most one query.

    A phase that the journal does not begin is named by its number.
    """
    names = {phase: f"phase {phase}" for phase in phases}
    earlier = [phase - 1 for phase in phases if phase != cycle.phase]
    if earlier:
        # The entry that begins a phase is the last one of the phase before.
        began = Q(action="begin-phase", phase__in=earlier) | Q(action="begin-cycle", phase=0)
        found = Entry.objects.filter(began, cycle=cycle, action__in=("begin-cycle", "begin-phase")).order_by("seq")
        for at, events in found.values_list("at", "events"):
            for event in events:
                if event.get("kind") in BEGINNINGS and event["phase"] in names:
                    names[event["phase"]] = _name(cycle, str(event["phase_kind"]), at)
    if cycle.phase in names:
        names[cycle.phase] = phase_name(cycle)
    return names


def phase_name_before(cycle: Cycle, at: datetime) -> str:
    """Return the name of the phase that ended at an instant, by the current calendar. Sends no query."""
    return _name(cycle, "", max(cycle.starts_at, at - timedelta.resolution))


def _name(cycle: Cycle, kind: str, at: datetime) -> str:
    calendar = calendar_of(cycle.law)
    span = span_at(calendar, at)
    titles = [span.title] if kind in ("", span.kind) else [each.title for each in calendar.phases if each.kind == kind]
    return f"{(titles or [kind])[0]}, {round_in_words(cycle.law, cycle.starts_at, at)}"
