"""What somebody who joins reads first, and what a form of a game that has ended meanwhile leads to."""

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle, Status
from nomic.web.templatetags.people import FEW_NAMES
from tests.support.hall import OpenCycle

pytestmark = pytest.mark.django_db


def visitor(name: str) -> Client:
    client = Client()
    person, _ = Person.objects.get_or_create(username=name)
    client.force_login(person, "django.contrib.auth.backends.ModelBackend")
    return client


def join(slug: str, name: str) -> str:
    """The messages of the page that follows."""
    page = visitor(name).post(f"/c/{slug}/act/join/", follow=True).content.decode()
    return page.partition('<ul class="messages">')[2].partition("</ul>")[0]


def test_who_joins_is_welcomed_and_reads_with_whom_they_play(open_cycle: OpenCycle) -> None:
    """Paper rains for it, once; many names are cut."""
    slug = open_cycle(joined=()).slug
    first = join(slug, "Ada")
    assert "Welcome to" in first
    assert "Ada! You are the first to join." in first
    assert 'class="cheer"' in first
    assert "Ben! You are playing with Ada." in join(slug, "Ben")
    for number in range(FEW_NAMES):
        join(slug, f"Player{number}")
    assert f"You are playing with Ada, Ben, Player0, Player1, Player2, Player3 and {FEW_NAMES - 4} others." in join(
        slug, "Zoe"
    )


def test_a_form_of_a_game_that_has_ended_leads_back_with_the_news(open_cycle: OpenCycle) -> None:
    """The page from which it was sent shows how it ended; a form for an act that is impossible would not."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    Cycle.objects.filter(slug=hall.slug).update(status=Status.ENDED)
    back = f"/c/{hall.slug}/standings/"
    answer = visitor("ada").post(f"/c/{hall.slug}/act/advance-clock/", {"to_next_phase": "on", "next": back})
    assert answer.status_code == 302
    assert answer["Location"] == back
    assert (
        "has ended"
        in visitor("ada")
        .post(f"/c/{hall.slug}/act/advance-clock/", {"to_next_phase": "on", "next": back}, follow=True)
        .content.decode()
    )


@pytest.mark.parametrize("practice", [False, True])
def test_who_has_nothing_to_do_is_offered_a_quick_game(open_cycle: OpenCycle, practice: bool) -> None:
    """In a game with other people, once the first steps are closed."""
    hall = open_cycle(joined=("ada",), practice=practice, owner_name="ada" if practice else "")
    ada = visitor("ada")
    ada.post(f"/c/{hall.slug}/first-steps/skip/")
    page = ada.get(f"/c/{hall.slug}/").content.decode()
    assert ("play a quick game against bots" in page) is (not practice)
