"""Rows written without Django's detours are the rows that Django would have written."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from nomic.config.writing import _preparing

pytestmark = pytest.mark.django_db

WHEN = datetime(2026, 11, 23, tzinfo=UTC)
VALUES: list[Any] = [None, True, False, 0, 1, 2**40, "", "7", "text", {"a": [1]}, [], WHEN]


def prepared(prepare: Any, value: Any) -> Any:
    """What is made of a value, its type and all that it shows, or why nothing is."""
    try:
        made = prepare(value, connection)
    except (TypeError, ValueError, AttributeError) as error:
        return type(error)
    except Exception as error:  # a field's own complaint
        return str(error)
    return type(made), str(made)


@pytest.mark.parametrize("model", [pytest.param(each, id=each._meta.label) for each in apps.get_models()])
def test_a_value_comes_out_as_its_field_has_it(model):
    for field in model._meta.concrete_fields:
        prepare = _preparing(field)
        for value in VALUES:
            assert prepared(prepare, value) == prepared(field.get_db_prep_save, value), (field, value)
