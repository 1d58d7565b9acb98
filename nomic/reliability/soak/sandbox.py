"""A sandbox deployment that may be killed: database, Redis, web server, workers and beat, in a temporary folder."""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings

from nomic.bench.harness.servers import MEASURED
from nomic.devtools import servers
from nomic.devtools.dev_server import WORKERS, server_answers, worker_command
from nomic.devtools.processes import Child, stop_all

SECONDS_TO_STOP = 10


@dataclass
class Service:
    """A program with its start command, and its process if it runs."""

    name: str
    start: Callable[[], Child]
    answers: Callable[[], bool]  # a health check if possible; else whether the process runs
    child: Child | None = None
    kills: int = 0

    @property
    def runs(self) -> bool:
        return self.child is not None and not self.child.has_ended()

    @property
    def is_up(self) -> bool:
        return self.runs and self.answers()

    def begin(self) -> Child:
        """Start the program unless it is running, and return its process."""
        if self.child is None or self.child.has_ended():
            self.child = self.start()
        return self.child

    def kill(self) -> None:
        """Kill the process and its children at once, as a power cut would. They write nothing more."""
        if self.child is not None:
            self.child.end_group()
            self.child = None
            self.kills += 1


@dataclass
class House:
    """The services of a sandbox deployment by name, stores first, and their settings."""

    folder: Path
    on_postgres: bool
    services: dict[str, Service] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.port = servers.port_of_its_own()
        self.env = {
            **os.environ,
            **MEASURED,
            "SECRET_KEY": "of a soak",
            "VAR_DIR": str(self.folder),
            "STATIC_ROOT": str(self.folder / "static"),
            "WIKI_FOLDER": str(self.folder / "wiki"),
            "WIKI_QUIET_SECONDS": "1",
            "WIKI_REST_SECONDS": "0",
            "EMAIL_URL": "dummymail://",
            "DEBUG": "0",
            "HTTPS": "0",
            "ALLOWED_HOSTS": "127.0.0.1",
            "PYTHONUNBUFFERED": "1",
            "LOG_LEVEL": "WARNING",
            "DATABASE_URL": f"sqlite:///{self.folder / 'nomic.sqlite3'}",
            "CELERY_BROKER_URL": "filesystem://",
            **dict.fromkeys(("REDIS_URL", "WIKI_URL", "WIKI_USER", "WIKI_PASSWORD"), ""),
            **dict.fromkeys(("DISCORD_CLIENT_ID", "MEDIAWIKI_CLIENT_ID"), ""),
        }

    def open_stores(self) -> None:
        """Start PostgreSQL with an empty database, and Redis.

        Does nothing if everything is in a file.
        """
        if not self.on_postgres:
            return
        files = {name: self.folder / name for name in ("postgres", "redis")}
        ports = {name: servers.port_of_its_own() for name in files}
        for folder in files.values():
            folder.mkdir(mode=0o755)
        self.folder.chmod(0o755)  # PostgreSQL runs as another user if we are root
        servers.make_postgres(files["postgres"])
        self._add(
            "postgres",
            lambda: servers.start_postgres(files["postgres"], ports["postgres"], durable=True),
            lambda: servers.postgres_is_ready(ports["postgres"]),
        )
        self._add(
            "redis",
            lambda: servers.start_redis(files["redis"], ports["redis"]),
            lambda: servers.listens(ports["redis"]),
        )
        self.begin_all()
        self.env["DATABASE_URL"] = servers.make_database(files["postgres"], ports["postgres"])
        redis = f"redis://127.0.0.1:{ports['redis']}"
        self.env |= {"CELERY_BROKER_URL": f"{redis}/0", "REDIS_URL": f"{redis}/1"}

    def open_programs(self) -> None:
        """Start the web server, the workers and beat as separate processes, and wait until they answer.

        The workers use the development server's command.
        """
        python = sys.executable
        web = [
            python, "-m", "uvicorn", "nomic.config.asgi:application", "--host", "127.0.0.1", "--port", str(self.port),
            "--log-level", "warning", "--workers", "2" if self.on_postgres else "1",
        ]  # fmt: skip
        self._add(
            "web", lambda: self._start("web", web), lambda: server_answers(f"http://127.0.0.1:{self.port}/healthz")
        )
        for name, queues in WORKERS.items():
            command = [python, *worker_command(queues)]
            self._add(name, lambda name=name, command=command: self._start(name, command))  # type: ignore[misc]
        beat = [python, "-m", "celery", "-A", "nomic.config", "beat", "--scheduler", "celery.beat:Scheduler"]
        self._add("beat", lambda: self._start("beat", beat))
        self.begin_all()

    def begin_all(self) -> None:
        """Start all services that are not up, and wait until they answer.

        Raises RuntimeError if a service does not answer in time. A service may fail to start beside the remains of its
        last run, such as old processes of PostgreSQL that still hold its memory. So it is started again.
        """
        give_up = time.monotonic() + 2 * servers.SECONDS_TO_START
        while waited_for := [service.name for service in self.services.values() if not service.is_up]:
            if time.monotonic() > give_up:
                raise RuntimeError(f"{' and '.join(waited_for)} did not come up again:\n{self.last_lines()}")
            for service in self.services.values():
                service.begin()
            time.sleep(0.1)

    def last_lines(self) -> str:
        """Return the end of every log."""
        running = [each.child for each in self.services.values() if each.child is not None]
        return "\n".join(f"── {child.name}\n{child.last_lines(30)}" for child in running)

    def close(self) -> None:
        """Stop everything, the stores last."""
        children = [each.child for each in self.services.values() if each.child is not None]
        for child in reversed(children):
            stop_all([child], SECONDS_TO_STOP)

    def _add(self, name: str, start: Callable[[], Child], answers: Callable[[], bool] = lambda: True) -> None:
        self.services[name] = Service(name, start, answers)

    def _start(self, name: str, command: list[str]) -> Child:
        return Child(name, command, self.folder / "log" / f"{name}.log", self.env, cwd=settings.BASE_DIR)
