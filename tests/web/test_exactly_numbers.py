"""Numbers in *Exactly* are links to the page that changes them."""

import html
import re
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest

from nomic.clauses.views.explanations import clause_names, explain_clause, explain_rule
from nomic.clauses.views.numbers.in_sentences import numbers_said
from nomic.law.document.sections import Law, value_at
from nomic.law.rules.tree import rules_of
from nomic.web.rendering.number_links_html import clauses_html
from nomic.web.templatetags.rules import clause_text
from tests.recipes.laws import LAWS, law_of
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

COMPOSER = "/c/hall/proposals/compose/"
LINK = re.compile(r'<a [^>]*href="([^"]+)"[^>]*>(.*?)</a>')


def _links(law: Law, rule: str) -> list[tuple[str, str]]:
    """The place in the law and the words of each link in the sentences of a rule."""
    found = [each for said in clauses_html(law, rule, COMPOSER).values() for each in LINK.findall(said)]
    return [(parse_qs(urlsplit(html.unescape(href)).query)["at"][0], words) for href, words in found]


@pytest.mark.parametrize("name", LAWS)
def test_each_link_leads_to_the_number_that_it_says(name: str) -> None:
    law, count = law_of(name), 0
    for rule in rules_of(law):
        for place, words in _links(law, rule):
            number = value_at(law.document, place)
            assert isinstance(number, int), place
            count += 1
            digits = re.findall(r"-?[0-9]+", words.replace(",", ""))
            if digits and not re.search(r"[a-z%]", words):
                assert str(abs(number)) in digits, (place, words)
    assert count


@pytest.mark.parametrize("name", LAWS)
def test_but_for_the_links_the_sentences_are_the_same(name: str) -> None:
    law = law_of(name)
    for rule in rules_of(law):
        for sentence, linked in clauses_html(law, rule, COMPOSER).items():
            assert sentence in explain_rule(law, rule)
            assert LINK.sub(r"\2", linked) == str(clause_text(sentence)), sentence


@pytest.mark.parametrize("name", LAWS)
def test_no_two_numbers_share_words(name: str) -> None:
    law = law_of(name)
    for rule in rules_of(law):
        for clause in clause_names(law, rule) if rules_of(law)[rule].clauses else ():
            said = explain_clause(law, rule, clause)
            spans = sorted((each.sentence, each.begin, each.end) for each in numbers_said(law, rule, clause))
            for (one, _, end), (other, begin, _) in pairwise(spans):
                assert one < other or end <= begin
            assert all(0 <= begin < end <= len(said[at]) for at, begin, end in spans)


def test_the_ruleset_has_the_links_and_they_open_the_number(cast: Hall) -> None:
    page = browser_of("ada").get("/c/hall/ruleset/").content.decode()
    exactly = re.findall(r'<details class="fold exactly">.*?</details>', page, re.DOTALL)
    links = [html.unescape(href) for each in exactly for href, _ in LINK.findall(each) if "at=" in href]
    assert len(links) > 5
    for href in links[:3]:
        assert browser_of("ada").get(href).status_code in (200, 302)
