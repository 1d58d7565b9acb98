"""Another title for a game: before it begins, while it runs, and after its end; everywhere the title is shown."""

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.roles import MODERATOR, give_roles
from nomic.cycles.creation import create_cycle
from nomic.cycles.history.replay import replay_journal
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import settled_cycle
from nomic.law.document.templates import law_templates
from nomic.office.models import StaffAct
from nomic.players.models import JoinRequest
from nomic.reliability.integrity import integrity_violations
from nomic.wiki.models import WikiPage
from tests.support.furnished_cycle import actor
from tests.support.hall import ADMIN, DAY, START, Clock, Hall
from tests.support.signed_in import browser_of

NEW = "The Long Winter & <i>after</i>"
ESCAPED = "The Long Winter &amp; &lt;i&gt;after&lt;/i&gt;"
STATES = ["runs", "ended"]


@pytest.fixture
def keeper(clock: Clock, db: None) -> Client:
    """The browser of an owner."""
    return browser_of(Person.objects.get_or_create(username=ADMIN, is_staff=True, is_superuser=True)[0])


def send(keeper: Client, slug: str, title: str, reason: str = "a better name") -> str:
    """Send the form. Returns the page of a refusal, or nothing."""
    answer = keeper.post(f"/office/cycles/{slug}/", {"do": "title", "title": title, "reason": reason})
    assert answer.status_code in (302, 422), answer.status_code
    return "" if answer.status_code == 302 else answer.content.decode()


@pytest.mark.parametrize("state", STATES)
def test_a_game_gets_another_title(keeper: Client, cast: Hall, state: str) -> None:
    """The journal, the law, the pages and the feeds have it; a replay is the same; the old name stays in the past."""
    old, revision = cast.cycle.title, cast.cycle.revision
    if state == "ended":
        cast.do(ADMIN, "stop-cycle", winners=["ada"], reason="over")
    assert f'value="{old}"' in keeper.get("/office/cycles/hall/").content.decode(), "the form has the present title"
    assert send(keeper, "hall", f"  {NEW} ") == ""
    cycle = cast.cycle
    assert (cycle.title, cycle.law.document["cycle"]["title"], cycle.revision) == (NEW, NEW, revision + 1)
    entry = cast.entries()[-1]
    assert (entry.action, entry.actor, entry.actor_kind) == ("change-title", ADMIN, "admin")
    assert entry.words == [f"Correction by {ADMIN}: {old} is called {NEW} from now on (a better name)."]
    cast.is_sound()
    assert replay_journal(cycle).same
    for page in ("/", "/c/hall/", "/c/hall/ruleset/", "/c/hall/feed.atom", "/office/", "/hall-of-fame/"):
        html = Client().get(page) if page != "/office/" else keeper.get(page)
        if html.status_code == 200 and (page != "/hall-of-fame/" or state == "ended"):
            assert "The Long Winter" in html.content.decode(), page
            assert NEW not in html.content.decode(), page
    assert Client().get("/api/v1/cycles/hall/").json()["title"] == NEW
    assert send(keeper, "hall", old) == "", "and back"
    cast.is_sound()


def test_all_pages_of_the_wiki_follow(keeper: Client, cast: Hall) -> None:
    """Each page shows the title, so each is published again."""
    cast.publish()
    WikiPage.objects.update(stale_since=None)
    assert send(keeper, "hall", "The Long Winter") == ""
    assert WikiPage.objects.exists()
    assert not WikiPage.objects.filter(stale_since=None).exists()


@pytest.mark.parametrize("law", sorted(law_templates()))
@pytest.mark.parametrize("begun", [False, True])
def test_under_each_law(keeper: Client, clock: Clock, law: str, begun: bool) -> None:
    """A game that has not begun is as if it had been opened so; one that runs goes on."""
    create_cycle(law, slug="soon", title="Soon", starts_at=START + 3 * DAY, published=False)
    before = Cycle.objects.get(slug="soon")
    ada = Person.objects.get(pk=actor("Ada").person_id)
    JoinRequest.objects.create(cycle=before, person=ada)
    if begun:
        clock.to(START + 4 * DAY)
        settled_cycle("soon")
    assert send(keeper, "soon", "Later") == ""
    after = Cycle.objects.get(slug="soon", fork_of=None)
    assert (after.pk, after.title, after.starts_at) == (before.pk, "Later", before.starts_at)
    assert after.law.document["cycle"]["title"] == "Later"
    if not begun:
        (line,) = StaffAct.objects.all()
        assert (line.did, line.reason) == ("changed the title of Soon to Later", "a better name")
        assert (Entry.objects.count(), after.revision, JoinRequest.objects.count()) == (1, 0, 1)
        clock.to(START + 4 * DAY)
        assert settled_cycle("soon").title == "Later"
    assert list(integrity_violations(Cycle.objects.get(slug="soon", fork_of=None))) == []


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize(
    ("title", "reason", "words"),
    [
        ("", "so", "at most 120"),
        ("   ", "so", "at most 120"),
        ("x" * 121, "so", "at most 120"),
        ("Later", " ", "Give a reason"),
        ("Soon", "so", "its title already"),
        ("a\nb", "so", "line"),
        ("a\u202eb", "so", "character"),
    ],
)
def test_what_is_refused(keeper: Client, clock: Clock, begun: bool, title: str, reason: str, words: str) -> None:
    """422 with the reason, what was typed stays in the form, and nothing changes."""
    create_cycle("cycle-16", slug="soon", title="Soon", starts_at=START if begun else START + DAY)
    head = Cycle.objects.get().head
    page = send(keeper, "soon", title, reason)
    assert words in page
    assert (Cycle.objects.get().title, Cycle.objects.get().head) == ("Soon", head)
    assert not StaffAct.objects.exists()


def test_not_in_the_archive(keeper: Client, cast: Hall) -> None:
    """Nothing can be done there, and the page has no form for it."""
    cast.do(ADMIN, "stop-cycle", winners=[], reason="over")
    keeper.post("/office/cycles/hall/", {"do": "archive", "reason": "so"})
    assert "Change the title" not in keeper.get("/office/cycles/hall/").content.decode()
    assert "archive" in send(keeper, "hall", "Later")
    assert cast.cycle.title != "Later"


def test_only_keepers_of_games(cast: Hall) -> None:
    """Neither players nor other staff, on the page and by the API."""
    moderator = Person.objects.create_user("Mo", password="x", is_staff=True)
    give_roles(moderator, {MODERATOR.name})
    for person in (moderator, Person.objects.get(username="ada")):
        client = browser_of(person)
        with cast.nothing_changes():
            assert client.post("/office/cycles/hall/", {"do": "title", "title": "Mine", "reason": "x"}).status_code in (
                302,
                403,
                404,
            )
            acted = client.post(
                "/api/v1/cycles/hall/actions/change-title/",
                {"title": "Mine", "reason": "x"},
                content_type="application/json",
            )
            assert acted.status_code in (401, 403)
