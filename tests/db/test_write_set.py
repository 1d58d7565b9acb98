"""Write sets are derived from the effects of statements, and are compared with read sets."""

import pytest
from django.db.models import Count, Exists, OuterRef, QuerySet

from nomic.db.backends.statement_effect import LOCK, READ, Effect, Verb
from nomic.db.column_read_set import ReadSet, read_set_for
from nomic.db.unit import UnitOfWork
from nomic.db.write_set import WriteSet
from nomic.matches.models import Match, MatchSeat, StandingOrder
from nomic.proposals.models import Proposal, Vote

pytestmark = pytest.mark.django_db

READS = ReadSet(None, {"t": frozenset({"a", "b"}), "u": frozenset({"id"})}, {}, frozenset({"u"}))


COLUMNS = frozenset({"a"})
OTHERS = Effect(Verb.UPDATE, "t", frozenset({"c"})), Effect(Verb.INSERT, "u")


def after(*effects: Effect | None) -> WriteSet:
    """The write set of statements with these effects."""
    written = WriteSet()
    for each in effects:
        written.record(each)
    return written


@pytest.mark.parametrize(
    ("effect", "is_disjoint"),
    [
        (READ, True),
        (LOCK, True),
        (Effect(Verb.UPDATE, "t", frozenset({"c"})), True),
        (Effect(Verb.UPDATE, "t", COLUMNS), False),
        (Effect(Verb.UPDATE, "v", COLUMNS), True),
        (Effect(Verb.INSERT, "t"), False),
        (Effect(Verb.INSERT, "u"), True),  # to which no row points yet
        (Effect(Verb.UPSERT, "u"), False),
        (Effect(Verb.DELETE, "u"), False),
        (Effect(Verb.DELETE, "v"), True),
        (None, False),
    ],
)
def test_which_statements_are_disjoint_from_a_read_set(effect: Effect | None, is_disjoint: bool) -> None:
    """Changes of other columns and tables are, and new rows of a table that is joined by id."""
    assert after(effect).is_disjoint(READS) is is_disjoint
    assert after(OTHERS[0], effect, OTHERS[1]).is_disjoint(READS) is is_disjoint
    around, within = UnitOfWork(), UnitOfWork()
    within.write_set.record(effect)
    around.cache(READS, "key", [])
    around.merge(within)
    assert around.write_set.is_disjoint(READS) is is_disjoint
    assert ("key" in around._cache) is is_disjoint


def followed(query: QuerySet) -> set[str]:
    """The tables that a query reaches only by foreign keys."""
    return set(read_set_for(query).joined_by_id)


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
