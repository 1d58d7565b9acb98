"""A recipe is a data file, which is checked when it is read: a mistake is refused with the file and the place."""

import pytest

from nomic.law.document.sections import Law
from nomic.recipes.catalogue import RecipeInvalid, read_picture, read_recipe, recipe_parts, recipes
from tests.recipes.laws import LAWS, law_of

GOOD = """
title: A toll
kind: Money
says: Everybody pays.
questions:
  item: {asks: What?, is: item, new: coin}
  n: {asks: How much?, is: amount, default: 2}
proposal:
  names: {rule: Toll}
  title: <rule>
  text: I propose a toll of <n|of item>.
  adds:
    /rules/<rule|id>: {title: <rule>, body: Pay.}
"""
SVG = '<svg viewBox="0 0 96 64" aria-hidden="true" focusable="false"><path d="M1 1h2"/></svg>'


def test_there_are_thirty_and_each_has_a_check_and_fits_one_of_the_shipped_laws() -> None:
    assert len(recipes()) >= 30
    for listed in recipes().values():
        assert listed.recipe.checks, listed.name
        assert any(not listed.why_not(law_of(law)) for law in LAWS), listed.name
        assert listed.recipe.says.count(".") == 2, listed.name


def test_what_recipes_bring_along_can_be_read() -> None:
    assert set(recipe_parts()) == {"coin", "medal"}


def test_a_good_file_is_read() -> None:
    assert read_recipe("toll.yaml", GOOD).title == "A toll"


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("kind: Money", "kind: Mony", "toll.yaml: kind: "),
        ("default: 2", "default: two", "toll.yaml: questions/n/default: "),
        ("default: 2", "default: 200", "the default is not within the bounds"),
        ("is: amount", "is: amout", "toll.yaml: questions/n: "),
        ("new: coin", "new: shell", "toll.yaml: questions/item/new: there is no part “shell”"),
        (
            "default: 2",
            "default: 2, only: {who: [all]}",
            "questions/n/only: “all” is not an answer to a question “who”",
        ),
        ("<n|of item>", "<m|of item>", "toll.yaml: proposal: <m> is neither a question nor one of its names"),
        ("body: Pay.", "body: {case n: {often: Pay.}}", "“case n” has “often”, which is not an answer"),
        ("says: Everybody pays.", "colour: red", "toll.yaml: "),
        ("kind: Money", "kind: Money\nstates: votes", "toll.yaml: states: one of who, weight, quorum, casting, sealed"),
        ("kind: Money", "kind: Money\nchecks: [[{hops: ada}]]", "toll.yaml: checks/0: there is no step “hops”"),
        ("kind: Money", "on: x", "toll.yaml: line 3: 'on' is not read as text here"),
        ("title: A toll", "title: [", "toll.yaml: "),
        ("names: {rule: Toll}", "names: {n: Toll}", "a question has this name already"),
    ],
)
def test_a_mistake_is_refused_with_its_place(was: str, now: str, says: str) -> None:
    with pytest.raises(RecipeInvalid) as refused:
        read_recipe("toll.yaml", GOOD.replace(was, now))
    assert says in f"{refused.value}"


@pytest.mark.parametrize(
    "svg",
    [
        SVG.replace("<path", "<script>alert(1)</script><path"),
        SVG.replace("<path", '<path onclick="x()"'),
        SVG.replace("<path", '<a href="https://example.org"/><path'),
        SVG.replace("0 0 96 64", "0 0 10 10"),
        SVG + "<p>words</p>",
    ],
)
def test_a_picture_does_nothing_but_show(svg: str) -> None:
    assert read_picture("x.svg", SVG) == SVG
    with pytest.raises(RecipeInvalid, match="a picture is one <svg>"):
        read_picture("x.svg", svg)


def test_a_law_without_what_a_recipe_needs_says_so() -> None:
    assert recipes()["new-card"].why_not(law_of("the-commons")) == "The law has no cards."
    assert recipes()["new-card"].why_not(law_of("cycle-16")) == ""
    voting = {"voting": "All", "votes": {"quorum": 1}}
    document = dict(law_of("the-commons").document)
    rule = {"title": "Q", "body": "", "place": 1, "parent": None, "clauses": {"all": voting}}
    assert "already" in recipes()["quorum"].why_not(Law(document | {"rules": document["rules"] | {"q": rule}}))
