"""Web servers, workers and beat on several machines, over one PostgreSQL behind PgBouncer and one Redis.

A machine is a folder `var` of its own and nothing in common with the others but the stores and the secret key. Several
processes of each kind play one cycle here; PgBouncer, in transaction mode, has fewer connections than they are.
"""

import contextlib
import http.client
import json
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from nomic.devtools import servers
from nomic.devtools.dev_server import WORKERS, worker_command
from nomic.devtools.virtualenv import ROOT
from tests.support.fill_database import PLAYERS, SLUG
from tests.support.site import Site

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.pgbouncer]

CONNECTIONS = 4  # of PgBouncer to PostgreSQL: fewer than there are threads that ask
PATIENCE = 60.0  # seconds


@dataclass
class Machines:
    """Two machines that serve, one of which has the clock's worker, the other one the sender and beat."""

    sites: list[Site]
    postgres: str
    tokens: dict[str, str]
    session: str  # of Ada

    def read(self, number: int, path: str) -> Any:
        """What a web server answers on the API, as JSON."""
        status, body = self._ask(number, "GET", f"/api/v1/cycles/{SLUG}/{path}")
        assert status == 200, body
        return body

    def act(self, number: int, name: str, action: str, key: str = "", **args: Any) -> tuple[int, Any]:
        """An act of somebody, sent to one of the web servers: the status and the answer."""
        headers = {"Authorization": f"Bearer {self.tokens[name]}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        return self._ask(number, "POST", f"/api/v1/cycles/{SLUG}/actions/{action}/", json.dumps(args), headers)

    def _ask(
        self, number: int, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.sites[number].port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, json.loads(response.read())

    def page(self, number: int, path: str) -> str:
        """A page as Ada sees it, who has logged in."""
        connection = http.client.HTTPConnection("127.0.0.1", self.sites[number].port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", path, headers={"Cookie": f"sessionid={self.session}"})
            response = connection.getresponse()
            assert response.status == 200
            return response.read().decode()


@dataclass
class Listener:
    """An open page of a machine: the numbers of entries that it hears of, as they come."""

    site: Site
    heard: "queue.Queue[int]" = field(default_factory=queue.Queue)

    def listen(self, after: int) -> None:
        """Open the stream that a page opens which knows the journal up to there; read it in a thread until closed."""
        self._connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=PATIENCE)
        self._connection.connect()
        self._socket = self._connection.sock
        self._connection.request("GET", f"/c/{SLUG}/live/?after={after}")
        self._response = self._connection.getresponse()
        assert self._response.status == 200
        assert self._response.readline() == b"retry: 2000\n"
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError, AttributeError, http.client.HTTPException):  # closed meanwhile
            for line in self._response:
                if line.startswith(b"id: "):
                    self.heard.put(int(line[4:].partition(b":")[0]))

    def hears(self, seq: int) -> None:
        """Fails unless it hears of this entry, or of a later one, in time; what is heard never goes back."""
        last = 0
        while last < seq:
            newest = self.heard.get(timeout=PATIENCE)
            assert newest > last
            last = newest

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._connection.close()


@contextlib.contextmanager
def listening(machines: Machines) -> Iterator[list[Listener]]:
    """A page open on each machine."""
    listeners, seq = [Listener(site) for site in machines.sites], _seq(machines)
    for each in listeners:
        each.listen(seq)
    try:
        yield listeners
    finally:
        for each in listeners:
            each.close()


def until(true: Callable[[], bool], machines: Machines) -> None:
    """Wait until it is; fails with the ends of all logs."""
    give_up = time.monotonic() + PATIENCE
    while not true():
        logs = [child.last_lines(20) for site in machines.sites for child in site.children]
        assert time.monotonic() < give_up, "\n──\n".join(logs)
        time.sleep(0.2)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> Iterator[Machines]:
    folder = tmp_path_factory.mktemp("machines")
    settings = {
        "CELERY_BROKER_URL": f"{redis_url}/4",
        "REDIS_URL": f"{redis_url}/5",
        "DATABASE_POOLED": "1",
        "WIKI_QUIET_SECONDS": "1",
        "WIKI_REST_SECONDS": "0",
        "PYTHONUNBUFFERED": "1",
    }
    with (
        servers.postgres() as postgres,
        servers.pgbouncer(postgres, connections=CONNECTIONS) as pooled,
        contextlib.ExitStack() as stack,
    ):
        sites = [Site(folder / name, pooled, **settings) for name in ("one", "two")]
        command = [sys.executable, "-m", "tests.support.fill_database"]
        env = {**sites[0].env, "DJANGO_SETTINGS_MODULE": "nomic.config.settings"}
        filled = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
        assert not filled.returncode, filled.stderr
        for site in sites:
            stack.callback(site.stop)
            site.folder.mkdir(exist_ok=True)
            site.serve()
        sites[0].run("worker", *worker_command(WORKERS["worker"]))
        sites[1].run("sender", *worker_command(WORKERS["sender"]))
        sites[1].run("beat", "-m", "celery", "-A", "nomic.config", "beat", "--scheduler", "celery.beat:Scheduler")
        yield Machines(sites, postgres, **json.loads(filled.stdout))


def test_acts_come_in_on_both_at_once(machines: Machines) -> None:
    """Each is answered, all stand in one journal one after the other, and both machines show the same."""
    before = _seq(machines)
    tries = [(number, name) for number in (0, 1) for name in PLAYERS] * 5

    def buy(where: tuple[int, str]) -> int:
        number, name = where
        status, answer = machines.act(number, name, "buy", offer="Already-opened Pack")
        assert status == 201, answer
        return int(answer["entry"]["seq"])

    with ThreadPoolExecutor(8) as pool:
        given = sorted(pool.map(buy, tries))
    assert given == list(range(before + 1, before + 21))
    one, two = (machines.read(number, f"journal/?since={before}")["items"] for number in (0, 1))
    assert one == two
    assert [entry["seq"] for entry in one] == given


def test_an_act_sent_to_both_happens_once(machines: Machines) -> None:
    """The key that it goes under is known to every machine."""
    before = _seq(machines)

    def buy(number: int) -> Any:
        return machines.act(number, "Ada", "buy", "sent twice", offer="Already-opened Pack")

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(buy, (0, 1, 0, 1)))
    assert {answer["entry"]["seq"] for _, answer in answers} == {before + 1}
    assert _seq(machines) == before + 1


def test_pages_of_both_hear_what_happens_on_either(machines: Machines) -> None:
    """Live news come from the journal, whichever machine wrote it."""
    with listening(machines) as listeners:
        for number in (0, 1):
            _, answer = machines.act(number, "Ben", "buy", offer="Already-opened Pack")
            for each in listeners:
                each.hears(answer["entry"]["seq"])


def test_pages_of_both_hear_what_a_worker_does(machines: Machines) -> None:
    """Beat has the worker begin a phase, while nobody asks for anything."""
    before = _seq(machines)
    with listening(machines) as listeners:
        with psycopg.connect(machines.postgres) as server:
            server.execute("UPDATE cycles_cycle SET clock_offset = interval '4 days' WHERE fork_of_id IS NULL")
        for each in listeners:
            each.hears(before + 1)
    entries = machines.read(0, f"journal/?since={before}")["items"]
    assert "begin-phase" in {entry["action"] for entry in entries}
    assert {entry["actor_kind"] for entry in entries} == {"system"}


def test_who_has_logged_in_on_one_is_known_on_the_other(machines: Machines) -> None:
    """Sessions stand in the database, and the key that signs them is the same."""
    for number in (0, 1):
        assert "Ada" in machines.page(number, f"/c/{SLUG}/")


def test_the_wiki_is_told_what_came_in_on_any_machine(machines: Machines) -> None:
    """The one sender there is publishes, on its machine."""
    wiki = machines.sites[1].folder / "wiki"
    machines.act(0, "Ada", "submit-proposal", title="A lamp for machines", text="Why not?")
    until(lambda: any("A lamp for machines" in file.read_text() for file in wiki.rglob("*.wiki")), machines)
    assert not list((machines.sites[0].folder / "wiki").rglob("*.wiki"))


def test_all_go_over_the_few_connections_of_the_pooler(machines: Machines) -> None:
    """PostgreSQL sees no more of them, and nobody who comes past the pooler."""
    with psycopg.connect(machines.postgres) as server:
        rows = server.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = 'nomic' AND pid <> pg_backend_pid()"
        )
        (there,) = rows.fetchone() or (0,)
    assert 0 < there <= CONNECTIONS


def test_the_house_is_sound(machines: Machines) -> None:
    """`manage.py verify`, through the pooler too: long lists are read without cursors that outlive a transaction."""
    command = [sys.executable, "manage.py", "verify"]
    done = subprocess.run(command, cwd=ROOT, env=dict(machines.sites[0].env), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "Nothing is wrong in 1 cycle.\n"), done.stderr


def _seq(machines: Machines) -> int:
    """The number of the newest entry."""
    with psycopg.connect(machines.postgres) as server:
        (seq,) = server.execute("SELECT seq FROM cycles_cycle WHERE fork_of_id IS NULL").fetchone() or (0,)
    return int(seq)


def test_nothing_went_wrong_unsaid(machines: Machines) -> None:
    """No log of any process has a traceback."""
    for site in machines.sites:
        for log in Path(site.folder).glob("*.log"):
            assert "Traceback" not in log.read_text(), log
