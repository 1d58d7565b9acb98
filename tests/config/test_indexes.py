"""What every act writes has no index more than it needs: each costs time and room for every row, for good."""

import pytest
from django.db.models import ForeignKey, Index, Model, UniqueConstraint

from nomic.cycles.models import Deadline, Entry
from nomic.inventory.models import Balance, Card
from nomic.matches.models import MatchStep, TurnClock
from nomic.proposals.models import Vote

WRITTEN = (Balance, Card, Deadline, Entry, MatchStep, TurnClock, Vote)


def indexed(model: type[Model]) -> list[tuple[str, ...]]:
    """The columns of each index over all rows of a table, but for that of the primary key."""
    several = [*model._meta.constraints, *model._meta.indexes]
    found = [
        tuple(each.fields) for each in several if isinstance(each, Index | UniqueConstraint) and not each.condition
    ]
    keys = [field for field in model._meta.local_fields if isinstance(field, ForeignKey)]
    return found + [(key.name,) for key in keys if key.db_index]


@pytest.mark.parametrize("model", WRITTEN)
def test_no_index_is_the_beginning_of_another(model: type[Model]) -> None:
    """Whoever looks by one column finds it by an index that begins with it."""
    every = indexed(model)
    needless = [short for short in every for long in every if short != long and long[: len(short)] == short]
    assert needless == []


@pytest.mark.parametrize("model", WRITTEN)
def test_what_goes_with_its_owner_is_found_by_an_index(model: type[Model]) -> None:
    """Forks are thrown away after each replay: nobody reads a whole table for that."""
    first = {columns[0] for columns in indexed(model)} | {
        index.fields[0] for index in model._meta.indexes if index.condition is not None
    }
    owners = {field.name for field in model._meta.local_fields if isinstance(field, ForeignKey)}
    assert owners <= first
