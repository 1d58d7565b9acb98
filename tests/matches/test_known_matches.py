"""What the move before knew of a match the next one is told, wherever that one was made."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.cycles.caching import write_cache
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import MatchStep
from tests.cycles.test_working_set import another_process
from tests.support.acts_count_as_committed import committed_at_once
from tests.support.example_counts import examples
from tests.support.hall import Hall
from tests.support.lanterns_game import LanternsTable, sit_down

PLAYERS = ("ada", "bob", "eve")
OF_MATCHES = ("matches_match", "matches_turnclock")


@pytest.fixture(autouse=True)
def lasting() -> Iterator[None]:
    """The test's own transaction is none."""
    with committed_at_once():
        yield


def asked(table: LanternsTable, player: str) -> list[str]:
    """Of which tables of matches a throw reads anything."""
    with CaptureQueriesContext(connection) as queries:
        table.move(player, "throw", [8], [player])
    sent = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    return [name for name in OF_MATCHES if any(f'"{name}"' in sql for sql in sent)]


def test_the_next_move_of_the_same_player_reads_nothing_of_the_match(playing: LanternsTable) -> None:
    """Not the match as the move before left it, nor its clocks."""
    for _ in range(7):
        playing.tell("rain")  # whatever is thrown, nobody has ten points
    for player in PLAYERS:
        asked(playing, player)
    assert asked(playing, "ada") == []
    write_cache.clear_cache()
    assert asked(playing, "bob") == list(OF_MATCHES)
    playing.hall.is_sound()


@settings(max_examples=examples(36), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1), st.booleans()), min_size=2, max_size=7))
def test_moves_in_two_matches_here_and_elsewhere_are_the_moves_they_were(
    cast: Hall, lanterns: HostedGame, made: list[tuple[int, int, bool]]
) -> None:
    """In every order, with what else changes a match between: each step stands on the one before, and time is kept."""
    tables = [sit_down(cast, *PLAYERS) for _ in range(2)]
    for table in tables:
        table.wishes(ada=5, bob=4, eve=3)
    turns, kept = [0, 0], ({}, {})
    for which, where, told in made:
        table, player = tables[which], PLAYERS[turns[which] % 3]
        if table.match.is_over:
            continue
        with another_process(kept[where]):
            table.move(player, "throw", [8], [player])
            turns[which] += 1
            if told:
                table.tell("rain")
    for table in tables:
        steps = MatchStep.objects.filter(match=table.match).order_by("version").values_list("version", flat=True)
        assert list(steps) == list(range(1, table.match.version + 1))
    cast.is_sound()


def test_of_matches_that_are_long_not_more_is_kept_than_fits(
    playing: LanternsTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the next move reads them again."""
    asked(playing, "ada")
    assert playing.hall.slug in write_cache._kept
    monkeypatch.setattr(write_cache, "MAX_BYTES", len(playing.match.state) // 2)
    asked(playing, "bob")
    assert playing.hall.slug not in write_cache._kept
    assert asked(playing, "eve") == list(OF_MATCHES)
