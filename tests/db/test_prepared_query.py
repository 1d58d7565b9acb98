"""Prepared queries return what their querysets return, and are compiled once."""

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from nomic.accounts.models import Person
from nomic.db.prepared_query import Prepared

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Person]:
    return [Person.objects.create(username=name, email=f"{name}@x.org") for name in ("Ada", "Ben", "Cleo")]


def test_a_prepared_query_gives_what_the_queryset_gives(people: list[Person]) -> None:
    """Instances with every column, in order, for each value."""
    asked = Prepared(lambda name: Person.objects.filter(username__gte=name).order_by("-username"), str)
    for name in ("Ada", "Ben", "", "Zoe"):
        usual = list(Person.objects.filter(username__gte=name).order_by("-username"))
        assert asked.all(name) == usual
        assert [each.__dict__.keys() for each in asked.all(name)] == [each.__dict__.keys() for each in usual]
        assert [each.date_joined for each in asked.all(name)] == [each.date_joined for each in usual]
        assert asked.first(name) == (usual[0] if usual else None)


def test_values_are_sent_as_values(people: list[Person]) -> None:
    """A parameter is never part of the SQL."""
    asked = Prepared(lambda name: Person.objects.filter(username=name), str)
    assert asked.all("' OR 1=1 --") == []
    assert asked.all("%s") == []
    assert asked.all("Ada") == [people[0]]


def test_rows_may_be_tuples_and_single_values(people: list[Person]) -> None:
    """`values_list` works, with several parameters of two types in any order."""
    pairs = Prepared(lambda pk, name: Person.objects.filter(username=name, pk=pk).values_list("pk", "email"), int, str)
    assert pairs.all(people[1].pk, "Ben") == [(people[1].pk, "Ben@x.org")]
    assert pairs.all(people[1].pk, "Ada") == []
    emails = Prepared(lambda pk: Person.objects.filter(pk=pk).values_list("email", flat=True), int)
    assert emails.first(people[2].pk) == "Cleo@x.org"


def test_deferred_columns_are_loaded_on_access(people: list[Person]) -> None:
    """`defer` works as in other querysets."""
    asked = Prepared(lambda pk: Person.objects.filter(pk=pk).defer("email"), int)
    found = asked.first(people[0].pk)
    assert found is not None
    with CaptureQueriesContext(connection) as queries:
        assert found.email == "Ada@x.org"
    assert len(queries) == 1


def test_the_sql_is_compiled_once(people: list[Person]) -> None:
    """The queryset is built at first use only, and each use is one query."""
    built = []

    def build(name: str) -> QuerySet[Person, Person]:
        built.append(name)
        return Person.objects.filter(username=name)

    asked = Prepared(build, str)
    with CaptureQueriesContext(connection) as queries:
        for name in ("Ada", "Ben", "Ada"):
            asked.first(name)
    assert len(built) == 1
    assert len(queries) == 3


def test_a_parameter_that_is_changed_by_the_query_raises(people: list[Person]) -> None:
    """The second use would send a wrong value, so the first use raises TypeError."""
    folded = Prepared(lambda name: Person.objects.filter(username=name.upper() + "!"), str)
    with pytest.raises(TypeError, match="parameter of a prepared query has been lost"):
        folded.all("Ada")
