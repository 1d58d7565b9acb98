"""The page of a game on which keepers choose what is posted to which channel on Discord and which webhook."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.roles import give_roles
from nomic.connections.store import clear_cache
from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle
from nomic.discord.models import Channel
from nomic.notices.models import Delivery, Webhook
from nomic.office.models import StaffAct
from tests.discord.rest_stand_in import Discord, refused
from tests.office.test_connections import keeper
from tests.support.hall import Hall

__all__ = ["keeper"]

PostTo = Callable[..., Channel]
PAGE = "/office/cycles/hall/channels/"
HOOK = "https://discord.com/api/webhooks/1234/very-secret-9876"
NEW = "discord-channel"


def sends(client: Client, place: str, action: str, **fields: object) -> tuple[int, str]:
    """Send a form of the page. Return the status, and the page that follows."""
    typed = {f"{place}-{name}": value for name, value in {"reason": "so agreed", **fields}.items()}
    answer = client.post(PAGE, {"place": place, "do": action, **typed}, follow=True)
    return (302 if answer.redirect_chain else answer.status_code), answer.content.decode()


@pytest.fixture
def game(cast: Hall) -> Hall:
    cache.clear()
    return cast


def test_a_keeper_posts_proposals_to_a_channel(keeper: Client, rest: Discord, game: Hall) -> None:
    """Found from the game's page; tested, changed, switched off and on, and removed; each with a line in the log."""
    assert f'href="{PAGE}"' in keeper.get("/office/cycles/hall/").content.decode()
    assert sends(keeper, NEW, "add", topic="proposals", number="7", uses_threads="on")[0] == 302
    channel = Channel.objects.get()
    assert (channel.topic, channel.number, channel.uses_threads, channel.counts_reactions) == (
        "proposals", "7", True, False,
    )  # fmt: skip
    assert channel.last_read_seq == game.cycle.seq
    assert channel.added_by is not None
    key = f"{NEW}-{channel.pk}"
    assert "#proposals to channel 7" in keeper.get(PAGE).content.decode()
    assert keeper.post(PAGE, {"test": key}).status_code == 302
    assert len(rest.texts("7")) == 1
    assert sends(keeper, key, "save", topic="trades", number="7", counts_reactions="on")[0] == 302
    channel.refresh_from_db()
    assert (channel.topic, channel.uses_threads, channel.counts_reactions) == ("trades", False, True)
    assert sends(keeper, key, "off")[0] == 302
    channel.refresh_from_db()
    assert channel.stopped_at is not None
    assert "paused" not in keeper.get("/office/").content.decode(), "what a keeper has switched off is no trouble"
    assert sends(keeper, key, "off")[0] == 422
    assert sends(keeper, key, "on")[0] == 302
    channel.refresh_from_db()
    assert (channel.stopped_at, channel.trouble) == (None, "")
    assert sends(keeper, key, "remove")[0] == 302
    assert not Channel.objects.exists()
    assert [act.did for act in StaffAct.objects.order_by("pk")] == [
        f"{did} channel 7, in {game.cycle.title}"
        for did in (
            "started posting #proposals to",
            "changed what is posted: #trades to",
            "stopped posting #trades to",
            "posts again #trades to",
            "removed the posting of #trades to",
        )
    ]
    assert {act.reason for act in StaffAct.objects.all()} == {"so agreed"}


def test_what_is_wrong_is_said_and_nothing_is_saved(keeper: Client, rest: Discord, game: Hall, post_to: PostTo) -> None:
    """A reason is needed; the bot must be able to write there; the same twice is once too often."""
    post_to("proposals")
    for fields, words in (
        ({"number": "8", "reason": ""}, "required"),
        ({"number": "eight"}, "only digits"),
        ({"number": "8", "topic": "nonsense"}, "Select a valid choice"),
        ({"number": "7", "topic": "proposals"}, "This channel already gets that."),
    ):
        status, page = sends(keeper, NEW, "add", **{"topic": "", **fields})
        assert (status, words in page) == (422, True), fields
    rest.faults = [refused(403, 50013)]
    status, page = sends(keeper, NEW, "add", topic="", number="9")
    assert (status, "Discord does not accept it" in page, "Save anyway" in page) == (422, True, False)
    assert Channel.objects.count() == 1
    assert not StaffAct.objects.exists()


def test_a_channel_is_saved_unchecked_only_if_discord_cannot_be_asked(
    keeper: Client, rest: Discord, game: Hall
) -> None:
    assert "Save anyway" not in keeper.get(PAGE).content.decode()
    rest.faults = [refused(500)]
    status, page = sends(keeper, NEW, "add", topic="", number="9")
    assert (status, 'name="discord-channel-unchecked"' in page) == (422, True)
    rest.faults = [refused(500)]
    assert sends(keeper, NEW, "add", topic="", number="9", unchecked="on")[0] == 302
    assert Channel.objects.get().number == "9"


def test_the_address_of_a_webhook_is_never_shown(keeper: Client, game: Hall) -> None:
    """Not after a mistake in another field either; it is kept if none is typed."""
    status, page = sends(keeper, "webhook", "add", channel="proposals", new_url=HOOK, reason="")
    assert (status, "secret" in page) == (422, False)
    assert sends(keeper, "webhook", "add", channel="proposals", new_url="")[0] == 422
    assert sends(keeper, "webhook", "add", channel="proposals", new_url=HOOK)[0] == 302
    hook = Webhook.objects.get()
    assert (hook.url, hook.channel, hook.last_read_seq) == (HOOK, "proposals", game.cycle.seq)
    page = keeper.get(PAGE).content.decode()
    assert "#proposals to discord.com/…9876" in page
    assert "very-secret" not in page
    assert sends(keeper, f"webhook-{hook.pk}", "save", channel="trades", new_url="")[0] == 302
    hook.refresh_from_db()
    assert (hook.url, hook.channel) == (HOOK, "trades")
    assert sends(keeper, "webhook", "add", channel="trades", new_url=HOOK)[0] == 422
    assert keeper.post(PAGE, {"test": f"webhook-{hook.pk}"}).status_code == 302
    assert not any("secret" in act.did for act in StaffAct.objects.all())


def test_a_game_changes_only_its_own(keeper: Client, rest: Discord, game: Hall, post_to: PostTo) -> None:
    channel = post_to("proposals", cycle=create_cycle("cycle-16", slug="other", title="Other"))
    key = f"{NEW}-{channel.pk}"
    for action in ("save", "off", "remove"):
        assert sends(keeper, key, action, topic="", number="7")[0] == 422
    assert keeper.post(PAGE, {"test": key}).status_code == 422
    assert Channel.objects.filter(pk=channel.pk, stopped_at=None, topic="proposals").exists()
    for broken in ("", "webhook-²", f"{NEW}-{10**20}", "x" * 500):
        assert sends(keeper, broken, "remove")[0] == 422
    Cycle.objects.filter(pk=game.pk).update(practice=True)
    assert keeper.get(PAGE).status_code == 404


@pytest.mark.parametrize(("role", "status"), [("moderator", 403), ("wiki-keeper", 403), ("game-keeper", 200)])
def test_only_game_keepers_see_it(game: Hall, role: str, status: int) -> None:
    client = Client()
    assert client.get(PAGE)["Location"].startswith("/accounts/login/")
    person = Person.objects.create_user("Somebody", email="s@example.org")
    give_roles(person, {role})
    client.force_login(person)
    assert client.get(PAGE).status_code == status


def test_only_topics_of_the_games_law_are_offered(keeper: Client, game: Hall, post_to: PostTo) -> None:
    """Another game's topics say nothing here, but one that was chosen stays so."""
    bones = create_cycle("tetromic", slug="bones")
    page, other = PAGE.replace("hall", "bones"), ("battle-commencement", "exoptosis")
    found = keeper.get(page).content.decode()
    assert 'value="proposals"' in found
    assert not [name for name in other if f'value="{name}"' in found]
    assert all(f'value="{name}"' in keeper.get(PAGE).content.decode() for name in other)
    post_to("exoptosis", cycle=bones)
    assert keeper.get(page).content.decode().count('value="exoptosis"') == 1


def test_a_test_that_is_on_its_way_is_looked_up_again(keeper: Client, game: Hall) -> None:
    """The state asks again until something is known. Without a test nothing asks."""
    hook = Webhook.objects.create(cycle=game.cycle, url=HOOK)
    address = f"/office/cycles/{game.slug}/channels/"
    sent = keeper.post(address, {"test": f"webhook-{hook.pk}"})
    assert sent["Location"] == f"{address}?tested=webhook-{hook.pk}"
    page = keeper.get(sent["Location"]).content.decode()
    assert f'hx-select="#state-webhook-{hook.pk}"' in page
    assert "a test is on its way" in page
    assert 'hx-select="#state' not in keeper.get(address).content.decode()
    Delivery.objects.update(attempts=1)
    Webhook.objects.update(trouble="it could not be reached, nothing answers there: check the address")
    after = keeper.get(sent["Location"]).content.decode()
    assert 'hx-select="#state' not in after
    assert "did not arrive: it could not be reached, nothing answers there" in after


def test_a_missing_token_leads_owners_to_its_form(keeper: Client, game: Hall, settings: Any) -> None:
    """The page says where the token is set, and has a link to it."""
    settings.DISCORD_BOT_TOKEN = ""
    clear_cache()
    page = keeper.get(f"/office/cycles/{game.slug}/channels/").content.decode()
    assert "because the bot has no token" in page
    assert "above" not in page
    assert '<a href="/office/connections/#discord">Set it under Connections, Discord</a>' in page
