"""Read-only Django admin of cycles, entries, seeds and deadlines, without secrets."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.admin_base import ReadOnlyAdmin, pretty_json, related_links, row_link
from nomic.chance.draw_scheme import Drawn
from nomic.cycles.actions.registry import all_actions, declared_action
from nomic.cycles.models import Cycle, Deadline, Entry, PhaseSeed
from nomic.cycles.sealed_arguments import revealed_arguments

admin.site.site_header = "Infinite Nomic"
admin.site.site_title = "Infinite Nomic"
admin.site.index_title = "Everything in the cycles, read-only"

MAX_CYCLES = 30
ID = re.compile(r"[0-9a-f]{32}")
NUMBER = re.compile(r"#?([0-9]{1,9})", re.ASCII)  # of an entry
MAX_LINES = 200  # draws or movements of one entry


def _to_corrections(request: HttpRequest, pk: int, name: str = "") -> HttpResponse:
    """Redirect to the corrections of a cycle, or to the form of one, on the site's own pages. They check the role."""
    slug = get_object_or_404(Cycle.objects.only("slug"), pk=pk, fork_of=None).slug
    if not name:
        return redirect("office:corrections", slug=slug)
    asked = f"?{request.GET.urlencode()}" if request.GET else ""
    return redirect(f"{reverse('web:act', args=[slug, name])}{asked}")


class CycleFilter(admin.SimpleListFilter):
    """Filter by cycle. It offers only the newest cycles, because there can be hundreds of practice cycles.

    `field` is the path to the cycle. Rows of forks, such as histories before corrections, are shown only if the address
    names the fork.
    """

    title = "cycle"
    parameter_name = "of"
    field = "cycle"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        latest = Cycle.objects.filter(fork_of=None).order_by("practice", "-created_at")
        return list(latest.values_list("slug", "title")[:MAX_CYCLES])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value():
            return queryset.filter(**{f"{self.field}__slug": self.value()})
        is_named = any(name.startswith(f"{self.field}__") for name in request.GET)
        return queryset if is_named else queryset.filter(**{f"{self.field}__fork_of": None})


class ActionFilter(admin.SimpleListFilter):
    """Filter by declared action, so that no query over millions of entries is needed to list the actions."""

    title = "action"
    parameter_name = "action"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [(action.name, action.title) for action in sorted(all_actions(), key=lambda action: action.title)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(action=self.value()) if self.value() else queryset


class ForkFilter(admin.SimpleListFilter):
    """Filter that hides forks (called "copies") unless they are requested."""

    title = "copies"
    parameter_name = "forks"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [("yes", "Only copies with a changed past")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Cycle]) -> QuerySet[Cycle]:
        return queryset.filter(fork_of__isnull=self.value() != "yes")

    def choices(self, changelist: Any) -> Any:
        for choice in super().choices(changelist):
            yield {**choice, "display": "No copies"} if choice["display"] == "All" else choice


@admin.register(Cycle)
class CycleAdmin(ReadOnlyAdmin):
    secret = ("fork_seed", "own_seed")
    labels = {
        "slug": "address",
        "seq": "entries",
        "phase_kind": "kind of phase",
        "phase_title": "name of the phase",
        "phase_started_at": "phase began at",
        "due_at": "next deadline not before",
        "revision": "revision of the law",
        "practice": "for practice",
        "owner_name": "owner",
        "clock_offset": "its clock is ahead by",
        "published": "on the wiki",
        "fork_of": "copy of",
        "head": "digest of the newest entry",
        "winner": "won by",
        "starts_at": "began at",
        "created_at": "opened at",
    }
    helps = {
        "revision": "",
        "head": "",
        "owner_name": "For practice games: who may move the clock.",
        "clock_offset": "For practice games.",
        "outages": "The beginning and end of each.",
        "published": "",
        "winner": "",
    }
    for_engineers = ("head", "due_at", "outages")
    list_display = ("title", "slug", "state", "phase", "phase_title", "phase_ends_at", "seq", "practice", "published")
    list_filter = (ForkFilter, "status", "practice", "published")
    search_fields = ("title", "slug", "owner_name")
    fields = (
        ("title", "slug"),
        ("status", "winner", "ended_at"),
        ("phase", "phase_kind", "phase_title"),
        ("phase_started_at", "phase_ends_at"),
        ("seq", "revision", "law_book"),
        ("practice", "owner_name", "clock_offset"),
        ("published", "starts_at", "created_at", "fork_of"),
        "belongings",
    )
    readonly_fields = ("law_book", "belongings")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Cycle]:
        return super().get_queryset(request).select_related("book", "fork_of")

    @admin.display(description="status", ordering="status")
    def state(self, cycle: Cycle) -> str:
        """Return the status as text, or "to come" if the game has not begun."""
        return "to come" if cycle.is_running and not cycle.has_begun else cycle.get_status_display()

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/corrections/", view(_to_corrections), name="cycles_cycle_corrections"),
            path("<int:pk>/corrections/<slug:name>/", view(_to_corrections), name="cycles_cycle_correct"),
            *super().get_urls(),
        ]

    @admin.display(description="law")
    def law_book(self, cycle: Cycle) -> SafeString:
        return row_link(cycle.book)

    @admin.display(description="lists")
    def belongings(self, cycle: Cycle) -> SafeString:
        return related_links(cycle)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    secret = ("sealed", "mark", "fingerprint")  # A fingerprint would reveal a sealed argument with few possible values.
    called = ("entry of the journal", "entries of the journals")
    labels = {
        "seq": "number",
        "at": "time",
        "actor_kind": "type of actor",
        "actor": "who",
        "action": "what was done",
        "key": "id",
        "revision": "revision of the law",
    }
    helps = {
        "seq": "",
        "revision": "",
        "key": "The dice of this entry are drawn with it.",
        "digest": "It covers this entry and the digest of the one before.",
    }
    for_engineers = ("key", "digest", "action", "arguments", "unsealed_arguments", "facts")
    list_display = ("seq", "cycle", "at", "phase", "actor_kind", "actor", "done", "said")
    list_display_links = ("seq", "done")
    list_filter = (CycleFilter, "actor_kind", ActionFilter)
    list_select_related = ("cycle",)
    search_fields = ("=actor", "words")
    search_help_text = "who acted, words of what it changed, a number such as #19, or an id"
    ordering = ("-pk",)
    fields = (
        ("cycle", "seq", "at"),
        ("actor_kind", "actor", "done"),
        ("phase", "revision"),
        "said",
        "drawn",
        "movements",
        "belongings",
    )
    readonly_fields = ("done", "said", "arguments", "unsealed_arguments", "facts", "drawn", "movements", "belongings")
    arguments = pretty_json("args", "what was typed")

    @admin.display(description="what was done", ordering="action")
    def done(self, entry: Entry) -> str:
        """Return the title of the action, or its name if a rule of the law defines it."""
        action = declared_action(entry.action)
        return entry.action if action is None else action.title

    facts = pretty_json("events", "what happened")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Entry], search_term: str) -> Any:
        if ID.fullmatch(search_term.strip()):
            return queryset.filter(key=search_term.strip()), False
        if number := NUMBER.fullmatch(search_term.strip()):
            return queryset.filter(seq=int(number[1])), False
        return super().get_search_results(request, queryset, search_term)

    @admin.display(description="revealed since")
    def unsealed_arguments(self, entry: Entry) -> SafeString:
        return format_html(
            "<pre>{}</pre>", json.dumps(revealed_arguments([entry]).get(entry.pk, {}), ensure_ascii=False, indent=1)
        )

    @admin.display(description="draws")
    def drawn(self, entry: Entry) -> SafeString:
        return _listed([_in_words(drawn) for drawn in entry.draws])

    @admin.display(description="ledger lines")
    def movements(self, entry: Entry) -> SafeString:
        return _listed([str(line) for line in entry.moved])

    @admin.display(description="changes")
    def said(self, entry: Entry) -> str:
        return " ".join(entry.words)

    @admin.display(description="lists")
    def belongings(self, entry: Entry) -> SafeString:
        return related_links(entry)


def _listed(lines: Sequence[str]) -> SafeString:
    more = f"\nand {len(lines) - MAX_LINES} more" if len(lines) > MAX_LINES else ""
    return format_html("<pre>{}</pre>", "\n".join(lines[:MAX_LINES]) + more)


def _in_words(drawn: Drawn) -> str:
    return f"{drawn.purpose}: {drawn.value} of {drawn.sides} ({drawn.label}, {drawn.index})"


class CycleOfEntryFilter(CycleFilter):
    field = "entry__cycle"


@admin.register(PhaseSeed)
class PhaseSeedAdmin(ReadOnlyAdmin):
    secret = ("seed",)
    called = ("seed of a phase's dice", "seeds of the dice")
    labels = {
        "since": "from entry",
        "commitment": "digest of the seed",
        "committed_at": "digest published",
        "revealed_at": "seed published",
    }
    helps = {"since": "Entries after this one are drawn with it.", "commitment": "Published before the phase."}
    for_engineers = ("commitment", "revealed")
    list_display = ("cycle", "phase", "since", "committed_at", "revealed_at")
    list_filter = (CycleFilter, ("revealed_at", admin.EmptyFieldListFilter))
    list_select_related = ("cycle",)
    search_fields = ("=commitment",)
    ordering = ("-pk",)
    fields = ("cycle", "phase", "since", "committed_at", "revealed_at")
    readonly_fields = ("revealed",)

    @admin.display(description="seed, once the phase is over")
    def revealed(self, seed: PhaseSeed) -> str | None:
        return seed.public_seed


@admin.register(Deadline)
class DeadlineAdmin(ReadOnlyAdmin):
    labels = {
        "label": "what is due",
        "at": "due at",
        "end_of_phase": "due at the end of phase",
        "rank": "order at one time",
        "order": "order among equals",
    }
    helps = {"label": "", "rank": "", "order": "", "end_of_phase": ""}
    for_engineers = ("rank", "order", "action", "arguments")
    list_display = ("label", "cycle", "at", "end_of_phase")
    list_filter = (CycleFilter,)
    list_select_related = ("cycle",)
    search_fields = ("label", "=action")
    ordering = ("at", "rank", "order", "label")
    fields = (("label", "cycle"), ("at", "end_of_phase"))
    readonly_fields = ("arguments",)
    arguments = pretty_json("args", "with")
