"""Requests and rulings for display, and searches for them. The number of queries is constant."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Case, Prefetch, Q, QuerySet, When

from nomic.court.lookup import was_asked
from nomic.court.models import Reference, ReferenceKind, Request, RequestStatus, Ruling, RulingStatus
from nomic.court.references import digest_at, digest_of_entry, label_of, place_named
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Cycle, Entry
from nomic.inventory.card_views import Face
from nomic.law.document.sections import Law, pointer

MAX_WORDS = 8
MAX_BESIDE = 500  # maximum number of rulings shown beside their targets: standing ones first, then the newest
STANDING_FIRST = (Case(When(ruling__status=RulingStatus.STANDS, then=0), default=1), "-ruling__number", "place")


@dataclass(frozen=True, slots=True)
class ShownReference:
    """A displayed reference: its label, its target, and whether the target has changed since."""

    kind: str
    label: str
    target: str
    rule: str = ""
    seq: int | None = None
    revision: int = 0
    since: Literal["", "changed", "gone"] = ""


@dataclass(frozen=True, slots=True)
class RequestFilter:
    """Search criteria for requests, all of which have to match."""

    words: str = ""
    rule: str = ""
    entry: int | None = None
    named: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class RulingBeside:
    """A ruling shown beside its target.

    `since` is "changed" or "gone" if the target was changed or deleted meanwhile, else "". An overturned ruling is
    void.
    """

    ruling: int
    request: int
    title: str
    found: str
    since: str
    is_overturned: bool = False


def searched(cycle: Cycle, wanted: RequestFilter) -> QuerySet[Request]:
    """Return a query for the requests that match all criteria, newest first."""
    found = Request.objects.filter(cycle=cycle)
    for word in wanted.words.split()[:MAX_WORDS]:
        within = Ruling.objects.filter(Q(answer__icontains=word) | Q(reasoning__icontains=word), cycle=cycle)
        found = found.filter(Q(title__icontains=word) | Q(text__icontains=word) | Q(pk__in=within.values("request")))
    if wanted.state == "overturned":
        over = Ruling.objects.filter(cycle=cycle).exclude(status=RulingStatus.STANDS)
        found = found.filter(pk__in=over.values("request"))
    elif wanted.state in RequestStatus.values:
        found = found.filter(status=wanted.state)
    for named in _named(cycle, wanted):
        found = found.filter(pk__in=Reference.objects.filter(named, cycle=cycle).values("request"))
    return found.order_by("-number")


def _named(cycle: Cycle, wanted: RequestFilter) -> list[Q]:
    """Return filters on references for the rule, the name and the entry that are searched for."""
    found = []
    if wanted.rule:
        place = pointer("rules", wanted.rule)
        found.append(Q(kind=ReferenceKind.LAW) & (Q(target=place) | Q(target__startswith=f"{place}/")))
    if wanted.named:
        at = place_named(cycle.law, wanted.named) or wanted.named
        found.append(Q(kind=ReferenceKind.LAW, target=at))
    if wanted.entry is not None:
        keys = list(Entry.objects.filter(cycle=cycle, seq=wanted.entry).values_list("key", flat=True))
        found.append(Q(kind=ReferenceKind.ENTRY, target__in=keys))
    return found


def with_rulings(found: QuerySet[Request]) -> QuerySet[Request]:
    """Return the query with rulings (newest first), votes on the rulings, and all references loaded too."""
    rulings = Ruling.objects.select_related("confidence").order_by("-number")
    return found.prefetch_related(Prefetch("rulings", rulings), "references")


def shown_references(cycle: Cycle, rows: Sequence[Reference]) -> dict[int, ShownReference]:
    """Return references for display by primary key, each with whether its target has changed since.

    One query loads all entries.
    """
    keys = {row.target for row in rows if row.kind == ReferenceKind.ENTRY}
    entries = {entry.key: entry for entry in Entry.objects.filter(cycle=cycle, key__in=keys)} if keys else {}
    law = cycle.law
    return {row.pk: _shown(row, law, entries) for row in rows}


def _shown(row: Reference, law: Law, entries: dict[str, Entry]) -> ShownReference:
    if row.kind == ReferenceKind.ENTRY:
        entry = entries.get(row.target)
        now = "" if entry is None else digest_of_entry(entry)
        label = "an entry that was" if entry is None else f"entry {entry.seq}"
        seq = None if entry is None else entry.seq
        return ShownReference("entry", label, row.target, seq=seq, revision=row.revision, since=_since(row, now))
    now = digest_at(law, row.target)
    rule = row.target.split("/")[2] if row.target.startswith("/rules/") else ""
    return ShownReference(
        "law", label_of(law, row.target), row.target, rule=rule, revision=row.revision, since=_since(row, now)
    )


def _since(row: Reference, now: str) -> Literal["", "changed", "gone"]:
    if not now:
        return "gone"
    return "" if now == row.then else "changed"


def beside_rules(cycle: Cycle) -> dict[str, list[RulingBeside]]:
    """Return, by rule id, the rulings on each rule or a part of it, overturned ones last. Sends one query."""
    return _beside(
        cycle, Q(kind=ReferenceKind.LAW, target__startswith="/rules/"), lambda row: row.target.split("/")[2:3]
    )


def beside_entry(cycle: Cycle, entry: Entry) -> list[RulingBeside]:
    """Return the rulings that refer to an entry, overturned ones last."""
    now = digest_of_entry(entry)
    found = Reference.objects.filter(cycle=cycle, kind=ReferenceKind.ENTRY, target=entry.key, ruling__isnull=False)
    rows = found.select_related("ruling__request").order_by(*STANDING_FIRST)
    return [_one(row, _since(row, now)) for row in rows[:MAX_BESIDE]]


def beside_places(ctx: ReadContext) -> dict[str, list[RulingBeside]]:
    """Return the rulings in force on targets other than rules, such as cards.

    The keys are the JSON pointers of the target and its containers; the newest ruling comes first. Sends one query for
    each context, or none if nobody has ever filed a request.
    """
    named = Q(kind=ReferenceKind.LAW, ruling__status=RulingStatus.STANDS) & ~Q(target__startswith="/rules/")
    return ctx.recall("rulings beside places", lambda: _beside(ctx.cycle, named, _all_around) if was_asked(ctx) else {})


def beside_face(ctx: ReadContext, face: Face) -> list[RulingBeside]:
    """Return the standing rulings that refer to a card or one of its modifiers, each once."""
    beside = beside_places(ctx)
    places = [pointer("cards", face.name), *(pointer("modifiers", modifier.name) for modifier in face.modifiers)]
    return list({each.ruling: each for place in places for each in beside.get(place, ())}.values())


def _all_around(row: Reference) -> list[str]:
    """Return the JSON pointers of the target and its containers, starting at an entry of a section."""
    parts = row.target.split("/")
    return ["/".join(parts[:end]) for end in range(3, len(parts) + 1)]


def _beside(cycle: Cycle, which: Q, keys: Callable[[Reference], Iterable[str]]) -> dict[str, list[RulingBeside]]:
    found = Reference.objects.filter(which, cycle=cycle, ruling__isnull=False)
    rows = found.select_related("ruling__request").order_by(*STANDING_FIRST)[:MAX_BESIDE]
    law, beside = cycle.law, defaultdict[str, dict[int, RulingBeside]](dict)
    for row in rows:
        one = _one(row, _since(row, digest_at(law, row.target)))
        for key in keys(row):
            known = beside[key].get(one.ruling)
            if known is None or not known.since:
                beside[key][one.ruling] = one
    return {where: list(each.values()) for where, each in beside.items()}


def _one(row: Reference, since: str) -> RulingBeside:
    ruling = row.ruling
    if ruling is None:
        raise ValueError("only rulings stand beside what they name")
    is_overturned = ruling.status != RulingStatus.STANDS
    since = "" if is_overturned else since
    return RulingBeside(
        ruling.number, ruling.request.number, ruling.request.title, ruling.verdict, since, is_overturned
    )
