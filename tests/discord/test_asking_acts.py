"""Acts that ask something first, on Discord: each question is a menu, and the last choice performs the act."""

from typing import Any

import pytest
from django.core.cache import cache

from nomic.cycles.models import Entry
from tests.clauses.conftest import open_with
from tests.clauses.test_questions import GO, LIT, PICK, ROLL, TO_THEM, action, waiting
from tests.discord.conftest import MakeUser
from tests.discord.stand_in import User, menu_of, words
from tests.support.hall import Hall

__all__ = ["open_with"]

pytestmark = pytest.mark.django_db

TWO_QUESTIONS = action(PICK, {"offer": "The lamp?", "options": [LIT, GO]}, TO_THEM)


@pytest.fixture
def hall(request: Any, open_with: Any) -> Hall:
    found: Hall = open_with(getattr(request, "param", TWO_QUESTIONS))
    return found


def begun(them: User) -> dict[str, Any]:
    shown = them.sends("do", action="tolls_act")
    found = menu_of(shown)
    assert found is not None, shown
    return found


def picked(them: User, menu: dict[str, Any], *values: str) -> dict[str, Any]:
    found = menu_of(them.picks(menu, *values))
    assert found is not None
    return found


def labels(menu: dict[str, Any]) -> list[str]:
    return [each["label"] for each in menu["options"]]


def test_the_last_answer_performs_the_act(hall: Hall, user: MakeUser) -> None:
    """One question after the other, and nothing happens before."""
    ada = user("ada")
    before = hall.has("bob", "Vertebra"), hall.has("ada", "Vertebra")
    with hall.nothing_changes():
        first = begun(ada)
        assert labels(first) == ["bob", "eve"]
        second = picked(ada, first, "0")
        assert labels(second) == ["Light it", "Go", "None"]
    assert "/journal/" in words(ada.picks(second, "1"))
    assert (hall.has("bob", "Vertebra"), hall.has("ada", "Vertebra")) == (before[0] + 3, before[1] + 1)
    assert Entry.objects.filter(cycle=hall.pk, action="tolls_act").count() == 1
    hall.is_sound()


def test_another_answer_to_an_earlier_question_goes_on_from_there(hall: Hall, user: MakeUser) -> None:
    ada = user("ada")
    first = begun(ada)
    picked(ada, first, "0")
    second = picked(ada, first, "1")
    before = hall.has("bob", "Vertebra"), hall.has("eve", "Vertebra")
    ada.picks(second, "1")
    assert (hall.has("bob", "Vertebra"), hall.has("eve", "Vertebra")) == (before[0], before[1] + 3)


def test_what_discord_sends_twice_is_done_once(hall: Hall, user: MakeUser) -> None:
    ada = user("ada")
    second = picked(ada, begun(ada), "0")
    sent = ada.interaction(3, {"custom_id": second["custom_id"], "component_type": 3, "values": ["1"]})
    first = ada.discord.tell(sent)
    with hall.nothing_changes():
        assert ada.discord.tell(sent) == first


def test_a_menu_that_stays_on_the_screen_acts_no_second_time(hall: Hall, user: MakeUser) -> None:
    """Neither with another choice nor from an earlier question. A new command is a new act."""
    ada = user("ada")
    first = begun(ada)
    second = picked(ada, first, "0")
    told = words(ada.picks(second, "1"))
    with hall.nothing_changes():
        assert words(ada.picks(second, "1")) == words(ada.picks(second, "0")) == words(ada.picks(first, "1")) == told
    ada.picks(picked(ada, begun(ada), "1"), "1")
    assert Entry.objects.filter(cycle=hall.pk, action="tolls_act").count() == 2


def test_a_menu_serves_nobody_else(hall: Hall, user: MakeUser) -> None:
    """Not even to look at: the options may be somebody's secret."""
    ada, bob = user("ada"), user("bob")
    second = picked(ada, begun(ada), "0")
    with hall.nothing_changes():
        assert words(bob.picks(second, "1")).startswith("This no longer works.")
        turned = bob.interaction(3, {"custom_id": f"page|0|{second['custom_id']}", "component_type": 2})
        assert "Light it" not in str(bob.discord.tell(turned))


def test_an_act_that_was_forgotten_has_to_begin_again(hall: Hall, user: MakeUser) -> None:
    ada = user("ada")
    second = picked(ada, begun(ada), "0")
    cache.clear()
    with hall.nothing_changes():
        assert words(ada.picks(second, "1")).startswith("This no longer works.")


def test_what_can_no_longer_be_chosen_is_not_done(hall: Hall, user: MakeUser) -> None:
    ada = user("ada")
    first = begun(ada)
    second = picked(ada, first, "0")
    hall.do("bob", "leave")
    with hall.nothing_changes():
        assert "has changed since" in words(ada.picks(second, "1"))


@pytest.mark.parametrize("values", [["2"], ["-1"], ["²"], [], ["-"], ["0", "1"], ["9" * 40], ["x"]])
def test_what_no_menu_offers_is_refused(hall: Hall, user: MakeUser, values: list[str]) -> None:
    ada = user("ada")
    first = begun(ada)
    with hall.nothing_changes():
        assert menu_of(ada.picks(first, *values)) is None


@pytest.mark.parametrize("name", ["begun", "begun|", "begun|x", f"begun|{'9' * 90}"])
def test_a_made_up_id_is_refused(hall: Hall, user: MakeUser, name: str) -> None:
    ada = user("ada")
    with hall.nothing_changes():
        assert words(ada.picks({"custom_id": name}, "0"))


MANY = {"choose": "n", "from": {"values": {"from": 1, "to": 60}}}


@pytest.mark.parametrize("hall", [action(MANY, {"grant": "Vertebra", "to": "$me", "n": "$n"})], indirect=True)
def test_many_options_are_on_pages(hall: Hall, user: MakeUser) -> None:
    ada = user("ada")
    shown = ada.sends("do", action="tolls_act")
    for _ in range(2):
        turn = shown["data"]["components"][1]["components"][-1]
        shown = ada.discord.tell(ada.interaction(3, {"custom_id": turn["custom_id"], "component_type": 2}))
    found = menu_of(shown)
    assert found is not None
    assert labels(found) == [str(number) for number in range(51, 61)]
    before = hall.has("ada", "Vertebra")
    ada.picks(found, found["options"][-1]["value"])
    assert hall.has("ada", "Vertebra") == before + 60


@pytest.mark.parametrize("hall", [action(*ROLL, {"offer": "The lamp?", "options": [LIT, GO]})], indirect=True)
def test_a_question_after_a_draw_waits_and_is_answered_by_the_button(hall: Hall, user: MakeUser) -> None:
    """The act is done, since its draw is final; the question stays open."""
    ada = user("ada")
    assert "/journal/" in ada.reads("do", action="tolls_act")
    assert "The lamp?" in ada.reads("answer", question=waiting(hall).code)
