"""R66: what somebody plans can be learnt through no door before the period ends; then anybody can check it."""

import hashlib
import json
import re
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import KeyReused
from nomic.cycles.live import feed
from nomic.cycles.models import Entry
from nomic.cycles.sealed_arguments import commitment, revealed_arguments
from nomic.cycles.state_digest import canonical_json, state_of
from nomic.matches.models import MatchStep
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.render import render_page
from tests.support.dungeon_cycles import BLANKS, Delve, Open
from tests.support.hall import ADMIN, DAY, START
from tests.support.proofs import proof_of, verify_draws
from tests.support.signed_in import browser_of
from tests.verification.test_verify_draws import run

pytestmark = pytest.mark.django_db

PLAN = ("NE", "NW", "SW")
OTHER = ("climb", "enter 1", "SE")


@pytest.fixture
def deep(delve: Open) -> Delve:
    """Ada, Bob and Eve in a published cycle; the map is the same in all tests."""
    deep = delve("ada", "bob", "eve", pool=BLANKS)
    deep.hall.publish()
    deep.hall.actor(ADMIN)
    Person.objects.filter(username=ADMIN).update(is_superuser=True)
    return deep


def addresses(deep: Delve, who: str | None) -> list[str]:
    """Every address at which something of the match, its journal or its players can be read."""
    code, entries = deep.code, deep.hall.entries()
    cycle, api, match = "/c/hall", "/api/v1/cycles/hall", f"/api/v1/matches/{code}"
    found = [
        f"{cycle}/",
        f"{cycle}/players/",
        f"{cycle}/players/ada/",
        f"{cycle}/journal/",
        f"{cycle}/chance/",
        f"{cycle}/chance/draws.json",
        f"{cycle}/matches/",
        f"{cycle}/matches/{code}/",
        f"{cycle}/matches/{code}/replay/",
        f"{cycle}/matches/{code}/replay/?seat=ada",
        f"{api}/",
        f"{api}/players/",
        f"{api}/journal/",
        f"{api}/draws/",
        f"{api}/draws/export/",
        f"{match}/",
        f"{match}/log/",
        f"{match}/export/",
        "/api/v1/matches/",
    ]
    found += [f"{cycle}/journal/{entry.seq}/" for entry in entries]
    found += [f"{api}/journal/{entry.seq}/" for entry in entries]
    if who is not None:
        found += [f"{api}/actions/", "/notices/", "/api/v1/notices/"]
    if who == ADMIN:
        rows = [("cycles", "entry", entry.pk) for entry in entries] + [("matches", "match", deep.match.pk)]
        rows += [("matches", "matchstep", pk) for pk in MatchStep.objects.values_list("pk", flat=True)]
        found += [f"/admin/{app}/{model}/{pk}/change/" for app, model, pk in rows]
        found += ["/admin/cycles/entry/", "/admin/matches/match/", "/admin/matches/matchstep/"]
    return found


def read(deep: Delve, who: str | None) -> dict[str, str]:
    """All that somebody can read, by door; None is nobody in particular."""
    client = Client()
    if who is not None:
        client.force_login(Person.objects.get(username=who), backend="django.contrib.auth.backends.ModelBackend")
    found = {address: client.get(address) for address in addresses(deep, who)}
    texts = {
        address: response.getvalue().decode() for address, response in found.items() if response.status_code == 200
    }
    assert len(texts) > 25
    texts |= {f"wiki {page.title}": render_page(page) for page in WikiPage.objects.order_by("title")}
    texts["live"] = json.dumps(feed._entries("hall", 0))
    texts["digest"] = canonical_json(state_of(deep.hall.cycle))
    texts["refusal"] = str(
        deep.hall.refused("bob", "move", "few-escaped", match=deep.code, move={"kind": "new-dungeon"})
    )
    bad = deep.hall.bad("bob", "move", "answers/0", match=deep.code, move={"kind": "plan"}, answers=[["up"]])
    texts["bad"] = str([(error.field, error.detail) for error in bad.errors])
    return texts


def as_read_after(deep: Delve, plan: tuple[str, ...], who: str | None) -> dict[str, str]:
    """All that somebody can read once Ada has made this plan, less what is random anyway; then it is as if unmade."""
    with transaction.atomic():
        entry = deep.plan("ada", *plan)
        texts = read(deep, who)
        transaction.set_rollback(True)
    random = [entry.args["answers"]["commitment"], entry.key, entry.digest]
    return {re.sub(r"\d+", "#", door): _plain(text, random) for door, text in texts.items()}


def _plain(text: str, random: list[str]) -> str:
    for word in random:
        text = text.replace(word, "…")
    text = re.sub(
        r"nonce=\W*[\w+/=]+|csrf\w+\W+(value=\W+)?\w+|name=\"(idempotency_key|once)\" value=\"\w+\"", "", text
    )
    return re.sub(r"/(entry|match|matchstep)/\d+/|(\b(id|pk)|id__exact)\W+\d+", "", text)


@pytest.mark.parametrize("who", ["bob", None, ADMIN])
def test_what_others_read_does_not_depend_on_what_is_planned(deep: Delve, who: str | None) -> None:
    """Neither another player, nor a stranger, nor an admin: every page, answer, stream and refusal is the same."""
    one, other = as_read_after(deep, PLAN, who), as_read_after(deep, OTHER, who)
    assert one.keys() == other.keys()
    for door, text in one.items():
        assert text == other[door], door


def test_whose_plan_it_is_sees_it_and_nobody_else(deep: Delve) -> None:
    """As the match's view has it for the seat that asks."""
    deep.plan("ada", *PLAN)
    shown = {}
    for who in ("ada", "bob"):
        client = browser_of(who)
        shown[who] = client.get(f"/api/v1/matches/{deep.code}/").json()["view"]["plan"]
    assert [step["do"] for step in shown["ada"]] == list(PLAN)
    assert shown["bob"] is None


def test_when_the_period_ends_every_plan_of_it_is_opened_and_can_be_checked(deep: Delve) -> None:
    """The one that counted, the one it was put in place of, and one that was taken back: the record is whole."""
    entries = [deep.plan("ada", *OTHER), deep.plan("ada", *PLAN), deep.plan("bob", "E")]
    deep.move("bob", "withdraw-plan")
    assert revealed_arguments(entries) == {}
    deep.hall.to(START + DAY)
    public = revealed_arguments(entries)
    assert [public[entry.pk]["answers"]["value"] for entry in entries] == [
        [[each] for each in OTHER],
        [[each] for each in PLAN],
        [["E"], ["wait"], ["wait"]],
    ]
    anybody = Client()
    for entry in entries:
        told = anybody.get(f"/api/v1/cycles/hall/journal/{entry.seq}/").json()
        text = json.dumps(told)
        sealed = public[entry.pk]["answers"]
        assert sealed["salt"] in text
        written = sealed["salt"] + json.dumps(sealed["value"], separators=(",", ":"))
        assert hashlib.sha256(written.encode()).hexdigest() == entry.args["answers"]["commitment"]
        assert commitment(sealed["value"], sealed["salt"]) in text
        assert sealed["salt"] in anybody.get(f"/c/hall/journal/{entry.seq}/").content.decode()
    assert deep.explorer("ada").at is not None


def test_a_plan_of_the_next_period_stays_sealed_when_one_ends(deep: Delve) -> None:
    """Only what was planned for the period that ended is opened, at every end anew."""
    first = deep.plan("ada", *PLAN)
    deep.hall.to(START + DAY)
    second = deep.plan("ada", *PLAN)
    assert set(revealed_arguments([first, second])) == {first.pk}
    deep.hall.to(START + 2 * DAY)
    assert set(revealed_arguments([first, second])) == {first.pk, second.pk}


def test_anybody_can_play_the_match_again_once_all_is_open(deep: Delve, tmp_path: Any) -> None:
    """From its export alone; before, an export goes no further than the first sealed plan."""
    deep.plan("ada", *PLAN)
    deep.hall.to(START + DAY)
    file = tmp_path / "match.json"
    file.write_bytes(Client().get(f"/api/v1/matches/{deep.code}/export/").content)
    call_command("replay_match", str(file))
    deep.plan("ada", *PLAN)
    sealed = Client().get(f"/api/v1/matches/{deep.code}/export/").json()
    assert (sealed["steps"][-1]["answers"], sealed["position"]) == (None, None)


def test_levels_and_plans_are_verified_by_the_readers_script(deep: Delve) -> None:
    """Once the phase is over, every draw is computed again; every opened plan has its commitment."""
    deep.plan("ada", *PLAN)
    deep.hall.to(START + 3 * DAY)
    deep.plan("bob", *OTHER)
    report = verify_draws.verify(proof_of(deep.hall.cycle))
    assert (report.failures, report.seals, report.closed) == ([], 1, 1)
    code, said = run(stdin=json.dumps(proof_of(deep.hall.cycle)))
    assert (code, said.splitlines()[-1]) == (0, "Nothing is wrong.")
    assert len(deep.hall.entries("join")[0].draws) == 60


def test_a_key_that_was_used_tells_nothing_of_the_plan_it_was_used_for(deep: Delve) -> None:
    """Sent again it is the same act; with another plan it is refused; for anybody else it is a key like any other."""

    def send(name: str, *did: str) -> Entry:
        args = {"match": deep.code, "move": {"kind": "plan"}, "answers": deep.answers(*did)}
        return perform("hall", deep.hall.actor(name), "move", args, idempotency_key="plan-1").entry

    first = send("ada", *PLAN)
    assert send("ada", *PLAN).seq == first.seq
    with pytest.raises(KeyReused) as reused:
        send("ada", *OTHER)
    assert not any(step in str(reused.value) for step in PLAN)
    assert send("bob", *OTHER).seq == first.seq + 1
    assert len(deep.hall.entries("move")) == 2


def test_a_replay_in_the_middle_of_a_period_is_the_same(deep: Delve) -> None:
    """With the sealed plans, and their salts; the state that is compared has commitments in their places."""
    deep.plan("ada", *PLAN)
    deep.hall.is_sound()
    deep.hall.to(START + DAY)
    deep.plan("bob", *OTHER)
    deep.hall.is_sound()
