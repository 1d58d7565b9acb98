from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html

from nomic.admin_base import ReadOnlyAdmin, pretty_json
from nomic.corrections.models import Correction, CorrectionStatus
from nomic.corrections.queries import why_not_adoptable
from nomic.corrections.replaced_histories import replaced_in, rewrite_by
from nomic.cycles.admin import CycleFilter


@admin.register(Correction)
class CorrectionAdmin(ReadOnlyAdmin):
    called = ("correction of the past", "corrections of the past")
    labels = {
        "following": "because of",
        "trouble": "why it failed",
        "newest": "newest entry known",
        "first": "first entry that differs",
        "replayed_acts": "acts replayed",
        "all_acts": "acts to replay",
        "closed_because": "why it was closed",
    }
    helps = {
        "following": "The ruling or proposal that asked for it.",
        "newest": "The newest entry of the game when the correction was worked out.",
        "first": "The first entry that the correction changes.",
        "ruling": "",
        "proposal": "",
    }
    for_engineers = ("version", "replayed_acts", "all_acts", "what")
    list_display = ("code", "cycle", "status", "opened_by", "opened_at", "reason", "closed_by", "closed_at")
    list_filter = (CycleFilter, "status")
    list_select_related = ("cycle",)
    search_fields = ("=code", "opened_by")
    ordering = ("-pk",)
    fields = (
        ("cycle", "code", "status"),
        ("opened_by", "opened_at"),
        ("reason", "following", "ruling", "proposal"),
        "trouble",
        "not_adoptable",
        ("newest", "first"),
        ("closed_by", "closed_at", "closed_because"),
        "replaced",
    )
    readonly_fields = ("replaced", "what", "not_adoptable")
    what = pretty_json("edits", "what was asked for")

    @admin.display(description="why it can no longer be adopted")
    def not_adoptable(self, row: Correction) -> str:
        """Return why a correction cannot be adopted, or a dash if it can be adopted or is closed."""
        return why_not_adoptable(row) or "–"

    @admin.display(description="history before it")
    def replaced(self, row: Correction) -> str:
        """Link to the replaced history, if the correction was adopted and that history is stored."""
        rewrite = rewrite_by(row.commitment, row.cycle) if row.status == CorrectionStatus.ADOPTED else None
        name = "" if rewrite is None else replaced_in(row.cycle, rewrite)
        if rewrite is None or not name:
            return "–"
        address = reverse("web:history", args=[row.cycle.slug, name])
        return format_html('<a href="{}">{}</a>, as entry {} says', address, name, rewrite.seq)
