"""Read-only admin pages of the log of staff and of signs."""

from django.contrib import admin

from nomic.admin_base import ReadOnlyAdmin
from nomic.office.models import Sign, StaffAct


@admin.register(StaffAct)
class StaffActAdmin(ReadOnlyAdmin):
    """The log of staff."""

    list_display = ("at", "by", "did", "about", "reason")
    search_fields = ("by", "did", "about", "reason")


@admin.register(Sign)
class SignAdmin(ReadOnlyAdmin):
    """The last signs of what runs regularly."""

    list_display = ("name", "at", "trouble")
