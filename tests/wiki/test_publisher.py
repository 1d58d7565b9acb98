"""Publishing a page: to a real MediaWiki and to a folder, while people edit and things go wrong."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nomic.cycles.models import Cycle
from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.outbox.unreachable import OUR_MISTAKE
from nomic.wiki.cycle_pages import OF_A_CYCLE
from nomic.wiki.models import PageKind, Publisher, Resolution, WikiPage
from nomic.wiki.pages.layout.titles import wiki_title_of
from nomic.wiki.publishing import parked_banner
from nomic.wiki.publishing.circuit_breaker import resume_publishing
from nomic.wiki.publishing.markers import BEGIN, END
from nomic.wiki.publishing.outcomes import How, SaveOutcome, unpark
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.local_mediawiki import LocalWiki
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import Conflict, PageText, Saved, WikiChanges, WikiFile, WikiSite
from tests.wiki.conftest import Someone
from tests.wiki.publishing import edit, how, publish, text_of, whole


class ScriptedSite:
    """A wiki that fails as told; else it keeps pages in memory."""

    def __init__(self) -> None:
        self.pages: dict[str, PageText] = {}
        self.troubles: list[Exception | None] = []
        self.saves: list[str] = []
        self.summaries: list[str] = []
        self.shown: list[list[str]] = []
        self.meanwhile: Callable[[], None] | None = None

    def read(self, title: str) -> PageText | None:
        assert not connection.in_atomic_block or connection.savepoint_ids == self.savepoints, "in a transaction"
        return self.pages.get(title)

    savepoints: list[str] = []

    def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble is not None:
            raise trouble
        if self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            meanwhile()
        if (now := self.pages.get(title)) is not None and now.revid != base_revid:
            raise Conflict("somebody edited")
        self.saves.append(text)
        self.summaries.append(summary)
        self.pages[title] = PageText(text, (base_revid or 0) + 1)
        return Saved(self.pages[title].revid)

    def takes_pictures(self) -> bool:
        return False

    def shows_titles(self) -> bool:
        return False

    def files(self, names: Sequence[str]) -> dict[str, WikiFile]:
        return {}

    def upload(self, name: str, content: bytes, description: str, summary: str) -> None:
        raise AssertionError("no pictures are taken here")

    seconds_to_new_links = 0.0

    def show_links_to(self, made: Sequence[str], likely: Sequence[str]) -> None:
        self.shown.append(list(made))
        if self.links_trouble is not None:
            raise self.links_trouble

    links_trouble: Exception | None = None

    def title_of(self, revid: int) -> str | None:
        return None

    def history(self, title: str) -> list[PageText]:
        return []

    def difference_url(self, revid: int) -> str:
        return ""

    def text_of(self, revid: int) -> str | None:
        return None

    def was_removed(self, title: str) -> bool:
        return True

    def changes(self, seen: dict[str, Any]) -> WikiChanges:
        return WikiChanges([], {})

    def check(self) -> None:
        if self.whole is not None:
            raise self.whole

    whole: Fatal | Retryable | None = None

    def page_url(self, title: str) -> str:
        return ""


@pytest.fixture
def scripted(row: WikiPage) -> ScriptedSite:
    site = ScriptedSite()
    site.savepoints = list(connection.savepoint_ids)
    return site


def test_a_page_is_published_once(row: WikiPage, any_site: WikiSite) -> None:
    """Made, changed, and left alone when nothing differs."""
    assert how(publish(row, any_site, "one")) is How.PUBLISHED
    assert text_of(any_site, row) == whole("one")
    assert row.state == "published"
    revid = row.published_revid
    assert how(publish(row, any_site, "one")) is How.UNCHANGED
    assert row.published_revid == revid
    assert how(publish(row, any_site, "two")) is How.PUBLISHED
    assert text_of(any_site, row) == whole("two")
    assert publish(row, any_site, "three", stale=False) is None


def test_people_s_words_around_the_markers_stay(row: WikiPage, any_site: WikiSite) -> None:
    """Byte for byte, whatever they are."""
    publish(row, any_site, "one")
    before, after = "''Hello'' <!-- x -->\n\n", "\n\n== Talk ==\n* a [[link]]\n  {{template}}\n----\nend"
    edit(any_site, row, whole("one", before, after))
    assert how(publish(row, any_site, "two")) is How.PUBLISHED
    assert text_of(any_site, row) == whole("two", before, after)
    assert how(publish(row, any_site, "two")) is How.UNCHANGED


def test_an_edit_between_the_markers_is_set_aside(row: WikiPage, any_site: WikiSite) -> None:
    """It is not overwritten: the page waits, with the person's text and the difference, until somebody decides."""
    publish(row, any_site, "one\ntwo")
    edit(any_site, row, whole("one\nTWO"))
    assert how(publish(row, any_site, "three")) is How.PARKED
    assert parked_banner.remove_banner(text_of(any_site, row)) == whole("one\nTWO")
    assert row.state == "parked"
    assert row.parked_reason == "somebody edited between the markers"
    assert row.parked_text == text_of(any_site, row)
    assert "-two\n+TWO" in row.parked_difference
    assert publish(row, any_site, "four") is None
    assert parked_banner.remove_banner(text_of(any_site, row)) == whole("one\nTWO")


@pytest.mark.parametrize(
    ("resolution", "after"), [(Resolution.OURS, "talk"), (Resolution.NOTED, "\n\nTWO\nthree\ntalk")]
)
def test_a_person_decides_about_an_edit(row: WikiPage, any_site: WikiSite, resolution: Resolution, after: str) -> None:
    """Published over, or with what people wrote put below the last marker; words outside stay in both cases."""
    publish(row, any_site, "one\ntwo")
    edit(any_site, row, whole("one\nTWO\nthree", "hello", "talk"))
    publish(row, any_site, "new")
    assert unpark(row, resolution)
    assert how(publish(row, any_site, "new")) is How.PUBLISHED
    assert text_of(any_site, row) == whole("new", "hello", after)
    assert row.resolution == Resolution.NONE
    assert not unpark(row, resolution)


def test_a_decision_holds_for_what_was_seen(row: WikiPage, any_site: WikiSite) -> None:
    """Who edits after the page was set aside is asked about anew."""
    publish(row, any_site, "one")
    edit(any_site, row, whole("person"))
    publish(row, any_site, "two")
    edit(any_site, row, whole("person again"))
    unpark(row, Resolution.OURS)
    assert how(publish(row, any_site, "two")) is How.PARKED
    assert text_of(any_site, row) == whole("person again")


def test_a_page_of_somebody_else_is_not_touched(row: WikiPage, any_site: WikiSite) -> None:
    """There is a page of that name: a person decides; then their words stay, below ours."""
    edit(any_site, row, "== Hello ==\nwords")
    assert how(publish(row, any_site, "one")) is How.PARKED
    assert text_of(any_site, row) == "== Hello ==\nwords"
    unpark(row, Resolution.OURS)
    assert how(publish(row, any_site, "one")) is How.PUBLISHED
    assert text_of(any_site, row) == whole("one", after="\n\n== Hello ==\nwords")


def test_a_page_of_another_installation_is_not_touched(row: WikiPage, any_site: WikiSite) -> None:
    """Two systems do not fight over a page; one that starts anew with the same text goes on with it."""
    edit(any_site, row, whole("one"))
    assert how(publish(row, any_site, "one")) is How.UNCHANGED
    WikiPage.objects.update(published_revid=None, published_text="", published_digest="", sent=[])
    edit(any_site, row, whole("two"))
    row.refresh_from_db()
    assert how(publish(row, any_site, "three")) is How.PARKED
    assert row.parked_reason == "the page was written by another installation"


@pytest.mark.parametrize("text", ["no markers any more", "", f"x {BEGIN}\none", f"{END}{BEGIN}", whole(whole("one"))])
def test_markers_that_were_taken_away(row: WikiPage, any_site: WikiSite, text: str) -> None:
    """Nothing is written where nobody can say what is whose."""
    publish(row, any_site, "one")
    edit(any_site, row, text)
    assert how(publish(row, any_site, "two")) is How.PARKED
    assert parked_banner.remove_banner(text_of(any_site, row)) == text
    unpark(row, Resolution.OURS)
    assert how(publish(row, any_site, "two")) is How.PUBLISHED
    assert whole("two") in text_of(any_site, row)


@pytest.mark.wiki
def test_a_deleted_page_is_a_decision(row: WikiPage, site: MediaWikiSite, wiki_admin: Someone) -> None:
    """It is not made again until a person says so."""
    publish(row, site, "one")
    wiki_admin.do("delete", title=row.title)
    assert how(publish(row, site, "two")) is How.PARKED
    assert row.parked_reason == "the page was deleted or moved away"
    assert site.read(row.title) is None
    unpark(row, Resolution.OURS)
    assert how(publish(row, site, "two")) is How.PUBLISHED
    assert text_of(site, row) == whole("two")


@pytest.mark.wiki
def test_a_protected_page_is_set_aside(row: WikiPage, site: MediaWikiSite, wiki_admin: Someone) -> None:
    """With the wiki's reason; after the protection has ended and somebody has said so, it is published."""
    publish(row, site, "one")
    wiki_admin.do("protect", title=row.title, protections="edit=sysop")
    assert how(publish(row, site, "two")) is How.PARKED
    assert "protectedpage" in row.parked_reason
    wiki_admin.do("protect", title=row.title, protections="edit=all")
    unpark(row, Resolution.OURS)
    assert how(publish(row, site, "two")) is How.PUBLISHED


@pytest.mark.wiki
@pytest.mark.parametrize("where", ["above", "inside"])
def test_an_edit_while_saving(row: WikiPage, site: MediaWikiSite, reader: Someone, where: str) -> None:
    """Somebody edits between our reading and our saving, on another line, so that the wiki merges the two.

    Words around the markers are theirs to write; between the markers the page is set aside, with their words in it.
    """
    lines = "first\n\n\n\nsecond\n\n\n\nlast"
    publish(row, site, lines)
    theirs = {"above": whole(lines, "hello\n\n\n\n"), "inside": whole(lines.replace("first", "FIRST"))}[where]

    class Racing(MediaWikiSite):
        def save(self, title: str, text: str, base_revid: int | None, summary: str) -> Saved:
            if not raced:
                raced.append(reader.edit(title, theirs))
            return super().save(title, text, base_revid, summary)

    raced: list[int] = []
    racing = Racing(reader.wiki.url, reader.wiki.user, reader.wiki.password)
    outcome = publish(row, racing, lines.replace("last", "LAST"))
    ours = lines.replace("last", "LAST")
    if where == "above":
        assert how(outcome) is How.PUBLISHED
        assert text_of(site, row) == whole(ours, "hello\n\n\n\n")
        assert how(publish(row, site, ours)) is How.UNCHANGED
    else:
        assert how(outcome) is How.PARKED
        assert "FIRST" in row.parked_text
        assert "+FIRST" in row.parked_difference
        assert parked_banner.remove_banner(text_of(site, row)) == whole(ours.replace("first", "FIRST"))


@pytest.mark.wiki
def test_a_lost_answer_is_found_on_the_page(
    row: WikiPage, site: MediaWikiSite, mediawiki: LocalWiki, reader: Someone
) -> None:
    """The save happened, its answer was lost, and meanwhile the text changed: our own words are known as ours."""
    publish(row, site, "one")
    mediawiki.switch(after={"action": "edit", "body": "<html>"})
    assert how(publish(row, site, "two")) is How.LATER
    assert row.stale_since is not None
    mediawiki.switch()
    assert how(publish(row, site, "three", by_hand=True)) is How.PUBLISHED
    assert text_of(site, row) == whole("three")
    assert len(reader.revisions(row.title)) == 3


@pytest.mark.wiki
def test_a_lost_answer_is_not_sent_twice(
    row: WikiPage, site: MediaWikiSite, mediawiki: LocalWiki, reader: Someone
) -> None:
    """The same, where nothing changed since: one revision, not two."""
    mediawiki.switch(after={"action": "edit", "body": ""})
    assert how(publish(row, site, "one")) is How.LATER
    mediawiki.switch()
    assert how(publish(row, site, "one", by_hand=True)) is How.UNCHANGED
    assert len(reader.revisions(row.title)) == 1


@pytest.mark.wiki
def test_the_wiki_may_be_down_for_a_week(row: WikiPage, site: MediaWikiSite, mediawiki: LocalWiki) -> None:
    """Nothing is lost; the waits get longer, up to an hour, and end when it is back."""
    mediawiki.switch(settings={"wgReadOnly": "moving house"})
    waits = []
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(9):
            assert how(publish(row, site, "one")) is How.STOPPED
            assert publish(row, site, "one") is None
            state = Publisher.objects.get()
            assert "readonly" in state.reason
            assert state.next_try_at is not None
            waits.append(round((state.next_try_at - timezone.now()).total_seconds()))
            clock.move_to(state.next_try_at)
        assert waits == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
        mediawiki.switch()
        assert how(publish(row, site, "one")) is How.PUBLISHED
        state = Publisher.objects.get()
        assert (state.attempts, state.next_try_at, state.reason) == (0, None, "")


@pytest.mark.wiki
def test_a_wrong_password_stops_everything(
    row: WikiPage, mediawiki: LocalWiki, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is tried again until somebody sets another password, or says to try again."""
    settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD = mediawiki.url, mediawiki.user, "wrong" * 6
    assert [outcome.how for outcome in publish_due(render=lambda row: "one")] == [How.STOPPED]
    state = Publisher.objects.get()
    assert state.stopped_at is not None
    assert "Failed" in state.reason
    assert publish_due(render=lambda row: "one") == []
    settings.WIKI_PASSWORD = mediawiki.password
    assert [outcome.how for outcome in publish_due(render=lambda row: "one")] == [How.PUBLISHED]
    assert Publisher.objects.get().stopped_at is None
    assert "wrongwrong" not in caplog.text


def test_somebody_says_to_try_again(row: WikiPage, scripted: ScriptedSite) -> None:
    """After a block has ended the account is the same; a person resumes."""
    scripted.troubles = [Fatal("blocked")]
    assert how(publish(row, scripted, "one")) is How.STOPPED
    assert publish(row, scripted, "one") is None
    resume_publishing()
    assert how(publish(row, scripted, "one")) is How.PUBLISHED


def test_a_conflict_is_read_and_tried_again(row: WikiPage, scripted: ScriptedSite) -> None:
    """Somebody edits above the markers between reading and saving: their words and ours are both there."""
    publish(row, scripted, "one")

    def somebody_edits() -> None:
        now = scripted.pages[row.title]
        scripted.pages[row.title] = PageText("hello\n" + now.text, now.revid + 1)

    scripted.meanwhile = somebody_edits
    assert how(publish(row, scripted, "two")) is How.PUBLISHED
    assert scripted.pages[row.title].text == whole("two", "hello\n")


def test_an_endless_conflict_waits(row: WikiPage, scripted: ScriptedSite) -> None:
    """Three conflicts on end: later, and this page only."""
    scripted.troubles = [Conflict("editconflict")] * 3
    assert how(publish(row, scripted, "one")) is How.LATER
    assert row.state == "waiting"
    assert row.trouble == "editconflict"
    assert publish(row, scripted, "one") is None
    assert not Publisher.objects.exists()
    WikiPage.objects.update(next_try_at=timezone.now())
    assert how(publish(row, scripted, "one")) is How.PUBLISHED
    assert (row.attempts, row.trouble) == (0, "")


def test_a_change_while_rendering_is_published_too(row: WikiPage, scripted: ScriptedSite) -> None:
    """A page that becomes stale after it was claimed stays stale."""

    def render(row: WikiPage) -> str:
        assert row.stale_since is None
        WikiPage.objects.filter(pk=row.pk, stale_since=None).update(stale_since=timezone.now())
        return "one"

    assert [outcome.how for outcome in publish_due(site=scripted, render=render)] == [How.PUBLISHED]
    row.refresh_from_db()
    assert row.stale_since is not None


def test_a_page_that_cannot_be_rendered_waits_alone(
    row: WikiPage, hall: Cycle, scripted: ScriptedSite, caplog: pytest.LogCaptureFixture
) -> None:
    """A mistake in one page does not keep the others back."""
    WikiPage.objects.create(cycle=hall, kind=PageKind.RULESET, title="Other", stale_since=timezone.now())

    def render(rendered: WikiPage) -> str:
        if rendered.pk == row.pk:
            raise ZeroDivisionError
        return "one"

    outcomes = {outcome.title: outcome.how for outcome in publish_due(site=scripted, render=render)}
    assert outcomes == {row.title: How.LATER, "Other": How.PUBLISHED}
    row.refresh_from_db()
    assert row.trouble == f"it could not be rendered, {OUR_MISTAKE}"
    assert row.stale_since is not None


def test_trouble_with_the_site_ends_the_round(row: WikiPage, hall: Cycle, scripted: ScriptedSite) -> None:
    """What one page meets all others would meet."""
    WikiPage.objects.create(cycle=hall, kind=PageKind.RULESET, title="Other", stale_since=timezone.now())
    scripted.troubles = [Retryable("503", 90)]
    assert [outcome.how for outcome in publish_due(site=scripted, render=lambda row: "one")] == [How.STOPPED]
    assert scripted.saves == []
    assert WikiPage.objects.filter(stale_since=None).count() == 0


def test_a_refused_page_does_not_keep_the_others_back(row: WikiPage, hall: Cycle, scripted: ScriptedSite) -> None:
    """It is set aside; the next one is published."""
    WikiPage.objects.create(cycle=hall, kind=PageKind.RULESET, title="Other", stale_since=timezone.now())
    scripted.troubles = [Rejected("spamblacklist")]
    outcomes = publish_due(site=scripted, render=lambda row: "one")
    assert [outcome.how for outcome in outcomes] == [How.PARKED, How.PUBLISHED]


def test_a_claimed_page_is_not_published_by_another_worker(row: WikiPage, scripted: ScriptedSite) -> None:
    """While one worker renders, another finds nothing to do."""
    outcomes: list[SaveOutcome] = []

    def render(row: WikiPage) -> str:
        outcomes.extend(publish_due(site=scripted, render=lambda row: "other"))
        WikiPage.objects.filter(pk=row.pk).update(stale_since=timezone.now())
        outcomes.extend(publish_due(site=scripted, render=lambda row: "other"))
        return "one"

    publish_due(site=scripted, render=render)
    assert outcomes == []
    assert scripted.saves == [whole("one")]


def test_pages_wait_for_the_quiet_time(row: WikiPage, scripted: ScriptedSite, settings: Any) -> None:
    """A burst of acts is one edit: a page is published so long after its first change, with all that came since."""
    settings.WIKI_QUIET_SECONDS = 5
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        WikiPage.objects.update(stale_since=start)
        clock.move_to(start + timedelta(seconds=4))
        assert publish(row, scripted, "one", stale=False) is None
        clock.move_to(start + timedelta(seconds=5))
        assert how(publish(row, scripted, "all", stale=False)) is How.PUBLISHED
    assert scripted.saves == [whole("all")]


@pytest.mark.parametrize("change", [{"published": False}, {"fork": True}])
def test_what_is_not_published_stays_at_home(row: WikiPage, scripted: ScriptedSite, change: dict[str, bool]) -> None:
    """Cycles that are not published, and forks."""
    if "fork" in change:
        Cycle.objects.filter(pk=row.cycle_id).update(fork_of=row.cycle_id)
    else:
        Cycle.objects.filter(pk=row.cycle_id).update(published=False)
    assert publish(row, scripted, "one", by_hand=True) is None
    assert scripted.saves == []


def test_nobody_asks_the_site_when_nothing_is_stale(row: WikiPage, scripted: ScriptedSite) -> None:
    """The clock asks often: seven queries, and nothing else; the last: are links to a new page to be shown?"""
    WikiPage.objects.update(stale_since=None, compare_at=timezone.now() + timedelta(hours=1))
    with CaptureQueriesContext(connection) as queries:
        assert publish_due(site=scripted, render=lambda row: "one") == []
    assert len(queries) <= 7


def test_the_command_publishes_now(
    hall: Cycle, settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each page and what became of it, whatever the quiet time; then nothing is left to do."""
    settings.WIKI_FOLDER, settings.WIKI_URL = tmp_path, ""
    call_command("publish", "hall")
    made = [wiki_title_of("Hall", kind) for kind in OF_A_CYCLE]
    assert capsys.readouterr().out.splitlines() == [f"{title}: published" for title in made]
    call_command("publish")
    assert capsys.readouterr().out.splitlines() == ["Nothing to publish."]
    (tmp_path / "Hall" / "Gamestate.wiki").write_text(whole("person"))
    call_command("publish", "--all", "hall")
    assert "Hall/Gamestate: parked (somebody edited between the markers)" in capsys.readouterr().out
    call_command("publish", "--take-over")
    assert capsys.readouterr().out.splitlines() == ["Hall/Gamestate: published"]
    with pytest.raises(CommandError, match="There is no cycle"):
        call_command("publish", "nowhere")


def test_the_command_fails_where_publishing_stops(hall: Cycle, settings: Any) -> None:
    """With the reason, and a code that a script can see."""
    settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD = "http://127.0.0.1:9/w/", "", ""
    with pytest.raises(CommandError, match="the account and its password are not set"):
        call_command("publish")
