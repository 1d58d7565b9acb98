"""Benchmark of memory: of a web process and of the Celery worker after some work."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.bench.harness.fixtures import add_player, insert_players, open_cycle
from nomic.bench.harness.load_client import Client, Request
from nomic.bench.harness.results import Figure
from nomic.bench.harness.servers import celery_worker, run_clients, web_server
from nomic.bench.harness.sizes import Sizes
from nomic.bench.scenarios.acts import requests
from nomic.config import celery_app

SECONDS_TO_WORK = 60


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield the memory of a web process that served acts and pages, and of the worker that settled and published."""
    slug = "remembered"
    cycle = open_cycle(slug)
    insert_players(cycle, 200, cards=20)
    actor = add_player(slug, "Remembered")
    token = issue_token(Person.objects.get(username=actor.name), "bench")[1]
    pages = ("", "players/", "ruleset/", "journal/", "proposals/")
    reads = [Request("GET", f"/c/{slug}/{page}", token=token) for page in pages]
    with celery_worker() as working, web_server(1) as server:
        run_clients(server, [Client(requests(slug, token), sizes.memory_acts)])
        run_clients(server, [Client(reads, sizes.memory_acts // 10)])
        for _ in range(20):
            celery_app.send_task("nomic.cycles.tasks.settle_due")
            celery_app.send_task("nomic.wiki.tasks.publish_stale")
        _wait_for_the_queue()
        yield from _figures("web process", server.child.process.pid)
        yield from _figures("Celery worker", working.process.pid)


def _wait_for_the_queue() -> None:
    """Wait until the worker has taken every message from its folder queue."""
    folder = Path(str(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_in"]))
    deadline = time.monotonic() + SECONDS_TO_WORK
    while any(folder.iterdir()):
        if time.monotonic() > deadline:
            raise TimeoutError("the worker does not come to an end")
        time.sleep(0.2)
    time.sleep(1)


def _figures(name: str, pid: int) -> Iterator[Figure]:
    """Yield the resident and the proportional set size of a process with its child processes."""
    pids = [pid, *_children(pid)]
    for label, key in (("resident", "Rss"), ("proportional", "Pss")):
        yield Figure(
            "memory", f"{name}, {label}", sum(_kilobytes(each, key) for each in pids) / 1024, "MB", at_most=200
        )


def _children(pid: int) -> list[int]:
    return [
        int(each)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for each in (task / "children").read_text().split()
        if each and os.path.exists(f"/proc/{each}")
    ]


def _kilobytes(pid: int, key: str) -> int:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith(f"{key}:"):
            return int(line.split()[1])
    raise ValueError(f"the kernel tells no {key} of process {pid}")
