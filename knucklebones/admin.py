from django.contrib import admin

from knucklebones.models import Intention
from nomic.admin_base import ReadOnlyAdmin
from nomic.cycles.admin import CycleFilter


@admin.register(Intention)
class IntentionAdmin(ReadOnlyAdmin):
    called = ("wish for a game", "wishes for games")
    labels = {"only_one": "one game only", "declared_seq": "declared in entry"}
    helps = {
        "opponents": "Nobody means anybody.",
        "only_one": "One game in all, not one with each of them.",
        "declared_seq": "",
    }
    list_display = ("cycle", "player", "opponents", "only_one")
    list_filter = (CycleFilter, "only_one")
    list_select_related = ("cycle",)
    search_fields = ("player",)
    ordering = ("-pk",)
