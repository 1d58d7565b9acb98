"""Talk in a hall and at a table: plain text, live, muted by each reader, moderated, and no part of the journal."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from nomic import limits
from nomic.accounts.models import Person
from nomic.accounts.roles import give_roles
from nomic.comments.mentions import players_named, with_links, with_links_in_html
from nomic.comments.models import Comment, Mute, Report, TimeOut
from nomic.comments.new_comments_feed import watch_comments
from nomic.comments.post import comments_on, post_comment
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.models import Cycle
from nomic.matches.models import Match
from nomic.notices.models import Notice
from nomic.players.guests import new_guest
from tests.support.hall import ADMIN, Hall
from tests.support.signed_in import browser_of

TALK = "/c/hall/talk/"
API = "/api/v1/cycles/hall/talk/"
_keys = iter(range(10**6))


@pytest.fixture
def hall(cast: Hall) -> Hall:
    cache.clear()
    cast.actor(ADMIN)
    return cast


@pytest.fixture
def table(hall: Hall) -> Match:
    return Match.objects.create(
        cycle=hall.cycle,
        code="t4ble",
        game="tetromic",
        title="Table 4",
        setup_revision=0,
        revision=0,
        state=b"",
        opened_seq=1,
        started_seq=1,
        opened_at=hall.cycle.now(),
    )


def person(name: str) -> Person:
    return Person.objects.get_or_create(username=name, defaults={"email": ""})[0]


def said(hall: Hall, name: str, text: str, subject: Any = None) -> Comment:
    return post_comment(person(name), hall.cycle, subject or hall.cycle, f"key {next(_keys)}", text=text)


def told(name: str, kind: str = "mention") -> list[str]:
    return list(Notice.objects.filter(person__username=name, kind=kind).order_by("pk").values_list("text", flat=True))


def browser(name: str) -> Client:
    return browser_of(person(name))


def admin() -> Client:
    return browser_of(ADMIN)


@pytest.mark.django_db
def test_talk_is_no_part_of_the_cycle(hall: Hall, table: Match) -> None:
    before = Cycle.objects.values("seq", "head", "revision").get(pk=hall.pk)
    browser("ada").post(TALK, {"do": "say", "text": "Hello, @bob!"})
    browser("ada").post("/c/hall/matches/t4ble/talk/", {"do": "say", "text": "Your turn."})
    assert Cycle.objects.values("seq", "head", "revision").get(pk=hall.pk) == before
    assert [row.text for row in comments_on(hall.cycle, hall.cycle)] == ["Hello, @bob!"]
    assert [row.text for row in comments_on(hall.cycle, table)] == ["Your turn."]
    page = Client().get(TALK).content.decode()
    assert 'Hello, <a href="/c/hall/players/bob/">@bob</a>!' in page
    assert "Your turn." not in page
    assert told("bob") == ["Cycle 16: ada in the hall: “Hello, @bob!”"]


@pytest.mark.django_db
def test_the_named_are_told_once_and_nobody_else(hall: Hall) -> None:
    said(hall, "ada", "@Bob and @bob, and @eve: look at @nobody-here, a@bob, @@bob and @ada.")
    assert len(told("bob")) == len(told("eve")) == 1
    assert told("ada") == []
    assert Notice.objects.filter(kind="discussion").count() == 0


@pytest.mark.django_db
def test_only_the_first_names_are_looked_up(hall: Hall) -> None:
    said(hall, "ada", "@x " * limits.MENTIONS + "@bob")
    assert told("bob") == []


@pytest.mark.django_db
def test_names_with_blanks_and_hostile_neighbours_are_linked(hall: Hall) -> None:
    names = {key: row.name for key, row in players_named(hall.cycle, ["@bob", "@bob's", "<@bob>"]).items()}
    assert names == {"bob": "bob"}
    link = '<a href="/c/hall/players/{}/">@{}</a>'
    both = {"bob": "bob", "bob of york": "Bob of York"}
    assert with_links("@bob of york!", both, hall.cycle) == (
        '<a href="/c/hall/players/Bob%20of%20York/">@Bob of York</a>!'
    )
    assert with_links("(@bob)", names, hall.cycle) == f"({link.format('bob', 'bob')})"
    assert with_links("<b>@bob</b>", names, hall.cycle) == f"&lt;b&gt;{link.format('bob', 'bob')}&lt;/b&gt;"
    html = '<a href="?@bob">@bob</a> &lt;i&gt; @bob'
    assert (
        with_links_in_html(html, names, hall.cycle) == f'<a href="?@bob">@bob</a> &lt;i&gt; {link.format("bob", "bob")}'
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n ",
        "\u202egnp.exe",  # right-to-left override
        "hi\U000e0041\U000e0042",  # tag characters
        "Z" + "\u0301" * 20,  # marks upon one letter
        "\u200b\u200b\u200b",
        "x" * (limits.MESSAGE + 1),
    ],
)
def test_hostile_text_is_refused_with_its_field(hall: Hall, text: str) -> None:
    with pytest.raises(BadArguments, match=r"."):
        said(hall, "ada", text)
    answer = browser("ada").post(TALK, {"do": "say", "text": text})
    assert answer.status_code == 422
    assert 'id="comment-errors"' in answer.content.decode()
    assert not Comment.objects.exists()


@pytest.mark.django_db
def test_markup_is_text_and_direction_is_the_messages_own(hall: Hall) -> None:
    said(hall, "ada", "<script>alert(1)</script> [[Rule]] '''bold'''\nשלום")
    page = Client().get(TALK).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; [[Rule]] &#x27;&#x27;&#x27;bold&#x27;&#x27;&#x27;<br>שלום" in page
    assert 'class="law-text" dir="auto"' in page


@pytest.mark.django_db
def test_a_reader_mutes_a_person_or_the_place(hall: Hall) -> None:
    comment = said(hall, "bob", "Xyzzy.")
    eve = browser("eve")
    eve.post(TALK, {"do": "mute", "comment": comment.pk})
    assert Mute.objects.filter(person=person("eve"), other=person("bob")).count() == 1
    assert "You have muted bob" in eve.get(TALK).content.decode()
    assert "You have muted bob" not in browser("ada").get(TALK).content.decode()
    said(hall, "bob", "@eve, look!")
    assert told("eve") == []
    eve.post(TALK, {"do": "unmute", "comment": comment.pk})
    eve.post(TALK, {"do": "unfollow"})
    assert "Xyzzy" not in eve.get(TALK).content.decode()
    said(hall, "ada", "@eve, look!")
    assert told("eve") == []
    eve.post(TALK, {"do": "hear"})
    said(hall, "ada", "@eve, look again!")
    assert len(told("eve")) == 1
    assert "Xyzzy" in eve.get(TALK).content.decode()


@pytest.mark.django_db
def test_admins_get_reports_and_what_they_do_is_logged(hall: Hall) -> None:
    comment = said(hall, "bob", "Xyzzy.")
    reporting = {"do": "report", "comment": comment.pk, "because": "rude"}
    for name in ("eve", "eve", "ada", "bob"):
        browser(name).post(TALK, reporting)
    assert Report.objects.count() == 2  # nobody reports a comment twice, or their own
    assert len(told(ADMIN, "report")) == 1
    assert "reports it: rude" in admin().get(TALK).content.decode()
    assert "rude" not in browser("ada").get(TALK).content.decode()
    for doing in ("hide", "show", "time-out", "let-be", "end-time-out"):
        refused = browser("eve").post(TALK, {"do": doing, "comment": comment.pk, "because": "no", "hours": "1"})
        assert refused.status_code == 409
    assert not LogEntry.objects.exists()
    admin().post(TALK, {"do": "hide", "comment": comment.pk, "because": "rude"})
    assert not Report.objects.filter(settled_at=None).exists()
    page = browser("eve").get(TALK).content.decode()
    assert "Xyzzy" not in page
    assert "Hidden by" in page
    assert "Report to the keepers" not in page
    late = browser("fay").post(TALK, {"do": "report", "comment": comment.pk, "because": "late"})
    assert (late.status_code, Report.objects.count()) == (409, 2)
    admin().post(TALK, {"do": "time-out", "comment": comment.pk, "because": "rude", "hours": "24"})
    with pytest.raises(Refused, match="given you a time-out until"):
        said(hall, "bob", "And so on.")
    TimeOut.objects.update(until=hall.cycle.created_at)
    said(hall, "bob", "Sorry.")
    assert [row.change_message for row in LogEntry.objects.order_by("pk")] == [
        "Hidden: rude",
        "Time-out of 1 day: rude",
    ]


@pytest.mark.django_db
def test_authors_hear_of_it_and_keepers_see_how_it_stands(hall: Hall) -> None:
    """A time-out says so to its author and beside each of their comments, and can be ended only while it runs."""
    comment = said(hall, "ada", "Boo")
    keeper = admin()
    before = keeper.get(TALK).content.decode()
    assert "Give ada a time-out" in before
    assert "End the time-out" not in before
    empty = keeper.post(TALK, {"do": "hide", "comment": comment.pk, "because": ""})
    assert "Say why: this cannot be empty" in empty.content.decode()
    answer = keeper.post(TALK, {"do": "time-out", "comment": comment.pk, "because": "rude", "hours": "24"}, follow=True)
    page = answer.content.decode()
    assert "ada can write no comments now" in page
    assert "End the time-out" in page
    assert "Give ada a time-out" not in page
    assert "can write no comments until" in page
    assert "can write no comments until" not in browser("bob").get(TALK).content.decode()
    for doing in ("hide", "show", "end-time-out"):
        keeper.post(TALK, {"do": doing, "comment": comment.pk, "because": "rude words"})
    texts = list(
        Notice.objects.filter(person__username="ada", kind="moderated").order_by("pk").values_list("text", "link")
    )
    assert texts[0][0].endswith(". rude")
    assert f"{ADMIN} has hidden a comment of yours: rude words" in texts[1][0]
    assert texts[1][1].endswith(f"#comment-{comment.pk}")
    assert [text for text, _ in texts[2:]] == [
        f"{hall.cycle.title}: {ADMIN} has made a comment of yours visible again.",
        f"{ADMIN} has ended your time-out: you can write comments again.",
    ]


@pytest.mark.django_db
def test_who_hides_a_comment_can_give_its_author_a_time_out_after_that(hall: Hall) -> None:
    """The reason is filled in; to others, and to moderators about a comment of their own, nothing of it is offered."""
    comment = said(hall, "ada", "Boo")
    keeper = admin()
    hidden = keeper.post(TALK, {"do": "hide", "comment": comment.pk, "because": "rude & loud"}, follow=True)
    page = hidden.content.decode()
    assert "Give ada a time-out" in page
    assert 'value="rude &amp; loud"' in page
    assert "Show it again" in page
    assert "Hide it" not in page
    for name in ("ada", "bob"):
        other = browser(name).get(TALK).content.decode()
        assert "a time-out" not in other
        assert "Show it again" not in other
        assert f'id="because-{comment.pk}"' not in other
    sent = {"do": "time-out", "comment": comment.pk, "because": "rude & loud", "hours": "24"}
    assert "End the time-out" in keeper.post(TALK, sent, follow=True).content.decode()
    assert TimeOut.objects.get().person.username == "ada"
    own = said(hall, ADMIN, "Hm.")
    page = keeper.post(TALK, {"do": "hide", "comment": own.pk, "because": "a slip"}, follow=True).content.decode()
    assert f"Give {ADMIN} a time-out" not in page


@pytest.mark.django_db
def test_hours_of_a_time_out_are_chosen_from_a_list_and_admins_get_none(hall: Hall) -> None:
    comment, own = said(hall, "bob", "Xyzzy."), said(hall, ADMIN, "Hm.")
    for sent in ({"comment": comment.pk, "hours": "9" * 30}, {"comment": own.pk, "hours": "1"}):
        answer = admin().post(TALK, {"do": "time-out", "because": "rude", **sent})
        assert answer.status_code in (409, 422)
    assert not TimeOut.objects.exists()


@pytest.mark.django_db
def test_messages_have_a_rate_of_their_own(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES_AN_HOUR", 2)
    for _ in range(2):
        said(hall, "ada", "Ho.")
    with pytest.raises(Refused, match="within an hour"):
        said(hall, "ada", "Ho.")
    said(hall, "bob", "Ho.")


@pytest.mark.django_db
def test_guests_do_not_talk_and_their_tables_have_no_talk(hall: Hall) -> None:
    with pytest.raises(Refused, match="Sign up"):
        post_comment(new_guest(), hall.cycle, hall.cycle, "key", text="Hi.")
    Cycle.objects.filter(pk=hall.pk).update(practice=True, owner_name="Guest")
    assert browser("ada").get(TALK).status_code == 404
    assert browser("ada").get(API).status_code == 404
    with pytest.raises(Refused, match="Sign up"):
        post_comment(person("ada"), Cycle.objects.get(pk=hall.pk), Cycle.objects.get(pk=hall.pk), "key", text="Hi.")


@pytest.mark.django_db
def test_the_api_reads_and_writes_talk(hall: Hall, table: Match) -> None:
    ada = browser("ada")
    for address in (API, "/api/v1/cycles/hall/matches/t4ble/talk/"):
        sent = [
            ada.post(address, {"text": "Hi."}, content_type="application/json", headers={"Idempotency-Key": address})
            for _ in range(2)
        ]
        assert [answer.status_code for answer in sent] == [201, 201], sent[0].content
        assert [item["text"] for item in Client().get(address).json()["items"]] == ["Hi."]
    assert ada.post(API, {"text": ""}, content_type="application/json").status_code == 422
    assert Client().post(API, {"text": "Hi."}, content_type="application/json").status_code == 401
    assert ada.get("/api/v1/cycles/hall/matches/n0ne/talk/").status_code == 404


PROPOSED = "/api/v1/cycles/hall/proposals/1/comments/"
AT_TABLE = "/api/v1/cycles/hall/matches/t4ble/talk/"
JSON = "application/json"


@pytest.mark.django_db
@pytest.mark.parametrize("address", [API, AT_TABLE, PROPOSED])
def test_programs_report_and_mute(hall: Hall, table: Match, address: str) -> None:
    """In the hall, at a table and on a proposal: as on pages, with the same limits and refusals."""
    hall.propose("ada", {"op": "replace", "path": "/items/Chip/text", "value": "A chip."})
    bob, ada = browser("bob"), browser("ada")
    number = bob.post(address, {"text": "Words."}, content_type=JSON).json()["id"]
    reporting, muting = f"{address}{number}/report/", f"{address}{number}/mute/"

    first = ada.post(reporting, {"because": "rude"}, content_type=JSON)
    assert (first.status_code, first.json()["comment"], first.json()["because"]) == (200, number, "rude")
    again = ada.post(reporting, {"because": "other words"}, content_type=JSON)
    assert again.json() == first.json()
    assert list(Report.objects.values_list("person__username", "because")) == [("ada", "rude")]
    for sent in ({}, {"because": " "}, {"because": "x" * 301}, {"because": 1}, {"because": "x", "more": 1}):
        assert ada.post(reporting, sent, content_type=JSON).status_code == 422, sent
    own = bob.post(reporting, {"because": "me"}, content_type=JSON)
    assert (own.status_code, own.json()["code"]) == (409, "yours")

    for muted in (True, True, False, False):
        assert ada.post(muting, {"muted": muted}, content_type=JSON).json() == {"author": "bob", "muted": muted}
        assert Mute.objects.filter(person__username="ada", other__username="bob").count() == muted
    assert bob.post(muting, {"muted": True}, content_type=JSON).json()["code"] == "no-mute"
    for sent in ({}, {"muted": "yes"}, {"muted": None}, {"muted": True, "more": 1}):
        assert ada.post(muting, sent, content_type=JSON).status_code == 422, sent

    for door, sent in (("report", {"because": "x"}), ("mute", {"muted": True})):
        assert Client().post(f"{address}{number}/{door}/", sent, content_type=JSON).status_code == 401
        for nowhere in (number + 1, 10**25):
            assert ada.post(f"{address}{nowhere}/{door}/", sent, content_type=JSON).status_code == 404
    for other in {API, AT_TABLE, PROPOSED} - {address}:
        assert ada.post(f"{other}{number}/report/", {"because": "x"}, content_type=JSON).status_code == 404
    Comment.objects.update(person=None)  # as deleting the account does
    gone = ada.post(muting, {"muted": True}, content_type=JSON)
    assert (gone.status_code, gone.json()["code"]) == (409, "gone")


@pytest.mark.django_db
@pytest.mark.parametrize("address", [API, AT_TABLE])
def test_programs_follow_and_mute_a_talk(hall: Hall, table: Match, address: str) -> None:
    """A wish is replaced by the next, and null is none."""
    door, ada = f"{address}following/", browser("ada")
    assert ada.get(door).json() == {"follows": None}
    for wish in (False, True, None, False):
        assert ada.post(door, {"follows": wish}, content_type=JSON).json() == {"follows": wish}
        assert ada.get(door).json() == {"follows": wish}
    assert browser("bob").get(door).json() == {"follows": None}
    said(hall, "bob", "@ada Hi.", table if address == AT_TABLE else None)
    assert told("ada") == []
    for sent in ({}, {"follows": "no"}, {"follows": 1}):
        assert ada.post(door, sent, content_type=JSON).status_code == 422, sent
    assert Client().post(door, {"follows": True}, content_type=JSON).status_code == 401
    assert Client().get(door).status_code == 401


@pytest.mark.django_db
def test_open_pages_hear_of_new_messages_once(hall: Hall) -> None:
    watch = watch_comments()
    said(hall, "ada", "Before.")
    assert watch(["hall"]) == set()
    said(hall, "ada", "New.")
    assert watch(["elsewhere"]) == set()
    said(hall, "ada", "Newer.")
    assert watch(["hall", "elsewhere"]) == {"hall"}
    assert watch(["hall"]) == set()


@pytest.mark.django_db
def test_moderators_hide_comments_from_the_report(hall: Hall) -> None:
    """They are notified, reach the comment from the Office, hide it and show it again, and the log says all of it."""
    mo = Person.objects.create_user("mo", password="x")
    give_roles(mo, {"moderator"})
    comment = said(hall, "bob", "Xyzzy.")
    own = said(hall, "mo", "Hm.")
    for each in (comment, own):
        browser("eve").post(TALK, {"do": "report", "comment": each.pk, "because": "rude"})
    assert len(told("mo", "report")) == 2
    address = f"{TALK}?said={comment.pk}#comment-{comment.pk}"
    assert address in browser("mo").get("/office/").content.decode()
    page = browser("mo").get(f"{TALK}?said={comment.pk}").content.decode()
    assert "eve reports it: rude" in page
    assert "Hide it" in page
    assert browser("mo").post(TALK, {"do": "let-be", "comment": own.pk}).status_code == 409
    browser("mo").post(TALK, {"do": "hide", "comment": comment.pk, "because": "an insult"})
    assert "Xyzzy" not in browser("eve").get(TALK).content.decode()
    browser("mo").post(TALK, {"do": "show", "comment": comment.pk})
    assert "Xyzzy" in browser("eve").get(TALK).content.decode()
    title = hall.cycle.title
    for where in ("", f"?game={hall.slug}", "?by=mo", "?by=bob"):
        page = browser("mo").get(f"/office/log/{where}").content.decode()
        assert f"hid a comment of bob in {title}" in page, where
        assert "an insult" in page
        assert address in page
        assert f"showed again a comment of bob in {title}" in page
    assert "an insult" not in browser("mo").get("/office/log/?by=eve").content.decode()


@pytest.mark.django_db
def test_moderators_do_not_decide_about_themselves(hall: Hall) -> None:
    """Hiding one's own comment and showing it again settles no report, and another's decision stands."""
    mo, keeper = Person.objects.create_user("mo", password="x"), Person.objects.create_user("kim", password="x")
    give_roles(mo, {"moderator"})
    give_roles(keeper, {"game-keeper"})
    own = said(hall, "mo", "Xyzzy.")
    browser("eve").post(TALK, {"do": "report", "comment": own.pk, "because": "rude"})
    reports = own.reports.filter(settled_at=None)
    reported = told("kim", "report")
    for doing in ("hide", "show"):
        assert browser("mo").post(TALK, {"do": doing, "comment": own.pk, "because": "mine"}).status_code == 302
        assert reports.count() == 1
    assert browser("kim").post(TALK, {"do": "hide", "comment": own.pk, "because": "rude"}).status_code == 302
    assert reports.count() == 0
    assert "Show it again" not in browser("mo").get(TALK).content.decode()
    assert browser("mo").post(TALK, {"do": "show", "comment": own.pk}).status_code == 409
    assert "Xyzzy" not in browser("eve").get(TALK).content.decode()
    assert browser("kim").post(TALK, {"do": "show", "comment": own.pk}).status_code == 302
    assert "Xyzzy" in browser("eve").get(TALK).content.decode()
    assert "Xyzzy" not in "".join(told("kim", "report"))
    assert len(reported) == 1
    TimeOut.objects.create(person=mo, until=timezone.now() + timedelta(hours=1), by="kim", because="x")
    assert browser("mo").post(TALK, {"do": "end-time-out", "comment": own.pk}).status_code == 409
    assert browser("kim").post(TALK, {"do": "end-time-out", "comment": own.pk}).status_code == 302
