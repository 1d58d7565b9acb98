"""Every kind of clause is known wherever clauses are told apart by their kinds."""

from typing import Any, get_args

import pytest

from nomic.clauses.compiled import Clauses, clauses_of, every_clause
from nomic.clauses.schema.allowed_changes import CLAUSE_KINDS, MayAdd, MayChange
from nomic.clauses.schema.base import Clause
from nomic.clauses.schema.kinds import KINDS, ValueClause, kind_of
from nomic.clauses.views.wording import said
from nomic.law.document.sections import Law, flaws_of
from tests.support.hall import bare_law

GAIN = [{"announce": "Well done."}]
SAMPLES: dict[str, dict[str, Any]] = {
    "value": {"value": "Lamps", "is": "number"},
    "action": {"action": "Walk", "do": GAIN},
    "when": {"when": "phase-began", "do": GAIN},
    "forbid": {"forbid": "submit-proposal", "because": "Nobody proposes"},
    "wins": {"wins": {"reputable": "$it"}},
    "class": {
        "class": "Slow",
        "lasts": {"phases": 2},
        "passes": {"is": ["$for", "more_than", {"sum": ["$against", "$unclear"]}]},
    },
    "outcome": {"outcome": "A lamp", "of": "Things", "do": GAIN},
}
each_kind = pytest.mark.parametrize("kind", KINDS)


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
    assert SAMPLES.keys() == KINDS.keys()
    for kind, raw in SAMPLES.items():
        assert issubclass(kind_of(raw) or Clause, KINDS[kind])


@each_kind
def test_the_index_has_every_clause(kind: str) -> None:
    """In a field of its own kind, and whoever goes through all clauses meets it."""
    law = law_with(kind)
    assert flaws_of(law.document) == []
    (placed,) = [each for each in every_clause(clauses_of(law)) if each.name == "sample"]
    assert isinstance(placed.clause, KINDS[kind])
    assert any(KINDS[kind].__name__ in str(annotation) for annotation in Clauses.__annotations__.values())


@each_kind
def test_every_kind_has_sentences(kind: str) -> None:
    """From its own data, beneath the words of its rule."""
    law = law_with(kind)
    (placed,) = [each for each in every_clause(clauses_of(law)) if each.name == "sample"]
    assert all(said(placed.clause, law))
    assert said.dispatch(KINDS[kind]) is not said.dispatch(Clause)


def test_proposals_can_be_limited_to_every_kind() -> None:
    """A class of proposals may be allowed clauses of any kinds, and of all."""
    assert tuple(KINDS) == CLAUSE_KINDS
    for model in (MayAdd, MayChange):
        field = model.model_fields.get("kinds")
        if field is not None:
            (bound,) = [each.max_length for each in field.metadata if hasattr(each, "max_length")]
            assert bound == len(KINDS)
            assert get_args(get_args(field.annotation)[0]) == CLAUSE_KINDS


def test_a_kind_of_value_is_a_value() -> None:
    """Its class is told by what it `is`, and is one of the kind."""
    assert issubclass(kind_of(SAMPLES["value"]) or Clause, ValueClause)
