"""Every kind of clause is known wherever clauses are told apart by their kinds."""

from typing import Any

import pytest
from pydantic import ValidationError

from nomic.clauses.clause_index import clauses_of, every_clause
from nomic.clauses.schema.allowed_changes import MayAdd, MayChange
from nomic.clauses.schema.base_clause import Clause
from nomic.clauses.schema.clause_models import ValueClause
from nomic.clauses.schema.kind_registry import kinds, schema_of
from nomic.clauses.views.explanations import explain_clause_kind
from nomic.law.document.sections import Law, flaws_of
from tests.support.hall import bare_law

GAIN = [{"announce": "Well done."}]
SAMPLES: dict[str, dict[str, Any]] = {
    "office": {"office": "Speaker", "filled_by": {"handed_over": True, "lot": {"at": "phase-began"}}},
    "value": {"value": "Lamps", "is": "number"},
    "table": {"table": "Rooms", "columns": {"Doors": "names"}, "rows": {"Hall": {"Doors": ["Cellar"]}}},
    "keeping": {"keeping": "Bank", "of": "player"},
    "action": {"action": "Walk", "do": GAIN},
    "when": {"when": "phase-began", "do": GAIN},
    "forbid": {"forbid": "submit-proposal", "because": "Nobody proposes"},
    "freeze": {"freeze": "items", "whose": {"reputable": "$it"}, "because": "The Hall mourns"},
    "wins": {"wins": {"reputable": "$it"}},
    "class": {
        "class": "Slow",
        "lasts": {"phases": 2},
        "passes": {"is": ["$for", "more_than", {"sum": ["$against", "$unclear"]}]},
    },
    "voting": {"voting": "The usual way", "votes": {"quorum": 2}},
    "outcome": {"outcome": "A lamp", "of": "Things", "do": GAIN},
}
each_kind = pytest.mark.parametrize("kind", kinds())


def law_with(kind: str) -> Law:
    """A law that has a clause of the kind, named `sample`."""
    document = bare_law()
    document["rules"]["tolls"] = {"title": "Tolls", "body": "", "clauses": {"sample": SAMPLES[kind]}}
    if kind == "outcome":
        meeting = {"action": "Meet", "do": [{"meet": "Things"}]}
        document["rules"]["tolls"]["clauses"]["meeting"] = meeting
    return Law(document)


def test_there_is_a_sample_of_every_kind() -> None:
    """Each of its kind."""
    assert SAMPLES.keys() == kinds().keys()
    for kind, raw in SAMPLES.items():
        assert issubclass(schema_of(raw) or Clause, kinds()[kind].schema)


@each_kind
def test_the_index_has_every_clause(kind: str) -> None:
    """Filed under its own kind, and whoever goes through all clauses meets it."""
    law = law_with(kind)
    assert flaws_of(law.document) == []
    (placed,) = [each for each in every_clause(clauses_of(law)) if each.name == "sample"]
    assert isinstance(placed.clause, kinds()[kind].schema)
    assert placed in clauses_of(law).by_kind[kind][kinds()[kind].filed_under(placed)]


@each_kind
def test_every_kind_has_sentences(kind: str) -> None:
    """From its own data, beneath the words of its rule."""
    law = law_with(kind)
    (placed,) = [each for each in every_clause(clauses_of(law)) if each.name == "sample"]
    words = explain_clause_kind(placed.clause, law)
    assert all(words or [""])


@each_kind
def test_proposals_can_be_limited_to_every_kind(kind: str) -> None:
    """A class of proposals may be allowed clauses of any kinds, and of all. No kind is allowed that does not exist."""
    for model, may in ((MayAdd, "add"), (MayChange, "change")):
        allowed = {"may": may, "at": "/rules/tolls/clauses"}
        assert model.model_validate({**allowed, "kinds": [kind]}).kinds == [kind]
        assert model.model_validate({**allowed, "kinds": [*kinds()]}).kinds == [*kinds()]
        for wrong in ([f"{kind}s"], [*kinds(), kind]):
            with pytest.raises(ValidationError):
                model.model_validate({**allowed, "kinds": wrong})
        schema = model.model_json_schema()["properties"]["kinds"]
        assert (schema["maxItems"], schema["items"]["enum"]) == (len(kinds()), [*kinds()])


@each_kind
def test_every_field_has_a_title(kind: str) -> None:
    """The form of the editor shows it."""
    fields = (schema_of(SAMPLES[kind]) or Clause).model_fields
    assert fields
    assert [name for name, field in fields.items() if not field.title] == []


def test_a_kind_of_value_is_a_value() -> None:
    """Its class is told by what it `is`, and is one of the kind."""
    assert issubclass(schema_of(SAMPLES["value"]) or Clause, ValueClause)
