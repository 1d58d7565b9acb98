"""How the revisions of a book are stored: as differences, with whole ones now and then."""

import json
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic import limits
from nomic.law.amendments.patch import AmendmentsDoNotApply, complete_draft
from nomic.law.document.sections import LawInvalid
from nomic.law.models import Book, Revision, append_revision, document_at, law_at, revision_documents
from nomic.law.schema.json_size import size_of
from tests.law.test_amendments import operations
from tests.support.example_counts import examples
from tests.support.hall import Hall, bare_law, wordless

pytestmark = pytest.mark.django_db
Document = dict[str, Any]


def stored(book: Book) -> list[Document | None]:
    """What the database holds of each document."""
    return list(Revision.objects.filter(book=book).order_by("number").values_list("document", flat=True))


def enacted(book: Book, *patches: list[dict[str, Any]], first: Document | None = None) -> list[Document]:
    """A book with these amendments enacted one after the other; the documents as they were in memory."""
    known = [first or small()]
    append_revision(book, 0, known[0], enacted_at=timezone.now(), reason="the first")
    for number, patch in enumerate(patches, 1):
        draft = complete_draft(known[-1], patch)
        append_revision(
            book, number, draft.document, enacted_at=timezone.now(), reason="a vote", amendments=draft.operations
        )
        known.append(draft.document)
    return known


def small() -> Document:
    """A law that is soon looked at."""
    law = bare_law()
    law["rules"]["luck"] = {"title": "Luck", "body": "There is none.", "parent": None, "place": 0}
    return law


def luck(number: int) -> list[dict[str, Any]]:
    return [{"op": "replace", "path": "/rules/luck/body", "value": f"Luck is {number}. ünïcode 🝬"}]


@pytest.fixture
def book() -> Book:
    return Book.objects.create(template="cycle-16")


def test_every_revision_reads_as_it_was_enacted(book):
    """Over more than two whole ones, in whatever order they are asked for."""
    known = enacted(book, *(luck(number) for number in range(70)))
    numbers = [*reversed(range(71)), 0, 70, 31, 32, 33, 63, 64]
    assert all(document_at(book.pk, number) == known[number] for number in numbers)
    assert [(number, json.dumps(document, sort_keys=True)) for number, document in revision_documents(book.pk, 70)] == [
        (number, json.dumps(document, sort_keys=True)) for number, document in enumerate(known)
    ]
    assert [row.document for row in Revision.objects.filter(book=book)] == known
    assert [row.document for row in Revision.objects.filter(book=book).defer("document")] == known


def test_one_in_thirty_two_is_stored_whole(book):
    """So no revision is further from a whole one."""
    enacted(book, *(luck(number) for number in range(70)))
    assert [number for number, whole in enumerate(stored(book)) if whole is not None] == [0, 32, 64]


@pytest.mark.parametrize("number", [0, 1, 31, 32, 63])
def test_any_revision_is_read_in_one_query(book, number):
    """However long its chain; and then no more, for a revision never changes."""
    enacted(book, *(luck(count) for count in range(70)))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        document_at(book.pk, number)
    assert len(asked) == 1
    law_at(book.pk, number)
    with CaptureQueriesContext(connection) as asked:
        law_at(book.pk, number)
    assert len(asked) == 0


def test_a_chain_is_never_longer_than_that(book, monkeypatch):
    """Counted in the amendments that are applied again, for the worst of seventy revisions."""
    enacted(book, *(luck(count) for count in range(70)))
    applied: list[int] = []
    from nomic.law import models

    real = models.reapply
    monkeypatch.setattr(models, "reapply", lambda *given: applied.append(1) or real(*given))
    costs = []
    for number in range(71):
        applied.clear()
        document_at(book.pk, number)
        costs.append(len(applied))
    assert max(costs) == limits.REVISIONS_APART - 1


def test_forty_large_proposals_take_their_own_room_and_little_more(book):
    """40 amendments of 135 kB each, one after the other in the same place, where 40 whole laws were stored before."""
    body = {"title": "T", "parent": None, "place": 0}
    law = small()
    law["rules"] |= {f"x{part}": body | {"body": "x" * 45_000} for part in range(3)}
    changes = [
        [
            {"op": "replace", "path": f"/rules/x{part}", "value": body | {"body": f"{number} " * 15_000}}
            for part in range(3)
        ]
        for number in range(10, 50)
    ]
    enacted(book, *changes, first=law)
    rows = Revision.objects.filter(book=book)
    wholes = sum(size_of(whole) for whole in stored(book) if whole is not None)
    assert wholes <= 2 * limits.LAW_BYTES
    kept = wholes + sum(size_of(row.amendments) for row in rows)
    assert kept < 40 * 3 * 135_000


def test_what_no_amendments_explain_is_stored_whole(book):
    """The first, and one that somebody else has made."""
    append_revision(book, 0, small(), enacted_at=timezone.now(), reason="first")
    append_revision(book, 1, small() | {"luck": {}}, enacted_at=timezone.now(), reason="by hand")
    assert [whole is not None for whole in stored(book)] == [True, True]


def test_there_is_no_revision_beyond_the_last(book):
    """Nor in a book that is none."""
    enacted(book, luck(1))
    for at, number in ((book.pk, 2), (book.pk, 99), (uuid.uuid4(), 0)):
        with pytest.raises(Revision.DoesNotExist):
            document_at(at, number)


def test_a_document_is_the_askers_own(book):
    """Whoever changes what they were given changes no revision."""
    known = enacted(book, luck(1), luck(2))
    document_at(book.pk, 2)["rules"].clear()
    assert document_at(book.pk, 2) == known[2]
    earlier = document_at(book.pk, 1)
    document_at(book.pk, 2)
    assert earlier == known[1]


def test_a_cycle_that_enacts_stores_differences(cast: Hall):
    """By a vote; and its journal replays to the same law."""
    for number in range(3):
        cast.propose("ada", *luck(number), **{"class": "urgent"})
    cast.wait(hours=48)
    assert cast.cycle.revision >= 1
    assert [whole is not None for whole in stored(cast.cycle.book)][:2] == [True, False]
    cast.is_sound()


@settings(max_examples=examples(25), deadline=None)
@given(st.lists(st.lists(operations, min_size=1, max_size=3), min_size=1, max_size=6))
def test_whatever_is_enacted_is_read_again(patches):
    """Any amendments that can be law, in any order: the stored chain leads to the document that was enacted."""
    book = Book.objects.create(template="any")
    known = [wordless()]
    append_revision(book, 0, known[0], enacted_at=timezone.now(), reason="first")
    for patch in patches:
        try:
            draft = complete_draft(known[-1], patch)
        except (LawInvalid, AmendmentsDoNotApply):
            continue
        known.append(draft.document)
        append_revision(
            book, len(known) - 1, draft.document, enacted_at=timezone.now(), reason="x", amendments=draft.operations
        )
    assert [json.dumps(document_at(book.pk, number), sort_keys=True) for number in range(len(known))] == [
        json.dumps(document, sort_keys=True) for document in known
    ]
