from django.contrib import admin

from nomic.config.read_only_admin import ReadOnlyAdmin, pretty_json
from nomic.correcting.models import Correction
from nomic.cycles.admin import CycleFilter


@admin.register(Correction)
class CorrectionAdmin(ReadOnlyAdmin):
    list_display = ("code", "cycle", "status", "opened_by", "opened_at", "reason", "closed_by", "closed_at")
    list_filter = (CycleFilter, "status")
    list_select_related = ("cycle",)
    search_fields = ("=code", "opened_by")
    ordering = ("-pk",)
    fields = (
        ("cycle", "code", "status", "version"),
        ("opened_by", "opened_at"),
        ("reason", "following", "ruling", "proposal"),
        ("told_acts", "all_acts", "trouble"),
        ("newest", "first"),
        ("closed_by", "closed_at", "closed_because"),
        "what",
    )
    readonly_fields = ("what",)
    what = pretty_json("edits")
