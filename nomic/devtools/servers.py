"""Throw-away PostgreSQL, PgBouncer and Redis servers for tests and benchmarks.

Each has a free port and temporary files.
"""

import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from nomic.devtools.processes import Child, stop_all

SECONDS_TO_START = 30
FIRST_OF_ITS_OWN = 10_000  # the first port to try
MAX_PORTS_TRIED = 1_000


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def port_of_its_own() -> int:
    """Return a free port outside of the ephemeral range, so that it is still free when the server restarts.

    An ephemeral port may meanwhile become the local end of a connection, even of a connection to this very port. The
    client of a stopped server on this machine sometimes connects to itself.
    """
    candidates = range(FIRST_OF_ITS_OWN, _first_given_out())
    for port in random.sample(candidates, min(len(candidates), MAX_PORTS_TRIED)):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    return free_port()  # if all ports are ephemeral


def _first_given_out() -> int:
    """Return the first ephemeral port on Linux or, on other systems, the first port reserved for that use."""
    try:
        return int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    except OSError:
        return 32768


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
    """Return the folder of initdb and postgres in the newest of Debian's packages."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    if not found:
        raise RuntimeError("PostgreSQL is not installed: apt-get install postgresql")
    return found[-1].parent


def postgres_user() -> str | None:
    """Return the user that runs the server, or None for the current user.

    The server refuses to run as root.
    """
    return "postgres" if os.geteuid() == 0 else None


def make_postgres(folder: Path) -> None:
    """Create the files of a PostgreSQL server in an empty folder."""
    user = postgres_user()
    if user:
        account = pwd.getpwnam(user)
        os.chown(folder, account.pw_uid, account.pw_gid)
    initdb: list[str | Path] = [postgres_programs() / "initdb", "-D", folder / "data", "-U", "nomic", "-A", "trust"]
    initdb += ["--no-sync", "-E", "UTF8", "--locale=C.UTF-8"]
    groups: list[str] | None = None if user is None else []
    subprocess.run(
        initdb, check=True, capture_output=True, cwd=folder, user=user, group=user, extra_groups=groups, timeout=120
    )


def start_postgres(folder: Path, port: int, *, durable: bool = False) -> Child:
    """Start the server whose files are in this folder. It may not accept connections immediately."""
    options = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": folder,
        "max_connections": 200,
        "shared_buffers": "128MB",
    }
    if not durable:
        options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
    return Child(
        "PostgreSQL",
        [
            postgres_programs() / "postgres",
            "-D",
            folder / "data",
            *(f"--{name}={each}" for name, each in options.items()),
        ],
        folder / "server.log",
        os.environ,
        cwd=folder,
        stop_signal=signal.SIGINT,  # its "fast shutdown"
        user=postgres_user(),
    )


def postgres_is_ready(port: int) -> bool:
    """Return whether the server accepts connections, which is a moment after it listens."""
    ready: list[str | Path] = [postgres_programs() / "pg_isready", "--quiet", "-h", "127.0.0.1", "-p", str(port)]
    return subprocess.run(ready, check=False, timeout=SECONDS_TO_START).returncode == 0


def make_database(folder: Path, port: int) -> str:
    """Create the empty database `nomic` on a running server, and return its DATABASE_URL."""
    create: list[str | Path] = [postgres_programs() / "createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "nomic"]
    subprocess.run([*create, "nomic"], check=True, capture_output=True, cwd=folder, timeout=SECONDS_TO_START)
    return f"postgres://nomic@127.0.0.1:{port}/nomic"


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """Run a PostgreSQL server with an empty database `nomic`, and yield its DATABASE_URL.

    For speed its data does not survive a power cut, unless `durable` is set, as for a production server.
    """
    folder = Path(tempfile.mkdtemp(prefix="nomic-postgres-"))
    try:
        make_postgres(folder)
        port = free_port()
        child = start_postgres(folder, port, durable=durable)
        try:
            wait_until(lambda: postgres_is_ready(port), child)
            yield make_database(folder, port)
        finally:
            stop_all([child], 10)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def start_pgbouncer(folder: Path, port: int, database_url: str, connections: int) -> Child:
    """Start a PgBouncer for a local database in transaction mode, in which only open transactions have a connection.

    All clients share `connections` connections to PostgreSQL.
    """
    server = urlsplit(database_url)
    name = server.path.lstrip("/")
    (folder / "pgbouncer.ini").write_text(
        "[databases]\n"
        f"{name} = host={server.hostname} port={server.port} dbname={name} user={server.username}\n"
        "[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n"
        f"pool_mode = transaction\ndefault_pool_size = {connections}\nmax_client_conn = 500\n"
        "stats_users = nomic\n"
    )
    user = postgres_user()  # PgBouncer refuses to run as root, too.
    folder.chmod(0o755)
    command: list[str | Path] = ["/usr/sbin/pgbouncer", folder / "pgbouncer.ini"]
    return Child("PgBouncer", command, folder / "server.log", os.environ, cwd=folder, user=user)


@contextlib.contextmanager
def pgbouncer(database_url: str, *, connections: int) -> Iterator[str]:
    """Run a PgBouncer in transaction mode for a throw-away PostgreSQL, and yield the DATABASE_URL through it."""
    folder = Path(tempfile.mkdtemp(prefix="nomic-pgbouncer-"))
    port = free_port()
    try:
        child = start_pgbouncer(folder, port, database_url, connections)
        try:
            wait_until(lambda: listens(port), child)
            server = urlsplit(database_url)
            yield server._replace(netloc=f"{server.username}@127.0.0.1:{port}").geturl()
        finally:
            stop_all([child], 5)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def start_redis(folder: Path, port: int) -> Child:
    """Start a Redis server without persistence."""
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    return Child("Redis", command, folder / "server.log", os.environ, cwd=folder)


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """Run a Redis server without persistence, and yield its URL. Append `/0`, `/1` … to select a database."""
    folder = Path(tempfile.mkdtemp(prefix="nomic-redis-"))
    port = free_port()
    try:
        child = start_redis(folder, port)
        try:
            wait_until(lambda: listens(port), child)
            yield f"redis://127.0.0.1:{port}"
        finally:
            stop_all([child], 10)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
