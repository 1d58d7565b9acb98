"""Text fields of forms that name a thing of the law offer the names that fit."""

from typing import Any

import pytest

from nomic.clauses.schema.kind_registry import kinds
from nomic.forms.schema_forms import Input, inputs_for
from nomic.law.document.sections import Law, flaws_of
from nomic.law.schema.expectations import expectation_for
from nomic.web.composer.row_suggestions import suggested_at
from tests.support.hall import cycle_16

POOL: dict[str, Any] = {"outcome": "Rain", "of": "Weather", "do": [{"announce": "It rains."}]}


def inputs_of(clause: dict[str, Any]) -> list[Input]:
    """All inputs of the form of a clause, however deep."""
    kind = next(each for word, each in kinds().items() if word in clause)
    waiting, found = list(inputs_for(expectation_for(kind.schema_of(clause)), (), clause)), []
    while waiting:
        found.append(waiting.pop())
        waiting += found[-1].inputs
    return found


def law_with(**clauses: dict[str, Any]) -> Law:
    document = cycle_16()
    first = next(iter(document["rules"]))
    document["rules"][first]["clauses"] = {**document["rules"][first].get("clauses", {}), **clauses}
    assert not flaws_of(document)
    return Law(document)


@pytest.mark.parametrize(
    ("clause", "path", "fits"),
    [
        (POOL, "/of", "Weather"),
        (
            {
                "class": "Motion",
                "lasts": {"phases": 1},
                "passes": {"is": ["$for", "more_than", "$against"]},
                "may": {"change": [{"may": "change", "at": "/rules"}]},
            },
            "/may/change/0/at",
            "/rules",
        ),
        ({"table": "Prices", "columns": {"In": "item"}, "rows": {"Salt": {"In": "Vertebra"}}}, "/rows/Salt/In", "bob"),
        (
            {"table": "Prices", "columns": {"In": "item"}, "rows": {"Salt": {"In": "Vertebra"}}},
            "/rows/Salt/In",
            "Vertebra",
        ),
    ],
)
def test_a_field_that_names_a_thing_offers_it(clause: dict[str, Any], path: str, fits: str) -> None:
    law = law_with(rain=POOL)  # as with what earlier changes of the proposal add
    shown = next(each for each in inputs_of(clause) if each.path == path)
    assert fits in [word for word, _ in suggested_at(law, shown, ["bob"])]


def test_other_texts_offer_nothing() -> None:
    shown = next(each for each in inputs_of(POOL) if each.path == "/outcome")
    assert not suggested_at(law_with(rain=POOL), shown, ["bob"])
