"""Effects are built from blocks, a step a page: what is typed stays, what is pressed goes in where it was offered."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from nomic.proposals.models import Proposal
from tests.support.hall import Hall
from tests.web.test_composing import COMPOSE, operations, post

NEW_CARD = {"entry": "/cards/+"}
LUCK = "/rules/luck/clauses/+"


class Form(HTMLParser):
    """The fields of the form in which a proposal is written, and the buttons of blocks."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.steps: list[str] = []
        self._in_form = 0
        self._select = ""
        self._first = False
        self._text = ""
        self.feed(answer.content.decode())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self._in_form = self._in_form or given.get("id") == "compose"
        if not self._in_form or "disabled" in given:
            return
        name = given.get("name", "")
        if tag == "button" and name in ("block", "begin"):
            self.steps.append(given["value"])
        elif tag == "input" and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            self.fields[name] = given.get("value", "")
        elif tag == "textarea":
            self._text, self.fields[name] = name, ""
        elif tag == "select":
            self._select, self._first = name, True
        elif tag == "option" and self._select and (self._first or "selected" in given):
            self.fields[self._select], self._first = given.get("value", ""), False

    def handle_data(self, data: str) -> None:
        if self._text:
            self.fields[self._text] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._in_form = 0
        elif tag == "textarea":
            self.fields[self._text] = self.fields[self._text].removeprefix("\n")
            self._text = ""
        elif tag == "select":
            self._select = ""

    def step(self, *words: str) -> str:
        """The button whose value has all of these words; the first of several."""
        exact = " ".join(words)
        return exact if exact in self.steps else next(s for s in self.steps if all(word in s for word in words))


class Builder:
    """Somebody who writes a proposal without a script: each step posts the whole form."""

    def __init__(self, client: Client, answer: HttpResponse) -> None:
        self.client = client
        self.form = Form(answer)
        self.answer = answer

    def type(self, place: str, text: str) -> None:
        """Type into the gap at a place, else into the field there."""
        found = [name for name in self.form.fields if name.endswith(f":{place}") or name == place]
        name = next((name for name in found if ":b:" in name), found[0])
        self.form.fields[name] = text
        for row in [each for each in self.form.fields if each.startswith(("row:", "amount:")) and each.endswith(name)]:
            del self.form.fields[row]  # the text of a list counts if its rows are not sent

    def send(self, status: int = 200, **buttons: str) -> HttpResponse:
        fields = {name: text for name, text in self.form.fields.items() if name and name != "csrfmiddlewaretoken"}
        self.answer = post(self.client, status, **fields, **buttons)
        if status != 302:
            self.form = Form(self.answer)
        return self.answer

    def press(self, *words: str) -> None:
        """Press the button of a block, after asking for the menu where there is one."""
        self.send(block=self.form.step(*words))

    def put(self, place: str, *words: str) -> None:
        """Put something that is offered for a gap into it."""
        self.press(f"menu entry {place}")
        self.press(f" entry {place} ", *words)

    @property
    def entry(self) -> str:
        """The text of the entry that is open."""
        return str(self.answer.context["open_entry"]["entry_text"])

    @property
    def page(self) -> str:
        return self.answer.content.decode()


def opened(ada: Client, **asked: str) -> Builder:
    return Builder(ada, ada.get(COMPOSE, asked))


def test_a_card_with_two_steps_is_built_from_blocks(ada: Client, cast: Hall) -> None:
    """Picked, typed, filled with what fits; it reads as a sentence beside; submitted as the law has it."""
    builder = opened(ada, **NEW_CARD)
    builder.type("entry_name", "Lantern")
    builder.type("/values", "3")
    builder.put("/hooks/when_played", '{"take"')
    builder.type("/hooks/when_played/0/take", "2")
    builder.put("/hooks/when_played", '{"turn"')
    builder.send(look="1")
    assert "<li>Draw 2 cards.</li>" in builder.page
    assert "turn order" in builder.page.lower()
    assert 'aria-label="Lantern: value 3' in builder.page  # its face
    builder.send(put="1")
    (change,) = [
        each for each in operations(builder.answer) if each["path"] == "/cards/Lantern" and each["op"] != "test"
    ]
    assert change["value"]["hooks"]["when_played"] == [
        {"take": 2, "who": "$me"},
        {"turn": "reverse"},
    ]


def test_steps_are_moved_copied_taken_out_and_taken_back(ada: Client) -> None:
    builder = opened(ada, at="/cards/Duality of Life")
    before = builder.entry
    builder.press("down entry /hooks/when_played/0")
    assert builder.entry.index("if:") < builder.entry.index("choose:")
    builder.press("up entry /hooks/when_played/1")
    builder.press("copy entry /hooks/when_played/1")
    assert builder.entry.count("if:") == 2
    builder.press("out entry /hooks/when_played/2")
    assert builder.entry == before
    for _ in range(4):
        builder.press("undo")
    assert builder.entry == before
    assert "undo" not in builder.form.steps


def test_a_step_is_not_taken_back_in_another_entry(ada: Client) -> None:
    """The texts that it could restore are of the entry that was open."""
    builder = opened(ada, at="/cards/Duality of Life")
    builder.press("copy entry /hooks/when_played/1")
    changed = builder.entry
    builder.send(put="1")
    assert "undo" not in builder.form.steps
    builder.send(422, block="undo")
    builder.form.fields["entry"] = "/cards/Duality of Life"
    builder.send(pick_entry="1")
    builder.send(422, block="undo")
    assert builder.entry == changed


@pytest.mark.parametrize(
    ("block", "why"),
    [
        ("fly entry /hooks/when_played/0", "There is no such button."),
        ("put entry /hooks/when_played/9/to 1", "This has changed since you opened the page."),
        ("put else /hooks 1", "There is no such entry to change."),
    ],
)
def test_a_step_that_fails_gives_its_own_reason(ada: Client, block: str, why: str) -> None:
    builder = opened(ada, at="/cards/Duality of Life")
    builder.send(422, block=block)
    assert why in builder.page


def test_a_step_without_an_open_entry_is_refused(ada: Client) -> None:
    """Also a step back, which stays possible once the entry is open again."""
    step = json.dumps([["entry", "name: x"]])
    for block in ("undo", "put entry /a 1"):
        page = post(ada, 422, title="t", undo=step, block=block).content.decode()
        assert "Open an entry first." in page


def test_a_step_that_is_taken_back_is_focused_and_shown_as_a_form(ada: Client) -> None:
    builder = opened(ada, at="/cards/Duality of Life")
    builder.press("down entry /hooks/when_played/0")
    builder.form.fields["entry_as"] = "text"
    builder.send(block="undo")
    assert builder.form.fields["entry_as"] == "form"


def test_what_was_typed_stays_while_something_else_is_pressed(ada: Client) -> None:
    """Also what cannot be: it is said at its gap."""
    builder = opened(ada, at="/cards/Duality of Life")
    builder.type("/hooks/when_played/0/n", "many")
    builder.press("menu entry /hooks/when_played/1/if")
    assert "n: many" in builder.entry
    assert "$me" in " ".join(builder.form.steps)
    builder.type("/hooks/when_played/0/n", "3")
    builder.send(look="1")
    assert "n: 3" in builder.entry


def test_a_clause_begins_as_what_it_is_to_be(ada: Client, cast: Hall) -> None:
    """An action and what happens by itself, in forms, with blocks for what they do and only if what."""
    builder = opened(ada, at="/rules/luck")
    builder = opened(ada, entry=LUCK)
    builder.send(begin="when")
    builder.type("entry_name", "dusk")
    builder.type("/when", "phase-ends")
    builder.put("/do", '{"each"')
    builder.put("/do/0/in", '{"players"')
    builder.type("/do/0/in/players", '"reputable"')
    builder.put("/do/0/do", '{"grant"')
    assert '"$each_one"' in " ".join(offers(builder, "/do/0/do/0/to"))
    builder.press("put entry /do/0/do/0/to", '"$each_one"')
    builder.type("/do/0/do/0/grant", "Chip")
    builder.send(put="1")
    assert operations(builder.answer)[-1]["value"]["do"] == [
        {
            "each": "each_one",
            "in": {"players": "reputable"},
            "do": [{"grant": "Chip", "to": "$each_one"}],
        }
    ]


def test_an_action_with_an_argument_and_a_limit_is_put_together(ada: Client, cast: Hall) -> None:
    """What may be left out is put in by a button, and taken out again; what is said with it has a name in its steps."""
    builder = opened(ada, entry=LUCK)
    builder.send(begin="action")
    builder.type("entry_name", "toast")
    builder.type("/action", "Drink to somebody")
    builder.press("put entry /with", '"is": "player"')
    builder.type("/with/player/says", "to whom")
    builder.press("put entry /limit")
    builder.type("/limit/times", "2")
    builder.press("add entry /with", '"is": "number"')
    builder.press("out entry /with/number")
    builder.put("/do", '{"transfer"')
    builder.type("/do/0/transfer", "Vertebra")
    builder.type("/do/0/from", '"$me"')
    builder.press("menu entry /do/0/to")
    builder.press("put entry /do/0/to", '"$player"')
    builder.send(put="1")
    assert operations(builder.answer)[-1]["value"] == {
        "action": "Drink to somebody",
        "do": [{"transfer": "Vertebra", "from": "$me", "to": "$player"}],
        "with": {"player": {"is": "player", "says": "to whom"}},
        "limit": {"times": 2, "per": "phase"},
    }


def offers(builder: Builder, place: str) -> list[str]:
    builder.press(f"menu entry {place}")
    return [step for step in builder.form.steps if step.startswith(f"put entry {place} ")]


def test_what_it_does_once_is_built_from_blocks(ada: Client, cast: Hall) -> None:
    builder = opened(ada)
    builder.press("menu once /effects")
    builder.press("add once /effects", '{"grant"')
    builder.type("/effects/0/grant", "Chip")
    builder.type("title", "A chip for me")
    builder.send(look="1")
    assert json.loads(builder.form.fields["effects"]) == [{"grant": "Chip", "to": "$me"}]
    builder.send(302, submit="1")
    assert Proposal.objects.get(cycle=cast.pk).effects == [{"grant": "Chip", "to": "$me"}]


@pytest.mark.parametrize(
    "step",
    [
        "undo",
        "put",
        "put entry",
        "put entry /hooks/when_played/9/to 1",
        "put entry /hooks/when_played/0 {",
        "put entry /hooks/when_played/0 " + "[" * 3000,
        "add entry /hooks/when_played " + '"x"' * 3000,
        "out entry /",
        "out else /hooks",
        "fly entry /hooks/when_played/0",
        "up entry /hooks/when_played/0",
        "down entry /hooks/when_played/1",
        "copy entry /hooks",
        "copy once /effects/0",
        "put entry " + "/a" * 5000 + " 1",
    ],
)
def test_steps_that_lead_nowhere_change_nothing(ada: Client, cast: Hall, step: str) -> None:
    builder = opened(ada, at="/cards/Duality of Life")
    before = builder.entry
    with cast.nothing_changes():
        builder.send(422, block=step)
    assert builder.entry == before
    assert "alert" in builder.page


def test_an_effect_of_very_many_parts_stands_as_data(ada: Client) -> None:
    """And so does what nobody can read; nothing of it is lost."""
    many: list[Any] = [{"take": 1, "who": "$me"}] * 99
    deep: Any = {"some": {"cards": "hand", "of": "$me"}}
    for _ in range(20):
        deep = {"not": deep}
    builder = opened(ada, at="/cards/Duality of Life")
    text = builder.entry.partition("hooks:")[0]
    hooks = {"when_played": many, "at_end": many, "cost": [{"if": deep, "then": many}]}
    fields = {"open_entry": "/cards/Duality of Life", "entry_as": "text", "turn": "form"}
    answer = post(ada, 200, look="1", **fields, entry_text=f"{text}hooks: {json.dumps(hooks)}\n")
    again = Builder(ada, answer)
    kept = again.entry
    again.send(422, look="1")
    assert again.entry == kept
    assert len(re.findall(r'"?take"?: 1', again.entry)) == 297


def test_a_name_of_the_law_is_picked(ada: Client, cast: Hall) -> None:
    """An item is one of the law's, and nothing is asked for as "a name of 1 to 60 characters"."""
    form = Form(ada.get(f"{COMPOSE}?entry=/rules/card-gifting/clauses/return"))
    page = post(ada, 200, **form.fields, block='add entry /do {"grant": "", "to": "$who"}').content.decode()
    picked = re.findall(r'<select class="gap"[^>]*aria-label="grant: an item".*?</select>', page, re.DOTALL)
    assert picked
    assert ">an item …</option>" in picked[-1]
    assert ">Gem Key</option>" in picked[-1]
    assert "Choose an item." in page
    assert "of 1 to 60 characters" not in page.partition('id="entry-form"')[2].partition("</form>")[0]


def test_what_a_new_card_does_is_folded_until_it_is_filled(ada: Client) -> None:
    """Empty, each is one line that says what holds then; filled, it is open."""
    page = ada.get(COMPOSE, NEW_CARD).content.decode()
    folded = re.findall(r'<details class="fold"><summary id="[^"]*">([^<]*)<span[^>]*>[^<]*the usual rules apply', page)
    assert len(folded) == 4
    assert "When it is played " in folded
    builder = opened(ada, **NEW_CARD)
    builder.put("/hooks/when_played", '{"take"')
    assert re.search(r'<p class="as-label" id="[^"]*">When it is played</p>', builder.page)


def test_a_card_that_was_copied_stays_picked(ada: Client) -> None:
    answer = post(ada, open_entry="/cards/+", entry_name="Pip", like="Joker", copy="1")
    assert "<option selected>Joker</option>" in answer.content.decode()


def test_a_ban_begins_with_a_reason_and_asks_for_its_phases(ada: Client) -> None:
    """Its phases are the main point of many bans, so they are not in the fold of what is seldom needed."""
    answer = post(ada, open_entry=LUCK, begin="forbid")
    page = answer.content.decode()
    assert "The law forbids this now." in Form(answer).fields["f:p:text:/because"]
    assert page.index("In which kinds of phases") < page.index('class="fold more-inputs"')
    assert "Something that is forbidden, in the rule Luck" in page


@pytest.mark.parametrize("step", ["put", "look"])
def test_a_field_that_may_not_be_empty_says_so_once(ada: Client, step: str) -> None:
    """At the field, in words; no other change could mend it, so it cannot be added all the same."""
    form = Form(post(ada, open_entry=LUCK, begin="forbid")).fields
    form |= {"f:p:text:/because": "", "f:p:text:/forbid": "give-gift"}
    page = post(ada, 422, **{step: "1"}, **form).content.decode()
    assert page.count("Fill this in.") == 1
    assert "this cannot be empty" not in page
    assert "Add it anyway" not in page
    assert ("This change is not added yet." in page) == (step == "put")


def test_the_panels_keep_their_places_and_one_button_is_the_main_one(ada: Client) -> None:
    for page in (ada.get(COMPOSE).content.decode(), ada.get(COMPOSE, NEW_CARD).content.decode()):
        assert page.index("<h2>Your proposal</h2>") < page.index("<h2>What it changes</h2>")
    assert '<button name="submit" value="1" class="quiet"' in page


def test_what_was_just_put_in_asks_before_it_complains(ada: Client) -> None:
    """An item that nobody could pick yet is a hint; sent without one, it is an error."""
    builder = opened(ada, entry=LUCK)
    builder.send(begin="when")
    builder.put("/do", '{"grant"')
    assert re.search(r'<ul class="hints"><li>Choose an item', builder.page)
    assert 'aria-invalid="true"' not in builder.page
    builder.send(422, put="1")
    assert re.search(r'<ul class="errors"><li>Choose an item', builder.page)


def test_a_new_entry_is_offered_by_what_it_is(ada: Client) -> None:
    page = ada.get(COMPOSE).content.decode()
    assert '<option value="/cards/+">Add a new card</option>' in page


def test_a_search_shows_numbers_first_with_their_rule(ada: Client) -> None:
    """Not the plural of the item, and not the name of a clause, which players do not know."""
    first = post(ada, value="how many chips to win", pick_value="1").context["found"].values[0]
    assert first.path == "/rules/victory/clauses/most/wins/all/0/is/2"
    assert first.words.startswith("the least number of Chips in")
    assert first.words.endswith("(rule Victory)")


def test_no_condition_at_all_reads_as_always(ada: Client) -> None:
    copied = {"open_entry": "/cards/+", "entry_as": "form", "entry_name": "Pip", "like": "Joker"}
    page = post(ada, copy="1", **copied).content.decode()
    assert "Always, until you add a condition." in page
    assert "always true" not in page.partition('id="difference"')[0]
