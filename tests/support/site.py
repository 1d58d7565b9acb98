"""A running site for tests: uvicorn in a separate process, with its own database.

The test's process uses the same database, so a test can prepare the content of pages.
"""

import contextlib
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections

from nomic.accounts.models import Person
from nomic.devtools.processes import Child, stop_all
from nomic.devtools.servers import free_port
from nomic.devtools.virtualenv import ROOT

SECONDS_TO_START = 60


@contextlib.contextmanager
def database(url: str) -> Iterator[None]:
    """Context manager in which this thread uses the database at `url`."""
    import environ

    usual = connections[DEFAULT_DB_ALIAS]
    other = connections.create_connection(DEFAULT_DB_ALIAS)
    other.settings_dict = {**usual.settings_dict, **environ.Env.db_url_config(url), "OPTIONS": {}}
    if other.vendor == "sqlite":
        other.settings_dict["OPTIONS"] = {"transaction_mode": "IMMEDIATE", "timeout": 20}
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        other.close()
        connections[DEFAULT_DB_ALIAS] = usual


class Site:
    """A running site. `start` and `stop` it, or use it as a context manager."""

    def __init__(self, folder: Path, database_url: str, **environment: str) -> None:
        self.folder = folder
        self.database_url = database_url
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.children: list[Child] = []
        # Set even where empty: settings.py would read a .env otherwise.
        self.env: Mapping[str, str] = {
            **os.environ,
            "VAR_DIR": str(folder),
            "STATIC_ROOT": str(folder / "static"),
            "DATABASE_URL": database_url,
            "SECRET_KEY": settings.SECRET_KEY,
            "SITE_URL": self.url,
            "DEBUG": "0",
            "HTTPS": "0",
            "ALLOWED_HOSTS": "127.0.0.1",
            "CELERY_BROKER_URL": "memory://",
            "DATABASE_POOLED": "0",
            **dict.fromkeys(("API_RATE_LIMIT", "PAGE_POST_LIMIT", "COSTLY_LIMIT"), "100000/min"),
            **dict.fromkeys(("REDIS_URL", "WIKI_URL", "WIKI_USER", "WIKI_PASSWORD"), ""),
            **dict.fromkeys(("DISCORD_CLIENT_ID", "MEDIAWIKI_CLIENT_ID"), ""),
            **environment,
        }

    def run(self, name: str, *command: str) -> Child:
        """Start a Python program with the site's settings."""
        child = Child(name, [sys.executable, *command], self.folder / f"{name}.log", self.env, cwd=ROOT)
        self.children.append(child)
        return child

    def start(self) -> None:
        """Create the tables and start the server. Returns when the site answers."""
        with database(self.database_url):
            call_command("migrate", interactive=False, verbosity=0)
        self.serve()

    def serve(self) -> None:
        """Start the server on the existing database. Returns when the site answers."""
        web = self.run(
            "web", "-m", "uvicorn", "nomic.config.asgi:application", "--host", "127.0.0.1", "--port", str(self.port),
            "--log-level", "warning", "--timeout-graceful-shutdown", "1",
        )  # fmt: skip
        deadline = time.monotonic() + SECONDS_TO_START
        while not self._answers():
            if web.has_ended() or time.monotonic() > deadline:
                raise RuntimeError(f"the site does not answer:\n{web.last_lines(40)}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self) -> None:
        stop_all(self.children, 5)
        self.children.clear()

    def log(self) -> str:
        """Return the web server's output so far."""
        return (self.folder / "web.log").read_text(errors="replace")

    def session_of(self, person: Person) -> dict[str, Any]:
        """Return the session cookie of a logged-in person. Must be called within `database`."""
        session = SessionStore()
        session[SESSION_KEY] = str(person.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = person.get_session_auth_hash()
        session.save()
        return {"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": self.url}

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *problem: object) -> None:
        self.stop()
