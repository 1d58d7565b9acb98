"""Hiding a game: who may, what it says, what stops meanwhile, and showing it again."""

import asyncio
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.api.views.cycle.event_stream import stream
from nomic.cycles.domain.exceptions import NoSuchCycle
from nomic.cycles.live import feed
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settled_cycle
from nomic.cycles.visibility import reading_as
from nomic.notices.channels import gather_news, post_to_channel
from nomic.notices.models import Delivery, Notice, State, Webhook
from nomic.notices.notify import notify_in, notify_people
from nomic.office.models import StaffAct
from nomic.players.membership.join_requests import join_those_who_asked
from nomic.players.models import JoinRequest
from nomic.wiki.models import WikiPage
from nomic.wiki.publishing.claims import ClaimLost, Queue, hold_page
from tests.support.hall import ADMIN, Hall
from tests.support.signed_in import browser_of

HOOK = "https://example.org/hook"
PATIENCE = 60  # seconds until a stream that hangs is a failure


def browser(cast: Hall, name: str) -> Client:
    return browser_of(Person.objects.get(pk=cast.actor(name).person_id))


@pytest.fixture
def keeper(cast: Hall) -> Client:
    return browser(cast, ADMIN)


def send(client: Client, do: str, reason: str = "it was a test") -> int:
    return client.post("/office/cycles/hall/", {"do": do, "reason": reason}).status_code


def hide(cast: Hall) -> Cycle:
    Cycle.objects.filter(pk=cast.pk).update(hidden_at=timezone.now())
    return Cycle.objects.get(pk=cast.pk)


def test_a_keeper_hides_a_game_and_shows_it_again(keeper: Client, cast: Hall) -> None:
    """With a reason; the log says so; a stranger does not find it meanwhile, and its players and staff do."""
    assert send(keeper, "hide", reason="") == 422
    assert send(keeper, "show") == 422
    assert send(keeper, "hide") == 302
    assert send(keeper, "hide") == 422
    assert Client().get("/c/hall/").status_code == 404
    for name in (ADMIN, "ada"):
        page = browser(cast, name).get("/c/hall/")
        assert page.status_code == 200
        assert "only its players and staff can read it" in page.content.decode()
    assert "Hidden since" in keeper.get("/office/cycles/hall/").content.decode()
    assert send(keeper, "show") == 302
    assert Client().get("/c/hall/").status_code == 200
    title = cast.cycle.title
    assert [(act.did, act.reason) for act in StaffAct.objects.all()] == [
        (f"showed {title} again", "it was a test"),
        (f"hid {title}", "it was a test"),
    ]


@pytest.mark.parametrize(
    ("starts_in", "status", "says"),
    [(-1, "running", "players go on playing"), (1, "running", "begins on time"), (-1, "ended", "has ended, and")],
)
def test_what_hiding_leaves_as_it_is(keeper: Client, cast: Hall, starts_in: int, status: str, says: str) -> None:
    """A game that has not begun, or that is over, does not go on."""
    starts = timezone.now() + timedelta(days=starts_in)
    Cycle.objects.filter(pk=cast.pk).update(
        status=status, starts_at=starts, ended_at=None if status == "running" else starts
    )
    page = keeper.get("/office/cycles/hall/").content.decode()
    said = ["players go on playing", "begins on time", "has ended, and"]
    assert [each for each in said if each in page] == [says]


def test_only_keepers_of_games_hide_them(cast: Hall) -> None:
    assert send(browser(cast, "ada"), "hide") == 403
    assert Client().post("/office/cycles/hall/", {"do": "hide", "reason": "x"}).status_code == 302
    assert Cycle.objects.get(pk=cast.pk).hidden_at is None


def test_its_players_go_on_and_nobody_joins(cast: Hall) -> None:
    """An act of a stranger is refused as if there were no game, whatever it is."""
    before = cast.cycle.seq
    hide(cast)
    cast.do("ada", "say" if "say" in cast.can("ada") else "leave")
    assert cast.cycle.seq > before
    with pytest.raises(NoSuchCycle):
        cast.do("stranger", "join")


def test_who_has_signed_up_is_joined_when_it_is_shown(cast: Hall) -> None:
    """Not before, because they cannot read it; and their request is not lost."""
    stranger = Person.objects.get(pk=cast.actor("stranger").person_id)
    JoinRequest.objects.create(cycle=cast.cycle, person=stranger, asked_at=timezone.now())
    hide(cast)
    assert join_those_who_asked() == 0
    assert JoinRequest.objects.count() == 1
    Cycle.objects.filter(pk=cast.pk).update(hidden_at=None)
    assert join_those_who_asked() == 1


def test_who_has_left_reads_it_no_more(cast: Hall) -> None:
    ada = browser(cast, "ada")
    cast.do("ada", "leave")
    hide(cast)
    assert ada.get("/c/hall/").status_code == 404
    assert ada.get("/api/v1/cycles/hall/").status_code == 404


def test_an_answer_is_not_told_again_to_who_has_left(cast: Hall) -> None:
    """Not even by the key of an earlier request."""
    ada = browser(cast, "ada")
    body, key = {}, {"Idempotency-Key": "once"}
    assert ada.post("/api/v1/cycles/hall/actions/leave/", body, "application/json", headers=key).status_code == 201
    assert ada.post("/api/v1/cycles/hall/actions/leave/", body, "application/json", headers=key).status_code == 201
    hide(cast)
    assert ada.post("/api/v1/cycles/hall/actions/leave/", body, "application/json", headers=key).status_code == 404


def test_webhooks_wait_and_notices_reach_its_players_alone(keeper: Client, cast: Hall) -> None:
    """What waited for others is not sent either. What happened meanwhile comes when the game is shown again."""
    stranger = Person.objects.get(pk=cast.actor("stranger").person_id)
    hook = Webhook.objects.create(cycle=cast.cycle, url=HOOK, last_read_seq=cast.cycle.seq)
    with transaction.atomic():
        assert post_to_channel(cast.cycle, "", "Words.") == 1
        assert notify_people([stranger], "turn", "Words.", "/c/hall/", cast.cycle) == 1
    assert send(keeper, "hide") == 302
    assert not Delivery.objects.filter(state=State.WAITING).exists()
    assert not Notice.objects.filter(person=stranger, read_at=None).exists()
    assert "Words." not in browser(cast, "stranger").get("/notices/").content.decode()
    cast.grant("ada", "Chip")
    with transaction.atomic():
        assert post_to_channel(cast.cycle, "", "Words.") == 0
        assert notify_people([stranger], "turn", "Words.", "/c/hall/", cast.cycle) == 0
        assert len(notify_in(cast.cycle, ["ada"], "turn", "Words.", "/c/hall/")) == 1
    assert gather_news() == 0
    assert send(keeper, "show") == 302
    assert gather_news() > 0
    assert Delivery.objects.filter(webhook=hook, state=State.WAITING).exists()


def test_the_wiki_waits(cast: Hall) -> None:
    """No page is taken, and one that was taken is not saved."""
    cast.publish()
    WikiPage.objects.update(stale_since=cast.cycle.starts_at)
    taken = Queue(by_hand=True).claim_next()
    assert taken is not None
    hold_page(taken)
    hide(cast)
    assert Queue(by_hand=True).claim_next() is None
    assert not Queue(by_hand=True).has_more()
    with pytest.raises(ClaimLost):
        hold_page(taken)
    Cycle.objects.filter(pk=cast.pk).update(hidden_at=None)
    assert Queue(by_hand=True).claim_next() is not None


def test_work_that_is_no_request_reads_it(cast: Hall) -> None:
    """The clock of a hidden game goes on: workers settle it. A request for a stranger does not find it."""
    hide(cast)
    assert settled_cycle(cast.slug).pk == cast.pk
    with reading_as(AnonymousUser()), pytest.raises(NoSuchCycle):
        settled_cycle(cast.slug)


@pytest.mark.django_db(transaction=True)
def test_an_open_stream_ends_for_strangers(cast: Hall) -> None:
    """Nothing that happens after the hiding is told in it; a player's stream goes on."""
    people = {name: Person.objects.get(pk=cast.actor(name).person_id) for name in ("stranger", "ada")}

    async def listen(name: str) -> list[bytes]:
        heard = []
        async with asyncio.timeout(PATIENCE):
            async for part in stream(cast.slug, None, people[name]):
                heard.append(part)
                if b"event: entry" in part:
                    break
        return heard

    async def both() -> list[list[bytes]]:
        tasks = [asyncio.create_task(listen(name)) for name in people]
        while feed.listeners() < len(people):
            await asyncio.sleep(0.01)
        await asyncio.to_thread(after)
        return await asyncio.gather(*tasks)

    def after() -> None:
        hide(cast)
        cast.grant("ada", "Chip")
        connection.close()

    stranger, player = asyncio.run(both())
    assert not any(b"event: entry" in part for part in stranger)
    assert any(b"event: entry" in part for part in player)


def test_those_who_signed_up_hear_that_a_game_is_hidden_and_back(keeper: Client, cast: Hall) -> None:
    """Though they cannot read it meanwhile. Its players and staff still see it, and hear nothing; nor does a stranger.

    The reason is for staff.
    """
    nova, stranger = (Person.objects.create_user(name) for name in ("nova", "stranger"))
    ada = Person.objects.get(pk=cast.actor("ada").person_id)
    for person in (nova, ada):
        JoinRequest.objects.create(cycle=cast.cycle, person=person, asked_at=timezone.now())
    JoinRequest.objects.create(cycle=cast.cycle, person=stranger, approved_at=timezone.now())
    send(keeper, "hide", reason="the reason of staff")
    [hidden] = Notice.objects.filter(kind="signed-up")
    client = browser_of(nova)
    page = client.get("/notices/").content.decode()
    assert hidden.person == nova
    assert f"{cast.cycle.title}, which you signed up for, is hidden." in page
    assert "the reason of staff" not in page
    assert client.get("/c/hall/").status_code == 404
    send(keeper, "show")
    back = Notice.objects.filter(kind="signed-up").exclude(pk=hidden.pk).get()
    assert (back.person, back.link) == (nova, "/c/hall/")
