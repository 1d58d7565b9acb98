"""The same order in many moods and layouts: each drafts what its plain form drafts, and leaves nothing over."""

from typing import Any

import pytest

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.law.rules.tree import rules_of, tree
from nomic.web.composer.orders.drafting import draft_from

QUESTS = "| Quest | Goods | Place | Worth |\n|---|---|---|---|\n| Mend the Fence | 3 Planks | the Green | 2 |\n"
MOODS = {
    ("cycle-16", "Change the price of a Handy Pack to 10 Vertebrae."): (
        "A Handy Pack shall cost 10 Vertebrae.",
        "Handy Packs now cost 10 Vertebrae instead of 12.",
        "Reduce the price of a Handy Pack from 12 Vertebrae to 10.",
        "The Croupier's price for a Handy Pack is hereby reduced to 10 Vertebrae.",
        "We propose that the price of a Handy Pack be 10 Vertebrae.",
        "It is proposed that Handy Packs be sold for 10 Vertebrae.",
        "Whereas packs are dear; be it resolved that the price of a Handy Pack be 10 Vertebrae.",
        "Let a Handy Pack cost 10 Vertebrae.",
        "Set Handy Packs at 10 Vertebrae each.",
        "Set the price of a Handy Pack at 10 Vertebrae.",
        "The Croupier's prices are changed as follows:\n\n* Handy Pack: 10 Vertebrae",
        "Handy Pack: 12 → 10 Vertebrae",
    ),
    ("cycle-16", "In the rule “Fusion”, replace “9 Vertebrae” with “7 Vertebrae”."): (
        "Rule 8.4, Fusion: the cost becomes 7 Vertebrae.",
        "Amend Fusion so that it costs 7 Vertebrae.",
        "Rule 8.4 (Fusion) is amended by replacing “9 Vertebrae” by “7 Vertebrae”.",
        "Where rule Fusion says “9 Vertebrae”, it shall say “7 Vertebrae”.",
        "Reduce the Fusion fee to 7 Vertebrae.",
        "Change the cost of rule 8.4 to 7 Vertebrae.",
        "Fusing two cards now costs 7 Vertebrae.",
    ),
    ("cycle-16", "Repeal the rule “Random Choices”."): (
        "Rule 6.1 is repealed.",
        "Strike Random Choices from the ruleset.",
        "Random Choices is hereby abolished.",
        "Let rule 6.1 be repealed.",
        "Do away with rule 6.1, Random Choices.",
        "The rule Random Choices is no longer part of the ruleset.",
        "Be it enacted that rule 6.1 is repealed.",
        "RESOLVED, That rule 6.1 be repealed.",
        "I'd like rule 6.1 gone.",
        "Rule 6.1 should go.",
        "Out with rule 6.1!",
    ),
    ("cycle-16", "Create a new rule “Bells” with the text: “Bells may ring.”"): (
        "Let there be a rule named Bells: “Bells may ring.”",
        "I propose a new rule, Bells. It says: “Bells may ring.”",
        "There shall be a new rule, titled “Bells”, with the following text:\n\n> Bells may ring.",
        "The following rule, Bells, is added to the ruleset:\n\nBells may ring.",
    ),
    ("cycle-16", "Add to the end of the rule Time: “Be on time.”"): (
        "The sentence “Be on time.” is added at the end of Time.",
        "Rule 1 shall have “Be on time.” appended.",
        "Time gets the following sentence at its end: “Be on time.”",
        "Rule 1 is extended by the sentence “Be on time.”",
    ),
    ("cycle-16", "Rename the rule Luck to “Fortune”."): (
        "The title of rule 6.3 becomes “Fortune”.",
        "The rule Luck is henceforth known as Fortune.",
        "Call rule 6.3 “Fortune” instead of “Luck”.",
    ),
    ("cycle-16", "Replace the text of rule Luck with: “Luck is luck.”"): (
        "Rule 6.3 is amended to read in full: “Luck is luck.”",
        "The whole text of rule 6.3 becomes “Luck is luck.”",
        "Let rule 6.3 read as follows: “Luck is luck.”",
    ),
    ("cycle-16", "Add a subrule of Items called “Spoons”: “Spoons are items.”"): (
        "A new subrule of Items, “Spoons”, is added: Spoons are items.",
    ),
    ("cycle-16", "Move the rule “Termination” under the rule “Winning”."): (
        "“Termination” becomes a subrule of “Winning”.",
    ),
    ("cycle-16", "Add a rule “Poor relief” after rule 8.1: “Ask for relief.”"): (
        "Insert after “Card gifting” a rule by the name of “Poor relief”, reading as follows:\n\n    Ask for relief.",
    ),
    ("dungeon", "Change the weight of Stone Wall to 4.\n\nChange the weight of Chest from 2 to 3."): (
        "Generation weights are changed as follows:\n* Stone Wall: 5 → 4\n* Chest: 2 → 3",
        "The new weights:\n\n- Stone Wall: 4\n- Chest: 3.",
    ),
    ("the-commons", "Change the Toll of the Attic to 3."): ("The tolls become:\n\n* Attic: 3",),
    ("cycle-16", "Make rule 7.4 a top-level rule."): ("Split rule 7.4 off as a top-level rule.",),
    ("cycle-16", "Change how long a trade stays open after the first player agrees to 3 days."): (
        "Trades stay open for 3 days.",
        "Offers stay open for 3 days rather than 7.",
        "A trade offer lapses after 3 days.",
        "The deadline for trades is changed to 3 days.",
    ),
    ("cycle-16", "Change how long a vote of confidence lasts to 1 day."): (
        "**Problem:** they drag on.\n\n**Change:** A vote of confidence lasts 1 day, not 2.",
    ),
    ("tetromic", "The number of rows becomes 8."): ("The board shall have 8 rows.",),
    ("the-commons", "Lower the price of a Plank by 1 Penny."): (
        "The price of a Plank goes down by one Penny.",
        "Finally, the price of a Plank at the market goes down by one Penny.",
    ),
    ("knucklebones", "Replace “Nobody can give Bones away.” with “Give Bones.”"): (
        "Moreover, “Nobody can give Bones away.” is deleted, and in its place we write “Give Bones.”",
    ),
    ("the-commons", "Add a quest “Mend the Fence”: Goods 3 Planks, Place the Green, Worth 2."): (
        f"Please add this one to the quests:\n\n{QUESTS}",
        f"Add a row to the table Quests:\n\n{QUESTS}",
    ),
    ("cycle-16", "Add the colour Red to the Jester."): (
        "The Jester gets the colour Red.",
        "The Jester is now also Red.",
        "Add Red to the colours of the Jester.",
        "Give the Jester the colour Red.",
    ),
}
SAME = [(law, plain, other) for (law, plain), others in MOODS.items() for other in others]


def drafted(slug: str, words: str) -> tuple[list[Any], list[str]]:
    """What an order would change, and what is left over of it."""
    found = draft_from(Law(document_of(slug)), words, [])
    return [each for each in found.operations if each["op"] != "test"], [order for order, _ in found.left]


@pytest.mark.parametrize(("law", "plain", "other"), SAME, ids=[other[:50] for _, _, other in SAME])
def test_an_order_in_another_mood_does_the_same(law: str, plain: str, other: str) -> None:
    wanted, left = drafted(law, plain)
    assert (bool(wanted), left) == (True, [])
    assert drafted(law, other) == (wanted, [])


@pytest.mark.parametrize(
    ("law", "words"),
    [
        ("cycle-16", "Card gifting is allowed twice each phase instead of once."),
        ("cycle-16", "The limit on gifts is raised from once to twice a phase."),
        ("cycle-16", "Gifts: twice per phase, not once."),
        ("cycle-16", "The colours of Jester become Red."),
        ("cycle-16", "Challenging somebody to a duel costs 2 Vertebrae, which are lost even if the duel is cancelled."),
        ("cycle-16", "A player who has been away for four phases is not counted in any vote."),
        ("the-commons", "There is to be a door from the Green to the Attic."),
        ("cycle-16", "In the collection Common, “Useless” is crossed out."),
        ("the-commons", "Their term ends after 10 days."),
        ("ministry-of-lamps", "The Gardener's watering adds 2d6 flasks."),
        ("tetromic", "Victory is at level 8."),
    ],
)
def test_an_order_that_no_form_reads_is_marked(law: str, words: str) -> None:
    """Nothing is dropped in silence."""
    assert drafted(law, words) == ([], [words.rstrip(".")])


PACKS = "| Pack | Price |\n|---|---|\n| Handy Pack | 10 Vertebrae |\n| Deck Pack | 15 Vertebrae |\n"
ON_SALE = "/shop/offers/{}/costs/Vertebra"


@pytest.mark.parametrize(
    "words", [PACKS, f"I find them dear.\n\n{PACKS}\nPlease vote for it.", f"The prices become:\n\n{PACKS}"]
)
def test_a_table_of_prices_is_an_order_for_each_row(words: str) -> None:
    operations, left = drafted("cycle-16", words)
    assert [(each["path"], each["value"]) for each in operations] == [
        (ON_SALE.format("Handy Pack"), 10),
        (ON_SALE.format("Deck Pack"), 15),
    ]
    assert left == []


def test_a_table_that_is_a_text_stays_a_table() -> None:
    (added,), left = drafted("cycle-16", f"Enact a rule “Old prices”:\n\n{PACKS}")
    assert added["value"]["body"].startswith('{| class="wikitable"')
    assert left == []


@pytest.mark.parametrize(
    ("law", "words", "paths"),
    [
        ("cycle-16", f"Repeal rule 6.1. The prices become:\n\n{PACKS}", ["/rules/random-choices"]),
        ("dungeon", "Repeal rule 6.1. The new weights:\n- Pool: 2", ["/rules/random-choices"]),
        (
            "the-commons",
            f"Planks now cost 7 Pennies. Add this to the quests:\n\n{QUESTS}",
            ["/rules/market/clauses/buy/costs/Penny"],
        ),
    ],
)
def test_what_stands_before_the_announcement_of_a_list_is_an_order_too(law: str, words: str, paths: list[str]) -> None:
    operations, left = drafted(law, words)
    assert [each["path"] for each in operations][: len(paths)] == paths
    assert (len(operations) > len(paths), left) == (True, [])


def test_a_row_is_not_added_as_words_below_a_table_that_the_law_makes() -> None:
    assert drafted("dungeon", "Add “3 coins (weight= 1)” to the loot.") == (
        [],
        ["Add “3 coins (weight= 1)” to the loot"],
    )
    _, left = drafted("the-commons", f"Planks now cost 7 Pennies, and add this to the quests:\n\n{QUESTS}")
    assert left
    assert drafted("dungeon", "Add to the rule Loot: “Coins are round.”")[1] == []


@pytest.mark.parametrize(
    "words",
    [
        "New rule 3.1 “Bells”:\nBells may ring.",
        'New rule 3.1 "Bells": Bells may ring.',
        "New rule 3.1: Bells\n\nBells may ring.",
        "Add rule 3.1 “Bells”: “Bells may ring.”",
        "A new subrule 3.1 “Bells”:\n\nBells may ring.",
        "New subrule of Rooms, “Bells”: Bells may ring.",
        "New rule under “Rooms”, 3.9 Bells\n\nBells may ring.",
        "New rule under Rooms, called Bells:\nBells may ring.",
    ],
)
def test_a_new_rule_goes_under_the_rule_of_its_number(words: str) -> None:
    operations, left = drafted("the-commons", words)
    (rule,) = (each["value"] for each in operations if each["op"] == "add")
    assert (rule["title"], rule["body"], rule["parent"], left) == ("Bells", "Bells may ring.", "rooms", [])


@pytest.mark.parametrize("between", [" ", "\n", "\n\n"])
@pytest.mark.parametrize("lead", ["Currently", "At present, the rules say", "Now:"])
@pytest.mark.parametrize("order", ["Replace this sentence with “Bells ring.”", "I move to strike that sentence."])
def test_this_sentence_is_the_one_quoted_before(lead: str, between: str, order: str) -> None:
    says = "The only reward of a duel is the pool."
    operations, left = drafted("cycle-16", f"{lead} “{says}”{between}{order}")
    (change,) = (each for each in operations if each["op"] == "replace")
    assert (change["path"], says in change["value"], left) == ("/rules/exoptotic-duel/body", False, [])
    assert ("Bells ring." in change["value"]) == ("Bells" in order)


@pytest.mark.parametrize("lead", ["Change", "Pls change", "Please replace"])
def test_the_rule_may_stand_before_the_words_that_change(lead: str) -> None:
    words = f"{lead} in rule 8.4 “Its type is Null.” to “Its type is Nil.”"
    ((change,), left) = drafted("cycle-16", words)
    assert ("Its type is Nil." in change["value"], left) == (True, [])


@pytest.mark.parametrize(
    ("words", "is_done"),
    [
        ("Amend rule 7.2 (Trading): offers have to come within 72 hours. Half of us are in other time zones.", False),
        ("Amend rule 7.2 (Trading) to read: Trade as you like.", True),
        ("The text of Trading becomes “Trade as you like.”", True),
    ],
)
def test_a_long_text_is_replaced_whole_only_if_the_order_says_so(words: str, is_done: bool) -> None:
    operations, left = drafted("cycle-16", words)
    assert (bool(operations), bool(left)) == (is_done, not is_done)


def test_statements_below_an_amendment_are_its_changes() -> None:
    words = (
        "Amend rule 5.1 as follows.\n(a) The most that one may borrow is 15 Coins in place of 10.\n"
        "(b) A loan falls due after a week, and not after three days."
    )
    operations, left = drafted("ministry-of-lamps", words)
    assert (operations, len(left)) == ([], 2)  # each is told apart, and none becomes the text of the rule


def test_a_rules_number_is_that_before_the_proposal() -> None:
    """A rule that the proposal puts in front shifts those that follow."""
    (_, cost), left = drafted("cycle-16", "Add a rule “A” before rule 8.1: “A.”\n\nThe cost of rule 8.4 becomes 7.")
    assert (cost["path"], left) == ("/rules/fusion/clauses/fuse/costs/Vertebra", [])


def test_a_card_that_becomes_red_may_lose_its_colours() -> None:
    """So it is asked about. Somebody who tells that it is red orders nothing."""
    assert drafted("cycle-16", "The Jester becomes Red.") == ([], ["The Jester becomes Red"])
    assert drafted("cycle-16", "The Queen is red.") == ([], [])


def test_a_label_in_the_text_of_a_rule_stays() -> None:
    for label in ("Effect", "Change"):
        (added,), left = drafted("cycle-16", f"Enact a rule “Ring”:\n\n**{label}:** Bells ring.")
        assert (added["value"]["body"], left) == (f"**{label}:** Bells ring.", [])


@pytest.mark.parametrize(
    ("law", "plain", "other"), [each for each in SAME if "\n" not in each[2] and each[2][-1] in ".!”"]
)
def test_an_order_in_another_mood_is_read_beside_other_sentences(law: str, plain: str, other: str) -> None:
    if not other.endswith("Spoons are items."):  # a text without marks goes on
        assert drafted(law, f"{other} I like bells.") == drafted(law, plain)
    assert drafted(law, f"It is late. {other}") == drafted(law, plain)


def test_a_rule_that_is_changed_to_do_something_keeps_its_title() -> None:
    assert drafted("cycle-16", "Rule Fusion is changed to charge 7 Vertebrae.")[0] == []


def test_a_gift_that_the_law_gives_already_is_asked_about() -> None:
    """It could be meant instead of that, or on top."""
    assert drafted("the-commons", "New players begin with 12 Pennies.") == ([], ["New players begin with 12 Pennies"])
    (added,), left = drafted("the-commons", "Newcomers also receive 12 Pennies.")
    assert (added["op"], left) == ("add", [])


def test_how_many_are_enough_is_not_how_many_must_be_exceeded() -> None:
    """The law of the dungeon says "more than"."""
    assert drafted("dungeon", "A player needs 60 coins in store to win.") == (
        [],
        ["A player needs 60 coins in store to win"],
    )


@pytest.mark.parametrize(
    ("where", "after", "before"),
    [
        ("after rule 7.5", "Vertebrae", "Cards"),
        ("before the rule “Cards”", "Vertebrae", "Cards"),
        ("after rule 7.9", "The Croupier", ""),
        ("between rule 7.4 and rule 7.5", "Chips", "Vertebrae"),
        ("after rule 1", "Time", "Rules"),
    ],
)
def test_a_new_rule_stands_where_the_order_says(where: str, after: str, before: str) -> None:
    """Beside its neighbour, under the same rule as that."""
    law = Law(document_of("cycle-16"))
    found = draft_from(law, f"Add a rule “Spoons” {where}: “Spoons are items.”", [])
    assert found.left == []
    rules = [*tree(rules_of(Law(amended_draft(law.document, found.operations))))]
    spoons = next(each for each in rules if each.rule.title == "Spoons")
    siblings = [each.rule.title for each in rules if each.rule.parent == spoons.rule.parent]
    place = siblings.index("Spoons")
    assert siblings[place - 1] == after
    assert (siblings[place + 1] if place + 1 < len(siblings) else "") == before
