"""Updates the search index: reads the changed kinds of documents of a cycle, and writes only the differences."""

from collections.abc import Iterator

import structlog
from django.db import transaction
from django.db.models import Count, Max

from nomic.comments.models import Comment
from nomic.cycles.models import Cycle
from nomic.search.documents import MAX_BODY, MAX_TITLE, SOURCES, Text
from nomic.search.models import Document, DocumentKind, IndexState

logger = structlog.get_logger(__name__)

MAX_CYCLES = 50  # that one task brings up to date
AT_ONCE = 500  # rows in one statement
OF_THE_LAW = (DocumentKind.RULE, DocumentKind.ENTRY, DocumentKind.ACTION)


def refresh_changed() -> int:
    """Update the index of changed cycles, up to MAX_CYCLES, and return their number.

    Practice cycles are left out. They are indexed when somebody searches them.
    """
    changed = list(_changed())
    for cycle in changed:
        try:
            refresh_index(cycle)
        except Exception:  # The others must not wait for the one that fails.
            logger.exception("index_failed", cycle=cycle.slug)
    return len(changed)


def _changed() -> Iterator[Cycle]:
    found = 0
    known = dict(IndexState.objects.values_list("cycle", "marks"))
    said = _comment_marks()
    cycles = Cycle.objects.filter(fork_of=None, practice=False).order_by("-last_at", "pk")
    for cycle in cycles.iterator():
        if known.get(cycle.pk) != _marks(cycle, said.get(cycle.pk, "")):
            yield cycle
            found += 1
            if found == MAX_CYCLES:
                return


def refresh_index(cycle: Cycle) -> None:
    """Update the index of one cycle.

    If two threads do this at once, older marks may overwrite newer ones. The next refresh corrects this.
    """
    marks = _marks(cycle, _comment_marks(cycle).get(cycle.pk, ""))
    with transaction.atomic():
        state, _ = IndexState.objects.select_for_update().get_or_create(cycle=cycle)
        for kind in SOURCES:
            if state.marks.get(kind) != marks[kind]:
                _write(cycle, kind)
        state.marks = marks
        state.save(update_fields=["marks"])


def _marks(cycle: Cycle, said: str) -> dict[str, str]:
    """Return a version for each kind of document: the law's revision, the newest entry, or `said` for comments."""
    revision = f"{cycle.book_id}:{cycle.revision}"
    of = dict.fromkeys(SOURCES, cycle.head) | dict.fromkeys(OF_THE_LAW, revision)
    return {str(kind): mark for kind, mark in (of | {DocumentKind.COMMENT: said}).items()}


def _comment_marks(cycle: Cycle | None = None) -> dict[int, str]:
    rows = Comment.objects.all() if cycle is None else Comment.objects.filter(cycle=cycle)
    found = (
        rows.order_by()
        .values("cycle")
        .annotate(Count("pk"), Max("pk"), Max("edited_at"), Max("hidden_at"), Count("hidden_at"))
    )
    return {row["cycle"]: " ".join(str(value) for name, value in row.items() if name != "cycle") for row in found}


def _write(cycle: Cycle, kind: DocumentKind) -> None:
    rows = Document.objects.filter(cycle=cycle, kind=kind)
    had = {row[0]: Text(*row) for row in rows.values_list("code", "title", "body", "address")}
    now = {text.code: text for text in map(_shortened, SOURCES[kind](cycle))}
    rows.filter(code__in=had.keys() - now.keys()).delete()
    new = [
        Document(cycle=cycle, kind=kind, code=code, title=text.title, body=text.body, address=text.address)
        for code, text in now.items()
        if had.get(code) != text
    ]
    Document.objects.bulk_create(
        new,
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["cycle", "kind", "code"],
        update_fields=["title", "body", "address"],
    )


def _shortened(text: Text) -> Text:
    return Text(text.code, text.title[:MAX_TITLE], text.body[:MAX_BODY], text.address)
