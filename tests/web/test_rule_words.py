"""The editor of a rule: its words with the numbers of the law, which are changed where they are written."""

import pytest
from django.test import Client

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from nomic.web.composer.editors import RuleEditor
from nomic.web.composer.orders.changes.shown_words import CannotEdit
from nomic.web.composer.rule_words import edited_rule, words_to_edit
from tests.web.test_composing import operations, post

LAWS = ["cycle-16", "the-commons", "dungeon", "ministry-of-lamps", "knucklebones", "tetromic", "exoptwosis"]


def law_of(slug: str = "cycle-16") -> Law:
    return Law(document_of(slug))


def changed(law: Law, rule: str, old: str, new: str) -> tuple[str, dict[str, object]]:
    """The rule's words after an edit in its editor, and the values of the law that it changed, by path."""
    words = words_to_edit(law, law.document["rules"][rule]["body"])
    assert words.count(old) == 1, words
    made = RuleEditor(rule, {"rule_body": words.replace(old, new)}).build(law)
    after = Law(amended_draft(law.document, made))
    assert flaws_of(after.document) == []
    values = {each["path"]: each["value"] for each in made if each["op"] == "replace" and "/body" not in each["path"]}
    return words_to_edit(after, after.document["rules"][rule]["body"]), values


@pytest.mark.parametrize("slug", LAWS)
def test_the_words_of_every_rule_come_back_as_they_were(slug: str) -> None:
    """What is not edited stays: placeholders, bold type, lists and tables, with the line ends of a browser too."""
    law = law_of(slug)
    for id_, rule in law.document["rules"].items():
        words = words_to_edit(law, rule["body"])
        assert "{{law|" not in words
        assert edited_rule(law, rule["body"], words.replace("\n", "\r\n")) == (rule["body"], {}), id_


def test_the_editor_shows_the_words_that_players_read(ada: Client) -> None:
    page = post(ada, pick_rule="1", rule="card-gifting").content.decode()
    assert "Once a phase, you may give another player a gift." in page
    assert "{{law|" not in page
    assert "Most numbers that you change here also change what the rule does: the preview says which." in page


def test_a_number_is_changed_where_it_is_written(ada: Client) -> None:
    body = post(ada, pick_rule="1", rule="fusion").context["open_rule"]["rule_body"]
    answer = post(ada, put="1", open_rule="fusion", rule_body=body.replace("9 Vertebrae", "7 Vertebrae"))
    (test, change) = operations(answer)
    assert test["value"] == 9
    assert (change["path"], change["value"]) == ("/rules/fusion/clauses/fuse/costs/Vertebra", 7)


def test_words_and_numbers_can_be_changed_together() -> None:
    law = law_of()
    words, values = changed(law, "card-gifting", "It costs you nothing. They gain", "It is free. They gain")
    assert "Once a phase, you may give another player a gift. It is free." in words
    assert values == {}
    words, values = changed(law, "card-gifting", "Once a phase, you may give", "Twice a phase, you can give")
    assert "Twice a phase, you can give another player a gift." in words
    assert values == {"/rules/card-gifting/clauses/give/limit/times": 2}


def test_a_sentence_before_a_number_leaves_the_number_to_the_law() -> None:
    law = law_of()
    body = law.document["rules"]["card-gifting"]["body"]
    words = words_to_edit(law, body)
    assert edited_rule(law, body, f"Be kind. {words}") == (f"Be kind. {body}", {})
    assert edited_rule(law, body, f"{words}\n\nBe kind.") == (f"{body}\n\nBe kind.", {})


def test_words_in_place_of_a_number_are_words() -> None:
    """Nothing in the law says so: the rule then does what it did, and the page of its changes says that."""
    law = law_of()
    words, values = changed(law, "card-gifting", "Once a phase, you may", "Whenever you like, you may")
    assert "Whenever you like, you may give" in words
    assert values == {}


def test_a_number_at_two_places_cannot_become_two_numbers() -> None:
    law = law_of()
    body = "A {{law|/duels/per_phase}}, and again {{law|/duels/per_phase}}."
    words = words_to_edit(law, body)
    assert words == "A 1, and again 1."
    assert edited_rule(law, body, "A 2, and again 2.") == (body, {"/duels/per_phase": "2"})
    with pytest.raises(CannotEdit, match="several places"):
        edited_rule(law, body, "A 2, and again 3.")


def test_an_author_may_still_write_the_source() -> None:
    law = law_of()
    body = law.document["rules"]["fusion"]["body"]
    assert edited_rule(law, body, f"Fuse. {body}") == (f"Fuse. {body}", {})
