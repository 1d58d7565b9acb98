"""A page that somebody edited between the markers says so, to readers and to staff, and goes on once it is undone."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.notices.models import Delivery, Notice, Webhook
from nomic.outbox.delivery_errors import Rejected
from nomic.wiki.models import Cause, PageKind, Resolution, WikiPage
from nomic.wiki.publishing import markers, parked_banner
from nomic.wiki.publishing.outcomes import COMPARED_SOON, How, unpark
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.publishing.unpublished_page_notices import notify_of_parked
from nomic.wiki.sites.folder import FolderSite
from nomic.wiki.sites.site import Conflict, PageTrouble, Unconfirmed, WikiSite
from tests.wiki.conftest import Someone
from tests.wiki.faulty import Fault, FaultyWiki
from tests.wiki.publishing import edit, how, publish, text_of, whole


@pytest.fixture
def keeper(db: None) -> Person:
    return Person.objects.create(username="Keeper", is_staff=True, is_superuser=True)


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        yield clock


@pytest.fixture
def folder(tmp_path: Path) -> FolderSite:
    return FolderSite(tmp_path)


def looked_at(row: WikiPage, site: WikiSite, text: str, clock: Any) -> How | None:
    """How it is with the page at the next look at it; None where nobody looks."""
    clock.shift(COMPARED_SOON + timedelta(seconds=1))
    outcome = publish(row, site, text, stale=False)
    return outcome.how if outcome else None


def drifted(row: WikiPage, site: WikiSite, text: str = "one\nTWO") -> None:
    publish(row, site, "one\ntwo")
    edit(site, row, whole(text, "Before. ", " After."))
    assert how(publish(row, site, "one\nthree")) is How.PARKED


# The page itself


def test_a_page_with_an_edit_inside_says_so(row: WikiPage, any_site: WikiSite) -> None:
    """Above the first marker, in words of ours; the edit, and people's words around it, stay to the byte."""
    drifted(row, any_site)
    text = text_of(any_site, row)
    assert "This page is not up to date." in text
    assert text.index(parked_banner.LAST) < text.index("<!-- nomic:begin")
    assert f"/c/hall/wiki/{row.pk}/" in text
    assert parked_banner.remove_banner(text) == whole("one\nTWO", "Before. ", " After.")


@pytest.mark.wiki
def test_readers_see_that_it_says_so(row: WikiPage, site: WikiSite, reader: Someone) -> None:
    """As a box with links to the game and to where it is decided, in one revision more."""
    drifted(row, site)
    shown = reader.parse(reader.read(row.title))["text"]
    assert shown.count("mw-message-box-warning") == 1
    assert f'href="http://127.0.0.1:8000/c/hall/wiki/{row.pk}/"' in shown
    newest = reader.revisions(row.title)[0]
    assert (newest["comment"], len(reader.revisions(row.title))) == (
        "This page is set aside: somebody edited between the markers",
        3,
    )


def test_it_is_said_once(row: WikiPage, folder: FolderSite, clock: Any) -> None:
    """Not again at each look; and not again where somebody took it away."""
    drifted(row, folder)
    said = text_of(folder, row)
    assert looked_at(row, folder, "four", clock) is How.PARKED
    assert text_of(folder, row) == said
    edit(folder, row, parked_banner.remove_banner(said))
    assert looked_at(row, folder, "four", clock) is How.PARKED
    assert text_of(folder, row) == parked_banner.remove_banner(said)


def test_it_is_known_by_its_marks_however_it_was_reworded(row: WikiPage, folder: FolderSite, clock: Any) -> None:
    """It does not come a second time, and goes when the page goes on: nothing on a page calls it wrong for good."""
    drifted(row, folder)
    reworded = (
        text_of(folder, row)
        .replace("not up to date", "quite wrong")
        .replace(parked_banner.LAST, parked_banner.LAST.strip())
    )
    edit(folder, row, reworded)
    assert looked_at(row, folder, "four", clock) is How.PARKED
    assert text_of(folder, row) == reworded
    unpark(row, Resolution.OURS)
    assert how(publish(row, folder, "four")) is How.PUBLISHED
    assert text_of(folder, row) == whole("four", "Before. ", " After.")


@pytest.mark.parametrize(
    "text",
    [
        f"{parked_banner.FIRST} one mark",
        f"{parked_banner.LAST} one mark",
        f"{parked_banner.LAST} turned around {parked_banner.FIRST}",
        f"{parked_banner.FIRST} {markers.BEGIN} the program's {markers.END} {parked_banner.LAST}",
    ],
)
def test_without_both_marks_it_is_peoples(text: str) -> None:
    """And no marker of the page's own is ever part of it."""
    assert parked_banner.remove_banner(text) == text


@pytest.mark.parametrize("after", [False, True])
def test_what_was_sent_without_an_answer_counts_for_nothing(row: WikiPage, at_once: None, after: bool) -> None:
    """Where it arrived it is found at the next look; where it did not it is sent again, and stands there once."""
    wiki = FaultyWiki()
    publish(row, wiki, "one\ntwo")
    wiki.edit(row.title, whole("one\nTWO"))
    lost = Fault("ReadTimeout", PageTrouble("ReadTimeout"), "after" if after else "before")
    wiki.faults.extend([None, None, lost])  # it is read, looked for elsewhere, saved
    publish(row, wiki, "one\nthree")
    assert (row.state, row.bannered_at) == ("parked", None)
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        publish(row, wiki, "one\nthree", stale=False)
    assert row.bannered_at is not None
    text = text_of(wiki, row)
    assert (text.count(parked_banner.FIRST), parked_banner.remove_banner(text)) == (1, whole("one\nTWO"))


@pytest.mark.parametrize("trouble", [Rejected("protectedpage"), Conflict("editconflict")])
def test_it_may_be_impossible_to_say(row: WikiPage, at_once: None, trouble: Exception) -> None:
    """The page is set aside all the same; what was refused is not sent again, what met an edit is."""
    wiki = FaultyWiki()
    publish(row, wiki, "one\ntwo")
    wiki.edit(row.title, whole("one\nTWO"))
    wiki.faults.extend([None, None, Fault("trouble", trouble)])
    assert how(publish(row, wiki, "one\nthree")) is How.PARKED
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        publish(row, wiki, "one\nthree", stale=False)
    assert (parked_banner.FIRST in text_of(wiki, row)) is isinstance(trouble, Conflict)


# What is undone


@pytest.mark.parametrize("by_rollback", [False, True])
def test_an_edit_that_is_undone_unparks_the_page(
    row: WikiPage, any_site: WikiSite, clock: Any, by_rollback: bool
) -> None:
    """The text inside is what was saved last: the page goes on with what is new, and says nothing of it any more."""
    drifted(row, any_site)
    now = text_of(any_site, row)
    edit(any_site, row, whole("one\ntwo", "Before. ") if by_rollback else now.replace("TWO", "two"))
    assert publish(row, any_site, "four", stale=False) is None, "not before the next look"
    assert looked_at(row, any_site, "four", clock) is How.PUBLISHED
    assert text_of(any_site, row) == whole("four", "Before. ", "" if by_rollback else " After.")
    assert (row.state, row.parked_cause, row.told_at, row.bannered_at) == ("published", "", None, None)


def test_a_page_that_people_brought_to_what_is_new_unparks_too(row: WikiPage, folder: FolderSite, clock: Any) -> None:
    """What would be written stands there already: nobody has to decide anything."""
    drifted(row, folder)
    edit(folder, row, whole("the new text"))
    assert looked_at(row, folder, "the new text", clock) is How.UNCHANGED
    assert row.state == "published"


@pytest.mark.parametrize("text", ["no markers", f"x {whole('one')[:40]}", ""])
def test_markers_that_are_put_back_unpark_the_page(row: WikiPage, folder: FolderSite, clock: Any, text: str) -> None:
    """Nothing is written where they are gone, and the page goes on where they are there again."""
    publish(row, folder, "one")
    edit(folder, row, text)
    publish(row, folder, "two")
    assert (row.parked_cause, parked_banner.remove_banner(text_of(folder, row))) == (Cause.MARKERS, text)
    edit(folder, row, whole("one", "hello "))
    assert looked_at(row, folder, "two", clock) is How.PUBLISHED
    assert text_of(folder, row) == whole("two", "hello ")


def test_a_page_that_was_deleted_goes_on_once_it_is_restored(row: WikiPage, at_once: None, clock: Any) -> None:
    """Until then, or until a person says so, it is not made again."""
    wiki = FaultyWiki()
    publish(row, wiki, "one")
    revisions = wiki.pages.pop(row.title)
    wiki.deleted.add(row.title)
    publish(row, wiki, "two")
    assert row.parked_cause == Cause.GONE
    assert looked_at(row, wiki, "two", clock) is How.PARKED
    wiki.pages[row.title] = revisions
    assert looked_at(row, wiki, "two", clock) is How.PUBLISHED


def test_what_a_filter_warned_of_is_not_sent_again_by_itself(row: WikiPage, at_once: None, clock: Any) -> None:
    """To a filter that warns a second save is a confirmation."""
    wiki = FaultyWiki()
    publish(row, wiki, "one")
    wiki.faults.extend([None, Fault("warned", Unconfirmed("abusefilter-warning"))])
    publish(row, wiki, "two")
    assert row.parked_cause == Cause.WARNED
    assert looked_at(row, wiki, "two", clock) is None


def test_a_decision_that_comes_during_a_look_is_kept(row: WikiPage, folder: FolderSite, clock: Any) -> None:
    """The look finds what it found before; the decision is carried out at the next turn."""
    drifted(row, folder)
    clock.shift(COMPARED_SOON + timedelta(seconds=1))

    def render(page: WikiPage) -> str:
        unpark(page, Resolution.OURS)
        return "four"

    assert [outcome.how for outcome in publish_due(site=folder, render=render)] == [How.LATER]
    row.refresh_from_db()
    assert (row.parked_at, row.resolution) == (None, Resolution.OURS)
    assert how(publish(row, folder, "four")) is How.PUBLISHED
    assert text_of(folder, row) == whole("four", "Before. ", " After.")


def test_a_decision_holds_where_only_our_own_words_came_since(row: WikiPage, at_once: None) -> None:
    """The page says of itself that it was set aside, in an answer that was lost: who decided has seen all the rest."""
    wiki = FaultyWiki()
    publish(row, wiki, "one\ntwo")
    wiki.edit(row.title, whole("one\nTWO"))
    wiki.faults.extend([None, None, Fault("ReadTimeout", PageTrouble("ReadTimeout"), "after")])
    publish(row, wiki, "one\nthree")
    assert parked_banner.FIRST in text_of(wiki, row)
    unpark(row, Resolution.OURS)
    assert how(publish(row, wiki, "one\nthree")) is How.PUBLISHED
    assert text_of(wiki, row) == whole("one\nthree")


# Staff


def test_staff_and_webhooks_are_told_once(
    row: WikiPage, hall: Cycle, folder: FolderSite, clock: Any, keeper: Person
) -> None:
    """By a notice to each who is staff, and in the cycle's channel; not again at each look, nor as it is edited on."""
    Person.objects.create(username="Ada")
    Person.objects.create(username="Gone", is_staff=True, is_superuser=True, is_active=False)
    for channel in ("", "admin", "proposals"):
        Webhook.objects.create(
            cycle=hall, channel=channel, url=f"https://example.org/{channel}", last_read_seq=hall.seq
        )
    drifted(row, folder)
    looked_at(row, folder, "four", clock)
    edit(folder, row, text_of(folder, row).replace("TWO", "THREE"))
    assert looked_at(row, folder, "five", clock) is How.PARKED
    notice = Notice.objects.get()
    assert (notice.person, notice.link) == (keeper, f"/c/hall/wiki/{row.pk}/")
    assert notice.text == (
        f"{row.title} on the wiki is set aside: somebody edited between the markers. "
        "Nothing is written there until somebody answers, or the edit is undone there."
    )
    posts = Delivery.objects.filter(webhook__isnull=False)
    assert sorted(post.webhook.channel for post in posts if post.webhook) == ["", "admin"]


def test_another_edit_is_told_anew(row: WikiPage, folder: FolderSite, clock: Any, keeper: Person) -> None:
    """After the page went on, and where it was edited again before what was decided came to it."""
    drifted(row, folder)
    edit(folder, row, whole("one\ntwo"))
    assert looked_at(row, folder, "four", clock) is How.PUBLISHED
    edit(folder, row, whole("FOUR"))
    publish(row, folder, "five")
    assert Notice.objects.count() == 2
    edit(folder, row, whole("SIX"))
    unpark(row, Resolution.OURS)
    assert how(publish(row, folder, "five")) is How.PARKED
    assert Notice.objects.count() == 3


def test_staff_hear_of_every_page_that_is_set_aside(row: WikiPage, at_once: None, keeper: Person) -> None:
    """Also of one that the wiki refuses."""
    wiki = FaultyWiki()
    wiki.faults.extend([None, Fault("protected", Rejected("protectedpage"))])
    publish(row, wiki, "one")
    assert "protectedpage" in Notice.objects.get().text


def test_a_bot_that_edits_every_page_is_told_of_in_numbers(hall: Cycle, keeper: Person) -> None:
    """The first ones each; then ten, a hundred, a thousand of a day. What is set aside a week later is told again."""
    WikiPage.objects.all().delete()

    def set_aside(number: int, at: datetime) -> None:
        page = WikiPage(cycle=hall, kind=PageKind.MATCH, subject=str(number), title=f"Page {number}", told_at=at)
        page.save()
        notify_of_parked(page)

    now = timezone.now()
    for number in range(1, 121):
        set_aside(number, now)
    texts = list(Notice.objects.order_by("pk").values_list("text", flat=True))
    assert [text.split(" on the wiki")[0] for text in texts] == [
        *(f"Page {number}" for number in range(1, 6)),
        f"10 pages of {hall.title}",
        f"100 pages of {hall.title}",
    ]
    assert Notice.objects.order_by("pk").last().link == "/c/hall/wiki/"
    with time_machine.travel(now + timedelta(days=7), tick=False):
        set_aside(121, timezone.now())
    assert Notice.objects.count() == 8
