"""The measurements run, at tiny sizes, and say what they say. How quick anything is, no test asks."""

import functools
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from nomic.accounts.models import Person
from nomic.bench.harness.databases import database
from nomic.bench.harness.fixtures import add_player, open_cycle
from nomic.bench.harness.load_client import Request
from nomic.bench.harness.results import Figure, compared, table
from nomic.bench.registry import benchmarks
from nomic.bench.scenarios import moves
from nomic.matches.contract.benchmarks import game_benchmarks
from nomic.matches.models import Match


def figures(*command: str) -> list[Figure]:
    out = StringIO()
    call_command("bench", *command, stdout=out, stderr=StringIO())
    return [Figure(**json.loads(line)) for line in out.getvalue().splitlines()]


@functools.cache
def figures_of(part: str) -> list[Figure]:
    """What a part measures in the database that is there, at tiny sizes; once for whatever is asked of it."""
    return figures(part, "--small", "--inside")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "part",
    [
        *("settle", "clauses", "replay", "law", "foresight", "render", "pages", "trades", "growth", "storage"),
        *game_benchmarks(),
    ],
)
def test_a_part_gives_figures(part: str) -> None:
    """Each part that needs no server of its own measures in the database that is there."""
    measured = figures_of(part)
    assert measured
    assert {figure.part for figure in measured} == {part}
    assert all(figure.value >= 0 and figure.unit and figure.name for figure in measured)
    assert len({figure.name for figure in measured}) == len(measured)


def test_a_replay_is_compared_with_the_acts_of_the_same_run() -> None:
    """Per database, with the acts that have an aim; a run of one part compares nothing."""
    acts = [Figure("acts", "ten", 100, "acts/s", at_least=350, database=kind) for kind in ("sqlite", "postgres")]
    bare = Figure("acts", "a bare view", 900, "acts/s", database="sqlite")
    replay = Figure("replay", "a journal", 450, "entries/s", database="sqlite")
    share = Figure("acts", "ten: of the bare view's", 0.5, "times", at_least=0.9, database="sqlite")
    (times,) = compared([*acts, bare, share, replay])
    assert (times.value, times.database, times.aim) == (4.5, "sqlite", "≥ 5 MISSED")
    assert list(compared([replay])) == []


@pytest.mark.django_db(transaction=True)
def test_no_page_asks_more_of_the_database_for_more_players_and_cards() -> None:
    """The figures of all pages and of all reads of the API meet their aim, which is what they are with few."""
    measured = figures_of("pages")
    assert len(measured) > 25
    assert [figure.name for figure in measured if "MISSED" in figure.aim] == []


def test_acts_go_through_real_servers_and_a_database_of_their_own() -> None:
    """The whole command: a new database, uvicorn, clients in a process of theirs, and JSON at the end."""
    out = StringIO()
    call_command("bench", "acts", "--small", "--database", "sqlite", "--json", stdout=out, stderr=StringIO())
    measured = [Figure(**each) for each in json.loads(out.getvalue())]
    assert {figure.database for figure in measured} == {"sqlite"}
    assert [figure.name for figure in measured if figure.unit == "acts/s"] == [
        "1 client: a bare view, for comparison",
        "3 clients: a bare view, for comparison",
        "1 client, 1 cycle",
        "3 clients, 1 cycle",
        "1 client, 2 cycles",
        "3 clients, 2 cycles",
    ]
    assert all(figure.value > 0 for figure in measured)
    rates = {figure.name: figure.value for figure in measured if figure.unit == "acts/s"}
    shares = {figure.name: figure.value for figure in measured if figure.unit == "times" and "p50" not in figure.name}
    assert shares["3 clients, 1 cycle: of the bare view's"] == pytest.approx(
        rates["3 clients, 1 cycle"] / rates["3 clients: a bare view, for comparison"]
    )
    spread = {name for name in shares if ", spread: " in name}
    assert {name.replace(", spread", "") for name in spread} == shares.keys() - spread
    assert len(spread) == 4


@pytest.mark.django_db(transaction=True)
def test_all_moves_that_clients_are_to_make_can_be_made(client: Client) -> None:
    """Two players draw by turns, to the last card but one; what a client sends is accepted, in its order."""
    open_cycle(moves.SLUG)
    players = {name: add_player(moves.SLUG, name) for name in ("Ann", "Bea")}
    draws = moves.battle(moves.SLUG, players)
    assert len(draws) == 2 * (moves.CARDS - moves.IN_HAND - 1)
    for player, request in draws:
        client.force_login(Person.objects.get(username=player))
        answer = client.generic(request.method, request.path, json.dumps(request.body), content_type="application/json")
        assert answer.status_code == 201, answer.content
    assert [len(seat.deck) for seat in moves.state_of(Match.objects.get()).seats] == [1, 1]


def test_a_client_can_send_each_request_as_somebody_else() -> None:
    """Each request has a token of its own, which goes with it."""
    sent = Request("POST", "/act", {"n": 1}, "two").as_sent()
    assert b"Authorization: Bearer two\r\n" in sent
    assert sent.endswith(b'\r\n\r\n{"n": 1}')


def test_an_unknown_part_is_named() -> None:
    """The refusal lists the parts there are."""
    with pytest.raises(CommandError, match=f"no part speed; there are {', '.join(benchmarks())}"):
        call_command("bench", "speed")


def test_figures_say_whether_they_meet_their_aim() -> None:
    """A table has a line for each figure, with its aim where it has one."""
    lines = table(
        [
            Figure("acts", "quick", 400, "acts/s", at_least=350, database="sqlite"),
            Figure("acts", "slow", 12.34, "acts/s", at_least=350),
            Figure("memory", "little", 100, "MB", at_most=200),
            Figure("memory", "much", 1234.5, "MB", at_most=200),
            Figure("law", "just so", 1, "ms"),
        ]
    ).splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["acts", "sqlite", "quick", "400.0", "acts/s", "≥", "350", "ok"],
        ["acts", "slow", "12.3", "acts/s", "≥", "350", "MISSED"],
        ["memory", "little", "100.0", "MB", "≤", "200", "ok"],
        ["memory", "much", "1,234.5", "MB", "≤", "200", "MISSED"],
        ["law", "just", "so", "1.0", "ms"],
    ]


@pytest.mark.postgres
def test_a_server_that_is_there_gets_a_database_beside_the_one_in_use(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Measuring never touches the database that people play in, and leaves none behind."""
    import psycopg

    def names() -> set[str]:
        with psycopg.connect(postgres_url) as server:
            return {row[0] for row in server.execute("SELECT datname FROM pg_database")}

    before = names()
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    with database("postgres", tmp_path) as url:
        assert url != postgres_url
        (new,) = names() - before
        assert url.endswith(f"/{new}")
        psycopg.connect(url).close()
    assert names() == before
