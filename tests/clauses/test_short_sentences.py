"""The short sentence of a clause: its own, or one made under twenty words."""

from typing import Any

import pytest
from django.test import Client

from nomic.clauses.clause_index import clauses_of, every_clause
from nomic.clauses.schema.kind_registry import kinds
from nomic.clauses.schema.short_sentences import in_brief
from nomic.clauses.views.explanations import short_sentences
from nomic.effects.prose.short_sentences import MAX_CHARACTERS, MAX_WORDS
from nomic.law.diff.law_differences import differences
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of, law_templates
from nomic.law.trials.registry import flaws_in_trial
from tests.clauses.conftest import TOLLS, OpenWith, with_clauses
from tests.clauses.test_every_kind import SAMPLES, law_with
from tests.support.change_sentences import change_sentences
from tests.support.hall import Hall, cycle_16
from tests.support.signed_in import browser_of

WALK = TOLLS["walk"]
GAIN = [{"grant": "Vertebra", "n": 2, "to": "$me"}]
PRICE = "/shop/offers/Chip/costs/Vertebra"


def saying(says: str, **more: Any) -> Law:
    """A law whose rule *Tolls* has an action that says this of itself."""
    return Law(with_clauses(cycle_16(), {**TOLLS, "walk": {**WALK, "says": says, **more}}))


def brief_of(raw: dict[str, Any]) -> str:
    """The short sentence of a clause of the rule *Tolls*."""
    law = Law(with_clauses(cycle_16(), {**TOLLS, "it": raw}))
    assert flaws_of(law.document) == []
    return short_sentences(law, "tolls")["it"]


def is_short(text: str) -> bool:
    return 0 < len(text.split()) <= MAX_WORDS + 1 and len(text) <= MAX_CHARACTERS + 2  # an ellipsis


@pytest.mark.parametrize("name", law_templates())
def test_every_clause_of_every_law_has_one(name: str) -> None:
    """Under twenty words, whether its author wrote it or not."""
    law = Law(document_of(name))
    for placed in every_clause(clauses_of(law)):
        assert is_short(in_brief(placed.clause, law)), placed.key
        assert is_short(in_brief(placed.clause.model_copy(update={"says": ""}), law)), placed.key


@pytest.mark.parametrize("kind", SAMPLES)
def test_every_kind_makes_one_however_long_its_names_are(kind: str) -> None:
    """A name of many words or of one long word is cut. The name of a keeping is short by its schema."""
    for name in (" ".join("a" * 20), "b" * 40) if kind != "keeping" else ("b" * 24,):
        law = law_with(kind)
        clause = law.document["rules"]["tolls"]["clauses"]["sample"]
        if named_by := kinds()[kind].named_by:
            clause[named_by] = name
        (placed,) = [each for each in every_clause(clauses_of(Law(law.document))) if each.name == "sample"]
        assert is_short(in_brief(placed.clause, law))


@pytest.mark.parametrize(
    ("raw", "brief"),
    [
        ({"action": "Dig", "do": GAIN}, "Gain 2 Vertebrae."),
        ({"action": "Dig", "costs": {"Chip": 1}, "do": GAIN}, "Pay 1 Chip. Gain 2 Vertebrae."),
        (
            {"action": "Dig", "limit": {"times": 3, "per": "week", "together": True}, "do": GAIN},
            "Gain 2 Vertebrae. Up to 3 times per week (all players share this limit).",
        ),
        ({"action": "Dig", "costs": {"Chip": 1}, "do": [{"raise": "The Well", "by": 1}] * 9}, None),
        (
            {"when": "joined", "do": [{"raise": "The Well", "by": 1}]},
            "Whenever a player joins: The Well increases by 1.",
        ),
        (
            {"class": "Slow", "costs": {"Chip": 2}, "lasts": {"hours": 5}, "passes": {"is": ["$for", "more_than", 1]}},
            "A class of proposals. Each costs 2 Chips. Voting is open for 5 hours.",
        ),
        ({"value": "Moths", "of": "player"}, "Each player has a number called Moths. It starts at 0."),
    ],
)
def test_a_made_one_names_amounts_and_costs(raw: dict[str, Any], brief: str | None) -> None:
    """And shows by an ellipsis that there is more."""
    assert brief_of(raw) == (
        brief or "Pay 1 Chip. The Well increases by 1. The Well increases by 1. The Well increases by 1. …"
    )


def test_a_condition_is_not_left_out_silently() -> None:
    """What happens only sometimes is not told as if it always happened."""
    long = {"all": [{"is": [{"value_of": "The Well"}, "at_least", count]} for count in range(1, 6)]}
    happens = {"when": "joined", "if": long, "do": [{"raise": "The Well", "by": 1}]}
    assert brief_of(happens) == "Something may happen whenever a player joins."
    assert brief_of({"forbid": "submit-proposal", "if": long, "because": "No"}).endswith("is sometimes forbidden.")


def test_its_own_quotes_the_law(open_with: OpenWith) -> None:
    """So that a number is never another in the sentence than in the law."""
    law = saying(f"Spend the {{{{law|{PRICE}}}}} bones of a Chip.")
    assert flaws_of(law.document) == []
    price = law.document["shop"]["offers"]["Chip"]["costs"]["Vertebra"]
    assert short_sentences(law, "tolls")["walk"] == f"Spend the {price} bones of a Chip."
    law.document["shop"]["offers"]["Chip"]["costs"]["Vertebra"] = price + 4
    assert short_sentences(Law(law.document), "tolls")["walk"] == f"Spend the {price + 4} bones of a Chip."


@pytest.mark.parametrize(
    ("says", "detail"),
    [
        ("It costs {{law|/shop/offers/Tea/costs}}.", "the law has no value at"),
        ("{{law table|items}}", "no room for a table"),
        ("{{law|/shop/offers/Chip/costs/Vertebra|fathoms}}", "is no way to write"),
    ],
)
def test_what_it_cannot_quote_is_refused_with_its_place(says: str, detail: str) -> None:
    """In every law, as in the words of a rule."""
    (flaw,) = flaws_of(saying(says).document)
    assert flaw.path == "/rules/tolls/clauses/walk/says"
    assert detail in flaw.detail


@pytest.mark.parametrize(("says", "detail"), [("a" * (MAX_CHARACTERS + 1), "at most 160"), ("a\nb", "single line")])
def test_a_new_one_is_short_but_an_old_law_stays_law(says: str, detail: str) -> None:
    """A law that has a longer one already can be amended elsewhere, or there to something short."""
    before, old = Law(with_clauses(cycle_16(), TOLLS)), saying(says)
    assert flaws_of(old.document) == []
    (flaw,) = flaws_in_trial(before, old)
    assert flaw.path == "/rules/tolls/clauses/walk/says"
    assert detail in flaw.detail
    assert flaws_in_trial(old, saying(says, place=3)) == []
    assert flaws_in_trial(old, saying("Walk.")) == []
    assert short_sentences(old, "tolls")["walk"] == says


def test_a_number_beside_a_quotation_is_counted_as_two_digits() -> None:
    """The address of a value is not what people read."""
    before = Law(with_clauses(cycle_16(), TOLLS))
    assert flaws_in_trial(before, saying(f"{'a' * 140} {{{{law|{PRICE}}}}}.")) == []


def test_it_stands_where_one_acts(open_with: OpenWith) -> None:
    """On the tile in the hall, above the form, and in both lists of the API."""
    hall = open_with({**TOLLS, "walk": {**WALK, "says": f"Walk for {{{{law|{PRICE}}}}} bones."}})
    price = hall.cycle.law.document["shop"]["offers"]["Chip"]["costs"]["Vertebra"]
    assert f"Walk for {price} bones." in page(hall, "")
    assert f"Walk for {price} bones." in page(hall, "act/tolls_walk/")
    api = Client()
    listed = api.get(f"/api/v1/cycles/{hall.slug}/actions/").json()["items"]
    assert [each["summary"] for each in listed if each["name"] == "tolls_walk"] == [f"Walk for {price} bones."]
    rules = api.get(f"/api/v1/cycles/{hall.slug}/law/").json()["clauses"]
    (tolls,) = [each for each in rules if each["rule"] == "tolls"]
    assert tolls["in_short"]["walk"] == f"Walk for {price} bones."
    assert tolls["in_short"]["well"] == "There is a number called the Well. It starts at 0 and is never below 0."


def page(hall: Hall, path: str) -> str:
    """What Ada sees there."""
    client = browser_of("ada")
    return client.get(f"/c/{hall.slug}/{path}").content.decode()


def test_a_sentence_is_told_with_its_clause() -> None:
    """Of a new clause it is no difference of its own; alone it is."""
    before, after = Law(with_clauses(cycle_16(), {})), saying("Walk.")
    found = differences(before.document, after.document)
    [(effect, short)] = found.effects_with_values
    assert (effect.path, [(each.path, each.after) for each in short]) == (
        "/rules/tolls",
        [("/rules/tolls/clauses/walk/says", "Walk.")],
    )
    assert found.other_values == []
    alone = differences(after.document, saying("Stroll.").document)
    assert (alone.effects_with_values, [each.before for each in alone.other_values]) == ([], ["Walk."])


def test_a_changed_sentence_is_in_the_difference() -> None:
    """Although what the clause does stays the same."""
    before = Law(with_clauses(cycle_16(), TOLLS))
    tolls = "The rule “Tolls”: what it does changes."
    assert change_sentences(differences(before.document, saying("Walk.").document)) == [
        tolls,
        "New: the summary of “Walk the long corridor” in the rule Tolls: Walk.",
    ]
    assert change_sentences(differences(saying("Walk.").document, saying("Stroll.").document)) == [
        tolls,
        "The summary of “Walk the long corridor” in the rule Tolls: Walk → Stroll.",
    ]
