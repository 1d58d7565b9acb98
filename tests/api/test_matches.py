"""Matches through the API: what one may see, moves question by question, standing orders, the export."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from nomic.cycles.state_digest import digest_of, state_of
from nomic.matches.hosting.registry import HostedGame
from tests.api.conftest import Bot, MakeBot, problem
from tests.support.hall import HOUR, Hall
from tests.support.lanterns_game import LanternsTable, lanterns, sit_down

__all__ = ["lanterns"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def table(cast: Hall, lanterns: HostedGame) -> LanternsTable:
    return sit_down(cast, "ada", "bob", "eve")


@pytest.fixture
def playing(table: LanternsTable) -> LanternsTable:
    table.wishes(ada=5, bob=4, eve=3)
    return table


Post = Callable[..., HttpResponse]


@pytest.fixture
def post(make_bot: MakeBot) -> Post:
    """Send a body to an address of a match, as somebody."""

    def send(name: str | None, code: str, path: str, body: Any = None, **headers: str) -> HttpResponse:
        bot = make_bot(name)
        return bot.client.post(
            f"/api/v1/matches/{code}/{path}",
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers={**bot.headers, **headers},
        )

    return send


def see(bot: Bot, table: LanternsTable) -> Any:
    return bot.read(f"/api/v1/matches/{table.code}/")


# ── seeing


def test_a_match_shows_each_seat_its_own_view(table: LanternsTable, make_bot: MakeBot) -> None:
    """Own wishes, own moves, own questions; anybody may watch, and sees none of them."""
    table.wishes(ada=5)
    ada, bob, anybody = (see(make_bot(name), table) for name in ("ada", "bob", None))
    assert (ada["viewer"], bob["viewer"], anybody["viewer"]) == ("ada", "bob", None)
    assert (ada["view"]["your_wish"], bob["view"]["your_wish"]) == (5, None)
    assert [move["move"] for move in bob["legal"]] == [{"kind": "wish"}, {"kind": "forfeit"}]
    assert bob["legal"][0]["question"]["options"][0] == {"value": 1, "label": "1"}
    assert [(move["move"], move["rule"]) for move in bob["barred"]] == [
        ({"kind": "throw"}, "L2"), ({"kind": "rest"}, "L2"),
    ]  # fmt: skip
    assert (anybody["legal"], anybody["barred"], anybody["question"], anybody["orders"]) == ([], [], None, [])
    assert anybody["view"]["wished"] == ["ada"]


def test_a_match_says_whose_time_is_running_until_when(playing: LanternsTable, anybody: Bot) -> None:
    shown = see(anybody, playing)
    assert [(seat["player"], seat["status"], seat["to_act"]) for seat in shown["seats"]] == [
        ("ada", "in", True), ("bob", "in", False), ("eve", "in", False),
    ]  # fmt: skip
    assert shown["clocks"] == [
        {
            "name": "turn 1",
            "players": ["ada"],
            "began_at": "2024-01-01T00:00:00Z",
            "due_at": "2024-01-01T01:00:00Z",
        }
    ]
    assert (shown["status"], shown["version"], shown["kind"], shown["game"]) == ("running", 3, "friendly", "lanterns")


def test_the_log_has_every_step_with_its_entry(playing: LanternsTable, anybody: Bot) -> None:
    """Newest first; what was sealed shows its commitment and, once opened, the answers and the salt."""
    entry = playing.move("ada", "rest")
    shown = see(anybody, playing)["log"]
    assert [step["version"] for step in shown] == [4, 3, 2, 1]
    assert shown[0]["entry"] == entry.seq
    assert anybody.read(shown[0]["entry_url"].removeprefix("http://testserver"))["seq"] == entry.seq
    assert [event["kind"] for event in shown[0]["events"]] == ["rested", "granted", "turn"]
    assert (shown[3]["player"], shown[3]["answers"]) == ("ada", [[5]])
    assert len(shown[3]["seal"]["salt"]) == 32
    pages = list(anybody.pages(f"/api/v1/matches/{playing.code}/log/", limit=3))
    assert pages == shown


def test_an_answer_that_still_holds_is_not_sent_again(playing: LanternsTable, make_bot: MakeBot) -> None:
    """Until something happens; and nobody's answer is taken for another's."""
    bot = make_bot("ada")
    first = bot.get(f"/api/v1/matches/{playing.code}/")
    again = {"If-None-Match": first["ETag"]}
    assert bot.get(f"/api/v1/matches/{playing.code}/", headers=again).status_code == 304
    assert make_bot("bob").get(f"/api/v1/matches/{playing.code}/", headers=again).status_code == 200
    assert "Authorization" in first["Vary"]
    assert "private" in first["Cache-Control"]
    playing.move("ada", "rest")
    assert bot.get(f"/api/v1/matches/{playing.code}/", headers=again).status_code == 200


def test_what_is_due_has_happened_in_what_one_reads(playing: LanternsTable, anybody: Bot) -> None:
    playing.hall.pass_on(playing.hall.clock.now + 2 * HOUR)
    assert see(anybody, playing)["view"]["turn"] == "eve"


def test_the_list_of_matches(cast: Hall, playing: LanternsTable, make_bot: MakeBot) -> None:
    """By cycle, game, status and one's own, newest first, page after page."""
    other = sit_down(cast, "ada", "bob")
    cast.join("zoe")
    anybody, zoe = make_bot(None), make_bot("zoe")

    def codes(bot: Bot, **query: Any) -> list[str]:
        return [match["code"] for match in bot.read("/api/v1/matches/", **query)["items"]]

    both = [other.code, playing.code]
    assert codes(anybody) == codes(anybody, cycle="hall", game="lanterns", status="running") == both
    assert codes(anybody, game="exoptosis") == codes(anybody, status="over") == []
    assert codes(make_bot("eve"), mine=True) == [playing.code]
    assert codes(zoe, mine=True) == []
    problem(anybody.get("/api/v1/matches/", mine="true"), 401, "not-authenticated")
    problem(anybody.get("/api/v1/matches/", status="lost"), 422, "bad-arguments")
    assert [match["code"] for match in anybody.pages("/api/v1/matches/", limit=1)] == both
    first = anybody.read("/api/v1/matches/")["items"][1]
    assert first["seats"][0] == {"player": "ada", "status": "in"}
    assert first["clocks"][0]["players"] == ["ada"]
    response = anybody.get("/api/v1/matches/")
    assert anybody.get("/api/v1/matches/", headers={"If-None-Match": response["ETag"]}).status_code == 304


def test_the_list_settles_what_is_due(playing: LanternsTable, anybody: Bot) -> None:
    playing.hall.pass_on(playing.hall.clock.now + HOUR)
    assert anybody.read("/api/v1/matches/")["items"][0]["clocks"][0]["players"] == ["bob"]


@pytest.mark.parametrize("path", ["", "log/", "export/", "events/"])
def test_a_match_that_there_is_not(anybody: Bot, path: str) -> None:
    problem(anybody.get(f"/api/v1/matches/zzzz/{path}"), 404, "not-found")


# ── moving


def test_a_move_is_asked_question_by_question(playing: LanternsTable, post: Post) -> None:
    """Before the draw a question changes nothing; after it the move has begun, and goes on as an answer."""
    with playing.hall.nothing_changes():
        asked = post("ada", playing.code, "moves/", {"move": {"kind": "throw"}, "expected_version": 3})
    assert asked.status_code == 200
    assert (asked.json()["status"], asked.json()["version"]) == ("question", 3)
    assert asked.json()["question"]["prompt"] == "Which die?"
    begun = post("ada", playing.code, "moves/", {"move": {"kind": "throw"}, "answers": [[6]], "expected_version": 3})
    assert begun.status_code == 201
    data = begun.json()
    assert (data["status"], data["version"], data["question"]["kind"]) == ("done", 4, "player")
    assert [draw["label"] for draw in data["entry"]["draws"]] == ["throw 6"]
    done = post("ada", playing.code, "moves/", {"move": {"kind": "answer"}, "answers": [[6], ["eve"]]})
    assert (done.status_code, done.json()["question"], done.json()["version"]) == (201, None, 5)
    assert done["Location"].endswith(f"/journal/{done.json()['entry']['seq']}/")


def test_the_player_of_a_begun_move_is_shown_what_it_asks(playing: LanternsTable, make_bot: MakeBot) -> None:
    """And with which answers to go on."""
    playing.move("ada", "throw", [6])
    adas, bobs = see(make_bot("ada"), playing), see(make_bot("bob"), playing)
    assert (adas["question"]["who"], adas["answers"]) == ("ada", [[6]])
    assert (bobs["question"], bobs["answers"]) == (None, [])


def test_R126_answers_that_do_not_fit_what_was_drawn_are_no_refusal(playing: LanternsTable, post: Post) -> None:
    """The move has begun: the bot is told which answers stand and what is asked, the first time and again."""
    body = {"move": {"kind": "throw"}, "answers": [[6], ["zoe"], [3]]}
    begun = post("ada", playing.code, "moves/", body, **{"Idempotency-Key": "one"})
    assert begun.status_code == 201
    data = begun.json()
    assert (data["answers"], data["question"]["kind"], data["version"]) == ([[6]], "player", 4)
    assert [draw["label"] for draw in data["entry"]["draws"]] == ["throw 6"]
    again = post("ada", playing.code, "moves/", body, **{"Idempotency-Key": "one"})
    assert again.json() == data
    done = post("ada", playing.code, "moves/", {"move": {"kind": "answer"}, "answers": [*data["answers"], ["eve"]]})
    assert (done.status_code, done.json()["answers"], done.json()["entry"]["draws"]) == (201, [], [])
    playing.hall.is_sound()


def test_the_same_key_gets_the_same_answer(playing: LanternsTable, post: Post) -> None:
    """With the question that the begun move still asks; none once the match has gone on."""
    body = {"move": {"kind": "throw"}, "answers": [[6]]}
    first = post("ada", playing.code, "moves/", body, **{"Idempotency-Key": "one"})
    again = post("ada", playing.code, "moves/", body, **{"Idempotency-Key": "one"})
    assert again["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()
    playing.move("ada", "answer", [6], ["ada"])
    later = post("ada", playing.code, "moves/", body, **{"Idempotency-Key": "one"}).json()
    assert (later["version"], later["question"]) == (4, None)


def test_a_question_does_not_use_up_its_key(playing: LanternsTable, post: Post) -> None:
    body: dict[str, Any] = {"move": {"kind": "throw"}}
    assert post("ada", playing.code, "moves/", body, **{"Idempotency-Key": "one"}).status_code == 200
    body["answers"] = [[8]]
    assert post("ada", playing.code, "moves/", body, **{"Idempotency-Key": "one"}).status_code == 201


def test_the_action_itself_answers_questions_too(playing: LanternsTable, make_bot: MakeBot) -> None:
    """`…/actions/move/` is the same act by its other name."""
    response = make_bot("ada").act("move", match=playing.code, move={"kind": "throw"})
    assert (response.status_code, response.json()["status"]) == (200, "question")


@pytest.mark.parametrize(
    ("name", "body", "status", "code", "rule_or_field"),
    [
        ("bob", {"move": {"kind": "rest"}}, 409, "not-your-turn", "L3"),
        ("ada", {"move": {"kind": "rest"}, "expected_version": 2}, 409, "stale-version", "Games"),
        ("ada", {"move": {"kind": "throw"}, "answers": [[7]]}, 422, "bad-arguments", "answers/0"),
        ("ada", {"move": {"kind": "throw"}, "answers": [[6, 6]]}, 422, "bad-arguments", "answers/0"),
        ("ada", {"move": {"kind": "rest"}, "answers": [["bob"]]}, 422, "bad-arguments", "answers/0"),
        ("ada", {"move": {"kind": "rest"}, "match": "other"}, 422, "bad-arguments", "match"),
        ("ada", {"move": {"kind": "rest"}, "more": 1}, 422, "bad-arguments", "more"),
        ("ada", {}, 422, "bad-arguments", "move"),
        ("ada", {"move": "rest"}, 422, "bad-arguments", "move"),
        ("ada", {"move": {"kind": "\ud800"}}, 422, "bad-arguments", "move/kind"),
        (None, {"move": {"kind": "rest"}}, 401, "not-authenticated", ""),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(
    playing: LanternsTable, post: Post, name: str | None, body: Any, status: int, code: str, rule_or_field: str
) -> None:
    with playing.hall.nothing_changes():
        data = problem(post(name, playing.code, "moves/", body), status, code)
    if status == 409:
        assert data["rule"] == rule_or_field
    elif status == 422:
        assert any(error["field"].startswith(rule_or_field) for error in data["errors"])


def test_of_two_moves_that_expect_the_same_version_one_is_made(playing: LanternsTable, post: Post) -> None:
    """The other is told that the match has gone on."""
    body = {"move": {"kind": "rest"}, "expected_version": 3}
    assert post("ada", playing.code, "moves/", body).status_code == 201
    problem(post("ada", playing.code, "moves/", body), 409, "stale-version")


# ── standing orders


def test_R110_a_standing_order_is_seen_by_its_owner_only(playing: LanternsTable, post: Post, make_bot: MakeBot) -> None:
    """It can be withdrawn at any time, by its owner."""
    order = {"kind": "throw", "die": 8, "to": "a-secret-friend"}
    given = post("bob", playing.code, "orders/", {"order": order})
    assert given.status_code == 201
    code = given.json()["code"]
    assert see(make_bot("bob"), playing)["orders"] == [
        {"code": code, "order": order, "given": given.json()["entry"]["seq"]}
    ]
    for name in ("ada", None):
        assert see(make_bot(name), playing)["orders"] == []
    assert "a-secret-friend" not in given.content.decode()
    problem(post("ada", playing.code, f"orders/{code}/withdraw/"), 409, "no-order")
    problem(post("bob", playing.code, f"orders/{code}/withdraw/", {"order": "x"}), 422, "bad-arguments")
    assert post("bob", playing.code, f"orders/{code}/withdraw/").status_code == 201
    assert see(make_bot("bob"), playing)["orders"] == []
    problem(post("bob", playing.code, f"orders/{code}/withdraw/"), 409, "no-order")


def test_an_order_that_is_none_is_refused(playing: LanternsTable, post: Post) -> None:
    data = problem(post("bob", playing.code, "orders/", {"order": {"kind": "fly"}}), 409, "unknown-order")
    assert data["rule"] == "R110"


# ── the export


def test_the_export_has_all_that_the_match_depended_on(playing: LanternsTable, anybody: Bot) -> None:
    playing.move("ada", "throw", [6], ["bob"])
    data = anybody.read(f"/api/v1/matches/{playing.code}/export/")
    assert data["format"] == "nomic-match-1"
    assert [law["document"].keys() for law in data["laws"]] == [{"duels"}]
    assert len(data["steps"]) == 4
    last = data["steps"][-1]
    assert (last["player"], last["move"], last["answers"]) == ("ada", {"kind": "throw"}, [[6], ["bob"]])
    assert [(draw["label"], draw["sides"]) for draw in last["draws"]] == [("throw 6", 6)]
    assert data["position"] is not None


def test_the_digest_of_a_cycle_with_matches_is_stable(playing: LanternsTable) -> None:
    cycle = playing.hall.cycle
    assert digest_of(state_of(cycle)) == digest_of(state_of(cycle))
