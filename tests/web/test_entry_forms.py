"""A card, an offer, an item is filled in as a form, or written as text; the two are the same, both ways."""

import html
import re

import pytest
from django.http import HttpResponse

from nomic.clauses.clause_index import vocabulary_of
from nomic.clauses.schema.kind_registry import kinds
from nomic.clauses.vocabulary.narrowed_events import narrowed_under
from nomic.cycles.domain.events import TOPICS
from nomic.effects.language.event_names import event_named, events_by_topic, with_word, words_for_events
from nomic.forms.schema_forms import inputs_for, submitted_pairs
from nomic.law.schema.expectations import expectation_for
from nomic.proposals.models import Draft, Proposal
from tests.support.sent_forms import read_form
from tests.web.test_composing import COMPOSE, operations, post

OFFER = "/shop/offers/Handy Pack"
FIELD = re.compile(
    r'<(?:input type="hidden"|(?:input|textarea|select) id="in-\w+") '
    r'name="(?P<name>open_entry|opened|entry_as|entry_text|amendments|f:[^"]*)"'
    r'(?: value="(?P<value>[^"]*)")?[^>]*>'
    r"(?:\n(?P<text>[^<]*)</textarea>|(?P<options>(?:</?optgroup[^>]*>|<option.*?</option>)*)</select>)?"
)


def form_of(answer: HttpResponse) -> dict[str, str]:
    """The form of the entry that is open, as a browser would send it."""
    page = answer.content.decode().partition('id="compose"')[2].partition("</form>")[0]
    found = {}
    for field in FIELD.finditer(page):
        options = re.findall(r'<option value="([^"]*)" selected', field["options"] or "")
        found[field["name"]] = options[0] if options else field["value"] or field["text"] or ""
    return {html.unescape(name): html.unescape(text) for name, text in found.items()}


def filled(fields: dict[str, str], **typed: str) -> dict[str, str]:
    """The form with other words in some of its fields, by the field's name."""
    names = {name.rpartition("/")[2]: name for name in fields if name.startswith("f:")}
    rows = tuple(f":{names[name]}" for name in typed)  # they would replace the text of their list
    kept = {name: text for name, text in fields.items() if name.startswith("f:") or not name.endswith(rows)}
    return {**kept, **{names[name]: text for name, text in typed.items()}}


@pytest.mark.parametrize("place", [OFFER, "/cards/Ace", "/cards/Joker", "/items/Chip", "/modifiers/Blue Coating"])
def test_a_form_that_nobody_touched_changes_nothing(ada, cast, place):
    fields = form_of(ada.get(COMPOSE, {"at": place}))
    assert fields["entry_as"] == "form"
    with cast.nothing_changes():
        answer = post(ada, look="1", **fields)
    assert answer.context["draft"].differences is None
    assert form_of(answer) == fields
    assert not Draft.objects.filter(fields__has_key="open_entry").exists()


def test_an_offer_is_changed_in_a_form(ada, cast):
    """Looked at, turned into text and back, put in or submitted as it stands."""
    fields = filled(form_of(ada.get(COMPOSE, {"at": OFFER})), costs="Vertebra: 9\r\nChip: 1")
    answer = post(ada, look="1", **fields)
    assert "9 Vertebrae" in answer.content.decode()
    as_text = post(ada, turn="text", **fields)
    assert "costs: {Vertebra: 9, Chip: 1}" in as_text.context["open_entry"]["entry_text"]
    assert not as_text.context["open_entry"]["inputs"]
    text = as_text.context["open_entry"]["entry_text"]
    back = post(ada, turn="form", entry_as="text", open_entry=OFFER, opened=fields["opened"], entry_text=text)
    assert form_of(back) == form_of(answer)
    put = post(ada, put="1", **form_of(back))
    assert operations(put)[-1]["value"]["costs"] == {"Vertebra": 9, "Chip": 1}
    post(ada, 302, submit="1", **fields)
    assert Proposal.objects.get(cycle=cast.pk).amendments[-1]["value"]["costs"] == {"Vertebra": 9, "Chip": 1}


def test_a_new_item_is_filled_in(ada):
    """A blank form of its kind, without a line of data."""
    fields = form_of(ada.get(COMPOSE, {"entry": "/items/+"}))
    fields = filled(fields, plural="Lanterns", kind="keepsake", text="It shines.")
    added = operations(post(ada, put="1", entry_name="Lantern", **fields))[-1]
    assert added["path"] == "/items/Lantern"
    assert (added["value"]["plural"], added["value"]["kind"]) == ("Lanterns", "keepsake")


def test_a_new_entry_begins_like_another(ada):
    fields = form_of(ada.get(COMPOSE, {"entry": "/cards/+"}))
    answer = post(ada, copy="1", like="Ace", entry_name="Deuce", **fields)
    added = operations(post(ada, put="1", entry_name="Deuce", **filled(form_of(answer), values="2")))[-1]
    assert (added["path"], added["value"]["values"]) == ("/cards/Deuce", [2])
    assert post(ada, 422, copy="1", like="Nobody", entry_name="Deuce", **fields).context["open_entry"]
    assert post(ada, 422, copy="1", like="Ace").context["draft"].wrong_step


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"costs": "Vertebra: much"}, "a whole number from 0 to"),
        ({"costs": "Vertebra"}, "a whole number from 0 to"),
        ({"gives": "[1, 2"}, "expected"),
        ({"gives": "- {fly: 1}"}, ""),
    ],
)
def test_what_a_field_cannot_be_is_said_there_and_kept(ada, cast, typed, says):
    """In plain words, at the input; nothing is put in, nothing is lost."""
    fields = filled(form_of(ada.get(COMPOSE, {"at": OFFER})), **typed)
    with cast.nothing_changes():
        answer = post(ada, 422, look="1", **fields)
    assert says in answer.content.decode()
    kept = form_of(answer)
    for name, text in typed.items():
        (sent,) = [kept[field] for field in kept if field.endswith(f"/{name}")]
        assert sent.split(":")[0].strip("-[{ }'") == text.split(":")[0].strip("-[{ }'")
    if says.startswith("a whole"):
        assert re.search(r'value="Vertebra" selected.*aria-invalid="true"', answer.content.decode(), re.DOTALL)


@pytest.mark.parametrize(
    "odd",
    [
        {"f:p:text:/a/b": "x", "f:p:text:/a": "y"},
        {"f:x": "1"},
        {"f:p:data:/gives": "[" * 9000},
        {f"f:p:text:/x{count}": "y" for count in range(300)},
        {"f:p:text:/" + "\x00": "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")},
    ],
)
def test_odd_forms_are_refused_and_change_nothing(ada, cast, odd):
    fields = {"open_entry": OFFER, "entry_as": "form", "entry_text": "costs: {}", "submit": "1", **odd}
    with cast.nothing_changes():
        post(ada, 422, **fields)


def test_a_card_says_what_it_does_and_repeats_no_label(ada, cast):
    page = html.unescape(post(ada, pick_entry="1", entry="/cards/Ace").content.decode())
    assert "<legend>Change the card Ace</legend>" in page
    assert "<summary>What it does</summary>" in page
    assert "What playing the card Ace does." in page
    assert "values of the card Ace" not in page.partition('id="entry-form"')[2].partition("</fieldset>")[0]


def test_a_draft_keeps_the_form(ada):
    """In another browser the form stands there again, with what was typed."""
    fields = filled(form_of(ada.get(COMPOSE, {"at": OFFER})), costs="Vertebra: 7")
    post(ada, look="1", **fields)
    draft = Draft.objects.get()
    again = form_of(ada.get(COMPOSE, {"draft": draft.code}))
    assert again["entry_as"] == "form"
    assert any(text == "Vertebra: 7" for text in again.values())


def test_a_part_of_the_law_that_is_no_map_is_a_form_too(ada, cast):
    """Opened by its place or by that of anything in it; its texts, numbers and conditions have inputs of their own."""
    fields = form_of(ada.get(COMPOSE, {"at": "/trades"}))
    assert fields["open_entry"] == "/trades"
    with cast.nothing_changes():
        assert post(ada, look="1", **fields).context["draft"].differences is None
    fields = filled(fields, within_hours="48")
    put = post(ada, put="1", **fields)
    assert operations(put)[-1]["value"]["within_hours"] == 48
    assert ada.get(COMPOSE, {"at": "/calendar/phases"}).context["open_entry"]["target"] == "/calendar"
    assert "As a whole" in ada.get(COMPOSE).content.decode()


def test_a_text_in_a_cell_stays_a_text() -> None:
    """A cell of a table is yes or no, a number or a text: each is shown as what it is, and sent as it was."""
    rows = {"Mend the roof": {"Where": "Attic", "How many": 4, "Done": True}}
    entry = {"table": "Quests", "columns": {"Where": "name", "How many": "number", "Done": "flag"}, "rows": rows}
    inputs = inputs_for(expectation_for(kinds()["table"].schema), (), entry)
    kind_of = {pair[0].rpartition("/")[2]: pair[0].split(":")[2] for pair in submitted_pairs(inputs)}
    assert (kind_of["Where"], kind_of["How many"], kind_of["Done"]) == ("text", "number", "yes")
    assert read_form(submitted_pairs(inputs))["rows"] == rows


def test_events_are_offered_by_what_they_are_about(ada, cast):
    """In the form of a trigger and in its blocks, each event once, in the group that its declaration names."""
    law = cast.cycle.law
    groups = events_by_topic(vocabulary_of(law).events)
    assert [topic for topic, _ in groups] == [topic for topic in TOPICS if topic in dict(groups)]
    words = [word for _, offered in groups for word, _ in offered]
    assert len(words) == len(set(words))
    assert {*map(event_named, words)} == {*map(event_named, words_for_events(vocabulary_of(law).events))}
    assert ("joined", "a player joins") in dict(groups)["Players"]
    page = ada.get(f"{COMPOSE}?entry=/rules/card-gifting/clauses/return").content.decode()
    form, *_ = re.findall(r'<select data-rereads id="[^"]*" name="[^"]*when".*?</select>', page, re.DOTALL)
    assert re.findall(r'<optgroup label="([^"]+)">', form) == [topic for topic, _ in groups]
    narrowed = {each.word for each in narrowed_under(law)}
    assert "duel-won" in narrowed
    offered = re.findall(r'<option value="([^"]+)"', form)[1:]
    assert [word for word in offered if word not in narrowed] == words
    assert {*offered} == {*words} | narrowed
    times = dict(dict(with_word(groups, "phase-begins"))["Time"])  # its other name is listed otherwise
    assert times["phase-begins"] == "a phase begins"
    assert "phase-began" not in times
