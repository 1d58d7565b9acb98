"""The law's section on outages (R105, R128), which names the kinds of periods that outages do not extend."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from nomic.cycles.models import Cycle
from nomic.law.document.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.models import document_at
from nomic.law.schema.section_label import Label

Kind = Annotated[str, StringConstraints(max_length=30)]

_kinds: set[str] = set()


class OutageLaw(SectionModel):
    """Settings for outages.

    `unmoved` are kinds of periods that outages do not extend. Periods of the calendar are never extended.
    """

    unmoved: list[Kind] = Field(default=[], max_length=50)


def can_except(kind: str) -> None:
    """Register a kind of periods that a law can exempt from outages."""
    _kinds.add(kind)


def kinds() -> list[str]:
    """Return all kinds of periods that a law can exempt from outages."""
    return sorted(_kinds)


def unmoved_at(cycle: Cycle, instant: datetime) -> tuple[str, ...]:
    """Return the kinds of periods that an outage which began at `instant` does not extend.

    This depends on the law in force at that instant.
    """
    revisions = cycle.book.revisions.filter(number__lte=cycle.revision, enacted_at__lte=max(instant, cycle.starts_at))
    number = revisions.order_by("-number").values_list("number", flat=True).first()
    law = cycle.law if number in (None, cycle.revision) else Law(document_at(cycle.book_id, number), number=number)
    rules = law.section_or_none("outages", OutageLaw)
    return () if rules is None else tuple(sorted(set(rules.unmoved)))


def _agrees(law: Law) -> Iterator[Flaw]:
    for place, kind in enumerate(law.section("outages", OutageLaw).unmoved):
        if kind not in _kinds:
            yield Flaw(pointer("outages", "unmoved", place), f"{kind!r} is not one of {', '.join(kinds())}")


LABELS = (
    Label(
        "unmoved",
        "the clocks that keep running during an outage",
        also="outage downtime deadlines clocks votes reputation trades questions matches confidence",
    ),
)
SECTION = Section("outages", "Outages", OutageLaw, agrees=_agrees, labels=LABELS)
