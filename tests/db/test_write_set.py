"""Write sets are derived from statements, and are compared with read sets."""

import pytest
from django.db.models import Count, Exists, OuterRef, QuerySet

from nomic.db.read_set import ReadSet, read_set_for
from nomic.db.unit_of_work import UnitOfWork
from nomic.db.write_set import WriteSet
from nomic.matches.models import Match, MatchSeat, StandingOrder
from nomic.proposals.models import Proposal, Vote

pytestmark = pytest.mark.django_db

READS = ReadSet(None, {"t": frozenset({"a", "b"}), "u": frozenset({"id"})}, {}, frozenset({"u"}))


def after(*statements: str) -> WriteSet:
    """The write set of these statements."""
    written = WriteSet()
    for sql in statements:
        written.record(sql)
    return written


@pytest.mark.parametrize(
    ("sql", "is_disjoint"),
    [
        ('UPDATE "t" SET "c" = %s WHERE "t"."id" = %s', True),
        ('UPDATE "t" SET "a" = %s WHERE "t"."id" = %s', False),
        ('UPDATE "v" SET "a" = %s', True),
        ('INSERT INTO "t" ("a") VALUES (%s)', False),
        ('INSERT INTO "u" ("a") VALUES (%s) RETURNING "u"."id"', True),  # to which no row points yet
        ('INSERT INTO "u" ("a") VALUES (%s) ON CONFLICT("a") DO UPDATE SET "a" = EXCLUDED."a"', False),
        ('DELETE FROM "u" WHERE "u"."a" = %s', False),
        ('DELETE FROM "v"', True),
        ("UPDATE v SET a = 1", False),
        ('WITH w AS (SELECT 1) DELETE FROM "v"', False),
        ('MERGE INTO "v" USING "w"', False),
    ],
)
def test_which_statements_are_disjoint_from_a_read_set(sql: str, is_disjoint: bool) -> None:
    """Changes of other columns and tables are, and new rows of a table that is joined by id."""
    assert after(sql).is_disjoint(READS) is is_disjoint
    assert after('UPDATE "t" SET "c" = %s', sql, 'INSERT INTO "u" ("a") VALUES (%s)').is_disjoint(READS) is is_disjoint
    around, within = UnitOfWork(), UnitOfWork()
    within.write_set.record(sql)
    around.cache(READS, "key", [])
    around.merge(within)
    assert around.write_set.is_disjoint(READS) is is_disjoint
    assert ("key" in around._cache) is is_disjoint


def followed(query: QuerySet) -> set[str]:
    """The tables that a query reaches only by foreign keys."""
    sql, _ = query.query.get_compiler("default").as_sql()
    return set(read_set_for(query, sql).joined_by_id)


def test_tables_joined_by_id() -> None:
    """Not the first table, tables that reference others, or tables that a subquery reads too."""
    votes = Vote.objects.filter(proposal__status="open")
    assert followed(votes) == {"proposals_proposal"}
    assert followed(votes.values("vote").annotate(Count("pk"))) == {"proposals_proposal"}
    assert followed(StandingOrder.objects.select_related("match__cycle")) == {"matches_match", "cycles_cycle"}
    assert followed(Match.objects.filter(seats__player="ada")) == set()
    assert followed(MatchSeat.objects.filter(match__seats__player="ada")) == {"matches_match"}
    others = Proposal.objects.filter(number__gt=OuterRef("proposal__number"))
    assert followed(votes.filter(Exists(others))) == set()
