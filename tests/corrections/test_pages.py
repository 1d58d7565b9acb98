"""The pages of corrections, and the API: everybody looks, whoever may correct decides, and no secret is told."""

import json
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from exoptosis.law.shop_catalogues import Shop
from nomic.corrections.models import Correction
from nomic.cycles.actions.registry import action_named
from nomic.cycles.models import Cycle, Entry, ForkSeed, PhaseSeed
from tests.corrections.conftest import Told, adopt, tell
from tests.support.hall import ADMIN, Hall
from tests.support.signed_in import browser_of

LIST = "/c/hall/corrections/"


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_correction_from_the_journals_entry_to_its_adoption(cast: Hall) -> None:
    """By forms alone: void the purchase, drop the opening that needs it, adopt."""
    bought = cast.do("ada", "buy", offer="Handy Pack")
    opened = cast.do("ada", "open-pack", pack="Handy Pack")
    cast.actor(ADMIN)
    keeper, ada = browser_of(ADMIN), browser_of("ada")
    assert "Correct this…" in page_of(keeper, f"/c/hall/journal/{bought.seq}/")
    assert "Correct this…" not in page_of(ada, f"/c/hall/journal/{bought.seq}/")
    new = f"{LIST}new/?entry={bought.seq}"
    assert "as if it had never been done" in page_of(keeper, new)
    refused = ada.post(new, {"do": "void", "reason": "mine"})
    assert refused.status_code == 422
    assert "Only an admin" in refused.content.decode()
    answer = keeper.post(new, {"do": "void", "reason": "a <slip>"})
    row = Correction.objects.get()
    address = f"{LIST}{row.code}/"
    assert (answer.status_code, answer["Location"]) == (302, address)
    waiting = page_of(ada, address)
    assert "The journal is being replayed" in waiting
    assert "a &lt;slip&gt;" in waiting
    tell(cast)
    shown = page_of(ada, address)
    assert f'href="/c/hall/journal/{opened.seq}/"' in shown
    assert "Replay with this" not in shown
    choose = f"{address}choose/"
    bad = {"do": "choose", f"choice-{opened.seq}": "change", f"args-{opened.seq}": "[", "reason": "x"}
    assert keeper.post(choose, bad).status_code == 409
    assert keeper.post(choose, {"do": "adopt", "reason": "x"}).status_code == 409
    keeper.post(choose, {"do": "choose", f"choice-{opened.seq}": "void", "reason": "no pack"})
    tell(cast)
    assert "Adopt the correction" in page_of(keeper, address)
    assert "Adopt the correction" not in page_of(ada, address)
    assert ada.post(choose, {"do": "adopt", "reason": "x"}).status_code == 409
    done = keeper.post(choose, {"do": "adopt", "reason": "agreed", "version": "2"})
    assert done.status_code == 302
    assert "As it would be" in shown
    now = page_of(Client(), address)
    assert "adopted by keeper" in now
    assert ("What it changed" in now, "As it became" in now, "As it would be" in now) == (True, True, False)
    assert row.code in page_of(Client(), LIST)
    assert not cast.cards("ada")
    cast.is_sound()


def test_a_second_edit_is_added_to_the_open_correction_and_an_act_inserted(cast: Hall) -> None:
    cast.actor(ADMIN)
    entry = cast.do("ada", "buy", offer="Handy Pack")
    keeper = browser_of(ADMIN)
    keeper.post(f"{LIST}new/?entry={entry.seq}", {"do": "void", "reason": "x"})
    now = cast.clock.now.strftime("%Y-%m-%dT%H:%M")
    insert = {"do": "insert", "actor": "bob", "action": "buy", "args": '{"offer": "Handy Pack"}', "at": now}
    wrong = keeper.post(f"{LIST}new/", {**insert, "action": "sell", "reason": "y"})
    assert "there is no such action" in wrong.content.decode()
    assert keeper.post(f"{LIST}new/", {**insert, "reason": "y"}).status_code == 302
    row = tell(cast)
    assert [edit["do"] for edit in row.edits] == ["void", "insert"]
    keeper.post(f"{LIST}{row.code}/choose/", {"do": "drop", "reason": "never mind"})
    assert Cycle.objects.count() == 1


def test_an_act_done_elsewhere_is_inserted_without_data(cast: Hall) -> None:
    """Choose what was done, then who, when and how, in fields. The hand of the player is not offered."""
    cast.actor(ADMIN)
    keeper = browser_of(ADMIN)
    card = cast.grant_card("ada").code
    cast.do("ada", "buy", offer="Handy Pack")
    first = page_of(keeper, f"{LIST}new/")
    assert '<option value="buy">' in first
    assert '<option value="correct-grant">' in first
    assert "see-as-player" not in first
    assert "correct-grant" not in page_of(browser_of("ada"), f"{LIST}new/")
    second = page_of(keeper, f"{LIST}new/?action=buy&ruling=1")
    assert 'name="with-offer"' in second
    assert '<option value="Handy Pack">' in second
    assert '<option value="bob">' in second
    assert card not in page_of(keeper, f"{LIST}new/?action=burn-card")
    now = cast.clock.now.strftime("%Y-%m-%dT%H:%M")
    sent = {"do": "insert", "action": "buy", "actor": " BOB ", "at": now, "args": "{}", "reason": "said on Discord"}
    missing = keeper.post(f"{LIST}new/?action=buy", {**sent, "with-offer": ""})
    assert missing.status_code == 422
    assert "This field is required" in missing.content.decode()
    assert not Correction.objects.exists()
    assert keeper.post(f"{LIST}new/?action=buy", {**sent, "actor": ""}).status_code == 422
    mistyped = keeper.post(f"{LIST}new/?action=join", {**sent, "action": "join", "actor": "bbo"})
    assert (mistyped.status_code, Correction.objects.count()) == (422, 0)
    assert "There is no account called bbo. They need one first." in mistyped.content.decode()
    done = keeper.post(f"{LIST}new/?action=buy", {**sent, "with-offer": "Handy Pack", "with-count": "1"})
    assert done.status_code == 302
    row = tell(cast)
    assert (row.edits[0]["actor"], row.edits[0]["args"]) == ("bob", {"offer": "Handy Pack", "count": 1})
    page = page_of(keeper, f"{LIST}{row.code}/")
    assert "bob buys from the Croupier on <time" in page
    assert f">{cast.clock.now:%A}" in page
    assert f"</time>: “{action_named('buy', cast.cycle.law).summary}”" in page
    adopt(cast, row)
    assert cast.has("bob", "Handy Pack") == 1
    cast.is_sound()


def test_the_api_tells_of_corrections(cast: Hall, told: Told) -> None:
    """The list in pages, and one with its difference."""
    entry = cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "void", "entry": entry.key})
    cast.do(ADMIN, "drop-correction", correction=row.code, reason="no")
    assert "As it would have been" in page_of(Client(), f"{LIST}{row.code}/")
    second = told({"do": "void", "entry": entry.key})
    client = Client()
    listed = client.get("/api/v1/cycles/hall/corrections/?limit=1").json()
    assert [each["code"] for each in listed["items"]] == [second.code]
    assert [each["status"] for each in client.get(listed["next"]).json()["items"]] == ["dropped"]
    shown = client.get(f"/api/v1/cycles/hall/corrections/{second.code}/").json()
    assert shown["edits"][0]["entry"] == entry.key
    items = next(kind for kind in shown["difference"] if kind["title"] == "Items")
    assert {"what": "ada: Handy Pack", "before": "1", "after": ""} in items["rows"]
    assert client.get("/api/v1/cycles/hall/corrections/nothing/").status_code == 404


def test_no_door_tells_a_secret(cast: Hall, told: Told) -> None:
    """Neither the seed of the fork, nor those of phases, before their time; nor can the fork be opened."""
    entry = cast.do("ada", "buy", offer="Handy Pack")
    insert = {"do": "insert", "actor": "ada", "action": "open-pack", "args": {"pack": "Handy Pack"}}
    row = told({**insert, "at": cast.clock.now.isoformat()}, {"do": "keep", "entry": entry.key})
    secrets = [seed.seed for seed in [*PhaseSeed.objects.filter(revealed_at=None), *ForkSeed.objects.all()]]
    assert row.fork is not None
    cast.actor(ADMIN)
    addresses = [
        LIST,
        f"{LIST}{row.code}/",
        f"/api/v1/cycles/hall/corrections/{row.code}/",
        "/c/hall/chance/draws.json",
    ]
    for client in (Client(), browser_of(ADMIN)):
        for address in addresses:
            answer = client.get(address)
            told_all = answer.getvalue().decode()
            assert not [secret for secret in secrets if secret in told_all], address
        for address in (f"/c/{row.fork.slug}/", f"/api/v1/cycles/{row.fork.slug}/"):
            assert client.get(address).status_code == 404
        for page in ("correcting/correction", "cycles/forkseed"):
            answer = client.get(f"/admin/{page}/", follow=True)
            assert not [secret for secret in secrets if secret in answer.content.decode()], page
    adopt(cast, row)
    made = Entry.objects.get(cycle=cast.pk, action="open-pack")
    page = page_of(Client(), f"/c/hall/journal/{made.seq}/")
    assert ForkSeed.objects.get().seed in page
    assert row.commitment in page


@pytest.mark.parametrize("address", [LIST, "one"])
def test_pages_ask_as_often_however_many_there_are(cast: Hall, told: Told, address: str) -> None:
    entry = cast.do("ada", "buy", offer="Handy Pack")
    counts = []
    for _ in range(2):
        row = told({"do": "void", "entry": entry.key})
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page_of(Client(), LIST if address == LIST else f"{LIST}{row.code}/")
        counts.append(len(asked))
        cast.do(ADMIN, "drop-correction", correction=row.code, reason="x")
    assert counts[0] == counts[1] <= 15


def test_a_change_is_typed_in_the_fields_of_the_act(cast: Hall) -> None:
    """Its values are there as they were; data is taken only if it was changed; bad values are said at their field."""
    entry = cast.do(ADMIN, "correct-grant", player="ada", item="Chip", count=3, reason="for the duel")
    address, keeper = f"{LIST}new/?entry={entry.key}", browser_of(ADMIN)
    shown = keeper.get(address)
    values = shown.context["form"].values
    assert [(field.name, field.value()) for field in values.visible_fields()] == list(entry.args.items())
    fields = {f"with-{name}": value for name, value in entry.args.items()}
    form = {**fields, "do": "change", "reason": "11 was meant as 1", "args": shown.context["form"]["args"].value()}
    bad = keeper.post(address, {**form, "with-count": "0"})
    assert bad.status_code == 422
    assert bad.context["form"].values.errors["count"]
    assert not Correction.objects.exists()
    assert keeper.post(address, {**form, "with-count": "1"}).status_code == 302
    assert Correction.objects.get().edits[0]["args"] == {**entry.args, "count": 1}
    data = json.dumps({**entry.args, "count": 2})
    assert keeper.post(address, {**form, "args": data}).status_code == 302
    assert Correction.objects.get().edits[0]["args"] == {**entry.args, "count": 2}
    assert keeper.post(address, {**form, "do": "void"}).status_code == 302
    assert Correction.objects.get().edits[0]["do"] == "void"
    assert "is taken back." in keeper.get(f"{LIST}{Correction.objects.get().code}/").content.decode()


def test_a_change_offers_all_that_the_law_has(cast: Hall) -> None:
    """Not only what could be bought then; just the same values are refused."""
    entry = cast.do("ada", "buy", offer="Handy Pack")
    cast.actor(ADMIN)
    address, keeper = f"{LIST}new/?entry={entry.key}", browser_of(ADMIN)
    shown = keeper.get(address)
    values = shown.context["form"].values
    offered = {value for value, _ in values.fields["offer"].choices}
    assert offered - {""} == set(cast.cycle.law.section("shop", Shop).offers)
    assert "now" not in values.fields["count"].help_text
    form = {"do": "change", "reason": "it was another", "args": shown.context["form"]["args"].value()}
    same = keeper.post(address, {**form, "with-offer": "Handy Pack", "with-count": "1"})
    assert same.status_code == 422
    assert f"Entry {entry.seq} has just these values already." in same.content.decode()
    assert not Correction.objects.exists()
    other = min(offered - {"", "Handy Pack"})
    assert keeper.post(address, {**form, "with-offer": other, "with-count": "1"}).status_code == 302
    assert Correction.objects.get().edits[0]["args"]["offer"] == other


def test_an_impossible_act_gets_other_values_in_fields(cast: Hall) -> None:
    cast.grant("ada", "Vertebra", 50)
    bought = cast.do("ada", "buy", offer="Handy Pack")
    opened = cast.do("ada", "open-pack", pack="Handy Pack")
    cast.actor(ADMIN)
    keeper = browser_of(ADMIN)
    offers = cast.cycle.law.section("shop", Shop).offers
    other = next(name for name in sorted(offers) if name.endswith("Pack") and name != "Handy Pack")
    new = f"{LIST}new/?entry={bought.seq}"
    sent = {"do": "change", "reason": "slip", "args": json.dumps(bought.args), "with-offer": other, "with-count": "1"}
    assert keeper.post(new, sent).status_code == 302
    row = tell(cast)
    shown = page_of(keeper, f"{LIST}{row.code}/")
    assert f'name="with-{opened.seq}-pack"' in shown
    assert "ada would be told: “" in shown
    choose = {"do": "choose", f"choice-{opened.seq}": "change", f"args-{opened.seq}": "", "reason": "that one then"}
    same = keeper.post(f"{LIST}{row.code}/choose/", {**choose, f"with-{opened.seq}-pack": "Handy Pack"})
    assert "has just these values already" in same.content.decode()
    done = keeper.post(f"{LIST}{row.code}/choose/", {**choose, f"with-{opened.seq}-pack": other})
    assert done.status_code == 302
    edits = tell(cast).edits
    assert {edit["entry"]: edit["args"].get("pack") for edit in edits}[opened.key] == other


def test_an_act_is_moved_in_local_time(cast: Hall) -> None:
    """The form begins with the act's own time, takes a time in the chosen zone, and the page names the instant."""
    cast.actor(ADMIN)
    entry = cast.do("ada", "buy", offer="Handy Pack")
    cast.wait(hours=3)
    cast.do("bob", "buy", offer="Handy Pack")
    keeper, new = browser_of(ADMIN), f"{LIST}new/?entry={entry.seq}"
    form = page_of(keeper, new)
    assert f'value="{entry.at:%Y-%m-%dT%H:%M}' in form
    assert f'data-at="{entry.at.isoformat()}"' in form
    assert "data-own-zone" in form
    assert "own_zone" in form
    wanted = entry.at + timedelta(hours=1)
    local = wanted.astimezone(ZoneInfo("Asia/Tokyo")).replace(tzinfo=None)
    sent = {"do": "move", "at": local.isoformat(), "reason": "later"}
    assert keeper.post(new, {**sent, "zone": "Nowhere"}).status_code == 422
    assert keeper.post(new, {**sent, "at": "soon", "zone": "Asia/Tokyo"}).status_code == 422
    assert keeper.post(new, {**sent, "zone": "Asia/Tokyo"}).status_code == 302
    row = Correction.objects.get()
    assert datetime.fromisoformat(row.edits[0]["at"]) == wanted
    assert f'<time datetime="{wanted:%Y-%m-%dT%H:%M}' in page_of(keeper, f"{LIST}{row.code}/")


def test_a_correction_that_waits_says_what_it_is_about(cast: Hall) -> None:
    """Before it is worked out: the values that change, in words, and no count of nothing."""
    cast.actor(ADMIN)
    entry = cast.do("ada", "buy", offer="Handy Pack")
    keeper = browser_of(ADMIN)
    keeper.post(
        f"{LIST}new/?entry={entry.seq}",
        {"do": "change", "reason": "x", "with-offer": "Handy Pack", "with-count": "2"},
    )
    row = Correction.objects.get()
    shown = page_of(browser_of("ada"), f"{LIST}{row.code}/")
    assert "0 of 0" not in shown
    assert f"The journal has {cast.cycle.seq} entries." in shown
    assert "1 → <strong>2</strong>" in shown
    tell(cast)
    assert "1 → <strong>2</strong>" in page_of(keeper, f"{LIST}{row.code}/")


def test_a_dropped_correction_is_prepared_again_by_one_press(cast: Hall, told: Told) -> None:
    """With the same edits and reason; not while another is open, and not by a player."""
    entry = cast.do("ada", "buy", offer="Handy Pack")
    first = told({"do": "void", "entry": entry.key})
    cast.do(ADMIN, "drop-correction", correction=first.code, reason="no")
    address, keeper, ada = f"{LIST}{first.code}/", browser_of(ADMIN), browser_of("ada")
    assert "Prepare it again" in page_of(keeper, address)
    assert "Prepare it again" not in page_of(ada, address)
    assert ada.post(f"{address}choose/", {"do": "again"}).status_code == 409
    assert keeper.post(f"{address}choose/", {"do": "again"}).status_code == 302
    second = Correction.objects.first()
    assert second is not None
    assert second.code != first.code
    assert (second.edits, second.reason, second.is_open) == (first.edits, first.reason, True)
    waiting = page_of(keeper, address)
    assert f'Another correction is open: <a href="{LIST}{second.code}/">{second.reason}</a>.' in waiting
    assert 'value="again"' not in waiting
    assert keeper.post(f"{address}choose/", {"do": "again"}).status_code == 409
