"""The page of a match: moves step by step by plain forms, for any game. Lanterns has no board of its own."""

import json
import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.cycles.models import Entry
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.hosting.views.board_view import Drawing, move_as_json
from nomic.matches.models import MatchStep, OrderStatus, StandingOrder
from nomic.web.hooks import boards
from nomic.web.hooks.boards import Board
from nomic.web.templatetags.people import several
from tests.support.hall import Hall
from tests.support.lanterns_game import LanternsTable, lanterns, sit_down
from tests.support.signed_in import browser_of

__all__ = ["lanterns"]

WISH = json.dumps({"kind": "wish"})
THROW = json.dumps({"kind": "throw"})


@pytest.fixture
def table(cast: Hall, lanterns: HostedGame) -> LanternsTable:
    """Lanterns after the wishes: the turns go ada, bob, eve."""
    table = sit_down(cast, "ada", "bob", "eve")
    table.wishes(ada=5, bob=4, eve=3)
    return table


@pytest.fixture
def own_board(monkeypatch: pytest.MonkeyPatch) -> Board:
    """A board of Lanterns' own, which says what it was drawn from."""
    board = Board(
        "web/match_plain.html",
        lambda board_view: Drawing(
            {"data": f"answered {move_as_json(board_view.answers)}; opened {sorted(board_view.opened)}"}
        ),
        styles=("css/theirs.css",),
        scripts=("js/theirs.js",),
        last_word={"wish": "Wish for it"},
        moves_depend_on=lambda view: f"wish {view.your_wish}",
    )
    monkeypatch.setitem(boards._boards, "lanterns", board)
    return board


class Page:
    """A match in somebody's browser, which runs no scripts."""

    def __init__(self, table: LanternsTable, name: str | None) -> None:
        self.address = f"/c/hall/matches/{table.code}/"
        self.client = browser_of(name) if name else Client()

    def get(self, more: str = "") -> str:
        answer = self.client.get(self.address + more)
        assert answer.status_code == 200
        return unescape(answer.content.decode())

    def post(self, more: str = "", **fields: Any) -> HttpResponse:
        return self.client.post(self.address + more, fields)


def said(answer: HttpResponse) -> str:
    return unescape(answer.content.decode())


def hidden(page: str, name: str) -> str:
    """What a hidden field of the page holds."""
    found = re.search(rf'name="{name}" value="([^>]*)">', page)
    assert found is not None, name
    return found[1]


def test_the_list_marks_whom_a_match_waits_for(table: LanternsTable) -> None:
    """Ada, whose turn it is, finds the match marked; Bob does not, and both see who sits there."""
    mark = "your turn"
    assert mark in said(browser_of("ada").get("/c/hall/matches/"))
    bobs = said(browser_of("bob").get("/c/hall/matches/"))
    assert mark not in bobs
    assert "Waits for ada." in bobs
    assert "ada, bob, eve" in bobs


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, ""),
        (1, "P1"),
        (2, "P1 and P2"),
        (7, "P1, P2, P3, P4, P5, P6 and P7"),
        (8, "P1, P2, P3, P4, P5, P6 and 2 others"),
        (200, "P1, P2, P3, P4, P5, P6 and 194 others"),
    ],
)
def test_of_many_who_are_waited_for_a_few_are_named(count: int, words: str) -> None:
    """Where one alone would be left out, they are named, too."""
    assert several([f"P{number}" for number in range(1, count + 1)]) == words


def test_the_hall_says_that_a_match_waits(table: LanternsTable) -> None:
    """Ada finds her move among what waits for her; moves themselves are made at the table, not in the hall."""
    adas, bobs = said(browser_of("ada").get("/c/hall/")), said(browser_of("bob").get("/c/hall/"))
    assert f'<a href="/c/hall/matches/{table.code}/">Your move in Lanterns 1</a>' in adas
    assert "Your move in" not in bobs
    assert "Time is up in a match (Lanterns 1)" in bobs
    for page in (adas, bobs):
        assert "Make a move" not in page
        assert "standing order" not in page


def test_a_match_takes_no_more_queries_the_longer_it_lasts(table: LanternsTable, cast: Hall) -> None:
    """Nor does the list with many matches."""
    page, client = Page(table, "ada"), browser_of("ada")

    def counts() -> list[int]:
        found = []
        for address in (page.address, f"{page.address}replay/", "/c/hall/matches/", "/c/hall/"):
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            found.append(len(queries))
        return found

    before = counts()
    for player in ("ada", "bob", "eve"):
        table.move(player, "throw", [6], [player])
    for _ in range(5):
        sit_down(cast, "ada", "bob")
    cache.clear()
    assert counts() == before


def test_the_engine_is_asked_once_a_request(
    table: LanternsTable, lanterns: HostedGame, own_board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What somebody sees and can do is worked out once for a page, for a look, for a stale form, and for the API."""
    asked: Counter[str] = Counter()

    def counted(name: str) -> Callable[..., Any]:
        ask = getattr(lanterns.engine, name)

        def count(*args: Any) -> Any:
            asked[name] += 1
            return ask(*args)

        return count

    for name in ("view", "legal", "barred"):
        monkeypatch.setattr(lanterns.engine, name, counted(name))
    page = Page(table, "ada")
    stale = {"move": THROW, "answers": "[[6]]", "expected_version": "1", "moves_depend_on": "something else"}
    refused = {**stale, "answers": "[[7]]", "expected_version": "3"}
    for ask, times in (
        (page.get, {"view": 1, "legal": 1, "barred": 1}),
        (lambda: page.post(move=THROW, step="look"), {"view": 1, "legal": 1, "barred": 1}),
        (lambda: page.post(**stale), {"view": 2, "legal": 1, "barred": 1}),  # as it was, and as it is now
        (lambda: page.post(**refused), {"view": 1, "legal": 1, "barred": 1}),
        (lambda: page.client.get(f"/api/v1/matches/{table.code}/"), {"view": 1, "legal": 1, "barred": 1}),
    ):
        asked.clear()
        ask()
        assert asked == times


def test_a_move_is_made_question_by_question(table: LanternsTable) -> None:
    """Ada throws: which die, and after the throw, for whom. Earlier answers are carried in the form."""
    page = Page(table, "ada")
    asked = said(page.post(move=THROW, expected_version="3"))
    assert "Which die?" in asked
    assert hidden(asked, "answers") == "[]"
    assert MatchStep.objects.filter(match=table.match).count() == 3
    thrown = page.post(move=THROW, answers="[]", answering="1", chosen="6", expected_version="3")
    assert (thrown.status_code, thrown.url) == (302, page.address)
    now = page.get()
    assert "Who gets" in now
    assert hidden(now, "answers") == "[[6]]"
    assert json.loads(hidden(now, "move")) == {"kind": "answer"}
    done = page.post(
        move=hidden(now, "move"),
        answers="[[6]]",
        answering="1",
        chosen='"bob"',
        expected_version=str(table.match.version),
    )
    assert done.status_code == 302
    assert table.state.turn == "bob"
    assert table.state.players["bob"].points > 0


def test_a_question_changes_nothing(table: LanternsTable, cast: Hall) -> None:
    """As long as nothing was drawn, asking leaves everything as it was."""
    with cast.nothing_changes():
        assert Page(table, "ada").post(move=THROW).status_code == 200


def test_what_has_begun_cannot_be_left(table: LanternsTable) -> None:
    """R18: after the throw the page asks on, whoever looks again, and offers no way back."""
    before = said(Page(table, "ada").post(move=THROW))
    assert "Cancel the move" in before
    table.move("ada", "throw", [6])
    after = Page(table, "ada").get()
    assert "dice have been rolled, so you cannot take it back. If the time runs out, the choice is random." in after
    assert "Cancel the move" not in after
    assert "One step back" not in after


def test_others_are_not_asked(table: LanternsTable) -> None:
    """The question of Ada's begun move is on her page only."""
    table.move("ada", "throw", [6])
    assert "Who gets" not in Page(table, "bob").get()
    assert "Who gets" not in Page(table, None).get()


def test_the_same_form_sent_twice_is_one_move(table: LanternsTable) -> None:
    """A double click throws once."""
    page = Page(table, "ada")
    for _ in range(2):
        fields = {"move": THROW, "answers": "[[6]]", "idempotency_key": "a" * 32, "expected_version": "3"}
        assert page.post(**fields).status_code == 302
    assert table.match.version == 4
    assert "so nothing has changed" in page.get()


def test_a_stale_form_shows_the_table_as_it_is_and_keeps_what_was_chosen(table: LanternsTable, cast: Hall) -> None:
    """Rain fell while Ada chose a die: nothing is done, and her choice waits for one more press."""
    table.tell("rain")
    page = Page(table, "ada")
    with cast.nothing_changes():
        answer = page.post(move=THROW, answers="[]", answering="1", chosen="8", expected_version="3")
    assert answer.status_code == 409
    assert "meanwhile" in said(answer)
    assert "Do it now" in said(answer)
    assert (hidden(said(answer), "answers"), hidden(said(answer), "expected_version")) == ("[[8]]", "4")
    again = page.post(move=THROW, answers="[[8]]", expected_version="4")
    assert again.status_code == 302
    assert table.state.pending.die == 8


def test_a_stale_move_that_cannot_be_made_any_more_says_why(table: LanternsTable, cast: Hall) -> None:
    """Ada's turn has passed: the page says whose it is, and by which rule."""
    table.move("ada", "rest")
    with cast.nothing_changes():
        answer = Page(table, "ada").post(move=THROW, answers="[]", answering="1", chosen="8", expected_version="3")
    assert answer.status_code == 409
    assert "It is bob's turn." in said(answer)
    assert "L3" in said(answer)


@pytest.mark.parametrize(
    "fields",
    [
        {"move": "{"},
        {"move": "[]"},
        {"move": '"throw"'},
        {"move": THROW, "answers": "{}"},
        {"move": THROW, "answers": "[6]"},
        {"move": THROW, "answers": "[[null]]"},
        {"move": THROW, "answers": "[[true]]"},
        {"move": THROW, "answers": "[[1.5]]"},
        {"move": THROW, "answers": "[" * 2000},
        {"move": THROW, "answering": "1", "chosen": "x"},
        {"move": THROW, "answering": "1", "chosen": "7"},
        {"move": THROW, "answering": "1", "chosen": "6" * 5000},
        {"move": THROW, "answering": "1", "chosen": ["6", "8"]},
        {"move": THROW, "answering": "1", "chosen": ["6", "6"]},
        {"move": THROW, "answers": "[[],[6],[],[]]"},
        {"move": '{"kind": "\\u0000"}'},
        {"move": '{"kind": {"kind": []}}'},
        {"move": '{"kind": []}', "answering": "1", "chosen": "6"},
        {"move": '{"kind": {}}', "answering": "1", "chosen": "6"},
        {"move": "x" * 30_000},
        {"move": THROW, "answers": "[[6]]", "step": "look", "chosen": "NaN"},
        {"move": json.dumps({"kind": "answer"}), "answers": "[[6]]"},
        {},
    ],
)
def test_forms_that_no_page_has_sent_change_nothing(table: LanternsTable, cast: Hall, fields: dict[str, Any]) -> None:
    """They are refused, never an error of the site."""
    with cast.nothing_changes():
        assert Page(table, "ada").post(**fields).status_code in (409, 422)


def test_a_look_with_a_move_that_is_none_shows_the_table(table: LanternsTable, cast: Hall) -> None:
    """A look with a move that cannot be read shows the table with nothing in hand, and changes nothing."""
    with cast.nothing_changes():
        answer = Page(table, "ada").post(move='{"kind": {}}', step="look")
    assert answer.status_code == 200
    assert 'name="move" value="{"kind":"throw"}"' in said(answer)


def test_an_answer_outside_what_is_asked_is_asked_again(table: LanternsTable) -> None:
    answer = Page(table, "ada").post(move=THROW, answers="[]", answering="1", chosen="7", expected_version="3")
    assert answer.status_code == 422
    assert "Which die?" in said(answer)
    assert hidden(said(answer), "answers") == "[]"


def test_R126_an_answer_that_does_not_fit_what_was_drawn_is_asked_for(table: LanternsTable) -> None:
    """The die is thrown, whatever was sent with it: the page that comes next asks who gets the points."""
    page = Page(table, "ada")
    answer = page.post(move=THROW, answers='[[6],["zoe"],[1]]', expected_version="3")
    assert answer.status_code == 302
    asked = page.get()
    assert f"Who gets {table.state.pending.thrown} points?" in asked
    assert hidden(asked, "answers") == "[[6]]"
    done = page.post(move='{"kind":"answer"}', answers='[[6],["bob"]]', expected_version="4")
    assert (done.status_code, table.state.pending) == (302, None)


def test_looking_makes_no_move(table: LanternsTable, cast: Hall) -> None:
    """News make the page look again, with what is in hand: the question stays, and nothing is done."""
    with cast.nothing_changes():
        answer = Page(table, "ada").post(move=THROW, answers="[]", chosen="8", step="look")
        ready = Page(table, "ada").post(move=THROW, answers="[[8]]", step="look")
    assert "Which die?" in said(answer)
    assert "Do it now" in said(ready)


def test_one_step_back_asks_again(table: LanternsTable, cast: Hall) -> None:
    """And leaving the move puts it down."""
    with cast.nothing_changes():
        back = Page(table, "ada").post(move=THROW, answers="[[8]]", step="back")
        left = Page(table, "ada").post(move=THROW, answers="[]", step="leave")
    assert hidden(said(back), "answers") == "[]"
    assert "Which die?" not in said(left)


def test_a_last_word_makes_the_move(cast: Hall, lanterns: HostedGame, own_board: Board) -> None:
    """Where a board wants one, the last answer shows the move whole, with what was answered; one press makes it."""
    table = sit_down(cast, "ada", "bob")
    page, version = Page(table, "ada"), table.match.version
    with cast.nothing_changes():
        asked = page.post(move=WISH, answers="[]", answering="1", chosen="6", expected_version=str(version))
        back = page.post(move=WISH, answers="[[6]]", step="back")
    assert "Wish for it" in said(asked)
    assert hidden(said(asked), "answers") == "[[6]]"
    assert "answered [[6]]" in said(asked)
    assert hidden(said(back), "answers") == "[]"
    assert page.post(move=WISH, answers="[[6]]", expected_version=str(version)).status_code == 302
    assert table.state.players["ada"].wish == 6


def test_a_board_says_what_its_moves_depend_on(cast: Hall, lanterns: HostedGame, own_board: Board) -> None:
    """Bob wishes while Ada's page is open: hers is made where moves depend on one's own wish alone, else refused."""
    table = sit_down(cast, "ada", "bob", "eve")
    page, version = Page(table, "ada"), str(table.match.version)
    shown = hidden(page.get(), "moves_depend_on")
    table.move("bob", "wish", [1])
    with cast.nothing_changes():
        for stale in ({}, {"moves_depend_on": "something else"}, {"moves_depend_on": ""}):
            answer = page.post(move=WISH, answers="[[6]]", expected_version=version, **stale)
            assert answer.status_code == 409
            assert "meanwhile" in said(answer)
    assert page.post(move=WISH, answers="[[6]]", expected_version=version, moves_depend_on=shown).status_code == 302
    assert table.state.players["ada"].wish == 6


def test_a_board_brings_styles_and_scripts(cast: Hall, lanterns: HostedGame, own_board: Board) -> None:
    """On the page of the match and on that of its replay."""
    page = Page(sit_down(cast, "ada", "bob"), None)
    for shown in (page.get(), page.get("replay/")):
        assert 'href="/static/css/theirs.css"' in shown
        assert 'src="/static/js/theirs.js" defer' in shown


@pytest.mark.parametrize("more", ["", "replay/"])
def test_what_is_opened_stays_open_until_it_is_hidden(
    cast: Hall, lanterns: HostedGame, own_board: Board, more: str
) -> None:
    """Buttons of a board open and hide parts of it, at a replay as at the table."""
    page = Page(sit_down(cast, "ada", "bob"), None)
    ask = page.get if more else lambda query: said(page.post(**parse_qs(query[1:])))
    opened = ask(f"{more}?open=cellar&show=attic")
    assert "opened ['attic', 'cellar']" in opened
    assert opened.count('<input type="hidden" name="open" value="cellar">') >= 1
    assert "opened ['attic']" in ask(f"{more}?open=attic&open=cellar&hide=cellar")


def test_strangers_look_on(table: LanternsTable, cast: Hall) -> None:
    """They see the table and no moves; a form of theirs leads to the log-in. A player elsewhere is refused."""
    page = Page(table, None)
    assert "Throw a die" not in page.get()
    with cast.nothing_changes():
        answer = page.post(move=THROW)
        assert (answer.status_code, answer.url.partition("?")[0]) == (302, "/accounts/login/")
    cast.join("zoe")
    with cast.nothing_changes():
        refused = Page(table, "zoe").post(move=THROW)
    assert refused.status_code == 409
    assert "You sit at no running match." in said(refused)


def test_moves_that_cannot_be_made_say_why(table: LanternsTable) -> None:
    """Bob reads why he can neither throw nor rest, with the rule."""
    page = Page(table, "bob").get()
    assert "What you cannot do now (2)" in page
    assert "It is ada's turn." in page
    assert "L3" in page


def test_a_wish_under_seal_is_on_no_other_page(cast: Hall, lanterns: HostedGame) -> None:
    """Ada's page shows what she wished; Bob's, a stranger's, the log, and replays at her seat or theirs do not."""
    table = sit_down(cast, "ada", "bob")
    table.move("ada", "wish", [6])
    assert '"your_wish": 6' in Page(table, "ada").get()
    assert '"your_wish": 6' in Page(table, "ada").get("replay/")
    for name in ("bob", None):
        page = Page(table, name)
        for shown in (
            page.get(),
            page.get("replay/?seat=ada"),
            page.get("replay/?seat=bob"),
            page.get("replay/?seat="),
        ):
            assert '"your_wish": null' in shown
            assert "6" not in re.findall(r'<pre tabindex="0">.*?</pre>', shown, re.S)[0]
    hidden_from_bob = Page(table, "bob").get("replay/?seat=ada&step=1")
    assert "sealed for now" in hidden_from_bob
    table.move("bob", "wish", [1])
    assert '"your_wish": 6' in Page(table, "bob").get("replay/?seat=ada&step=1")


def test_a_replay_goes_through_every_step(table: LanternsTable) -> None:
    """Each step says what happened, with its entry and its draws; before the first and after the last there is none."""
    table.move("ada", "throw", [6], ["bob"])
    page = Page(table, None)
    last = page.get("replay/")
    assert "Step <strong>4</strong> of 4" in last
    assert "ada throws" in last
    assert "1 draw, with proof" in last
    assert 'rel="next"' not in last
    assert "You throw" in Page(table, "ada").get("replay/")
    assert "ada throws" in Page(table, "bob").get("replay/?seat=ada")
    first = page.get("replay/?step=0")
    assert "Before the first move." in first
    assert 'rel="prev"' not in first
    assert '"turn": null' in first
    assert page.get("replay/?step=2").count('rel="next"') == 1


def test_a_replay_that_goes_astray_says_so(table: LanternsTable) -> None:
    """A step whose record has been tampered with: what was before it can be seen, and why no more."""
    table.move("ada", "rest")
    MatchStep.objects.filter(match=table.match, version=4).update(move={"kind": "throw"})
    page = Page(table, None).get("replay/")
    assert "Step <strong>3</strong> of 4" in page
    assert "cannot be played again as it was: version 4" in page


@pytest.mark.parametrize("odd", ["x", "-1", "9" * 30, "%00", "%C2%B2", "1.5", ""])
def test_odd_steps_of_a_replay(table: LanternsTable, odd: str) -> None:
    """A step that there is not shows the newest one."""
    assert "of 3" in Page(table, None).get(f"replay/?step={odd}")


def test_odd_seats_and_codes_lead_nowhere(table: LanternsTable) -> None:
    client = Client()
    assert client.get(f"/c/hall/matches/{table.code}/replay/?seat=nobody").status_code == 404
    assert client.get(f"/c/hall/matches/{table.code}/replay/?seat=%00").status_code == 200
    for code in ("nosuchcode", "x" * 300):
        for more in ("", "replay/"):
            assert client.get(f"/c/hall/matches/{code}/{more}").status_code == 404
    assert client.get(f"/c/hall/matches/{table.code}/order/").status_code == 405


def test_a_match_that_is_over_says_who_has_won(table: LanternsTable) -> None:
    """Its page says once who has won, to the winner as to others, and offers no move."""
    table.move("bob", "forfeit")
    table.move("eve", "forfeit")
    assert table.match.is_over
    page = Page(table, "ada").get()
    assert page.count("You won!") == 1
    assert "ada has won" not in page
    assert "Throw a die" not in page
    assert "ada won" in Page(table, "bob").get()
    assert "ada</strong> won" in said(browser_of("bob").get("/c/hall/matches/"))


def test_a_standing_order_is_left_and_withdrawn_and_nobody_elses(table: LanternsTable, cast: Hall) -> None:
    """R110: its owner sees it on the page, others do not."""
    page = Page(table, "bob")
    assert page.post("order/", order=json.dumps({"kind": "nonsense"})).status_code == 302
    order = StandingOrder.objects.get()
    assert "nonsense" in page.get()
    assert "nonsense" not in Page(table, "ada").get()
    assert Page(table, "ada").post("order/", withdraw=order.code).status_code == 409
    order.refresh_from_db()
    assert order.status == OrderStatus.WAITING
    assert page.post("order/", withdraw=order.code).status_code == 302
    order.refresh_from_db()
    assert order.status == OrderStatus.WITHDRAWN


@pytest.mark.parametrize(
    "fields", [{}, {"order": "["}, {"order": "[]"}, {"order": '{"kind": "dance"}'}, {"withdraw": ""}]
)
def test_orders_that_cannot_be(table: LanternsTable, cast: Hall, fields: dict[str, str]) -> None:
    with cast.nothing_changes():
        assert Page(table, "bob").post("order/", **fields).status_code in (409, 422)


def test_the_log_links_entries_and_draws(table: LanternsTable) -> None:
    """Newest first; a throw leads to its proof."""
    table.move("ada", "throw", [6], ["ada"])
    entry = Entry.objects.filter(cycle=table.hall.pk).latest("seq")
    page = Page(table, None).get()
    assert f'/c/hall/journal/{entry.seq}/#draws">1 draw, with proof' in page
    assert page.index(f"#{entry.seq}<") < page.index("has made a wish.")
    assert 'id="draws"' in said(Client().get(f"/c/hall/journal/{entry.seq}/"))
