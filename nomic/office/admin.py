"""Read-only admin pages of the log of staff and of signs; and the download of any list as a table."""

from django.contrib import admin

from nomic.admin_base import ReadOnlyAdmin
from nomic.office.csv_download import download_csv
from nomic.office.models import Sign, StaffAct

admin.site.add_action(download_csv)


@admin.register(StaffAct)
class StaffActAdmin(ReadOnlyAdmin):
    """The log of staff."""

    called = ("act of staff", "log of staff")
    labels = {"at": "time", "by": "who", "did": "what they did", "about": "to whom"}
    helps = {"did": "", "about": "", "link": ""}
    list_display = ("at", "by", "did", "about", "reason")
    search_fields = ("by", "did", "about", "reason")


@admin.register(Sign)
class SignAdmin(ReadOnlyAdmin):
    """The last signs of what runs regularly."""

    called = ("last run", "last runs")
    labels = {"at": "time", "trouble": "what was found"}
    list_display = ("name", "at", "trouble")
