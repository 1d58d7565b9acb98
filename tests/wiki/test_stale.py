"""What a transaction changes makes pages stale in the same transaction."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.config import celery_app
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands import act_stages
from nomic.cycles.commands.act_stages import PendingCommand
from nomic.cycles.commands.idempotency import IdempotentRequest
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.replay import replay_journal
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settle
from nomic.proposals.models import Proposal
from nomic.wiki import mark_stale, tasks
from nomic.wiki.cycle_pages import OF_A_CYCLE
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.folder import FolderSite
from nomic.wiki.sites.local_mediawiki import free_port

Callbacks = Callable[..., Any]

JOINING = ["category", "data", "gamestate", "main", "player", "players"]  # what it makes stale that somebody joins


def actor(name: str) -> Actor:
    return Actor.person(Person.objects.get_or_create(username=name)[0])


def freshen() -> None:
    """Nothing is stale, nobody is to be woken, and nothing is to be compared with the wiki before tomorrow."""
    connection.run_on_commit.clear()
    WikiPage.objects.update(stale_since=None, compare_at=timezone.now() + timedelta(days=1))


def stale_kinds() -> list[str]:
    return sorted(WikiPage.objects.filter(stale_since__isnull=False).values_list("kind", flat=True))


def stale_titles() -> list[str]:
    return sorted(WikiPage.objects.filter(stale_since__isnull=False).values_list("title", flat=True))


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What was asked of the broker."""
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(celery_app, "send_task", lambda name, **options: asked.append(options))
    return asked


def test_a_published_cycle_has_its_pages_from_the_start(hall: Cycle) -> None:
    """A main page and those it leads to, to be published; under titles made of the slug."""
    assert list(hall.wiki_pages.values_list("title", flat=True)) == [
        "Category:Hall",
        "Hall",
        "Hall/Court",
        "Hall/Gamestate",
        "Hall/Matches",
        "Hall/Players",
        "Hall/Proposals",
        "Hall/Ruleset",
    ]
    assert stale_kinds() == sorted(OF_A_CYCLE)


def test_titles_are_never_anybody_s_words(db: None) -> None:
    """A cycle's title can be voted on: pages go by its slug."""
    cycle = create_cycle("cycle-16", slug="gilded-hall-2", title="Evil]]{{x}}/../Main Page")
    assert cycle.wiki_pages.get(kind=PageKind.RULESET).title == "Gilded hall 2/Ruleset"


def test_a_practice_cycle_is_not_published_unless_asked_for(db: None) -> None:
    """A practice cycle has pages only where somebody asked for them."""
    assert not create_cycle("cycle-16", slug="one", practice=True).wiki_pages.exists()
    assert create_cycle("cycle-16", slug="two", practice=True, published=True).wiki_pages.count() == 8


def test_a_cycle_may_be_published_later(db: None, at_once: None, tmp_path: Path) -> None:
    """Its pages are made when the publisher sees it."""
    cycle = create_cycle("cycle-16", slug="one", practice=True)
    Cycle.objects.update(published=True)
    assert len(publish_due(site=FolderSite(tmp_path))) == 8
    assert cycle.wiki_pages.count() == 8


def test_an_act_makes_the_gamestate_stale(
    hall: Cycle, woken: list[dict[str, Any]], django_capture_on_commit_callbacks: Callbacks
) -> None:
    """And wakes the publisher once it is committed; a second act finds it stale and wakes nobody."""
    freshen()
    with django_capture_on_commit_callbacks(execute=True):
        perform("hall", actor("Ada"), "join", {})
        assert woken == []
    assert stale_kinds() == JOINING
    assert woken == [{"countdown": 5.2, "expires": 60.0, "retry": False, "ignore_result": True}]
    with django_capture_on_commit_callbacks(execute=True):
        perform("hall", actor("Ben"), "join", {})
    assert len(woken) == 1


def test_a_refused_act_makes_nothing_stale(
    hall: Cycle, woken: list[dict[str, Any]], django_capture_on_commit_callbacks: Callbacks
) -> None:
    """Nothing changed, so nothing is published and nobody is woken."""
    freshen()
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(Refused):
        perform("hall", actor("Ada"), "leave", {})
    assert stale_kinds() == []
    assert woken == []


def test_what_was_due_is_published_even_where_the_act_is_refused(hall: Cycle) -> None:
    """A phase ended before the act: that stays, and shows."""
    freshen()
    with time_machine.travel(hall.phase_ends_at + timedelta(hours=1)), pytest.raises(Refused):
        perform("hall", actor("Ada"), "leave", {})
    assert stale_kinds() == ["gamestate", "main", "players"]


def test_an_act_that_is_rolled_back_makes_nothing_stale(hall: Cycle) -> None:
    """The mark is part of the act's transaction."""
    freshen()
    with transaction.atomic():
        perform("hall", actor("Ada"), "join", {})
        assert stale_kinds() == JOINING
        transaction.set_rollback(True)
    assert stale_kinds() == []


@pytest.mark.parametrize("error", [OSError("amqp://user:secret@host"), RuntimeError("secret")])
def test_an_act_does_not_fail_without_a_broker(
    hall: Cycle,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callbacks,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    """The page is stale all the same, and the clock finds it; the broker's password is not told."""
    freshen()

    def fail(name: str, **options: Any) -> None:
        raise error

    monkeypatch.setattr(celery_app, "send_task", fail)
    with django_capture_on_commit_callbacks(execute=True):
        perform("hall", actor("Ada"), "join", {})
    assert stale_kinds() == JOINING
    assert "could not be woken" in caplog.text
    assert "secret" not in caplog.text


def test_a_broker_that_is_down_is_noticed_at_once(
    hall: Cycle,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callbacks,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The same with a real client and a server that is not there."""
    freshen()
    # Celery looks here first, whatever its configuration says.
    monkeypatch.setenv("CELERY_BROKER_URL", f"redis://:secret@127.0.0.1:{free_port()}/0")
    monkeypatch.setattr(celery_app.amqp, "_producer_pool", None)
    monkeypatch.setattr(celery_app, "_pool", None)  # of the broker that another test has reached
    with django_capture_on_commit_callbacks(execute=True):
        perform("hall", actor("Ada"), "join", {})
    assert stale_kinds() == JOINING
    assert "could not be woken: OperationalError" in caplog.text
    assert "secret" not in caplog.text


def test_other_cycles_pages_stay_fresh(hall: Cycle) -> None:
    """An act concerns its own cycle."""
    create_cycle("cycle-16", slug="other")
    freshen()
    perform("other", actor("Ada"), "join", {})
    assert list(WikiPage.objects.filter(stale_since__isnull=False).values_list("title", flat=True)) == [
        "Category:Other",
        "Other",
        "Other/Gamestate",
        "Other/Player 1",
        "Other/Players",
        "Template:Other data",
    ]


def test_a_burst_of_acts_is_one_edit(hall: Cycle, tmp_path: Path, settings: Any) -> None:
    """However many act within the quiet time, the page is saved once, with all of it."""
    settings.WIKI_QUIET_SECONDS = 5
    site = FolderSite(tmp_path)
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        freshen()
        for number in range(20):
            perform("hall", actor(f"Player {number}"), "join", {})
            clock.shift(0.2)
            assert publish_due(site=site) == []
        clock.move_to(start + timedelta(seconds=6))
        assert [outcome.title for outcome in publish_due(site=site)] == [
            "Hall",
            "Hall/Gamestate",
            "Hall/Players",
            "Category:Hall",
            "Hall/Player 1",
            "Template:Hall data",
            *(f"Hall/Player {number}" for number in range(2, 7)),  # of those who joined before the quiet time
        ]
    found = site.read("Hall/Gamestate")
    assert found is not None
    assert all(f"|Player {number}]]\n" in found.text for number in range(20))


def test_many_entries_in_one_transaction_mark_once(hall: Cycle) -> None:
    """A phase's end with many entries does not ask the same of the database for each."""
    for number in range(5):
        perform("hall", actor(f"Player {number}"), "join", {})
    freshen()
    with time_machine.travel(hall.phase_ends_at + timedelta(days=30)), CaptureQueriesContext(connection) as queries:
        assert settle("hall") > 5
    marks = [query["sql"] for query in queries if query["sql"].startswith('UPDATE "wiki_wikipage"')]
    assert len(marks) == 1


def test_a_replay_publishes_nothing(hall: Cycle, woken: list[dict[str, Any]]) -> None:
    """A fork has no pages, and its entries make none stale."""
    perform("hall", actor("Ada"), "join", {})
    freshen()
    replayed = replay_journal(hall)
    assert replayed.same, replayed.difference
    assert stale_kinds() == []
    assert WikiPage.objects.exclude(cycle=hall).count() == 0
    Cycle.objects.filter(pk=replayed.fork.pk).update(published=True)
    assert publish_due(site=FolderSite(Path("/nowhere"))) == []


def propose(title: str = "More", **arguments: Any) -> Proposal:
    amendments = [{"op": "replace", "path": "/duels/per_phase", "value": 3}]
    perform(
        "hall",
        actor("Ada"),
        "submit-proposal",
        {"title": title, "text": "words", "amendments": amendments, **arguments},
    )
    return Proposal.objects.latest("number")


def test_a_proposal_has_its_page_from_the_beginning(hall: Cycle) -> None:
    """The index, the gamestate and the main page lead to it. A vote changes the gamestate and the proposal's page."""
    perform("hall", actor("Ada"), "join", {})
    freshen()
    proposal, other = propose(), propose()
    assert stale_kinds() == ["data", "gamestate", "main", "proposal", "proposal", "proposals"]
    freshen()
    perform("hall", actor("Ada"), "vote", {"proposal": proposal.code, "vote": "for"})
    assert stale_titles() == ["Hall", "Hall/Gamestate", "Hall/Proposal 1", "Template:Hall data"]
    freshen()
    perform("hall", actor("Ada"), "withdraw-proposal", {"proposal": other.code})
    assert stale_titles() == ["Hall", "Hall/Gamestate", "Hall/Proposal 2", "Hall/Proposals", "Template:Hall data"]


@pytest.mark.parametrize("votes", ["for", "against"])
def test_a_decided_proposal_tells_how_it_ended(hall: Cycle, votes: str) -> None:
    """In the transaction that decides it; where it changed the law the ruleset is stale too, and what is open still."""
    perform("hall", actor("Ada"), "join", {})
    proposal = propose()
    perform("hall", actor("Ada"), "vote", {"proposal": proposal.code, "vote": votes})
    with time_machine.travel(proposal.ends_at - timedelta(hours=1)):
        propose("Open still")
    freshen()
    with time_machine.travel(proposal.ends_at + timedelta(seconds=1)):
        settle("hall")
    page = WikiPage.objects.get(title="Hall/Proposal 1")
    assert (page.kind, page.subject) == (PageKind.PROPOSAL, "1")
    changed = (
        {"Hall/Ruleset", "Hall/Proposal 2", "Hall/Player 1", "Hall/Court", "Hall/Revision 0", "Category:Hall archive"}
        if votes == "for"
        else set()
    )
    always = {"Hall", "Hall/Gamestate", "Hall/Players", "Hall/Proposal 1", "Hall/Proposals", "Template:Hall data"}
    assert set(stale_titles()) == always | changed


def test_who_comes_and_goes_changes_the_proposals_they_voted_on(hall: Cycle) -> None:
    """Only votes of players count (R10): the pages of others stay fresh."""
    for name in ("Ada", "Ben"):
        perform("hall", actor(name), "join", {})
    voted, _ = propose(), propose()
    perform("hall", actor("Ben"), "vote", {"proposal": voted.code, "vote": "for"})
    freshen()
    perform("hall", actor("Ben"), "leave", {})
    assert stale_titles() == [
        "Hall",
        "Hall/Gamestate",
        "Hall/Player 2",
        "Hall/Players",
        "Hall/Proposal 1",
        "Template:Hall data",
    ]


def test_a_proposal_that_takes_the_number_of_one_undone_has_its_page(hall: Cycle) -> None:
    """The journal was told anew without a proposal; the next one gets number and page, nothing is refused."""
    perform("hall", actor("Ada"), "join", {})
    propose()
    Proposal.objects.all().delete()
    page = WikiPage.objects.get(kind=PageKind.PROPOSAL)
    assert "no longer in it" in render_page(page)
    propose("Another")
    assert "Proposal 1: Another" in render_page(page)


def test_wake_asks_for_the_time_it_is_told(
    woken: list[dict[str, Any]], django_capture_on_commit_callbacks: Callbacks
) -> None:
    """At once after a person's decision."""
    with django_capture_on_commit_callbacks(execute=True):
        mark_stale.wake_publisher(0)
    assert woken == [{"countdown": 0, "expires": 60.0, "retry": False, "ignore_result": True}]


def test_the_task_publishes(hall: Cycle, at_once: None, settings: Any, tmp_path: Path) -> None:
    """What the worker runs; again it finds nothing to do."""
    settings.WIKI_FOLDER = tmp_path
    assert tasks.publish_stale() == 8
    assert tasks.publish_stale() == 0
    assert (tmp_path / "Hall" / "Ruleset.wiki").exists()


def test_acts_that_are_performed_together_mark_together(db: None) -> None:
    """Each page that any of them changed, by one look at the wiki's pages; nothing twice."""
    cycle = create_cycle("cycle-16", published=True)
    slug = cycle.slug
    names = [f"Player-{number}" for number in range(4)]
    for name in names:
        perform(slug, actor(name), "join", {})
    freshen()
    law = Cycle.objects.get(pk=cycle.pk).law
    vote, buy = action_named("submit-proposal", law), action_named("buy", law)
    proposed = {"title": "A lamp", "text": "Why not?"}
    acts = [(names[0], vote, proposed), *((name, buy, {"offer": "Already-opened Pack"}) for name in names[1:])]
    turns = [
        PendingCommand(IdempotentRequest(slug, actor(name), action, action.read(args), None))
        for name, action, args in acts
    ]
    with CaptureQueriesContext(connection) as queries:
        act_stages.perform_batch(turns)
    assert [each.performed is not None for each in turns] == [True] * 4
    assert {"gamestate", "main", "proposals", "proposal"} <= set(stale_kinds())
    asked = [query["sql"] for query in queries if query["sql"].startswith("SELECT DISTINCT")]
    assert len(asked) <= 2
