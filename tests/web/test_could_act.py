"""Words that the host can carry out act, whichever way they come in; the author is asked before they stay words."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from nomic.proposals.models import Proposal
from nomic.recipes.plain_rules import executable_sentences
from nomic.recipes.plain_rules.draft_rule import rule_said
from nomic.recipes.plain_rules.executable_sentences import read_words
from nomic.web.composer.executable_words import added_orders, could_act, kept_by_players
from nomic.web.composer.orders.drafting import draft_from
from tests.support.hall import Hall
from tests.support.signed_in import browser_of
from tests.web.test_composing import operations, post

LAW = Law(document_of("cycle-16"))
JOINS = "When a player joins, they gain 5 Vertebrae"
SUNDAY = "Every Sunday each player gets 3 Vertebrae"
KING = "The King breaks ties"
EXACTLY = "Whenever a day begins, if that weekday is Sunday, each player gains 3 Vertebrae."


def page_of(answer: Any) -> str:
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


def added(answer: Any) -> list[dict[str, Any]]:
    return [each["value"] for each in operations(answer) if each["op"] == "add"]


@pytest.mark.parametrize("words", [f"{JOINS}. {KING}. {SUNDAY}.", f"* {SUNDAY}.\n* {KING}.\n* {JOINS}."])
def test_words_are_split_into_those_that_act_and_those_that_stay_words(words: str) -> None:
    found = read_words(words, LAW)
    assert sorted(found.acts) == sorted([JOINS, SUNDAY])
    assert found.rest == [KING]
    assert sorted(found.clauses) == ["does", "does-2"]


def test_what_a_clause_does_already_is_not_made_twice() -> None:
    made = Law(amended_draft(LAW.document, draft_from(LAW, f"{SUNDAY}.", []).operations))
    found = read_words(f"{SUNDAY}. {JOINS}.", made)
    assert (found.done, found.acts) == ([SUNDAY], [JOINS])


@pytest.mark.parametrize("keep", ["", "as-words"])
def test_before_words_are_submitted_that_could_act_the_author_is_asked(hall: Hall, ada: Client, keep: str) -> None:
    """Once: then they are kept as words, or they act as one rule with the title and all the words."""
    text = f"{SUNDAY}. {KING}."
    asked = page_of(post(ada, submit="1", title="Sundays", text=text))
    assert EXACTLY in asked
    assert f"“{KING}”" in asked
    assert not Proposal.objects.filter(title="Sundays").exists()
    if keep:
        post(ada, 302, submit=keep, title="Sundays", text=text)
        assert Proposal.objects.get(title="Sundays").amendments == []
        return
    answer = post(ada, let_act="1", title="Sundays", text=text)
    (rule,) = added(answer)
    assert (rule["title"], rule["body"], [*rule["clauses"]]) == ("Sundays", text, ["does"])
    post(ada, 302, submit="1", title="Sundays", text=text, amendments=json.dumps(operations(answer)))
    assert EXACTLY in page_of(ada.get(f"/c/hall/proposals/{Proposal.objects.get().number}/"))


@pytest.mark.parametrize("name", ['called "The Sunday Gift"', "named '''The Sunday Gift'''"])
def test_a_sentence_with_a_name_acts_as_it_does_alone(ada: Client, name: str) -> None:
    answer = post(ada, from_words="1", text=f"Add a rule {name}: {SUNDAY}.")
    (rule,) = added(answer)
    alone = added(post(ada, from_words="1", text=f"{SUNDAY}."))[0]
    assert rule["title"] == "The Sunday Gift"
    assert rule["clauses"] == alone["clauses"]
    assert "It does exactly this" in page_of(answer)


def test_a_named_rule_that_is_understood_in_part_keeps_its_words_until_its_author_lets_it_act(ada: Client) -> None:
    text = f"Add a rule named Kings reading: “{SUNDAY}. {KING}.”"
    answer = post(ada, from_words="1", text=text)
    (rule,) = added(answer)
    assert "clauses" not in rule
    assert 'id="could-act"' in page_of(answer)
    assert "“Kings” is words only" in page_of(answer)
    answer = post(ada, let_act="1", text=text, amendments=json.dumps(operations(answer)))
    (rule,) = added(answer)
    assert rule["body"] == f"{SUNDAY}. {KING}."
    assert [*rule["clauses"]] == ["does"]
    assert "is words only" not in page_of(answer)


def test_words_that_are_in_the_draft_already_act_in_their_rule(ada: Client) -> None:
    """As after a withdrawal: the draft has a rule of the words, and the text is the sentence alone."""
    named = draft_from(LAW, f"Add a rule named Gifts reading: “{SUNDAY}.”", []).operations
    (rule,) = added(post(ada, from_words="1", text=f"{SUNDAY}.", amendments=json.dumps(named)))
    assert rule["title"] == "Gifts"
    assert [*rule["clauses"]] == ["does"]


def test_orders_that_were_not_turned_are_asked_about_too(ada: Client) -> None:
    text = f"Repeal the rule Fusion. {SUNDAY}."
    asked = page_of(post(ada, submit="1", title="Two", text=text))
    assert "These words can become changes" in asked
    assert len(operations(post(ada, let_act="1", title="Two", text=text))) == 3


def test_a_rule_acts_by_its_own_words_first(ada: Client) -> None:
    """“Make this rule act by itself” takes the words of the rule; pressed again, it opens a clause to build."""
    answer = post(ada, let_it_do="1", open_rule="+", rule_title="Gifts", rule_body=f"{SUNDAY}.")
    (rule,) = added(answer)
    assert [*rule["clauses"]] == ["does"]
    again = post(ada, let_it_do="1", rule="gifts", amendments=json.dumps(operations(answer)))
    assert 'value="/rules/gifts/clauses/+"' in page_of(again)


def test_a_chosen_kind_of_clause_is_opened_whatever_the_words_say(ada: Client) -> None:
    begun = post(ada, begin="when", open_rule="+", rule_title="Gifts", rule_body=f"{SUNDAY}.")
    assert 'value="/rules/gifts/clauses/+"' in page_of(begun)


@pytest.mark.parametrize("text", ["Be kind.", "I like cards, and you?", "The winner is whoever the Keeper says."])
def test_words_that_cannot_act_are_submitted_at_once(hall: Hall, ada: Client, text: str) -> None:
    post(ada, 302, submit="1", title="Words", text=text)
    assert Proposal.objects.get(title="Words").text == text


def test_a_preview_says_that_words_could_act(ada: Client) -> None:
    assert EXACTLY in page_of(post(ada, look="1", title="Sundays", text=f"{SUNDAY}."))


def test_without_a_title_the_words_are_named_as_the_trouble(ada: Client) -> None:
    page = page_of(post(ada, 422, submit="1", title="", text="Be kind."))
    assert "Your words are not turned into changes yet" in page
    assert "cannot be empty" not in page


def test_what_is_not_understood_is_said_once_at_the_text(ada: Client) -> None:
    page = page_of(post(ada, 200, from_words="1", text="Nobody is like us."))
    assert page.count("Every word is known, but together they are not understood.") == 1


@pytest.mark.parametrize("text", [f"{JOINS}.", f"{KING}. {JOINS}. {SUNDAY}."])
def test_what_is_offered_makes_a_law(text: str) -> None:
    offered = could_act(LAW, [], "Ours", text)
    assert offered is not None
    assert offered.operations is not None
    assert flaws_of(amended_draft(LAW.document, offered.operations)) == []
    assert could_act(LAW, offered.operations, "Ours", text) is None


def test_many_rules_are_read_as_far_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each sentence that acts is tried against the law, so the rules of a draft share what is read."""
    tried: list[str] = []

    def noting(sentence: str, law: Law) -> Any:
        tried.append(sentence)
        return rule_said(sentence, law)

    monkeypatch.setattr(executable_sentences, "rule_said", noting)
    words = " ".join(f"Every week, each player gets {n} Chips." for n in range(2, 5))
    rules = [{"op": "add", "path": f"/rules/new-{n}", "value": {"title": f"New {n}", "body": words}} for n in range(20)]
    found = could_act(LAW, rules, "", "")
    assert found is not None
    assert len(found.rules) == executable_sentences.MOST_READ / 3
    assert len(tried) == executable_sentences.MOST_READ


def test_voters_see_which_words_of_a_rule_that_acts_stay_words(cast: Hall) -> None:
    """Not those of a rule that only has words, nor what a rule said before."""
    text = f"{KING}. {JOINS}."
    offered = could_act(cast.cycle.law, [], "Ours", text)
    assert offered is not None
    assert offered.operations is not None
    assert kept_by_players(cast.cycle.law, offered.operations) == (KING,)
    cast.propose("ada", *offered.operations, text=text)
    page = Client().get(f"/c/{cast.slug}/proposals/1/").content.decode()
    assert KING in page.partition('id="orders-left"')[2].partition("</details>")[0]
    assert 'id="words"' not in page  # the new rule has them
    (rule,) = [each["value"] for each in offered.operations]
    only_words = [{**offered.operations[0], "value": {**rule, "clauses": {}}}]
    assert kept_by_players(cast.cycle.law, only_words) == ()
    law = Law(amended_draft(cast.cycle.law.document, offered.operations))
    longer = {"op": "replace", "path": f"{offered.operations[0]['path']}/body", "value": f"{text} All may sing."}
    assert kept_by_players(law, [longer]) == ("All may sing",)


def test_who_can_vote_comes_to_the_votes_before_the_words(cast: Hall) -> None:
    """In the order of the keyboard, too. Others read the words first."""
    cast.propose("ada", text="They are too dear.")
    for client, is_first in ((browser_of("ada"), True), (Client(), False)):
        page = client.get(f"/c/{cast.slug}/proposals/1/").content.decode()
        assert (page.index('id="votes"') < page.index('id="words"')) is is_first


def reworded(id_: str, more: str) -> list[dict[str, Any]]:
    body = LAW.document["rules"][id_]["body"]
    return [{"op": "replace", "path": f"/rules/{id_}/body", "value": f"{body}{more}"}]


SING = "Nobody may sing while a trade is open."


def test_words_added_to_a_rule_that_nothing_carries_out_are_named_with_a_way_to_make_them_act(ada: Client) -> None:
    page = page_of(post(ada, look="1", amendments=json.dumps(reworded("trading", f" {SING} Trading is fun."))))
    assert f"“{SING[:-1]}” is words only" in page
    assert "“Trading is fun” is words only" not in page
    answer = post(ada, let_it_do="trading", rule="luck", amendments=json.dumps(reworded("trading", f" {SING}")))
    assert 'value="/rules/trading/clauses/+"' in page_of(answer)


@pytest.mark.parametrize("between", ["", " "])
def test_words_added_to_any_rule_can_act(ada: Client, between: str) -> None:
    """Also to a rule with clauses, beside which the new ones get free names."""
    first = operations(post(ada, let_it_do="trading", amendments=json.dumps(reworded("trading", f" {SUNDAY}."))))
    assert [each["path"] for each in first if each["op"] == "add"] == ["/rules/trading/clauses/does"]
    law = Law(amended_draft(LAW.document, first))
    more = [{**reworded("trading", f" {SUNDAY}.{between}\n\n{JOINS}.")[0]}]
    offered = could_act(law, more, "", "")
    assert offered is not None
    assert offered.operations is not None
    assert [each["path"] for each in offered.operations] == ["/rules/trading/body", "/rules/trading/clauses/does-2"]
    assert flaws_of(amended_draft(law.document, offered.operations)) == []
    assert added_orders(law, more) == {"trading": (JOINS,)}
    assert added_orders(law, offered.operations) == {}


def test_words_at_the_end_of_a_long_list_are_words_only() -> None:
    """Also what a scenario asks of whoever meets it: “If yes, roll 1d6.”"""
    body = LAW.document["rules"]["exploration"]["body"]
    item = "\n# '''The machine.''' Reach in? If yes, roll 1d6; otherwise, gain a Chip."
    changed = [{"op": "replace", "path": "/rules/exploration/body", "value": f"{body}{item}"}]
    assert added_orders(LAW, changed) == {"exploration": ("If yes, roll 1d6; otherwise, gain a Chip",)}


def test_a_reworded_sentence_is_not_called_words_only() -> None:
    """The software carries out what a rule of the law says."""
    changed = reworded("trading", "")
    changed[0]["value"] = changed[0]["value"].replace("It takes place", "It shall take place")
    assert added_orders(LAW, changed) == {}


VICTORY = "/rules/victory/clauses/most/wins/all/0/is/2"
HOURS = "/trades/within_hours"
GREETINGS = "/rules/trading/clauses/greetings"
MEDAL = {"kind": "currency", "plural": "Medals", "text": "For merit.", "place": 900}
COST = "/shop/offers/Chip/costs/Vertebra"


@pytest.mark.parametrize(
    ("path", "value", "sentence", "is_carried_out"),
    [
        (HOURS, 5, "Trades must be agreed on within 5 hours.", True),
        (HOURS, 48, "Everybody must agree to a trade within two days.", True),
        (HOURS, 48, f"A trade must be agreed on within {{{{law|{HOURS}}}}}.", True),
        (HOURS, 5, "Trades must be agreed on within 4 hours.", False),
        (HOURS, 5, SING, False),
        (COST, 30, "A player may not buy more than 3 packs per phase.", False),
        (COST, 30, "A Chip costs 30 Vertebrae.", True),
        (COST, 3, "Whoever naps gains 3 Coins.", False),
        (VICTORY, 8, "Whoever owns 200 Vertebrae wins the cycle.", False),
        (VICTORY, 8, "Whoever owns 8 Chips wins the cycle.", True),
        ("/items/Medal", MEDAL, "There are now Medals, which you can give away.", True),
        ("/items/Medal", MEDAL, "Whoever has 3 Medals wins.", False),
        (GREETINGS, {"value": "Greetings", "of": "player"}, SING, False),
        (GREETINGS, {"value": "Greetings", "of": "player"}, "You have Greetings.", True),
    ],
)
def test_words_beside_a_new_value_are_words_only_unless_it_may_carry_them_out(
    path: str, value: Any, sentence: str, is_carried_out: bool
) -> None:
    """It does if it has the sentence's numbers and a word of it; in the rule of the value, and in every other."""
    there = isinstance(value, int)
    changed = {"op": "replace" if there else "add", "path": path, "value": value}
    for id_ in ("trading", "victory", "luck"):
        for changes in ([*reworded(id_, f" {sentence}"), changed], [changed, *reworded(id_, f" {sentence}")]):
            expected = {} if is_carried_out else {id_: (sentence.rstrip("."),)}
            assert added_orders(LAW, changes) == expected


def test_voters_see_which_words_are_added_to_a_rule_beside_a_new_value(cast: Hall) -> None:
    """And those added alone: nobody else tells them that nothing carries the words out."""
    chips = {"op": "replace", "path": VICTORY, "value": 8}
    for number, more in enumerate(([], [chips]), start=1):
        cast.propose("ada", *reworded("victory", f"\n\n{SING}"), *more)
        page = Client().get(f"/c/{cast.slug}/proposals/{number}/").content.decode()
        assert SING[:-1] in page.partition('id="orders-left"')[2].partition("</details>")[0]


MOST = "At the end of each Battle Phase, the player with the most Chips gains a Handy Pack"


@pytest.mark.parametrize(
    ("tie", "ties"),
    [
        ("If there is a tie, nobody gains it", "none"),
        ("In a tie for the most Chips, no one gets anything", "none"),
        ("Nobody gains it if several players tie", "none"),
        ("In case of a tie, it is not given", "none"),
        ("If several players tie, each of them gains it", "all"),
        ("Ties are broken at random", "lot"),
        ("If there is a tie, one of them gets it at random", "lot"),
    ],
)
def test_what_is_said_of_ties_is_done(tie: str, ties: str) -> None:
    """As a sentence of its own, and at the end of the one before."""
    said = f"{tie[0].lower()}{tie[1:]}"
    for words in (f"{MOST}. {tie}.", f"{MOST}; {said}.", f"{MOST}, but {said}.", f"{MOST} ({said})."):
        found = read_words(words, LAW)
        assert (found.rest, found.against) == ([], []), words
        (clause,) = found.clauses.values()
        assert clause["do"][0]["to"]["ties"] == ties


@pytest.mark.parametrize("tie", ["In a tie, the oldest player gains it", "If two tie, they duel for it"])
def test_what_is_said_of_ties_and_not_understood_is_named_as_a_contradiction(ada: Client, tie: str) -> None:
    text = f"Add a rule called Rich: “{MOST}. {tie}.”"
    answer = post(ada, from_words="1", text=text)
    (rule,) = added(answer)
    assert "clauses" not in rule
    assert f"If this acts, all who tie are treated alike, but your words say: “{tie}”." in page_of(answer)
    assert read_words(f"{SUNDAY}. {tie}.", LAW).against == []  # nobody can tie


@pytest.mark.parametrize(
    "sentence",
    [
        "The first player to own 200 Vertebrae wins the cycle",
        "As soon as somebody owns at least 200 Vertebrae, they win",
        "If a player owns at least 200 Vertebrae, that player wins the cycle",
        "At the start of each week every player gains 3 Vertebrae",
    ],
)
def test_what_acts_alone_acts_in_a_rule_with_a_name_and_in_one_of_the_law(ada: Client, sentence: str) -> None:
    """Also what an idea of the gallery does, with the rule's own words."""
    alone = added(post(ada, from_words="1", text=f"{sentence}."))[0]["clauses"].values()
    (rule,) = added(post(ada, from_words="1", text=f"Add a rule called “Bone Tycoon”: “{sentence}.”"))
    assert (rule["title"], rule["body"]) == ("Bone Tycoon", f"{sentence}.")
    does = [{key: part for key, part in clause.items() if key != "says"} for clause in alone]
    assert [{key: part for key, part in clause.items() if key != "says"} for clause in rule["clauses"].values()] == does
    offered = could_act(LAW, reworded("victory", f"\n\n{sentence}."), "", "")
    assert offered is not None
    assert offered.operations is not None
    assert flaws_of(amended_draft(LAW.document, offered.operations)) == []
