"""What people say about proposals, in whatever order: words only, and none of them lost."""

import re
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic import limits
from nomic.accounts.models import Person
from nomic.accounts.roles import give_roles
from nomic.comments.models import Comment
from nomic.comments.moderation import hide, show_again
from nomic.comments.post import comments_on, follow_discussion, follows_discussion, post_comment, say_otherwise
from nomic.comments.quotable_lines import quotable
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.law.rules.placeholders import fill_placeholders
from nomic.notices.models import Delivery, Notice, State
from nomic.proposals.models import Proposal
from tests.support.hall import ADMIN, WEEK, Hall
from tests.support.signed_in import browser_of

PRICE = {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 7}
RULE = {
    "op": "add",
    "path": "/rules/hum",
    "value": {"title": "Humming", "body": "One may hum.\nSoftly.", "parent": None, "place": 900},
}
PAGE = "/c/hall/proposals/1/"
FORM = f"{PAGE}discussion/"
API = "/api/v1/cycles/hall/proposals/1/comments/"


@pytest.fixture
def proposed(cast: Hall) -> Hall:
    """Ada's proposal, number 1, of which nobody has said anything."""
    cache.clear()
    cast.actor(ADMIN)
    cast.propose("ada", PRICE, RULE)
    return cast


def person(name: str) -> Person:
    return Person.objects.get_or_create(username=name, defaults={"email": ""})[0]


def proposal_of(hall: Hall) -> Proposal:
    return Proposal.objects.get(cycle=hall.pk, number=1)


_keys = iter(range(10**6))


def said(hall: Hall, name: str, text: str, **more: Any) -> Comment:
    key = more.pop("key", f"key {next(_keys)}")
    return post_comment(person(name), hall.cycle, proposal_of(hall), key, text=text, **more)


def told(name: str) -> list[str]:
    found = Notice.objects.filter(person__username=name, kind="discussion").order_by("pk")
    return list(found.values_list("text", flat=True))


def browser(name: str) -> Client:
    return browser_of(person(name))


def html(client: Client, path: str = PAGE) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_words_change_nothing_of_the_cycle(proposed: Hall) -> None:
    """No entry, no state; a replay knows nothing of them."""
    digest, seq = proposed.digest, proposed.cycle.seq
    said(proposed, "bob", "Why '''seven'''?")
    assert (proposed.digest, proposed.cycle.seq) == (digest, seq)
    proposed.is_sound()


def test_who_takes_part_hears_of_it_and_nobody_hears_of_their_own(proposed: Hall) -> None:
    """Whoever proposed it from the start; whoever said something from then on; until they do not want to."""
    said(proposed, "bob", "Why seven?")
    assert (len(told("ada")), len(told("bob")), len(told("eve"))) == (1, 0, 0)
    assert "bob on proposal 1, A change: “Why seven?”" in told("ada")[0]
    said(proposed, "ada", "Why not?")
    assert (len(told("ada")), len(told("bob"))) == (1, 1)
    follow_discussion(person("ada"), proposed.cycle, proposal_of(proposed), wants=False)
    follow_discussion(person("eve"), proposed.cycle, proposal_of(proposed), wants=True)
    said(proposed, "bob", "Because.")
    assert (len(told("ada")), len(told("bob")), len(told("eve"))) == (1, 1, 1)
    said(proposed, "ada", "I am back.")
    assert follows_discussion(person("ada"), proposed.cycle, proposal_of(proposed))


def test_sent_twice_it_is_said_once(proposed: Hall) -> None:
    """The same form or key; another's key is another."""
    first, again = said(proposed, "bob", "Once.", key="k"), said(proposed, "bob", "Once.", key="k")
    assert first == again
    assert said(proposed, "eve", "Once.", key="k") != first
    assert len(told("ada")) == 2


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b", "a\x00b", "\u202eesrever", "x" * (limits.COMMENT + 1)])
def test_what_is_nothing_or_too_much_is_refused(proposed: Hall, text: str) -> None:
    """Aloud, at its field; nothing is said and nobody told."""
    with pytest.raises(BadArguments) as caught:
        said(proposed, "bob", text)
    assert [error.field for error in caught.value.errors] == ["text"]
    assert not Comment.objects.exists()
    assert told("ada") == []


def test_a_line_of_the_change_is_quoted_and_nothing_else(proposed: Hall) -> None:
    """What came, what went, what a value becomes."""
    lines = quotable(proposed.cycle, proposal_of(proposed))
    assert "+ Humming: One may hum." in lines
    assert any("25 Vertebrae → 7 Vertebrae" in line for line in lines)
    assert said(proposed, "bob", "All?", quote="+ Humming: Softly.").quote == "+ Humming: Softly."
    with pytest.raises(BadArguments, match="not a line"):
        said(proposed, "bob", "All?", quote="I, ada, am a fool.")


def test_of_an_amended_rule_whole_lines_are_quoted(proposed: Hall) -> None:
    """As they were and as they will be, not the single words that differ; lines that stay are none of the change."""
    rules = proposed.cycle.law.document["rules"]
    name, rule = next((name, rule) for name, rule in rules.items() if rule["body"].count("\n\n") > 1)
    first, rest = rule["body"].split("\n", 1)
    path = f"/rules/{name}/body"
    proposed.propose("ada", {"op": "replace", "path": path, "value": f"Verily, {first}\n{rest}"})
    lines = quotable(proposed.cycle, Proposal.objects.get(cycle=proposed.pk, number=2))
    title = rule["title"]
    read = fill_placeholders(
        proposed.cycle.law, first, value=str, table=lambda table: table.caption
    )  # numbers, not their places
    assert lines[1:] == [f"− {title}: {read}"[:300], f"+ {title}: Verily, {read}"[:300]]


def test_a_link_beside_a_line_quotes_it(proposed: Hall) -> None:
    """The form has it chosen; what is no line chooses nothing, and whoever cannot say anything is offered none."""
    lines = quotable(proposed.cycle, proposal_of(proposed))
    page = html(browser("bob"))
    links = re.findall(r'href="\?quote=([^"#]*)#say"', page)
    assert sorted(map(unquote, links)) == sorted(lines)
    for link, line in zip(links, map(unquote, links), strict=True):
        chosen = re.findall(r'<option value="([^"]*)" selected>', html(browser("bob"), f"{PAGE}?quote={link}"))
        assert [unescape(each) for each in chosen] == [line]
    for odd in ("I%20am%20a%20fool.", "", "%00", "x" * 2000):
        assert " selected>" not in html(browser("bob"), f"{PAGE}?quote={odd}")
    assert "?quote=" not in html(Client())


def test_what_was_put_otherwise_stays_readable(proposed: Hall) -> None:
    """By its author alone; the same again is no edit."""
    comment = said(proposed, "bob", "Sevn.")
    assert say_otherwise(person("bob"), comment, "Sevn.").edited_at is None
    comment = say_otherwise(person("bob"), comment, "Seven.")
    assert [row.text for row in comment.earlier.all()] == ["Sevn."]
    with pytest.raises(Refused, match="You can edit only your own"):
        say_otherwise(person("ada"), comment, "Eight.")
    page = html(Client())
    assert "Seven." in page
    assert "Sevn." in page
    assert "edited" in page


def test_an_admin_hides_and_shows_again_and_deletes_nothing(proposed: Hall) -> None:
    """Nobody else; what it said and had said is seen by admins only, and through no door by others."""
    comment = said(proposed, "bob", "Xyzzy one.")
    say_otherwise(person("bob"), comment, "Xyzzy two.")
    with pytest.raises(Refused, match="Only moderators"):
        hide(person("ada"), comment, "no")
    with pytest.raises(BadArguments):
        hide(person(ADMIN), comment, " ")
    hide(person(ADMIN), comment, "off topic")
    doors = (PAGE, API, f"{API}{comment.pk}/", f"{PAGE}discussion.atom", "/c/hall/proposals/discussion.atom")
    for door in doors:
        for client in (Client(), browser("bob")):
            assert "Xyzzy" not in html(client, door), door
    assert "Hidden by keeper: off topic" in html(Client())
    assert "Xyzzy two." in html(browser(ADMIN))
    with pytest.raises(Refused, match="has hidden"):
        say_otherwise(person("bob"), comment, "Xyzzy three.")
    with pytest.raises(Refused):
        show_again(person("bob"), comment)
    show_again(person(ADMIN), comment)
    assert all("Xyzzy two." in html(Client(), door) for door in doors)


def test_what_is_hidden_is_in_no_notice(proposed: Hall) -> None:
    """Neither on the site, nor by the API, nor in what is sent later; shown again, it is told on the site again."""
    Person.objects.filter(username="ada").update(email="ada@example.org")
    EmailAddress.objects.create(user=person("ada"), email="ada@example.org", verified=True, primary=True)
    comment, other = said(proposed, "bob", "Xyzzy."), said(proposed, "eve", "Plugh.")
    assert Delivery.objects.filter(text__contains="Xyzzy", state=State.WAITING).count() == 1
    hide(person(ADMIN), comment, "off topic")
    for door in ("/notices/", "/api/v1/notices/"):
        shown = html(browser("ada"), door)
        assert "Xyzzy" not in shown
        assert "a comment of bob was hidden" in shown
        assert "Plugh" in shown
    states = Delivery.objects.filter(person__username="ada").order_by("pk").values_list("state", flat=True)
    assert list(states) == [State.UNNEEDED, State.WAITING]
    assert not Delivery.objects.filter(text__contains="Xyzzy").exists()
    hide(person(ADMIN), other, "this too")
    for _ in range(2):
        show_again(person(ADMIN), comment)
    assert [("Xyzzy" in text, "Plugh" in text) for text in told("ada")] == [(True, False), (False, False)]


def test_it_goes_on_when_the_votes_are_counted_and_for_who_has_left(proposed: Hall) -> None:
    """And for somebody who never played; who has left is told no less than others."""
    said(proposed, "bob", "First.")
    proposed.do("bob", "leave")
    proposed.to(WEEK)
    assert not proposal_of(proposed).is_open
    said(proposed, "bob", "I told you so.")
    said(proposed, "stranger", "What is a Chip?")
    assert [row.author for row in comments_on(proposed.cycle, proposal_of(proposed))] == ["bob", "bob", "stranger"]
    assert len(told("bob")) == 1
    assert "I told you so." in html(Client())


def test_nobody_says_more_within_an_hour_than_one_may(proposed: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is there room for more than so much on one proposal; editing has an end."""
    monkeypatch.setattr(limits, "COMMENTS_AN_HOUR", 2)
    monkeypatch.setattr(limits, "COMMENTS", 3)
    monkeypatch.setattr(limits, "COMMENT_EDITS", 1)
    first = said(proposed, "bob", "One.")
    said(proposed, "bob", "Two.")
    with pytest.raises(Refused, match="Wait before"):
        said(proposed, "bob", "Three.")
    proposed.clock.wait(minutes=61)
    said(proposed, "bob", "Three.")
    with pytest.raises(Refused, match="which is the maximum"):
        said(proposed, "eve", "Four.")
    say_otherwise(person("bob"), first, "Won.")
    with pytest.raises(Refused, match="1 times"):
        say_otherwise(person("bob"), first, "Wan.")


def test_what_a_form_could_not_do_stays_in_it(proposed: Hall) -> None:
    """With what is wrong beside it; without a log-in one is sent to log in."""
    answer = browser("bob").post(FORM, {"do": "say", "text": "Unheard", "quote": "nothing such"})
    assert answer.status_code == 422
    assert "Unheard" in answer.content.decode()
    assert "this is not a line of what the proposal changes" in answer.content.decode()
    assert Client().post(FORM, {"do": "say", "text": "x"}).headers["Location"].startswith("/accounts/login/")
    for sent in ({"do": "hide", "comment": "99"}, {"do": "otherwise", "comment": "9" * 40}, {"do": "say\x00"}, {}):
        assert browser("bob").post(FORM, sent).status_code in (409, 422)
    assert not Comment.objects.exists()


def test_ten_megabytes_are_too_much(proposed: Hall) -> None:
    """Through either door, before anybody reads them."""
    much = "x" * 10_000_000
    assert browser("bob").post(FORM, {"do": "say", "text": much}).status_code in (400, 413)
    assert browser("bob").post(API, {"text": much}, content_type="application/json").status_code == 413
    assert not Comment.objects.exists()


def test_by_forms_one_says_follows_and_hides(proposed: Hall) -> None:
    """Each leads back to the comment it is about."""
    key = "a" * 32
    for _ in range(2):
        answer = browser("bob").post(FORM, {"do": "say", "text": "Hm.", "idempotency_key": key})
    comment = Comment.objects.get()
    assert answer.headers["Location"] == f"{PAGE}?said={comment.pk}#comment-{comment.pk}"
    browser("bob").post(FORM, {"do": "unfollow"})
    assert not follows_discussion(person("bob"), proposed.cycle, proposal_of(proposed))
    browser("bob").post(FORM, {"do": "otherwise", "comment": str(comment.pk), "text": "Hum."})
    browser(ADMIN).post(FORM, {"do": "hide", "comment": str(comment.pk), "because": "noise"})
    comment.refresh_from_db()
    assert (comment.text, comment.hidden_because) == ("Hum.", "noise")


def test_programs_read_and_say(proposed: Hall) -> None:
    """In pages; said again with one key it is said once."""
    client = browser("bob")
    for text in ("One.", "Two.", "Two."):
        answer = client.post(API, {"text": text}, content_type="application/json", headers={"Idempotency-Key": text})
        assert answer.status_code == 201
    page = Client().get(API, {"limit": 1}).json()
    assert [each["text"] for each in page["items"]] == ["One."]
    assert [each["text"] for each in Client().get(page["next"]).json()["items"]] == ["Two."]
    one = f"{API}{page['items'][0]['id']}/"
    assert client.post(one, {"text": "Won."}, content_type="application/json").json()["earlier"][0]["text"] == "One."
    refused = browser("eve").post(one, {"text": "Wan."}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-yours")
    assert Client().post(API, {"text": "x"}, content_type="application/json").status_code in (401, 403)
    assert client.post(f"{API}999/", {"text": "x"}, content_type="application/json").status_code == 404
    assert client.post(API, {"text": 3}, content_type="application/json").status_code == 422


def test_programs_hide_and_follow(proposed: Hall) -> None:
    """Hiding is for admins; whoever asks for nothing that there is gets nothing."""
    comment = said(proposed, "bob", "Xyzzy.")
    json = "application/json"
    hiding, showing = f"{API}{comment.pk}/hide/", f"{API}{comment.pk}/show/"
    following = "/api/v1/cycles/hall/proposals/1/following/"
    refused = browser("ada").post(hiding, {"because": "no"}, content_type=json)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-admin")
    for sent in ({}, {"because": " "}, {"because": "x" * 301}, {"because": 1}, {"because": "x", "more": 1}):
        assert browser(ADMIN).post(hiding, sent, content_type=json).status_code == 422
    hidden = browser(ADMIN).post(hiding, {"because": "noise"}, content_type=json).json()
    assert (hidden["text"], hidden["quote"], hidden["hidden_because"]) == (None, "", "noise")
    assert browser(ADMIN).post(f"{API}{10**25}/hide/", {"because": "x"}, content_type=json).status_code == 404
    assert browser("bob").post(showing, {}, content_type=json).status_code == 409
    assert browser(ADMIN).post(showing, {}, content_type=json).json()["text"] == "Xyzzy."

    give_roles(person("bob"), {"moderator"})  # who does not decide about a comment of their own
    assert browser(ADMIN).post(hiding, {"because": "noise"}, content_type=json).status_code == 200
    refused = browser("bob").post(showing, {}, content_type=json)
    assert (refused.status_code, refused.json()["code"]) == (409, "yours")

    bob = browser("bob")
    assert bob.get(following).json() == {"follows": True}
    assert browser("eve").get(following).json() == {"follows": False}
    assert bob.post(following, {"follows": False}, content_type=json).json() == {"follows": False}
    assert bob.get(following).json() == {"follows": False}
    assert bob.post(following, {"follows": "no"}, content_type=json).status_code == 422
    for door in (hiding, showing, following):
        assert Client().post(door, {}, content_type=json).status_code in (401, 403)
    assert Client().get(following).status_code in (401, 403)


def test_a_feed_has_what_was_said_and_is_no_door_for_markup(proposed: Hall) -> None:
    """Escaped twice, as Atom has it; an empty one does not change by the minute."""
    empty = html(Client(), f"{PAGE}discussion.atom")
    proposed.clock.wait(minutes=5)
    assert html(Client(), f"{PAGE}discussion.atom") == empty
    said(proposed, "bob", "<script>alert(1)</script> & '''bold'''", quote="+ Humming: Softly.")
    feed = html(Client(), f"{PAGE}discussion.atom")
    assert "<script" not in feed
    assert "&lt;script" not in feed
    assert "&lt;b&gt;bold" in feed
    assert "Softly." in feed
    assert "bob on proposal 1" in html(Client(), "/c/hall/proposals/discussion.atom")


def test_the_page_asks_no_more_for_many_comments(proposed: Hall) -> None:
    """And shows the newest, or those around the one that is named."""
    client = browser("bob")

    def queries() -> int:
        html(client)
        with CaptureQueriesContext(connection) as made:
            html(client)
        return len(made)

    first = say_otherwise(person("eve"), said(proposed, "eve", "Comment 0?"), "Comment 0!")
    few = queries()
    Comment.objects.bulk_create(
        Comment(cycle=proposed.cycle, topic=first.topic, author="eve", key="", text=f"Comment {number}!")
        for number in range(1, 120)
    )
    assert queries() == few
    assert "Comment 119!" in html(client)
    assert "Comment 0!" not in html(client)
    assert "Comment 0!" in html(client, f"{PAGE}?said={first.pk}")
    for odd in ("?comments=0", "?comments=99999", "?comments=x", "?said=-1", f"?said={'9' * 30}"):
        html(client, PAGE + odd)
