"""A failure of a count of queries names the queries that are too many, and the lines that made them."""

import pytest
from django.db import connection

from nomic.players.lookup import find_player
from nomic.players.models import Player
from tests.support.counted_queries import CountedQueries
from tests.support.hall import Hall, cast

__all__ = ["cast"]
pytestmark = pytest.mark.django_db
HERE = "tests/devtools/test_counted_queries.py"


def test_too_many_queries_are_listed_with_their_lines(cast: Hall) -> None:
    """Those of the project, from the innermost on, without the layer of the database."""
    with CountedQueries(connection) as queries:
        find_player(cast.read_context("ada"), "players", "bob")
    queries.assert_at_most(len(queries))
    with pytest.raises(AssertionError) as failed:
        queries.assert_at_most(0, "the look-up")
    said = str(failed.value)
    assert said.startswith(f"the look-up: {len(queries)} queries, and 0 may be made:\n")
    assert 'FROM "players_player"' in said
    assert "from nomic/players/lookup.py:" in said
    assert f"called by {HERE}:" in said
    assert "nomic/db/" not in said


def test_of_two_counts_the_difference_is_listed(cast: Hall) -> None:
    """A query for each of many is one line, whatever its values."""

    def counted(names: list[str]) -> CountedQueries:
        with CountedQueries(connection) as queries:
            for name in names:
                Player.objects.filter(cycle=cast.pk, name=name).exists()
        return queries

    few, many = counted(["ada"]), counted(["ada", "bob", "cleo"])
    many.assert_no_more_than(counted(["bob", "cleo", "ada"]))
    for one, other, words in ((many, few, "2 more of SELECT"), (few, many, "2 less of SELECT")):
        with pytest.raises(AssertionError) as failed:
            one.assert_no_more_than(other, "players")
        first, *rest = str(failed.value).splitlines()
        assert first == f"players: {len(one)} queries instead of {len(other)}:"
        assert len(rest) == 2
        assert words in rest[0]
        assert f"from {HERE}:" in rest[1]
