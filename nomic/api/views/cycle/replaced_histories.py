"""Replaced histories of a cycle, and the entries of each (R19, R128)."""

from typing import Any, Literal

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request

from nomic.api.query_parameters import Number, Paged
from nomic.api.read_view import ApiView, next_page, reads
from nomic.api.response_model import Shape
from nomic.api.views.cycle.journal import JournalEntry
from nomic.corrections.replaced_histories import LENGTH, Replaced, history_named, replaced_histories, where_they_stand
from nomic.cycles.history.rewrite import HISTORY_CORRECTED, HISTORY_REROLLED, HISTORY_REWRITTEN
from nomic.cycles.journal.append import entries_that_fit
from nomic.cycles.models import Cycle, Entry

NAME = f"^[0-9a-f]{{{LENGTH}}}$"
Why = Literal["outage", "reroll", "correction"]
WHY: dict[str, Why] = {HISTORY_REWRITTEN: "outage", HISTORY_REROLLED: "reroll", HISTORY_CORRECTED: "correction"}


class ReplacedHistory(Shape):
    """A history that was replaced. Its `name` consists of the first digits of its `head`."""

    name: str
    head: str = Field(description="the digest of its newest entry")
    first: int = Field(description="the first entry that differs")
    last: int = Field(description="the number of its newest entry")
    undone: int = Field(description="the number of its entries that are no longer in the journal")
    why: Why
    told_by: int = Field(description="the number of the journal entry that replaced it")
    correction: str | None = Field(description="the code of the correction that replaced it; null if none did")


class ReplacedHistoryPage(Shape):
    """Histories that were replaced, the newest first."""

    items: list[ReplacedHistory]
    next: str | None


class OldEntry(JournalEntry):
    """An entry of a replaced history, and its number in the current history."""

    now: int | None = Field(description="its current number in the journal; null if it is no longer there")


class OldJournalPage(Shape):
    """The entries of a replaced history from the first that was changed, oldest first."""

    items: list[OldEntry]
    told_by: int
    next: str | None


class HistoriesQuery(Paged):
    before: Number | None = Field(default=None, description="only those replaced by entries before this number")


class HistoryQuery(Paged):
    after: Number | None = Field(default=None, description="only entries after this number")


def _sent(each: Replaced) -> ReplacedHistory:
    args: dict[str, Any] = each.rewrite.args
    return ReplacedHistory(
        name=each.name,
        head=args["head"],
        first=args["first"],
        last=args["replaced"],
        undone=args["undone_count"],
        why=WHY[each.rewrite.action],
        told_by=each.rewrite.seq,
        correction=None if each.correction is None else each.correction.code,
    )


class HistoriesView(ApiView):
    @reads(
        ReplacedHistoryPage,
        name="histories",
        summary="List the histories that were replaced",
        tag="journal",
        query=HistoriesQuery,
    )
    def get(self, request: Request, cycle: Cycle, query: HistoriesQuery) -> ReplacedHistoryPage:
        """Histories replaced by a correction of the past, an outage recorded late or a reroll.

        All of them stay readable.
        """
        found = [each for each in replaced_histories(cycle) if query.before is None or each.rewrite.seq < query.before]
        shown = found[: query.limit]
        following = next_page(request, before=shown[-1].rewrite.seq) if len(found) > query.limit else None
        return ReplacedHistoryPage(items=[_sent(each) for each in shown], next=following)


class HistoryView(ApiView):
    @reads(
        OldJournalPage,
        name="history",
        summary="Read a history that was replaced",
        tag="journal",
        query=HistoryQuery,
        parts={"head": {"type": "string", "pattern": NAME, "description": "the history's name"}},
    )
    def get(self, request: Request, cycle: Cycle, query: HistoryQuery, head: str) -> OldJournalPage:
        """Entries of a replaced history from the first that was changed. Sealed arguments in it stay sealed."""
        found = history_named(cycle, head)
        if found is None:
            raise Http404("There is no such history.")
        kept, rewrite = found
        first = int(rewrite.args["first"]) if query.after is None else query.after + 1
        late = Entry.objects.filter(cycle=kept, seq__gte=first).order_by("seq")
        shown, more = entries_that_fit(late, query.limit)
        now = where_they_stand(cycle, shown)
        return OldJournalPage(
            items=[OldEntry.from_object(entry, unsealed={}, now=now.get(entry.key)) for entry in shown],
            told_by=rewrite.seq,
            next=next_page(request, after=shown[-1].seq) if more else None,
        )
