"""From a rule to what it does by itself, without a word of the law's language."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from nomic.clauses.schema.clause_models import WhenClause
from nomic.clauses.schema.kind_registry import kinds_in_menu
from nomic.clauses.views.explanations import explain_clause_kind
from nomic.clauses.vocabulary.narrowed_events import widened
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.web.typed_amendments import changes_of, title_of
from tests.support.hall import Hall
from tests.web.test_blocks import Builder, opened
from tests.web.test_composing import operations

WELCOME = {"when": "joined", "do": [{"grant": "Chip", "to": "$who"}]}


def build_welcome(builder: Builder) -> None:
    """Whoever joins gets a Chip; the clause is called by nobody."""
    assert "Something that happens by itself" in builder.page
    builder.send(begin="when")
    builder.type("/when", "joined")
    builder.put("/do", '{"grant"')
    builder.type("/do/0/grant", "Chip")
    builder.type("/do/0/to", '"$who"')
    builder.send(put="1")


def test_a_rule_that_stands_does_something_more(ada: Client) -> None:
    """From the rule that is open; a second clause of its kind has another name."""
    builder = opened(ada, at="/rules/vertebrae")
    builder.send(let_it_do="1")
    build_welcome(builder)
    _, added = operations(builder.answer)
    assert (added["path"], added["value"]) == ("/rules/vertebrae/clauses/when", WELCOME)
    builder.type("rule", "vertebrae")
    builder.send(let_it_do="1")
    build_welcome(builder)
    assert operations(builder.answer)[-1]["path"] == "/rules/vertebrae/clauses/when-2"


def test_a_rule_acts_whenever_somebody_does_something(ada: Client) -> None:
    """The action is picked by its title; what was said with it can be used, and read in the law's words."""
    builder = opened(ada, at="/rules/vertebrae")
    builder.send(let_it_do="1")
    builder.send(begin="when")
    assert "a player burns a card" not in builder.page
    assert "a player gives another a gift" not in builder.page
    assert '<option value="burn-card">Burn a card</option>' in builder.page
    builder.type("/when", "does")
    builder.type("/act", "burn-card")
    builder.put("/do", '{"announce"')
    builder.type("/do/0/announce", "$who burnt $card.")
    builder.send(put="1")
    _, added = operations(builder.answer)
    assert added["value"] == {"when": "does", "act": "burn-card", "do": [{"announce": "$who burnt $card."}]}
    (change,) = changes_of(Law(document_of("cycle-16")), [added])
    assert change.words.endswith("what happens whenever a player burns a card")


def test_the_preview_says_what_the_law_will_say(ada: Client) -> None:
    """The same writer, with the same names: whoever acted, and what an event gives."""
    builder = opened(ada, at="/rules/vertebrae")
    builder.send(let_it_do="1")
    builder.send(begin="when")
    builder.type("/when", "trade-made")
    builder.put("/do", '{"grant"')
    builder.type("/do/0/grant", "Chip")
    for name in ("who", "player", "partner"):
        builder.type("/do/0/to", f'"${name}"')
        builder.send(look="1")
        clause = WhenClause.model_validate({"when": "trade-made", "do": [{"grant": "Chip", "to": f"${name}"}]})
        (sentence,) = explain_clause_kind(clause, Law(document_of("cycle-16")))
        assert sentence in builder.page


def test_a_new_rule_is_put_in_and_does_something(ada: Client) -> None:
    builder = opened(ada, rule="+")
    builder.send(422, let_it_do="1")
    assert "Give the new rule a name" in builder.page
    builder.type("rule_title", "Welcome")
    builder.type("rule_body", "Be welcome.")
    builder.send(let_it_do="1")
    build_welcome(builder)
    (rule,) = operations(builder.answer)
    assert (rule["path"], rule["value"]["title"]) == ("/rules/welcome", "Welcome")
    assert rule["value"]["clauses"] == {"when": WELCOME}


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ({"action": "Nap", "do": []}, "Add to the rule Luck: “Nap”"),
        ({"when": "joined", "do": []}, "Add to the rule Luck: what happens whenever a player joins"),
        ({"wins": {}, "alone": True}, "Add to the rule Luck: a way to win"),
        ({"forbid": "gift", "because": "It is late"}, "Add to the rule Luck: “It is late”"),
        ({"odd": 1}, "Add to the rule Luck: something"),
    ],
)
def test_a_new_clause_is_told_by_what_it_does(clause: dict[str, Any], words: str) -> None:
    """Not by the key that it gets by itself; so a proposal without a title is called by it, too."""
    added = {"op": "add", "path": "/rules/luck/clauses/when-2", "value": clause}
    law = Law(document_of("cycle-16"))
    assert [change.words for change in changes_of(law, [added])] == [words]
    assert title_of(law, [added]) == words


def test_what_a_rule_does_is_listed_and_opened(ada: Client) -> None:
    builder = opened(ada, at="/rules/urgent-class-proposal")
    assert "What it does by itself" in builder.page
    builder.send(open_found="/rules/urgent-class-proposal/clauses/urgent")
    assert "hours: 48" in builder.entry


def test_nothing_is_picked_nothing_is_opened(ada: Client, cast: Hall) -> None:
    builder = opened(ada)
    builder.type("rule", "nowhere")
    with cast.nothing_changes():
        builder.send(422, let_it_do="1")
    assert "Choose a rule" in builder.page


@pytest.mark.parametrize("kind", [kind.schema.word for kind in kinds_in_menu()])
def test_conditions_are_built_of_blocks_before_anything_is_chosen(ada: Client, kind: str) -> None:
    """Not as data, also in a kind of clause that names an action which is not chosen yet."""
    builder = opened(ada, at="/rules/vertebrae")
    builder.send(let_it_do="1")
    builder.send(begin=kind)
    assert not re.findall(r'<textarea[^>]* name="(f:\w:blocks:[^"]*)"', builder.page)


def test_a_new_rule_that_acts_begins_with_the_words_of_the_proposal(ada: Client) -> None:
    """Nobody writes them twice. A second new rule is another one."""
    builder = opened(ada)
    builder.type("title", "Champions")
    builder.type("text", "Who wins three times is a champion.")
    builder.send(let_it_do="1")
    assert 'name="rule_title" value="Champions"' in builder.page
    assert builder.page.count("Who wins three times is a champion.</textarea>") == 2
    builder.send(put="1")
    builder.type("rule", "+")
    builder.send(let_it_do="1")
    assert 'name="rule_title" value=""' in builder.page


def test_a_duel_is_won_without_a_word_about_kinds_of_matches(ada: Client) -> None:
    """Picked as one event: the law gets its event and condition, the blocks its names, and the sentence its words."""
    builder = opened(ada, at="/rules/vertebrae")
    builder.send(let_it_do="1")
    builder.send(begin="when")
    for words in ("a duel is won", "a battle is over", "a player plays a card in a match"):
        assert f">{words}</option>" in builder.page
    builder.type("/when", "duel-won")
    builder.send(block="menu entry -")  # as the page does when another event is picked
    assert '<option value="duel-won" selected>' in builder.page
    builder.put("/do", '{"grant"')
    builder.type("/do/0/grant", "Vertebra")
    builder.type("/do/0/to", '"$winners"')
    builder.send(look="1")
    assert "Whenever a duel is won, the winners each gain 1 Vertebra." in builder.page
    builder.send(put="1")
    is_duel = {"is": ["$match_kind", "equals", "duel"]}
    won = {"when": "match-over", "if": {"all": [is_duel, {"some": "$winners"}]}}
    added = operations(builder.answer)[-1]["value"]
    assert added == {**won, "do": [{"grant": "Vertebra", "to": "$winners"}]}


def test_another_event_takes_its_condition_along(ada: Client) -> None:
    """And a condition that somebody built stays, whatever the event."""
    is_duel, has_won = {"is": ["$match_kind", "equals", "duel"]}, {"some": "$winners"}
    won = {"when": "match-over", "if": {"all": [is_duel, has_won]}, "do": []}
    assert widened({**won, "when": "phase-begins"}, won) == {"when": "phase-begins", "do": []}
    assert widened({**won, "when": "duel-over"}, won) == {"when": "match-over", "if": is_duel, "do": []}
    assert widened({**won, "when": "match-over"}, won) == {"when": "match-over", "do": []}
    own = {"active": "$players"}
    mine = {"when": "duel-won", "if": own, "do": []}
    assert widened(mine, {"when": "match-over", "if": own})["if"] == {"all": [is_duel, has_won, own]}
    assert widened({**won, "when": "duel-won", "if": own}, won) == {"when": "match-over", "if": own, "do": []}
    played = widened({"when": "card-played", "do": []}, {"when": "joined", "do": []})
    assert (played["when"], played["act"]) == ("does", "move")
    assert "act" not in widened({**played, "when": "duel-over"}, played)
    assert "act" not in widened({**played, "when": "joined"}, played)
    burnt = {"when": "does", "act": "burn-card", "before": True, "do": []}
    assert widened({**burnt, "when": "joined"}, burnt) == {"when": "joined", "do": []}


def test_a_value_of_players_made_in_the_draft_is_offered(ada: Client) -> None:
    """It is picked like a value of the cycle, and the block then asks whose it is."""
    kept = {"value": "Cards used", "is": "number", "of": "player", "says": "How many cards one has played."}
    made = json.dumps([{"op": "add", "path": "/rules/vertebrae/clauses/used", "value": kept}])
    builder = opened(ada, at="/rules/vertebrae")
    builder.type("amendments", made)
    builder.send(let_it_do="1")
    builder.send(begin="when")
    builder.type("/when", "card-played")
    builder.put("/do", '{"raise"')
    assert ">Cards used</option>" in builder.page
    builder.type("/do/0/raise", '"Cards used"')
    builder.send(block="menu entry -")  # as the page does when another name is picked
    builder.press("menu entry /do/0/of")
    assert "Choose whose Cards used it is." in builder.page
    builder.press(" entry /do/0/of ", '"$who"')
    builder.send(put="1")
    assert operations(builder.answer)[-1]["value"]["do"] == [{"raise": "Cards used", "by": 1, "of": "$who"}]


def test_a_new_rule_is_named_and_gets_what_it_does_in_one_step(ada: Client) -> None:
    builder = opened(ada, rule="+")
    assert "What it should do by itself" in builder.page
    builder.send(422, begin="when")
    assert "Give the new rule a name" in builder.page
    builder.type("rule_title", "Welcome")
    builder.send(begin="when")
    builder.type("/when", "joined")
    builder.put("/do", '{"grant"')
    assert "+ how many</button>" in builder.page.partition("<summary>more</summary>")[0]  # nobody has to unfold it
    builder.type("/do/0/grant", "Chip")
    builder.send(put="1")
    (new,) = [each for each in operations(builder.answer) if each["op"] == "add"]
    assert (new["value"]["title"], [*new["value"]["clauses"]]) == ("Welcome", ["when"])


def test_an_example_of_a_duel_has_another_loser_than_winner(ada: Client) -> None:
    builder = opened(ada, at="/rules/vertebrae")
    builder.send(let_it_do="1")
    builder.send(begin="when")
    builder.type("/when", "duel-won")
    builder.put("/do", '{"transfer"')
    assert builder.form.fields["entry:b:choice:/do/0/transfer"] == '""'  # and no code, as of a match
    for place, words in (("transfer", "Chip"), ("from", '"$losers"'), ("to", '"$winners"')):
        builder.type(f"/do/0/{place}", words)
    builder.send(look="1")
    assert "Suppose only Ada is among the winners." in builder.page.replace("ada", "Ada")
    assert "Suppose the losers are Ada." not in builder.page.replace("ada", "Ada")


def test_a_new_step_is_about_a_player_of_the_event(ada: Client) -> None:
    """Not about the game or the match, whose names could be holders, too."""
    builder = opened(ada, at="/rules/vertebrae")
    builder.send(let_it_do="1")
    builder.send(begin="when")
    for event, player in (("card-played", "$who"), ("trade-made", "$who")):
        builder.type("/when", event)
        builder.put("/do", '{"grant"')
        step = len([name for name in builder.form.fields if name.endswith("/grant")]) - 1
        assert builder.form.fields[f"entry:b:choice:/do/{step}/to"] == f'"{player}"'
