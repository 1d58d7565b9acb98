"""What somebody writes is kept on the server until it is submitted: in whatever order pages save it."""

import json
import re

import pytest
from django.test import Client

from nomic import limits
from nomic.proposals.models import Draft, Proposal
from tests.support.signed_in import browser_of
from tests.web.test_composing import CHANGE, COMPOSE, PRICE, post

KEEP = f"{COMPOSE}keep/"


def marks(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="(draft|writer|version)" value="(\w+)"', page))


def opened(browser: Client, address: str = COMPOSE) -> dict[str, str]:
    """The marks of a page just opened."""
    return marks(browser.get(address).content.decode())


def kept(browser: Client, page: dict[str, str], **fields: str) -> dict[str, str]:
    """Save while writing; the marks of the page from then on."""
    answer = browser.post(KEEP, {**page, **fields})
    assert answer.status_code == 200
    return marks(answer.content.decode())


def test_what_is_written_is_there_in_another_browser(ada, cast):
    """Words, what is open and what is searched for; thrown away or submitted, it is gone."""
    page = opened(ada)
    page = kept(ada, page, title="Dear", open_value=PRICE, new_value="31")
    page = kept(ada, page, title="Dearer", text="So be it.", open_value=PRICE, new_value="31")
    other = browser_of("ada")
    assert "Dearer</a>" in other.get(COMPOSE).content.decode()
    answer = other.get(f"{COMPOSE}?draft={page['draft']}")
    assert (answer.context["draft"].title, answer.context["draft"].text) == ("Dearer", "So be it.")
    assert answer.context["open_value"]["typed"] == "31"
    assert answer.context["draft"].differences is not None
    fields = {"title": "Dearer", "text": "So be it.", "open_value": PRICE, "new_value": "31"}
    post(other, 302, submit="1", **marks(answer.content.decode()), **fields)
    assert not Draft.objects.filter(submitted_at=None).exists()
    assert "That draft is gone" in other.get(f"{COMPOSE}?draft={page['draft']}").content.decode()


def test_every_step_keeps_it_without_scripts(ada, cast):
    """A form that is sent twice is kept once, and a step that is refused is kept, too."""
    page = opened(ada)
    with cast.nothing_changes():
        post(ada, 422, open_value=PRICE, new_value="much", put="1", **page)
        answer = post(ada, 422, open_value=PRICE, new_value="much", put="1", **page)
    (draft,) = Draft.objects.filter(submitted_at=None)
    assert draft.fields["new_value"] == "much"
    assert marks(answer.content.decode())["draft"] == draft.code
    post(ada, anew="1", **marks(answer.content.decode()))
    assert not Draft.objects.filter(submitted_at=None).exists()


def test_what_another_page_has_written_is_not_written_over(ada):
    """Two pages of one draft: the later one that has not seen the other's words is kept beside it, once."""
    first = kept(ada, opened(ada), title="One")
    second = opened(ada, f"{COMPOSE}?draft={first['draft']}")
    first = kept(ada, first, title="One and more")
    for _ in range(2):
        beside = kept(ada, second, title="Another")
    assert beside["draft"] != first["draft"]
    assert set(Draft.objects.filter(submitted_at=None).values_list("title", flat=True)) == {"One and more", "Another"}
    post(ada, 302, submit="1", **beside)
    assert [draft.title for draft in Draft.objects.filter(submitted_at=None)] == ["One and more"]


def test_a_page_that_was_submitted_leaves_what_another_has_written_since(ada):
    first = kept(ada, opened(ada), title="One")
    second = opened(ada, f"{COMPOSE}?draft={first['draft']}")
    kept(ada, second, title="One, by the other page")
    post(ada, 302, submit="1", **first)
    assert [draft.title for draft in Draft.objects.filter(submitted_at=None)] == ["One, by the other page"]


@pytest.mark.parametrize("is_saved_before", [True, False])
def test_what_a_page_sends_after_it_was_submitted_brings_no_draft_back(ada, cast, is_saved_before):
    """It was on its way, or typed while the proposal was; another page may go on with words of its own."""
    page = opened(ada)
    if is_saved_before:
        page = kept(ada, page, title="Dearer")
    post(ada, 302, title="Dearer", text="So be it.", submit="1", **page)
    late = ada.post(KEEP, {**page, "title": "Dearer", "text": "So be i"})
    assert "it has been submitted" in late.content.decode()
    assert "What you have been writing" not in ada.get(COMPOSE).content.decode()
    kept(ada, opened(ada), title="Another")
    assert "Another</a>" in ada.get(COMPOSE).content.decode()


def test_that_a_draft_was_submitted_is_forgotten_in_time(ada, cast):
    """Only as long as a page may still be on its way; so nothing heaps up."""
    for title in ("One", "Two"):
        post(ada, 302, title=title, text="So be it.", submit="1", **opened(ada))
    assert Draft.objects.count() == 2
    cast.clock.wait(hours=2)
    post(ada, 302, title="Three", text="So be it.", submit="1", **opened(ada))
    assert Draft.objects.count() == 1


def test_drafts_are_for_their_writer_alone(ada, cast):
    """Nobody else is shown one, opens one or throws one away, whatever they send."""
    page = kept(ada, opened(ada), title="A secret")
    bob = browser_of("bob")
    for address in (COMPOSE, f"{COMPOSE}?draft={page['draft']}"):
        assert "A secret" not in bob.get(address).content.decode()
    bob.post(COMPOSE, {"throw_away": page["draft"]})
    bob.post(COMPOSE, {"anew": "1", **page})
    kept(bob, page, title="Bob's own")
    assert Draft.objects.get(person__username="ada").title == "A secret"
    assert Client().post(KEEP, {**page, "title": "Nobody's"}).status_code == 403


def test_as_many_are_kept_as_the_limit_says(ada):
    """One more is refused aloud, and so is what is too long; what was kept stays."""
    for number in range(limits.DRAFTS):
        page = kept(ada, opened(ada), title=f"Draft {number}")
    answer = ada.post(KEEP, {**opened(ada), "title": "One more"})
    assert "delete one of them" in answer.content.decode()
    answer = ada.post(KEEP, {**page, "title": "Longer", "text": "x" * limits.DRAFT})
    assert "a draft can have at most 400,000 characters" in answer.content.decode()
    assert Draft.objects.filter(submitted_at=None).count() == limits.DRAFTS
    assert Draft.objects.get(code=page["draft"]).title == f"Draft {limits.DRAFTS - 1}"


@pytest.mark.parametrize(
    "marked", [{}, {"draft": "x"}, {"draft": "0" * 32, "writer": "é" * 32}, {"draft": "0" * 32, "version": "9" * 99}]
)
def test_odd_marks_and_words_are_no_error(ada, marked):
    answer = ada.post(KEEP, {**marked, "title": "\x00", "text": "\ud800".encode("utf-8", "surrogatepass")})
    assert answer.status_code == 200


def test_an_empty_form_is_not_kept(ada):
    """Nor one in which something is only opened."""
    kept(ada, opened(ada), title="", open_rule="luck")
    assert not Draft.objects.filter(submitted_at=None).exists()


def test_opening_something_comes_on_top_of_a_draft(ada):
    """What is beside every piece of the law adds to what is being written, if one wants."""
    page = kept(ada, opened(ada), title="Two things", open_value=PRICE, new_value="31")
    answer = ada.get(f"{COMPOSE}?draft={page['draft']}&rule=luck")
    assert answer.context["open_rule"]["rule_title"] == "Luck"
    assert json.loads(answer.context["draft"].amendments)[-1]["value"] == 31


def test_withdraw_and_submit_again_takes_everything_along(ada, cast):
    """R12: the old one is withdrawn as the new one is submitted, not before, and not for what cannot be submitted."""
    cast.propose("ada", CHANGE, title="Dearer")
    answer = ada.get(f"{COMPOSE}?from=1")
    draft = answer.context["draft"]
    assert (draft.title, draft.instead_of) == ("Dearer", "1")
    fields = {"title": "Dearest", "amendments": draft.amendments, "instead_of": "1", **marks(answer.content.decode())}
    with cast.nothing_changes():
        post(ada, 422, submit="1", **{**fields, "amendments": "[{"})
        post(ada, 422, submit="1", open_value=PRICE, new_value="much", **fields)
    post(ada, 302, submit="1", **fields)
    assert list(Proposal.objects.values_list("title", "status")) == [("Dearer", "withdrawn"), ("Dearest", "open")]
    post(ada, 302, submit="1", **fields)
    assert Proposal.objects.get(number=2).amendments[-1]["value"] == 30


def test_nobody_withdraws_what_is_anothers_by_submitting(ada, cast):
    """Whoever takes up another's words proposes them, too; so does who says what they are to replace by hand."""
    cast.propose("bob", CHANGE, title="Dearer")
    assert ada.get(f"{COMPOSE}?from=1").context["instead_of"] is None
    for odd in ("1", "99", "x", "²"):
        post(ada, 302, submit="1", title=f"Mine {odd}", instead_of=odd)
    assert Proposal.objects.get(number=1).is_open


def test_without_a_title_it_is_called_by_what_it_changes(ada, cast):
    post(ada, 302, submit="1", title="", text="", open_value=PRICE, new_value="31")
    assert Proposal.objects.get().title == "Change the price of one Chip from 25 to 31 Vertebrae"


def test_what_is_wrong_is_said_at_its_field(ada):
    """By the name of the place, with what would be right."""
    for fields, field in (
        ({"title": "x" * 300}, "title"),
        ({"open_value": PRICE, "new_value": "-5"}, "new_value"),
        ({"open_value": PRICE, "new_value": "much"}, "new_value"),
        ({"open_entry": "/cards/+", "entry_name": "Fish", "entry_text": "values: 3"}, "entry_text"),
    ):
        page = post(ada, 422, submit="1", **fields).content.decode()
        assert f'id="{field}-wrong"' in page
        assert re.search(rf'id="{field}"[^>]*aria-invalid="true" aria-describedby="[a-z-]*\s?{field}-wrong"', page)
    assert "a list of whole numbers" in page
    assert "constrained" not in page


def test_the_same_words_typed_again_are_one_draft(ada):
    """Every try begins on a new page; what says nothing new does not heap up."""
    first = kept(ada, opened(ada), title="Dearer", text="Chips cost more.")
    again = kept(ada, opened(ada), title="Dearer", text="Chips cost more.")
    assert [draft.code for draft in Draft.objects.all()] == [again["draft"]]
    assert first["draft"] != again["draft"]
    other = kept(ada, opened(ada), title="Dearer", text="Chips cost less.")
    assert Draft.objects.count() == 2
    kept(ada, other, title="Dearer", text="Chips cost more.")  # in the end it says the same
    assert [draft.code for draft in Draft.objects.all()] == [other["draft"]]


def test_all_other_drafts_are_thrown_away_together(ada):
    for title in ("One", "Two"):
        kept(ada, opened(ada), title=title)
    assert "Delete all of them" in ada.get(COMPOSE).content.decode()
    post(ada, 200, title="Three", throw_away="all", **opened(ada))
    assert [draft.title for draft in Draft.objects.all()] == ["Three"]  # what is open stays


def test_a_draft_is_called_by_what_it_adds_and_cut_at_a_word(ada):
    card = {"open_entry": "/cards/+", "entry_name": "Pip", "entry_text": "values: [3]"}
    kept(ada, opened(ada), **card)
    assert Draft.objects.get().title == "Pip"
    kept(ada, opened(ada), text="Nobody may nap. " * 20)
    assert Draft.objects.get(title__startswith="Nobody").title.endswith((" nap.…", " may…", " Nobody…"))
