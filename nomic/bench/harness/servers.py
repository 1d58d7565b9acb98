"""The production servers, started with the same options as by ./run, and the load client."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from django.conf import settings

from nomic.bench.harness.load_client import Client, Job, Saw
from nomic.devtools.dev_server import server_answers
from nomic.devtools.processes import Child, stop_all
from nomic.devtools.servers import free_port, wait_until

UNTHROTTLED = dict.fromkeys(("API_RATE_LIMIT", "PAGE_POST_LIMIT", "COSTLY_LIMIT"), "100000000/min")
MEASURED = {**UNTHROTTLED, "LOG_LEVEL": "ERROR"}


@dataclass(frozen=True, slots=True)
class Web:
    """A running web server."""

    port: int
    child: Child


@contextlib.contextmanager
def web_server(workers: int, application: str = "nomic.config.asgi:application") -> Iterator[Web]:
    """Run uvicorn with N worker processes on a free local port, with the configured database."""
    port = free_port()
    command = [
        sys.executable, "-m", "uvicorn", application, "--host", "127.0.0.1",
        "--port", str(port), "--log-level", "warning", "--workers", str(workers),
    ]  # fmt: skip
    child = Child("web", command, _log("web"), {**os.environ, **MEASURED}, cwd=settings.BASE_DIR)
    try:
        wait_until(lambda: server_answers(f"http://127.0.0.1:{port}/healthz"), child)
        yield Web(port, child)
    finally:
        stop_all([child], 10)


@contextlib.contextmanager
def web_servers(processes: int, application: str = "nomic.config.asgi:application") -> Iterator[list[Web]]:
    """Run N web servers of one process each.

    In production, a proxy routes the requests of each cycle to one of them.
    """
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(web_server(1, application)) for _ in range(processes)]


@contextlib.contextmanager
def celery_worker() -> Iterator[Child]:
    """Run a Celery worker for all queues. In production, ./run starts two that share the queues."""
    command = [
        sys.executable, "-m", "celery", "-A", "nomic.config", "worker", "--pool", "threads", "--concurrency", "2",
        "--loglevel", "INFO", "--without-gossip", "--without-mingle", "--without-heartbeat",
    ]  # fmt: skip
    child = Child("worker", command, _log("worker"), {**os.environ, **MEASURED}, cwd=settings.BASE_DIR)
    try:
        wait_until(lambda: "ready." in child.last_lines(), child)
        yield child
    finally:
        stop_all([child], 20)


def _log(name: str) -> Path:
    return Path(settings.VAR_DIR) / "log" / f"{name}.log"


@dataclass(frozen=True, slots=True)
class Calls:
    """The measured times of calls in seconds, sorted, and the numbers of answers."""

    elapsed: float
    seconds: list[float]

    @property
    def per_second(self) -> float:
        return len(self.seconds) / self.elapsed

    def percentile(self, percent: int) -> float:
        """Return a percentile in milliseconds."""
        return self.seconds[min(len(self.seconds) - 1, len(self.seconds) * percent // 100)] * 1000


class Unexpected(Exception):
    """Raised if the server returned an error, so that the figures would be meaningless."""


def run_clients(server: Web, clients: list[Client]) -> Calls:
    """Run the clients in another process and return their timings. Raises Unexpected if any request fails."""
    done = subprocess.run(
        [sys.executable, "-m", "nomic.bench.harness.load_client"],
        input=msgspec.json.encode(Job(server.port, clients)),
        cwd=settings.BASE_DIR,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise Unexpected(f"{done.stderr.decode()[-2000:]}\n{server.child.last_lines()}")
    saw = msgspec.json.decode(done.stdout, type=Saw)
    wrong = [status for status in saw.statuses if not status.startswith("2")]
    if wrong:
        raise Unexpected("\n".join([*wrong, server.child.last_lines()]))
    return Calls(saw.elapsed, saw.seconds)
