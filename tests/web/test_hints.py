"""A bot gives a hint in a practice cycle: a legal move with a reason, which one press makes."""

import html
import json
import re

import pytest
from django.test import Client

from exoptosis.bots.policy import Lookahead
from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.practice_setup import open_practice_cycle
from nomic.matches.contract.bots import Chosen
from nomic.matches.contract.game import LegalMove
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match
from nomic.matches.practice.hints import Hint, advised_answers, advised_move, hint_for
from nomic.web.coach import SESSION_KEY
from tests.support.hall import Hall, OpenCycle, cycle_16
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


@pytest.fixture
def first_hand(open_cycle: OpenCycle) -> Hall:
    """A duel in which Ada begins. Her 5s ask for four cards of her deck, and her other cards ask nothing."""
    document = cycle_16()
    spare = [{"choose": "gone", "from": {"cards": "deck", "of": "$me"}, "n": 4, "for": "destroy", "short": "none"}]
    document["cards"]["5"]["hooks"] = {
        "when_played": [*spare, {"if": {"some": "$gone"}, "then": [{"destroy": "$gone"}]}]
    }
    hall = open_cycle(document, practice=True, owner_name="ada", joined=("ada",))
    for species in ("5", *PLAIN, *PLAIN, *PLAIN):
        hall.grant_card("ada", species)
    hall.do("ada", "seat-bot", bot="Mira")
    hall.do("ada", "request-duel", players=["Mira bot 1"])
    hall.settle()
    (choice,) = [each for each in _visible(hall).legal if each.question is not None]
    assert choice.question is not None
    cards = sorted(choice.question.options, key=lambda option: not option.label.startswith("5"))
    hall.do("ada", "move", match=duel(hall).code, move={"kind": "hand"}, answers=[[each.value for each in cards[:9]]])
    hall.settle()
    hall.do("ada", "move", match=duel(hall).code, move={"kind": "pass"}, answers=[])
    hall.settle()
    return hall


def test_a_newcomers_first_card_asks_nothing(first_hand: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the adviser would play one that asks, the coach advises its best among the others. It knows the answers."""

    def asking_first(look: Lookahead, legal: list[LegalMove]) -> Chosen:
        return look.with_best_answers(next((item for item in legal if item.question), legal[0]))

    monkeypatch.setattr(Lookahead, "best_play", asking_first)
    asks = {item.move: item.question for item in _visible(first_hand).legal}
    asking, plain = advised_move(_visible(first_hand)), advised_move(_visible(first_hand), plain=True)
    assert asking is not None
    assert plain is not None
    assert (type(plain), asks[plain]) == (type(asking), None)
    question = asks[asking]
    assert question is not None
    monkeypatch.setattr(Lookahead, "best_play", lambda look, legal: look.with_best_answers(legal[-1]))
    assert advised_move(_visible(first_hand)) != asking
    (given, *_) = advised_answers(_visible(first_hand), asking, ())
    assert len(set(given)) == question.least == 4


def test_several_cards_are_picked_by_a_press(first_hand: Hall, client: Client) -> None:
    """The coach names the button, which marks as many as are asked; then Confirm makes the move."""
    client.force_login(Person.objects.get(username="ada"), "django.contrib.auth.backends.ModelBackend")
    session = client.session
    session[SESSION_KEY] = [first_hand.slug]
    session.save()
    walker = Walker(client)
    walker.look(f"/c/{first_hand.slug}/matches/{duel(first_hand).code}/")
    assert "Press Play beneath it" in walker.html
    walker.press("Play 5")
    assert "press Pick for me" in walker.html
    assert walker.html.count(" checked") == 0
    walker.press("Pick for me")
    assert "Good ones are marked. Press Confirm." in walker.html
    assert walker.html.count(" checked") == 4
    before = duel(first_hand).version
    walker.press("Confirm")
    assert duel(first_hand).version > before


def test_a_button_that_is_gone_is_not_named(first_hand: Hall, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint that picks none takes its button away, and the coach then names Confirm alone."""
    client.force_login(Person.objects.get(username="ada"), "django.contrib.auth.backends.ModelBackend")
    session = client.session
    session[SESSION_KEY] = [first_hand.slug]
    session.save()
    walker = Walker(client)
    walker.look(f"/c/{first_hand.slug}/matches/{duel(first_hand).code}/")
    walker.press("Play 5")
    assert "Choose them below, or press Pick for me." in walker.html
    monkeypatch.setattr("nomic.web.matches.table_hints.advised_answers", lambda *given: ((),))
    walker.press("Pick for me")
    assert "Choose them below. Then press Confirm." in walker.html
    assert "Pick for me" not in walker.html


def _visible(hall: Hall, name: str = "ada") -> VisibleMatch:
    return VisibleMatch(hall.read_context(name), duel(hall))


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
        if found is not None and found.chosen and len(json.loads(found.answers)[0]) == 1:
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
    value = json.loads(found.answers)[0][0]
    assert f'name="chosen" value="{json.dumps(value)}" id="take-choice">Choose it<' in shown


def test_a_hint_for_a_plan_in_the_making_says_why_and_is_marked_on_the_map(client: Client, db: None) -> None:
    """The action it chooses next is outlined, as a hex or as a button; the reason is that of the whole plan."""
    walker = Walker(client)
    walker.look(client.post("/play/", {"game": "dungeon"})["Location"])
    walker.press("Skip the steps")  # they outline the action, too
    asked = {"move": '{"kind": "plan"}', "answers": "[]", "answering": "1"}
    plain = client.post(walker.path, asked | {"step": "look"}).content.decode()
    assert 'class="hex' in plain
    assert "is-advised" not in plain
    shown = html.unescape(client.post(walker.path, asked | {"step": "hint"}).content.decode())
    notice = shown.partition('<p class="notice note" role="status">')[2].partition("</p>")[0]
    assert notice.startswith("Greta would choose ")
    assert re.search(r"\. (It|Nobody|You|Any way) .*\.$", notice), notice
    assert re.search(r'<(use|button)[^>]*class="[^"]*is-advised', shown)
