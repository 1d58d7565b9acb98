from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from nomic.admin_base import ReadOnlyAdmin, row_link
from nomic.clauses.models import Failures, KeptValue, ValueChange
from nomic.clauses.schema.value_kinds import Kept, as_texts
from nomic.clauses.store.values import from_columns
from nomic.cycles.admin import CycleFilter, CycleOfEntryFilter


def _in_words(kept: Kept) -> str:
    return ", ".join(as_texts(kept)) or "nothing"


@admin.register(KeptValue)
class KeptValueAdmin(ReadOnlyAdmin):
    """Read-only list of stored values.

    Secret values are not listed at all, because the mere existence of a row may reveal its content.
    """

    secret = ("number", "members", "hidden")
    called = ("value of a rule", "values of rules")
    labels = {"holder": "belongs to", "key": "kept for"}
    helps = {
        "key": "The player or name that the value is for, if there is one.",
        "revealed": "A secret that was revealed is public until it is set again.",
    }
    list_display = ("name", "holder", "key", "kept", "cycle")
    list_filter = (CycleFilter,)
    list_select_related = ("cycle",)
    search_fields = ("name", "holder", "key")
    ordering = ("name", "holder", "key", "cycle")
    fields = (("name", "holder", "key"), "kept", "cycle", "revealed")
    readonly_fields = ("kept",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[KeptValue]:
        return super().get_queryset(request).filter(hidden=False)

    @admin.display(description="value")
    def kept(self, value: KeptValue) -> str:
        return _in_words(from_columns(value.number, value.members))


@admin.register(ValueChange)
class ValueChangeAdmin(ReadOnlyAdmin):
    secret = ("before", "after", "members_before", "members_after", "hidden")
    called = ("change of a value", "changes of values")
    labels = {"holder": "belongs to", "key": "kept for", "place": "place in the entry"}
    helps = {"place": "0 is the first change of the entry."}
    list_display = ("name", "holder", "key", "was", "became", "by")
    list_filter = (CycleOfEntryFilter,)
    list_select_related = ("entry",)
    search_fields = ("name", "holder", "key")
    ordering = ("-pk",)
    fields = (("name", "holder", "key"), ("was", "became"), ("by", "place"))
    readonly_fields = ("was", "became", "by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ValueChange]:
        return super().get_queryset(request).filter(hidden=False)

    @admin.display(description="entry", ordering="entry")
    def by(self, change: ValueChange) -> SafeString:
        return row_link(change.entry)

    @admin.display(description="before")
    def was(self, change: ValueChange) -> str:
        return _in_words(from_columns(change.before, change.members_before))

    @admin.display(description="after")
    def became(self, change: ValueChange) -> str:
        if change.after is None:
            return "no longer kept"
        return _in_words(from_columns(change.after, change.members_after))


@admin.register(Failures)
class FailuresAdmin(ReadOnlyAdmin):
    called = ("rule that failed", "rules that failed")
    labels = {"clause": "part of the rule", "times": "failures in a row", "reason": "why it last failed"}
    helps = {"reason": ""}
    list_display = ("clause", "times", "cycle")
    list_filter = (CycleFilter,)
    list_select_related = ("cycle",)
    search_fields = ("clause",)
    ordering = ("-pk",)
