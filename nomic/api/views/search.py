"""Search over everything that everybody may read."""

from typing import Annotated, Literal

from django.db.models import QuerySet
from django.http import HttpResponse
from pydantic import Field, StringConstraints
from rest_framework.request import Request

from nomic.api.query_parameters import Number, Paged, Word
from nomic.api.read_view import ApiView, cacheable_response, documented, next_page
from nomic.api.response_model import Shape
from nomic.api.throttling import COSTLY
from nomic.cycles.models import Cycle
from nomic.cycles.visibility import readable
from nomic.search.models import Document, DocumentKind
from nomic.search.query_index import MAX_QUERY, excerpt, find_documents, words_of

FURTHEST = 10_000  # results


Kind = Literal["rule", "entry", "action", "proposal", "ruling", "player", "comment"]


class Hit(Shape):
    """A search result. `excerpt` is the part of its text around the first word of the query."""

    cycle: str = Field(description="the slug of the cycle")
    kind: Kind
    title: str
    excerpt: str
    address: str = Field(description="the path of its page on this site")


class HitPage(Shape):
    """The search results that contain every word of the query, best match first."""

    items: list[Hit]
    next: str | None


class SearchQuery(Paged):
    q: Annotated[str, StringConstraints(min_length=1, max_length=MAX_QUERY)] = Field(description="words to find")
    cycle: Word | None = Field(
        default=None, description="the slug of the only cycle to search; default: all except practice cycles"
    )
    kind: Kind | None = Field(default=None, description="return only this kind of result")
    offset: Annotated[Number, Field(le=FURTHEST)] = Field(default=0, description="results to skip")


class SearchView(ApiView):
    throttle_classes = COSTLY

    @documented(
        HitPage,
        SearchQuery,
        name="search",
        summary="Search",
        description=(
            "Rules, cards and other entries of the law, proposals, requests for justice with their rulings, players "
            "and comments that contain every word, or words that start with them. The index can be a few seconds "
            "behind."
        ),
        tag="cycles",
        parts={},
    )
    def get(self, request: Request) -> HttpResponse:
        query = SearchQuery.read(request)
        found = _found(query)
        rows = list(found[query.offset : query.offset + query.limit + 1])
        words = words_of(query.q)
        more = len(rows) > query.limit and query.offset + query.limit <= FURTHEST
        return cacheable_response(
            HitPage(
                items=[_hit(row, words) for row in rows[: query.limit]],
                next=next_page(request, offset=query.offset + query.limit) if more else None,
            )
        )


def _found(query: SearchQuery) -> QuerySet[Document]:
    """Return the documents that match, best first. Empty if there is no such cycle."""
    kind = DocumentKind(query.kind) if query.kind else None
    if query.cycle is None:
        return find_documents(query.q, kind=kind)
    cycle = Cycle.objects.filter(readable(), slug=query.cycle, fork_of=None).first()
    return Document.objects.none() if cycle is None else find_documents(query.q, cycle=cycle, kind=kind)


def _hit(row: Document, words: list[str]) -> Hit:
    part = "".join(run for run, _ in excerpt(row.body, words))
    return Hit(cycle=row.cycle.slug, kind=row.kind, title=row.title, excerpt=part, address=row.address)
