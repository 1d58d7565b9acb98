"""Several clients at one match: whoever comes first moves, all others are told that the match has gone on."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cycles.test_races import PATIENCE, ROOT
from tests.support.databases import database_with_tables, sqlite_with_tables

Race = dict[str, Any]


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def race(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Race:
    """What came of the race of `tests.support.concurrent_moves`, on a SQLite file and on a PostgreSQL."""
    if request.param == "sqlite":
        folder: Path = tmp_path_factory.mktemp("match_race")
        return run(sqlite_with_tables(folder / "race.sqlite3"))
    return run(database_with_tables(request.getfixturevalue("postgres_url")))


def run(database: str) -> Race:
    """Race, and read what came of it."""
    finished = subprocess.run(
        [sys.executable, "-m", "tests.support.concurrent_moves"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database, "SECRET_KEY": "only-for-tests"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert finished.returncode == 0, finished.stderr
    found: Race = json.loads(finished.stdout.splitlines()[-1])
    return found


def test_of_four_moves_that_expect_one_version_exactly_one_is_made(race: Race) -> None:
    """In every round; the other three are refused with 409, and change nothing."""
    for statuses in race["rounds"]:
        assert Counter(statuses) == {201: 1, 409: 3}
    assert race["versions"] == list(range(1, race["version"] + 1))
    assert race["version"] == 2 + len(race["rounds"])


def test_what_came_of_the_race_replays(race: Race) -> None:
    assert race["difference"] == ""
