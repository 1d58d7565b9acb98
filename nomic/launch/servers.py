"""Throw-away PostgreSQL and Redis servers for tests and measurements: on a free port, gone afterwards."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from nomic.launch.children import Child, stop_all

SECONDS_TO_START = 30


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(ready: Callable[[], bool], child: Child) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while not ready():
        if child.has_ended() or time.monotonic() > deadline:
            raise RuntimeError(f"{child.name} did not start:\n{child.last_lines()}")
        time.sleep(0.05)


def postgres_programs() -> Path:
    """The folder of initdb and postgres: the newest that Debian's packages brought."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    if not found:
        raise RuntimeError("PostgreSQL is not installed: apt-get install postgresql")
    return found[-1].parent


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """A PostgreSQL server with an empty database `nomic`; yields its DATABASE_URL.

    Nothing in it survives a power cut, which is what makes it quick, unless it is `durable` as a real one is.
    """
    programs = postgres_programs()
    # The server refuses to run as root.
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="nomic-postgres-"))
    try:
        if user:
            account = pwd.getpwnam(user)
            os.chown(folder, account.pw_uid, account.pw_gid)
        data = folder / "data"
        initdb: list[str | Path] = [programs / "initdb", "-D", data, "-U", "nomic", "-A", "trust", "--no-sync"]
        initdb += ["-E", "UTF8", "--locale=C.UTF-8"]
        groups: list[str] | None = None if user is None else []
        subprocess.run(initdb, check=True, capture_output=True, cwd=folder, user=user, group=user, extra_groups=groups)
        port = free_port()
        options = {
            "listen_addresses": "127.0.0.1",
            "port": port,
            "unix_socket_directories": folder,
            "max_connections": 200,
            "shared_buffers": "128MB",
        }
        if not durable:
            options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        child = Child(
            "PostgreSQL",
            [programs / "postgres", "-D", data, *(f"--{name}={value}" for name, value in options.items())],
            folder / "server.log",
            os.environ,
            cwd=folder,
            stop_signal=signal.SIGINT,  # its "fast shutdown"
            user=user,
        )
        try:
            # It listens a moment before it accepts connections.
            ready: list[str | Path] = [programs / "pg_isready", "--quiet", "-h", "127.0.0.1", "-p", str(port)]
            wait_until(lambda: subprocess.run(ready, check=False).returncode == 0, child)
            create: list[str | Path] = [
                programs / "createdb",
                "-h",
                "127.0.0.1",
                "-p",
                str(port),
                "-U",
                "nomic",
                "nomic",
            ]
            subprocess.run(create, check=True, capture_output=True, cwd=folder)
            yield f"postgres://nomic@127.0.0.1:{port}/nomic"
        finally:
            stop_all([child], 10)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A Redis server that keeps nothing on disk; yields its address, to which `/0`, `/1` … may be added."""
    folder = Path(tempfile.mkdtemp(prefix="nomic-redis-"))
    port = free_port()
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    try:
        child = Child("Redis", command, folder / "server.log", os.environ, cwd=folder)
        try:
            wait_until(lambda: listens(port), child)
            yield f"redis://127.0.0.1:{port}"
        finally:
            stop_all([child], 10)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
