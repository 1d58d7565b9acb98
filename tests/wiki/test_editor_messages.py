"""Somebody who edited between the markers gets a word on their talk page: once, and not whoever wants none."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle
from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.outbox.leases import new_claim
from nomic.wiki.editor_messages import message_text, send_messages
from nomic.wiki.editor_messages.queue_message import queue_message
from nomic.wiki.editor_messages.send_messages import send_queued_messages
from nomic.wiki.models import EditorMessage, PageKind, Publisher, WikiPage
from nomic.wiki.publishing.outcomes import How
from nomic.wiki.sites.folder import FolderSite
from nomic.wiki.sites.local_mediawiki import LocalWiki
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import Editor, PageText, PageTrouble
from nomic.wiki.tasks import publish_stale
from tests.wiki.conftest import Someone
from tests.wiki.faulty import FAULTS, Fault, FaultyWiki, Killed
from tests.wiki.publishing import how, publish, whole

State = EditorMessage.State
HOUR = timedelta(hours=1)
REQUESTS = 5  # for one word: the editor, two revisions, the talk page, the section


@dataclass
class Naming(FaultyWiki):
    """A wiki that tells who edited."""

    names: dict[int, str] = field(default_factory=dict)

    def edit_as(self, name: str, title: str, text: str) -> int:
        self.edit(title, text)
        revid = self.pages[title][-1].revid
        self.names[revid] = name
        return revid

    def history(self, title: str) -> list[PageText]:
        revisions = reversed(self.pages.get(title, []))
        return [PageText(each.text, each.revid, self.names.get(each.revid, "Nomic")) for each in revisions]


@pytest.fixture
def wiki() -> Naming:
    return Naming()


@pytest.fixture
def by_itself(settings: Any) -> None:
    settings.WIKI_TELL_EDITORS = True


@pytest.fixture
def keeper(db: None) -> Person:
    return Person.objects.create(username="Keeper", is_staff=True, is_superuser=True)


def edited(row: WikiPage, wiki: Naming, name: str = "Ben", text: str = "ONE") -> int:
    """The page is published, then somebody edits between the markers, and it is set aside."""
    if row.published_revid is None:
        publish(row, wiki, "one")
    edit = wiki.edit_as(name, row.title, whole(text))
    assert how(publish(row, wiki, "two")) is How.PARKED
    return edit


def look_again(row: WikiPage, wiki: Naming) -> None:
    WikiPage.objects.update(compare_at=None)
    publish(row, wiki, "two", stale=False)


def refused(person: Person, page: WikiPage, edit: int) -> str:
    with pytest.raises(Refused) as no:
        queue_message(person, page, str(edit))
    return no.value.code


@pytest.mark.usefixtures("by_itself")
def test_the_editor_gets_one_word_by_itself(row: WikiPage, wiki: Naming) -> None:
    """What happened, that nothing is lost, where to write instead, whom to ask; and why, in the summary."""
    edit = edited(row, wiki)
    assert send_queued_messages(wiki) == 1
    ((talk, heading, text, summary),) = wiki.sections
    assert (talk, heading) == ("User talk:Ben", f"Your edit to {row.title}")
    assert f"[[Special:Diff/{edit}|your edit]]" in text
    assert "Nothing is lost" in text
    assert "above “nomic:begin” or below “nomic:end”" in text
    assert "[[User talk:Nomic|the talk page of this account]]" in text
    assert text.endswith("~~~~")
    assert summary.startswith(f"About your edit to {row.title}: a program writes that part")
    word = EditorMessage.objects.get()
    assert (word.state, word.page, word.edit, word.by, word.claim) == (State.SENT, row, edit, None, "")
    assert word.sent_at is not None
    look_again(row, wiki)
    assert send_queued_messages(wiki) == 0
    assert len(wiki.sections) == 1


def test_nothing_is_sent_unless_the_settings_or_staff_want_it(row: WikiPage, wiki: Naming, settings: Any) -> None:
    """Nor for an edit that was found before the setting was switched on."""
    edited(row, wiki)
    settings.WIKI_TELL_EDITORS = True
    look_again(row, wiki)
    assert not EditorMessage.objects.exists()
    assert send_queued_messages(wiki) == 0


@pytest.mark.usefixtures("by_itself")
@pytest.mark.parametrize("text", ["no markers", ""])
def test_only_an_edit_between_the_markers_is_written_about(row: WikiPage, wiki: Naming, text: str) -> None:
    publish(row, wiki, "one")
    wiki.edit_as("Ben", row.title, whole("one", "above", "below"))
    publish(row, wiki, "two")
    wiki.edit_as("Ben", row.title, text)
    assert how(publish(row, wiki, "three")) is How.PARKED
    assert not EditorMessage.objects.exists()


@pytest.mark.usefixtures("by_itself")
def test_an_editor_whose_name_is_hidden_gets_none(row: WikiPage, wiki: Naming) -> None:
    edited(row, wiki, name="")
    assert not EditorMessage.objects.exists()


HERE: dict[str, Any] = {"account": "Nomic", "is_registered": True, "made_edit": True, "revid_before": 1}


@pytest.mark.usefixtures("by_itself")
@pytest.mark.parametrize(
    ("editor", "reason"),
    [
        (HERE | {"groups": frozenset({"user", "bot"})}, "a bot"),
        (HERE | {"groups": frozenset({"*", "temp"})}, "temporary account"),
        (HERE | {"is_registered": False}, "no account, or it is hidden"),
        (HERE | {"is_blocked": True}, "blocked"),
        (HERE | {"account": "Ben"}, "by the account that publishes"),
        (HERE | {"made_edit": False}, "not as theirs"),
        (HERE | {"revid_before": 0}, "did not change what is between the markers"),
        (HERE | {"revid_before": 999}, "did not change what is between the markers"),
    ],
)
def test_some_editors_get_none(row: WikiPage, wiki: Naming, editor: dict[str, Any], reason: str) -> None:
    """That stays so: nobody asks again for the same edit."""
    wiki.editors["Ben"] = Editor("Ben", **editor)
    edited(row, wiki)
    assert send_queued_messages(wiki) == 1
    word = EditorMessage.objects.get()
    assert (word.state, word.sent_at, word.claimed_at) == (State.WITHHELD, None, None)
    assert reason in word.reason
    del wiki.editors["Ben"]
    look_again(row, wiki)
    assert send_queued_messages(wiki) == 0
    assert wiki.sections == []


@pytest.mark.usefixtures("by_itself")
@pytest.mark.parametrize("talk", ["{{nobots}}", "Hi {{bots|deny=Nomic}}", "#REDIRECT [[User talk:Benjamin]]"])
def test_a_talk_page_may_want_none(row: WikiPage, wiki: Naming, talk: str) -> None:
    wiki.edit("User talk:Ben", talk)
    edited(row, wiki)
    send_queued_messages(wiki)
    assert (EditorMessage.objects.get().state, wiki.sections) == (State.WITHHELD, [])


@pytest.mark.usefixtures("by_itself")
def test_who_changed_only_words_around_the_markers_is_not_written_to(row: WikiPage, wiki: Naming) -> None:
    """Among very many edits the oldest one that the wiki tells of is blamed, which may be another's."""
    edited(row, wiki)
    EditorMessage.objects.all().delete()
    wiki.names = {wiki.edit_as("Cora", row.title, whole("ONE", "above")): "Cora"}
    word = EditorMessage.objects.create(page=row, title=row.title, editor="Cora", edit=wiki.pages[row.title][-1].revid)
    send_queued_messages(wiki)
    word.refresh_from_db()
    assert (word.state, word.reason) == (State.WITHHELD, "the edit did not change what is between the markers")


@pytest.mark.usefixtures("by_itself")
def test_an_editor_gets_one_a_day(row: WikiPage, wiki: Naming, hall: Cycle, keeper: Person) -> None:
    """Whatever pages they edit; others get theirs. Staff are told so, and may leave it later."""
    other = WikiPage.objects.create(cycle=hall, kind=PageKind.PLAYERS, title=f"{row.title}b")
    edited(row, wiki)
    edit = edited(other, wiki)
    assert EditorMessage.objects.count() == 1
    assert refused(keeper, other, edit) == "word-today"
    send_queued_messages(wiki)
    assert refused(keeper, other, edit) == "word-today"
    with time_machine.travel(timezone.now() + 25 * HOUR):
        assert queue_message(keeper, other, str(edit)).name == "Keeper"
        send_queued_messages(wiki)
        assert [section[0] for section in wiki.sections] == ["User talk:Ben"] * 2
    with time_machine.travel(timezone.now() + 26 * HOUR):
        third = WikiPage.objects.create(cycle=hall, kind=PageKind.MAIN, title=f"{row.title}c")
        edited(third, wiki, name="Cora")
        send_queued_messages(wiki)
    assert wiki.sections[-1][0] == "User talk:Cora"


def test_staff_leave_a_word(row: WikiPage, wiki: Naming, keeper: Person) -> None:
    """For the edit that they have seen, once; nobody else does."""
    edit = edited(row, wiki)
    player = Person.objects.create(username="Player")
    assert refused(player, row, edit) == "not-staff"
    assert refused(keeper, row, edit + 1) == "changed-since"
    assert queue_message(keeper, row, str(edit)).by == keeper
    assert refused(keeper, row, edit) == "word-already"
    send_queued_messages(wiki)
    assert refused(keeper, row, edit) == "word-already"
    assert len(wiki.sections) == 1
    WikiPage.objects.update(parked_at=None)
    assert refused(keeper, row, edit) == "no-editor"


# Once at most.


@pytest.mark.usefixtures("by_itself")
@pytest.mark.parametrize("place", range(REQUESTS))
@pytest.mark.parametrize("fault", FAULTS, ids=repr)
def test_whatever_goes_wrong_it_is_sent_once_at_most(row: WikiPage, wiki: Naming, fault: Fault, place: int) -> None:
    """Certainly not sent: it is sent later. Perhaps sent: it is not sent again, and the row says so."""
    edited(row, wiki)
    wiki.faults.extend([*(None for _ in range(place)), fault])
    now = timezone.now()
    for hours in range(5):
        with time_machine.travel(now + hours * HOUR):
            try:
                send_queued_messages(wiki)
            except Killed:
                continue
    word = EditorMessage.objects.get()
    assert word.claimed_at is None
    at_the_end = place == REQUESTS - 1
    if isinstance(fault.raises, Rejected):
        assert (word.state, len(wiki.sections)) == (State.WITHHELD, 0)
    elif not at_the_end or isinstance(fault.raises, Retryable | Fatal) or word.state == State.SENT:
        assert (word.state, len(wiki.sections)) == (State.SENT, 1)
    elif isinstance(fault.raises, PageTrouble | Killed):
        assert (word.state, len(wiki.sections)) == (State.UNKNOWN, 0 if fault.when == "before" else 1)
    else:
        assert word.state == State.WITHHELD


@pytest.mark.usefixtures("by_itself")
def test_a_word_that_another_worker_has_is_left_to_it(row: WikiPage, wiki: Naming) -> None:
    """Until its time is up; if it was sending then, nobody sends it again."""
    edited(row, wiki)
    EditorMessage.objects.update(state=State.SENDING, sent_at=timezone.now(), **new_claim(send_messages.LEASE))
    assert send_queued_messages(wiki) == 0
    assert EditorMessage.objects.get().state == State.SENDING
    EditorMessage.objects.update(claimed_until=timezone.now() - HOUR)
    assert send_queued_messages(wiki) == 0
    word = EditorMessage.objects.get()
    assert (word.state, word.reason, wiki.sections) == (State.UNKNOWN, send_messages.UNKNOWN, [])


@pytest.mark.usefixtures("by_itself")
def test_a_claim_that_was_lost_sends_nothing(row: WikiPage, wiki: Naming, monkeypatch: pytest.MonkeyPatch) -> None:
    edited(row, wiki)
    read = wiki.read

    def read_slowly(title: str) -> PageText | None:
        EditorMessage.objects.update(claim="another")
        return read(title)

    monkeypatch.setattr(wiki, "read", read_slowly)
    send_queued_messages(wiki)
    assert (EditorMessage.objects.get().state, wiki.sections) == (State.WAITING, [])


@pytest.mark.usefixtures("by_itself")
def test_nothing_is_sent_while_publishing_is_stopped_or_after_a_week(row: WikiPage, wiki: Naming) -> None:
    edited(row, wiki)
    publisher = Publisher.objects.get()
    publisher.next_try_at = timezone.now() + HOUR
    publisher.save()
    wiki.requests.clear()
    assert (send_queued_messages(wiki), wiki.requests) == (0, [])
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        send_queued_messages(wiki)
    assert EditorMessage.objects.get().reason == "it could not be sent within a week"


@pytest.mark.usefixtures("by_itself")
def test_a_cycle_that_is_not_published_any_more_sends_none(row: WikiPage, wiki: Naming) -> None:
    edited(row, wiki)
    Cycle.objects.filter(pk=row.cycle_id).update(published=False)
    send_queued_messages(wiki)
    assert EditorMessage.objects.get().state == State.WITHHELD


@pytest.mark.usefixtures("by_itself")
def test_the_worker_that_publishes_sends_them(row: WikiPage, wiki: Naming, monkeypatch: pytest.MonkeyPatch) -> None:
    edited(row, wiki)
    for where in ("nomic.wiki.publishing.publisher", "nomic.wiki.editor_messages.send_messages"):
        monkeypatch.setattr(f"{where}.site_of_this_thread", lambda: wiki)
    publish_stale()
    assert len(wiki.sections) == 1


def test_a_folder_has_no_talk_pages(row: WikiPage, tmp_path: Any) -> None:
    EditorMessage.objects.create(page=row, title=row.title, editor="Ben", edit=1)
    send_queued_messages(FolderSite(tmp_path))
    assert EditorMessage.objects.get().state == State.WITHHELD


def test_a_title_is_no_markup(row: WikiPage) -> None:
    """People may have moved the page to any title; a long one is cut."""
    word = EditorMessage(page=row, title="''R'' & {{x}} " + "y" * 300, editor="Ben", edit=5)
    assert "''" not in message_text.heading(word) + message_text.text(word, "Nomic")
    assert "{{" not in message_text.heading(word) + message_text.text(word, "Nomic")
    assert len(message_text.summary(word)) < 400


# On a real MediaWiki.


@pytest.fixture
def ben(mediawiki: LocalWiki, wiki_admin: Someone, title: str) -> Someone:
    """Somebody with an account of their own, named after the page."""
    name, password = f"Ben {title}", "a long password of Ben's"
    mediawiki.run("createAndPromote.php", name, password)
    someone = Someone(mediawiki)
    someone.log_in(name, password)
    return someone


@pytest.mark.wiki
@pytest.mark.usefixtures("by_itself")
def test_the_word_is_a_new_section_on_a_real_talk_page(
    row: WikiPage, site: MediaWikiSite, ben: Someone, wiki_admin: Someone, reader: Someone
) -> None:
    """Signed, below what is there, with a summary that says why; Ben is told that there is a message."""
    publish(row, site, "one")
    edit = ben.edit(row.title, whole("ONE"))
    talk = f"User talk:Ben {row.title}"
    wiki_admin.edit(talk, "== Welcome ==\nHello, Ben.")
    ben.api(action="clearhasmsg", token=ben.api(action="query", meta="tokens")["query"]["tokens"]["csrftoken"])
    assert how(publish(row, site, "two")) is How.PARKED
    assert row.parked_by == f"Ben {row.title}"
    assert send_queued_messages(site) == 1
    assert EditorMessage.objects.get().state == State.SENT, EditorMessage.objects.get().reason
    text = reader.read(talk)
    assert text.startswith(f"== Welcome ==\nHello, Ben.\n\n== Your edit to {row.title} ==\n")
    assert f"[[Special:Diff/{edit}|your edit]]" in text
    assert "~~~~" not in text
    assert "User:Nomic" in text
    newest = reader.revisions(talk)[0]
    assert (newest["user"], newest["minor"]) == ("Nomic", False)
    assert newest["comment"].startswith(f"About your edit to {row.title}: a program writes that part")
    messages = ben.api(action="query", meta="userinfo", uiprop="hasmsg")["query"]["userinfo"]["messages"]
    assert messages is True
    assert send_queued_messages(site) == 0
    parsed = reader.parse(text, title=talk)
    assert [section["line"] for section in parsed["sections"]] == ["Welcome", f"Your edit to {row.title}"]


@pytest.mark.wiki
@pytest.mark.usefixtures("by_itself")
def test_a_talk_page_that_is_not_there_is_made(row: WikiPage, site: MediaWikiSite, ben: Someone) -> None:
    publish(row, site, "one")
    ben.edit(row.title, whole("ONE"))
    publish(row, site, "two")
    send_queued_messages(site)
    assert ben.read(f"User talk:Ben {row.title}").startswith(f"== Your edit to {row.title} ==\n")


@pytest.mark.wiki
@pytest.mark.usefixtures("by_itself")
@pytest.mark.parametrize("case", ["nobots", "bot", "address", "hidden name", "blocked"])
def test_a_real_wiki_tells_who_is_to_get_none(
    row: WikiPage,
    site: MediaWikiSite,
    mediawiki: LocalWiki,
    ben: Someone,
    wiki_admin: Someone,
    reader: Someone,
    case: str,
) -> None:
    publish(row, site, "one")
    editor = reader if case == "address" else ben
    edit = editor.edit(row.title, whole("ONE"))
    name = f"Ben {row.title}"
    publish(row, site, "two")
    word = EditorMessage.objects.get()
    before = set(_talk_pages(reader))
    if case == "nobots":
        ben.edit(f"User talk:{name}", "{{nobots}}")
        before.add(f"User talk:{name}")
    elif case == "bot":
        mediawiki.run("createAndPromote.php", "--force", "--bot", name)
    elif case == "hidden name":
        mediawiki.switch(settings={"wgGroupPermissions": {"sysop": {"deleterevision": True, "deletedhistory": True}}})
        wiki_admin.do("revisiondelete", type="revision", target=row.title, ids=str(edit), hide="user")
    elif case == "blocked":
        wiki_admin.do("block", user=name, expiry="1 day")
    assert send_queued_messages(site) == 1
    word.refresh_from_db()
    assert word.state == State.WITHHELD
    reasons = {
        "nobots": "asks bots to stay away",
        "bot": "is a bot",
        "address": "no account",
        "hidden name": "does not show the edit",
        "blocked": "is blocked",
    }
    assert reasons[case] in word.reason
    assert set(_talk_pages(reader)) == before


def _talk_pages(reader: Someone) -> list[str]:
    pages = reader.api(action="query", list="allpages", apnamespace="3", aplimit="500")["query"]["allpages"]
    return [page["title"] for page in pages]
