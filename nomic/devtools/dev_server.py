"""Implementation of ./run: starts web server, worker and beat on this machine, and optionally a MediaWiki."""

import argparse
import contextlib
import errno
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

from nomic.devtools import browser_assets, debian, virtualenv
from nomic.devtools.processes import Child, Stopped, print_now, stop_all, stop_on_signals
from nomic.devtools.virtualenv import ROOT

SECONDS_TO_START = 60
SECONDS_TO_STOP = 6
MIN_WAIT = 1.0  # seconds before a dead process is restarted; doubled each time it dies soon
MAX_WAIT = 60.0
# The queues of each worker. Tasks that wait for other servers (mails, webhooks and the wiki) wait in a process of their
# own, so that they never delay the clock.
WORKERS = {"worker": ["celery"], "sender": ["notices", "wiki"]}
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./run", description="Start the web server, the worker and the clock on this machine."
    )
    parser.add_argument(
        "--port",
        type=int,
        default=os.environ.get("PORT", "8000"),
        help="8000 if neither this nor PORT is set",
    )
    parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"), help="address to listen on")
    parser.add_argument(
        "--wiki", action="store_true", help="start a MediaWiki of Debian's packages too, and publish to it"
    )
    parser.add_argument("--no-demo", action="store_true", help="do not fill an empty database with demo data")
    options = parser.parse_args(arguments)
    if not 0 < options.port < 65536:
        parser.error(f"a port is between 1 and 65535, not {options.port}")
    return options


def check_port(host: str, port: int) -> None:
    """Exit with an error message if this port is not available."""
    try:
        address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(address[0], socket.SOCK_STREAM) as probe:
            # As in uvicorn: a port whose last connections are still being closed is available.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address[4])
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sys.exit(
                f"Port {port} is taken, perhaps by another ./run. "
                f"Take another one: ./run --port {port + 1 if port < 65535 else 8000}"
            )
        sys.exit(f"Cannot listen on {host}, port {port}: {error.strerror or error}")


def var_folder() -> Path:
    """Return the folder for all files that are not code.

    Reads the same environment variable as settings.py.
    """
    return Path(os.environ.get("VAR_DIR", ROOT / "var")).resolve()


def forget_wake_ups(queue: Path) -> None:
    """Delete all messages in the folder queue, which are only wake-ups. Beat sends new ones."""
    for part in ("messages", "processed", "control"):
        for file in queue.glob(f"{part}/*"):
            file.unlink(missing_ok=True)


def worker_command(queues: Sequence[str]) -> list[str]:
    """Return the arguments for a Celery worker of these queues, without the name of the program.

    The worker uses threads. That is one process less than prefork, and SQLite has one writer anyway. At most one task
    per queue runs long. An additional thread serves tasks that only detect that another task is running.
    """
    return [
        "-m", "celery", "-A", "nomic.config", "worker", "--queues", ",".join(queues),
        "--pool", "threads", "--concurrency", str(len(queues) + 1), "--loglevel", "INFO",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
        # Old messages there are wake-ups. The database has the work itself.
        "--purge",
    ]  # fmt: skip


class Watched:
    """A process of ./run that is restarted if it dies. The delay grows while it keeps dying."""

    def __init__(self, start: Callable[[], Child]) -> None:
        self._start = start
        self.child = start()
        self._started_at = time.monotonic()
        self._wait = MIN_WAIT
        self._due_at: float | None = None

    def look(self, now: float) -> str:
        """Restart the process if its delay is over. Return a message for the terminal, or ""."""
        if self._due_at is None:
            return self._schedule(now) if self.child.has_ended() else ""
        if now < self._due_at:
            return ""
        self.child.end_group()
        self.child = self._start()
        self._started_at, self._due_at = now, None
        return f"{self.child.name} runs again."

    def _schedule(self, now: float) -> str:
        ran_well = now - self._started_at > MAX_WAIT
        self._wait = MIN_WAIT if ran_well else min(self._wait, MAX_WAIT)
        self._due_at = now + self._wait
        said = (
            f"{self.child.name} has ended (code {self.child.process.returncode}); it is started again in "
            f"{self._wait:.0f} s. The last lines of {self.child.log}:\n{self.child.last_lines()}"
        )
        self._wait *= 2
        return said


class Laptop:
    """The processes of one ./run."""

    def __init__(self, options: argparse.Namespace, python: Path) -> None:
        self.options = options
        self.python = python
        self.logs = var_folder() / "log"
        self.env = {**os.environ, "PORT": str(options.port), "PYTHONUNBUFFERED": "1"}
        self.watched: list[Watched] = []

    @property
    def children(self) -> list[Child]:
        return [each.child for each in self.watched]

    @property
    def address(self) -> str:
        host = "127.0.0.1" if self.options.host in ("0.0.0.0", "::", "localhost") else self.options.host  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host else host}:{self.options.port}"

    def manage(self, *command: str) -> str:
        """Run a command of manage.py to completion and return its output. Raises Failed if it fails."""
        done = subprocess.run(
            [self.python, "manage.py", *command], cwd=ROOT, env=self.env, capture_output=True, text=True
        )
        if done.returncode:
            raise Failed(f"manage.py {' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def start(self, name: str, *command: str) -> None:
        log = self.logs / f"{name}.log"
        self.watched.append(Watched(lambda: Child(name, [self.python, *command], log, self.env, cwd=ROOT)))

    def watch(self) -> None:
        """Restart processes that have died, and print a message for each."""
        for each in self.watched:
            said = each.look(time.monotonic())
            if said:
                print_now(said)

    def start_wiki(self) -> None:
        """Start a MediaWiki in var/local-wiki. It prints the WIKI_ variables for the other processes."""
        lacking = debian.missing([debian.MEDIAWIKI])
        if lacking:
            raise Failed(
                "--wiki needs MediaWiki and PHP from Debian's packages. As root:\n"
                f"    apt-get update && {debian.apt_line(lacking)}"
            )
        print_now("Starting MediaWiki …")
        credentials = var_folder() / "local-wiki" / "credentials.json"
        credentials.unlink(missing_ok=True)
        self.start("wiki", "manage.py", "local_wiki")  # it reuses its previous port
        found: dict[str, str] = {}

        def is_up() -> bool:
            with contextlib.suppress(OSError, ValueError):
                found.update(json.loads(credentials.read_text()))
            return "url" in found and server_answers(found["url"])

        self.wait_until(is_up, "MediaWiki")
        for key in ("url", "user", "password"):
            self.env[f"WIKI_{key.upper()}"] = found[key]

    def start_servers(self) -> None:
        # Check again. Installing and the wiki take time, and another server on the port would answer in place of ours.
        check_port(self.options.host, self.options.port)
        forget_wake_ups(var_folder() / "queue")
        self.start(
            "web", "-m", "uvicorn", "nomic.config.asgi:application", "--host", self.options.host,
            "--port", str(self.options.port), "--log-level", "warning",
            # Open pages hold event streams forever. They are cut on shutdown, not awaited.
            "--timeout-graceful-shutdown", "2",
        )  # fmt: skip
        # The web server starts alone, because three processes starting on two cores would take longer for the user.
        self.wait_until(lambda: server_answers(f"{self.address}/healthz"), "the web server")
        for name, queues in WORKERS.items():
            self.start(name, *worker_command(queues))
        # Beat's usual scheduler stores the times of the last runs in a file. This one only ticks.
        self.start("beat", "-m", "celery", "-A", "nomic.config", "beat", "--scheduler", "celery.beat:Scheduler")

    def check_children(self) -> None:
        """Raise Failed with the last lines of the log if a process has ended during the start."""
        for child in self.children:
            if child.has_ended():
                raise Failed(
                    f"{child.name} has ended (code {child.process.returncode}). "
                    f"The last lines of {child.log}:\n{child.last_lines()}"
                )

    def wait_until(self, ready: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + SECONDS_TO_START
        while not ready():
            self.check_children()
            if time.monotonic() > deadline:
                raise Failed(f"{what} did not answer within {SECONDS_TO_START} seconds; see {self.logs}")
            time.sleep(0.1)

    def play(self) -> None:
        """Start everything, print the address, and restart processes that die, until Stopped is raised.

        Raises Failed if the start fails.
        """
        # The order matters: the wiki takes longest, and the others need its address.
        if self.options.no_demo:
            logins = self.manage("migrate", "--no-input", "--verbosity", "0")
        else:
            logins = self.manage("seed_demo", "--migrate")
        if self.options.wiki:
            self.start_wiki()
        self.start_servers()
        print_now(f"\nInfinite Nomic is at {self.address}")
        if self.options.wiki:
            print_now(f"The wiki is at {self.env['WIKI_URL']}: the cycles are there some ten seconds from now.")
        print_now(logins.rstrip())
        if logins.strip() and self.options.host not in LOOPBACK:
            print_now("Whoever reaches this address can log in so: ./run --no-demo makes no such people.")
        print_now(f"\nLogs are in {self.logs}. Ctrl-C stops everything.")
        while True:
            self.watch()
            time.sleep(0.5)


class Failed(Exception):
    """Raised if a process did not start or ended by itself. The message is for the user at the terminal."""


def server_answers(url: str) -> bool:
    """Return whether a server at this URL answers without a server error."""
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310 - our own address
            return bool(response.status < 500)
    except urllib.error.HTTPError as error:
        return error.code < 500
    except (OSError, ValueError):
        return False


def main() -> None:
    options = read_options()
    check_port(options.host, options.port)
    os.chdir(ROOT)
    stop_on_signals()
    laptop = None
    failed = None
    try:
        laptop = Laptop(options, virtualenv.ensure("requirements.lock"))
        if reason := browser_assets.ensure():
            print_now(f"No block editor: {reason}. Buttons do instead; the next ./run tries again.")
        laptop.play()
    except Stopped:
        print_now("\nStopping …")
    except Failed as error:
        failed = str(error)
    finally:
        if laptop is not None:
            for child in stop_all(laptop.children, SECONDS_TO_STOP):
                print_now(f"{child.name} had to be killed; see {child.log}")
    if failed:
        print_now(failed, to=sys.stderr)
        sys.exit(1)
