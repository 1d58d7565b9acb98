"""Messages to channels: what happened, once, in order, to the right channel, whatever Discord does meanwhile."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle, Entry
from nomic.discord.models import Channel, Post
from nomic.discord.posts import sender
from nomic.discord.posts.compose_messages import MAX_ENTRIES, compose_new_messages
from nomic.discord.posts.paused_channels_concern import paused_channels
from nomic.discord.posts.sender import post_due, switch_on
from nomic.notices.channels import post_to_channel
from nomic.notices.models import Notice
from nomic.office.concerns import CheckContext
from tests.discord.conftest import MakeUser
from tests.discord.rest_stand_in import TOKEN, Discord, Fault, Request, lost, nonsense, refused
from tests.support.hall import Hall

pytestmark = pytest.mark.django_db

PostTo = Callable[..., Channel]


def buy(hall: Hall, name: str = "ada") -> None:
    hall.do(name, "buy", offer="Already-opened Pack")


def duel(hall: Hall, asker: str = "ada", asked: str = "bob") -> Entry:
    for name in (asker, asked):
        for _ in range(9):
            hall.grant_card(name)
    post_due()
    return hall.do(asker, "request-duel", players=[asked])


def test_a_burst_is_one_message_that_is_edited(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    """With the journal's words and a link to each entry; what was before is not posted."""
    post_to("game-actions")
    buy(cast)
    assert post_due() == 1
    (text,) = rest.texts()
    assert text.startswith("ada buys 1 Already-opened Pack")
    assert f"<http://127.0.0.1:8000/c/{cast.slug}/journal/{cast.cycle.seq}/>" in text
    assert post_due() == 0
    cast.clock.wait(minutes=2)
    buy(cast, "bob")
    post_due()
    assert rest.texts() == [rest.texts()[0]]
    assert [line.partition(" ")[0] for line in rest.texts()[0].splitlines()] == ["ada", "bob"]
    cast.clock.wait(minutes=6)
    buy(cast, "ada")
    post_due()
    assert len(rest.texts()) == 2
    assert rest.pings == []


def test_each_channel_gets_what_is_its_own(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    post_to("game-actions", "7")
    post_to("trades", "8")
    buy(cast)
    cast.do("ada", "offer-trade", to="bob", gives={"Vertebra": 1})
    post_due()
    assert ["buys" in text for text in rest.texts("7")] == [True]
    assert ["trade" in text for text in rest.texts("8")] == [True]


def test_only_who_is_waited_for_is_mentioned(cast: Hall, rest: Discord, post_to: PostTo, user: MakeUser) -> None:
    """In a new message, because nobody is notified of an edit; and once."""
    user("ada"), user("bob"), user("eve")
    post_to("")
    duel(cast)
    assert rest.pings == []
    post_due()
    ((who, text),) = rest.pings
    assert who == "82"
    assert text.endswith("<@82>")
    cast.do("eve", "offer-trade", to="bob", gives={"Vertebra": 1})
    post_due()
    assert len(rest.pings) == 1  # at the same instant
    cast.clock.wait(minutes=1)
    cast.do("eve", "offer-trade", to="bob", gives={"Vertebra": 1})
    post_due()
    assert [each[0] for each in rest.pings] == ["82", "82"]
    before = len(rest.pings)
    buy(cast, "eve")
    post_due()
    assert len(rest.pings) == before


def test_who_has_answered_already_is_not_mentioned(cast: Hall, rest: Discord, post_to: PostTo, user: MakeUser) -> None:
    user("ada"), user("bob")
    post_to("battle-commencement")
    entry = duel(cast)
    cast.do("bob", "decline-duel", match=entry.events[0]["match"])
    post_due()
    assert rest.pings == []
    assert len(rest.texts()) == 1


def test_who_left_or_is_suspended_is_not_mentioned(cast: Hall, rest: Discord, post_to: PostTo, user: MakeUser) -> None:
    user("bob")
    post_to("")
    duel(cast)
    Person.objects.filter(username="bob").update(is_active=False)
    post_due()
    assert rest.pings == []


def test_words_of_players_mention_nobody(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    """Nor do they make links or headings."""
    post_to("proposals")
    cast.do("ada", "submit-proposal", title="<@82> @everyone # [x](http://evil)", text="x")
    post_due()
    (text,) = rest.texts()
    assert "<@82>" not in text
    assert "@everyone" not in text
    assert "\\[x\\]" in text


def test_what_is_sealed_is_not_posted(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    """What is posted is what the journal shows to everybody."""
    post_to("")
    for name in ("ada", "bob"):
        buy(cast, name)
        cast.do(name, "open-pack", pack="Already-opened Pack")
    post_due()
    html = Client().get(f"/c/{cast.slug}/journal/").content.decode()
    for entry in Entry.objects.filter(cycle=cast.pk):
        for sentence in entry.words[:1]:
            assert str(sentence)[:20] in html.replace("&#x27;", "'")


@pytest.mark.parametrize(
    "faults",
    [
        [refused(500)],
        [refused(502), refused(503)],
        [refused(429, Retry_After="3")],
        [refused(429, -1, Retry_After="3.5")],
        [refused(408)],
        [refused(401)],
        [lost],
        [lost, lost],
        [nonsense],
        [lost, refused(500), lost],
        [None, lost],
        [None, refused(500)],
        [None, refused(429, Retry_After="1"), lost],
    ],
)
@pytest.mark.parametrize("remembers", [True, False])
def test_nothing_is_lost_or_doubled(
    cast: Hall, rest: Discord, post_to: PostTo, faults: list[Fault | None], remembers: bool
) -> None:
    """Refused, too fast, slow, or carried out without an answer: in the end each entry is shown once, in order.

    Also if Discord no longer recognises what it was sent before.
    """
    rest.remembers_nonces = remembers
    post_to("game-actions")
    rest.faults = list(faults)
    for name in ("ada", "bob", "ada", "bob"):
        buy(cast, name)
        post_due()
        cast.clock.wait(minutes=4)
    for _ in range(8):
        cast.clock.wait(minutes=11)
        post_due()
    lines = [line for text in rest.texts() for line in text.splitlines()]
    assert [line.partition(" ")[0] for line in lines] == ["ada", "bob", "ada", "bob"]
    channel = Channel.objects.get()
    assert (channel.trouble, channel.failing_since, channel.claim) == ("", None, "")
    assert not sender.due().exists()


def test_what_is_shown_in_part_is_completed(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    """The answer was lost, more has happened since, and Discord knows the message by its nonce."""
    post_to("game-actions")
    rest.faults = [lost]
    buy(cast)
    post_due()
    buy(cast, "bob")
    cast.clock.wait(seconds=20)
    for _ in range(3):
        post_due()
    assert [line.partition(" ")[0] for line in rest.texts()[0].splitlines()] == ["ada", "bob"]
    assert len(rest.texts()) == 1


def test_too_fast_waits_as_long_as_it_is_asked(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    """And is no failure. The last request of a bucket is followed by the pause that its headers name."""
    post_to("game-actions")
    rest.faults = [refused(429, Retry_After="30")]
    buy(cast)
    post_due()
    assert Channel.objects.get().quiet_until == timezone.now() + timedelta(seconds=30)
    assert (Channel.objects.get().failing_since, Channel.objects.get().attempts) == (None, 0)
    cast.clock.wait(seconds=29)
    assert post_due() == 0
    cast.clock.wait(seconds=1)

    def last_of_a_bucket(request: Request) -> bool:
        request.more = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "4.5"}
        return True

    rest.faults = [last_of_a_bucket]
    assert post_due() == 1
    buy(cast)
    assert post_due() == 0
    cast.clock.wait(seconds=5)
    assert post_due() == 1
    assert Channel.objects.get().quiet_until is None


def test_a_global_limit_lets_all_channels_wait(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    post_to("game-actions", "7")
    post_to("game-actions", "8")
    rest.faults = [refused(429, -1, Retry_After="30")]
    buy(cast)
    post_due()
    assert len(rest.asked) <= 2
    assert {row.quiet_until for row in Channel.objects.all()} == {timezone.now() + timedelta(seconds=30)}


def test_a_message_that_people_deleted_is_not_sent_again(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    """What it never showed comes in another one."""
    post_to("game-actions")
    buy(cast)
    post_due()
    ((number, _),) = rest.channels["7"].items()
    rest.delete(number)
    buy(cast, "bob")
    for _ in range(3):
        post_due()
    (text,) = rest.texts()
    assert text.startswith("bob")
    assert "ada" not in text
    assert Post.objects.get(message=number).ended_at is not None


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50001), (403, 50013), (403, 0)])
def test_a_channel_that_is_gone_pauses_with_a_word(
    cast: Hall, rest: Discord, post_to: PostTo, status: int, code: int
) -> None:
    """To whoever added it, and to the office. The others go on; switched on, it begins with what happens then."""
    channel, other = post_to("game-actions", "7"), post_to("trades", "8")
    rest.faults = [refused(status, code)]
    buy(cast)
    post_due()
    cast.do("ada", "offer-trade", to="bob", gives={"Vertebra": 1})
    buy(cast, "bob")
    post_due()
    channel.refresh_from_db()
    assert channel.stopped_at is not None
    assert "Messages to Discord, #game-actions" in Notice.objects.get(person__username="keeper").text
    assert [str(channel) in each.summary for each in paused_channels(CheckContext(timezone.now()))] == [True]
    assert len(rest.texts("8")) == 1
    assert rest.texts("7") == []
    switch_on(channel)
    buy(cast)
    post_due()
    assert [text.partition(" ")[0] for text in rest.texts("7")] == ["ada"]
    assert other.stopped_at is None


def test_days_of_failures_pause_it(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    post_to("game-actions")
    buy(cast)
    for _ in range(100):
        rest.faults = [refused(500)]
        post_due()
        cast.clock.wait(hours=1)
    assert "for days" in Channel.objects.get().trouble


def test_a_refused_token_is_tried_again_and_the_office_says_so(
    cast: Hall, rest: Discord, post_to: PostTo, settings: object
) -> None:
    post_to("game-actions")
    settings.DISCORD_BOT_TOKEN = "wrong"  # type: ignore[attr-defined]
    buy(cast)
    for _ in range(5):
        post_due()
        cast.clock.wait(minutes=15)
    (said,) = paused_channels(CheckContext(timezone.now()))
    assert "refuses the bot's token" in said.summary
    assert "wrong" not in said.summary
    settings.DISCORD_BOT_TOKEN = TOKEN  # type: ignore[attr-defined]
    post_due()
    assert len(rest.texts()) == 1
    assert list(paused_channels(CheckContext(timezone.now()))) == []


def test_after_an_outage_the_newest_are_posted(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    """And a line says how many are in the journal alone."""
    post_to("")
    for _ in range((MAX_ENTRIES + 4) // 2):
        cast.grant_card("ada")
        cast.grant_card("bob")
    after = cast.cycle.seq
    missed = after - Channel.objects.get().last_read_seq - MAX_ENTRIES
    assert missed > 0
    for _ in range(10):
        post_due()
    lines = [line for text in rest.texts() for line in text.splitlines()]
    assert lines[0].startswith(f"{missed} earlier entries are in the journal.")
    assert f"/journal/{after}/" in lines[-1]


def test_a_worker_that_died_is_followed_by_another(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    """Its lease is over at last, and its message is found on Discord."""
    rest.remembers_nonces = False
    channel = post_to("game-actions")
    buy(cast)
    post_due()
    Post.objects.update(message="", sent_version=0, shown=0)  # it was sent, and not recorded
    Channel.objects.filter(pk=channel.pk).update(
        claim="x", claimed_by="1-1@elsewhere", claimed_until=timezone.now() + timedelta(minutes=5)
    )
    assert post_due() == 0
    cast.clock.wait(minutes=6)
    post_due()
    assert len(rest.texts()) == 1
    assert Post.objects.get().message


def test_a_worker_that_lost_its_claim_records_nothing(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    post_to("game-actions")
    buy(cast)
    sender.compose_new_messages()
    post = Post.objects.get()
    post.channel.claim = "mine"  # the row has none
    assert sender._try(post.channel, post) is True
    post.refresh_from_db()
    assert (post.message, post.sent_version, post.tried_at) == ("", 0, None)


def test_forks_and_what_is_before_are_not_posted(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    post_to("")
    assert post_due() == 0
    assert rest.asked == []


def test_a_hidden_game_is_not_posted_until_it_is_shown(cast: Hall, rest: Discord, post_to: PostTo) -> None:
    """Neither what happens meanwhile, nor what was written before and waits to be sent."""
    post_to("game-actions")
    buy(cast)
    assert compose_new_messages() == 1
    Cycle.objects.filter(pk=cast.pk).update(hidden_at=timezone.now())
    buy(cast, "bob")
    assert post_due() == 0
    assert rest.asked == []
    Cycle.objects.filter(pk=cast.pk).update(hidden_at=None)
    post_due()
    assert [line.partition(" ")[0] for line in rest.texts()[0].splitlines()] == ["ada", "bob"]


def test_without_a_token_nothing_is_asked(cast: Hall, rest: Discord, post_to: PostTo, settings: object) -> None:
    post_to("")
    settings.DISCORD_BOT_TOKEN = ""  # type: ignore[attr-defined]
    buy(cast)
    post_due()
    assert rest.asked == []
    assert "token of the bot is not set" in Channel.objects.get().trouble


def test_whose_time_is_nearly_up_is_mentioned(cast: Hall, rest: Discord, post_to: PostTo, user: MakeUser) -> None:
    """In the channel of the game and nowhere else."""
    user("bob")
    post_to("exoptosis", "7"), post_to("trades", "8")
    with transaction.atomic():
        post_to_channel(cast.cycle, "exoptosis", "ada, bob: @everyone, an hour is left.", "/c/hall/", ["ada", "bob"])
    post_due()
    (text,) = rest.texts("7")
    assert text.endswith("an hour is left. <http://127.0.0.1:8000/c/hall/> <@82>")
    assert "@everyone" not in text
    assert (rest.pings, rest.texts("8")) == ([("82", text)], [])
