from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from nomic.admin_base import ReadOnlyAdmin, ReadOnlyInline
from nomic.cycles.admin import CycleFilter
from nomic.trades.models import Lot, Trade


class LotInline(ReadOnlyInline):
    model = Lot
    fields = ("by_maker", "amount", "name", "card")
    ordering = ("place",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Lot]:
        return super().get_queryset(request).select_related("card")


@admin.register(Trade)
class TradeAdmin(ReadOnlyAdmin):
    list_display = ("number", "maker", "other", "status", "version", "ends_at", "cycle")
    list_filter = (CycleFilter, "status")
    list_select_related = ("cycle",)
    search_fields = ("=number", "=code", "maker", "other")
    ordering = ("-pk",)
    fields = (
        ("number", "code", "cycle"),
        ("maker", "maker_consents"),
        ("other", "other_consents"),
        ("version", "author", "answers"),
        ("status", "why"),
        ("offered_at", "since", "ends_at", "closed_at"),
    )
    inlines = (LotInline,)
