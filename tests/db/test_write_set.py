"""What statements say of what they wrote, and which queries that leaves as they were."""

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
    """Once these were carried out."""
    written = WriteSet()
    for sql in statements:
        written.record(sql)
    return written


@pytest.mark.parametrize(
    ("sql", "leaves"),
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
def test_what_a_statement_leaves_as_it_was(sql: str, leaves: bool) -> None:
    """A change of other columns or tables; of a table whose rows are only pointed to, new rows too."""
    assert after(sql).is_disjoint(READS) is leaves
    assert after('UPDATE "t" SET "c" = %s', sql, 'INSERT INTO "u" ("a") VALUES (%s)').is_disjoint(READS) is leaves
    around, within = UnitOfWork(), UnitOfWork()
    within.write_set.record(sql)
    around.cache(READS, "key", [])
    around.merge(within)
    assert around.write_set.is_disjoint(READS) is leaves
    assert ("key" in around._cache) is leaves


def followed(query: QuerySet) -> set[str]:
    """The tables to which a query comes only by keys."""
    sql, _ = query.query.get_compiler("default").as_sql()
    return set(read_set_for(query, sql).joined_by_id)


def test_a_query_knows_to_which_tables_it_comes_only_by_their_keys() -> None:
    """Not those that it begins with, that point to others, or that are asked about in an inner query too."""
    votes = Vote.objects.filter(proposal__status="open")
    assert followed(votes) == {"proposals_proposal"}
    assert followed(votes.values("vote").annotate(Count("pk"))) == {"proposals_proposal"}
    assert followed(StandingOrder.objects.select_related("match__cycle")) == {"matches_match", "cycles_cycle"}
    assert followed(Match.objects.filter(seats__player="ada")) == set()
    assert followed(MatchSeat.objects.filter(match__seats__player="ada")) == {"matches_match"}
    others = Proposal.objects.filter(number__gt=OuterRef("proposal__number"))
    assert followed(votes.filter(Exists(others))) == set()
