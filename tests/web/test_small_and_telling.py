"""Small things that pages say: votes stay, why an invitation cannot be accepted, how matches start and end."""

import re
from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.matches.contract.game import Option, Question
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.models import Match
from nomic.proposals.models import Vote
from nomic.web.forms.questions import AskedForm
from nomic.web.matches.move_draft import MoveDraft
from tests.support.hall import Hall, OpenCycle, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]
PLAIN = ("2", "3", "5", "7", "9", "10")
CHIP = {"op": "replace", "path": "/items/Chip/text", "value": "A chip."}


def browser(name: str) -> Client:
    client = Client()
    person = Person.objects.get(username=name)
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(client: Client, path: str) -> str:
    answer = client.get(f"/c/hall/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("vote", ["for", "against", "unclear"])
def test_the_same_vote_twice_stays(cast: Hall, vote: str) -> None:
    """The button sends the vote itself, and a second press says that it stays; *Take back* is a button of its own."""
    code = cast.propose("ada", CHIP)
    bob = browser("bob")
    back = 'name="vote" value="none"'
    assert back not in page(bob, "proposals/1/")
    for press in (1, 2):
        html = page(bob, "proposals/1/")
        assert f'name="vote" value="{vote}"' in html, press
        sent = {"proposal": code, "vote": vote, "next": "/c/hall/proposals/1/"}
        answer = bob.post("/c/hall/act/vote/", sent, follow=True)
        assert ("You have already voted this way" in answer.content.decode()) == (press == 2)
        assert Vote.objects.get(name="bob").vote == vote
    assert back in page(bob, "proposals/1/")
    bob.post("/c/hall/act/vote/", {"proposal": code, "vote": "none", "next": "/c/hall/proposals/1/"})
    assert not Vote.objects.exists()


def with_cards(hall: Hall, *names: str) -> None:
    for name in names:
        for species in PLAIN:
            hall.grant_card(name, species)


def test_an_invitation_that_cannot_be_accepted_says_why(cast: Hall) -> None:
    """At the table: declining is offered, accepting is not. With cards, it is."""
    with_cards(cast, "ada")
    cast.do("ada", "request-duel", players=["bob"])
    table = f"matches/{Match.objects.get(cycle=cast.cycle).code}/"
    html = page(browser("bob"), table)
    assert "Accept a duel: not now. You need 4 cards for a duel, and have none." in html
    assert "act/accept-duel/" not in html
    assert "act/decline-duel/" in html
    with_cards(cast, "bob")
    html = page(browser("bob"), table)
    assert "not now" not in html
    assert "act/accept-duel/" in html


def test_the_list_of_matches_starts_one(cast: Hall) -> None:
    """By a form for each player whom one can challenge; or it says why not. Others are offered nothing."""
    assert "Not now: You need 4 cards for a duel, and have none." in page(browser("ada"), "matches/")
    assert "start-duel" not in Client().get("/c/hall/matches/").content.decode()
    with_cards(cast, "ada")
    ada = browser("ada")
    html = page(ada, "matches/")
    assert "No match is running." in html
    assert re.findall(r"<option>([^<]+)</option>", html) == ["bob", "eve"]
    answer = ada.post("/c/hall/act/request-duel/", {"players": "eve", "next": "/c/hall/matches/"})
    duel = Match.objects.get(cycle=cast.cycle)
    assert answer["Location"] == f"/c/hall/matches/{duel.code}/"
    assert {seat.player for seat in duel.seats.all()} == {"ada", "eve"}


@pytest.mark.django_db
def test_the_list_of_matches_offers_bots(open_cycle: OpenCycle) -> None:
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    with_cards(hall, "ada")
    hall.do("ada", "seat-bot", bot="Mira")
    html = page(browser("ada"), "matches/")
    assert "Play Mira<" in html
    assert "<option>" not in html
    assert "Challenge</button>" not in html


def panel(client: Client) -> str:
    """The panel by which one starts a duel."""
    html = page(client, "matches/")
    return html[html.index('id="start-duel"') : html.index("</section>", html.index('id="start-duel"'))]


def test_too_few_cards_lead_to_the_shop(cast: Hall) -> None:
    """On the list of matches and on the pages of the acts: what is missing, and where one gets it."""
    ada = browser("ada")
    cast.grant_card("ada", "2")
    assert "You need 4 cards for a duel, and have 1." in panel(ada)
    shop, opening = 'href="/c/hall/croupier/">Buy a pack', 'href="/c/hall/act/open-pack/">Open a pack'
    for html in (panel(ada), page(ada, "act/request-duel/"), page(ada, "act/declare-battle/")):
        assert shop in html
        assert opening not in html
    cast.grant("ada", "Handy Pack")
    html = panel(ada)
    assert html.index(opening) < html.index(shop)


@pytest.mark.django_db
def test_the_limit_of_duels_is_said_before_and_after(open_cycle: OpenCycle) -> None:
    """Before a duel, as a limit; after it, as the reason why no bot can be played now. The bots stay."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    with_cards(hall, "ada")
    hall.do("ada", "seat-bot", bot="Mira")
    ada = browser("ada")
    assert "You may take part in 1 duel per phase. It begins" in panel(ada)
    assert "<button>Play Mira" in panel(ada)
    assert "<button>Play Mira" in page(ada, "act/request-duel/")
    hall.do("ada", "request-duel", players=["Mira bot 1"])
    html = panel(ada)
    assert "Not now: You may take part in 1 duel per phase, and have joined it." in html
    assert "<button disabled>Play Mira" in html
    assert 'href="/c/hall/act/advance-clock/"' in html
    assert "<button disabled>Play Mira" in page(ada, "act/request-duel/")


def test_a_duel_that_is_over_counts_no_cards(cast: Hall) -> None:
    """Neither in the hand nor in the order of play: the panel says how it ended."""
    with_cards(cast, "ada", "bob")
    cast.do("ada", "request-duel", players=["bob"])
    match = Match.objects.get(cycle=cast.cycle)
    cast.do("bob", "accept-duel", match=match.code)
    table = f"matches/{match.code}/"
    match.refresh_from_db()
    state: Any = LoadedMatch(cast.cycle, match).state
    for seat in state.seats:
        cast.do(seat.player, "move", match=match.code, move={"kind": "hand"}, answers=[sorted(seat.deck)[:4]])
    assert re.search(r"Your hand\s*<span", page(browser("ada"), table))
    cast.do("bob", "move", match=match.code, move={"kind": "forfeit"}, answers=[])
    for name in ("ada", "bob"):
        html = page(browser(name), table)
        assert 'id="outcome-title"' in html
        assert not re.search(r"Your hand\s*<span", html)
        assert 'class="turn-order' not in html


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (1, 1, ""),
        (0, 1, "Choose one, or none."),
        (2, 2, "Choose 2."),
        (1, 3, "Choose 1 to 3."),
        (0, 3, "Choose up to 3, or none."),
    ],
)
def test_how_many_to_choose_says_that_none_will_do(least: int, most: int, words: str) -> None:
    """In a move and in a question of a rule alike."""
    options = tuple(Option(n, f"Option {n}") for n in range(4))
    question = Question("ada", "choose", "card", options, least, most)
    assert MoveDraft(question=question).how_many == words
    assert AskedForm("choose", least, most, "none", "card", (), "[]").how_many == words


@pytest.mark.parametrize(("kind", "lit"), [("card", "cards"), ("player", "players"), ("number", "places")])
def test_what_is_lit_is_named(kind: str, lit: str) -> None:
    assert MoveDraft(question=Question("ada", "choose", kind, ())).choosable_noun == lit


def test_a_candidacy_says_what_it_does(cast: Hall) -> None:
    """Its sentence is not its title once more."""
    html = page(browser("ada"), "act/stand-for-judge/")
    assert "Become a candidate, so that others can vote for you as Judge." in html
    assert "Stand for Judge." not in html
