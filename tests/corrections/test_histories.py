"""What a correction replaced stays readable, and is linked from and to the journal."""

from typing import Any

from django.test import Client
from django.urls import reverse

from nomic.cycles.models import Entry
from tests.corrections.conftest import Told, adopt
from tests.support.hall import ADMIN, Hall


def page(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_the_old_history_stays_readable_and_is_linked_both_ways(cast: Hall, told: Told) -> None:
    """Of two corrections each has its own; what stands leads to where it does, the rest says that it does not."""
    cast.grant("eve", "Vertebra", 30)
    heads, rows = [], []
    for name in ("ada", "bob"):
        bought = cast.do(name, "buy", offer="Handy Pack")
        cast.do("eve", "buy", offer="Handy Pack")
        row = told({"do": "void", "entry": bought.key})
        heads.append(cast.cycle.head)
        adopt(cast, row)
        rows.append(row)
    retold = list(Entry.objects.filter(cycle=cast.pk, action="tell-corrected").order_by("seq"))
    for head, row, entry, name in zip(heads, rows, retold, ("ada", "bob"), strict=True):
        address = f"/c/hall/histories/{head[:12]}/"
        assert address in page(f"/c/hall/journal/{entry.seq}/")
        assert address in page(f"/c/hall/corrections/{row.code}/")
        shown = page(address)
        assert f"/c/hall/journal/{entry.seq}/" in shown
        assert f"{name} buys" in shown
        assert shown.count("not in the journal now") == 1
        assert head in shown
    adopted = Entry.objects.filter(cycle=cast.pk, action="adopt-correction").latest("seq")
    assert f"/c/hall/corrections/{rows[1].code}/" in page(f"/c/hall/journal/{adopted.seq}/")


def test_there_is_no_other_history(cast: Hall, told: Told) -> None:
    """Neither a fork that is looked at, nor one that was dropped, nor odd addresses; odd pages are the first."""
    bought = cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "void", "entry": bought.key})
    assert row.fork is not None
    for named in (row.head[:12], "0" * 12, "nothing", row.fork.slug[-12:]):
        assert Client().get(f"/c/hall/histories/{named}/").status_code == 404
    head = cast.cycle.head
    adopt(cast, row)
    for after in ("x", "²", "-1", "9" * 40):
        assert "not in the journal now" in page(f"/c/hall/histories/{head[:12]}/?after={after}")
    assert "Nothing more was said" in page(f"/c/hall/histories/{head[:12]}/?after=99999")


def test_the_api_lists_old_histories_and_reads_one(cast: Hall, told: Told) -> None:
    """With the correction that replaced it, and for every entry where it stands now; the newest first, by pages."""
    cast.grant("eve", "Vertebra", 30)
    rows, heads = [], []
    for name in ("ada", "bob"):
        bought = cast.do(name, "buy", offer="Handy Pack")
        cast.do("eve", "buy", offer="Handy Pack")
        rows.append(told({"do": "void", "entry": bought.key}))
        heads.append(cast.cycle.head)
        adopt(cast, rows[-1])
    listed = read("histories/")["items"]
    assert [(each["head"], each["correction"], each["why"], each["undone"]) for each in listed] == [
        (heads[1], rows[1].code, "correction", 1),
        (heads[0], rows[0].code, "correction", 1),
    ]
    assert read("histories/?limit=1")["items"] == listed[:1]
    assert read(f"histories/?before={listed[0]['told_by']}")["items"] == listed[1:]
    old = read(f"histories/{listed[0]['name']}/")
    assert old["items"][0]["seq"] == listed[0]["first"]
    assert "bob buys" in old["items"][0]["words"][0]
    assert [each["now"] is None for each in old["items"]] == [True, False, False]
    assert (old["told_by"], old["next"]) == (listed[0]["told_by"], None)
    assert read(f"histories/{listed[0]['name']}/?after={listed[0]['last']}")["items"] == []
    detail = read(f"corrections/{rows[1].code}/")
    assert (detail["history"], detail["told_by"]) == (listed[0]["name"], listed[0]["told_by"])


def test_the_api_knows_no_other_history(cast: Hall, told: Told) -> None:
    """An open correction has none; what is no name of one is not found."""
    row = told({"do": "void", "entry": cast.do("ada", "buy", offer="Handy Pack").key})
    assert read("histories/") == {"items": [], "next": None}
    assert read(f"corrections/{row.code}/")["history"] is None
    for named in (row.head[:12], "0" * 12, "nothing"):
        assert Client().get(f"/api/v1/cycles/hall/histories/{named}/").status_code == 404
    assert Client().get("/api/v1/cycles/hall/histories/?before=x").status_code == 422


def test_admins_are_led_to_what_a_correction_replaced(cast: Hall, told: Told, admin_client: Client) -> None:
    """Once it was adopted, and not before."""
    row = told({"do": "void", "entry": cast.do("ada", "buy", offer="Handy Pack").key})
    address = reverse("admin:corrections_correction_change", args=[row.pk])
    assert "/histories/" not in admin_client.get(address).content.decode()
    head = cast.cycle.head
    adopt(cast, row)
    assert f'href="/c/hall/histories/{head[:12]}/"' in admin_client.get(address).content.decode()


def read(path: str) -> dict[str, Any]:
    answer = Client().get(f"/api/v1/cycles/hall/{path}")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_a_record_says_since_when_whatever_its_entries_are_numbered_later(cast: Hall, told: Told) -> None:
    """A later correction that takes an older act back moves all numbers; the instant stays true."""
    older = cast.do("ada", "buy", offer="Handy Pack")
    cast.clock.wait(hours=1)
    granted = cast.do(ADMIN, "correct-grant", player="ada", item="Chip", count=1, reason="x")
    words = f"What happened since {granted.at:%A %d %B, %H:%M} UTC was played again with the correction."
    cast.clock.wait(hours=1)
    adopt(cast, told({"do": "change", "entry": granted.key, "args": {**granted.args, "count": 2}}))
    (record,) = cast.entries("tell-corrected")
    assert record.words[0] == words
    adopt(cast, told({"do": "void", "entry": older.key}))
    first, second = cast.entries("tell-corrected")
    assert first.words[0] == words
    assert first.seq < record.seq
    assert second.words[0].startswith(f"What happened since {older.at:%A %d %B, %H:%M} UTC")
    cast.is_sound()
