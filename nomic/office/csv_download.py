"""CSV download of a list in the admin site: the selected rows, with the columns that the list shows.

If all rows of a page are selected, the rows of all pages are downloaded.
"""

import csv
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import admin, messages
from django.contrib.admin.utils import label_for_field, lookup_field
from django.core.exceptions import FieldDoesNotExist
from django.db.models import DateTimeField, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from nomic.accounts.roles import Duty, has_duty

MAX_ROWS = 20_000
MAX_ENTRIES = 5_000  # of a journal, the newest, because each can have many words
# Spreadsheets run a text that begins so as a formula; the wide ones are those of East Asian keyboards.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@admin.action(
    description="Download as a table (CSV; if you select a whole page, all pages are included)", permissions=["view"]
)
def download_csv(page: Any, request: HttpRequest, rows: QuerySet[Model]) -> HttpResponse | None:
    """Return the selected rows as CSV, or None, with a message on the list, if there are more than MAX_ROWS.

    Times are in the visitor's zone, which is named in the headings of columns with times.
    """
    shown = page.get_changelist_instance(request)
    if len(set(request.POST.getlist("_selected_action"))) == len(shown.result_list) < shown.result_count:
        rows = shown.get_queryset(request)
    if len(rows[: MAX_ROWS + 1].values_list("pk")) > MAX_ROWS:
        messages.error(request, f"A table has at most {MAX_ROWS} rows. Filter or search the list first.")
        return None
    names, zone = page.get_list_display(request), zone_of(request)
    head = [_heading(name, page, zone) for name in names]
    return table_file(page.opts.model_name, head, ([_shown(name, row, page) for name in names] for row in rows), zone)


def table_file(name: str, head: Sequence[str], rows: Iterable[Sequence[Any]], zone: str) -> HttpResponse:
    """Return rows as a CSV file. Instants are in this zone, which a heading should name."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    answer.write("\ufeff")  # tells spreadsheets that this is UTF-8
    table = csv.writer(answer)
    table.writerow([cell(each) for each in head])
    for row in rows:
        table.writerow([cell(each, ZoneInfo(zone)) for each in row])
    return answer


def zone_of(request: HttpRequest) -> str:
    """Return the visitor's time zone, UTC by default."""
    return getattr(request.user, "zone", "") or "UTC"


def wants_table(request: HttpRequest) -> bool:
    """Return whether a member of staff asks for the page's list as CSV, by `?as=csv`. Others get the page."""
    return request.GET.get("as", "") == "csv" and has_duty(request.user, Duty.LOOK)


def _heading(name: str, page: Any, zone: str) -> str:
    """Return the label of a column, followed by the zone if the column has times."""
    label = str(label_for_field(name, page.model, page))
    try:
        is_time = isinstance(page.model._meta.get_field(name), DateTimeField)
    except FieldDoesNotExist:
        is_time = False
    return f"{label} ({zone})" if is_time else label


def _shown(name: str, row: Model, page: Any) -> Any:
    """Return what a column of the list shows for a row. A field with choices shows the label of its choice."""
    field, _, value = lookup_field(name, row, page)
    choices = dict(getattr(field, "flatchoices", ()))
    return choices.get(value, value) if choices else value


def cell(value: Any, zone: tzinfo = UTC) -> Any:
    """Return a value as a CSV cell. Texts are escaped so that no spreadsheet treats them as formulas.

    An instant becomes a local date and time, which spreadsheets recognise.
    """
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.astimezone(zone).replace(tzinfo=None).isoformat(sep=" ", timespec="seconds")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return value
    text = strip_tags(value) if isinstance(value, SafeString) else str(value)
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text
