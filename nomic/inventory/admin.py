from django.contrib import admin
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from nomic.admin_base import ReadOnlyAdmin, row_link
from nomic.cycles.admin import CycleFilter
from nomic.cycles.models import Entry
from nomic.inventory.card_views import face_of
from nomic.inventory.models import Balance, Card


@admin.register(Balance)
class BalanceAdmin(ReadOnlyAdmin):
    list_display = ("holder", "item", "amount", "cycle")
    list_filter = (CycleFilter,)
    list_select_related = ("cycle",)
    search_fields = ("holder", "item")
    ordering = ("holder", "item", "cycle")


@admin.register(Card)
class CardAdmin(ReadOnlyAdmin):
    labels = {"species": "name of the card", "made_by": "made by entry", "own_only": "has only its own traits"}
    helps = {"made_by": "", "own_only": ""}
    for_engineers = ("own_values", "own_suits", "own_colours", "own_types", "own_only", "modifiers")
    list_display = ("code", "species", "holder", "with_modifiers", "cycle", "made_by")
    list_filter = (CycleFilter, ("holder", admin.EmptyFieldListFilter))
    list_select_related = ("cycle",)
    search_fields = ("=code", "species", "holder")
    ordering = ("-pk",)
    fields = (("code", "cycle", "made_by"), ("species", "holder"), "face", "movements")
    readonly_fields = ("face", "movements")

    @admin.display(description="modifiers")
    def with_modifiers(self, card: Card) -> str:
        return ", ".join(card.modifier_names)

    @admin.display(description="face")
    def face(self, card: Card) -> str:
        return face_of(card.cycle.law, card).in_words

    @admin.display(description="movements")
    def movements(self, card: Card) -> SafeString:
        """Return links to the entries that moved the card.

        A text filter in SQL excludes entries that do not mention it.
        """
        moving = Entry.objects.whole().filter(cycle=card.cycle_id, moved__contains=f'"{card.code}"').order_by("seq")
        lines = [(row_link(entry), str(line)) for entry in moving for line in entry.moved if line.card == card.code]
        return format_html("<ul>{}</ul>", format_html_join("", "<li>{}: {}</li>", lines))
