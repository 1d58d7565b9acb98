"""Schemathesis: whatever is sent, the answer is one that the schema documents, and never a 5xx."""

import json
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from schemathesis.checks import CHECKS

from nomic.accounts.models import ApiToken
from nomic.api.documentation import schema_text
from tests.api.conftest import MakeBot
from tests.support.examples import examples
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


# Each call has a token; calls without one, and with one that is none, are tested by themselves.
# A body that is wrong may also be longer than any may be (413).
REFUSED = ["400", "401", "403", "404", "406", "409", "413", "422", "428", "5xx"]
config = schemathesis.Config.from_dict(
    {
        "generation": {"with-security-parameters": False},
        "checks": {"negative_data_rejection": {"expected-statuses": REFUSED}},
    }
)
schema = schemathesis.openapi.from_dict(knowing(json.loads(schema_text())), config=config)
schema.app = get_wsgi_application()
# Streams do not end; their own tests hear them.
schema = schema.exclude(operation_id=["events", "match_events"])


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


@schema.parametrize()
@hypothesis.settings(max_examples=examples(12), suppress_health_check=list(hypothesis.HealthCheck))
def test_every_answer_is_documented(case: schemathesis.Case, secret: str) -> None:
    """All of Schemathesis' checks hold, but one: arguments of the right form may still name what is not there (422)."""
    excluded = [CHECKS.get_one("positive_data_acceptance")] if case.method == "POST" else []
    headers = {"Authorization": secret, "Accept-Encoding": "identity"}  # it reads the bytes as they come
    case.call_and_validate(headers=headers, excluded_checks=excluded)
