"""What staff may look at and nobody may change: a cycle changes only by its journal, by a correction too."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


class _ReadOnly:
    """Nobody adds, changes or deletes; every member of the staff may look: what cycles hold is public anyway."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and request.user.is_staff)


class ReadOnlyAdmin(_ReadOnly, admin.ModelAdmin):
    """Pages to look at. `secret` names columns neither shown nor searched, so that nobody can guess at them either."""

    secret: tuple[str, ...] = ()
    list_per_page = 50
    show_full_result_count = False  # one count less on tables that only ever grow

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return (*self.secret, *(super().get_exclude(request, obj) or ()))

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """An address like ?seed__startswith=a0 would give a secret away, one character after the other."""
        return lookup.partition("__")[0] not in self.secret and super().lookup_allowed(lookup, value, request)


class ReadOnlyInline(_ReadOnly, admin.TabularInline):
    """Rows of another table on the page of what they belong to."""

    extra = 0
    can_delete = False


def pretty_json(attribute: str) -> Callable[[Any, Model], SafeString]:
    """A read-only field that writes a JSON column out over several lines."""

    @admin.display(description=attribute.replace("_", " "))
    def show(self: Any, row: Model) -> SafeString:
        return format_html("<pre>{}</pre>", json.dumps(getattr(row, attribute), ensure_ascii=False, indent=1))

    return show


def row_link(row: Model) -> SafeString:
    """A link to a row's page in the admin."""
    address = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, row)


def related_links(row: Model) -> SafeString:
    """Links to the lists of everything that belongs to a row, as far as the admin shows it."""
    links = []
    for relation in row._meta.related_objects:
        model = relation.related_model
        if admin.site.is_registered(model) and model is not type(row):
            address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
            query = urlencode({f"{relation.field.name}__{relation.field.target_field.name}__exact": row.pk})
            links.append((address, query, model._meta.verbose_name_plural))
    return format_html_join(" · ", '<a href="{}?{}">{}</a>', links)
