"""Notices through the API: one's own, and reading them."""

from typing import Any

import pytest

from nomic.notices.models import Notice
from nomic.notices.notify import notify_people
from tests.api.conftest import Bot, MakeBot, bot, make_bot, problem
from tests.notices.conftest import BELL, person
from tests.support.hall import Hall

__all__ = ["bot", "make_bot"]


def told(*names: str) -> None:
    for name in names:
        notify_people([person("ada")], BELL.name, name, "/c/hall/")


def read(bot: Bot, body: Any) -> Any:
    return bot.client.post("/api/v1/notices/read/", body, content_type="application/json", headers=bot.headers)


def test_a_bot_sees_its_persons_notices(bot: Bot, cast: Hall) -> None:
    """Newest first, with all that the page shows; nobody else's."""
    notify_people([person("ada")], BELL.name, "one", "/c/hall/", cast.cycle)
    notify_people([person("ada")], BELL.name, "two")
    notify_people([person("bob")], BELL.name, "three")
    page = bot.read("/api/v1/notices/")
    two, one = Notice.objects.filter(person=person("ada"))
    assert page == {
        "unread": 2,
        "items": [
            {
                "id": two.pk, "kind": "bell", "text": "two", "link": None, "cycle": None,
                "created_at": "2024-01-01T00:00:00Z", "read_at": None,
            },
            {
                "id": one.pk, "kind": "bell", "text": "one", "link": "/c/hall/", "cycle": "hall",
                "created_at": "2024-01-01T00:00:00Z", "read_at": None,
            },
        ],
        "next": None,
    }  # fmt: skip


def test_notices_come_in_pages(bot: Bot) -> None:
    told(*(f"n{number}" for number in range(7)))
    texts = [item["text"] for item in bot.pages("/api/v1/notices/", limit=3)]
    assert texts == [f"n{number}" for number in range(6, -1, -1)]


def test_an_answer_that_still_holds_is_not_sent_again(bot: Bot) -> None:
    told("one")
    tag = bot.get("/api/v1/notices/")["ETag"]
    assert bot.get("/api/v1/notices/", headers={"If-None-Match": tag}).status_code == 304
    told("two")
    assert bot.get("/api/v1/notices/", headers={"If-None-Match": tag}).status_code == 200


def test_what_was_read_is_left_out_where_asked(bot: Bot) -> None:
    """`read` counts what it changed; ids of others and such as there are none of are passed over."""
    told("one", "two", "three")
    notify_people([person("bob")], BELL.name, "theirs")
    one = Notice.objects.earliest("pk").pk
    theirs = Notice.objects.get(text="theirs").pk
    answer = read(bot, {"ids": [one, one, theirs, 10**12]})
    assert (answer.status_code, answer.json()) == (200, {"marked": 1, "unread": 2})
    assert [item["text"] for item in bot.read("/api/v1/notices/", unread="true")["items"]] == ["three", "two"]
    assert read(bot, {"all": True}).json() == {"marked": 2, "unread": 0}
    assert Notice.objects.filter(read_at=None).values_list("text", flat=True).get() == "theirs"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"all": False},
        {"ids": [1], "all": True},
        {"ids": "1"},
        {"ids": [True]},
        {"ids": [-1]},
        {"ids": [2**70]},
        {"ids": list(range(201))},
        {"all": "yes"},
        {"ids": [1], "more": 1},
    ],
)
def test_arguments_that_do_not_fit_are_refused(bot: Bot, body: Any) -> None:
    told("one")
    problem(read(bot, body), 422, "bad-arguments")
    assert Notice.objects.get().read_at is None


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 999}, {"before": "x"}, {"unread": "perhaps"}, {"odd": 1}])
def test_a_query_that_does_not_fit_is_refused(bot: Bot, query: dict[str, Any]) -> None:
    problem(bot.get("/api/v1/notices/", **query), 422, "bad-arguments")


def test_strangers_have_no_notices(make_bot: MakeBot, cast: Hall) -> None:
    stranger = make_bot(None)
    problem(stranger.get("/api/v1/notices/"), 401, "not-authenticated")
    problem(read(stranger, {"all": True}), 401, "not-authenticated")
