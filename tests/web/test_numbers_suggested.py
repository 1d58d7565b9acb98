"""A sentence about a number that no form reads gets buttons with the changes that it may mean.

What pages call a change, such as “Changes so far”, is an order that is read.
"""

import re
from typing import Any

import pytest

from nomic.clauses.views.numbers.number_labels import full_label
from nomic.law.document.sections import Law
from nomic.law.search.values import LawValue, is_a_number, values_of
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.names_and_numbers.amounts_said import amount_said
from nomic.web.composer.orders.names_and_numbers.numbers_suggested import changes_suggested
from nomic.web.typed_amendments import as_typed, change_value, changes_of
from tests.recipes.laws import LAWS, law_of
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

MEANT = [
    ("ministry-of-lamps", "A loan falls due after 10 days", "/rules/loans/clauses/borrow/do/2/after/days", 10),
    (
        "ministry-of-lamps",
        "Tea can be poured for one more guest than today",
        "/rules/tea/clauses/pour/with/guests/most",
        4,
    ),
    ("cycle-16", "The limit on duels is raised: two per phase, not one", "/duels/per_phase", 2),
    ("cycle-16", "The chance of Cursed rises by 2 percentage points", "/collections/Cursed/chance", 7),
    ("cycle-16", "the price of a fusion goes up to 12🝬", "/rules/fusion/clauses/fuse/costs/Vertebra", 12),
    ("cycle-16", "A fusion is a third cheaper", None, None),
    ("exoptwosis", "The chance that a random card is Holographic doubles", "/collections/Holographic/chance", 10),
    ("dungeon", "A period is to last twice as long as it does now", "/dungeon/period_minutes", 2880),
    ("knucklebones", "Bones required for victory are raised by 2", "/rules/victory/clauses/most/wins/all/0/is/2", 7),
    (
        "the-commons",
        "In “The auction”, the time for bids is shortened by a quarter",
        "/rules/auction/clauses/put-up/do/3/after/hours",
        18,
    ),
]


def replaced(law: Law, words: str) -> list[tuple[str, Any]]:
    found = draft_from(law, words, [])
    assert not found.left, found.left
    return [(each["path"], each.get("value")) for each in found.operations if each["op"] != "test"]


def numbers(law: Law) -> list[LawValue]:
    return [each for each in values_of(law) if is_a_number(each.value) and not each.path.endswith("/place")]


@pytest.mark.parametrize(("name", "words", "path", "new"), MEANT, ids=[words for _, words, _, _ in MEANT])
def test_the_first_number_suggested_is_the_one_meant(name: str, words: str, path: str | None, new: int | None) -> None:
    law = law_of(name)
    found = changes_suggested(words, law)
    if path is None:
        assert found == ()
        return
    assert replaced(law, f"{found[0].order}.") == [(path, new)]
    assert f"{found[0].label}".endswith(("s", "%", f"{new}"))


@pytest.mark.parametrize(("name", "words"), [(name, words) for name, words, path, _ in MEANT if path])
def test_each_suggestion_changes_one_number(name: str, words: str) -> None:
    law = law_of(name)
    for change in changes_suggested(words, law):
        assert len(replaced(law, f"{change.order}.")) == 1


@pytest.mark.parametrize(
    "words",
    [
        "Ring every bell 3 times",
        "Whoever juggles 5 oranges becomes king of the circus",
        "Challenging somebody to a duel costs 2 Vertebrae",  # no number of duels counts Vertebrae
        "Change a price from 3 to 5 or 6",
        "Packs are dear",
        "",
        "2",
        "10 days " * 60,
    ],
)
def test_nothing_is_suggested_for_what_no_number_of_the_law_is_about(words: str) -> None:
    assert changes_suggested(words, law_of("cycle-16")) == ()


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("It lasts 10 days, not 7", ("10 days", "7", "")),
        ("It lasts ten days instead of 7 days", ("10 days", "7 days", "")),
        ("Once a phase rather than twice", ("1", "2", "")),
        ("It takes two hours longer", ("", "", "two hours")),
        ("It is reduced by a quarter", ("", "", "a quarter")),
        ("One more guest may come", ("", "", "One")),
        ("The roll is 2d6", ("2d6", "", "")),
        ("The most is 15 Coins in place of 10", ("15", "10", "")),
        ("It is due after a week, and not after three days", ("1 week", "3 days", "")),
        ("Chance: ten percent", ("10", "", "")),
        ("Chance: 10 %", ("10", "", "")),
        ("Rule 5 allows 3 cards", ("3", "", "")),
    ],
)
def test_the_amount_of_a_sentence(words: str, given: tuple[str, str, str]) -> None:
    amount = amount_said(words)
    assert amount is not None
    assert (amount.typed, amount.old, amount.by) == given


@pytest.mark.parametrize("words", ["3 or 4 cards", "No number", "Raised and lowered by 2", "It may rise or fall by 3"])
def test_several_amounts_are_none(words: str) -> None:
    assert amount_said(words) is None


@pytest.mark.parametrize(
    ("name", "words", "path", "new"),
    [
        each
        for each in MEANT
        if each[1].startswith(("Tea can", "The limit", "The chance", "the price"))  # all their words are of one number
    ],
)
def test_a_sentence_that_can_mean_only_one_number_is_an_order(name: str, words: str, path: str, new: int) -> None:
    found = draft_from(law_of(name), f"Bells ring. {words}.", [])
    assert [(each["path"], each["value"]) for each in found.operations if each["op"] == "replace"] == [(path, new)]
    assert [note for note in found.notes if note.startswith("Read as a change of one number. ")]
    assert not found.left


@pytest.mark.parametrize("words", ["Chance of Holographic: ten percent.", "Bells. Chance of Holographic: 10 %"])
def test_a_name_and_a_number_after_a_colon_are_an_order(words: str) -> None:
    assert replaced(law_of("exoptwosis"), words) == [("/collections/Holographic/chance", 10)]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cycle-16", "The price of a Handy Pack rose from 12 to 15 last week."),
        ("cycle-16", "I would like the chance of Cursed raised by 2."),
        ("cycle-16", "The fee is now three Chips."),  # what is paid in Chips has no price in Vertebrae
        ("ministry-of-lamps", "A loan falls due after 10 days."),  # it may describe
        ("cycle-16", "It costs 40 Vertebrae instead of 50."),  # what does?
        ("cycle-16", "If nobody votes, the limit on duels is raised: two per phase, not one."),
        ("cycle-16", "Whenever somebody leaves, the chance of Cursed rises by 2 percentage points."),
        ("cycle-16", "The chance of Cursed or Rare rises by 2 percentage points."),
        ("cycle-16", "The chance of Cursed bells rises by 2 percentage points."),
        ("cycle-16", "The limit on duels is raised: two per phase, not three."),  # it is one now
        ("cycle-16", "The limit on duels is raised."),
        ("cycle-16", "The chance of Cursed rises by 2 for each player."),
        ("cycle-16", "Raise the price of a Handy Pack by 2 per phase."),
        ("cycle-16", "In the Battle Phase, the limit on duels is two per phase, not one."),
        ("cycle-16", "The limit on duels is two per phase, not one, except for players with a Chip."),
    ],
)
def test_what_may_mean_something_else_changes_nothing(name: str, words: str) -> None:
    assert not draft_from(law_of(name), words, []).operations


@pytest.mark.parametrize("name", LAWS)
def test_a_change_in_the_words_of_the_page_is_read(name: str) -> None:
    """If several numbers of a piece share the short name, the author is asked which one."""
    law = law_of(name)
    asked = 0
    for value in numbers(law):
        operations = change_value(law, value.path, as_typed(value.value + 1))
        (change,) = changes_of(law, operations)
        found = draft_from(law, f"{change.words}.", [])
        if found.left and found.left[0][1].startswith("several numbers have this name"):
            asked += 1
            continue
        assert [each for each in found.operations if each["op"] != "test"] == operations[-1:], change.words
    assert asked <= len(numbers(law)) // 8


@pytest.mark.parametrize("name", LAWS)
def test_a_number_is_read_by_its_full_name(name: str) -> None:
    law = law_of(name)
    for value in numbers(law)[::3]:
        words = f"Change “{full_label(law, value)}” to “{value.value + 1}”."
        assert replaced(law, words) == [(value.path, value.value + 1)], words


def test_among_other_sentences_such_a_change_ends_no_text_and_begins_none() -> None:
    law = law_of("the-commons")
    words = (
        "Repeal the rule Quests.\n\nChange the clause Rooms of the rule Rooms: Toll of Attic from 2 to 3.\n"
        "Add a rule “Bells”: “Bells may ring.”"
    )
    assert [path for path, _ in replaced(law, words) if "Attic" in path or "bells" in path] == [
        "/rules/rooms/clauses/rooms/rows/Attic/Toll",
        "/rules/bells",
    ]


def test_a_button_puts_the_change_into_the_text(cast: Hall) -> None:
    browser = browser_of("ada")
    fields = {"text": "Packs are dear. The chance of Cursed bells rises by 2 percentage points.", "from_words": "1"}
    page = browser.post("/c/hall/proposals/compose/", fields).content.decode()
    assert "Do you mean this number?" in page
    (sent,) = re.findall(r'name="instead" value="([^"]*)"[^>]*>The chance of a modifier', page)
    sent = sent.replace("&quot;", '"').replace("&#x27;", "'").replace("&amp;", "&")
    page = browser.post("/c/hall/proposals/compose/", {"text": fields["text"], "instead": sent})
    assert [each["value"] for each in page.context["draft"].operations if each["op"] == "replace"] == [7]
    assert page.context["draft"].text.startswith("Packs are dear. Change “the chance of a modifier")
