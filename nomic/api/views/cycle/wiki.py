"""The pages of a cycle on the wiki, and the state of publishing."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints
from rest_framework.request import Request

from nomic.api.query_parameters import Paged
from nomic.api.read_view import ApiView, next_page, reads
from nomic.api.response_model import Shape, TextOrNone
from nomic.connections.publishing_account import wiki_account
from nomic.cycles.models import Cycle
from nomic.law.schema.text_types import legible
from nomic.wiki.models import MAX_TITLE_LENGTH, Publisher, WikiPage
from nomic.wiki.sites.from_settings import site_from_settings


class Page(Shape):
    """A wiki page that mirrors a part of the cycle.

    `state` is a summary in one word. `stale_since` is the first change that the page does not yet show. `trouble` is
    the reason why the last attempt failed. `parked_reason` is why publishing skips the page until a person decides.
    """

    title: str
    url: str | None
    kind: Literal[
        "front",
        "main",
        "ruleset",
        "revision",
        "archive",
        "gamestate",
        "players",
        "player",
        "holdings",
        "proposals",
        "proposal",
        "matches",
        "match",
        "court",
        "data",
        "category",
    ]
    proposal: str | None = Field(description="the number of the proposal it shows")
    match: str | None = Field(description="the code of the match it shows")
    state: Literal["new", "stale", "publishing", "waiting", "published", "parked"]
    stale_since: datetime | None
    published_at: datetime | None
    published_revision: int | None = Field(validation_alias="published_revid")
    attempts: int
    next_try_at: datetime | None
    trouble: TextOrNone
    parked_at: datetime | None
    parked_reason: TextOrNone


class WikiStatus(Shape):
    """The publishing state of a cycle, and its wiki pages by title.

    It says whether the cycle is published, and whether and why all publishing has stopped.
    """

    published: bool
    stopped_at: datetime | None
    stopped_reason: str | None
    paused_until: datetime | None = Field(description="the end of a pause that a keeper has decided")
    paused_reason: str | None
    items: list[Page]
    next: str | None


class WikiQuery(Paged):
    after: Annotated[str, StringConstraints(max_length=MAX_TITLE_LENGTH), AfterValidator(legible)] | None = Field(
        default=None, description="the title after which the page begins; it need not exist"
    )


class WikiView(ApiView):
    @reads(
        WikiStatus,
        name="wiki",
        summary="See which wiki pages are up to date",
        tag="wiki",
        query=WikiQuery,
        changes=None,
    )
    def get(self, request: Request, cycle: Cycle, query: WikiQuery) -> WikiStatus:
        """Each wiki page of the cycle: when it was published, since when it is outdated, and why it is parked."""
        found = WikiPage.objects.filter(cycle=cycle).defer("published_text", "parked_text", "parked_difference")
        if query.after is not None:
            found = found.filter(title__gt=query.after)
        shown, more = query.page(found.order_by("title"))
        publisher = Publisher.objects.first()
        site = site_from_settings() if wiki_account().url else None
        return WikiStatus(
            published=cycle.published,
            stopped_at=publisher.stopped_at if publisher else None,
            paused_until=publisher.paused_until if publisher and publisher.is_paused else None,
            paused_reason=publisher.paused_why if publisher and publisher.is_paused else None,
            stopped_reason=publisher.reason or None if publisher and publisher.stopped_at else None,
            items=[
                Page.from_object(
                    page,
                    url=site.page_url(page.title) if site else None,
                    proposal=page.subject if page.kind == "proposal" else None,
                    match=page.subject if page.kind == "match" else None,
                )
                for page in shown
            ],
            next=next_page(request, after=shown[-1].title) if more else None,
        )
