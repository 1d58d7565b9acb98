from typing import Any, cast

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty
from nomic.admin_base import ReadOnlyAdmin
from nomic.cycles.admin import CycleFilter
from nomic.cycles.domain.exceptions import Refused
from nomic.wiki.edit_reports.parked_page_answers import answer_parked_page, as_seen
from nomic.wiki.models import Answer, EditorMessage, Given, Publisher, WikiPage, WithheldKind
from nomic.wiki.publishing.circuit_breaker import resume_publishing

STATES = {
    "parked": "set aside",
    "publishing": "being published",
    "waiting": "failed, and tried again",
    "stale": "behind",
    "published": "up to date",
    "new": "not there yet",
}  # words for `WikiPage.state`


class _Answering(ReadOnlyAdmin):
    """Base of the wiki's admin pages: read-only for staff, with actions for admins only."""

    def has_administer_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may run the actions of the list page."""
        return has_duty(request.user, Duty.WIKI)


class StateFilter(admin.SimpleListFilter):
    """Filter by state. "Set aside" comes first, because these pages wait for a person."""

    title = "state"
    parameter_name = "state"
    words = {"parked": "Set aside", "stale": "Behind", "published": "Up to date"}
    conditions = {
        "parked": Q(parked_at__isnull=False),
        "stale": Q(parked_at=None, stale_since__isnull=False),
        "published": Q(parked_at=None, stale_since=None, published_at__isnull=False),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, self.words[name]) for name in self.conditions]

    def queryset(self, request: HttpRequest, queryset: QuerySet[WikiPage]) -> QuerySet[WikiPage]:
        return queryset.filter(self.conditions.get(self.value() or "", Q()))


@admin.register(WikiPage)
class WikiPageAdmin(_Answering):
    """Admin of the wiki's pages.

    For a parked page, the form shows what people wrote between the markers, so that admins can decide.
    """

    labels = {
        "stale_since": "behind since",
        "parked_reason": "why it is set aside",
        "parked_at": "set aside at",
        "parked_cause": "cause",
        "parked_revid": "revision on the wiki",
        "resolution": "answer",
        "trouble": "why it last failed",
        "compare_at": "next comparison",
        "published_revid": "revision on the wiki",
        "attempts": "failures in a row",
        "next_try_at": "next try",
        "home": "linked to as",
        "told_at": "staff notified at",
        "bannered_at": "notice on the page since",
        "left_at": "left to the editors at",
        "parked_by": "edited by",
        "parked_edit": "their edit",
        "parked_summary": "their summary",
        "parked_difference": "what they changed",
        "parked_text": "text after their edit",
        "published_text": "our text",
    }
    helps = {
        "title": "",
        "subject": "The number of the proposal, player or revision, or the code of the match.",
        "compare_at": "When it is compared with the wiki, if it does not change earlier.",
        "claimed_until": "",
        "claimed_by": "",
        "published_at": "",
        "attempts": "",
        "rests_until": "A long page is edited less often.",
        "failing_since": "",
        "trouble": "",
        "home": "",
        "parked_at": "A person decides what happens to it.",
        "told_at": "",
        "bannered_at": "",
        "left_at": "",
        "parked_by": "",
        "parked_edit": "",
        "parked_summary": "",
        "parked_text": "",
        "published_text": "",
    }
    for_engineers = ("claimed_at", "claimed_until", "claimed_by", "home")
    list_display = ("title", "cycle", "kind", "now", "stale_since", "published_at", "parked_reason", "trouble")
    list_filter = (StateFilter, CycleFilter, "kind")
    list_select_related = ("cycle",)
    search_fields = ("title",)
    ordering = ("title",)
    fields = (
        ("title", "cycle", "kind", "subject"),
        ("now", "stale_since", "compare_at"),
        ("published_at", "published_revid"),
        ("attempts", "next_try_at", "rests_until", "failing_since", "trouble"),
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
        return STATES[page.state]

    @admin.action(description="Publish ours again; the edit stays in the page's history", permissions=["administer"])
    def unpark_with_ours(self, request: HttpRequest, pages: QuerySet[WikiPage]) -> None:
        self._unpark(request, pages, Given.PUT_BACK)

    @admin.action(
        description="Publish ours again, with the edit's lines below the last marker", permissions=["administer"]
    )
    def unpark_with_note(self, request: HttpRequest, pages: QuerySet[WikiPage]) -> None:
        self._unpark(request, pages, Given.NOTED)

    def _unpark(self, request: HttpRequest, pages: QuerySet[WikiPage], given: Given) -> None:
        for page in pages:
            try:
                answer_parked_page(cast(Person, request.user), page, given, as_seen(page))
            except Refused as no:
                messages.warning(request, f"{page.title}: {no.detail}")
            else:
                messages.success(request, f"{page.title} will be published again.")


@admin.register(Publisher)
class PublisherAdmin(_Answering):
    """Admin of delivery errors that affect the whole wiki or its account."""

    secret = ("account",)
    called = ("publishing to the wiki", "publishing to the wiki")
    labels = {
        "attempts": "failures in a row",
        "next_try_at": "next try",
        "told_at": "staff notified at",
        "changes_at": "wiki last read at",
        "changes_seen": "newest change read",
        "told_of": "staff notified of",
        "paused_until": "paused until",
        "paused_why": "why it pauses",
    }
    helps = {
        "stopped_at": "Nothing is published until somebody resolves this.",
        "failing_since": "",
        "told_at": "",
        "changes_at": "",
        "changes_seen": "",
        "told_of": "",
        "paused_until": "It resumes automatically then. Keepers pause it in the Office, under Connections.",
    }
    list_display = (
        "__str__",
        "paused_until",
        "failing_since",
        "stopped_at",
        "attempts",
        "next_try_at",
        "told_at",
        "reason",
    )
    actions = ("try_again",)

    @admin.action(description="Try again now", permissions=["administer"])
    def try_again(self, request: HttpRequest, publishers: QuerySet[Publisher]) -> None:
        resume_publishing()
        messages.success(request, "Publishing is tried again now. If it works, the reason below disappears.")


@admin.register(Answer)
class AnswerAdmin(ReadOnlyAdmin):
    """Admin of the answers about parked pages, with their authors and times."""

    called = ("answer about a wiki page", "answers about wiki pages")
    labels = {
        "given": "answer",
        "name": "who",
        "at": "time",
        "reason": "why the page was set aside",
        "revid": "revision on the wiki",
        "operations": "amendments made from it",
    }
    helps = {"name": "", "reason": "", "revid": "", "difference": "", "operations": ""}
    list_display = ("page", "given", "name", "at", "reason")
    list_filter = ("given",)
    list_select_related = ("page",)
    search_fields = ("name", "page__title")


@admin.register(EditorMessage)
class EditorMessageAdmin(ReadOnlyAdmin):
    """Admin of messages on editors' talk pages: the editor, the edit, and the outcome."""

    called = ("message to an editor", "messages to editors")
    labels = {
        "name": "who asked for it",
        "edit": "their edit",
        "reason": "why it was not sent",
        "attempts": "tries",
        "next_try_at": "next try",
    }
    helps = {
        "title": "",
        "editor": "Their name on the wiki.",
        "edit": "",
        "name": "Empty if the settings ask for it.",
        "sent_at": "",
        "reason": "",
        "claim": "",
        "claimed_by": "",
        "claimed_until": "",
    }
    fields = (
        ("editor", "title", "page", "edit"),
        ("state", "made_at", "sent_at"),
        ("name", "reason"),
        ("attempts", "next_try_at"),
    )
    for_engineers = ("claim", "claimed_by", "claimed_at", "claimed_until")
    list_display = ("editor", "title", "state", "made_at", "sent_at", "name", "reason")
    list_filter = ("state",)
    search_fields = ("editor", "title")


@admin.register(WithheldKind)
class WithheldKindAdmin(ReadOnlyAdmin):
    """Admin of the kinds of pages that cycles do not publish. They are chosen on a game's page in the office."""

    list_display = ("cycle", "kind")
    list_filter = (CycleFilter, "kind")
    list_select_related = ("cycle",)
