from django.contrib import admin

from nomic.config.read_only_admin import ReadOnlyAdmin
from nomic.court.models import Judgeship
from nomic.cycles.admin import CycleFilter


@admin.register(Judgeship)
class JudgeshipAdmin(ReadOnlyAdmin):
    list_display = ("name", "cycle", "since")
    list_filter = (CycleFilter,)
    list_select_related = ("cycle",)
    search_fields = ("name",)
    ordering = ("-since",)
