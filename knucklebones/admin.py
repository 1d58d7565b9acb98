from django.contrib import admin

from knucklebones.models import Intention
from nomic.admin_base import ReadOnlyAdmin
from nomic.cycles.admin import CycleFilter


@admin.register(Intention)
class IntentionAdmin(ReadOnlyAdmin):
    list_display = ("cycle", "player", "opponents", "only_one")
    list_filter = (CycleFilter, "only_one")
    list_select_related = ("cycle",)
    search_fields = ("player",)
    ordering = ("-pk",)
