from django.contrib import admin

from exoptosis.models import Gift
from nomic.config.read_only_admin import ReadOnlyAdmin
from nomic.cycles.admin import CycleFilter


@admin.register(Gift)
class GiftAdmin(ReadOnlyAdmin):
    list_display = ("cycle", "phase", "giver", "receiver", "returned")
    list_filter = (CycleFilter, "returned")
    list_select_related = ("cycle",)
    search_fields = ("giver", "receiver")
    ordering = ("-pk",)
