"""Read-only pages of the admin. A cycle changes only by its journal, even for corrections."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.admin.options import InlineModelAdmin
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Model
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


class PlainLabels:
    """Mixin for admin pages: plain words for a table and its columns.

    `called` holds the words for one row and for several, `labels` those for columns, and `helps` the texts below
    fields. The models' own words are for engineers. Changing the words here needs no migration.
    """

    called: tuple[str, str] | None = None
    labels: Mapping[str, str] = {}
    helps: Mapping[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        table: Any = self.model._meta  # type: ignore[attr-defined]
        if self.called is not None:
            table.verbose_name, table.verbose_name_plural = self.called
            page: Any = self
            if isinstance(page, InlineModelAdmin):  # which has read the table's words already
                page.verbose_name, page.verbose_name_plural = self.called
        for name, label in self.labels.items():
            table.get_field(name).verbose_name = label

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change=change, help_texts=self.helps, **kwargs)  # type: ignore[misc]


class _ReadOnly:
    """Mixin that forbids adding, changing and deleting.

    All staff may view, because the contents of cycles are public.
    """

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and request.user.is_staff)


class DeletesParts(admin.ModelAdmin):
    """Admin page whose rows are deleted together with their dependent rows, which cannot be deleted separately."""

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Return what a deletion would also delete, without requiring permissions for the dependent rows."""
        listed, counts, _, protected = super().get_deleted_objects(objs, request)
        return listed, counts, set(), protected


class KeepsSecrets(admin.ModelAdmin):
    """Admin page whose `secret` columns are neither displayed nor searchable, so that values cannot be guessed."""

    secret: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Return whether a lookup is permitted. Lookups that reach a secret column of any admin page are not.

        An address like ?seed__startswith=a0 would disclose a secret character by character.
        """
        secrets = {
            (model, name) for model, page in self.admin_site._registry.items() for name in getattr(page, "secret", ())
        }
        return not secrets & set(_columns_of(self.model, lookup)) and super().lookup_allowed(lookup, value, request)


def _columns_of(model: type[Model], lookup: str) -> Iterator[tuple[type[Model], str]]:
    """Yield the columns on the path of a lookup such as `cycle__seeds__seed__startswith`."""
    for part in lookup.split(LOOKUP_SEP):
        try:
            column: Any = model._meta.pk if part == "pk" else model._meta.get_field(part)
        except FieldDoesNotExist:
            return
        yield model, column.name
        if column.related_model is None:
            return
        model = column.related_model


class ReadOnlyAdmin(PlainLabels, _ReadOnly, KeepsSecrets):
    """Read-only admin page. The fields in `for_engineers` are shown folded, below the others."""

    for_engineers: tuple[str, ...] = ()
    list_per_page = 50
    show_full_result_count = False  # saves a count on tables that only grow

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return (*self.secret, *(super().get_exclude(request, obj) or ()))

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        sets = super().get_fieldsets(request, obj)
        if not self.for_engineers:
            return sets
        return [*sets, ("For engineers", {"fields": self.for_engineers, "classes": ("collapse",)})]


class ReadOnlyInline(PlainLabels, _ReadOnly, admin.TabularInline):
    """Read-only rows of a related table on an admin page."""

    extra = 0
    can_delete = False


def pretty_json(attribute: str, label: str = "") -> Callable[[Any, Model], SafeString]:
    """Return a read-only field that shows a JSON column on several lines."""

    @admin.display(description=label or attribute.replace("_", " "))
    def show(self: Any, row: Model) -> SafeString:
        return format_html("<pre>{}</pre>", json.dumps(getattr(row, attribute), ensure_ascii=False, indent=1))

    return show


def row_link(row: Model) -> SafeString:
    """Return a link to a row's admin page."""
    address = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, row)


def related_links(row: Model) -> SafeString:
    """Return links to the lists of all rows that refer to this one, if the admin shows them."""
    links = []
    for relation in row._meta.related_objects:
        model = relation.related_model
        if admin.site.is_registered(model) and model is not type(row):
            address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
            query = urlencode({f"{relation.field.name}__{relation.field.target_field.name}__exact": row.pk})
            links.append((address, query, model._meta.verbose_name_plural))
    return format_html_join(" · ", '<a href="{}?{}">{}</a>', links)
