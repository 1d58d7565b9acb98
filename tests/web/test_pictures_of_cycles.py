"""The front page shows each game with its picture, and what to do there on the button."""

import re

from django.test import Client
from django.urls import reverse

from nomic.players.player_tasks import waiting_kinds
from nomic.web.pictures.games_of_cycles import games_of
from tests.support.hall import Hall
from tests.support.signed_in import browser_of


def test_a_cycle_has_the_picture_of_its_game(cast: Hall) -> None:
    """Whatever the cycle is called; once the law tells of another game it has an emblem of its own."""
    cycle = cast.cycle
    assert games_of([cycle])[cycle.pk].name == "cycle-16"


def test_the_front_page_shows_it_beside_what_waits(cast: Hall) -> None:
    """The button says what one does there, and nothing says "Go there"."""
    cast.propose("ada", title="Hats")
    page = browser_of("bob").get(reverse("web:home")).content.decode()
    waiting = page.partition('id="my-tasks"')[2].partition("</section>")[0]
    assert "games.svg#cycle-16" in waiting or re.search(r"games\.[0-9a-f]+\.svg#cycle-16", waiting)
    assert ">Vote<span" in waiting
    assert "Go there" not in page


def test_every_kind_of_task_has_a_verb_on_its_button() -> None:
    assert [kind.name for kind in waiting_kinds() if not re.fullmatch(r"[A-Z][a-z]+( [a-z]+)?", kind.button)] == []


def test_a_stranger_sees_the_game_of_each_cycle(cast: Hall) -> None:
    assert "#cycle-16" in Client().get("/").content.decode().partition('id="cycles"')[2].partition('id="games"')[0]
