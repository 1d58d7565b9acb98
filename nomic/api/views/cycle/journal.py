"""The journal of a cycle: its entries, filtered and by number."""

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from django.http import Http404
from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema
from rest_framework.request import Request

from nomic.api.query_parameters import Number, Paged, Word
from nomic.api.read_view import ApiView, next_page, reads
from nomic.api.response_model import Shape
from nomic.cycles.journal.append import entries_that_fit
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.sealed_arguments import revealed_arguments

FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
DIGITS = r"^[0-9]{1,15}$"


class RecordedDraw(Shape):
    """A random draw: an integer in [0, `sides`). Anybody can verify it once the phase's seed is public."""

    label: str
    index: int
    sides: int
    value: int
    purpose: str


class Unsealed(Shape):
    """An argument that was sealed, with the salt that is needed to check its commitment."""

    value: Any
    salt: str


class JournalEntry(Shape):
    """An entry: the actor, the action with its arguments, the law, and the changes in words and for programs.

    `key` is the entry's id, which keys its draws. It is derived from the digest before it, the actor and the action.
    `digest` covers all fields of the entry, its draws and the previous digest. The system has the actor kind "system"
    and no name.

    For a sealed argument, `args` holds the commitment: the SHA-256 of the salt followed by the value as compact JSON
    with sorted keys in ASCII. Once it is public, `unsealed` holds its value and salt, by the argument's name.
    """

    seq: int
    key: str
    digest: str
    at: datetime
    actor_kind: Literal["person", "admin", "system"]
    actor: str
    action: str
    args: dict[str, Any]
    unsealed: dict[str, Unsealed]
    revision: int
    phase: int
    words: list[str]
    events: list[dict[str, Any]]


class DrawnEntry(JournalEntry):
    """An entry with its draws, in the order in which they were drawn."""

    draws: list[RecordedDraw]


class Head(Shape):
    """The newest entry of a journal and its digest.

    A copy of it allows you to detect any later change of earlier entries.
    """

    seq: int
    digest: str


def head_of(cycle: Cycle) -> Head:
    """Return the number and the hash of a cycle's newest entry."""
    return Head(seq=cycle.seq, digest=cycle.head)


class JournalPage(Shape):
    """Entries in the requested order, and the head of the whole journal."""

    items: list[JournalEntry]
    head: Head
    next: str | None


def _instant_or_number(text: str) -> str:
    if not re.fullmatch(DIGITS, text):
        read_instant(text)
    return text


def read_instant(text: str) -> datetime:
    """Parse an instant in ISO 8601, by default in UTC. Raises ValueError if it is not an instant."""
    try:
        instant = datetime.fromisoformat(text.upper())
    except ValueError:
        raise ValueError("an entry's number, or an instant like 2026-01-05T00:00:00Z") from None
    if instant.tzinfo is None:
        return instant.replace(tzinfo=UTC)
    try:
        return instant.astimezone(UTC)
    except OverflowError:  # In UTC it would be before the first year, or after the last.
        return FIRST if instant.year == FIRST.year else LAST


Since = Annotated[
    str,
    StringConstraints(min_length=1, max_length=40),
    AfterValidator(_instant_or_number),
    WithJsonSchema({"anyOf": [{"type": "string", "pattern": DIGITS}, {"type": "string", "format": "date-time"}]}),
]


class JournalQuery(Paged):
    actor: Word | None = Field(default=None, description="only acts of this person")
    action: Word | None = Field(default=None, description="only entries of this action")
    since: Since | None = Field(
        default=None, description="only entries after this number, or at or after this instant (ISO 8601)"
    )
    order: Literal["oldest", "newest"] = Field(default="oldest", description="which entries come first")
    cursor: Number | None = Field(default=None, description="cursor of the page; take it from `next`")


def drawn_entry(entry: Entry) -> DrawnEntry:
    """Convert an entry with its draws to the shape that is sent."""
    return DrawnEntry.from_object(entry, unsealed=revealed_arguments([entry]).get(entry.pk, {}))


class JournalView(ApiView):
    @reads(JournalPage, name="journal", summary="Read the journal", tag="journal", query=JournalQuery)
    def get(self, request: Request, cycle: Cycle, query: JournalQuery) -> JournalPage:
        """Entries by number, oldest first by default, filtered by actor, action and `since`.

        If entries are long, a page has fewer than `limit`; follow `next` for more.
        """
        found = Entry.objects.filter(cycle=cycle)
        if query.actor is not None:
            found = found.filter(actor=query.actor)
        if query.action is not None:
            found = found.filter(action=query.action)
        if query.since is not None:
            if query.since.isdecimal():
                found = found.filter(seq__gt=int(query.since))
            else:
                found = found.filter(at__gte=read_instant(query.since))
        if query.order == "newest":
            found = found.order_by("-seq")
            found = found if query.cursor is None else found.filter(seq__lt=query.cursor)
        else:
            found = found.order_by("seq")
            found = found if query.cursor is None else found.filter(seq__gt=query.cursor)
        shown, more = entries_that_fit(found, query.limit)
        public = revealed_arguments(shown)
        return JournalPage(
            head=head_of(cycle),
            items=[JournalEntry.from_object(entry, unsealed=public.get(entry.pk, {})) for entry in shown],
            next=next_page(request, cursor=shown[-1].seq) if more else None,
        )


class EntryView(ApiView):
    @reads(
        DrawnEntry,
        name="journal_entry",
        summary="Read an entry of the journal",
        tag="journal",
        parts={"seq": {"type": "integer", "minimum": 1}},
    )
    def get(self, request: Request, cycle: Cycle, query: object, seq: int) -> DrawnEntry:
        """One entry, with all its random draws."""
        entry = Entry.objects.whole().filter(cycle=cycle, seq=seq).first()
        if entry is None:
            raise Http404(f"There is no such entry. The newest is {cycle.seq}.")
        return drawn_entry(entry)
