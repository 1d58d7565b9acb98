"""What is not signed by Discord is not read; what is signed and is nonsense changes nothing and is no error of ours."""

import json
import time
from typing import Any

import pytest
import time_machine
from django.core.checks import run_checks
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.cycles.models import Entry
from nomic.discord.protocol.replies import message_reply
from nomic.discord.views import MAX_BODY
from nomic.notices.delivery.webhook_payload import length
from tests.discord.conftest import MakeUser
from tests.discord.stand_in import ADDRESS, Discord
from tests.support.example_counts import examples
from tests.support.hall import START, Hall

pytestmark = pytest.mark.django_db

PING = {"type": 1, "id": "1", "application_id": "2"}


def test_a_ping_is_answered(discord: Discord) -> None:
    """Without a CSRF token, which Discord has not."""
    answer = discord.post(PING)
    assert (answer.status_code, json.loads(answer.content)) == (200, {"type": 1})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Signature-Ed25519": ""},
        {"X-Signature-Ed25519": "zz"},
        {"X-Signature-Ed25519": "é"},
        {"X-Signature-Ed25519": "00" * 64},
        {"X-Signature-Ed25519": "00" * 10**4},
        {"X-Signature-Timestamp": ""},
        {"X-Signature-Timestamp": "-1"},
        {"X-Signature-Timestamp": "٣"},
        {"X-Signature-Timestamp": "9" * 15},
        {"X-Signature-Timestamp": "9" * 10**4},
    ],
)
def test_a_forged_signature_is_refused(discord: Discord, headers: dict[str, str]) -> None:
    assert discord.post(PING, **headers).status_code == 401


def test_without_a_signature_it_is_refused_before_it_is_read(discord: Discord) -> None:
    assert Client().post(ADDRESS, b"{", content_type="application/json").status_code == 401
    assert Client().get(ADDRESS).status_code == 405


def test_another_key_does_not_sign_for_discord(discord: Discord) -> None:
    assert Discord().post(PING).status_code == 401


@pytest.mark.parametrize("seconds", [-301, 301, -(10**6), 10**6])
def test_an_old_signature_is_refused(discord: Discord, seconds: int) -> None:
    """Also one of the future, which somebody could keep."""
    with time_machine.travel(START, tick=False):
        assert discord.post(PING, at=int(time.time()) + seconds).status_code == 401


def test_the_time_is_signed_too(discord: Discord) -> None:
    now = int(time.time())
    assert discord.post(PING, at=now - 200, **{"X-Signature-Timestamp": str(now)}).status_code == 401


@pytest.mark.parametrize("key", ["", "x", "00", "00" * 31, "é" * 64, " "])
def test_without_a_public_key_there_is_no_such_page(discord: Discord, settings: Any, key: str) -> None:
    """A malformed one is told by the system check, and is no error of every request."""
    settings.DISCORD_PUBLIC_KEY = key
    assert discord.post(PING).status_code == 404
    assert [each.id for each in run_checks() if each.id == "discord.E001"] == (["discord.E001"] if key else [])


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"[]",
        b"1",
        b'"x"',
        b"\xff",
        b"[" * 50_000,
        {},
        {"type": "1"},
        {"type": 9, "id": "1", "user": {"id": "1"}},
        {"type": 2},
        {"type": 2, "id": "1", "user": {"id": "x"}},
        {"type": 2, "id": "1", "user": {"id": "9" * 21}},
        {"type": 2, "id": "1", "user": {"id": 10**30}, "data": {"name": "do"}},
        {"type": 2, "id": "1", "user": "ada", "data": {"name": "do"}},
        {"type": 2, "id": "1", "user": {"id": "1"}, "data": []},
        {"type": 2, "id": "1", "user": {"id": "1"}, "data": {"name": []}},
        {"type": 4, "id": "1", "user": {"id": "81"}, "data": {"name": "do", "options": [{}]}},
        {"type": 5, "id": "1", "user": {"id": "81"}, "data": {}},
        {"type": 5, "id": "1", "user": {"id": "81"}, "data": {"custom_id": 5}},
    ],
)
def test_nonsense_is_a_bad_request_or_a_message(user: MakeUser, discord: Discord, told: Any) -> None:
    user("ada")
    assert discord.post(told).status_code in (200, 400)


def test_too_much_is_not_read(discord: Discord) -> None:
    assert discord.post(b" " * (MAX_BODY + 1)).status_code == 413


@pytest.mark.parametrize(("sent", "status"), [("x", 400), ("-1", 400), ("٣", 400), ("9" * 9, 413), ("9" * 5000, 413)])
def test_a_length_that_is_none_is_refused(discord: Discord, sent: str, status: int) -> None:
    answer = Client().post(ADDRESS, b"{}", content_type="application/json", CONTENT_LENGTH=sent)
    assert answer.status_code == status


@pytest.mark.parametrize("slug", ["\x00", "a\x00b"])
def test_no_nul_reaches_the_database(cast: Hall, user: MakeUser, discord: Discord, slug: str) -> None:
    """PostgreSQL would refuse it."""
    them = user("ada")
    for sent in (
        them.command("hand", cycle=slug),
        them.command("join", cycle=slug),
        them.interaction(3, {"custom_id": f"do|{slug}|leave"}),
        them.interaction(5, {"custom_id": f"do|{slug}|buy"}),
        them.interaction(3, {"custom_id": f"move|{slug}|1|1"}),
    ):
        assert discord.post(sent).status_code == 400


def test_typing_does_not_use_up_the_forms_of_the_site(cast: Hall, user: MakeUser, settings: Any) -> None:
    """Discord asks at each letter. Who types too fast is offered nothing, and can still act."""
    settings.PAGE_POST_LIMIT = "5/min"
    ada = user("ada")
    assert ada.is_offered("do", "action", "Buy")
    for _ in range(5):
        offered = ada.is_offered("do", "action", "Buy")
    assert offered == {}
    assert "Vertebra" in ada.reads("hand")


@pytest.mark.parametrize("text", ["x", "😀", "x😀", "é"])
def test_a_message_fits_in_the_units_that_discord_counts(text: str) -> None:
    content = message_reply(text * 3000, link="/account/")["data"]["content"]
    assert length(content) <= 2000
    assert content.endswith("/account/>")
    assert content.encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["custom_id", "components", "component", "values", "value", "name", "options", "focused", "type"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(kind=st.sampled_from([2, 3, 4, 5]), data=JSON, name=st.sampled_from(["do", "play", "vote", "rule", "hand"]))
def test_whatever_is_sent_is_answered_and_changes_nothing(
    cast: Hall, user: MakeUser, discord: Discord, kind: int, data: Any, name: str
) -> None:
    """Never a 500."""
    them = user("ada")
    before = Entry.objects.filter(cycle=cast.pk).count()
    sent = them.interaction(kind, data)
    if isinstance(data, dict):
        sent["data"] = {"name": name, "custom_id": f"do|{cast.slug}|buy", **data}
    answer = discord.post(json.dumps(sent).encode())
    assert answer.status_code in (200, 400), answer.content
    assert Entry.objects.filter(cycle=cast.pk).count() == before
