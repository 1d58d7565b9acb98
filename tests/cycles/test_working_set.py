"""What an act knew is known to the next one in this process, and only where nothing came between."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.cycles.caching import write_cache
from nomic.cycles.commands import act_stages
from nomic.cycles.commands.perform import perform_queued
from nomic.cycles.domain.exceptions import Refused
from nomic.players.models import Player
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.publishing.claims import Queue
from tests.cycles.test_bursts import ACTS, PACK, answer, comes_of, odd_acts, turn
from tests.support.acts_count_as_committed import committed_at_once
from tests.support.hall import Hall
from tests.support.perform_directly import perform_alone

__all__ = ["odd_acts"]

HELD, PLAYERS = "inventory_balance", "players_player"


@pytest.fixture(autouse=True)
def lasting(request: pytest.FixtureRequest) -> Iterator[None]:
    """The test's own transaction is none, where it has one."""
    marker = request.node.get_closest_marker("django_db")
    with nullcontext() if marker and marker.kwargs.get("transaction") else committed_at_once():
        yield


def read_from(hall: Hall, *acts: tuple[str, str, dict[str, Any]]) -> list[str]:
    """Of which of the two tables these acts read anything."""
    with CaptureQueriesContext(connection) as queries:
        for name, action, args in acts:
            hall.do(name, action, **args)
    sent = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    return [table for table in (HELD, PLAYERS) if any(f'"{table}"' in sql for sql in sent)]


BUY = ("ada", "buy", {"offer": PACK})


def test_the_next_act_reads_nothing_that_the_one_before_knew(cast: Hall) -> None:
    """Nor what that one wrote: it is told of it as it stands now."""
    write_cache.clear_cache()
    assert read_from(cast, BUY) == [HELD, PLAYERS]
    assert read_from(cast, BUY, BUY) == []
    assert read_from(cast, ("bob", "buy", {"offer": PACK})) == [HELD, PLAYERS]  # of whom nothing is known yet
    assert read_from(cast, BUY) == []
    assert (cast.has("ada", PACK), cast.has("bob", PACK)) == (4, 1)
    cast.is_sound()


def test_where_another_process_acted_between_everything_is_read_again(cast: Hall) -> None:
    """What is spent there cannot be spent here."""
    cast.grant("ada", "Vertebra", 40)
    cast.do(*BUY[:2], **BUY[2])
    spent = cast.has("ada", "Vertebra")
    elsewhere(cast, "ada", "gift", to="bob")
    assert read_from(cast, BUY) == [HELD, PLAYERS]
    assert cast.has("ada", "Vertebra") < spent
    cast.is_sound()


def elsewhere(hall: Hall, name: str, action: str, **args: Any) -> None:
    """Somebody acts in another process, which knows nothing of what is known here."""
    with another_process({}):
        hall.do(name, action, **args)


@contextmanager
def another_process(kept: dict[str, Any]) -> Iterator[None]:
    """What is kept there."""
    here = write_cache._kept
    write_cache._kept = kept
    try:
        yield
    finally:
        write_cache._kept = here


def test_nothing_is_kept_of_acts_that_were_undone(cast: Hall) -> None:
    """Refused after something was changed in memory, broken, or in a transaction of the caller's that is undone."""
    cast.do(*BUY[:2], **BUY[2])
    with pytest.raises(Refused):
        cast.do("ada", "odd", how="ledger")
    assert cast.slug not in write_cache._kept or write_cache._kept[cast.slug].known == {}
    cast.do(*BUY[:2], **BUY[2])
    with pytest.raises(IntegrityError):
        cast.do("ada", "odd", how="row")
    assert cast.slug not in write_cache._kept
    cast.do(*BUY[:2], **BUY[2])
    assert cast.has("ada", "Chip") == 0
    cast.is_sound()


def test_what_a_failed_burst_did_in_memory_is_gone_with_it(cast: Hall) -> None:
    """What it was told was given away to it."""
    cast.do(*BUY[:2], **BUY[2])
    act_stages.perform_batch([turn(cast, "ada", "buy", offer=PACK), turn(cast, "ada", "odd", how="row")])
    assert cast.slug not in write_cache._kept
    assert read_from(cast, BUY) == [HELD, PLAYERS]
    cast.is_sound()


def test_what_was_kept_too_long_ago_is_read_again(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup that was put back has the head of an earlier time."""
    monkeypatch.setattr(write_cache, "SECONDS", 0.0)
    cast.do(*BUY[:2], **BUY[2])
    assert read_from(cast, BUY) == [HELD, PLAYERS]


def test_what_is_kept_is_bounded(cast: Hall, open_cycle: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many cycles, the oldest goes; nothing of a cycle of which too much is known."""
    other = open_cycle(slug="other", joined=("ada",))
    monkeypatch.setattr(write_cache, "MAX_CYCLES", 1)
    cast.do(*BUY[:2], **BUY[2])
    assert list(write_cache._kept) == [cast.slug]
    other.do("ada", "leave")
    assert list(write_cache._kept) == [other.slug]
    monkeypatch.setattr(write_cache, "MAX_ROWS", 1)
    cast.do(*BUY[:2], **BUY[2])
    assert list(write_cache._kept) == [other.slug]


def test_rows_that_an_act_was_told_are_its_own(cast: Hall) -> None:
    """What it does to them without saving it, the next act is not told."""
    cast.do(*BUY[:2], **BUY[2])
    told = [row for known in write_cache._kept[cast.slug].known.values() for row in known.value]
    [player] = [row for row in told if isinstance(row, Player) and row.name == BUY[0]]
    before = dict(vars(player))
    cast.do(*BUY[:2], **BUY[2])
    assert {name: vars(player)[name] for name in before if name != "_state"} == {
        name: value for name, value in before.items() if name != "_state"
    }


@pytest.mark.django_db(transaction=True)
def test_in_a_transaction_of_the_callers_nothing_is_kept(cast: Hall) -> None:
    """It may still be undone; what is committed is kept."""
    with transaction.atomic():
        cast.do(*BUY[:2], **BUY[2])
        assert write_cache._kept == {}
        transaction.set_rollback(True)
    assert cast.has("ada", PACK) == 0
    cast.do(*BUY[:2], **BUY[2])
    assert list(write_cache._kept) == [cast.slug]
    with transaction.atomic():
        cast.do(*BUY[:2], **BUY[2])
        transaction.set_rollback(True)
    assert write_cache._kept == {}
    cast.do(*BUY[:2], **BUY[2])
    assert cast.has("ada", PACK) == 2
    cast.is_sound()


ODDER = ACTS | st.sampled_from([("leave", {}), ("join", {}), ("declare-reputable", {"player": "bob"})])


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    acts=st.lists(
        st.tuples(st.sampled_from(["ada", "bob", "eve"]), ODDER, st.sampled_from("AAABC")), min_size=3, max_size=12
    )
)
def test_acts_of_several_processes_give_the_journal_of_one_that_knows_nothing(
    cast: Hall, acts: list[tuple[str, tuple[str, dict[str, Any]], str]]
) -> None:
    """In any order: two processes that keep what they knew, and one (C) that performs each act alone."""

    def in_several() -> list[str]:
        kept: dict[str, dict[int, Any]] = {"A": {}, "B": {}, "C": {}}
        answers = []
        for name, (action, args), process in acts:
            with another_process(kept[process]):
                sent = turn(cast, name, action, **args).sent
                through = perform_alone if process == "C" else perform_queued
                answers.append(answer(lambda: through(sent)))  # noqa: B023 # asked at once
        return answers

    def alone() -> list[str]:
        sent = [turn(cast, name, action, **args).sent for name, (action, args), _ in acts]
        return [answer(lambda each=each: perform_alone(each)) for each in sent]  # type: ignore[misc]

    assert comes_of(cast, in_several) == comes_of(cast, alone)


def test_a_page_that_is_claimed_meanwhile_is_marked_again(cast: Hall) -> None:
    """Acts here and elsewhere and the publisher in every order: what an act changed is always yet to be published."""
    cast.grant("ada", "Vertebra", 500)
    cast.publish()
    write_cache.clear_cache()
    shown = WikiPage.objects.filter(cycle=cast.pk, kind=PageKind.GAMESTATE)
    for step in itertools.chain.from_iterable(itertools.product(("here", "elsewhere", "claimed"), repeat=3)):
        if step == "claimed":
            shown.update(claimed_at=None, parked_at=None)
            while Queue(by_hand=True).claim_next() is not None:
                pass
            WikiPage.objects.update(claimed_at=None)
            continue
        (cast.do if step == "here" else partial(elsewhere, cast))(*BUY[:2], **BUY[2])
        assert not shown.filter(stale_since=None).exists(), step


def test_what_is_marked_is_asked_about_once(cast: Hall) -> None:
    """Until a page is claimed."""
    cast.publish()
    cast.do(*BUY[:2], **BUY[2])
    with CaptureQueriesContext(connection) as queries:
        cast.do(*BUY[:2], **BUY[2])
    assert not [query["sql"] for query in queries if '"wiki_wikipage"' in query["sql"]]
