from django.contrib import admin

from knucklebones.models import Intention
from nomic.config.read_only_admin import ReadOnlyAdmin
from nomic.cycles.admin import CycleFilter


@admin.register(Intention)
class IntentionAdmin(ReadOnlyAdmin):
    list_display = ("cycle", "player", "opponents", "only_one")
    list_filter = (CycleFilter, "only_one")
    list_select_related = ("cycle",)
    search_fields = ("player",)
    ordering = ("-pk",)
