"""Acts in haste: rows that are gathered and reads that are remembered are as if they were not."""

from contextlib import suppress

import pytest
from django.db import connection, transaction

from nomic.cycles.history import replay as replaying
from nomic.cycles.history.replay import discard, replay
from nomic.db.prepared_query import Prepared
from nomic.db.unit_of_work import insert, unit_of_work, upsert
from nomic.inventory.models import Balance
from tests.support.hall import Hall

KEY = ("cycle", "holder", "item")
held = Prepared(
    lambda cycle, holder: Balance.objects.filter(cycle_id=cycle, holder=holder).values_list("amount", flat=True),
    int,
    str,
)


def chips(hall: Hall, amount: int, holder: str = "ada") -> Balance:
    """So many chips of somebody's."""
    return Balance(cycle=hall.cycle, holder=holder, item="Chip", amount=amount)


def test_whoever_looks_sees_what_was_gathered(hall: Hall) -> None:
    """Rows to add, and the newest of those that replace each other."""
    with unit_of_work():
        insert([chips(hall, 1, "bob")])
        upsert([chips(hall, 2)], KEY, ("amount",))
        upsert([chips(hall, 3)], KEY, ("amount",))
        assert dict(Balance.objects.values_list("holder", "amount")) == {"ada": 3, "bob": 1}
        upsert([chips(hall, 4)], KEY, ("amount",))
    assert dict(Balance.objects.values_list("holder", "amount")) == {"ada": 4, "bob": 1}


def test_what_is_remembered_is_forgotten_by_whatever_may_change_it(hall: Hall) -> None:
    """A row inserted, updated, deleted, gathered, or rolled back; what only reads forgets nothing."""
    with unit_of_work():
        assert held.first(hall.pk, "ada") is None
        insert([chips(hall, 1)])
        assert held.first(hall.pk, "ada") == 1
        Balance.objects.update(amount=2)
        assert held.first(hall.pk, "ada") == 2
        with suppress(ZeroDivisionError), transaction.atomic():
            Balance.objects.update(amount=5)
            assert held.first(hall.pk, "ada") == 5
            raise ZeroDivisionError
        assert held.first(hall.pk, "ada") == 2
        asked = len(connection.queries_log)
        assert held.first(hall.pk, "ada") == 2
        assert len(connection.queries_log) == asked
        Balance.objects.all().delete()
        assert held.first(hall.pk, "ada") is None


def test_what_is_gathered_goes_with_the_savepoint_after_which_it_came(hall: Hall) -> None:
    """What came before stays."""
    with unit_of_work():
        upsert([chips(hall, 1)], KEY, ("amount",))
        with suppress(ZeroDivisionError), transaction.atomic():
            upsert([chips(hall, 2)], KEY, ("amount",))
            insert([chips(hall, 2, "bob")])
            raise ZeroDivisionError
        insert([chips(hall, 3, "eve")])
    assert dict(Balance.objects.values_list("holder", "amount")) == {"ada": 1, "eve": 3}


def test_where_anything_fails_nothing_is_written_and_the_next_is_in_no_haste(hall: Hall) -> None:
    """The rows are gone, and what comes later is written at once."""
    with suppress(ZeroDivisionError), unit_of_work():
        insert([chips(hall, 1)])
        raise ZeroDivisionError
    insert([chips(hall, 2, "bob")])
    assert dict(Balance.objects.values_list("holder", "amount")) == {"bob": 2}


@pytest.mark.parametrize("fails", [False, True])
def test_a_replay_is_in_haste_and_where_that_fails_goes_act_by_act(fails: bool, cast: Hall, monkeypatch) -> None:
    """Both give the same; what fell due in what failed falls due again with the same dice."""
    cast.do("ada", "buy", offer="Handy Pack")
    cast.do("ada", "open-pack", pack="Handy Pack")
    cast.clock.wait(days=8)
    cast.do("bob", "gift", to="ada")
    repeat_all, calls = replaying._repeat_all, []

    def once_more(fork, acts, origin_of):
        calls.append(len(acts))
        done = repeat_all(fork, acts, origin_of)
        if fails and len(calls) == 1:
            raise ZeroDivisionError
        return done

    monkeypatch.setattr(replaying, "_repeat_all", once_more)
    replayed = replay(cast.cycle)
    discard(replayed.fork)
    assert replayed.same
    assert len(calls) == 1 + fails
