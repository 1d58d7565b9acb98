from django.contrib import admin

from nomic.admin_base import ReadOnlyAdmin, ReadOnlyInline
from nomic.cycles.admin import CycleFilter
from nomic.players.models import Declaration, JoinRequest, Player


class DeclarationInline(ReadOnlyInline):
    model = Declaration
    fk_name = "player"
    fields = ("declarer",)
    verbose_name_plural = "players who vouched"


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    labels = {
        "joined_phase": "phase of joining",
        "ever_reputable": "was reputable once",
        "last_act_phase": "last active in phase",
        "act_phase_before": "active before that in phase",
    }
    helps = {"ever_reputable": "", "act_phase_before": ""}
    list_display = ("name", "cycle", "joined_at", "reputable_since", "left_at", "last_act_phase")
    list_filter = (
        CycleFilter,
        ("reputable_since", admin.EmptyFieldListFilter),
        ("left_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("cycle",)
    search_fields = ("name",)
    ordering = ("name", "cycle")
    fields = (
        ("name", "cycle", "person"),
        ("joined_at", "joined_phase", "left_at"),
        ("reputable_since", "ever_reputable"),
        ("last_act_phase", "act_phase_before"),
    )
    inlines = (DeclarationInline,)


@admin.register(JoinRequest)
class JoinRequestAdmin(ReadOnlyAdmin):
    labels = {"approved_at": "let in at"}
    list_display = ("person", "cycle", "asked_at", "approved_at")
    list_filter = (CycleFilter,)
    list_select_related = ("cycle", "person")
    search_fields = ("person__username",)
    ordering = ("-pk",)
    fields = (("person", "cycle"), ("asked_at", "approved_at"))
