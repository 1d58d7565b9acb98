"""Rules on the page: the law's values and tables put into their words."""

from copy import deepcopy

import pytest

from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.web.rendering.rule_html import rule_html
from nomic.web.views.law.ruleset import rules_of_law
from tests.support.hall import cycle_16
from tests.support.hostile_texts import HTML
from tests.web.html import complaints_about, words_of


@pytest.fixture(scope="module")
def law() -> Law:
    return Law(cycle_16())


def test_values_of_the_law_stand_in_the_words(law: Law) -> None:
    """The number in the text is the number in force, in words where the rule asks for them."""
    assert rule_html(law, "After '''{{law|/membership/rejoin_after_hours|time}}'''.") == "<p>After <b>7 days</b>.</p>"
    changed = deepcopy(law.document)
    changed["membership"]["rejoin_after_hours"] = 36
    assert words_of(rule_html(Law(changed), "{{law|/membership/rejoin_after_hours|time}}")) == "36 hours"


def test_tables_of_the_law_stand_where_they_are_asked_for(law: Law) -> None:
    """A table with its caption and heads, between the paragraphs around it."""
    html = str(rule_html(law, "Before\n\n{{law table|shop}}\n\nafter"))
    assert complaints_about(html) == []
    assert html.startswith("<p>Before</p>")
    assert html.endswith("<p>after</p>")
    assert html.count("<table") == html.count("<caption>") == 1
    assert "Legendary Pack" in words_of(html)


def test_a_table_is_drawn_once_in_a_rule(law: Law) -> None:
    """Asked for again, it is only named: a rule makes no page of a thousand tables."""
    html = str(rule_html(law, "{{law table|cards}} " * 2500))
    assert html.count("<table") == 1
    assert len(html) < 200_000


def test_a_value_is_no_markup() -> None:
    """What a value says is shown as it is, whatever it would mean in wikitext or HTML."""
    document = cycle_16()
    for text in (*HTML, "'''bold'''", "* item", "{| table", "[[x|y]]", "&lt;b&gt;", "a\u2064 0\u2064b"):
        document["items"]["Chip"]["text"] = text
        html = str(rule_html(Law(document), "It says {{law|/items/Chip/text}}; {{law table|items}}"))
        assert complaints_about(html) == []
        assert " ".join(text.replace("\u2064", "").split()) in words_of(html)


def test_a_long_value_is_cut(law: Law) -> None:
    """A rule that quotes another one a thousand times stays readable."""
    html = str(rule_html(law, "{{law|/rules/proposals/body}} " * 1500))
    assert len(html) < 1_000_000
    assert "…" in html


def test_a_quoted_number_is_called_by_the_words_around_it() -> None:
    """As it is where one changes a number; only what no sentence says has its place for a name."""
    rules = {each["id"]: dict(each["quotes"]) for each in rules_of_law(Law(document_of("ministry-of-lamps")))}
    assert rules["loans"]["/rules/loans/clauses/borrow/with/coins/most"] == (
        "the clause “Borrow Coins” of the rule Loans: the highest number of Coins in “1 to 10”"
    )
    assert rules["loans"]["/rules/loans/clauses/borrow/in"] == "the clause “Borrow Coins” of the rule Loans: the phases"
