"""Commands in orders that nobody wished: from two places at once, about what is gone, with unusual names."""

from typing import Any

import pytest

from nomic.cycles.models import Cycle
from nomic.discord.models import Channel
from nomic.discord.posts.sender import post_due
from nomic.proposals.models import Vote
from tests.discord.conftest import MakeUser
from tests.discord.rest_stand_in import Discord as Rest
from tests.discord.stand_in import words
from tests.discord.test_buttons import PostTo, press
from tests.support.hall import Hall, OpenCycle, cycle_16

pytestmark = pytest.mark.django_db


def test_an_offer_that_is_gone_when_it_is_accepted(cast: Hall, user: MakeUser) -> None:
    """Chosen from the list or opened in a form, and withdrawn meanwhile on the site: the answer says so."""
    ada, bob = user("ada"), user("bob")
    ada.enters(ada.chooses("do", "action", "Offer a trade"), gives="1 Vertebra", wants="2 Vertebrae")
    (consent,) = bob.is_offered("do", "action", "Consent to a trade").values()
    (chosen,) = bob.is_offered("do", "first", action=consent).values()
    form = bob.sends("do", action=consent, first=chosen)
    cast.do("ada", "withdraw-trade", trade=chosen)
    with cast.nothing_changes():
        for said in (
            bob.reads("do", action=consent),
            bob.reads("do", action=consent, first=chosen, second="1"),
            bob.enters(form, trade=chosen, version="1"),
        ):
            assert said.startswith("No trade waits for your consent.\n")
    cast.do("eve", "offer-trade", gives={"Vertebra": 1}, wants={"Vertebra": 3})
    with cast.nothing_changes():
        for said in (
            bob.reads("do", action=consent, first=chosen, second="1"),
            bob.enters(form, trade=chosen, version="1"),
        ):
            assert "trade" in said.lower()
            assert chosen not in said


def test_the_list_names_the_version_of_a_changed_offer(cast: Hall, user: MakeUser) -> None:
    """Who consents has to name it. Consent to what the offer was before is refused."""
    bob = user("bob")
    cast.do("ada", "offer-trade", gives={"Vertebra": 1}, wants={"Vertebra": 2})
    ((label, chosen),) = bob.is_offered("do", "first", action="consent-trade").items()
    assert "version" not in label
    cast.do("ada", "counter-trade", trade=chosen, version=1, gives={"Vertebra": 1}, wants={"Vertebra": 9})
    with cast.nothing_changes():
        assert bob.reads("do", action="consent-trade", first=chosen, second="1")
    ((label, _),) = bob.is_offered("do", "first", action="consent-trade").items()
    assert label.endswith("(version 2)")
    assert "Trade 1 is made" in bob.reads("do", action="consent-trade", first=chosen, second="2")


def test_an_act_from_two_places(cast: Hall, user: MakeUser) -> None:
    """A form is open on Discord, and what it needs is spent on the site; a vote is given in both."""
    ada = user("ada")
    form = ada.chooses("do", "action", "Buy from the Croupier")
    cast.do("ada", "buy", offer="Handy Pack")
    with cast.nothing_changes():
        assert "you have 8 Vertebrae" in ada.enters(form, offer="Handy Pack")
    assert "for 5 Vertebrae" in ada.enters(form, offer="Already-opened Pack")
    code = cast.propose("bob", title="T")
    assert "You vote for" in ada.reads("vote", proposal="1", vote="for")
    cast.do("ada", "vote", proposal=code, vote="against")
    assert Vote.objects.get(name="ada").vote == "against"
    assert "You vote" in ada.reads("vote", proposal="1", vote="for")
    assert Vote.objects.get(name="ada").vote == "for"
    cast.is_sound()


def test_names_are_typed_as_people_read_them(cast: Hall, user: MakeUser, open_cycle: OpenCycle) -> None:
    """A title with spaces and emoji, without choosing from the list; nothing is guessed where two have the same."""
    Cycle.objects.filter(pk=cast.pk).update(title="🦊 of the Hall")
    open_cycle(cycle_16(), slug="second", joined=("ada",))
    ada = user("ada")
    for typed in ("🦊 of the Hall", " 🦊 OF THE hall ", cast.slug):
        assert f"/c/{cast.slug}/" in ada.reads("hand", cycle=typed)
    assert "already" in ada.reads("join", cycle="🦊 of the Hall")
    assert "There is no cycle" in ada.reads("hand", cycle="🦊")
    Cycle.objects.filter(slug="second").update(title="🦊 of the Hall")
    assert "There is no cycle" in ada.reads("hand", cycle="🦊 of the Hall")
    assert "/c/second/" in ada.reads("hand", cycle="second")


def test_a_proposal_is_named_as_the_list_has_it(cast: Hall, user: MakeUser) -> None:
    """By number, title, or both. What is none of them is refused in one sentence."""
    ada = user("ada")
    title = "🦊 1: of “it”, end"
    cast.propose("bob", title=title)
    for typed in ("1", "#1", f"1: {title}", title, title.upper()):
        Vote.objects.all().delete()
        assert "You vote for proposal 1" in ada.reads("vote", proposal=typed, vote="for"), typed
    with cast.nothing_changes():
        for typed in ("2", "2: of it", "🦊", "٣", ""):
            said = ada.reads("vote", proposal=typed, vote="against")
            assert said == "There is no such proposal. Choose one from the list.", typed


def test_a_thread_belongs_to_its_channel(cast: Hall, user: MakeUser, open_cycle: OpenCycle) -> None:
    """The bot makes threads below a game's channel, and people write commands there. A category is no channel."""
    second = open_cycle(cycle_16(), slug="second", joined=("ada",))
    Channel.objects.create(cycle=second.cycle, number="7")
    ada = user("ada", channel="55")

    def reads(channel: dict[str, Any]) -> str:
        return words(ada.discord.tell(ada.command("hand") | {"channel": channel}))

    assert "/c/second/" in reads({"id": "55", "type": 11, "parent_id": "7"})
    assert "Say which one" in reads({"id": "55", "type": 0, "parent_id": "7"})
    assert "Say which one" in reads({"id": "55", "type": 11, "parent_id": None})


def test_a_channel_that_is_gone(cast: Hall, rest: Rest, post_to: PostTo, user: MakeUser) -> None:
    """Deleted on Discord or removed in the Office, its old buttons and commands do what they can, and say the rest."""
    post_to("proposals")
    ada = user("ada", channel="7")
    cast.do("eve", "submit-proposal", title="A", text="x")
    post_due()
    (message,) = rest.channels.pop("7").values()
    cast.do("eve", "submit-proposal", title="B", text="x")
    post_due()
    assert Channel.objects.get().trouble
    assert "You vote for proposal 1" in press(ada, message, "For")
    assert "Vertebra" in ada.reads("hand")
    Channel.objects.all().delete()
    with cast.nothing_changes():
        assert "no longer works" in press(ada, message, "Against")
    assert "You vote against" in ada.reads("vote", proposal="1", vote="against")
    cast.is_sound()
