from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, may
from nomic.admin_base import ReadOnlyAdmin
from nomic.cycles.admin import CycleFilter
from nomic.cycles.domain.exceptions import Refused
from nomic.wiki.edit_reports.answers import answer, as_seen
from nomic.wiki.models import Answer, Given, Publisher, WikiPage, WithheldKind, Word
from nomic.wiki.publishing.circuit_breaker import resume


class _Answering(ReadOnlyAdmin):
    """Base of the wiki's admin pages: read-only for staff, with actions for admins only."""

    def has_administer_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may run the actions on the list."""
        return may(request.user, Duty.WIKI)


class StateFilter(admin.SimpleListFilter):
    """Filter by state. Parked pages come first because they wait for a person."""

    title = "state"
    parameter_name = "state"
    conditions = {
        "parked": Q(parked_at__isnull=False),
        "stale": Q(parked_at=None, stale_since__isnull=False),
        "published": Q(parked_at=None, stale_since=None, published_at__isnull=False),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name.capitalize()) for name in self.conditions]

    def queryset(self, request: HttpRequest, queryset: QuerySet[WikiPage]) -> QuerySet[WikiPage]:
        return queryset.filter(self.conditions.get(self.value() or "", Q()))


@admin.register(WikiPage)
class WikiPageAdmin(_Answering):
    """Admin of the wiki's pages.

    For a parked page, the form shows people's text between the markers, so that admins can decide.
    """

    list_display = ("title", "cycle", "kind", "now", "stale_since", "published_at", "parked_reason", "trouble")
    list_filter = (StateFilter, CycleFilter, "kind")
    list_select_related = ("cycle",)
    search_fields = ("title",)
    ordering = ("title",)
    fields = (
        ("title", "cycle", "kind", "subject"),
        ("now", "stale_since", "compare_at"),
        ("claimed_at", "claimed_until", "claimed_by"),
        ("published_at", "published_revid"),
        ("attempts", "next_try_at", "rests_until", "failing_since", "trouble"),
        ("home",),
        ("parked_at", "parked_cause", "parked_revid", "parked_reason", "resolution"),
        ("told_at", "bannered_at", "left_at"),
        ("parked_by", "parked_edit", "parked_summary"),
        "parked_difference",
        "parked_text",
        "published_text",
    )
    readonly_fields = ("now",)
    actions = ("unpark_with_ours", "unpark_with_note")

    def get_queryset(self, request: HttpRequest) -> QuerySet[WikiPage]:
        pages: QuerySet[WikiPage] = super().get_queryset(request)
        one = request.resolver_match is not None and "object_id" in request.resolver_match.kwargs
        return pages if one else pages.defer("published_text", "parked_text", "parked_difference")

    @admin.display(description="state")
    def now(self, page: WikiPage) -> str:
        return page.state

    @admin.action(description="Unpark: publish ours; the edit stays in the page's history", permissions=["administer"])
    def unpark_with_ours(self, request: HttpRequest, pages: QuerySet[WikiPage]) -> None:
        self._unpark(request, pages, Given.PUT_BACK)

    @admin.action(
        description="Unpark: publish ours, with the edit's lines below the last marker", permissions=["administer"]
    )
    def unpark_with_note(self, request: HttpRequest, pages: QuerySet[WikiPage]) -> None:
        self._unpark(request, pages, Given.NOTED)

    def _unpark(self, request: HttpRequest, pages: QuerySet[WikiPage], given: Given) -> None:
        for page in pages:
            try:
                answer(cast(Person, request.user), page, given, as_seen(page))
            except Refused as no:
                messages.warning(request, f"{page.title}: {no.detail}")
            else:
                messages.success(request, f"{page.title} will be published again.")


@admin.register(Publisher)
class PublisherAdmin(_Answering):
    """Admin of delivery errors that concern the complete site or the account."""

    secret = ("account",)
    list_display = ("__str__", "failing_since", "stopped_at", "attempts", "next_try_at", "told_at", "reason")
    actions = ("try_again",)

    @admin.action(description="Try again now", permissions=["administer"])
    def try_again(self, request: HttpRequest, publishers: QuerySet[Publisher]) -> None:
        resume()
        messages.success(request, "Publishing is tried again now. If it works, the reason below disappears.")


@admin.register(Answer)
class AnswerAdmin(ReadOnlyAdmin):
    """Admin of the answers about parked pages, with their authors and times."""

    list_display = ("page", "given", "name", "at", "reason")
    list_filter = ("given",)
    list_select_related = ("page",)
    search_fields = ("name", "page__title")


@admin.register(Word)
class WordAdmin(ReadOnlyAdmin):
    """Admin of messages on editors' talk pages: the editor, the edit, and the outcome."""

    list_display = ("editor", "title", "state", "made_at", "sent_at", "name", "reason")
    list_filter = ("state",)
    search_fields = ("editor", "title")


@admin.register(WithheldKind)
class WithheldKindAdmin(ReadOnlyAdmin):
    """Admin of the kinds of pages that cycles do not publish. They are chosen on a game's page in the office."""

    list_display = ("cycle", "kind")
    list_filter = (CycleFilter, "kind")
    list_select_related = ("cycle",)
