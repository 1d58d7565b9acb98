"""Suggestions through the API: sending, reading, taking, declining and taking back."""

from typing import Any

import pytest

from nomic import limits
from nomic.comments.models import Comment
from nomic.proposals.models import Proposal, Suggestion
from tests.api.conftest import Bot, MakeBot, problem
from tests.support.hall import Hall

LIST = "proposals/1/suggestions/"
PRICE = "/shop/offers/Chip/costs/Vertebra"


def price(value: int) -> dict[str, Any]:
    return {"op": "replace", "path": PRICE, "value": value}


def version(value: int = 8, **more: Any) -> dict[str, Any]:
    return {"title": "Cheaper Chips", "text": "Words.", "amendments": [price(value)]} | more


@pytest.fixture
def bob(cast: Hall, make_bot: MakeBot) -> Bot:
    """Somebody who suggests something for ada's proposal."""
    cast.propose("ada", price(7))
    return make_bot("bob")


def test_one_is_sent_read_and_taken(cast: Hall, bob: Bot, bot: Bot, anybody: Bot) -> None:
    """Everybody reads it; its author takes it, once, however often the request comes."""
    digest = cast.digest
    sent = bob.post(LIST, version())
    assert sent.status_code == 201
    row = sent.json()
    assert (row["name"], row["status"], row["became"], row["decided_at"]) == ("bob", "open", None, None)
    assert row["amendments"][-1] == price(8)
    assert cast.digest == digest
    assert [comment.author for comment in Comment.objects.all()] == ["bob"]
    listed = anybody.read(LIST)
    assert [each["id"] for each in listed["items"]] == [row["id"]]
    assert "amendments" not in listed["items"][0]
    one = f"{LIST}{row['id']}/"
    assert anybody.read(one) == row
    first, again = (bot.post(f"{one}take/", {}, **{"Idempotency-Key": "a"}) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again["Idempotent-Replayed"] == "true"
    assert first.json() == again.json()
    assert first.json()["entry"]["action"] == "submit-proposal"
    new = Proposal.objects.get(cycle=cast.pk, number=2)
    assert new.coauthors == ["bob"]
    assert anybody.read(one)["became"] == new.code
    assert anybody.read(LIST, status="open")["items"] == []
    problem(bot.post(f"{one}take/", {}), 409, "decided")


def test_the_same_version_is_sent_once(bob: Bot) -> None:
    """Though the answer was lost; once it is taken back, it is a new one."""
    first, second = (bob.post(LIST, version()).json() for _ in range(2))
    assert first == second
    assert bob.post(f"{LIST}{first['id']}/take-back/", {}).json()["status"] == "withdrawn"
    assert bob.post(LIST, version()).json()["id"] != first["id"]
    assert Suggestion.objects.count() == 2


def test_the_author_declines_and_the_sender_takes_back(bob: Bot, bot: Bot, make_bot: MakeBot) -> None:
    """Nobody else does, and each once."""
    one, other = (f"{LIST}{bob.post(LIST, version(value)).json()['id']}/" for value in (8, 9))
    problem(make_bot("eve").post(f"{one}take-back/", {}), 409, "not-yours")
    problem(bob.post(f"{one}decline/", {}), 409, "not-yours")
    problem(bob.post(f"{one}take/", {}), 409, "not-yours")
    assert bot.post(f"{one}decline/", {}).json()["status"] == "declined"
    problem(bot.post(f"{one}decline/", {}), 409, "decided")
    problem(bob.post(f"{one}take-back/", {}), 409, "decided")
    problem(bot.post(f"{other}take-back/", {}), 409, "not-yours")
    assert bob.post(f"{other}take-back/", {}).json()["status"] == "withdrawn"


def test_what_could_not_become_a_proposal_names_its_field(bob: Bot, bot: Bot, anybody: Bot) -> None:
    """Nothing is kept of it."""
    same = Proposal.objects.get()
    for body, field in (
        (version(title=""), "title"),
        ({"text": "Words."}, "title"),
        (version(amendments=[{"op": "replace", "path": "/nowhere", "value": 1}]), "amendments"),
        (version(amendments=[{"op": "replace", "path": PRICE, "value": "much"}]), f"amendments{PRICE}"),
        (version(effects=[{"grant": "Moon", "to": "$me"}]), "effects/0"),
        (version(hat=1), "hat"),
        ({"title": "T"}, "text"),
        ({"title": same.title, "text": same.text, "amendments": [price(7)]}, "text"),
    ):
        errors = problem(bob.post(LIST, body), 422, "bad-arguments")["errors"]
        assert errors[0]["field"].startswith(field), (body, errors)
    problem(bot.post(LIST, version()), 409, "own-proposal")
    problem(anybody.post(LIST, version()), 401, "not-authenticated")
    assert not Suggestion.objects.exists()


def test_there_are_limits_and_an_end(cast: Hall, bob: Bot) -> None:
    """So many that wait; and none once the proposal is decided."""
    for value in range(limits.SUGGESTIONS):
        assert bob.post(LIST, version(10 + value)).status_code == 201
    problem(bob.post(LIST, version(30)), 409, "too-many")
    assert [len(bob.read(LIST, limit=2)["items"]), len(list(bob.pages(LIST, limit=2)))] == [2, limits.SUGGESTIONS]
    cast.do("ada", "withdraw-proposal", proposal="1")
    problem(bob.post(LIST, version(31)), 409, "not-open")


def test_there_is_nothing_at_other_addresses(cast: Hall, bob: Bot) -> None:
    """Nor under another proposal."""
    row = bob.post(LIST, version()).json()["id"]
    cast.propose("ada", title="Another")
    for path in (f"proposals/2/suggestions/{row}/", f"{LIST}{row + 9}/", f"{LIST}{10**30}/"):
        problem(bob.get(path), 404, "not-found")
        problem(bob.post(f"{path}decline/", {}), 404, "not-found")
    problem(bob.get("proposals/9/suggestions/"), 404, "not-found")
    problem(bob.post(f"{LIST}{row}/take/", {"x": 1}), 422, "bad-arguments")
