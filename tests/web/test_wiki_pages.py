"""What people answer about a page of the wiki that was set aside."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from nomic.law.rules.tree import rules_of
from nomic.proposals.models import Proposal
from nomic.wiki.edit_reports.parked_page_answers import as_seen
from nomic.wiki.models import Answer, Cause, EditorMessage, Given, PageKind, Resolution, WikiPage
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing import markers
from nomic.wiki.publishing.pause import pause
from nomic.wikitext.escape import normalise_text
from tests.support.hall import ADMIN, Hall
from tests.support.signed_in import browser_of
from tests.web.test_composing import COMPOSE, operations

DRAWS = ("with a new result", "with two new results")


@pytest.fixture
def parked(cast: Hall) -> WikiPage:
    """The ruleset, in which somebody gave players with good luck more of it."""
    cast.publish()
    page = WikiPage.objects.select_related("cycle").get(cycle=cast.pk, kind=PageKind.RULESET)
    page.published_text, page.published_revid = normalise_text(render_page(page)), 7
    _park(page, page.published_text.replace(*DRAWS))
    return page


def _park(page: WikiPage, inside: str) -> None:
    page.parked_at, page.parked_cause, page.parked_reason = timezone.now(), Cause.EDITED, "somebody edited"
    page.parked_text, page.parked_revid = markers.Parts("", inside, "").page(), 8
    page.parked_difference = markers.difference(page.published_text, inside)
    page.save()


@pytest.fixture
def keeper(cast: Hall) -> Client:
    cast.actor(ADMIN)
    return browser_of(ADMIN)


def path_of(page: WikiPage) -> str:
    return f"/c/hall/wiki/{page.pk}/"


def seen(page: WikiPage) -> str:
    """What the form that asks once more holds of what was seen."""
    page.refresh_from_db()
    return as_seen(page)


def give(client: Client, page: WikiPage, answer: str, status: int = 302, **fields: str) -> HttpResponse:
    """Answer, as the form does; the page is as it stands then."""
    answered = client.post(path_of(page), {"answer": answer, "seen": seen(page), **fields})
    assert answered.status_code == status, answered.content.decode()[:2000]
    page.refresh_from_db()
    return answered


def unchanged(page: WikiPage) -> bool:
    page.refresh_from_db()
    return page.parked_at is not None and page.left_at is None and not Answer.objects.exists()


def test_the_list_leads_to_what_waits(parked: WikiPage) -> None:
    """Everybody sees what was changed there, and what the answers would do."""
    assert f'href="{path_of(parked)}"' in Client().get("/c/hall/wiki/").content.decode()
    text = Client().get(path_of(parked)).content.decode()
    assert "It is undone and done again, with two new results" in text
    assert "Put it back" in text
    assert "Admins do this." in text
    assert "What adopting it would put to the vote" in text


def test_a_long_list_goes_on_on_the_next_page(parked: WikiPage, monkeypatch: pytest.MonkeyPatch) -> None:
    """No page of the wiki is left out unsaid."""
    half = -(-WikiPage.objects.count() // 2)
    monkeypatch.setattr("nomic.web.views.cycle.wiki_overview.PAGES_SHOWN", half)
    first, second = (Client().get("/c/hall/wiki/", {"page": number}).content.decode() for number in (1, 2))
    assert "Page 1 of 2" in first
    titles = WikiPage.objects.values_list("title", flat=True)
    assert all((f"<span>{title}</span>" in first) + (f"<span>{title}</span>" in second) <= 1 for title in titles)
    assert sum(text.count('<th scope="row" data-label="Page">') for text in (first, second)) == len(titles) > half


def test_a_page_that_stands_as_it_should_has_nothing_to_answer(parked: WikiPage) -> None:
    """Nor has one of another cycle, or none."""
    other = WikiPage.objects.exclude(pk=parked.pk).first()
    assert other is not None
    assert "What should happen to it?" not in Client().get(path_of(other)).content.decode()
    for pk in (0, 2**62, 2**70):
        assert Client().get(f"/c/hall/wiki/{pk}/").status_code == 404


def test_staff_put_it_back(parked: WikiPage, keeper: Client) -> None:
    """Asked about once more with what it does, then recorded: who, when, about which revision."""
    asked = keeper.get(path_of(parked), {"answer": "put-back"}).content.decode()
    assert "stays in the wiki’s history" in asked
    assert "<button>Put it back</button>" in asked
    assert f'name="seen" value="{seen(parked)}"' in asked
    assert unchanged(parked), "asking changes nothing"
    give(keeper, parked, "put-back")
    assert (parked.parked_at, parked.resolution) == (None, Resolution.OURS)
    answer = Answer.objects.get()
    assert (answer.name, answer.given, answer.revid, answer.reason) == (ADMIN, Given.PUT_BACK, 8, "somebody edited")
    assert f"<strong>{ADMIN}</strong>: put back" in keeper.get(path_of(parked)).content.decode()


def test_staff_leave_it(parked: WikiPage, keeper: Client) -> None:
    """It stays set aside; left once, put back later."""
    give(keeper, parked, "leave")
    assert parked.left_at is not None
    assert parked.parked_at is not None
    refused = give(keeper, parked, "leave", 409)
    assert "already left unchanged" in refused.content.decode()
    give(keeper, parked, "put-back")
    assert (parked.left_at, parked.parked_at) == (None, None)
    assert [answer.given for answer in Answer.objects.all()] == [Given.PUT_BACK, Given.LEFT]


@pytest.mark.parametrize("answer", ["put-back", "leave"])
def test_only_staff_answer_so(parked: WikiPage, answer: str) -> None:
    """Players are told; who is not logged in is asked to log in; nothing changes."""
    for client in (browser_of("ada"), Client()):
        assert 'name="seen"' not in client.get(path_of(parked), {"answer": answer}).content.decode(), "not offered"
    assert "Only admins" in give(browser_of("ada"), parked, answer, 403).content.decode()
    assert give(Client(), parked, answer).headers["Location"].startswith("/accounts/login/")
    assert unchanged(parked)


@pytest.mark.parametrize("answer", ["put-back", "leave", "adopt"])
def test_what_was_seen_is_what_is_answered(parked: WikiPage, keeper: Client, answer: str) -> None:
    """Where the wiki was edited again meanwhile the answer is refused, and so where no form of ours was sent."""
    before = seen(parked)
    _park(parked, parked.published_text.replace(DRAWS[0], "with ten new results"))
    client = browser_of("ada") if answer == "adopt" else keeper
    for told in (before, "", "x" * 100_000):
        refused = client.post(path_of(parked), {"answer": answer, "seen": told})
        assert (refused.status_code, "changed on the wiki" in refused.content.decode()) == (409, True)
    assert unchanged(parked)


def test_the_second_is_told_who_was_first(parked: WikiPage, keeper: Client) -> None:
    """Two answer at once, or one twice."""
    form = seen(parked)
    give(browser_of("ada"), parked, "adopt")
    refused = keeper.post(path_of(parked), {"answer": "put-back", "seen": form})
    assert "ada has answered: adopted as a proposal." in refused.content.decode()
    assert Answer.objects.count() == 1


def test_no_answer_is_refused(parked: WikiPage, keeper: Client) -> None:
    """Anything but one of the three answers is refused, and the page stays as it is."""
    for answer in ("", "noted", "delete", "\x00"):
        assert keeper.post(path_of(parked), {"answer": answer}).status_code == 409
        assert keeper.get(path_of(parked), {"answer": answer}).status_code == 200
    assert unchanged(parked)


def test_a_player_adopts_it_as_a_proposal(parked: WikiPage) -> None:
    """The words are law's words again until the vote; the edit opens in the composer, and is submitted there."""
    ada = browser_of("ada")
    give(ada, parked, "adopt")
    assert (parked.parked_at, parked.resolution) == (None, Resolution.OURS)
    body = rules_of(parked.cycle.law)["luck"].body
    assert Answer.objects.get().operations == [
        {"op": "test", "path": "/rules/luck/body", "value": body},
        {"op": "replace", "path": "/rules/luck/body", "value": body.replace(*DRAWS)},
    ]
    shown = ada.get(path_of(parked))
    title, amendments = shown.context["answers"][0][1:]
    assert title == "Luck, as written on the wiki"
    draft = ada.post(COMPOSE, {"title": title, "amendments": amendments, "look": "1"})
    assert operations(draft) == json.loads(amendments)
    assert draft.context["draft"].differences.rules[0].title == "Luck"
    sent = ada.post(COMPOSE, {"title": title, "amendments": amendments, "class": "standard", "submit": "1"})
    assert sent.status_code == 302
    assert Proposal.objects.get().amendments[-1]["value"] == body.replace(*DRAWS)


def test_who_may_not_propose_cannot_adopt(parked: WikiPage, keeper: Client) -> None:
    """Staff who do not play, for one: with the reason."""
    assert "You are not a player" in give(keeper, parked, "adopt", 409).content.decode()
    assert unchanged(parked)


def test_what_is_no_law_cannot_be_adopted(parked: WikiPage) -> None:
    """It is said plainly, and why."""
    WikiPage.objects.filter(kind=PageKind.GAMESTATE).delete()
    WikiPage.objects.filter(pk=parked.pk).update(kind=PageKind.GAMESTATE)
    refused = give(browser_of("ada"), parked, "adopt", 409)
    assert "Only the words of rules are voted on." in refused.content.decode()
    assert unchanged(parked)


def test_new_rules_stand_under_their_headings(parked: WikiPage, cast: Hall) -> None:
    """And one under which others stay is not repealed."""
    text = parked.published_text
    general = text.index("=== General ===")
    text = f"{text[:general]}=== Haste ===\nBe quick.\n\n==== More haste ====\nLess speed.\n\n{text[general:]}"
    time = text.index("== Time ==")
    _park(parked, text[:time] + text[text.index("=== Haste ===") :])
    give(browser_of("ada"), parked, "adopt")
    answer = Answer.objects.get()
    added: dict[str, Any] = {each["path"]: each["value"] for each in answer.operations if each["op"] == "add"}
    assert added["/rules/more-haste"]["parent"] == "haste"
    assert [each["op"] for each in answer.operations] == ["add", "add"], "no rule is repealed"


# A message for the editor.


def _edited_by(page: WikiPage, name: str) -> None:
    WikiPage.objects.filter(pk=page.pk).update(parked_by=name, parked_edit=8)


def test_staff_leave_a_word_for_the_editor(parked: WikiPage, keeper: Client) -> None:
    """The button is there once; what came of the word stands in its place."""
    _edited_by(parked, "<Ben>")
    assert "Write to the editor</button>" in keeper.get(path_of(parked)).content.decode()
    answered = keeper.post(path_of(parked), {"message": "8"}, follow=True).content.decode()
    assert "A message for &lt;Ben&gt; is being sent." in answered
    word = EditorMessage.objects.get()
    assert (word.name, word.edit, word.editor, unchanged(parked)) == (ADMIN, 8, "<Ben>", True)
    assert f"A message for &lt;Ben&gt;, left by {ADMIN}, is about to be sent" in answered
    assert "Write to the editor" not in answered
    for state, words in {
        EditorMessage.State.SENT: "was sent to their talk page at",
        EditorMessage.State.WITHHELD: "was not sent: the editor is a bot.",
        EditorMessage.State.UNKNOWN: "It is not sent again.",
    }.items():
        EditorMessage.objects.update(state=state, reason="the editor is a bot", sent_at=timezone.now())
        assert words in keeper.get(path_of(parked)).content.decode()
    again = keeper.post(path_of(parked), {"message": "8"})
    assert again.status_code == 409
    assert "about this edit already" in again.content.decode()


def test_only_staff_leave_a_word(parked: WikiPage, keeper: Client) -> None:
    """Nor is there a word about an edit that nobody has seen, or of nobody."""
    player = browser_of("ada")
    assert "Write to the editor" not in keeper.get(path_of(parked)).content.decode()
    assert keeper.post(path_of(parked), {"message": "8"}).status_code == 409
    _edited_by(parked, "Ben")
    assert "Write to the editor" not in player.get(path_of(parked)).content.decode()
    assert player.post(path_of(parked), {"message": "8"}).status_code == 403
    assert "/login/" in Client().post(path_of(parked), {"message": "8"}).headers["Location"]
    for edit in ("9", "", "x" * 5_000, "8\x00"):
        assert keeper.post(path_of(parked), {"message": edit}).status_code == 409
    assert not EditorMessage.objects.exists()


def test_what_was_changed_is_shown_in_words(parked: WikiPage, keeper: Client) -> None:
    """Removed and added words are marked, entities are read, and nothing that people wrote becomes HTML."""
    _park(parked, parked.published_text.replace(*DRAWS) + "&#60;script&#62; is here")
    page = keeper.get(path_of(parked)).content.decode()
    words = page.split('id="what-was-changed"')[1].split("<details")[0]
    assert "<del>" in words
    assert "<ins>" in words
    assert "&lt;script&gt; is here" in words
    assert "<script> is" not in page
    assert "@@" not in words
    assert "+++" not in words


def test_a_pause_is_said_where_a_page_is_put_back(parked: WikiPage, keeper: Client) -> None:
    """On the page, and in the message after the answer."""
    pause(timezone.now() + timedelta(hours=5), "the wiki moves")
    assert "paused publishing to the wiki: the wiki moves" in keeper.get(path_of(parked)).content.decode()
    give(keeper, parked, "put-back")
    page = keeper.get(path_of(parked)).content.decode()
    assert "Publishing is paused, so this waits until publishing resumes." in page
    assert "about to be written" not in page
