from typing import Any

from django.contrib import admin
from django.utils.safestring import SafeString

from nomic.admin_base import ReadOnlyAdmin, ReadOnlyInline, pretty_json, related_links
from nomic.cycles.admin import CycleFilter
from nomic.matches.models import Match, MatchSeat, MatchStep, StandingOrder, TurnClock


class CycleOfMatchFilter(CycleFilter):
    field = "match__cycle"


class SeatInline(ReadOnlyInline):
    called = ("seat", "seats")
    model = MatchSeat
    fields = ("place", "player", "status")


class ClockInline(ReadOnlyInline):
    model = TurnClock
    fields = ("name", "players", "began_at", "due_at", "only_in")


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    secret = ("state",)
    labels = {
        "version": "steps",
        "orders": "orders that wait",
        "setup_revision": "law when it was set up",
        "revision": "law of its newest step",
    }
    helps = {
        "game": "",
        "kind": "",
        "version": "",
        "turn": "",
        "orders": "Orders that players have placed for later.",
        "setup_revision": "",
        "revision": "",
    }
    for_engineers = ("setup_revision", "revision", "option_data", "result_data")
    list_display = ("title", "code", "cycle", "game", "kind", "status", "version", "opened_at", "ended_at")
    list_filter = (CycleFilter, "game", "status")
    list_select_related = ("cycle",)
    search_fields = ("title", "=code", "seats__player")
    fields = (
        ("title", "code", "cycle"),
        ("game", "kind", "status"),
        ("version", "turn", "orders"),
        ("opened_at", "started_at", "ended_at"),
        "belongings",
    )
    readonly_fields = ("option_data", "result_data", "belongings")
    inlines = (SeatInline, ClockInline)
    option_data = pretty_json("options")
    result_data = pretty_json("result")

    def get_queryset(self, request: Any) -> Any:
        return super().get_queryset(request).defer("state")

    @admin.display(description="lists")
    def belongings(self, match: Match) -> SafeString:
        return related_links(match)


@admin.register(MatchStep)
class MatchStepAdmin(ReadOnlyAdmin):
    called = ("step of a match", "steps of matches")
    labels = {"version": "step", "is_sealed": "hidden", "draw_count": "draws", "revision": "revision of the law"}
    helps = {"version": "", "revision": ""}
    for_engineers = ("first_draw", "draw_count", "what", "answer_data")
    list_display = ("match", "version", "kind", "player", "is_sealed", "draw_count", "entry")
    list_filter = (CycleOfMatchFilter, "kind")
    list_select_related = ("match", "entry")
    search_fields = ("=match__code", "=player")
    ordering = ("-pk",)
    fields = (("match", "version", "entry"), ("kind", "player", "revision"), "is_sealed")
    readonly_fields = ("what", "answer_data")
    what = pretty_json("move")
    answer_data = pretty_json("answers")


@admin.register(StandingOrder)
class StandingOrderAdmin(ReadOnlyAdmin):
    """Admin of standing orders, with their status.

    Only its owner may see the content of an order until it is used, so the content is not shown.
    """

    labels = {"used_turn": "used in turn"}
    helps = {"used_turn": ""}
    list_display = ("match", "player", "code", "status", "used_turn", "entry")
    list_filter = (CycleOfMatchFilter, "status")
    list_select_related = ("match", "entry")
    search_fields = ("=match__code", "=player", "=code")
    ordering = ("-pk",)
    fields = (("match", "player", "code"), ("status", "used_turn"), "entry")
