"""Marks notices as read once their subject is settled: the vote is cast, the match is over, the request is answered.

A kind of notices that asks for something names the pages that still ask for it (`NoticeKind.open_pages`). A notice that
links to another page is settled.
"""

import secrets

from django.db.models import Max

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Cycle
from nomic.notices.kinds import asking_kinds
from nomic.notices.models import Notice
from nomic.notices.notify import mark_read
from nomic.players.guests import actor_in

MAX_AT_ONCE = 50  # notices that one run of the periodic task looks at


def mark_settled_read(cycle: Cycle, person: int | None) -> int:
    """Mark settled notices of a cycle as read, of the person with this primary key. Return their number."""
    kinds = asking_kinds()
    unread = Notice.objects.filter(person=person, cycle=cycle, read_at=None, kind__in=kinds).select_related("person")
    notices = list(unread) if person is not None else []
    if not notices:
        return 0
    who = notices[0].person
    ctx = ReadContext(cycle, actor_in(cycle, who), cycle.now())
    settled: list[int] = []
    for kind in {notice.kind for notice in notices}:
        pages = kinds[kind](ctx) if cycle.is_running else ()
        if pages is not None:
            open_pages = {_path(page) for page in pages}
            settled += [each.pk for each in notices if each.kind == kind and _path(each.link) not in open_pages]
    return mark_read(who, settled) if settled else 0


def mark_some_settled_read() -> int:
    """Mark settled notices among `MAX_AT_ONCE` unread ones as read. Return their number.

    Each run begins with the notices of a random person, so that everybody has their turn. Ordering by person uses an
    index.
    """
    first = secrets.randbelow((Person.objects.aggregate(last=Max("pk"))["last"] or 0) + 1)
    unread = Notice.objects.filter(read_at=None, kind__in=asking_kinds(), cycle__isnull=False).order_by("person")
    rows = unread.values_list("cycle_id", "person_id")
    found = [*rows.filter(person__gte=first)[:MAX_AT_ONCE]]
    pairs = dict.fromkeys([*found, *rows.filter(person__lt=first)[: MAX_AT_ONCE - len(found)]])
    cycles = Cycle.objects.select_related("book").in_bulk({cycle for cycle, _ in pairs if cycle is not None})
    return sum(mark_settled_read(cycles[cycle], person) for cycle, person in pairs if cycle in cycles)


def _path(link: str) -> str:
    """Return a link without its query and its fragment."""
    return link.partition("#")[0].partition("?")[0]
