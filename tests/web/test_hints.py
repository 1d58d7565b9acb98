"""A bot gives a hint in a practice cycle: a legal move with a reason, which one press makes."""

import html
import json
import re

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.practice_setup import open_practice_cycle
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match
from nomic.matches.practice.hints import Hint, hint_for
from tests.support.hall import Hall, OpenCycle
from tests.support.link_walker import Walker

PLAIN = ("2", "3", "5", "7", "9", "10")


@pytest.fixture
def practice(open_cycle: OpenCycle) -> Hall:
    """A practice cycle of Ada's with a duel that has begun."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    for species in PLAIN:
        hall.grant_card("ada", species)
    hall.do("ada", "seat-bot", bot="Mira")
    hall.do("ada", "request-duel", players=["Mira bot 1"])
    hall.settle()
    return hall


def duel(hall: Hall) -> Match:
    return Match.objects.filter(cycle=hall.cycle).latest("pk")


def hint(hall: Hall, name: str = "ada") -> Hint:
    ctx = hall.read_context(name)
    return hint_for(VisibleMatch(ctx, duel(hall)))


def hint_or_none(hall: Hall) -> Hint | None:
    try:
        return hint(hall)
    except Refused as refused:
        if refused.code not in ("nothing-to-do", "better-wait"):
            raise
        return None


def test_hints_lead_to_the_end_of_a_duel(practice: Hall) -> None:
    """Each is legal, is the same when asked twice, and has a sentence of its own; nothing changes by asking."""
    reasons = set()
    for _ in range(80):
        practice.settle()
        match = duel(practice)
        if match.is_over:
            break
        with practice.nothing_changes():
            found = hint_or_none(practice)
        if found is None:
            practice.do("ada", "advance-clock", minutes=60)
            continue
        assert found == hint(practice)
        reasons.add(found.why)
        practice.do("ada", "move", match=match.code, move=json.loads(found.move), answers=json.loads(found.answers))
    assert len(reasons) > 1
    assert all(why.endswith(".") and why[0].isupper() for why in reasons)
    practice.is_sound()


def test_one_press_makes_the_move(practice: Hall, client: Client) -> None:
    """The page asks, shows the move and why, and the button makes it."""
    client.force_login(Person.objects.get(username="ada"), "django.contrib.auth.backends.ModelBackend")
    page = f"/c/{practice.slug}/matches/{duel(practice).code}/"
    assert "Ask Greta for a hint" in client.get(page).content.decode()
    shown = client.get(f"{page}hint/").content.decode()
    form = shown[shown.index("hint-title") :]
    fields = dict(re.findall(r'name="(expected_version|idempotency_key)" value="([^"]*)"', form))
    found, before = hint(practice), duel(practice).version
    assert found.why in shown.replace("&#x27;", "'")
    client.post(page, {**fields, "move": found.move, "answers": found.answers})
    assert duel(practice).version > before
    assert 'class="messages"' not in client.get(page).content.decode()  # the table says what has happened since


def test_hints_are_for_those_who_play_in_practice(practice: Hall, open_cycle: OpenCycle, client: Client) -> None:
    """Nobody who looks on gets one, and nobody in a real cycle; a page without advice says why."""
    page = f"/c/{practice.slug}/matches/{duel(practice).code}/"
    assert client.get(f"{page}hint/")["Location"] == page
    real = open_cycle(slug="real")
    for name in ("ada", "bob"):
        real.join(name)
        for species in PLAIN:
            real.grant_card(name, species)
    real.do("ada", "request-duel", players=["bob"])
    real.do("bob", "accept-duel", match=duel(real).code)
    with pytest.raises(Refused) as caught:
        hint(real)
    assert caught.value.code == "not-practice"
    client.force_login(Person.objects.get(username="ada"), "django.contrib.auth.backends.ModelBackend")
    shown = client.get(f"/c/real/matches/{duel(real).code}/").content.decode()
    assert "Ask Greta" not in shown


@pytest.mark.parametrize("template", ["tetromic", "dungeon"])
def test_every_whole_game_has_hints(template: str, db: None) -> None:
    """A new player of it gets a first move with a reason."""
    ada = Actor.person(Person.objects.create(username="ada"))
    cycle = open_practice_cycle(template, ada)
    match = Match.objects.get(cycle=cycle)
    match.cycle = cycle
    found = hint_for(VisibleMatch(ReadContext(cycle, ada, cycle.now()), match))
    assert found.label
    assert found.why.endswith(".")


@pytest.mark.parametrize("game", ["tetromic", "dungeon", "knucklebones"])
def test_news_leave_the_hint_in_place(game: str, client: Client, db: None) -> None:
    """Somebody reads it while a bot moves: the table is drawn again with the hint, and its button."""
    walker = Walker(client)
    walker.look(client.post("/play/", {"game": game})["Location"])
    client.get(walker.path)
    if 'id="gain"' in walker.html:
        walker.press("Gain 4 random pieces")
    shown = client.get(f"{walker.path}hint/").content.decode()
    assert 'id="take-hint"' in shown
    assert 'name="hinted" value="1"' in shown, "the refresh sends the fields of the move's form"
    fresh = client.post(walker.path, {"step": "look", "hinted": "1"}).content.decode()
    assert 'id="take-hint"' in fresh
    assert 'id="take-hint"' not in client.post(walker.path, {"step": "look"}).content.decode()


def test_a_hint_is_taken_though_others_have_moved_elsewhere(client: Client, db: None) -> None:
    """Its form says what the move depends on, as the board's does: of Tetromic that is the player's own board."""
    walker = Walker(client)
    walker.look(client.post("/play/", {"game": "tetromic"})["Location"])
    shown = client.get(f"{walker.path}hint/").content.decode()
    form = shown[shown.index('id="hint-form"') :]
    form = form[: form.index("</form>")]
    fields = dict(re.findall(r'name="([a-z_]+)" value="([^"]*)"', form))
    match = Match.objects.get()
    Match.objects.update(version=match.version + 1)  # a bot has placed a piece on its own board
    client.post(walker.path, {name: html.unescape(value) for name, value in fields.items()})
    assert Match.objects.get().version > match.version + 1


def test_while_choosing_one_can_ask_too(practice: Hall, client: Client) -> None:
    """Also who has no first steps any more: the choice of the hint is named, and nothing is chosen by asking."""
    client.force_login(Person.objects.get(username="ada"), "django.contrib.auth.backends.ModelBackend")
    page = f"/c/{practice.slug}/matches/{duel(practice).code}/"
    for _ in range(20):
        practice.settle()
        found = hint_or_none(practice)
        if found is not None and found.chosen:
            break
        if found is None:
            practice.do("ada", "advance-clock", minutes=60)
        else:
            move = {"move": json.loads(found.move), "answers": json.loads(found.answers)}
            practice.do("ada", "move", match=duel(practice).code, **move)
    assert found is not None
    asked = {"move": found.move, "answers": "[]", "answering": "1", "step": "look"}
    assert 'id="choice-hint"' in client.post(page, asked).content.decode()
    with practice.nothing_changes():
        shown = html.unescape(client.post(page, asked | {"step": "hint"}).content.decode())
    assert f"Greta would choose {found.chosen[0]}" in shown
    assert 'id="choice-hint"' not in shown
