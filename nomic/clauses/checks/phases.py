"""Checks of the kinds of phases in which a clause applies."""

from collections.abc import Iterator, Sequence

from nomic.cycles.domain.calendar import calendar_of
from nomic.law.document.sections import Flaw, Law


def unknown_phases(law: Law, path: str, kinds: Sequence[str]) -> Iterator[Flaw]:
    """Yield a flaw for each kind of phase that the calendar does not have."""
    known = {phase.kind for phase in calendar_of(law).phases}
    for place, kind in enumerate(kinds):
        if kind not in known:
            yield Flaw(f"{path}/in/{place}", f"the calendar has no phase of the kind {kind!r}")
