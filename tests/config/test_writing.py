"""Rows written without Django's detours are the rows that Django would have written."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction

from nomic.accounts.models import Person
from nomic.config.writing import _preparing, in_one_go, update_rows, write_rows, write_rows_with_keys

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


def people(*names: str) -> list[Person]:
    return [Person(username=name) for name in names]


def test_rows_get_the_keys_of_their_own_in_their_order():
    """However many there are, and whether or not what was sent before is waited for."""
    made = people("Ada", "Bob", "Eve")
    with in_one_go():
        write_rows_with_keys(made)
        made[0].zone = "Europe/Paris"
        update_rows([made[0]], ("zone",))
        write_rows_with_keys(people("Dan"))
    rows = Person.objects.filter(pk__in=[each.pk for each in made]).order_by("pk")
    assert [each.username for each in rows] == ["Ada", "Bob", "Eve"]
    assert [each.zone for each in rows] == ["Europe/Paris", "", ""]
    assert Person.objects.filter(username="Dan").exists()


@pytest.mark.parametrize("write", [write_rows, write_rows_with_keys])
def test_what_goes_wrong_among_statements_sent_together_comes_out_as_itself(write):
    """Whatever was sent after it: a name that is there twice is said to be, nothing is written, one can go on."""

    def write_all() -> None:
        with transaction.atomic(), in_one_go():
            for name in ("Ada", "Ada", "Bob"):
                write(people(name))

    with pytest.raises(IntegrityError):
        write_all()
    assert not Person.objects.filter(username__in=("Ada", "Bob")).exists()
    write(people("Ada"))
    assert Person.objects.filter(username="Ada").count() == 1
