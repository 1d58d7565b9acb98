"""Questions of rules on Discord: a menu has what can be answered, and the choice is the answer."""

from typing import Any

import pytest

from nomic.clauses.models import AskedPlayer, PendingQuestion
from tests.clauses.conftest import open_with
from tests.clauses.test_questions import OTHERS, action, none_waits, waiting
from tests.discord.conftest import MakeUser
from tests.discord.stand_in import User, menu_of, words
from tests.support.hall import Hall

__all__ = ["open_with"]

pytestmark = pytest.mark.django_db


def everybody(numbers: Any, **more: Any) -> Any:
    return action(
        {"everybody": "one", "in": OTHERS, "chooses": "x", "from": numbers, "asks": "How many?", **more},
        {"announce": "Done."},
    )


@pytest.fixture
def hall(request: Any, open_with: Any) -> Hall:
    """A hall with a rule that asks for one of two numbers, or as a test says."""
    numbers, more = getattr(request, "param", ([1, 2], {}))
    found: Hall = open_with(everybody(numbers, **more))
    return found


@pytest.fixture
def asked(hall: Hall, user: MakeUser) -> tuple[Hall, User, User]:
    """Ada's act asks bob and eve."""
    hall.do("ada", "tolls_act")
    return hall, user("bob"), user("eve")


def menu(answer: dict[str, Any]) -> dict[str, Any]:
    found = menu_of(answer)
    assert found is not None, answer
    return found


def test_a_choice_is_the_answer(asked: tuple[Hall, User, User]) -> None:
    """The question is offered by its words. It is over when all have answered, and each answers only once."""
    hall, bob, eve = asked
    assert bob.is_offered("answer", "question") == {"Tolls: How many?": waiting(hall).code}
    shown = bob.sends("answer", question=waiting(hall).code)
    assert "How many?" in words(shown)
    assert [each["label"] for each in menu(shown)["options"]] == ["1", "2"]
    assert "/journal/" in words(bob.picks(menu(shown), "1"))
    assert AskedPlayer.objects.get(question=waiting(hall), player="bob").answer == [2]
    assert "No question is waiting for you" in bob.reads("answer")
    with hall.nothing_changes():
        bob.picks(menu(shown), "0")
    assert "/journal/" in words(eve.picks(menu(eve.sends("answer")), "0"))
    assert none_waits(hall)
    with hall.nothing_changes():
        assert "This question is over" in words(eve.picks(menu(shown), "0"))
    hall.is_sound()


def test_an_answer_that_comes_twice_is_given_once(asked: tuple[Hall, User, User]) -> None:
    hall, bob, _ = asked
    shown = menu(bob.sends("answer"))
    told = bob.interaction(3, {"custom_id": shown["custom_id"], "component_type": 3, "values": ["0"]})
    first = bob.discord.tell(told)
    with hall.nothing_changes():
        assert bob.discord.tell(told) == first


def test_who_is_not_asked_answers_nothing(asked: tuple[Hall, User, User], user: MakeUser) -> None:
    hall, bob, _ = asked
    ada, shown = user("ada"), menu(bob.sends("answer"))
    with hall.nothing_changes():
        assert "No question is waiting for you" in ada.reads("answer")
        assert "is not for you" in ada.reads("answer", question=waiting(hall).code)
        assert "is not for you" in words(ada.picks(shown, "0"))


@pytest.mark.parametrize("values", [["2"], ["-1"], ["²"], [], ["-"], ["0", "1"], ["9" * 40], ["x"]])
def test_what_no_menu_offers_is_refused(asked: tuple[Hall, User, User], values: list[str]) -> None:
    hall, bob, _ = asked
    shown = menu(bob.sends("answer"))
    with hall.nothing_changes():
        assert words(bob.picks(shown, *values))


@pytest.mark.parametrize(
    "name", ["asked", "asked|", "asked|x|y|z", "asked|999|a|b", "asked|²|a|b", "page|0|asked|1|a|b"]
)
def test_an_id_that_is_none_is_refused(asked: tuple[Hall, User, User], name: str) -> None:
    hall, bob, _ = asked
    with hall.nothing_changes():
        answer = bob.picks({"custom_id": name}, "0")
    assert answer["data"]["content"]


def test_an_older_menu_shows_the_options_again(asked: tuple[Hall, User, User]) -> None:
    """A number in it could mean another option."""
    hall, bob, _ = asked
    shown = menu(bob.sends("answer"))
    old = {**shown, "custom_id": f"{shown['custom_id'][:-8]}00000000"}
    with hall.nothing_changes():
        answer = bob.picks(old, "0")
    assert "has changed since" in words(answer)
    assert menu(answer) == shown


@pytest.mark.parametrize("hall", [({"values": {"from": 1, "to": 60}}, {})], indirect=True)
def test_many_options_are_on_pages(asked: tuple[Hall, User, User]) -> None:
    hall, bob, _ = asked
    shown = bob.sends("answer")
    for _ in range(2):
        turn = shown["data"]["components"][1]["components"][-1]
        assert turn["label"] == "More"
        shown = bob.discord.tell(bob.interaction(3, {"custom_id": turn["custom_id"], "component_type": 2}))
        assert shown["type"] == 7
    found = menu(shown)
    assert [each["label"] for each in found["options"]] == [str(number) for number in range(51, 61)]
    bob.picks(found, found["options"][-1]["value"])
    assert AskedPlayer.objects.get(question=waiting(hall), player="bob").answer == [60]


@pytest.mark.parametrize("hall", [([1, 2], {"sealed": True})], indirect=True)
def test_sealed_answers_can_be_changed_and_are_told_to_nobody(asked: tuple[Hall, User, User]) -> None:
    hall, bob, _ = asked
    shown = menu(bob.sends("answer"))
    assert "/journal/" in words(bob.picks(shown, "0"))
    assert "/journal/" in words(bob.picks(shown, "1"))
    row = PendingQuestion.objects.get(cycle=hall.pk)
    assert AskedPlayer.objects.get(question=row, player="bob").answer is None
    entry = AskedPlayer.objects.select_related("entry").get(question=row, player="bob").entry
    assert "2" not in " ".join(entry.words).replace("Tolls", "")


@pytest.mark.parametrize("hall", [([1, 2], {"n": [0, 1]})], indirect=True)
def test_none_is_an_option_where_nothing_may_be_chosen(asked: tuple[Hall, User, User]) -> None:
    hall, bob, _ = asked
    found = menu(bob.sends("answer"))
    assert [each["label"] for each in found["options"]] == ["1", "2", "None"]
    bob.picks(found, "-")
    assert AskedPlayer.objects.get(question=waiting(hall), player="bob").answer == []
