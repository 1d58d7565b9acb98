"""The tree of rules, and the values of the law inside their words."""

from typing import Any

import pytest

from nomic.law.amendments.patch import amend_document, with_guards
from nomic.law.document.sections import Law, LawInvalid, flaws_of
from nomic.law.document.templates import document_of
from nomic.law.rules.placeholders import fill_placeholders, placeholder_value, value_in_words
from nomic.law.rules.tree import MAX_DEPTH, rules_of, tree
from nomic.law.rules.value_formats import hours_in_words
from tests.support.hall import STANDARD, Document, bare_law, cycle_16, with_rules


def rule(title: str, parent: str | None = None, place: int = 0, body: str = "") -> dict[str, Any]:
    return {"title": title, "body": body, "parent": parent, "place": place}


@pytest.fixture
def law() -> Document:
    """Time, with phases and days below it, and items."""
    return bare_law() | {
        "rules": {
            "items": rule("Items", place=20) | {"clauses": {"standard": STANDARD}},
            "time": rule("Time", place=10, body="All is in UTC."),
            "phases": rule("Phases", "time", 20),
            "days": rule("Days", "time", 10),
            "hours": rule("Hours", "days"),
        }
    }


def after(law: Document, *operations: dict[str, Any]) -> list[tuple[str, str]]:
    """The tree after amendments: number and id of every rule in reading order. Raises LawInvalid."""
    changed = amend_document(law, with_guards(law, list(operations)))
    return [(placed.number, placed.id) for placed in tree(rules_of(Law(changed)))]


def body_flaws(body: str, **sections: Any) -> list[str]:
    """What is wrong with a law of one rule with this body."""
    document = with_rules({"a": rule("A", body=body)}) | sections
    return [flaw.detail for flaw in flaws_of(document)]


def test_rules_are_read_each_after_its_parent_in_the_order_of_their_places(law: Document) -> None:
    """Numbers count within the parent; depth begins with one."""
    placed = tree(rules_of(Law(law)))
    assert [(each.number, each.id, each.depth) for each in placed] == [
        ("1", "time", 1),
        ("1.1", "days", 2),
        ("1.1.1", "hours", 3),
        ("1.2", "phases", 2),
        ("2", "items", 1),
    ]


def test_rules_at_one_place_stand_by_their_ids(law: Document) -> None:
    """The order of the tree never depends on chance."""
    for each in law["rules"].values():
        each["place"] = 0
    assert [placed.id for placed in tree(rules_of(Law(law)))] == ["items", "time", "days", "hours", "phases"]


def test_an_amendment_creates_a_rule_under_its_parent(law: Document) -> None:
    """It stands where its place says."""
    new = {"op": "add", "path": "/rules/weeks", "value": rule("Weeks", "time", 15)}
    assert ("1.2", "weeks") in after(law, new)


def test_an_amendment_renames_and_rewords_one_rule_alone(law: Document) -> None:
    """The id stays; the others are untouched."""
    changed = amend_document(law, with_guards(law, [{"op": "replace", "path": "/rules/days/title", "value": "Dates"}]))
    assert changed["rules"]["days"]["title"] == "Dates"
    assert {key: value for key, value in changed["rules"].items() if key != "days"} == {
        key: value for key, value in law["rules"].items() if key != "days"
    }


def test_an_amendment_moves_a_rule_with_all_below_it(law: Document) -> None:
    """Subrules go with their parent."""
    moved = {"op": "replace", "path": "/rules/days/parent", "value": "items"}
    assert after(law, moved) == [
        ("1", "time"),
        ("1.1", "phases"),
        ("2", "items"),
        ("2.1", "days"),
        ("2.1.1", "hours"),
    ]


def test_an_amendment_makes_a_subrule_a_top_level_rule(law: Document) -> None:
    """A parent of nobody is the top."""
    assert ("1", "phases") in after(
        law,
        {"op": "replace", "path": "/rules/phases/parent", "value": None},
        {"op": "replace", "path": "/rules/phases/place", "value": 0},
    )


def test_an_amendment_repeals_a_rule(law: Document) -> None:
    """A leaf goes without a trace."""
    assert "hours" not in [id_ for _, id_ in after(law, {"op": "remove", "path": "/rules/hours"})]


def test_a_rule_with_subrules_cannot_be_repealed_alone(law: Document) -> None:
    """Nothing may hang in the air."""
    with pytest.raises(LawInvalid, match="/rules/hours/parent: there is no rule 'days'"):
        after(law, {"op": "remove", "path": "/rules/days"})


def test_a_rule_may_be_repealed_with_its_subrules(law: Document) -> None:
    """One proposal does both."""
    gone = after(law, {"op": "remove", "path": "/rules/days"}, {"op": "remove", "path": "/rules/hours"})
    assert [id_ for _, id_ in gone] == ["time", "phases", "items"]


@pytest.mark.parametrize(("id_", "parent"), [("time", "time"), ("time", "days"), ("time", "hours")])
def test_a_rule_never_stands_under_itself(law: Document, id_: str, parent: str) -> None:
    """Neither directly nor around a corner."""
    with pytest.raises(LawInvalid, match="never under itself"):
        after(law, {"op": "replace", "path": f"/rules/{id_}/parent", "value": parent})


def test_the_tree_is_five_deep_at_most(law: Document) -> None:
    """A fifth level is allowed and a sixth is not."""
    law["rules"] |= {
        f"d{depth}": rule("D", f"d{depth - 1}" if depth > 1 else None) for depth in range(1, MAX_DEPTH + 1)
    }
    assert flaws_of(law) == []
    law["rules"]["d6"] = rule("D", "d5")
    assert [flaw.path for flaw in flaws_of(law)] == ["/rules/d6/parent"]


@pytest.mark.parametrize("id_", ["", "A", "a b", "a_b", "-a", "a-", "a--b", "ä", "a/b", "x" * 81])
def test_an_id_is_a_slug(law: Document, id_: str) -> None:
    """Lower-case letters and digits, joined by single hyphens."""
    law["rules"][id_] = rule("A")
    assert flaws_of(law) != []


@pytest.mark.parametrize(
    "change", [{"place": 10**7}, {"place": 1.5}, {"title": "x" * 300}, {"body": None}, {"by": "me"}]
)
def test_a_rule_that_is_none_is_refused(law: Document, change: dict[str, Any]) -> None:
    """A title of 300 characters, a place beyond all places, a field that rules do not have."""
    law["rules"]["time"] |= change
    (flaw,) = flaws_of(law)
    assert flaw.path == f"/rules/time/{next(iter(change))}"


# Placeholders


@pytest.mark.parametrize(
    ("what", "form", "words"),
    [
        ("/shop/offers/Chip/costs/Vertebra", None, "25"),
        ("/shop/offers/Chip/costs", None, "25 Vertebra"),
        ("/battles/declare_in", None, "rest"),
        ("/random_cards/collections", None, "Common, Rare"),
        ("/membership/rejoin_after_hours", "time", "7 days"),
        ("/membership/founders_within_hours", " time ", "3 days"),
        ("/exoptosis/turn/minutes", "minutes", "24 hours"),
        ("/duels/request_lapses_minutes", " minutes ", "2 days"),
        ("/exoptosis/hand/at_least", "minutes", "4 minutes"),
        (" /shop/offers/Handy Pack/gives/0/grant ", None, "Handy Pack"),
        ("/items/Vertebra/symbol", None, "🝬"),
        ("/rules/fusion/clauses/fuse/limit", "often", "once a phase"),
        ("/rules/fusion/clauses/fuse/limit", "Often", "Once a phase"),
        ("/rules/actions/clauses/burn/limit/times", "often", "twice"),
        ("/exoptosis/hand/at_least", "often", "4 times"),
        ("/exoptosis/hand/at_least", "Often", "Four times"),
        ("/rules/actions/clauses/burn/limit/times", "word", "two"),
        ("/exoptosis/hand/at_least", "Word", "Four"),
        ("/shop/offers/Chip/costs/Vertebra", "word", "25"),
        ("/exoptosis/hand/at_least", "of card", "4 cards"),
        ("/exoptosis/hand/at_least", "Of Vertebra", "Four Vertebrae"),
        ("/exoptosis/hand/at_least", "of match", "4 matches"),
        ("/duels/per_phase", "of act", "an act"),
        ("/battles/rewards/1/n", "of Chip", "a Chip"),
        ("/battles/rewards/1/n", "of other Chip", "another Chip"),
        ("/battles/rewards/1/n", "signed", "+ 1"),
        ("/rules/card-gifting/clauses/give/do/1/then/0", "items", "2 Already-opened Packs"),
        ("/rules/fusion/clauses/fuse/costs", "items", "9 Vertebrae"),
        ("/rules/actions/clauses/burn/in", "phases", "Rest Phase"),
        ("/exoptosis/hand/at_least", "change", "rises by 4"),
    ],
)
def test_a_placeholder_stands_for_the_value_in_force(what: str, form: str | None, words: str) -> None:
    """Numbers, lists, maps, and hours in words."""
    assert placeholder_value(Law(cycle_16()), what, form) == words


@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ({"Oil": 1, "Wick": 1}, "a flask of Oil and a Wick"),
        ({"Oil": 2}, "2 flasks of Oil"),
        ({"Coin": 1, "Oil": 2, "Wick": 3}, "a Coin, 2 flasks of Oil and 3 Wicks"),
        ({"Oil": 0, "Wick": 1}, "a Wick"),
        ({"Oil": 0}, "nothing"),
    ],
)
def test_a_price_is_told_with_the_plurals_of_the_law(costs: dict[str, int], words: str) -> None:
    """One of an item has an article."""
    document = document_of("ministry-of-lamps")
    document["rules"]["lamps"]["clauses"]["kindle"]["costs"] = costs
    assert placeholder_value(Law(document), "/rules/lamps/clauses/kindle/costs", "items") == words


def test_a_change_says_in_which_direction_it_goes() -> None:
    """A vote that turns a rise into a fall turns the words."""
    document = document_of("ministry-of-lamps")
    place = "/rules/fog/clauses/lifts/do/0/by"
    assert placeholder_value(Law(document), place, "change") == "falls by 1"
    document["rules"]["fog"]["clauses"]["lifts"]["do"][0]["by"] = 2
    assert placeholder_value(Law(document), place, "change") == "rises by 2"


def test_phases_are_told_by_their_titles() -> None:
    """In the order of the calendar."""
    document = cycle_16()
    document["rules"]["actions"]["clauses"]["burn"]["in"] = ["battle", "rest"]
    assert placeholder_value(Law(document), "/rules/actions/clauses/burn/in", "phases") == "Rest Phase or Battle Phase"


def test_a_placeholder_follows_an_amendment() -> None:
    """The number in the text is the number in force."""
    law = with_rules({"a": rule("A", body="It costs {{law|/shop/offers/Chip/costs/Vertebra}}.")})
    changed = amend_document(law, [{"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 3}])
    body = changed["rules"]["a"]["body"]
    assert fill_placeholders(Law(changed), body, value=str, table=str) == "It costs 3."


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (0, "0 hours"),
        (1, "1 hour"),
        (24, "24 hours"),
        (36, "36 hours"),
        (48, "2 days"),
        (168, "7 days"),
        (169, "169 hours"),
    ],
)
def test_hours_are_told_in_days_from_two_days_on(hours: int, words: str) -> None:
    """Only where the days are whole."""
    assert hours_in_words(hours) == words


@pytest.mark.parametrize(
    ("value", "words"), [(None, "–"), (True, "yes"), (False, "no"), ([], ""), ([1, "a"], "1, a"), ({"a": 1}, "1 a")]
)
def test_values_are_told_in_words(value: Any, words: str) -> None:
    """Nothing is a dash, truth is yes or no."""
    assert value_in_words(value) == words


@pytest.mark.parametrize(
    "body",
    [
        "{{law|/nothing}}",
        "{{law|/nothing/at/all}}",
        "{{law|}}",
        "{{law|/}}",
        "{{law|gifts}}",
        "{{law|/calendar/phases/-}}",
        "{{law|/calendar/phases/9}}",
        "{{law|/gifts/part/0/grant/0}}",
        "{{law|/gifts/part/0/grant|time}}",
        "{{law|/exoptosis/turn/silence|minutes}}",
        "{{law|/membership/rejoin_after_hours|days}}",
        "{{law|/exoptosis/hand/at_least|of}}",
        "{{law|/exoptosis/hand/at_least|often card}}",
        "{{law|/exoptosis/turn/silence|of card}}",
        "{{law|/exoptosis/turn/silence|word}}",
        "{{law|/exoptosis/turn|often}}",
        "{{law|/exoptosis/turn|items}}",
        "{{law|/rules/vertebrae/clauses/first-grant/do/0|items}}",
        "{{law|/exoptosis/hand/at_least|phases}}",
        "{{law|/card_traits/suits|phases}}",
        "{{law|/cards}}",
        "{{law|/calendar/phases}}",
        "{{law table|weather}}",
        "{{law table|}}",
    ],
)
def test_a_placeholder_that_stands_for_nothing_is_refused_when_proposed(body: str) -> None:
    """Unknown places, tables and forms, and whole sections, which would make a page of a rule."""
    assert len(body_flaws(body)) == 1


@pytest.mark.parametrize("body", ["{{Template|x}}", "{{law}}", "{{ lawful|/x}}", "{{law|{{x}}}}", "{{law|a", "{|law|}"])
def test_other_braces_are_wikitext(body: str) -> None:
    """Only the two forms of placeholder mean something to the system."""
    assert body_flaws(body) == []
    assert fill_placeholders(Law(cycle_16()), body, value=str, table=str) == body


def test_repealing_what_a_rule_speaks_of_needs_a_change_of_the_words() -> None:
    """A rule cannot speak of a number that is no more."""
    law = with_rules({"a": rule("A", body="{{law|/duels/per_phase}}")})
    with pytest.raises(LawInvalid, match="the law has no value at '/duels/per_phase'"):
        amend_document(law, [{"op": "remove", "path": "/duels"}])


def test_tables_are_made_by_whoever_shows_the_rule() -> None:
    """A table reaches the function that writes tables, a value the one that escapes it."""
    text = fill_placeholders(
        Law(cycle_16()),
        "{{law table|shop}} {{law|/duels/per_phase}}",
        value="<{}>".format,
        table=lambda table: f"[{table.caption}]",
    )
    assert text == "[The Croupier] <1>"
