"""Download of a list of the admin as CSV: the rows that were chosen, with the columns that the list shows."""

import csv
from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import label_for_field, lookup_field
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import strip_tags
from django.utils.safestring import SafeString

MAX_ROWS = 20_000
# Spreadsheets run a text that begins so as a formula; the wide ones are those of East Asian keyboards.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@admin.action(description="Download as a table (CSV)", permissions=["view"])
def download_csv(page: Any, request: HttpRequest, rows: QuerySet[Model]) -> HttpResponse | None:
    """Return the chosen rows as CSV. Above MAX_ROWS it only says so, and the list is shown again."""
    if len(rows[: MAX_ROWS + 1].values_list("pk")) > MAX_ROWS:
        messages.error(request, f"A table has at most {MAX_ROWS} rows. Filter or search the list first.")
        return None
    names = page.get_list_display(request)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{page.opts.model_name}.csv"'
    answer.write("\ufeff")  # tells spreadsheets that this is UTF-8
    table = csv.writer(answer)
    table.writerow([cell(label_for_field(name, page.model, page)) for name in names])
    for row in rows:
        table.writerow([cell(_shown(name, row, page)) for name in names])
    return answer


def _shown(name: str, row: Model, page: Any) -> Any:
    """Return what a column of the list shows of a row, which of a choice is its words."""
    field, _, value = lookup_field(name, row, page)
    choices = dict(getattr(field, "flatchoices", ()))
    return choices.get(value, value) if choices else value


def cell(value: Any) -> Any:
    """Return a value as a cell: numbers and instants as they are, and any text so that no spreadsheet runs it."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return value
    text = strip_tags(value) if isinstance(value, SafeString) else str(value)
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text
