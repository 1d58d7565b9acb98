"""What somebody sees of the game in the folder `games`; `test_fourth_game.py` runs this where that folder is known."""

import pytest
from django.core.management import call_command
from django.test import Client
from heads.package import HOSTED
from heads.simulation import HeadsInvariants

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.cycles.actions.registry import Action
from nomic.law.document.templates import document_of
from nomic.matches.hosting.open_match_with_others import open_with_others
from nomic.matches.models import Match
from nomic.matches.simulation.random_play import Closeness, check_random_match
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from tests.cycles.test_arguments_have_limits import actions
from tests.cycles.test_arguments_have_limits import test_every_argument_has_a_maximum as has_maxima
from tests.support.hall import Hall, clock, open_cycle

__all__ = ["clock", "open_cycle"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def game(open_cycle) -> Hall:
    """A cycle of Heads with a game of ada and bob."""
    hall = open_cycle(document_of("heads"), template="heads")
    hall.publish()
    hall.join("ada", "bob")
    hall.do("ada", "open-heads", players=["bob"])
    return hall


def test_a_cycle_of_it_can_be_created() -> None:
    """Its law template is found."""
    call_command("create_cycle", "heads", "--slug", "coins")


def test_it_is_played_through_the_api_to_its_end(game: Hall) -> None:
    """Coins are verifiable draws like all others; the game ends when somebody has tossed heads three times."""
    client, match = Client(), Match.objects.get()
    _, secret = issue_token(Person.objects.get(username="ada"), "bot")
    headers = {"Authorization": f"Bearer {secret}"}
    address = f"/api/v1/matches/{match.code}/"
    refused = client.post(f"{address}moves/", {"move": {"kind": "cheat"}}, "application/json", headers=headers)
    assert refused.status_code == 409
    tosses = 0
    while not Match.objects.get().is_over:
        answer = client.post(f"{address}moves/", {"move": {"kind": "toss"}}, "application/json", headers=headers)
        assert answer.status_code == 201, answer.content
        tosses += 1
    assert Match.objects.get().result == {"ending": "won", "winners": ["ada"]}
    assert client.get(address).json()["view"] == {"heads": {"ada": 3, "bob": 0}, "needed": 3, "winner": "ada"}
    assert tosses == Match.objects.get().version
    game.is_sound()


def test_a_game_waits_for_nobody_who_has_left(game: Hall) -> None:
    """The last player left wins."""
    game.do("bob", "leave")
    assert Match.objects.get().result == {"ending": "won", "winners": ["ada"]}
    game.is_sound()


def test_a_game_takes_other_players_of_the_cycle(game: Hall) -> None:
    """Each once, no more than the game has seats, and the list has an end, as that of every argument."""
    others = [f"player {number}" for number in range(8)]
    game.join(*others)
    for players in ([], ["ada"], ["bob", "ada"], ["bob", "nobody"], ["bob"] * 20, others):
        game.bad("ada", "open-heads", "players", players=players)
    game.do("ada", "open-heads", players=["bob", *others[:6], "bob"])
    assert game.entries()[-1].words == [f"ada opens a match of Heads with bob, {', '.join(others[:6])}."]
    game.is_sound()


@pytest.mark.parametrize("most", [0, 20])
def test_an_opening_takes_one_other_at_least_and_no_crowd(most: int) -> None:
    """An author's mistake is said when the game is loaded."""
    with pytest.raises(ValueError, match="1 to 19"):
        open_with_others(HOSTED, most)


@pytest.mark.parametrize("action", [each for each in actions() if each.id == "open-heads"])
def test_its_arguments_have_limits(action: Action) -> None:
    """As the host's own test checks of the games that come with it."""
    has_maxima(action)


@pytest.mark.parametrize("players", [2, 8])
def test_what_must_hold_of_every_game_holds(players: int) -> None:
    """Random matches, each state of which is checked."""
    examined = HeadsInvariants()
    document = examined.for_examination(document_of("heads"))
    rules = examined.game.rules(document, 1)
    assert check_random_match(examined, rules, document, players, "0" * 64, Closeness(law=50)).ending == "won"


def test_its_table_is_shown_by_its_own_template(game: Hall) -> None:
    """With what can be done there."""
    client, match = Client(), Match.objects.get()
    client.force_login(Person.objects.get(username="ada"))
    page = client.get(f"/c/{game.slug}/matches/{match.code}/").content.decode()
    assert '<ul class="heads"><li>ada: 0 of 3</li><li>bob: 0 of 3</li></ul>' in page
    assert "Toss a coin" in page


def test_its_page_on_the_wiki_is_written_by_its_own_template(game: Hall) -> None:
    """From the folder `templates/wiki` of the game."""
    assert "* ada: 0 of 3\n* bob: 0 of 3" in render_page(WikiPage.objects.get(kind=PageKind.MATCH))
