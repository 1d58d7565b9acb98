"""A rule that a page names leads to its text."""

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse

from nomic.law.rules.rulings import ruling_numbers
from nomic.law.rules.tree import rules_of
from tests.support.hall import Hall
from tests.support.hostile_texts import HTML
from tests.support.html_ids import id_flaws
from tests.wiki.test_pages import change_law

pytestmark = pytest.mark.django_db


def named(rule: object, **context: object) -> str:
    return Template("{% load rules %}{% rule_name rule %}").render(Context({"rule": rule, **context}))


def test_every_ruling_has_an_anchor_on_the_page_and_links_the_others(client: Client) -> None:
    page = client.get(reverse("web:rulings")).content.decode()
    assert all(page.count(f'<div id="{number}">') == 1 for number in ruling_numbers())
    assert "<em>in the law</em>" in page
    assert '<a href="/rulings/#R37">R37</a>' in page.partition('<div id="R77">')[2].partition("</div>")[0]


def test_numbers_lead_to_the_rulings() -> None:
    """Each of several; a number that is none of ours stays a number; no name, nothing."""
    assert named("Proposals (R10 to R13)").count("<a href") == 2
    assert named("R22") == '<span class="rule-name"><a href="/rulings/#R22">R22</a></span>'
    assert "<a" not in named(f"R{999}, XR22, R0")
    assert named("") == named(None) == Template("{% load rules %}{% rule_name a.b %}").render(Context()) == ""


def test_a_title_leads_to_the_rule_in_the_ruleset_as_it_stands(hall: Hall) -> None:
    ctx = hall.read_context("Ada")
    id_, rule = next(iter(rules_of(ctx.law).items()))
    said = named(f"{rule.title.upper()} (R23)", ctx=ctx)
    assert f'href="/c/{ctx.cycle.slug}/ruleset/#rule-{id_}"' in said
    assert "/rulings/#R23" in said
    assert "ruleset" not in named("Corrections", ctx=ctx)


@pytest.mark.parametrize("id_", ["main", "messages", "live", "bell", "hero", "phase-bar"])
def test_a_rule_has_an_id_of_its_own_on_the_page(client: Client, hall: Hall, id_: str) -> None:
    """Whatever a vote calls it: the page finds its parts, and links to the rule lead there."""
    rule = {"title": "Odd", "body": f"See [[#{id_}]].", "parent": None, "place": 990}
    change_law(hall.cycle, lambda document: document["rules"].update({id_: rule}))
    page = client.get(f"/c/{hall.slug}/ruleset/").content.decode()
    assert id_flaws(page) == []
    assert page.count(f'href="#rule-{id_}"') == 3  # the contents, the heading's own, and in the rule


@pytest.mark.parametrize("evil", [*HTML, f"{HTML[0]} (R1)", f"R1 ({HTML[1]}"])
def test_a_name_is_text(evil: str) -> None:
    assert "<script" not in named(evil)
    assert "<img" not in named(evil)
