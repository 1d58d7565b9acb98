from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from nomic.config.read_only_admin import ReadOnlyAdmin, ReadOnlyInline, row_link
from nomic.cycles.admin import CycleFilter, CycleOfEntryFilter
from nomic.inventory.faces import face_of
from nomic.inventory.models import Balance, Card, Movement


@admin.register(Balance)
class BalanceAdmin(ReadOnlyAdmin):
    list_display = ("holder", "item", "amount", "cycle")
    list_filter = (CycleFilter,)
    list_select_related = ("cycle",)
    search_fields = ("holder", "item")
    ordering = ("holder", "item", "cycle")


class MovementInline(ReadOnlyInline):
    model = Movement
    fields = ("by", "giver", "taker")
    readonly_fields = ("by",)
    ordering = ("entry__seq", "place")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Movement]:
        return super().get_queryset(request).select_related("entry", "card")

    @admin.display(description="entry")
    def by(self, movement: Movement) -> SafeString:
        return row_link(movement.entry)


@admin.register(Card)
class CardAdmin(ReadOnlyAdmin):
    list_display = ("code", "species", "holder", "with_modifiers", "cycle", "made_by")
    list_filter = (CycleFilter, ("holder", admin.EmptyFieldListFilter))
    list_select_related = ("cycle",)
    search_fields = ("=code", "species", "holder")
    ordering = ("-pk",)
    fields = (
        ("code", "cycle", "made_by"),
        ("species", "holder"),
        "face",
        ("own_values", "own_suits", "own_colours", "own_types", "own_only"),
        "modifiers",
    )
    readonly_fields = ("face",)
    inlines = (MovementInline,)

    @admin.display(description="modifiers")
    def with_modifiers(self, card: Card) -> str:
        return ", ".join(card.modifier_names)

    @admin.display(description="what it shows")
    def face(self, card: Card) -> str:
        return face_of(card.cycle.law, card).in_words


@admin.register(Movement)
class MovementAdmin(ReadOnlyAdmin):
    list_display = ("pk", "by", "amount", "item", "giver", "taker")
    list_filter = (CycleOfEntryFilter,)
    list_select_related = ("entry", "card")
    search_fields = ("item", "=giver", "=taker", "=card__code")
    ordering = ("-pk",)
    fields = (("by", "place"), ("amount", "item", "card"), ("giver", "taker"))
    readonly_fields = ("by",)

    @admin.display(description="entry", ordering="entry")
    def by(self, movement: Movement) -> SafeString:
        return row_link(movement.entry)
