"""Profiles and the hall of fame: what people have done in cycles that count."""

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.comments.models import Mute
from nomic.cycles.models import Cycle
from nomic.matches.models import Match, MatchSeat
from nomic.matches.practice.bot_characters import CHARACTERS
from nomic.proposals.models import Proposal
from nomic.recaps.how_it_ended import winners_of
from nomic.web.people.hall_of_fame import hall_of_fame
from nomic.web.people.portrait import portrait
from tests.support.hall import Hall, OpenCycle
from tests.support.signed_in import browser_of

RULE = {
    "op": "add",
    "path": "/rules/hum",
    "value": {"title": "Humming", "body": "One may hum.", "parent": None, "place": 900},
}


@pytest.fixture
def hall(cast: Hall) -> Hall:
    cache.clear()
    Cycle.objects.filter(pk=cast.pk).update(practice=False)
    return cast


def played(cycle: Cycle, code: str, *winners: str) -> None:
    match = Match.objects.create(
        cycle=cycle,
        code=code,
        game="tetromic",
        title="T",
        setup_revision=0,
        revision=0,
        state=b"",
        opened_seq=1,
        started_seq=1,
        opened_at=cycle.created_at,
        status="over",
        result={"ending": "won", "winners": list(winners)},
    )
    for place, name in enumerate(("ada", "bob")):
        MatchSeat.objects.create(match=match, player=name, place=place, status="in")


def browser(name: str) -> Client:
    client = Client()
    person = Person.objects.get_or_create(username=name)[0]
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.django_db
def test_a_profile_counts_games_and_proposals(hall: Hall) -> None:
    played(hall.cycle, "m1", "ada")
    played(hall.cycle, "m2", "bob", "ada")
    played(hall.cycle, "m3", "bob")
    hall.propose("ada", RULE)
    page = Client().get("/players/ADA/").content.decode()
    assert '<td class="number">3</td><td class="number">2</td>' in page
    assert "1 open" in page
    assert "Rules in force" not in page
    law = hall.cycle.law.document
    rule = next(iter(law["rules"]))
    Proposal.objects.update(status="enacted", amendments=[{"op": "add", "path": f"/rules/{rule}", "value": {}}])
    assert f"ruleset/#{rule}" in Client().get("/players/ada/").content.decode()


@pytest.mark.django_db
def test_practice_and_strangers_have_no_profile(hall: Hall) -> None:
    assert Client().get("/players/nobody-at-all/").status_code == 404
    Cycle.objects.filter(pk=hall.pk).update(practice=True)
    assert Client().get("/players/ada/").status_code == 404


@pytest.mark.django_db
def test_the_account_page_links_to_ones_profile_if_there_is_one(hall: Hall) -> None:
    """Who has played in practice cycles only has none."""
    me, link = Person.objects.get(username="ada"), 'href="/players/ada/"'
    client = browser_of(me)
    assert f"{link}>Your profile" in client.get("/account/").content.decode()
    Cycle.objects.filter(pk=hall.pk).update(practice=True)
    assert "Your profile" not in client.get("/account/").content.decode()


@pytest.mark.django_db
def test_the_queries_of_a_profile_do_not_depend_on_what_there_is(hall: Hall) -> None:
    def queries(page: str) -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as found:
            assert Client().get(page).status_code == 200
        return len(found)

    hall.propose("ada", RULE)
    played(hall.cycle, "m0", "ada")
    Cycle.objects.filter(pk=hall.pk).update(status="ended", ended_at=timezone.now(), winner="ada")
    few = [queries(page) for page in ("/players/ada/", "/hall-of-fame/")]
    for number in range(1, 8):
        played(hall.cycle, f"m{number}", "ada")
        first = Proposal.objects.earliest("pk")
        first.pk, first.code, first.number = None, f"p{number}", number + 1
        first.save()
    assert [queries(page) for page in ("/players/ada/", "/hall-of-fame/")] == few


@pytest.mark.django_db
def test_muting_from_a_profile(hall: Hall) -> None:
    ada = browser("ada")
    assert ">Mute bob<" in ada.get("/players/bob/").content.decode()
    ada.post("/players/bob/mute/", {"do": "mute"})
    assert Mute.objects.filter(person__username="ada", other__username="bob").exists()
    ada.post("/players/bob/mute/", {"do": "unmute"})
    ada.post("/players/ada/mute/", {"do": "mute"})
    assert not Mute.objects.exists()
    assert Client().post("/players/bob/mute/", {"do": "mute"}).status_code == 302


@pytest.mark.django_db
def test_the_hall_of_fame_has_finished_real_cycles_alone(hall: Hall) -> None:
    played(hall.cycle, "m1", "bob")
    assert "No cycle has ended yet" in Client().get("/hall-of-fame/").content.decode()
    Cycle.objects.filter(pk=hall.pk).update(status="ended", ended_at=timezone.now(), winner="ada and bob")
    page = Client().get("/hall-of-fame/").content.decode()
    assert '<a href="/players/ada/">ada</a>' in page
    assert "Tetromic: most wins" in page
    Cycle.objects.filter(pk=hall.pk).update(winner="Nobody: it <b>burned</b>/down", head="x" * 64)
    assert "Nobody: it &lt;b&gt;burned&lt;/b&gt;/down" in Client().get("/hall-of-fame/").content.decode()
    Cycle.objects.filter(pk=hall.pk).update(practice=True)
    assert "No cycle has ended yet" in Client().get("/hall-of-fame/").content.decode()


@pytest.mark.django_db
def test_titles_of_finished_cycles_are_on_the_profile_and_in_the_hall_of_fame(hall: Hall) -> None:
    played(hall.cycle, "m1", "ada")
    played(hall.cycle, "m2", "ada", "bob")
    played(hall.cycle, "m3", "bob")
    hall.propose("bob", RULE)
    Proposal.objects.update(status="enacted")
    assert "<h2>Titles</h2>" not in Client().get("/players/bob/").content.decode()  # the cycle runs on
    Cycle.objects.filter(pk=hall.pk).update(status="ended", ended_at=timezone.now(), winner="ada")
    bobs = Client().get("/players/bob/").content.decode()
    assert "Most laws passed" in bobs
    assert "Most games of Tetromic won" in bobs
    assert "2, shared, in" in bobs
    adas = Client().get("/players/ada/").content.decode()
    assert "Most games of Tetromic won" in adas
    assert "Most laws passed" not in adas
    assert hall_of_fame().titles == [("bob", 2), ("ada", 1)]
    assert "Most titles" in Client().get("/hall-of-fame/").content.decode()
    Cycle.objects.filter(pk=hall.pk).update(practice=True)
    assert hall_of_fame().titles == []


@pytest.mark.django_db
def test_titles_are_worked_out_once(hall: Hall) -> None:
    played(hall.cycle, "m1", "ada")
    Cycle.objects.filter(pk=hall.pk).update(status="ended", ended_at=timezone.now(), winner="ada")

    def summed_up() -> bool:
        with CaptureQueriesContext(connection) as found:
            assert "Most games of Tetromic won" in Client().get("/players/ada/").content.decode()
        return any(each["sql"].startswith('SELECT "matches_match"."cycle_id"') for each in found)

    assert [summed_up(), summed_up()] == [True, False]


def test_winners_are_told_apart() -> None:
    assert winners_of("") == []
    assert winners_of("Ann and Bob") == ["Ann", "Bob"]
    assert winners_of("Ann and Bob", "Ann and Bob") == ["Ann and Bob"]
    assert winners_of("Ann, Cy and Bob") == ["Ann", "Cy", "Bob"]


def test_a_portrait_is_of_the_name_and_has_nothing_of_it() -> None:
    assert portrait("Ada") == portrait("Ada") != portrait("Ben")
    assert "<script" not in portrait("<script>")


@pytest.mark.django_db
def test_a_player_can_be_challenged_from_their_page(hall: Hall) -> None:
    ada = browser("ada")
    assert "players=bob" not in ada.get("/c/hall/players/bob/").content.decode()  # she has no cards for a duel
    for _ in range(8):
        hall.grant_card("ada")
    page = ada.get("/c/hall/players/bob/").content.decode()
    links = re.findall(r'href="(/c/hall/act/[a-z_-]+/\?(?:players|opponents)=bob[^"]*)"', page)
    assert links
    assert page.index(links[0]) < page.index('id="cards-title"'), "before the cards, which can be many screens"
    for link in links:
        form = ada.get(link.replace("&amp;", "&")).content.decode()
        assert re.search(r'value="bob"[^>]*(checked|selected)', form), link
    assert "players=" not in ada.get("/c/hall/players/ada/").content.decode()
    assert "players=" not in Client().get("/c/hall/players/bob/").content.decode()


def test_an_empty_inventory_leads_to_where_cards_are_sold(hall: Hall) -> None:
    own = browser("ada").get("/c/hall/players/ada/").content.decode()
    assert "You have no cards yet." in own
    assert re.search(r'class="empty">[^<]*<a href="/c/hall/croupier/">Go to the Croupier</a>', own)
    assert "ada has no cards yet." in browser("bob").get("/c/hall/players/ada/").content.decode()


def test_the_page_of_a_bot_says_what_it_is(open_cycle: OpenCycle) -> None:
    practice = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    practice.do("ada", "seat-bot", bot="Mira")
    page = browser("ada").get(f"/c/{practice.slug}/players/Mira bot 1/").content.decode()
    assert f"Mira is a bot. {CHARACTERS['Mira'].description}" in unescape(page)
    assert "is a bot" not in browser("ada").get(f"/c/{practice.slug}/players/ada/").content.decode()


def test_what_is_missing_in_a_cycle_leads_back_to_the_cycle(hall: Hall) -> None:
    """A cycle that is missing itself leads to the home page alone."""
    for path in ("proposals/99/", "matches/zzzz/", "players/nobody/"):
        missing = browser("ada").get(f"/c/hall/{path}")
        assert missing.status_code == 404, path
        assert 'href="/c/hall/">Go to ' in missing.content.decode(), path
    assert "Go to " not in browser("ada").get("/c/nowhere/proposals/").content.decode()
