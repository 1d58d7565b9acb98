"""Several connections at one database: acts of one cycle come one after the other, those of two do not wait."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.databases import database_with_tables, sqlite_with_tables

ROOT = Path(__file__).parents[2]
PATIENCE = 300  # seconds until a race that hangs is a failure

Races = dict[str, Any]


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def races(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Races:
    """What came of the races of `tests.support.concurrent_acts`, on a SQLite file and on a PostgreSQL."""
    if request.param == "sqlite":
        return run(sqlite_with_tables(tmp_path_factory.mktemp("races") / "race.sqlite3"))
    races: Races = request.getfixturevalue("on_postgres")
    return races


@pytest.fixture(scope="module")
def on_postgres(postgres_url: str) -> Races:
    """What came of them on a PostgreSQL."""
    return run(database_with_tables(postgres_url))


@pytest.fixture
def held(on_postgres: Races) -> Races:
    """What happened there while somebody held the lock of one cycle; SQLite has one lock for all of them."""
    found: Races = on_postgres["held"]
    return found


def run(database: str) -> Races:
    """Race, and read what came of it."""
    finished = subprocess.run(
        [sys.executable, "-m", "tests.support.concurrent_acts"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database, "SECRET_KEY": "only-for-tests"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert finished.returncode == 0, finished.stderr
    races: Races = json.loads(finished.stdout.splitlines()[-1])
    return races


def test_no_act_of_a_race_is_lost_and_none_is_paid_twice(races: Races) -> None:
    """Four spend the same 60 Vertebrae: twelve purchases are accepted, the other twenty refused, none fails."""
    accepted = [seq for result in races["spend"] for seq in result["accepted"]]
    refused = [code for result in races["spend"] for code in result["refused"]]
    assert len(set(accepted)) == len(accepted) == 12
    assert refused == ["cannot-pay"] * 20
    assert races["spend after"]["ada"] == {"Vertebra": 0, "Already-opened Pack": 12}


def test_one_key_used_at_once_is_one_act(races: Races) -> None:
    """A client that asks again before the first answer came gets that answer."""
    answers = [seq for result in races["key"] for seq in result["accepted"]]
    assert len(answers) == 8
    assert len(set(answers)) == 1
    assert races["key after"]["ada"] == {"Vertebra": 55, "Already-opened Pack": 1}


def test_a_boundary_is_settled_once_however_many_come_to_it(races: Races) -> None:
    """Settlers and actors meet at eight phases that are long over."""
    one, first, two, second = races["old"]
    assert one + two in (0, 8)  # all by one settler, or all by an actor who came first
    assert len(first["accepted"] + second["accepted"]) == 6
    after = races["old after"]
    assert after["actions"].count("begin-phase") == after["phase"] == 8


@pytest.mark.parametrize("cycle", ["spend", "key", "old"])
def test_after_a_race_the_journal_is_whole_and_replays(races: Races, cycle: str) -> None:
    """Numbers without a gap, a ledger that adds up, the same state again."""
    after = races[f"{cycle} after"]
    assert after["seqs"] == list(range(1, after["seq"] + 1))
    assert (after["discrepancies"], after["difference"]) == ([], "")


def test_while_a_law_is_tried_out_acts_go_through(races: Races) -> None:
    """In another cycle and in the very same: whoever tries out holds no lock, not even SQLite's one."""
    tried = races["tried"]
    assert {slug: len(result["accepted"]) for slug, result in tried["meanwhile"].items()} == {"other": 1, "tried": 1}
    assert not tried["early"]


def test_a_law_that_changed_while_it_was_tried_out_is_tried_again(races: Races) -> None:
    """What is submitted was tried with the law in force, and an act that was performed already is not tried at all."""
    tried = races["tried"]
    assert tried["tried"] == [0, 1]
    assert tried["written against"] == tried["in force"] == 1
    assert tried["again"] == [True, True]


@pytest.mark.postgres
@pytest.mark.parametrize(("now", "refused"), [("allowed", []), ("refused", ["cannot-pay"])])
def test_what_another_process_performed_meanwhile_answers_its_key(
    on_postgres: Races, now: str, refused: list[str]
) -> None:
    """Whether the act could be performed a second time, or its actor has nothing left to pay for it."""
    same = on_postgres[f"the same, {now}"]
    assert (same["waiting"], same["again"]) == (1, True)
    assert len(set(same["seqs"])) == 1
    assert same["more"]["refused"] == refused


@pytest.mark.postgres
def test_two_cycles_do_not_wait_for_each_other(held: Races) -> None:
    """While one cycle is locked, an act in another is performed."""
    assert len(held["elsewhere"]["accepted"]) == 1


@pytest.mark.postgres
def test_two_acts_in_one_cycle_do(held: Races) -> None:
    """The second waits for the lock, and is performed as soon as it is free."""
    assert held["waiting"] == 1
    assert not held["done_early"]
    assert held["afterwards"] == {"accepted": [], "refused": ["cannot-pay"]}
