"""Read-only admin pages of the staff log and of heartbeats, and the CSV download of any list."""

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.admin_base import ReadOnlyAdmin
from nomic.office.csv_download import download_csv
from nomic.office.models import Sign, StaffAct

admin.site.add_action(download_csv)


@admin.register(StaffAct)
class StaffActAdmin(ReadOnlyAdmin):
    """Admin of the staff log."""

    called = ("staff action", "staff actions")
    labels = {"at": "time", "by": "who", "did": "what they did", "about": "to whom"}
    helps = {"did": "", "about": ""}
    list_display = ("at", "by", "did", "about", "reason", "page")
    list_filter = ("at",)
    search_fields = ("by", "did", "about", "reason")
    search_help_text = "who did it, to whom, what, or words of the reason"
    fields = ("at", "by", "did", "about", "reason", "page")
    readonly_fields = ("page",)

    @admin.display(description="page", empty_value="-")
    def page(self, act: StaffAct) -> SafeString | None:
        """Return a link to the page that the act was about, if there is one on this site."""
        is_path = act.link.startswith("/") and not act.link.startswith("//")
        return format_html('<a href="{}">Look</a>', act.link) if is_path else None


@admin.register(Sign)
class SignAdmin(ReadOnlyAdmin):
    """Admin of the last heartbeats of regular jobs."""

    called = ("last run", "last runs")
    labels = {"at": "time", "trouble": "what was found"}
    list_display = ("name", "at", "trouble")
