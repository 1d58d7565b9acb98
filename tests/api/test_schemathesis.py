"""Schemathesis: whatever is sent, the answer is one that the schema documents, and never a 5xx."""

import copy
import functools
import json
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.generation.hypothesis.builder import (
    InvalidHeadersExampleMark,
    MissingPathParameters,
    UnserializablePayloadMark,
)
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source
from schemathesis.schemas import BaseSchema

from nomic.accounts.models import ApiToken
from nomic.api.documentation import schema_text
from tests.api.conftest import MakeBot
from tests.support.example_counts import examples
from tests.support.hall import ADMIN, Hall

pytestmark = pytest.mark.django_db

CHEAPER = {"op": "replace", "path": "/shop/offers/Already-opened Pack/costs/Vertebra", "value": 4}
KNOWN: dict[str, list[Any]] = {
    "slug": ["hall"],
    "name": ["ada", "bob"],
    "reference": ["1", "2"],
    "player": ["ada", "bob", "nobody"],
    "to": ["bob", "eve"],
    "offer": ["Already-opened Pack"],
    "pack": ["Already-opened Pack"],
    "item": ["Chip", "Vertebra"],
    "species": ["Ace", "Credit Card"],
    "modifiers": [[], ["Bound", "Speedy"]],
    "proposal": ["1", "2"],
    "class": ["standard", "urgent"],
    "amendments": [[], [CHEAPER]],
}
METHODS = ("get", "post", "put", "patch", "delete")
WORDS = ["Cheaper packs", "<b>🝬</b>"]


def knowing(raw: Any) -> Any:
    """The schema with names that exist where it allows any, so that more than refusals is met."""
    for item in raw["paths"].values():
        for operation in item.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["name"] in KNOWN:
                    parameter["schema"] = {"enum": KNOWN[parameter["name"]]}
    for component in raw["components"]["schemas"].values():
        if component.get("additionalProperties") is False:
            fields = component["properties"]
            for name in fields.keys() & KNOWN.keys():
                fields[name] = {"enum": KNOWN[name] + [None] * ({"type": "null"} in fields[name].get("anyOf", []))}
            for name in fields.keys() & {"title", "text", "reason"}:
                fields[name] = {"anyOf": [{"enum": WORDS}, fields[name]]}
    return raw


DOCUMENT = json.loads(schema_text())
STREAMS = ("events", "match_events")  # they do not end; their own tests hear them
OPERATIONS = [
    f"{method.upper()} {path}"
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
    if method in METHODS and operation["operationId"] not in STREAMS
]
# Each call has a token; calls without one, and with one that is none, are tested by themselves.
# A body that is wrong may also be longer than any may be (413).
REFUSED = ["400", "401", "403", "404", "406", "409", "413", "422", "428", "5xx"]
CONFIG = {
    "generation": {"with-security-parameters": False},
    "checks": {"negative_data_rejection": {"expected-statuses": REFUSED}},
}


@functools.cache
def schema() -> BaseSchema:
    """The document as Schemathesis has it: read by whoever runs these tests, not by all who only collect them."""
    known = schemathesis.openapi.from_dict(
        knowing(copy.deepcopy(DOCUMENT)), config=schemathesis.Config.from_dict(CONFIG)
    )
    known.app = get_wsgi_application()
    return known


@functools.cache
def feedback() -> FeedbackSources:
    """The constants of the program, from which values are drawn too."""
    return FeedbackSources(constants_value_source=make_constants_value_source(schema()))


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """The end of a request gives its connection back; the one with the test's transaction has to stay."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def secret(cast: Hall, make_bot: MakeBot) -> str:
    """The token of an admin who plays in a cycle in which things have happened, and who may ask without end."""
    cast.join(ADMIN)
    for name in (ADMIN, "ada"):
        cast.grant(name, "Already-opened Pack", 50)
        cast.do(name, "open-pack", pack="Already-opened Pack")
        cast.propose(name)
    cast.vote("1", ada="for", bob="unclear")
    authorization = make_bot(ADMIN).headers["Authorization"]
    ApiToken.objects.update(rate_limit="1000000/sec")
    return authorization


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_answer_is_documented(name: str, secret: str) -> None:
    """All of Schemathesis' checks hold, but one: arguments of the right form may still name what is not there (422)."""
    operation = schema().find_operation_by_label(name)
    assert operation is not None
    headers = {"Authorization": secret, "Accept-Encoding": "identity"}  # it reads the bytes as they come
    names_things = operation.method == "post" or name == "GET /api/v1/matches/"  # a game and a cycle, in its query
    excluded = [CHECKS.get_one("positive_data_acceptance")] if names_things else []

    @hypothesis.settings(max_examples=examples(12), suppress_health_check=list(hypothesis.HealthCheck))
    def documented(case: schemathesis.Case) -> None:
        case.call_and_validate(headers=headers, excluded_checks=excluded)

    holds = build_operation_test(
        config=schema().config, operation=operation, test_func=documented, given_kwargs={}, feedback=feedback()
    )
    load_all_checks()
    holds()
    for mark in (UnserializablePayloadMark, InvalidHeadersExampleMark, MissingPathParameters):
        assert not mark.get(holds), "Schemathesis has left something untested"
