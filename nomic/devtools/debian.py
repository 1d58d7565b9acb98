"""Debian packages that the tests and the local wiki need in addition to the Python packages."""

import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Part:
    """A dependency other than a Python package: how to detect it, and the Debian packages that provide it."""

    name: str
    packages: tuple[str, ...]
    commands: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    php_extensions: tuple[str, ...] = ()

    def is_there(self) -> bool:
        if not all(shutil.which(command) for command in self.commands):
            return False
        if not all(any(Path("/").glob(pattern)) for pattern in self.files):
            return False
        if not self.php_extensions:
            return True
        loaded = subprocess.run(["php", "-m"], capture_output=True, text=True).stdout.lower().split()
        return all(extension in loaded for extension in self.php_extensions)


# Chromium without features that only a window needs, which halves the work for each page.
CHROMIUM = Part("Chromium", ("chromium-headless-shell",), commands=("chromium-headless-shell",))
MEDIAWIKI = Part(
    "MediaWiki",
    # micro-httpd and php-cgi replace apache, which the package would install otherwise.
    (
        "mediawiki",
        "php-cgi",
        "php-cli",
        "php-sqlite3",
        "php-apcu",
        "php-curl",
        "micro-httpd",
        "php-luasandbox",
    ),
    commands=("php",),
    files=("usr/share/mediawiki/api.php", "usr/share/mediawiki/maintenance/install.php"),
    php_extensions=("pdo_sqlite", "mbstring", "xml", "apcu", "curl"),
)
POSTGRESQL = Part("PostgreSQL", ("postgresql",), files=("usr/lib/postgresql/*/bin/initdb",))
REDIS = Part("Redis", ("redis-server",), commands=("redis-server",))
PGBOUNCER = Part("PgBouncer", ("pgbouncer",), files=("usr/sbin/pgbouncer",))  # not on every user's PATH
NODE = Part("Node.js", ("nodejs", "npm"), commands=("node", "npm"))
ALL = (CHROMIUM, MEDIAWIKI, POSTGRESQL, REDIS, PGBOUNCER, NODE)


def apt_line(parts: Iterable[Part]) -> str:
    """Return the shell command that installs these parts."""
    packages = " ".join(package for part in parts for package in part.packages)
    return f"apt-get install -y --no-install-recommends {packages}"


def missing(parts: Iterable[Part] = ALL) -> list[Part]:
    return [part for part in parts if not part.is_there()]


def install(parts: Iterable[Part]) -> bool:
    """Install the parts with apt-get (as root). Returns False if it failed; apt-get has then printed the reason."""
    parts = list(parts)
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in ("apt-get update", apt_line(parts)):
        done = subprocess.run(command.split(), env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            print(f"$ {command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
            return False
    return True
