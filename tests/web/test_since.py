"""Since you were last here: what has changed in one's cycles between two visits."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from nomic.accounts.lifecycle.account_deletion import delete_account
from nomic.accounts.models import Person
from nomic.accounts.previous_visits import since_last_visit
from nomic.cycles.schedule.settle import settled_cycle
from nomic.devtools.texts.html import texts_of_html
from nomic.matches.hosting.registry import HostedGame
from tests.support.hall import DAY, START, Clock, Hall, cast, clock, hall
from tests.support.lanterns_game import lanterns
from tests.support.signed_in import browser_of

__all__ = ["cast", "clock", "hall", "lanterns"]


@pytest.fixture
def cleo(cast: Hall, clock: Clock) -> Client:
    """Cleo, who plays with Dora and Emil, and has seen the front page at the start."""
    cache.clear()
    for name in ("Cleo", "Dora", "Emil"):
        cast.do(name, "join")
    client = browser_of("Cleo")
    client.get("/")
    return client


def news(client: Client) -> list[str]:
    """The sentences on the front page, each with the words of its links."""
    return [
        " ".join([line.words, *(words for words, _ in line.links)])
        for item in client.get("/").context["news"]
        for line in item.lines
    ]


def test_nothing_at_first(cleo: Client) -> None:
    """Nor while the first visit lasts."""
    assert news(cleo) == []
    assert "Since you were last here" not in cleo.get("/").content.decode()


def test_proposals_and_phases(cast: Hall, cleo: Client, clock: Clock) -> None:
    """What passed, what did not, one's own by name, with links; and that phases went by."""
    cast.propose("Dora", {"op": "replace", "path": "/calendar/phases/0/title", "value": "Sleep"}, title="More light")
    cast.do("Cleo", "submit-proposal", title="Less light", text="Dark.")
    for name in ("Cleo", "Dora"):
        cast.do(name, "vote", proposal="1", vote="for")
        cast.do(name, "vote", proposal="2", vote="against")
    clock.to(START + 8 * DAY)
    settled_cycle("hall")
    said = news(cleo)
    assert "1 proposal passed: 1. More light" in said
    assert "Your proposal failed: 2. Less light" in said
    assert any("2 new phases have begun; now it is “Sleep”." in each for each in said)
    html = cleo.get("/").content.decode()
    assert 'href="/c/hall/proposals/1/"' in html
    assert "Since you were last here" in "\n".join(texts_of_html(html))


def test_a_second_visit_within_the_hour_shows_the_same(cast: Hall, cleo: Client, clock: Clock) -> None:
    """And the next day it is gone."""
    clock.wait(days=1)
    cast.do("Dora", "submit-proposal", title="More light", text="Light.")
    clock.to(START + 8 * DAY)
    settled_cycle("hall")
    said = news(cleo)
    assert said
    for _ in range(4):
        clock.wait(minutes=25)
        assert news(cleo) == said
    clock.wait(hours=2)
    assert news(cleo) == []


def test_places_then_and_now(cast: Hall, cleo: Client, clock: Clock) -> None:
    """By what the way to win counts: Dora overtakes."""
    cast.grant("Cleo", "Chip", 2)
    clock.wait(hours=2)
    cleo.get("/")
    clock.wait(days=1)
    cast.grant("Dora", "Chip", 3)
    assert "You fell from 1st to 2nd place. Chips now: 2 of 10. Standings" in news(cleo)


def test_no_place_if_all_were_equal_or_somebody_left(cast: Hall, cleo: Client, clock: Clock) -> None:
    """Then it is not known who was where."""
    clock.wait(days=1)
    cast.grant("Dora", "Chip", 3)
    assert not any("place" in each for each in news(cleo))
    clock.wait(hours=2)
    cast.grant("Cleo", "Chip", 5)
    cast.do("Emil", "leave")
    assert not any("place" in each for each in news(cleo))


def test_trades_that_others_answered(cast: Hall, cleo: Client, clock: Clock) -> None:
    """Not what one did oneself."""
    for wanted in (1, 2):
        cast.do("Cleo", "offer-trade", to="Dora", wants={"Vertebra": wanted}, gives={"Vertebra": 3})
    clock.wait(days=1)
    cast.do("Dora", "withdraw-trade", trade="1")
    cast.do("Cleo", "withdraw-trade", trade="2")
    assert news(cleo) == ["Dora withdrew or declined trade 1. Trade 1"]


def test_how_the_cycle_ended(cast: Hall, cleo: Client, clock: Clock) -> None:
    """Also to a player who did not win; and who won reads "you"."""
    clock.wait(days=1)
    cast.grant("Dora", "Chip", 12)
    clock.to(START + 8 * DAY)
    settled_cycle("hall")
    assert cast.cycle.winner == "Dora"
    assert "The cycle has ended: Dora won. Standings" in news(cleo)
    winner = Client()
    person = Person.objects.get(username="Dora")
    Person.objects.filter(pk=person.pk).update(seen_at=START)
    winner.force_login(person)
    assert "The cycle has ended: you won. Standings" in news(winner)


def test_matches_that_ended(cast: Hall, cleo: Client, clock: Clock, lanterns: HostedGame) -> None:
    """Only one's own."""
    clock.wait(days=1)
    for players in (("Cleo", "Dora"), ("Dora", "Emil")):
        entry = cast.do("Dora", "open-lanterns", players=list(players))
        code = next(event["match"] for event in entry.events if event["kind"] == "match-opened")
        cast.do("Dora", "move", match=code, move={"kind": "forfeit"})
    found = [each for each in news(cleo) if "A game of yours is over" in each]
    assert len(found) == 1
    assert found[0].startswith("A game of yours is over: ")


def test_practice_and_strangers_cycles_are_not_there(cast: Hall, cleo: Client, clock: Clock) -> None:
    clock.wait(days=8)
    settled_cycle("hall")
    stranger = browser_of(Person.objects.create(username="Stranger", seen_at=START))
    assert news(stranger) == []
    assert "since" not in Client().get("/").context or Client().get("/").context["news"] == []
    cast.do("Cleo", "leave")
    assert news(cleo) == []


def test_it_is_written_seldom(cast: Hall, cleo: Client, clock: Clock, django_assert_num_queries: object) -> None:
    """Once in ten minutes, also if many pages are loaded; polling and parts of pages do not count."""
    seen = Person.objects.get(username="Cleo").seen_at
    clock.wait(minutes=9)
    cleo.get("/")
    assert Person.objects.get(username="Cleo").seen_at == seen
    clock.wait(hours=3)
    cleo.get("/waiting.json")
    cleo.get("/c/hall/", headers={"HX-Request": "true"})
    assert Person.objects.get(username="Cleo").seen_at == seen
    cleo.get("/c/hall/")
    cleo.get("/c/hall/")
    person = Person.objects.get(username="Cleo")
    assert (person.seen_before, person.seen_at) == (seen, START + timedelta(hours=3, minutes=9))
    assert since_last_visit(person) == seen


def test_who_logs_in_again_has_been_away(cast: Hall, cleo: Client, clock: Clock) -> None:
    """A minute after the last page is the same visit, unless one has logged out and in."""
    cleo.get("/")
    left = Person.objects.get(username="Cleo").seen_at
    clock.wait(minutes=1)
    cleo.get("/")
    assert since_last_visit(Person.objects.get(username="Cleo")) != left
    cleo.logout()
    cleo.force_login(Person.objects.get(username="Cleo"), backend="django.contrib.auth.backends.ModelBackend")
    cleo.get("/")
    assert since_last_visit(Person.objects.get(username="Cleo")) == left


def test_a_deleted_account_keeps_no_instants(cleo: Client) -> None:
    delete_account(Person.objects.get(username="Cleo"), leaves=False)
    person = Person.objects.get(username="Cleo")
    assert (person.seen_at, person.seen_before) == (None, None)


def test_new_proposals_votes_on_ones_own_and_newcomers(cast: Hall, cleo: Client, clock: Clock) -> None:
    """What others have proposed and is open, who voted on one's own, and who has joined."""
    cast.do("Cleo", "submit-proposal", title="Less light", text="Dark.")
    clock.wait(hours=2)
    cleo.get("/")
    clock.wait(hours=2)
    cast.do("Dora", "submit-proposal", title="More light", text="Light.")
    cast.do("Dora", "vote", proposal="1", vote="for")
    cast.do("Emil", "vote", proposal="1", vote="against")
    cast.do("Cleo", "vote", proposal="1", vote="for")
    cast.join("Fay")
    said = news(cleo)
    assert "1 new proposal to vote on: 2. More light" in said
    assert "Dora and Emil voted on your proposal: 1. Less light" in said
    assert "Fay joined the game." in said
    cast.do("Cleo", "vote", proposal="2", vote="for")
    assert "to vote on" not in news(cleo)
    cast.do("Cleo", "vote", proposal="2", vote="none")
    assert "1 new proposal to vote on: 2. More light" in news(cleo)


def test_nothing_new_is_said_as_well(cleo: Client, clock: Clock) -> None:
    """So that nobody looks for it."""
    clock.wait(hours=2)
    said = "\n".join(texts_of_html(cleo.get("/").content.decode()))
    assert "Nothing has happened in your games since you were last here" in said
