"""Buttons under messages: votes, duels and consent, once, by whoever may, and told to them alone."""

from collections.abc import Callable
from typing import Any

import pytest

from nomic.cycles.models import Entry
from nomic.discord.models import Channel, Post
from nomic.discord.posts.sender import post_due
from nomic.matches.models import Match, MatchStatus
from nomic.proposals.models import Vote
from tests.clauses.conftest import open_with
from tests.clauses.test_questions import OTHERS, action
from tests.discord.conftest import MakeUser, linked
from tests.discord.rest_stand_in import Discord as Rest
from tests.discord.rest_stand_in import lost
from tests.discord.stand_in import Discord, User, menu_of, words
from tests.support.hall import Hall

__all__ = ["open_with"]

pytestmark = pytest.mark.django_db

PostTo = Callable[..., Channel]


def pressed(them: User, message: dict[str, Any], label: str) -> dict[str, Any]:
    """What Discord sends when somebody presses the button with this label."""
    (button,) = [each for row in message["components"] for each in row["components"] if each["label"] == label]
    return them.interaction(3, {"custom_id": button["custom_id"], "component_type": 2})


def press(them: User, message: dict[str, Any], label: str) -> str:
    return words(them.discord.tell(pressed(them, message, label)))


def newest(rest: Rest) -> dict[str, Any]:
    post_due()
    return list(rest.channels["7"].values())[-1]


def labels(message: dict[str, Any]) -> list[str]:
    return [each["label"] for row in message["components"] for each in row["components"]]


def votes() -> list[tuple[str, str]]:
    return list(Vote.objects.order_by("name").values_list("name", "vote"))


def test_people_vote_under_a_proposal(cast: Hall, rest: Rest, post_to: PostTo, user: MakeUser) -> None:
    """A message of its own. The vote can be changed; what is pressed is answered to the one who pressed."""
    post_to("proposals")
    ada, bob = user("ada"), user("bob")
    cast.do("eve", "submit-proposal", title="A", text="x")
    cast.do("eve", "submit-proposal", title="B", text="x")
    post_due()
    first, second = rest.channels["7"].values()
    assert labels(first) == labels(second) == ["For", "Against"]
    assert "You vote for proposal 1" in press(ada, first, "For")
    assert "You vote against proposal 1" in press(bob, first, "Against")
    press(ada, first, "Against")
    assert votes() == [("ada", "against"), ("bob", "against")]
    cast.is_sound()


def test_what_is_pressed_twice_acts_once(
    cast: Hall, rest: Rest, post_to: PostTo, user: MakeUser, discord: Discord
) -> None:
    """Discord sends an interaction again, late and after the vote has changed: the same answer, and nothing else."""
    post_to("proposals")
    ada = user("ada")
    cast.do("eve", "submit-proposal", title="A", text="x")
    message = newest(rest)
    sent = pressed(ada, message, "For")
    answers = [discord.tell(sent)]
    press(ada, message, "Against")
    answers += [discord.tell(sent), discord.tell(sent)]
    assert answers[0] == answers[1] == answers[2]
    assert votes() == [("ada", "against")]
    assert Entry.objects.filter(cycle=cast.pk, action="vote").count() == 2


def test_buttons_go_when_it_is_over(cast: Hall, rest: Rest, post_to: PostTo, user: MakeUser) -> None:
    """By an edit. Who presses one that they still see is told so."""
    post_to("proposals")
    ada = user("ada")
    cast.do("eve", "submit-proposal", title="A", text="x")
    message = dict(newest(rest))
    cast.do("eve", "withdraw-proposal", proposal="1")
    with cast.nothing_changes():
        assert press(ada, message, "For")  # before the buttons are gone
    post_due()
    assert labels(rest.channels["7"][message["id"]]) == []
    with cast.nothing_changes():
        assert "This is over" in press(ada, message, "For")


def test_a_duel_is_accepted_by_who_is_asked(cast: Hall, rest: Rest, post_to: PostTo, user: MakeUser) -> None:
    post_to("battle-commencement")
    for name in ("ada", "bob"):
        for _ in range(9):
            cast.grant_card(name)
    bob, eve = user("bob"), user("eve")
    cast.do("ada", "request-duel", players=["bob"])
    message = newest(rest)
    assert labels(message) == ["Accept", "Decline"]
    with cast.nothing_changes():
        assert press(eve, message, "Accept")
        assert press(eve, message, "Decline")
    assert "You accept the duel." in press(bob, message, "Accept")
    assert Match.objects.get(cycle=cast.pk).status != MatchStatus.GATHERING
    post_due()
    assert labels(rest.channels["7"][message["id"]]) == []
    cast.is_sound()


def test_consent_is_to_the_version_that_was_seen(cast: Hall, rest: Rest, post_to: PostTo, user: MakeUser) -> None:
    """After a counter-offer the old button consents to nothing."""
    post_to("trades")
    ada, bob = user("ada"), user("bob")
    cast.do("ada", "offer-trade", to="bob", gives={"Vertebra": 1})
    old = dict(newest(rest))
    assert labels(old) == ["Consent", "Decline"]
    cast.do("bob", "counter-trade", trade="1", version=1, gives={}, wants={"Vertebra": 2})
    with cast.nothing_changes():
        assert press(bob, old, "Consent")
    new = newest(rest)
    assert labels(rest.channels["7"][old["id"]]) == []
    assert "Trade 1 is made" in press(ada, new, "Consent")
    post_due()
    assert all(labels(each) == [] for each in rest.channels["7"].values())
    cast.is_sound()


def test_who_is_not_linked_or_suspended_presses_in_vain(
    cast: Hall, rest: Rest, post_to: PostTo, discord: Discord
) -> None:
    post_to("proposals")
    cast.do("eve", "submit-proposal", title="A", text="x")
    message = newest(rest)
    with cast.nothing_changes():
        assert "Link your account first" in press(User(discord, 999), message, "For")


@pytest.mark.parametrize(
    "name",
    ["press|", "press|x|0", "press|PK|x", "press|PK", "press|0|0", "press|PK|99", "press|PK|-1", f"press|{'9' * 70}|0"],
)
def test_nonsense_changes_nothing(cast: Hall, rest: Rest, post_to: PostTo, user: MakeUser, name: str) -> None:
    post_to("proposals")
    ada = user("ada")
    cast.do("eve", "submit-proposal", title="A", text="x")
    newest(rest)
    name = name.replace("PK", str(Post.objects.get().pk))
    with cast.nothing_changes():
        assert words(ada.discord.tell(ada.interaction(3, {"custom_id": name, "component_type": 2})))


def test_a_message_whose_answer_was_lost_has_its_buttons(
    cast: Hall, rest: Rest, post_to: PostTo, user: MakeUser
) -> None:
    post_to("proposals")
    ada = user("ada")
    rest.faults = [lost]
    cast.do("eve", "submit-proposal", title="A", text="x")
    message = newest(rest)
    assert "You vote for" in press(ada, message, "For")
    cast.clock.wait(minutes=5)
    post_due()
    assert len(rest.channels["7"]) == 1 + 1  # the vote is told besides


def test_a_question_is_answered_by_its_button(open_with: Any, rest: Rest, discord: Discord) -> None:
    """Whoever is asked gets the menu, alone; nobody else sees the options. The button goes with the question."""
    hall: Hall = open_with(
        action({"everybody": "one", "in": OTHERS, "chooses": "x", "from": [1, 2], "asks": "How many?"})
    )
    Channel.objects.create(cycle=hall.cycle, number="7", last_read_seq=hall.cycle.seq)
    ada, bob, eve = (linked(discord, hall, name) for name in ("ada", "bob", "eve"))
    hall.do("ada", "tolls_act")
    message = dict(newest(rest))
    assert labels(message) == ["Answer"]
    with hall.nothing_changes():
        assert "is not for you" in words(ada.discord.tell(pressed(ada, message, "Answer")))
        menu = menu_of(bob.discord.tell(pressed(bob, message, "Answer")))
    assert menu is not None
    assert "/journal/" in words(bob.picks(menu, "1"))
    other = menu_of(eve.discord.tell(pressed(eve, message, "Answer")))
    assert other is not None
    eve.picks(other, "0")
    post_due()
    assert labels(rest.channels["7"][message["id"]]) == []
    with hall.nothing_changes():
        assert "This is over" in press(eve, message, "Answer")
    hall.is_sound()
