"""Who may join a game, signing up ahead, and what keepers decide."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from nomic.accounts.lifecycle.account_deletion import delete_account
from nomic.accounts.lifecycle.suspension import suspend_account
from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle
from nomic.office.models import StaffAct
from nomic.players.membership.join_requests import ask_to_join, join_those_who_asked, withdraw_request
from nomic.players.models import JoinRequest, Player
from tests.support.hall import ADMIN, DAY, START, Hall
from tests.support.signed_in import browser_of


@pytest.fixture
def keeper(hall: Hall) -> Client:
    """The browser of an admin."""
    return browser(hall, ADMIN)


@pytest.fixture
def to_come(open_cycle, clock) -> Hall:
    """A game that begins in two days."""
    hall = open_cycle()
    clock.to(START - 2 * DAY)
    return hall


def browser(hall: Hall, name: str) -> Client:
    return browser_of(Person.objects.get(pk=hall.actor(name).person_id))


def decide(keeper: Client, do: str, **typed: str) -> int:
    return keeper.post("/office/cycles/hall/", {"do": do, "reason": "because", **typed}).status_code


def players(hall: Hall) -> list[str]:
    names = Player.objects.filter(cycle=hall.pk, left_at=None).order_by("joined_at", "pk")
    return list(names.values_list("name", flat=True))


def test_nobody_joins_any_more(keeper: Client, hall: Hall) -> None:
    """Newcomers and those who left are refused on every way in, and players stay; then anybody may again."""
    hall.join("ada", "bob")
    hall.do("bob", "leave")
    assert decide(keeper, "joining", joining="nobody") == 302
    hall.clock.wait(days=8)
    for name in ("bob", "eve"):
        hall.refused(name, "join", "joining-closed", "Players")
    page = browser(hall, "eve").get("/c/hall/").content.decode()
    assert "nobody can join any more" in page
    assert "Ask to join" not in page
    hall.do("ada", "leave")
    hall.is_sound()
    assert decide(keeper, "joining", joining="anybody") == 302
    hall.join("eve")
    title = hall.cycle.title
    assert [act.did for act in StaffAct.objects.all()] == [
        f"let anybody join {title}",
        f"let nobody new join {title}",
    ]


def test_a_keeper_lets_people_in(keeper: Client, hall: Hall) -> None:
    """Those who asked are joined by an act of their own; those who did not ask may join."""
    decide(keeper, "joining", joining="approved")
    hall.refused("ada", "join", "not-let-in", "Players")
    ada = browser(hall, "ada")
    assert "Ask to join" in ada.get("/c/hall/").content.decode()
    for _ in range(2):
        ada.post("/c/hall/sign-up/")
    assert JoinRequest.objects.count() == 1
    assert "A keeper has not let you in yet" in ada.get("/c/hall/").content.decode()
    assert join_those_who_asked() == 0
    assert "ada" in keeper.get("/office/cycles/hall/").content.decode()
    hall.actor("bob")
    assert decide(keeper, "let-in", person="ADA") == 302
    assert decide(keeper, "let-in", person="bob") == 302
    hall.do("bob", "join")
    assert [join_those_who_asked(), join_those_who_asked()] == [1, 0]
    assert players(hall) == ["bob", "ada"]
    assert hall.entries("join")[-1].actor == "ada"
    hall.is_sound()
    hall.do("ada", "leave")
    hall.clock.wait(days=8)
    assert join_those_who_asked() == 0, "who left is not joined again"
    ask_to_join(hall.read_context("ada"))
    assert join_those_who_asked() == 1, "unless they ask again"
    assert decide(keeper, "turn-away", person="bob") == 302
    hall.do("bob", "leave")
    hall.clock.wait(days=8)
    hall.refused("bob", "join", "not-let-in")


@pytest.mark.parametrize(
    ("do", "typed"),
    [("joining", {"joining": "some"}), ("joining", {"joining": "anybody"}),
     ("joining", {"joining": "nobody", "reason": " "}),
     ("let-in", {"person": "nobody"}), ("let-in", {"person": ""}), ("let-in", {"person": "x" * 900}),
     ("let-in", {"person": "ada", "reason": ""}), ("let-in", {"person": "plays"}), ("let-in", {"person": "closed"}),
     ("turn-away", {"person": "ada"}), ("turn-away", {"person": "\x00"})],
)  # fmt: skip
def test_what_cannot_be_is_refused(keeper: Client, hall: Hall, do: str, typed: dict[str, str]) -> None:
    """422 with the reason; nothing changes, nothing is logged."""
    hall.join("plays")
    hall.actor("ada")
    Person.objects.create_user("closed", is_active=False)
    with hall.nothing_changes():
        assert decide(keeper, do, **typed) == 422
    assert not StaffAct.objects.exists()


def test_people_sign_up_ahead_and_are_joined_at_the_beginning(to_come: Hall) -> None:
    """In the order of signing up; not who withdrew, closed the account or was suspended; once, whoever looks."""
    for name in ("zoe", "bob", "gone", "bad", "ada"):
        to_come.clock.wait(minutes=1)
        assert browser(to_come, name).post("/c/hall/sign-up/").status_code == 302
    to_come.refused("zoe", "join", "not-begun")
    page = browser(to_come, "zoe").get("/c/hall/").content.decode()
    assert "5 people have signed up" in page
    assert "You are signed up" in page
    assert "phase 0" not in page.partition("<main")[0], "the bar says when it begins"
    browser(to_come, "bob").post("/c/hall/sign-up/", {"do": "withdraw"})
    delete_account(Person.objects.get(username="gone"), leaves=True)
    suspend_account(Person.objects.get(username="bad"), timezone.now() + timedelta(days=99), "so")
    again = browser(to_come, "bob").get("/c/hall/").content.decode()
    assert "2 people have signed up" in again
    assert ">Sign up for this game</button>" in again, "bob has an account, and signs up for the game"
    assert join_those_who_asked() == 0, "not before"
    to_come.clock.to(START + timedelta(seconds=1))
    assert join_those_who_asked() == 2
    assert players(to_come) == ["zoe", "ada"]
    assert not JoinRequest.objects.exists()
    assert join_those_who_asked() == 0
    to_come.is_sound()


def test_who_asks_before_the_beginning_reads_when_they_play(to_come: Hall) -> None:
    """Not at once after they are let in."""
    Cycle.objects.update(joining="approved")
    page = browser(to_come, "ada").post("/c/hall/sign-up/", follow=True).content.decode()
    assert "Once a keeper lets you in, you play from the beginning." in page


def test_who_is_not_let_in_is_not_joined_at_the_beginning(to_come: Hall) -> None:
    """They wait until a keeper decides; if anybody may join, they are joined."""
    Cycle.objects.update(joining="approved")
    for name in ("ada", "bob"):
        ask_to_join(to_come.read_context(name))
    keeper = browser(to_come, ADMIN)
    assert decide(keeper, "let-in", person="bob") == 302
    to_come.clock.to(START + DAY)
    assert join_those_who_asked() == 1
    assert players(to_come) == ["bob"]
    Cycle.objects.update(joining="nobody")
    assert join_those_who_asked() == 0
    Cycle.objects.update(joining="anybody")
    assert join_those_who_asked() == 1


def test_signing_up_is_for_people_and_games_that_can_be_joined(to_come: Hall) -> None:
    """Visitors log in; practice, ended and closed games, and those that run, take no requests; the row stays one."""
    assert "/accounts/login/" in Client().post("/c/hall/sign-up/")["Location"]
    for changed, code in (({"practice": True}, "nothing-to-ask"), ({"joining": "nobody"}, "joining-closed")):
        Cycle.objects.update(**changed)
        with pytest.raises(Refused) as refused:
            ask_to_join(to_come.read_context("ada"))
        assert refused.value.code == code
        Cycle.objects.update(practice=False, joining="anybody")
    to_come.clock.to(START + DAY)
    with pytest.raises(Refused, match="you can join it now"):
        ask_to_join(to_come.read_context("ada"))
    withdraw_request(to_come.read_context("ada"))
    perform("hall", to_come.actor("ada"), "join", {})
    with pytest.raises(Refused, match="already"):
        ask_to_join(to_come.read_context("ada"))
    assert browser(to_come, "ada").post("/c/hall/sign-up/").status_code == 302
    assert Client().get("/c/hall/sign-up/").status_code == 405


def test_a_game_is_opened_for_those_let_in(keeper: Client) -> None:
    """The form has it; an unknown word is refused."""
    form = {
        "template": "cycle-16",
        "title": "Cycle 17",
        "slug": "cycle-17",
        "published": "yes",
        "begins": "",
        "now": "yes",
    }
    assert keeper.post("/office/cycles/", {**form, "joining": "nobody"}).status_code == 422
    assert keeper.post("/office/cycles/", {**form, "joining": "approved"}).status_code == 302
    assert Cycle.objects.get(slug="cycle-17").joining == "approved"
    assert "a keeper lets players in" in Client().get("/c/cycle-17/").content.decode()
