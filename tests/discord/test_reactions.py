"""Reactions under a proposal's message: votes of linked people, read completely or not at all, each change once."""

from collections.abc import Callable

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.models import Entry
from nomic.discord import linking
from nomic.discord.models import Channel, Post, Reaction
from nomic.discord.posts.sender import post_due
from nomic.discord.reactions import read_reactions
from nomic.notices.models import Notice
from nomic.proposals.models import Vote
from tests.discord.conftest import MakeUser
from tests.discord.rest_stand_in import Discord as Rest
from tests.discord.rest_stand_in import Fault, lost, nonsense, refused
from tests.support.hall import Hall

pytestmark = pytest.mark.django_db

UP, DOWN = "👍", "👎"
ADA, BOB = "81", "82"


@pytest.fixture
def message(cast: Hall, rest: Rest, post_to: Callable[..., Channel], user: MakeUser) -> str:
    """The message of a proposal in a channel that counts reactions; ada and bob are linked."""
    post_to("proposals")
    Channel.objects.update(counts_reactions=True)
    user("ada"), user("bob")
    cast.do("eve", "submit-proposal", title="A", text="x")
    post_due()
    return next(iter(rest.channels["7"]))


def votes() -> dict[str, str]:
    return dict(Vote.objects.values_list("name", "vote"))


def given(hall: Hall) -> int:
    return Entry.objects.filter(cycle=hall.pk, action="vote").count()


def test_reactions_are_votes_of_linked_people(cast: Hall, rest: Rest, message: str) -> None:
    """Whatever the colour of their skin. Strangers have none, and what is read again is no new vote."""
    rest.reactions[message, UP] = [ADA, "999"]
    rest.reactions[message, "👎🏽"] = [BOB]
    rest.reactions[message, "🎉"] = [ADA, BOB]
    assert read_reactions() == 2
    assert votes() == {"ada": "for", "bob": "against"}
    assert read_reactions() == 0
    assert given(cast) == 2
    cast.is_sound()


def test_both_together_are_unclear_and_none_takes_it_back(cast: Hall, rest: Rest, message: str) -> None:
    rest.reactions[message, UP] = [ADA]
    rest.reactions[message, DOWN] = [ADA]
    read_reactions()
    assert votes() == {"ada": "unclear"}
    rest.reactions[message, UP] = []
    read_reactions()
    assert votes() == {"ada": "against"}
    rest.reactions.clear()
    read_reactions()
    assert votes() == {}
    rest.reactions[message, UP] = [ADA]
    read_reactions()
    assert votes() == {"ada": "for"}
    assert given(cast) == 4


def test_a_vote_by_other_means_stays(cast: Hall, rest: Rest, message: str) -> None:
    """Until the reactions change to another vote; taking them away does not take it back."""
    rest.reactions[message, UP] = [ADA]
    read_reactions()
    cast.do("ada", "vote", proposal="1", vote="against")
    read_reactions()
    assert votes() == {"ada": "against"}
    rest.reactions.clear()
    read_reactions()
    assert votes() == {"ada": "against"}
    rest.reactions[message, UP] = [ADA]
    read_reactions()
    assert votes() == {"ada": "for"}


@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("fault", [refused(500), refused(429, Retry_After="1"), lost, nonsense, refused(403, 50001)])
def test_what_is_read_in_part_takes_nothing_back(cast: Hall, rest: Rest, message: str, at: int, fault: Fault) -> None:
    rest.reactions[message, UP] = [ADA]
    rest.reactions[message, DOWN] = [BOB]
    read_reactions()
    rest.faults = [*[None] * at, fault]
    with cast.nothing_changes():
        read_reactions()
    assert votes() == {"ada": "for", "bob": "against"}


def test_more_than_a_page_is_read(cast: Hall, rest: Rest, message: str) -> None:
    rest.reactions[message, UP] = [*map(str, range(1000, 1250)), "8100"]
    linking.DiscordLink.objects.filter(person__username="ada").update(user="8100")
    assert read_reactions() == 1
    assert votes() == {"ada": "for"}


def test_who_may_not_vote_is_told_once(cast: Hall, rest: Rest, message: str) -> None:
    """On the site, and the vote is not tried again at each look. Suspended people are not heard at all."""
    rest.reactions[message, UP] = [ADA, BOB]
    Person.objects.filter(username="bob").update(is_active=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nomic.discord.reactions.perform", _refuses)
        for _ in range(3):
            assert read_reactions() == 0
    (notice,) = Notice.objects.filter(kind="discord-reaction")
    assert (str(notice.person), "You may not." in notice.text) == ("ada", True)
    assert votes() == {}


def _refuses(*args: object, **more: object) -> None:
    from nomic.cycles.domain.exceptions import Refused

    raise Refused("no", "You may not.", "R10")


def test_who_unlinks_keeps_the_vote(cast: Hall, rest: Rest, message: str) -> None:
    rest.reactions[message, UP] = [ADA]
    read_reactions()
    linking.unlink(Person.objects.get(username="ada"))
    read_reactions()
    assert votes() == {"ada": "for"}


def test_without_the_switch_they_are_not_read(cast: Hall, rest: Rest, message: str) -> None:
    Channel.objects.update(counts_reactions=False)
    before = len(rest.asked)
    rest.reactions[message, UP] = [ADA]
    read_reactions()
    assert (votes(), len(rest.asked)) == ({}, before)


def test_when_the_vote_is_over_they_are_not_read(cast: Hall, rest: Rest, message: str) -> None:
    cast.do("eve", "withdraw-proposal", proposal="1")
    rest.reactions[message, UP] = [ADA]
    assert read_reactions() == 0
    assert given(cast) == 0


def test_a_deleted_message_takes_no_vote_back(cast: Hall, rest: Rest, message: str) -> None:
    rest.reactions[message, UP] = [ADA]
    read_reactions()
    rest.delete(message)
    assert read_reactions() == 0
    assert votes() == {"ada": "for"}
    assert Post.objects.get(message=message).ended_at is not None


def test_a_worker_that_died_before_it_was_recorded_votes_once(cast: Hall, rest: Rest, message: str) -> None:
    rest.reactions[message, UP] = [ADA]
    read_reactions()
    Reaction.objects.all().delete()
    read_reactions()
    assert given(cast) == 1
    assert Reaction.objects.get().entry


def test_the_journal_says_so(cast: Hall, rest: Rest, message: str) -> None:
    rest.reactions[message, UP] = [ADA]
    read_reactions()
    cast.do("bob", "vote", proposal="1", vote="for")
    pages = [Client().get(f"/c/{cast.slug}/journal/{cast.cycle.seq - ago}/").content.decode() for ago in (1, 0)]
    assert ["by a reaction on Discord" in page for page in pages] == [True, False]
