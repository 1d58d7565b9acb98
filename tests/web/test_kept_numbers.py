"""New words of a rule that shows one value of the law several times."""

import pytest

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.web.composer.orders.changes.rewrite_keeping_numbers import with_numbers
from nomic.web.composer.orders.changes.shown_words import CannotEdit, edited, shown, span_shown
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.reader import Drafting

HOURS, PRICE = "{{law|/trades/within_hours}}", "/rules/fusion/clauses/fuse/costs"
BODY = f"A trade waits {HOURS} hours. After {HOURS} hours it ends."
DOCUMENT = document_of("cycle-16")
RULE = {"title": "Waiting", "body": BODY, "parent": None, "place": 900}
LAW = Law(amended_draft(DOCUMENT, [{"op": "add", "path": "/rules/waiting", "value": RULE}]))
NOW = LAW.document["trades"]["within_hours"]


def words(first: object, last: object) -> str:
    return f"A trade waits {first} hours. After {last} hours it ends."


def replaced(old: str, new: str) -> Drafting:
    return draft_from(LAW, f"In the rule “Waiting”, replace “{old}” with “{new}”.", [])


def test_both_places_with_one_new_number_set_the_value() -> None:
    kept = with_numbers(LAW, BODY, words(25, 25))
    assert (kept.words, kept.values, kept.lost) == (BODY, {"/trades/within_hours": "25"}, [])
    (set_,) = [each for each in replaced(words(NOW, NOW), words(25, 25)).operations if each["op"] != "test"]
    assert (set_["path"], set_["value"]) == ("/trades/within_hours", 25)


@pytest.mark.parametrize(
    "new",
    [
        words(25, 30),
        words(25, NOW),
        words(NOW, 25),
        f"A trade waits 25 hours. Nobody may ask anybody else, and once {NOW} hours have gone by, all of it is over.",
    ],
)
def test_two_numbers_for_one_value_are_refused_aloud(new: str) -> None:
    """However the words are quoted: as part of a rule, or as its page shows them."""
    with pytest.raises(CannotEdit, match=f"takes “{NOW}” from a number that the law keeps, in several places"):
        with_numbers(LAW, BODY, new)
    page = shown(LAW, BODY)
    span = span_shown(page, words(NOW, NOW))
    assert span is not None
    with pytest.raises(CannotEdit):
        edited(LAW, BODY, span, words(NOW, NOW), new)
    for found in (replaced(words(NOW, NOW), new), draft_from(LAW, f"Rewrite the rule “Waiting” to say “{new}”", [])):
        assert found.operations == []
        assert found.left
        assert "that the law keeps, in several places" in found.left[0][1]


def test_a_price_and_an_amount_within_it_are_one_value() -> None:
    body = f"It costs {{{{law|{PRICE}|items}}}}, so bring {{{{law|{PRICE}/Vertebra}}}}."
    assert shown(LAW, body).text == "It costs 9 Vertebrae, so bring 9."
    with pytest.raises(CannotEdit):
        with_numbers(LAW, body, "It costs 7 Vertebrae, so bring 9.")
    kept = with_numbers(LAW, body, "It costs 7 Vertebrae, so bring 7.")
    assert (kept.words, kept.values) == (body, {f"{PRICE}/Vertebra": "7"})


def test_a_place_that_goes_is_no_contradiction() -> None:
    kept = with_numbers(LAW, BODY, "A trade waits 25 hours.")
    assert kept.values == {"/trades/within_hours": "25"}
    assert kept.lost == [f"{NOW}"]


@pytest.mark.parametrize("said", ["two days", "2 days", "48 hours"])
def test_the_only_length_of_time_is_the_one_that_the_law_keeps(said: str) -> None:
    """Wherever it stands in the new words: authors write rules anew, and know nothing of values."""
    text = f"In a trade, two players exchange items. Each trade is void after {said}."
    found = draft_from(LAW, f"Amend the rule “Trading” to read in full: “{text}”", [])
    assert found.left == []
    assert amended_draft(LAW.document, found.operations)["trades"]["within_hours"] == 48
    assert found.notes == [f"We took “{said}” to replace “7 days”, and changed that number in the law."]


def test_one_of_two_lengths_of_time_is_not_guessed() -> None:
    text = "An offer stands for two days, and a consent for three days."
    found = draft_from(LAW, f"Amend the rule “Trading” to read in full: “{text}”", [])
    assert found.operations == []
    assert "change that number first" in found.left[0][1]


def test_words_that_a_page_shows_twice_are_replaced_at_both_places() -> None:
    """Two numbers of the law are 4, and the source of the rule says it nowhere."""
    order = "In the rule “Exoptotic Battle”, replace all instances of “at least 4 cards” with “at least 5 cards”."
    found = draft_from(LAW, order, [])
    assert found.left == []
    made = amended_draft(LAW.document, found.operations)
    assert (made["battles"]["cards_at_least"], made["exoptosis"]["hand"]["at_least"]) == (5, 5)
    assert made["rules"] == LAW.document["rules"]
    ((_, why),) = draft_from(LAW, order.replace("all instances of ", ""), []).left
    assert "2 times" in why


def test_the_same_in_other_rules() -> None:
    """One of them shows the number that the first order changed, which is then done."""
    first = "In “Exoptotic Battle”, replace all instances of “at least 4 cards” with “at least 5 cards”."
    found = draft_from(LAW, f"{first} Do the same in “Setup Rules” and “Exoptotic Duel”.", [])
    assert found.left == []
    assert amended_draft(LAW.document, found.operations)["exoptosis"]["hand"]["at_least"] == 5
    ((_, why),) = draft_from(LAW, f"{first} Do the same in “Luck”.", []).left
    assert "does not say" in why


@pytest.mark.parametrize(
    ("new", "becomes"),
    [
        (
            "The Judge is an office, held by at most one player. The Judge settles disputes about the rules.",
            "The '''Judge''' is an office, held by at most one player. The Judge settles disputes about the rules.",
        ),
        ("Somebody settles disputes.", "Somebody settles disputes."),
    ],
)
def test_a_sentence_with_a_name_in_bold_is_rewritten(new: str, becomes: str) -> None:
    """Authors quote what the page shows, which has no signs around the name."""
    old = "There is at most one Judge, who settles disputes about the rules."
    found = draft_from(LAW, f"In “Judgement”, replace “{old}” with “{new}”.", [])
    assert found.left == []
    body = amended_draft(LAW.document, found.operations)["rules"]["judgement"]["body"]
    was = LAW.document["rules"]["judgement"]["body"]
    assert body == becomes + was[was.index("\n") :]


def test_a_row_of_the_shop_and_words_that_one_rule_says() -> None:
    text = (
        "In the rule “The Croupier”, add a row to the table:\n\n* 1 Reconfiguration Token | 8 Vertebrae\n\nand in the "
        "same table change the cost of 1 Already-opened Pack from 5 Vertebrae to 4 Vertebrae. Also change “behind the "
        "glass, foil packs wait” to “behind the glass, tokens wait”."
    )
    found = draft_from(LAW, text, [])
    assert found.left == []
    made = amended_draft(LAW.document, found.operations)
    assert made["shop"]["offers"]["Reconfiguration Token"]["costs"] == {"Vertebra": 8}
    assert made["shop"]["offers"]["Already-opened Pack"]["costs"] == {"Vertebra": 4}
    assert "tokens wait" in made["rules"]["the-croupier"]["body"]


@pytest.mark.parametrize(
    ("old", "new", "becomes"),
    [
        ("|||Burning.||| In each Rest Phase", "|||Scorching.||| In each Rest Phase", "|||Scorching.||| In each "),
        ("Burning. In each Rest Phase", "Burning. In every Rest Phase", "|||Burning.||| In every "),
        ("Each burnt card is destroyed", "Each |||burnt||| card is lost", "Each |||burnt||| card is lost"),
    ],
)
def test_bold_type_is_neither_doubled_nor_lost(old: str, new: str, becomes: str) -> None:
    old, new, becomes = (each.replace("|||", 3 * "'") for each in (old, new, becomes))
    found = draft_from(LAW, f"In the rule “Actions”, replace “{old}” with “{new}”.", [])
    assert found.left == []
    body = amended_draft(LAW.document, found.operations)["rules"]["actions"]["body"]
    assert becomes in body
    assert 6 * "'" not in body


def values_changed(template: str, text: str) -> dict[str, object]:
    found = draft_from(Law(document_of(template)), text, [])
    assert found.left == []
    return {each["path"]: each["value"] for each in found.operations if each["op"] == "replace"}


def test_dice_that_a_rule_shows_are_changed_in_the_law() -> None:
    text = 'Change "The garden gains 2d4 flasks of Oil" in the rule Offices to "The garden gains 3d4 flasks of Oil".'
    assert values_changed("ministry-of-lamps", text) == {"/rules/offices/clauses/water/do/0/by/roll": "3d4"}


def test_dice_in_the_words_of_a_rule_are_changed_in_what_it_does_too() -> None:
    """The words have them themselves, and the scenario rolls them: both change, or only the words would."""
    values = values_changed(
        "cycle-16", 'In the rule Exploration, replace "gain 2d3 Vertebrae" with "gain 3d3 Vertebrae".'
    )
    assert values.pop("/rules/exploration/clauses/heap-of-bones/do/0/options/0/do/0/n/roll") == "3d3"
    (words,) = values.values()
    assert "gain 3d3 Vertebrae" in str(words)


def test_dice_that_a_rule_rolls_at_several_places_are_left_with_a_note() -> None:
    document = document_of("cycle-16")
    roll = {"when": "week-begins", "do": [{"grant": "Chip", "n": {"roll": "1d6"}, "to": {"players": "players"}}]}
    clauses = {"one": roll, "two": {**roll, "when": "day-begins"}}
    document["rules"]["waiting"] = {**RULE, "body": "Gain 1d6 Chips.", "clauses": clauses}
    found = draft_from(Law(document), 'In the rule Waiting, replace "1d6" with "2d6".', [])
    assert [each["path"] for each in found.operations if each["op"] == "replace"] == ["/rules/waiting/body"]
    (note,) = found.notes
    assert note == (
        "The words of “Waiting” now say 2d6, but the rule rolls 1d6 in 2 places. Change the one that you mean, too."
    )


@pytest.mark.parametrize(
    "text",
    [
        "The weight of Chest becomes 3 and the weight of Stone Wall becomes 4.",
        "In the rule “Generating a Dungeon”, the weight of Chest becomes 3, the weight of Stone Wall becomes 4.",
        "Amend the rule “Generating a Dungeon” as follows: the weight of Chest becomes 3, the weight of Stone Wall "
        "becomes 4.",
    ],
)
def test_numbers_of_a_table_are_listed_in_one_order(text: str) -> None:
    assert values_changed("dungeon", text) == {"/dungeon/pool/Chest/weight": 3, "/dungeon/pool/Stone Wall/weight": 4}


@pytest.mark.parametrize(
    "text",
    [
        "Change the chances of these collections:\n* Basic: 15%\n* Rare: 10%",
        "Change the chances of these collections:\n\n- Basic 15% instead of 10%\n- Rare 10% instead of 5%",
        "Change the modifier collections: Basic 15% (was 10%), Rare 10% (was 5%).",
    ],
)
def test_chances_are_listed_under_what_they_are(text: str) -> None:
    assert values_changed("cycle-16", text) == {"/collections/Basic/chance": 15, "/collections/Rare/chance": 10}


def test_a_list_that_replaces_other_numbers_than_the_law_has_is_left() -> None:
    found = draft_from(
        LAW, "Change the chances of these collections:\n* Basic 15% instead of 10%\n* Rare 10% instead of 7%", []
    )
    assert (found.operations, len(found.left)) == ([], 1)


@pytest.mark.parametrize("number", ["10", "15"])
def test_the_name_of_a_value_comes_before_a_sentence_that_is_like_it(number: str) -> None:
    """A pack has a sentence about this collection with a chance of its own, which was changed, or taken to say it."""
    values = values_changed("cycle-16", f"The chance of the collection Rare is {number}.")
    assert values == {"/collections/Rare/chance": int(number)}
