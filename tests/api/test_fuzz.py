"""Whatever anybody sends, the answer is a clear one."""

import json
from typing import Any
from urllib.parse import quote

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from nomic.accounts.models import ApiToken
from nomic.cycles.actions.registry import all_actions
from tests.api.conftest import Bot
from tests.support.example_counts import examples
from tests.support.hall import Hall

ANY_TEXT = st.text(st.characters(), max_size=30)  # halves of surrogate pairs too
ACTIONS = sorted(action.name for action in all_actions())
FIELDS = sorted({name for action in all_actions() for name in action.schema()["properties"]} | {"class"})
KNOWN = st.sampled_from(["ada", "bob", "1", "for", "none", "Already-opened Pack", "standard", "Chip", "/shop/offers"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT | KNOWN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=12,
)
OPERATIONS = st.lists(
    st.fixed_dictionaries(
        {"op": st.sampled_from(["add", "replace", "remove", "move", "copy", "test"])},
        optional={
            "path": st.sampled_from(["/rules/x", "/shop/offers", "/cycle/title", "/cards/Ace", ""]) | ANY_TEXT,
            "from": st.sampled_from(["/rules", "/duels", ""]) | ANY_TEXT,
            "value": VALUES,
        },
    ),
    max_size=4,
)
ARGUMENTS = st.dictionaries(st.sampled_from(FIELDS) | ANY_TEXT, VALUES, max_size=5) | st.builds(
    lambda rest, operations: {**rest, "title": "x", "amendments": operations},
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=2),
    OPERATIONS,
)
fuzzing = settings(
    max_examples=examples(80), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def unbounded() -> None:
    ApiToken.objects.update(rate_limit="1000000/sec")


def is_clear(response: Any) -> None:
    """An answer that says what happened, or a refusal that says why."""
    assert response.status_code < 500
    if response.status_code >= 400:
        assert response["Content-Type"] == "application/problem+json"
        data = json.loads(response.content)
        assert data["status"] == response.status_code
        assert data["code"]
        assert data["detail"]
        if data["code"] == "bad-arguments":
            assert data["errors"]
            assert all(error["detail"] for error in data["errors"])


@fuzzing
@given(action=st.sampled_from(ACTIONS), args=ARGUMENTS)
@example(action="vote", args={"proposal": "٣", "vote": "for"})
@example(action="buy", args={"offer": "Already-opened Pack", "count": True})
def test_arguments_of_any_kind(bot: Bot, cast: Hall, action: str, args: dict[str, Any]) -> None:
    unbounded()
    is_clear(bot.send(action, json.dumps(args)))


@fuzzing
@given(action=st.sampled_from(ACTIONS), body=st.binary(max_size=60), content_type=st.sampled_from(["application/json"]))
def test_bodies_of_any_kind(bot: Bot, cast: Hall, action: str, body: bytes, content_type: str) -> None:
    unbounded()
    is_clear(bot.client.generic("POST", f"{bot.root}actions/{action}/", body, content_type, headers=bot.headers))


@fuzzing
@given(path=st.text(st.characters(exclude_categories=["Cs"]), max_size=20), place=st.sampled_from(["", "players/"]))
def test_addresses_of_any_kind(bot: Bot, cast: Hall, path: str, place: str) -> None:
    unbounded()
    is_clear(bot.get(f"{bot.root}{place}{quote(path, safe='')}/inventory/"))
    is_clear(bot.get(f"proposals/{quote(path, safe='')}/"))
    is_clear(bot.client.post(f"{bot.root}actions/{quote(path, safe='')}/", headers=bot.headers))


@fuzzing
@given(
    path=st.sampled_from(["", "players/", "proposals/", "journal/", "draws/", "law/revisions/", "wiki/", "actions/"]),
    name=st.sampled_from(["limit", "after", "before", "since", "cursor", "actor", "phase", "status", "choices"])
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    value=st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.integers().map(str),
)
def test_questions_of_any_kind(bot: Bot, cast: Hall, path: str, name: str, value: str) -> None:
    unbounded()
    is_clear(bot.get(path, **{name: value}))


@fuzzing
@given(
    name=st.sampled_from(["Authorization", "Idempotency-Key", "If-None-Match", "Accept", "Content-Type", "Cookie"]),
    value=st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=40),
    scheme=st.sampled_from(["", "Bearer ", "Bearer nomic_", "Basic ", "W/", '"']),
)
def test_headers_of_any_kind(bot: Bot, cast: Hall, name: str, value: str, scheme: str) -> None:
    unbounded()
    headers = {**bot.headers, name: scheme + value}
    is_clear(bot.client.get(bot.root, headers=headers))
    is_clear(bot.client.generic("POST", f"{bot.root}actions/join/", "{}", "application/json", headers=headers))
