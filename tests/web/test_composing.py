"""Writing a proposal step by step, as a browser without scripts does: every step posts the form and gets it back."""

import json
import tracemalloc
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from nomic.accounts.models import Person
from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from nomic.proposals.models import Proposal
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.typed_amendments import add_rule, change_rule
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

COMPOSE = "/c/hall/proposals/compose/"
PRICE = "/shop/offers/Chip/costs/Vertebra"
CHANGE = {"op": "replace", "path": PRICE, "value": 30}
DEEP = "[" * 100_000


def post(client: Client, status: int = 200, path: str = COMPOSE, **fields: str) -> HttpResponse:
    """A step, answered with that status."""
    answer = client.post(path, {"title": "A change", "text": "Words.", **fields})
    assert answer.status_code == status, answer.content.decode()[:3000]
    return answer


def operations(answer: HttpResponse) -> list[dict[str, Any]]:
    """The draft's amendments as the form holds them now."""
    text = answer.context["draft"].amendments
    return json.loads(text) if text else []


def test_a_visitor_logs_in_first(cast):
    answer = Client().get(COMPOSE)
    assert answer.status_code == 302
    assert answer.url.startswith("/accounts/login/?next=/c/hall/")


def test_a_rule_is_opened_with_its_words(ada):
    """From the list of rules, and by the link beside every rule of the ruleset."""
    for answer in (post(ada, pick_rule="1", rule="luck"), ada.get(f"{COMPOSE}?rule=luck")):
        page = answer.content.decode()
        assert "Change the rule Luck" in page
        assert 'name="rule_body"' in page
        assert answer.context["open_rule"]["rule_title"] == "Luck"


def test_every_step_keeps_what_was_typed(ada):
    answer = post(ada, pick_rule="1", rule="luck", title="<i>Mine</i>", text="''So''", amendments=json.dumps([CHANGE]))
    draft = answer.context["draft"]
    assert (draft.title, draft.text) == ("<i>Mine</i>", "''So''")
    assert operations(answer) == [CHANGE]
    assert "&lt;i&gt;Mine&lt;/i&gt;" in answer.content.decode()


def test_a_changed_value_is_put_in_and_its_difference_shown(ada):
    opened = post(ada, pick_value="1", value=PRICE)
    assert opened.context["open_value"]["value"].value == 25
    answer = post(ada, put="1", open_value=PRICE, new_value="30")
    assert [operation["op"] for operation in operations(answer)] == ["test", "replace"]
    change = answer.context["draft"].differences.values[0]
    assert (change.path, change.old, change.new) == (PRICE, 25, 30)


def test_one_change_builds_on_another(ada):
    """A rule that the draft adds can be changed again before it is submitted."""
    fields = {"rule_title": "Dust", "rule_body": "It may be swept.", "rule_parent": "time"}
    first = post(ada, put="1", open_rule="+", **fields)
    again = post(ada, pick_rule="1", rule="dust", amendments=first.context["draft"].amendments)
    assert again.context["open_rule"]["rule_body"] == "It may be swept."


def test_a_change_is_taken_out(ada):
    both = [{"op": "test", "path": PRICE, "value": 25}, CHANGE, {"op": "remove", "path": "/rules/random-choices"}]
    assert operations(post(ada, drop="1", amendments=json.dumps(both))) == both[2:]


def test_a_rule_is_repealed(ada):
    """Whoever does it says what becomes of what hangs on it, which the page lists."""
    asked = post(ada, 422, repeal="1", open_rule="trading")
    assert asked.context["open_rule"]["hanging"]["places"][0][0] == "/trades"
    assert "depend on this rule" in asked.content.decode()
    answer = post(ada, repeal="1", open_rule="trading", hanging="take along")
    assert operations(answer)[-1] == {"op": "remove", "path": "/rules/trading"}
    assert [rule.kind for rule in answer.context["draft"].differences.rules] == ["repealed"]


def test_what_makes_no_amendment_is_said_where_it_was_typed(ada):
    answer = post(ada, 422, put="1", open_value=PRICE, new_value="a lot")
    assert "Write it like the old value: 25" in answer.content.decode()
    assert 'value="a lot"' in answer.content.decode()
    assert operations(answer) == []


def test_a_proposal_is_submitted(ada, cast):
    answer = post(ada, 302, submit="1", amendments=json.dumps([CHANGE]), **{"class": "urgent"})
    proposal = Proposal.objects.get(cycle=cast.pk)
    assert answer.url == "/c/hall/proposals/1/"
    assert (proposal.author, proposal.title, proposal.class_name) == ("ada", "A change", "urgent")
    assert proposal.amendments[-1] == CHANGE


def test_the_same_form_sent_twice_is_one_proposal(ada, cast):
    for _ in range(2):
        post(ada, 302, submit="1", idempotency_key="k" * 32)
    assert Proposal.objects.filter(cycle=cast.pk).count() == 1
    assert "so nothing has changed" in ada.get("/c/hall/proposals/1/").content.decode()


def test_the_same_form_with_other_words_is_another_proposal(ada, cast):
    for title in ("One", "Two"):
        post(ada, 302, submit="1", idempotency_key="k" * 32, title=title)
    assert Proposal.objects.filter(cycle=cast.pk).count() == 2


def test_who_does_not_play_is_told_so_and_nothing_happens(cast):
    Person.objects.create_user("stranger")
    answer = post(browser_of("stranger"), 409, submit="1")
    assert "You are not a player of this cycle." in answer.content.decode()
    assert not Proposal.objects.exists()


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"title": "t" * 300}, "title"),
        ({"title": "two\nlines"}, "title"),
        ({"text": "w" * 60_000}, "text"),
        ({"text": "a bell\x07"}, "text"),
        ({"text": "\ud800".encode("utf-16", "surrogatepass").decode("latin-1")}, "text"),
        ({"amendments": "{"}, "amendments"),
        ({"amendments": "{}"}, "amendments"),
        ({"amendments": "[7]"}, "amendments"),
        ({"amendments": DEEP}, "amendments"),
        ({"amendments": '[{"op": "remove", "path": "/rules/nowhere"}]'}, "amendments"),
        ({"amendments": '[{"op": "remove", "path": "/rules"}]'}, "amendments"),
        ({"amendments": '[{"op": "replace", "path": "/duels/per_phase", "value": -1}]'}, "amendments"),
        ({"class": "royal"}, "class"),
        ({"text": ""}, "text"),
    ],
)
def test_what_cannot_be_is_named_by_its_field_and_kept(ada, cast, fields, named):
    with cast.nothing_changes():
        answer = post(ada, 422, submit="1", **fields)
    draft = answer.context["draft"]
    assert any(error.field.startswith(named) for error in draft.errors), draft.errors
    assert draft.title == fields.get("title", "A change")
    assert draft.text == fields.get("text", "Words.")
    assert draft.amendments == fields.get("amendments", "")


@pytest.mark.parametrize(
    "step",
    [
        {"pick_rule": "1", "rule": "nowhere"},
        {"pick_rule": "1"},
        {"pick_value": "1", "value": "nothing"},
        {"put": "1"},
        {"put": "1", "open_rule": "nowhere", "rule_title": "x"},
        {"put": "1", "open_value": "/shop/offers/nothing", "new_value": "1"},
        {"repeal": "1", "open_rule": "nowhere"},
        {"repeal": "1"},
        {"drop": "99999999999999999999"},
        {"drop": "-1"},
        {"drop": "x"},
        {"close": "1"},
        {},
    ],
)
def test_steps_that_lead_nowhere_change_nothing(ada, cast, step):
    """Made-up steps get the page back, with what is wrong or as it was."""
    with cast.nothing_changes():
        answer = ada.post(COMPOSE, {"title": "A change", "text": "Words.", "amendments": json.dumps([CHANGE]), **step})
    assert answer.status_code in (200, 422)
    assert operations(answer) == [CHANGE]


DOUBLING = json.dumps([{"op": "copy", "from": "/rules", "path": f"/rules/x{count}"} for count in range(16)])
STEPS: list[dict[str, str]] = [
    {"look": "1"},
    {"submit": "1"},
    {"pick_rule": "1", "rule": "luck"},
    {"pick_value": "1", "value": PRICE},
    {"pick_entry": "1", "entry": "/cards/+"},
    {"put": "1", "open_value": PRICE, "new_value": "30"},
    {"repeal": "1", "open_rule": "luck"},
    {"drop": "0"},
    {"close": "1"},
    {"from_words": "1"},
]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: next(iter(step)))
@pytest.mark.parametrize(
    ("hostile", "says"),
    [
        (DOUBLING, "too much of the law at once"),
        ('[{"op": "add", "path": "/rules/x", "value": ' + "[" * 900 + "]" * 900 + "}]", "nested more than 100 deep"),
        ('[{"op": "add", "path": "/rules/x", "value": ' + "[" * 30 + "]" * 30 + "}]", "nested more than 20 deep"),
        ('[{"op": "add", "path": "/rules/x", "value": "\\ud800"}]', "U+D800"),
        ('[{"op": "add", "path": "/rules/x", "value": {"\\udfff": 1}}]', "U+DFFF"),
        ('[{"op": "add", "path": "/rules/x", "value": 1e300}]', "number is too large"),
        ('[{"op": "add", "path": "/rules/x", "value": NaN}]', "NaN is not a JSON number"),
        ('[{"op": "add", "path": "/rules/x", "value": ' + "9" * 5000 + "}]", "Exceeds the limit"),
        ('[{"op": "remove", "path": "/rules/x", "path": "/rules/luck"}]', "appears twice in one object"),
        (json.dumps([CHANGE] * 501), "at most 500 operations"),
        (json.dumps([{"op": "add", "path": "/rules/x", "value": "x" * 200_000}]), "at most 200000 bytes"),
    ],
    ids=["doubling", "very-deep", "deep", "surrogate", "name", "huge", "nan", "digits", "twice", "many", "long"],
)
def test_no_step_of_the_builder_takes_what_the_api_refuses(ada, cast, hostile, says, step):
    """Every button goes the guarded way: a refusal that says why, nothing changed, nothing lost."""
    with cast.nothing_changes():
        answer = post(ada, 422, amendments=hostile, **step)
    if "drop" not in step:  # of these, one operation less can be another thing
        assert any(says in error.detail for error in answer.context["draft"].errors), answer.context["draft"].errors
        assert answer.context["draft"].title == "A change"


@pytest.mark.parametrize("step", ["look", "submit", "put"])
def test_what_doubles_the_law_takes_little_memory(ada, cast, step):
    """Sixteen copies of all rules, each twice as large as the one before, would have been gigabytes."""
    ada.get(COMPOSE)  # what is read once for all is read
    tracemalloc.start()
    with cast.nothing_changes():
        post(ada, 422, amendments=DOUBLING, **{step: "1"})
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert used < 60_000_000


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"open_value": "/battles/declare_in", "new_value": "[" * 30 + "]" * 30}, "nested more than 20 deep"),
        ({"open_value": "/battles/declare_in", "new_value": "[" * 900 + "]" * 900}, "Write it like the old value"),
        ({"open_value": "/battles/declare_in", "new_value": '["\\ud800"]'}, "U+D800"),
        ({"open_value": PRICE, "new_value": "1e300"}, "number is too large"),
        ({"open_value": PRICE, "new_value": "NaN"}, "Write it like the old value"),
        ({"open_entry": "/cards/+", "entry_name": "Deep", "entry_text": "a: " + "[" * 900}, "at most 20 deep"),
        ({"open_entry": "/cards/+", "entry_name": "Deep", "entry_text": 'a: "\\ud800"'}, "U+D800"),
        ({"open_entry": "/cards/+", "entry_name": "Deep", "entry_text": "a: " + "9" * 400}, "number is too large"),
    ],
)
def test_what_is_put_in_is_looked_at_like_what_was_sent(ada, fields, says):
    """A field of the builder is no other way into the draft: the step is refused, the draft stays as it was."""
    answer = post(ada, 422, put="1", amendments=json.dumps([CHANGE]), **fields)
    assert says in str(answer.context["draft"].wrong_step)
    assert operations(answer) == [CHANGE]


@pytest.mark.parametrize("hostile", ["[" * 900 + "]" * 900, '[{"\\ud800": "\\ud800"}]', DOUBLING, "[NaN]"])
def test_the_plain_form_of_the_act_refuses_them_too(ada, cast, hostile):
    """The form that is made of the declaration is one more way to the same place."""
    with cast.nothing_changes():
        answer = ada.post("/c/hall/act/submit-proposal/", {"title": "A", "text": "B", "amendments": hostile})
    assert answer.status_code == 422


def test_odd_amendments_can_still_be_looked_at(ada):
    """What is no amendment is listed as far as it can be, and complained of."""
    for odd in ("[7, null, [], {}]", '[{"op": [], "path": {}}]', '[{"op": "add", "path": "/rules/x"}]', '["\\ud800"]'):
        post(ada, 422, look="1", amendments=odd)


def test_an_edit_voids_the_proposal_and_says_so_before(ada, cast):
    """R12: an edited proposal never takes effect, and the page says so before."""
    post(ada, 302, submit="1")
    path = "/c/hall/proposals/1/edit/"
    assert "A proposal that has been edited never takes effect." in ada.get(path).content.decode()
    post(ada, 302, path=path, submit="1", title="Better words")
    proposal = Proposal.objects.get(cycle=cast.pk)
    assert (proposal.title, proposal.status) == ("Better words", "edited")


def test_only_the_author_edits(ada, cast):
    """Others suggest a change there, as long as it is not decided."""
    post(ada, 302, submit="1")
    path = "/c/hall/proposals/1/edit/"
    assert "Send the suggestion" in browser_of("bob").get(path).content.decode()
    post(browser_of("bob"), 302, path=path, submit="1", title="Bob's words")
    proposal = Proposal.objects.get(cycle=cast.pk)
    assert (proposal.title, proposal.status) == ("A change", "open")
    cast.do("ada", "withdraw-proposal", proposal="1")
    answer = browser_of("bob").get(path)
    assert (answer.status_code, answer.url) == (302, "/c/hall/proposals/1/")


# ── entries: cards, modifiers, offers

MAGPIE = """
values: [7]
suits: [Stars]
colours: [Black]
types: [Special]
text: Takes a card of every other hand into your deck.
hooks:
  when_played:
    - each: them
      in: $others
      do:
        - {choose: loot, by: $them, from: {cards: hand, of: $them}}
        - {move: $loot, to: deck, of: $me}
"""


def test_a_new_entry_is_written_as_the_law_has_it(ada):
    """It opens with every field of its kind, and becomes one operation, last in its place."""
    answer = post(ada, pick_entry="1", entry="/cards/+")
    assert "hooks:" in answer.context["open_entry"]["entry_text"]
    answer = post(ada, open_entry="/cards/+", entry_name="Magpie", entry_text=MAGPIE, put="1")
    guard, added = operations(answer)
    assert guard == {"op": "test", "path": added["path"], "value": None}
    assert (added["op"], added["path"]) == ("add", "/cards/Magpie")
    assert added["value"]["values"] == [7]
    assert added["value"]["place"] == 430
    assert answer.context["draft"].differences


def test_an_entry_is_changed_and_repealed_as_a_whole(ada, cast):
    """The guard says what stood there when it was written."""
    answer = post(ada, pick_entry="1", entry="/cards/Ace")
    text = answer.context["open_entry"]["entry_text"].replace("[1]", "[14]")
    guard, change = operations(post(ada, open_entry="/cards/Ace", entry_text=text, put="1"))
    assert guard == {"op": "test", "path": "/cards/Ace", "value": cast.cycle.law.document["cards"]["Ace"]}
    assert change["value"] == {**guard["value"], "values": [14]}
    guard, removal = operations(post(ada, open_entry="/cards/Ace", repeal="1"))
    assert removal == {"op": "remove", "path": "/cards/Ace"}


@pytest.mark.parametrize(
    ("asked", "name", "text", "says"),
    [
        ("/cards/+", "", "values: [1]", "needs a name"),
        ("/cards/+", "Ace", "values: [1]", "with this name already"),
        ("/cards/+", "Magpie", "[1, 2", "expected"),
        ("/cards/+", "Magpie", "just words", "field: value"),
        ("/cards/+", "Magpie", "values: &a [1]\nsuits: *a", "aliases"),
        ("/cards/+", "Magpie", "text: 2026-11-21", "not JSON serializable"),
        ("/cards/+", "Magpie", "x: .nan", "not JSON compliant"),
        ("/cards/Nobody", "", "values: [1]", "no longer in the law"),
        ("/rules/luck", "", "title: x", "no longer in the law"),
        ("/cards/+", "Magpie", "x" * 20_001, "at most 20000"),
        ("/cards/+", "Magpie", "[" * 5000, ""),
    ],
)
def test_what_is_no_entry_is_refused_and_kept(ada, asked, name, text, says):
    """The step says why, and what was typed stays."""
    answer = post(ada, 422, open_entry=asked, entry_name=name, entry_text=text, put="1")
    assert says in str(answer.context["draft"].wrong_step)
    assert operations(answer) == []
    if answer.context["open_entry"]:
        assert answer.context["open_entry"]["entry_text"] == text


def test_an_entry_that_does_not_fit_the_law_is_told_where(ada):
    """An unknown reference in an effect is named by its place."""
    text = MAGPIE.replace("$others", "$nobody")
    answer = post(ada, 422, open_entry="/cards/+", entry_name="Magpie", entry_text=text, put="1")
    assert any("nobody" in error.detail for error in answer.context["draft"].errors), answer.context["draft"].errors


def test_a_new_entry_is_shown_line_by_line(ada):
    """Not as a heap of words; the list of changes only names it. Fields come in the order of their names."""
    page = post(ada, open_entry="/cards/+", entry_name="Magpie", entry_text=MAGPIE, put="1").content.decode()
    assert "types: [Special]\nvalues: [7]" in page
    changes = page[page.index("Changes so far") :].partition("</ol>")[0]
    assert "<span>Add the card Magpie</span>" in changes


def test_a_difference_shows_rules_as_they_read_and_values_as_words(ada):
    """A new rule rendered, under its parent, its source behind a toggle; a repealed one as it was; prices."""
    body = "'''Sweep''' {{law|/duels/per_phase}} times."
    draft = [
        {"op": "add", "path": "/rules/dust", "value": {"title": "Dust", "body": body, "parent": "items", "place": 5}},
        {"op": "remove", "path": "/rules/random-choices"},
        {"op": "replace", "path": "/rules/betting/title", "value": "Wagers"},
        CHANGE,
    ]
    page = post(ada, look="1", amendments=json.dumps(draft)).content.decode()
    assert "<b>Sweep</b> 1 times." in page or "<strong>Sweep</strong> 1 times." in page
    assert page.index("<h3>Dust</h3>") < page.index("under Items") < page.index("As wikitext")
    assert "&#x27;&#x27;&#x27;Sweep&#x27;&#x27;&#x27; {{law|/duels/per_phase}} times." in page
    assert "<h3>Random Choices</h3>" in page
    assert "Renamed from <del>Betting</del> to <ins>Wagers</ins>" in page
    assert "<del>25 Vertebrae</del>" in page
    assert "<ins>30 Vertebrae</ins>" in page
    assert "The price of one Chip in Vertebrae" in page


# What a class permits (R131)


def test_R131_the_form_says_what_a_class_permits_before_anything_is_written(ada):
    """Beside its name, though one has no permit for it yet."""
    page = ada.get(COMPOSE).content.decode()
    assert "It may only add one outcome of “exploration” to the rule Exploration" in page
    assert "if you have at least 1 Gem Key" in page


def test_R131_what_a_class_does_not_permit_is_said_as_it_is_written(cast: Hall, ada):
    """At the value that changes, by its name; and again when it is sent."""
    cast.grant("ada", "Exploration permit")
    for button in ("look", "submit"):
        answer = post(ada, 422, amendments=json.dumps([CHANGE]), **{"class": "exploration", button: "1"})
        (told,) = answer.context["placed_errors"]
        assert (told.at, told.place, told.path) == ("amendments", "the price of one Chip in Vertebrae", PRICE)
        assert "the rule “Exploration Class Proposal” says: It may only add one outcome" in told.detail
        assert operations(answer)[-1] == CHANGE
    assert not Proposal.objects.exists()
    assert post(ada, amendments=json.dumps([CHANGE]), look="1", **{"class": "urgent"}).context["placed_errors"] == []


def test_R131_what_a_proposal_would_do_once_is_refused_at_its_field(cast: Hall, ada):
    cast.grant("ada", "Exploration permit")
    effects = json.dumps([{"grant": "Chip", "n": 10, "to": "$me"}])
    answer = post(ada, 422, effects=effects, look="1", **{"class": "exploration"})
    (told,) = answer.context["placed_errors"]
    assert (told.at, told.place) == ("effects", "One-time effect")
    assert "may not do this when it passes" in told.detail


def test_R131_whoever_edits_is_told_by_the_class_of_what_they_edit(cast: Hall, ada):
    """The form has no choice of a class then, and keeps that of the proposal."""
    cast.grant("ada", "Exploration permit")
    cast.do("ada", "submit-proposal", title="T", text="A well.", **{"class": "exploration"})
    path = "/c/hall/proposals/1/edit/"
    assert '<input type="hidden" name="class" value="exploration">' in ada.get(path).content.decode()
    answer = post(ada, 422, path, amendments=json.dumps([CHANGE]), look="1", **{"class": "exploration"})
    assert "a proposal of the class Exploration may not change this" in answer.content.decode()


def test_R131_a_class_that_limits_is_filled_in_as_a_form(ada):
    """Each thing that it permits has inputs of its own; what stands in it is not lost."""
    target = "/rules/exploration-class-proposal/clauses/exploration-with-a-key"
    opened = post(ada, pick_entry="1", entry=target)
    page = opened.content.decode()
    assert "They may" in page
    assert "Only clauses of these kinds" in page
    assert "Only clauses with this condition" in page
    assert {value for value, _ in _adds(opened)} >= {"change", "add", "add-lines"}


def _adds(answer: HttpResponse) -> list[tuple[str, str]]:
    waiting, found = list(answer.context["open_entry"]["inputs"]), []
    while waiting:
        each = waiting.pop()
        found += each.adds
        waiting += each.inputs
    return found


def test_words_that_the_change_leaves_behind_are_shown_and_can_be_rewritten(ada):
    """The author is asked on the page of the draft, and the voters see the same sentence on the proposal's page."""
    place = "/rules/exploration/clauses/rat/do/0/options/0/do/1/n"
    amendments = json.dumps([{"op": "replace", "path": place, "value": 8}])
    page = post(ada, look="1", amendments=amendments).content.decode()
    assert "7 of your cards" in page
    assert 'name="open_found" value="/rules/exploration"' in page
    opened = post(ada, open_found="/rules/exploration", amendments=amendments)
    assert "7 of your cards" in opened.context["open_rule"]["rule_body"]
    assert [operation["op"] for operation in operations(opened)] == ["replace"]
    post(ada, 302, submit="1", amendments=amendments, **{"class": "urgent"})
    seen = ada.get("/c/hall/proposals/1/").content.decode()
    assert "Words that may no longer be true" in seen
    assert "open_found" not in seen
    answer = ada.get("/api/v1/cycles/hall/proposals/1/")
    assert "7 of your cards" in answer.json()["difference"]["outdated"][0]["sentence"]


def test_voters_see_which_orders_of_the_words_the_amendments_do_not_carry_out(ada):
    """Only amendments take effect, so words that order more are named beside them; what is drafted is not."""
    text = "Rename rule Luck to Fortune. Change the price of a Handy Pack to 30. Ring every bell. Add some spice."
    drafted = post(ada, text=text, from_words="1")
    amendments = [each for each in operations(drafted) if "/shop/" not in each["path"]]
    post(ada, 302, submit="1", text=text, amendments=json.dumps(amendments), **{"class": "urgent"})
    page = ada.get("/c/hall/proposals/1/").content.decode()
    notice = page[page.index('id="orders-left"') :].split("</div>")[0]
    assert "Change the price of a Handy Pack to 30" in notice
    assert "Ring every bell" in notice
    assert "Add some spice" in notice
    assert "Rename rule" not in notice


def test_words_become_a_rule_of_their_own(ada):
    """With a press, under the proposal's title; without any words it says what is missing."""
    empty = post(ada, 422, text=" ", as_rule="1")
    assert "Write the words of the rule first." in empty.content.decode()
    opened = post(ada, title="Quiet", text="Nobody may whistle in the hall.", as_rule="1")
    assert opened.context["open_rule"]["rule_body"] == "Nobody may whistle in the hall."
    fields = {name: opened.context["open_rule"][name] for name in ("rule_title", "rule_body", "rule_parent")}
    added = post(ada, put="1", open_rule=opened.context["open_rule"]["target"], **fields)
    (added_rule,) = operations(added)
    assert added_rule["op"] == "add"
    assert added_rule["value"]["title"] == "Quiet"


def test_voters_are_told_nothing_if_the_amendments_do_what_the_words_say(ada):
    text = "Rename rule Luck to Fortune."
    drafted = post(ada, text=text, from_words="1")
    post(ada, 302, submit="1", text=text, amendments=json.dumps(operations(drafted)), **{"class": "urgent"})
    assert "orders-left" not in ada.get("/c/hall/proposals/1/").content.decode()


def test_a_sentence_that_quotes_what_was_removed_is_shown_as_people_read_it(ada: Client) -> None:
    """The refusal has the sentence instead of a path, and a button that opens the rule with what it quotes."""
    body = "The author gains {{law|/rules/prize/clauses/pay/do/0|items}}. This is fair."
    pay = {"when": "proposal-enacted", "do": [{"grant": "Chip", "n": 5, "to": "$author"}]}
    rule = {"parent": None, "place": 900, "title": "Prize", "body": body, "clauses": {"pay": pay}}
    other = [{"announce": "Well done."}]
    made = [
        {"op": "add", "path": "/rules/prize", "value": rule},
        {"op": "replace", "path": "/rules/prize/clauses/pay/do", "value": other},
    ]
    page = post(ada, 422, title="", text="", amendments=json.dumps(made), look="1").content.decode()
    refusal = page[page.index("This cannot be submitted yet") :].partition("</ul>")[0]
    assert "“The author gains ….” shows a number that your changes have removed. Rewrite this sentence." in refusal
    assert "{{" not in refusal
    assert 'name="open_found" value="/rules/prize"' in refusal
    opened = post(ada, 422, title="", text="", amendments=json.dumps(made), open_found="/rules/prize").content.decode()
    assert "is no longer in the law: write something else" in opened


def test_a_preview_of_words_only_says_so(ada):
    """It used to show nothing; other buttons show nothing of it, and neither does a preview of a change."""
    page = post(ada, look="1").content.decode()
    assert page.count('id="difference"') == 1
    assert "Changes nothing by itself: it is only text." in page
    assert "it is words only" not in post(ada, pick_rule="1", rule="luck").content.decode()
    changed = post(ada, look="1", amendments=json.dumps([CHANGE])).content.decode()
    assert "it is words only" not in changed


def test_a_rule_that_leaves_out_parent_and_place_is_like_any_other() -> None:
    """The schema lets a bot's proposal leave them out. One edits and moves such a rule, and adds others beside it."""
    bare = {"title": "Dust", "body": "It may be swept."}
    law = Law(amended_draft(document_of("cycle-16"), [{"op": "add", "path": "/rules/dust", "value": bare}]))
    assert flaws_of(law.document) == []
    words = {"rule_title": "Dust", "rule_body": "It is swept."}
    for fields in ({**words, "rule_parent": ""}, {**words, "rule_parent": "time"}):
        made = amended_draft(law.document, change_rule(law, "dust", fields))
        assert flaws_of(made) == []
        assert made["rules"]["dust"]["body"] == "It is swept."
        assert made["rules"]["dust"].get("parent") == (fields["rule_parent"] or None)
    made = amended_draft(
        law.document, add_rule(law, {"rule_title": "Ash", "rule_body": "So may ash.", "rule_parent": ""})
    )
    assert flaws_of(made) == []
    orders = (
        "Make Dust a subrule of Time.",
        "In Dust, replace “may be” with “is”.",
        "Whoever wins a duel gets 2 Chips.",
    )
    for order in orders:
        drafted = draft_from(law, order, [])
        assert drafted.operations, order
        assert flaws_of(amended_draft(law.document, drafted.operations)) == []


def test_a_rule_of_the_draft_that_is_edited_again_stays_one_change(ada):
    rule = {"title": "No trades", "body": "Nobody may trade.", "parent": None, "place": 900}
    made = [{"op": "add", "path": "/rules/no-trades", "value": rule}]
    words = {"rule_title": "No trades at night", "rule_body": rule["body"], "rule_parent": ""}
    answer = post(ada, put="1", title="", amendments=json.dumps(made), open_rule="no-trades", **words)
    assert operations(answer) == [{**made[0], "value": {**rule, "title": "No trades at night"}}]
    post(ada, 302, submit="as-words", title="", text="", amendments=json.dumps(made), open_rule="no-trades", **words)
    assert Proposal.objects.get().title == "Add the rule No trades at night"
