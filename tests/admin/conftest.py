"""A cycle in which every table has a row, and an admin who looks at it."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from nomic.accounts.models import ADMINISTER, Person
from nomic.comments.post import post_comment
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry
from nomic.discord.models import Channel, DiscordLink, Post
from nomic.matches.hosting.registry import HostedGame
from nomic.notices.webhook_settings import send_test
from nomic.office.health.heartbeats import record_heartbeat
from nomic.office.write_staff_log import log_staff_act
from nomic.players.models import JoinRequest
from nomic.proposals.models import Proposal
from nomic.wiki.models import Answer, EditorMessage, Given, PageKind, Publisher, WikiPage, WithheldKind
from tests.support.channel_webhooks import add_channel_webhook
from tests.support.fixture_cache import laid
from tests.support.lanterns_game import lanterns
from tests.support.signed_in import browser_of

__all__ = ["lanterns"]


LIT: dict[str, Any] = {
    "lit": {"value": "Lit"},
    "light": {"action": "Light one", "do": [{"raise": "Lit", "by": 1}]},
    "more": {"when": "value-changed", "do": [{"raise": "Lit", "by": 1}, {"announce": "It shines."}]},
}


class Hall:
    """The practice cycle "hall", with people who act in it by their names."""

    @property
    def cycle(self) -> Cycle:
        return Cycle.objects.get(slug="hall")

    def do(self, name: str, action: str, **args: Any) -> Entry:
        person, _ = Person.objects.get_or_create(username=name)
        return perform("hall", Actor.person(person), action, args).entry


def open_hall() -> Hall:
    create_cycle("cycle-16", slug="hall", practice=True, owner_name="Ada")
    return Hall()


@pytest.fixture
def hall(db: None) -> Hall:
    return open_hall()


@pytest.fixture
def full_hall(db: None, lanterns: HostedGame) -> Hall:
    """After a while of play: cards, a gift to an inactive player, an intention, a changed law, a Judge, a match.

    And a value that a rule keeps, with a clause that has failed. It has the keeper, and is played once per process.
    """
    laid("the hall of the admin's pages, after a while of play", _play)
    return Hall()


def _play() -> None:
    hall, keeper = open_hall(), _new_keeper()
    for name in ("Ada", "Ben", "Cleo"):
        hall.do(name, "join")
    hall.do("Keeper", "correct-grant", player="Ada", item="Already-opened Pack", count=2, reason="for a test")
    hall.do("Ada", "open-pack", pack="Already-opened Pack")
    price = "/shop/offers/Already-opened Pack/costs/Vertebra"
    amendments = [
        {"op": "replace", "path": price, "value": 4},
        {"op": "replace", "path": "/knucklebones/in_force", "value": True},
        {
            "op": "add",
            "path": "/rules/lanterns",
            "value": {"title": "Lanterns", "body": "They stay lit.", "parent": None, "place": 900, "clauses": LIT},
        },
    ]
    hall.do("Ada", "submit-proposal", title="Cheaper packs", text="For all.", amendments=amendments)
    hall.do("Ada", "vote", proposal="1", vote="for")
    for _ in range(2):
        hall.do("Ada", "advance-clock", to_next_phase=True)
    hall.do("Ada", "gift", to="Ben")
    hall.do("Ada", "intend-knucklebones", opponents=["Ben"])
    hall.do("Keeper", "appoint-judge", player="Cleo", reason="elected elsewhere")
    hall.do("Ben", "submit-proposal", title="Words only", text="Be kind.")
    hall.do("Cleo", "vote", proposal="2", vote="for")
    opened = hall.do("Ada", "open-lanterns", players=["Ada", "Ben"])
    code = opened.events[0]["match"]
    hall.do("Ada", "move", match=code, move={"kind": "wish"}, answers=[[5]])
    hall.do("Ben", "give-standing-order", match=code, order={"kind": "rest"})
    hall.do("Ada", "offer-trade", to="Ben", gives={"Vertebra": 1})
    hall.do("Ben", "file-request", kind="question", title="May one?", text="Ben asks.")
    hall.do("Cleo", "rule", request="1", answer="One may.", reasoning="It says so.")
    hall.do("Keeper", "open-correction", edits=[{"do": "void", "entry": str(hall.cycle.seq)}], reason="to look")
    with pytest.MonkeyPatch.context() as patch:  # a clause fails that has more to do than it may
        patch.setattr("nomic.effects.running.interpreter.MAX_STEPS", 1)
        hall.do("Ada", "lanterns_light")
    proposal = Proposal.objects.get(cycle=hall.cycle, number=1)
    post_comment(Person.objects.get(username="Ben"), hall.cycle, proposal, "key", text="Cheaper is better.")
    JoinRequest.objects.create(cycle=hall.cycle, person=Person.objects.get(username="Ada"))
    log_staff_act(Person.objects.get(username="Keeper"), "suspended Ben", about="Ben", reason="for a test")
    record_heartbeat("backup")
    assert hall.cycle.revision == 1
    page, _ = WikiPage.objects.get_or_create(
        cycle=hall.cycle, kind=PageKind.RULESET, defaults={"title": "Hall/Ruleset"}
    )
    Answer.objects.create(page=page, given=Given.LEFT, name="keeper", reason="somebody edited between the markers")
    EditorMessage.objects.create(page=page, title=page.title, editor="Somebody", edit=7, name="Keeper")
    Publisher.objects.get_or_create(pk=1)
    WithheldKind.objects.create(cycle=hall.cycle, kind=PageKind.MATCH)
    DiscordLink.objects.create(person=Person.objects.get(username="Ben"), user="81")
    channel = Channel.objects.create(cycle=hall.cycle, topic="proposals", number="7", added_by=keeper)
    Post.objects.create(channel=channel, lines=[{"text": "Ben votes.", "link": "", "at": "", "users": []}])
    send_test(add_channel_webhook(hall.cycle, "proposals", "https://hooks.example/1/Secret-1234", keeper))


@pytest.fixture
def keeper(db: None, request: pytest.FixtureRequest) -> Person:
    if "full_hall" in request.fixturenames:
        request.getfixturevalue("full_hall")
        return Person.objects.get(username="Keeper")
    return _new_keeper()


def _new_keeper() -> Person:
    person = Person.objects.create_user("Keeper", password="x", is_staff=True)
    person.user_permissions.add(Permission.objects.get(codename=ADMINISTER))
    return person


@pytest.fixture
def admin_client(keeper: Person) -> Client:
    """Signed in as one of the staff who is no superuser."""
    return browser_of(keeper)
