from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from nomic.admin_base import ReadOnlyAdmin, ReadOnlyInline
from nomic.cycles.admin import CycleFilter
from nomic.trades.models import Lot, Trade


class LotInline(ReadOnlyInline):
    called = ("thing that changes hands", "things that change hands")
    labels = {"by_maker": "from the maker", "name": "what"}
    model = Lot
    fields = ("by_maker", "amount", "name", "card")
    ordering = ("place",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Lot]:
        return super().get_queryset(request).select_related("card")


@admin.register(Trade)
class TradeAdmin(ReadOnlyAdmin):
    labels = {
        "maker": "offered by",
        "maker_consents": "the maker agrees",
        "other": "offered to",
        "other_consents": "the other agrees",
        "author": "last changed by",
        "answers": "answers the offer",
        "why": "why it came to nothing",
        "since": "agreed to at",
    }
    helps = {"number": "", "answers": "", "why": "", "since": "When the first of them agreed.", "ends_at": ""}
    for_engineers = ("version",)
    list_display = ("number", "maker", "other", "status", "ends_at", "cycle")
    list_filter = (CycleFilter, "status")
    list_select_related = ("cycle",)
    search_fields = ("=number", "=code", "maker", "other")
    ordering = ("-pk",)
    fields = (
        ("number", "code", "cycle"),
        ("maker", "maker_consents"),
        ("other", "other_consents"),
        ("author", "answers"),
        ("status", "why"),
        ("offered_at", "since", "ends_at", "closed_at"),
    )
    inlines = (LotInline,)
