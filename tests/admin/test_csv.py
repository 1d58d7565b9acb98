"""Lists of the admin as tables: what the list shows, and nothing that a spreadsheet would run."""

import csv
from collections import Counter
from datetime import datetime
from io import StringIO
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.db.models import Model
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from nomic.accounts.models import Person
from nomic.cycles.models import Entry
from nomic.inventory.models import Balance
from nomic.office import csv_download
from nomic.office.csv_download import cell
from nomic.players.models import Player
from tests.admin.conftest import Hall
from tests.admin.test_pages import READ_ONLY, address

ALL = {"action": "download_csv", "select_across": "1"}


def table(client: Client, model: type[Model], rows: list[int] | None = None, **chosen: Any) -> list[dict[str, str]]:
    """The rows of a list by their columns' names."""
    found = rows if rows is not None else list(model._default_manager.values_list("pk", flat=True)[:1])
    data = {"action": "download_csv", "_selected_action": found, **chosen}
    answer = client.post(address(model, "changelist"), data)
    assert answer["Content-Type"].startswith("text/csv"), answer.content[:300]
    text = answer.content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline="")))


@pytest.mark.parametrize("model", READ_ONLY, ids=lambda model: model.__name__)
def test_every_list_can_be_downloaded_as_it_is_shown(admin_client: Client, full_hall: Hall, model: type[Model]) -> None:
    """With all of its columns, and none that is secret."""
    page: Any = admin.site._registry[model]
    assert not set(page.list_display) & set(page.secret)
    if not model._default_manager.exists():
        return
    (row,) = table(admin_client, model)
    assert [name.removesuffix(" (UTC)") for name in row] == [
        label_for_field(name, model, page) for name in page.list_display
    ]


def test_a_table_has_the_rows_that_are_chosen_or_all_that_are_filtered(admin_client: Client, full_hall: Hall) -> None:
    two = list(Balance.objects.order_by("pk").values_list("pk", flat=True)[:2])
    assert len(table(admin_client, Balance, two)) == 2
    everything = table(admin_client, Balance, two, select_across="1")
    assert len(everything) == Balance.objects.count()
    amounts = {(row["holder"], row["item"]): row["amount"] for row in everything}
    held = Balance.objects.filter(cycle=full_hall.cycle.pk).latest("pk")
    assert amounts[held.holder, held.item] == str(held.amount)


def test_a_whole_page_means_all_pages(admin_client: Client, full_hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """And only those that the search has found; some of a page are only those."""
    monkeypatch.setattr(admin.site._registry[Entry], "list_per_page", 3)
    page = list(Entry.objects.order_by("-pk").values_list("pk", flat=True)[:3])
    assert len(table(admin_client, Entry, page)) == Entry.objects.filter(cycle__fork_of=None).count() > 3
    assert len(table(admin_client, Entry, page[:2])) == 2
    entries = Entry.objects.filter(cycle__fork_of=None).exclude(actor="")
    actor = Counter(entries.values_list("actor", flat=True)).most_common(1)[0][0]
    mine = list(entries.filter(actor=actor).order_by("-pk").values_list("pk", flat=True))
    data = {"action": "download_csv", "_selected_action": mine[:3]}
    answer = admin_client.post(f"{address(Entry, 'changelist')}?q={actor}", data)
    found = list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"), newline="")))
    assert [row["who"] for row in found].count(actor) == len(mine) > 3
    assert len(found) < Entry.objects.filter(cycle__fork_of=None).count()


def test_times_are_those_of_the_visitors_zone(admin_client: Client, full_hall: Hall) -> None:
    """Without letters that a spreadsheet does not read, and the head says which zone it is."""
    Person.objects.update(zone="Asia/Tokyo")
    entry = Entry.objects.earliest("pk")
    (row,) = table(admin_client, Entry, [entry.pk])
    assert datetime.fromisoformat(row["time (Asia/Tokyo)"]).replace(tzinfo=ZoneInfo("Asia/Tokyo")) == entry.at.replace(
        microsecond=0
    )
    assert "T" not in row["time (Asia/Tokyo)"]


def test_too_long_a_table_is_refused_in_words(
    admin_client: Client, full_hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_download, "MAX_ROWS", 2)
    chosen = list(Entry.objects.values_list("pk", flat=True)[:3])
    data = {"action": "download_csv", "_selected_action": chosen}
    answer = admin_client.post(address(Entry, "changelist"), data, follow=True)
    assert "A table has at most 2 rows." in answer.content.decode()


def test_a_name_is_no_formula(admin_client: Client, full_hall: Hall) -> None:
    player = Player.objects.filter(cycle=full_hall.cycle.pk).earliest("pk")
    Player.objects.filter(pk=player.pk).update(name="=1+1")
    (row,) = table(admin_client, Player, [player.pk])
    assert "'=1+1" in row.values()
    assert "=1+1" not in row.values()


@given(text=st.text(max_size=20))
def test_no_text_is_run_and_none_is_lost(text: str) -> None:
    """What begins like a formula begins with a quote then; all other text is as it was."""
    shown = cell(text)
    assert shown.removeprefix("'") == text.removeprefix("'") or shown == f"'{text}"
    assert not shown.lstrip(" ").startswith(csv_download.FORMULA)


def test_numbers_stay_numbers() -> None:
    assert [cell(value) for value in (-5, 2.5, True, None)] == [-5, 2.5, "yes", ""]
