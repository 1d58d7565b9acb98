"""The menu of moves under the message that says whose turn it is: what can be played now, seen by the player alone."""

from typing import Any

import pytest

from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.exceptions import NotCurrent
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settled_cycle
from nomic.discord.models import Channel
from nomic.discord.posts.sender import post_due
from nomic.discord.protocol.replies import menu
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match
from tests.discord.conftest import MakeUser
from tests.discord.rest_stand_in import Discord as Rest
from tests.discord.stand_in import User, menu_of, words
from tests.discord.test_buttons import labels, pressed
from tests.discord.test_playing import moves
from tests.support.hall import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def duel(cast: Hall, rest: Rest, user: MakeUser) -> tuple[Hall, User, User]:
    """A duel of ada and bob, who have nine cards each."""
    Channel.objects.create(cycle=cast.cycle, number="7", last_read_seq=cast.cycle.seq)
    for name in ("ada", "bob"):
        for _ in range(9):
            cast.grant_card(name)
    ada, bob = user("ada"), user("bob")
    cast.do("ada", "request-duel", players=["bob"])
    cast.do("bob", "accept-duel", match=Match.objects.get(cycle=cast.pk).code)
    return cast, ada, bob


def of_the_turn(rest: Rest) -> list[dict[str, Any]]:
    post_due()
    return [each for each in rest.channels["7"].values() if labels(each) == ["Your moves"]]


def opens(them: User, message: dict[str, Any]) -> dict[str, Any]:
    return them.discord.tell(pressed(them, message, "Your moves"))


def legal(hall: Hall, name: str) -> list[str]:
    match = Match.objects.get(cycle=hall.pk)
    return [each.label for each in VisibleMatch(hall.read_context(name), match).legal]


def test_a_card_is_played_from_the_menu(duel: tuple[Hall, User, User], rest: Rest, user: MakeUser) -> None:
    """Each turn has one button; the menu has what can be played now, and only for who sits there."""
    hall, ada, bob = duel
    eve = user("eve")
    people = {"ada": ada, "bob": bob}
    for _ in range(40):
        (message,) = of_the_turn(rest)
        assert "are not in it" in words(opens(eve, message))
        played = False
        for name, them in people.items():
            answer = opens(them, message)
            found = menu_of(answer)
            assert words(answer)
            offered = [each["label"] for each in found["options"]] if found else []
            assert offered == legal(hall, name)[:25]
            fit = [each["value"] for each in found["options"] if each["label"].startswith("Play")] if found else []
            if found and fit:
                said = them.picks(found, fit[0])
                while asked := menu_of(said):
                    said = them.picks(asked, *[each["value"] for each in asked["options"][: asked["min_values"]]])
                assert "/journal/" in words(said)
                with hall.nothing_changes():  # what the menu showed before is over
                    assert "moved on" in words(them.picks(found, fit[0]))
                played = True
                break
        if played:
            break
        if not any(moves(them) for them in people.values()):
            hall.wait(hours=6)
    assert played
    hall.is_sound()


def test_nothing_of_a_hand_is_in_the_channel(duel: tuple[Hall, User, User], rest: Rest) -> None:
    """Nor in what another one is answered."""
    _hall, ada, bob = duel
    (message,) = of_the_turn(rest)
    assert "Choose a hand" in str(opens(ada, message))
    assert ada.discord.tell(pressed(ada, message, "Your moves"))["data"]["flags"] == 64
    assert moves(ada)
    (message,) = of_the_turn(rest)
    assert str(opens(bob, message)).count("Choose a hand") == 1
    assert "Choose a hand" not in str(opens(ada, message))


@pytest.mark.parametrize(
    "name", ["page|", "page|x|moves|a", "page|1|", "page|1|x", "page|99|moves|zz", "moves|", "page"]
)
def test_nonsense_is_answered(duel: tuple[Hall, User, User], name: str) -> None:
    hall, ada, _bob = duel
    data = {"custom_id": name, "component_type": 3, "values": ["x"]}
    with hall.nothing_changes():
        answer = ada.discord.tell(ada.interaction(3, data))
        assert answer["data"]["content"]
        assert answer["data"]["flags"] == 64


@pytest.mark.parametrize("count", [1, 25, 26, 60])
def test_long_menus_have_pages(count: int) -> None:
    """Each option is on one of them, and the pages lead to each other."""
    options = [(f"Card {number}", str(number)) for number in range(count)]
    seen, page = [], 0
    while True:
        shown = menu("Which?", "moves|m", options, 1, 1, page)
        found = menu_of(shown)
        assert found
        seen += [each["value"] for each in found["options"]]
        turns = [each for row in shown["data"]["components"][1:] for each in row["components"]]
        assert all(len(each["custom_id"]) <= 100 for each in turns)
        assert ("Back" in [each["label"] for each in turns]) == (page > 0)
        following = [each["custom_id"] for each in turns if each["label"] == "More"]
        if not following:
            break
        page = int(following[0].split("|")[1])
    assert seen == [value for _, value in options]


def test_pages_are_turned_in_place(duel: tuple[Hall, User, User], rest: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message is changed, and nothing is done."""
    hall, ada, _bob = duel
    monkeypatch.setattr("nomic.discord.protocol.replies.MAX_CHOICES", 1)
    (message,) = of_the_turn(rest)
    first = opens(ada, message)
    (more,) = [each for each in first["data"]["components"][1]["components"] if each["label"] == "More"]
    with hall.nothing_changes():
        second = ada.discord.tell(ada.interaction(3, {"custom_id": more["custom_id"], "component_type": 2}))
    assert second["type"] == 7
    menus = [menu_of(each) for each in (first, second)]
    assert [each["options"][0]["label"] for each in menus if each] == legal(hall, "ada")[:2]


def test_another_cycle_is_in_nobodys_way(
    duel: tuple[Hall, User, User], rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that cannot be settled now, in which the player of a menu is too."""
    hall, ada, bob = duel
    (message,) = of_the_turn(rest)
    other = create_cycle("cycle-16", slug="other", title="Another")
    perform(other.slug, hall.actor("ada"), "join", {})
    perform(other.slug, hall.actor("bob"), "join", {})

    def current_unless_other(slug: str) -> Cycle:
        if slug == other.slug:
            raise NotCurrent("the other cycle is out of order")
        return settled_cycle(slug)

    monkeypatch.setattr("nomic.discord.interactions.caller.settled_cycle", current_unless_other)
    answers = [opens(them, message) for them in (ada, bob)]
    assert [bool(menu_of(each)) for each in answers] == [bool(legal(hall, name)) for name in ("ada", "bob")]
