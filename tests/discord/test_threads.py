"""Threads of matches and proposals: one each, from the message that began it, whatever becomes of it."""

import pytest

from nomic.discord.models import Channel, Post
from nomic.discord.posts.sender import post_due
from nomic.discord.reactions import read_reactions
from nomic.proposals.models import Vote
from tests.discord.conftest import MakeUser
from tests.discord.rest_stand_in import Discord as Rest
from tests.discord.rest_stand_in import Fault, lost, nonsense, refused
from tests.discord.test_buttons import press
from tests.support.hall import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def threaded(cast: Hall, rest: Rest) -> Hall:
    """Everything is posted to a channel with threads."""
    Channel.objects.create(cycle=cast.cycle, number="7", last_read_seq=cast.cycle.seq, uses_threads=True)
    return cast


def settled(hall: Hall) -> None:
    """Everything that waits was sent."""
    for _ in range(6):
        post_due()
        hall.clock.wait(minutes=11)
    assert not [post for post in Post.objects.filter(ended_at=None) if post.sent_version < post.version]


def shown(hall: Hall, rest: Rest) -> list[int]:
    """How often each entry since the channel was added is on Discord."""
    said = "\n".join(text for channel in rest.channels for text in rest.texts(channel))
    first = min(row.seq for row in hall.entries("submit-proposal"))
    return [said.count(f"/journal/{entry.seq}/>") for entry in hall.entries() if entry.seq >= first and entry.words]


def story(hall: Hall) -> None:
    """Two proposals, votes on both, and something besides."""
    hall.do("eve", "submit-proposal", title="A", text="x")
    hall.do("eve", "submit-proposal", title="B", text="x")
    post_due()
    hall.do("ada", "vote", proposal="1", vote="for")
    hall.do("bob", "vote", proposal="2", vote="for")
    hall.do("ada", "buy", offer="Already-opened Pack")
    post_due()
    hall.do("bob", "vote", proposal="1", vote="against")
    settled(hall)


def test_each_proposal_has_a_thread(threaded: Hall, rest: Rest, user: MakeUser) -> None:
    """Named after what began it. What is about neither is in the channel; buttons and reactions work as before."""
    Channel.objects.update(counts_reactions=True)
    eve = user("eve")
    story(threaded)
    first, second = rest.threads
    assert ["A" in rest.threads[first], "B" in rest.threads[second]] == [True, True]
    assert [line.partition(" ")[0] for line in "\n".join(rest.texts(first)).splitlines()] == ["ada", "bob"]
    assert [line.partition(" ")[0] for line in "\n".join(rest.texts(second)).splitlines()] == ["bob"]
    assert [text.partition(" ")[0] for text in rest.texts()] == ["eve", "eve", "ada"]
    assert set(shown(threaded, rest)) == {1}
    assert "You vote" in press(eve, rest.channels["7"][first], "For")
    rest.reactions[second, "👍"] = [eve.number]
    read_reactions()
    assert Vote.objects.filter(name="eve").count() == 2


@pytest.mark.parametrize("at", range(6))
@pytest.mark.parametrize("fault", [refused(500), refused(429, Retry_After="2"), lost, nonsense])
def test_nothing_is_lost_or_doubled(threaded: Hall, rest: Rest, at: int, fault: Fault) -> None:
    """Nor is there a second thread, whichever request fails."""
    rest.faults = [*[None] * at, fault]
    story(threaded)
    assert set(shown(threaded, rest)) == {1}
    assert len(rest.threads) == 2


def test_without_the_right_to_threads_the_channel_is_used(threaded: Hall, rest: Rest) -> None:
    rest.allows_threads = False
    story(threaded)
    assert rest.threads == {}
    assert set(shown(threaded, rest)) == {1}
    assert Channel.objects.get().stopped_at is None


def test_what_is_deleted_or_locked_is_followed_by_the_channel(threaded: Hall, rest: Rest) -> None:
    """A thread that is gone, one in which the bot may not write, and a proposal whose message people deleted."""
    story(threaded)
    first, second = rest.threads
    del rest.channels[first]
    rest.read_only.add(second)
    threaded.do("eve", "submit-proposal", title="C", text="x")
    post_due()
    third = list(rest.channels["7"])[-1]
    rest.delete(third)
    before = len(rest.texts())
    for number in ("1", "2", "3"):
        threaded.do("eve", "vote", proposal=number, vote="for")
    settled(threaded)
    said = "\n".join(rest.texts()[before:])
    assert said.count("eve votes for") == 3
    assert Channel.objects.get().stopped_at is None


def test_without_the_switch_there_are_none(cast: Hall, rest: Rest) -> None:
    Channel.objects.create(cycle=cast.cycle, number="7", last_read_seq=cast.cycle.seq)
    story(cast)
    assert rest.threads == {}
    assert set(shown(cast, rest)) == {1}
