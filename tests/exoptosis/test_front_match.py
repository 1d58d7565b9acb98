"""The duel of the front page: played by the simulation, kept in a file, shown to newcomers."""

import json
import re

from django.test import Client

from exoptosis.management.commands.front_match import as_file
from exoptosis.simulation.front_page_match import play_front_page_duel
from exoptosis.web.front_page_match import FILE, draw, front_match
from nomic.accounts.models import Person
from tests.support.hall import Hall

PLACES = 3  # both hands and the pile


def test_the_file_is_what_the_command_writes_now():
    """If the law or the bots change, `manage.py front_match` writes it again."""
    assert FILE.read_bytes() == as_file(play_front_page_duel())


def test_cards_move_one_act_after_another():
    """Every card is known and in one place, something moves in every step, and the pile only grows."""
    match = front_match()
    known = {card.id for card in match.cards}
    assert match.steps[0].pile == ()
    for before, step in zip(match.steps, match.steps[1:], strict=False):
        placed = [card for cards in (*step.hands, step.pile) for card in cards]
        assert set(placed) <= known
        assert len(placed) == len(set(placed))
        assert (step.hands, step.pile) != (before.hands, before.pile)
        assert step.pile[: len(before.pile)] == before.pile
        assert match.players[step.actor or 0] in step.words


def test_it_ends_with_a_winner():
    match = front_match()
    last = match.steps[-1]
    winner = match.players[[len(hand) for hand in last.hands].index(0)]
    assert last.words.endswith(f"{winner} wins.")


def test_a_newcomer_sees_the_last_position_and_every_act(cast: Hall):
    page = Client().get("/").content.decode()
    assert sorted(map(int, re.findall(r'data-card="(\d+)"', page))) == sorted(card.id for card in front_match().cards)
    places = [json.loads(each.replace("&quot;", '"')) for each in re.findall(r'data-places="([^"]+)"', page)]
    assert len(places) == len(front_match().steps)
    assert {len(each) for each in places} == {PLACES}
    assert front_match().steps[-1].words in page
    assert " style=" not in page


def test_others_do_not(cast: Hall):
    """Who plays has a page of their own, and the archive is a list. Who has no game yet sees what a visitor does."""
    client = Client()
    assert "front-match" not in client.get("/?archive").content.decode()
    client.force_login(Person.objects.create(username="Zoe"))
    assert "front-match" in client.get("/").content.decode()
    client.force_login(Person.objects.get(username="ada"))
    assert "front-match" not in client.get("/").content.decode()


def test_it_reads_no_database() -> None:
    """A query fails in a test without a database."""
    draw.cache_clear()
    assert draw()["last"] == front_match().steps[-1]
