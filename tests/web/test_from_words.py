"""Amendments are drafted from the words in which players write proposals; what cannot be placed is told."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.proposals.one_time_effects import one_time_flaws
from nomic.web.composer.draft_steps import FEW
from nomic.web.composer.orders.changes.drafted_law import MAX_HINTS
from nomic.web.composer.orders.drafting import draft_from, orders_left
from nomic.web.composer.orders.reader import MAX_ORDERS, MAX_UNREAD
from nomic.web.composer.orders.splitting.paragraphs import HEADING
from nomic.web.composer.orders.splitting.quotations import BLOCK_TAG, NAMED
from nomic.web.composer.orders.splitting.sentences import SENTENCE_END
from nomic.web.typed_amendments import CannotBuild
from tests.support.hall import Hall
from tests.support.regex_backtracking import Counted, with_a_deep_stack
from tests.support.signed_in import browser_of
from tests.web.test_composing import COMPOSE, operations, post

LAW = Law(document_of("cycle-16"))
ORIGINAL = Path(settings.BASE_DIR).parent / "shared" / "rules" / "knucklebones-proposal.wikitext"


def rules_after(text: str) -> dict[str, dict[str, str]]:
    found = draft_from(LAW, text, [])
    assert found.left == []
    rules: dict[str, dict[str, str]] = amended_draft(LAW.document, found.operations)["rules"]
    return rules


@pytest.mark.parametrize(
    "text",
    [
        "In Rule '''Actions''' add a subrule '''Naps''' reading:\n<blockquote>\nAnybody may nap.\n</blockquote>",
        "To rule '''Actions''' add a subrule '''Naps''' with the following content:\n\n"
        "<blockquote>Anybody may nap.\n</blockquote>",
        'Add a subrule named "Naps" to rule Actions, reading: "Anybody may nap."',
        "Under the rule Actions, create a new rule called “Naps” which reads “Anybody may nap.”",
        "in rule ACTIONS add the subrule '''Naps''':\n: Anybody may nap.\n",
    ],
)
def test_a_subrule_is_added(text):
    naps = rules_after(text)["naps"]
    assert (naps["title"], naps["body"], naps["parent"]) == ("Naps", "Anybody may nap.", "actions")


@pytest.mark.parametrize(
    ("text", "field", "says"),
    [
        ("Rename rule '''Luck''' to '''Fortune'''.", "title", "Fortune"),
        ("Rename rule Luck to Good Fortune.", "title", "Good Fortune"),
        ("Move rule '''Luck''' under rule '''Actions'''", "parent", "actions"),
        ("Amend rule '''Luck''' to read: “Be lucky.”", "body", "Be lucky."),
        ("Replace the text of rule Luck with:\n<blockquote>Be lucky.</blockquote>", "body", "Be lucky."),
    ],
)
def test_a_rule_is_renamed_moved_and_reworded(text, field, says):
    assert rules_after(text)["luck"][field] == says


@pytest.mark.parametrize(
    "text",
    [
        "Amend rule '''Naps''' by replacing “nap” with “sleep”.",
        'In the rule Naps replace "nap" by "sleep"',
        "Replace “nap” with “sleep” in rule '''Naps'''.",
        "In rule '''Naps''', change every “nap” to “sleep”.",
    ],
)
def test_words_of_a_rule_are_replaced(text):
    added = "Add a rule named '''Naps''' reading: “Anybody may nap.” "
    assert rules_after(added + text)["naps"]["body"] == "Anybody may sleep."


def test_words_are_added_and_taken_out_and_rules_repealed():
    """Several orders in one text, one upon the other."""
    text = """Naps are good for us, and in the afternoon they are needed.
Add a rule named '''Naps''' reading “Anybody may nap, gladly.”
To rule '''Naps''' add “Twice a day.” From rule '''Naps''' remove “, gladly”.
Repeal rule '''Random choices''' with all that hangs on it."""
    rules = rules_after(text)
    assert rules["naps"]["body"] == "Anybody may nap. Twice a day."
    assert "random-choices" not in rules


PRICE = "/shop/offers/Handy Pack/costs/Vertebra"


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("Change the price of a Handy Pack from 12 to 15.", PRICE, 15),
        ("Change the price of the '''Handy Pack''' from 12 Vertebrae to 15 Vertebrae.", PRICE, 15),
        ("Raise the price of one Handy Pack in Vertebrae to 15", PRICE, 15),
        ("Replace 12 with 15 in the price of a Handy Pack.", PRICE, 15),
        ("We are poor. Lower the chance of Basic from 10 % to 5 %, please do.", "/collections/Basic/chance", 5),
        ("Set how long a turn of Knucklebones lasts to 12 hours.", "/knucklebones/turn/minutes", 720),
        ("Replace “2 days” with “3 days” in rule '''Exoptotic Duel'''.", "/duels/request_lapses_minutes", 4320),
        ("Replace 4 with 5 in rule Deck Pack.", "/packs/Deck Pack/contents/0/n", 5),
    ],
)
def test_values_are_changed(text, path, value):
    """By what they are called, or by the rule that quotes them; with what they are now, where that is said."""
    found = draft_from(LAW, text, [])
    assert found.left == []
    assert [each for each in found.operations if each["op"] != "test"] == [
        {"op": "replace", "path": path, "value": value}
    ]
    assert draft_from(LAW, text, found.operations).operations == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Change the price of a Handy Pack from 13 to 15.", "is 12 Vertebrae now"),
        ("Change the price of a Handy Pack from 12 to 12.", "That is the value already"),
        ("Change the price of a Handy Pack to heaven.", "Write it like the old value"),
        ("Raise the price to 15.", "several values could be meant"),
        ("Set the xyzzy to 15.", "no value of the law is called the xyzzy"),
        ("Replace 12 with 15 in rule Players.", "the rule does not say “12”"),
        ("Replace 7 days with 9 days in rule Players.", "several values could be meant"),
    ],
)
def test_a_value_that_is_not_clear_is_told(text, why):
    found = draft_from(LAW, text, [])
    assert found.operations == []
    ((_, said),) = found.left
    assert why in said


def test_many_orders_about_values_end():
    found = draft_from(LAW, "Change the price of a Handy Pack from 12 to 15. " * 30, [])
    assert len(found.operations) == 2
    assert "at most 12 orders about values" in found.left[-1][1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Repeal rule '''Nonsense'''.", "no rule is called Nonsense"),
        ("Amend rule '''Luck''' by replacing “xyzzy” with “nothing”.", "the rule does not say “xyzzy”"),
        ("Add a little spice to everything.", "not understood"),
        ("Add a rule named '''Naps'''.", "the words of the new rule are missing"),
        ("In rule '''Nowhere''' add a subrule '''Naps''' reading “Nap.”", "no rule is called Nowhere"),
        (f"Add {'very ' * 400} much.", "too long"),
        ("Repeal rule '''Full Hand'''.", "other things depend on it"),
    ],
)
def test_what_cannot_be_placed_is_told(text, why):
    found = draft_from(LAW, text, [])
    assert found.operations == []
    ((shown, said),) = found.left
    assert why in said
    assert shown[:6] in text or shown.startswith("replace “xyzzy”")  # a gerund is shown as an imperative


def test_a_text_without_orders_drafts_nothing():
    found = draft_from(LAW, "I like cards.\n\nDo you? '''Indeed''' “I do”. == No ==\n" * 50, [])
    assert (found.operations, found.left, found.placed) == ([], [], [])


def test_drafted_once_more_nothing_comes_twice():
    text = """Add a rule named '''Naps''' with a subrule '''Pillows''' reading “Soft.” To rule '''Naps''' add “Zzz.”
Rename rule '''Luck''' to '''Fortune'''. Repeal rule '''Random choices''' with all that hangs on it."""
    first = draft_from(LAW, text, [])
    again = draft_from(LAW, text, first.operations)
    assert first.left == again.left == []
    assert again.operations == []


@pytest.mark.parametrize(
    "text", ["<blockquote>" * 4000, "'''" * 9000, '"' * 20_000, ": a\n" * 9000, "Add a rule " * 4000]
)
def test_any_text_is_little_work(text):
    draft_from(LAW, text, [])


def test_orders_have_an_end():
    text = "".join(f"Add a rule named '''R{count}''' reading “x”. " for count in range(MAX_ORDERS + 5))
    found = draft_from(LAW, text, [])
    assert (len(found.operations), len(found.left)) == (MAX_ORDERS, 5)


def test_what_is_told_about_a_text_has_an_end():
    """A text of many orders is read and told in the size of a page, whoever opens the proposal."""
    found = draft_from(LAW, "Add a rule called A.\n\n" * 2200, [])
    assert len(found.left) == MAX_ORDERS + MAX_UNREAD + 1
    assert found.left[-1][0] == f"… and {2200 - MAX_ORDERS - MAX_UNREAD} more"


def test_a_few_hints_are_given_and_then_none():
    """Looking for what is like some words takes long: letters for five titles of a text, whole words for sentences."""
    wrong = "".join(f"Repeal rule Luckk{' ' * (count % 2)}. " for count in range(20))
    found = draft_from(LAW, wrong, [])
    assert [("do you mean Luck?" in why) for _, why in found.left] == [True] * MAX_HINTS + [False] * (20 - MAX_HINTS)
    ((_, why),) = draft_from(
        LAW, "In rule Rules, replace “By joining, you agree to follow all rules” with “x”.", []
    ).left
    assert "it says" in why


@pytest.mark.skipif(not ORIGINAL.exists(), reason="the original of the proposal is not kept here")
def test_the_proposal_of_knucklebones_drafts_completely():
    """Every block of it is a rule, under the rule that it names."""
    text = ORIGINAL.read_text(encoding="utf-8")
    rules = rules_after(text)
    titles = {id_: rule["title"] for id_, rule in rules.items() if id_ not in LAW.document["rules"]}
    new = {rules[id_]["title"]: rules[id_] for id_ in titles}
    assert sorted(titles.values()) == sorted(
        ["Knucklebones", "Knucklebones", "Commencement", "Field", "Turn Order", "Turn", "Winning", "Dice"]
    )
    (under_actions,) = [id_ for id_ in titles if rules[id_]["parent"] == "actions"]
    (top,) = [id_ for id_, title in titles.items() if title == "Knucklebones" and id_ != under_actions]
    assert rules[top]["parent"] is None
    assert {title: rule["parent"] for title, rule in new.items() if title != "Knucklebones"} == dict.fromkeys(
        ("Commencement", "Field", "Turn Order", "Turn", "Winning", "Dice"), top
    )
    assert new["Turn Order"]["body"] == "The turn order in a game is determined randomly."
    assert text.count("<blockquote>") == sum(bool(rules[id_]["body"]) for id_ in titles)


@pytest.mark.parametrize("heading", ["== Tea ==", "=== Tea ===", "==== Tea ====", "----"])
@pytest.mark.parametrize("words", ["<blockquote>\nAnybody may nap.\n</blockquote>", "Anybody may nap."])
def test_a_heading_ends_the_text_of_a_rule(heading, words):
    """Of whatever level: the next order of a proposal often stands under one."""
    first = f"Add a rule named '''Naps''' with the following content:\n\n{words}"
    text = f"{first}\n\n{heading}\nRename rule '''Luck''' to '''Chance'''."
    rules = rules_after(text)
    assert rules["naps"]["body"] == "Anybody may nap."
    assert rules["luck"]["title"] == "Chance"


@pytest.mark.parametrize(
    "odd",
    [
        {"op": "remove", "path": "/rules"},
        {"op": "replace", "path": "/rules/luck", "value": 7},
        {"op": "remove", "path": "/x"},
    ],
)
def test_on_top_of_what_is_no_law_nothing_is_drafted(odd):
    with pytest.raises(CannotBuild):
        draft_from(LAW, "Rename rule Luck to Fortune.", [odd])


def test_a_button_drafts_from_the_text(cast: Hall):
    """What is drafted is in the draft and its difference; what is left is marked; nothing typed is lost."""
    ada: Client = browser_of("ada")
    text = "Add a rule named '''Naps''' reading “Anybody may nap.” Repeal rule '''Nonsense'''."
    answer = post(ada, text=text, from_words="1")
    page = answer.content.decode()
    assert [each["path"] for each in operations(answer)] == ["/rules/naps"]
    assert "No rule is called Nonsense" in page
    assert answer.context["draft"].differences is not None
    again = post(ada, text=text, from_words="1", amendments=json.dumps(operations(answer)))
    assert len(operations(again)) == 1
    assert ada.get(COMPOSE).status_code == 200
    answer = post(ada, text="Nothing is ordered here.", from_words="1")
    assert "Not turned into changes yet" in answer.content.decode()
    talk = "We talked about it. It was long. Some were tired. Others were not."
    answer = post(ada, 422, text=talk, from_words="1")
    assert "These words could not be turned into changes." in answer.content.decode()


# ── in time that grows with the text

REPEATED = [
    "\n",
    " ",
    "\n ",
    ": \n",
    ":\n\n",
    "<blockquote>",
    "<blockquote> \n",
    ", a",
    '"',
    "“",
    "=",
    "= ",
    ". ",
    ".\n",
]


def test_what_something_costs_is_an_order_if_it_costs_something_else(cast: Hall):
    assert draft_from(LAW, "A Handy Pack costs 12 Vertebrae.", []).operations == []
    text = "A Handy Pack costs 10 Vertebrae."
    page = post(browser_of("ada"), text=text, from_words="1")
    assert [each for each in operations(page) if each["op"] != "test"] == [
        {"op": "replace", "path": "/shop/offers/Handy Pack/costs/Vertebra", "value": 10}
    ]


COMMONS = Law(document_of("the-commons"))
ALL, ACTIVE = {"players": "players"}, {"players": "active"}


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("Upon enactment of this proposal, every member gains 3 Pennies and its author loses 1 Renown.",
         [{"grant": "Penny", "n": 3, "to": ALL}, {"raise": "Renown", "by": -1, "of": "$me"}]),
        ("Give every player 3 Pennies and a Plank.",
         [{"grant": "Penny", "n": 3, "to": ALL}, {"grant": "Plank", "n": 1, "to": ALL}]),
        ("Please take two Apples from each active player.", [{"revoke": "Apple", "n": 2, "from": ACTIVE}]),
        ("If this proposal is enacted, its author gains 2 Renown.", [{"raise": "Renown", "by": 2, "of": "$me"}]),
    ],
)  # fmt: skip
def test_what_happens_once_is_drafted(text, effects):
    found = draft_from(COMMONS, text, [])
    assert (found.effects, found.left, found.operations) == (effects, [], [])
    assert list(one_time_flaws(COMMONS, found.effects)) == []
    assert orders_left(COMMONS, text, [], does_something_once=True).undone == []
    assert orders_left(COMMONS, text, []).undone == found.once


@pytest.mark.parametrize(
    "passes",
    [
        "when this proposal passes",
        "Once this is enacted",
        "upon enactment",
        "on the passage of this proposal",
        "if this proposal is adopted",
        "immediately",
    ],
)
@pytest.mark.parametrize("purpose", ["", "To celebrate the anniversary, ", "As a thank-you, ", "Because it is late, "])
@pytest.mark.parametrize(
    "what", ["every member gains 3 Pennies and a Plank", "give every member 3 Pennies and a Plank"]
)
def test_what_happens_once_says_so_before_or_after_it_whatever_it_is_for(passes, purpose, what):
    effects = [{"grant": "Penny", "n": 3, "to": ALL}, {"grant": "Plank", "n": 1, "to": ALL}]
    ways = (f"{purpose}{passes}, {what}.", f"{purpose}{what} {passes}!", f"{passes}, {purpose}{what}")
    for words in ways[: 2 if purpose.startswith("Because") else 3]:  # "because" ends an order
        found = draft_from(COMMONS, words, [])
        assert (found.effects, found.left, found.operations) == (effects, [], []), words
        assert orders_left(COMMONS, words, [], does_something_once=True).undone == []


@pytest.mark.parametrize(
    "text",
    [
        "Every member gains 3 Pennies.",
        "To celebrate the anniversary, every member gains 3 Pennies.",
        "To win the cycle, every member gains 3 Pennies when this proposal passes.",
        "Every member gains 3 Pennies when a match ends immediately.",
        "Every member who naps gains 3 Pennies when this proposal passes.",
        "Give every player 3 Bananas.",
        "Give every player 3 Pennies if they voted.",
        "Upon enactment, every member gains 3 Pennies and Ada loses 1 Renown.",
        "Give every player 3 Pennies each time they walk.",
    ],
)
def test_what_may_not_happen_once_is_told(text):
    found = draft_from(COMMONS, text, [])
    assert found.effects == []
    assert len(found.left) == 1


def test_what_happens_once_is_in_the_form_and_is_not_added_twice(cast: Hall):
    page = post(browser_of("ada"), text="Give every player 2 Chips.", from_words="1")
    effects = page.context["draft"].effects
    assert json.loads(effects) == [{"grant": "Chip", "n": 2, "to": ALL}]
    again = post(browser_of("ada"), text="Give every player 2 Chips.", from_words="1", effects=effects)
    assert again.context["draft"].effects == effects


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        ("", 200, "There is a lottery with a jackpot"),
        (" It was mild." * FEW, 422, "These ideas may fit your words:"),
    ],
)
def test_words_without_an_order_lead_to_ideas(cast: Hall, more: str, status: int, said: str):
    """A few sentences are marked, each with its ideas; the ideas for a longer text stand above it."""
    page = post(browser_of("ada"), status, text=f"There is a lottery with a jackpot.{more}", from_words="1")
    assert said in page.content.decode()
    assert "/proposals/ideas/lottery/" in page.content.decode()


@pytest.mark.parametrize("repeated", REPEATED)
def test_a_text_of_one_sign_takes_steps_that_grow_with_it(repeated):
    """25,000 line breaks had stopped a web process for more than a minute."""

    def steps(count):
        text = "a" + repeated * count + "b"
        patterns = (BLOCK_TAG, HEADING, NAMED, SENTENCE_END)
        return sum(Counted(pattern).search_all(text, 10_000_000) for pattern in patterns)

    few, many = with_a_deep_stack(lambda: (steps(250), steps(1000)))
    assert many < 5 * few


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A Handy Pack costs 5 Vertebre.", "Vertebrae"),  # a letter is missing
        ("Give everybody 5 Verttebrae.", "Vertebrae"),
        ("The Handy Pack shoudl cost 5 Bones.", "should"),
        ("Amend rule Acxions to read “Hum.”", "Actions"),
        ("Give Ada 5 Vertebrae.", ""),
        ("Give everybody 5 Bananas, by fusing them.", ""),
        ("Crown the player with the most cards.", ""),  # other forms of known words
    ],
)
def test_an_unread_order_with_a_misspelt_name_tells_the_name(text: str, meant: str) -> None:
    [(_, why)] = draft_from(LAW, text, []).left
    assert why.count("do you mean") == bool(meant)
    assert why.endswith(f"do you mean {meant}?" if meant else why)


def test_half_of_a_sentence_that_is_not_understood_becomes_no_rule() -> None:
    """The page said that the words were now a rule, beside the same words marked as not understood."""
    found = draft_from(LAW, "Nobody may trade while the moon is green.", [])
    assert (found.rules, found.operations) == ([], [])
    assert len(found.left) == 1
