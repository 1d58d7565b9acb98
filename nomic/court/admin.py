from django.contrib import admin

from nomic.admin_base import ReadOnlyAdmin, ReadOnlyInline
from nomic.court.models import ConfidenceVote, Judgeship, Request, Ruling
from nomic.cycles.admin import CycleFilter


@admin.register(Judgeship)
class JudgeshipAdmin(ReadOnlyAdmin):
    called = ("Judge", "Judges")
    list_display = ("name", "cycle", "since")
    list_filter = (CycleFilter,)
    list_select_related = ("cycle",)
    search_fields = ("name",)
    ordering = ("-since",)


class RulingInline(ReadOnlyInline):
    model = Ruling
    fields = ("number", "judge", "verdict", "status", "ruled_at")
    ordering = ("number",)


@admin.register(Request)
class RequestAdmin(ReadOnlyAdmin):
    called = ("request for a ruling", "requests for a ruling")
    helps = {"number": ""}
    list_display = ("number", "title", "kind", "author", "status", "filed_at", "cycle")
    list_filter = (CycleFilter, "status", "kind")
    list_select_related = ("cycle",)
    search_fields = ("=number", "=code", "title", "author")
    ordering = ("-pk",)
    fields = (("number", "code", "cycle"), ("kind", "title"), "text", ("author", "filed_at", "status"))
    inlines = (RulingInline,)


class ConfidenceInline(ReadOnlyInline):
    model = ConfidenceVote
    fields = ("opened_by", "opened_at", "ends_at", "status", "affirm", "overturn", "unclear")


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin):
    labels = {"ended_at": "overturned at", "ended_because": "why it was overturned"}
    helps = {
        "number": "",
        "ended_at": "",
        "verdict": "If it was about a statement.",
        "answer": "If it was about a question.",
    }
    list_display = ("number", "request", "judge", "verdict", "status", "ruled_at", "cycle")
    list_filter = (CycleFilter, "status")
    list_select_related = ("cycle", "request")
    search_fields = ("=number", "=code", "judge", "request__title")
    ordering = ("-pk",)
    fields = (
        ("number", "code", "cycle"),
        ("request", "judge", "ruled_at"),
        ("verdict", "answer"),
        "reasoning",
        ("status", "ended_at", "ended_because"),
    )
    inlines = (ConfidenceInline,)
