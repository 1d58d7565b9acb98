"""The language of effects, as a JSON Schema for whoever writes them."""

import json

import jsonschema
import jsonschema_rs
import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_effect_language_can_be_fetched_and_kept() -> None:
    """A schema by its own standard, with an ETag under which it need not be sent again."""
    answer = Client().get("/api/v1/schema/effects/")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/schema+json"
    schema = json.loads(answer.content)
    jsonschema_rs.Draft202012Validator(schema)  # raises ValidationError if it is none; in Python that takes seconds
    assert Client().get("/api/v1/schema/effects/", headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_the_schema_tells_effects_from_what_is_none() -> None:
    """An effect of a card fits; a word that the language does not have does not."""
    validator = jsonschema.Draft202012Validator(json.loads(Client().get("/api/v1/schema/effects/").content))
    assert validator.is_valid([{"choose": "them", "from": "$others"}, {"take": 2, "who": "$them"}])
    assert not validator.is_valid([{"choose": "them", "from": "$others", "loudly": True}])
    assert not validator.is_valid([{"steal": 2, "who": "$all"}])
