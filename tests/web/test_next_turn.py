"""*Next turn* at a practice table: the clock moves to where the game goes on, and skips nobody's own turn."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle
from nomic.matches.hosting import clocks
from nomic.matches.hosting.player_tasks import OWED, TURN
from nomic.matches.models import Match, StepKind
from nomic.players.guests import GUEST
from nomic.players.models import Player
from nomic.players.player_tasks import Task, Waiting
from nomic.web.matches.page import since_own_move
from tests.support.link_walker import Walker

pytestmark = pytest.mark.django_db
BUTTON = ' accesskey="n">Next turn</button>'
PLAN: dict[str, Any] = {"move": {"kind": "plan"}, "answers": [["wait"], ["wait"], ["wait"]]}


def dealt(client: Client) -> Walker:
    """A table of Dungeon, just dealt."""
    walker = Walker(client)
    walker.look(client.post("/play/", {"game": "dungeon"})["Location"])
    return walker


def told(walker: Walker) -> str:
    """The messages at the top of the page."""
    return walker.html.partition('<ul class="messages">')[2].partition("</ul>")[0]


@pytest.fixture
def table(client: Client) -> Walker:
    """A visitor's table."""
    return dealt(client)


def plan(table: Walker, name: str = GUEST) -> None:
    cycle, match = Cycle.objects.get(), Match.objects.get()
    actor = Actor(name, Player.objects.get(cycle=cycle, name=name).person_id)
    perform(cycle.slug, actor, "move", {"match": match.code, **PLAN})
    table.look(table.path)


def test_it_moves_the_clock_to_where_the_game_goes_on(table: Walker) -> None:
    """Not before the visitor has planned; then it plays the period, and they can plan the next one."""
    assert "Next turn</button>" not in table.html
    plan(table)
    (clock,) = clocks.running_clocks(Match.objects.get())
    before = Match.objects.get().version
    table.press("Next turn")
    now = Cycle.objects.get().now()
    assert clock.due_at <= now < clock.due_at + timedelta(minutes=5)
    assert Match.objects.get().version > before
    assert "Next turn</button>" not in table.html
    assert told(table) == "", "the table itself says what happened"
    assert 'id="since-yours"' in table.html
    plan(table)
    assert BUTTON in table.html


def test_what_a_turn_brought_the_viewer_is_said_before_what_it_brought_others() -> None:
    """What does not fit is the oldest of what happened to others."""
    mine = f"{GUEST} escapes and stores 2 coins."
    others = [f"Mira loots chest {number} and finds a coin." for number in range(20)]
    newest = SimpleNamespace(kind=None, player=None, events=[{"kind": "", "text": text} for text in (mine, *others)])
    own = SimpleNamespace(kind=StepKind.MOVE, player=GUEST, events=[])
    visible: Any = SimpleNamespace(viewer=GUEST, match=Match())
    steps: list[Any] = [newest, own]
    since = since_own_move(visible, steps)
    assert since[0] == mine
    assert since[-1] == others[-1]
    assert others[1] not in since


def test_elsewhere_it_is_told_what_time_brought(table: Walker) -> None:
    """The new phase, and not that somebody has pressed a button; if nothing happened, where the clock is now."""
    act = f"/c/{Cycle.objects.get().slug}/act/advance-clock/"
    table.look(act)
    table.press("To the next phase")
    assert "Battle Phase, week 1, begins." in told(table)
    assert "the clock to" not in told(table)
    table.client.post(act, {"minutes": "1"})
    table.look(f"/c/{Cycle.objects.get().slug}/")
    assert "You advance the clock" in told(table)


def test_pressed_twice_it_skips_no_turn(table: Walker) -> None:
    """A form that was open in another tab asks for an instant, not for so many hours."""
    plan(table)
    other = Walker(table.client)
    other.look(table.path)
    table.press("Next turn")
    version = Match.objects.get().version
    with pytest.raises(AssertionError, match="422"):
        other.press("Next turn")
    assert Match.objects.get().version == version


def test_sent_again_while_it_is_under_way_it_says_nothing(table: Walker) -> None:
    """Whoever presses twice because the answer takes its time has done nothing wrong."""
    plan(table)
    form = re.search(r'name="idempotency_key" value="(\w+)"><input type="hidden" name="to" value="([^"]+)"', table.html)
    assert form is not None
    sent = {"idempotency_key": form[1], "to": unescape(form[2]), "next": table.path}
    slug = Cycle.objects.get().slug
    for _ in range(3):
        assert table.client.post(f"/c/{slug}/act/advance-clock/", sent).status_code == 302
    table.look(table.path)
    assert told(table) == ""
    assert Match.objects.get().version > 1


@pytest.mark.parametrize(
    ("kind", "words"), [(TURN, "your time at another table runs out"), (OWED, "This ends by then")]
)
def test_what_ends_before_is_said(table: Walker, monkeypatch: pytest.MonkeyPatch, kind: Any, words: str) -> None:
    """One's own turn elsewhere stands in the button's place; a choice that one owes stands beside it."""
    plan(table)
    (clock,) = clocks.running_clocks(Match.objects.get())
    task = Task(Cycle.objects.get(), "other", "Your turn in another game", "/elsewhere/", clock.due_at, clock.due_at)
    monkeypatch.setattr("nomic.web.matches.advance_clock_warnings.waiting_for", lambda ctx: [Waiting(kind, task)])
    own = [replace(task, action="move")] if kind is TURN else []
    monkeypatch.setattr("nomic.web.matches.advance_clock_warnings.turns_missed_by", lambda ctx, to: own)
    table.look(table.path)
    assert words in table.html
    assert "/elsewhere/" in table.html
    assert (BUTTON in table.html) is (kind is OWED)


def test_in_a_real_game_everybody_reads_when_the_next_turn_begins(client: Client) -> None:
    """The clock there moves for nobody."""
    client.force_login(Person.objects.create_user("Nova"), "django.contrib.auth.backends.ModelBackend")
    walker = dealt(client)
    Cycle.objects.update(practice=False)
    plan(walker, "Nova")
    assert BUTTON not in walker.html
    assert "The next turn begins" in walker.html


def test_who_holds_a_piece_can_still_make_a_move(client: Client) -> None:
    """The game does not wait for it, so nobody has to act; the page says what can be done."""
    client.force_login(Person.objects.create_user("Nova"), "django.contrib.auth.backends.ModelBackend")
    walker = Walker(client)
    walker.look(client.post("/play/", {"game": "tetromic"})["Location"])
    cycle, match = Cycle.objects.get(), Match.objects.get()
    actor = Actor("Nova", Player.objects.get(cycle=cycle, name="Nova").person_id)
    perform(cycle.slug, actor, "move", {"match": match.code, "move": {"kind": "gain"}})
    walker.look(walker.path)
    assert "You can make a move." in walker.html
    assert walker.html.index('id="move-form"') < walker.html.index('id="next-turn"'), "the move comes first"
    assert "Nobody has to act" not in walker.html


def test_next_turn_is_what_to_do_when_no_move_is_left(client: Client) -> None:
    """Where the visitor moves the clock, the page says so, and no date of it. Elsewhere it says when."""
    walker = Walker(client)
    walker.look(client.post("/play/", {"game": "tetromic"})["Location"])
    cycle, match = Cycle.objects.get(), Match.objects.get()
    actor = Actor(GUEST, Player.objects.get(name=GUEST).person_id)

    def make(**move: Any) -> None:
        perform(cycle.slug, actor, "move", {"match": match.code, "move": move, "answers": []})

    make(kind="gain")
    boards = client.get(f"/api/v1/matches/{match.code}/").json()["view"]["boards"]
    (hand,) = [board["hand"] for board in boards if board["player"] == GUEST]
    assert len(hand) == 4, "a practice game gives much to do"
    for row, piece in enumerate(hand):
        make(kind="place", piece=piece, orientation=0, anchor=[0, 2 * row])
    walker.look(walker.path)
    assert "Press Next turn." in walker.html
    assert "Nobody has to act" not in walker.html
    assert 'class="state-clock"' not in walker.html
    Cycle.objects.update(practice=False)
    walker.look(walker.path)
    assert "Nobody has to act" in walker.html
    assert 'class="state-clock"' in walker.html
