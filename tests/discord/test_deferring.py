"""Answers that take longer than Discord waits: announced, and followed up once, also if the process has ended."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from nomic.cycles.models import Entry
from nomic.discord import views
from nomic.discord.interactions import deferred_answers
from nomic.discord.interactions.deferred_answers import answer_deferred
from nomic.discord.models import Deferred
from nomic.discord.protocol.interactions import Interaction
from nomic.discord.protocol.replies import Reply, message_reply, modal
from nomic.discord.views import reply_again
from tests.discord.conftest import MakeUser
from tests.discord.rest_stand_in import Discord as Rest
from tests.discord.rest_stand_in import Fault, lost, refused
from tests.discord.stand_in import Discord
from tests.support.hall import Hall

pytestmark = pytest.mark.django_db

ANNOUNCED = {"type": 5, "data": {"flags": 64}}
LATE = "This took too long. Send the command again."
_follow = deferred_answers._follow


class Slow:
    """An answer that waits until it is let go, and what is to follow then. It needs no database in its thread."""

    def __init__(self) -> None:
        self.reply: Reply | Exception = message_reply("ada buys.")
        self.go, self.is_done = threading.Event(), threading.Event()
        self.kept: list[Any] = []

    def answer(self, told: Interaction) -> Reply:
        assert self.go.wait(60)
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply

    def keep(self, *what: Any) -> None:
        self.kept.append(what)
        self.is_done.set()

    def follow(self) -> None:
        """Let it go, and follow up in this thread: two connections would wait for each other."""
        self.go.set()
        assert self.is_done.wait(60)
        _follow(*self.kept.pop())


@pytest.fixture
def make_slow(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Slow]:
    """Let all answers be slow from now on."""

    def make() -> Slow:
        found = Slow()
        settings.DISCORD_DEFER_SECONDS = 0.01
        monkeypatch.setattr(views, "reply_to", found.answer)
        monkeypatch.setattr(deferred_answers, "_follow", found.keep)
        # Following up in this thread would close the connection of the test.
        monkeypatch.setattr(deferred_answers, "close_old_connections", lambda: None)
        return found

    return make


@pytest.mark.parametrize(
    "reply", [message_reply("ada buys."), message_reply("Sure?", button=("Do it", "do|x|y")), modal("Buy", "x", [])]
)
def test_a_slow_answer_is_announced_and_follows(
    cast: Hall, rest: Rest, user: MakeUser, discord: Discord, make_slow: Callable[[], Slow], reply: Reply
) -> None:
    """Seen by the player alone. A form cannot follow, so they read that."""
    ada, slow = user("ada"), make_slow()
    slow.reply = reply
    sent = ada.command("hand")
    assert discord.tell(sent) == ANNOUNCED
    assert Deferred.objects.get().token == sent["token"]
    slow.follow()
    body = rest.followed_up[sent["token"]]
    assert body["allowed_mentions"] == {"parse": []}
    assert body["content"] == (LATE if reply["type"] == 9 else reply["data"]["content"])
    assert body["components"] == reply["data"].get("components", [])
    assert not Deferred.objects.exists()


@pytest.mark.parametrize("fault", [refused(500), refused(404), refused(429, Retry_After="3"), lost, None])
def test_what_did_not_arrive_is_answered_again_and_done_once(
    cast: Hall,
    rest: Rest,
    user: MakeUser,
    discord: Discord,
    make_slow: Callable[[], Slow],
    fault: Fault | None,
) -> None:
    """The act was performed, and its answer lost, or the process ended before or after it."""
    ada = user("ada")
    sent = ada.command("do", action="leave")
    message = discord.tell(sent)
    data = {"custom_id": message["data"]["components"][0]["components"][0]["custom_id"], "component_type": 2}
    pressed = ada.interaction(3, data)
    slow = make_slow()
    assert discord.tell(pressed) == ANNOUNCED
    if fault is not None:
        slow.reply = reply_again(views.read_interaction(Deferred.objects.get().body.encode()))
        rest.faults = [fault]
        slow.follow()
    for _ in range(3):
        cast.clock.wait(minutes=1)
        answer_deferred(reply_again)
    assert "You leave" in rest.followed_up[pressed["token"]]["content"]
    assert Entry.objects.filter(cycle=cast.pk, action="leave").count() == 1
    assert not Deferred.objects.exists()
    slow.go.set()


def test_what_fails_is_tried_again_and_given_up_at_last(
    cast: Hall, rest: Rest, user: MakeUser, discord: Discord, make_slow: Callable[[], Slow]
) -> None:
    ada, slow = user("ada"), make_slow()
    slow.reply = ValueError("a bug")
    sent = ada.command("hand")
    assert discord.tell(sent) == ANNOUNCED
    slow.follow()
    cast.clock.wait(seconds=10)
    assert answer_deferred(slow.answer) == 1
    cast.clock.wait(minutes=14)
    assert answer_deferred(slow.answer) == 0
    assert not Deferred.objects.exists()
    assert rest.followed_up == {}


def test_a_quick_answer_is_given_at_once(
    cast: Hall, rest: Rest, user: MakeUser, discord: Discord, make_slow: Callable[[], Slow], settings: Any
) -> None:
    ada, slow = user("ada"), make_slow()
    slow.go.set()
    settings.DISCORD_DEFER_SECONDS = 60
    assert discord.tell(ada.command("hand")) == slow.reply
    assert discord.post({"type": 1, "id": "1"}).status_code == 200
    assert not Deferred.objects.exists()
    assert timedelta(0) < deferred_answers.TOKEN_LASTS < timedelta(minutes=15)
