"""A real MediaWiki on this machine, from Debian's packages, with SQLite and PHP's built-in server.

It is for `./run --wiki` and for tests. It listens on 127.0.0.1 only and is not fit to serve a wiki to others.
"""

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from nomic.devtools.servers import port_of_its_own
from nomic.wiki.pages.layout.titles import ALL_CYCLES, PRACTICE_CYCLES

PROGRAM = Path(os.environ.get("MEDIAWIKI_PROGRAM", "/usr/share/mediawiki"))  # another version can be unpacked elsewhere
OURS = Path(__file__).parent / "mediawiki"
FRONT_PAGE = "Current cycles"  # as WIKI_FRONT_PAGE is by default
ADMIN = "Admin"
BOT = "Nomic"
APP_ID = "publisher"
BOT_GRANTS = "basic,editpage,createeditmovepage,uploadfile,uploadeditmovefile,highvolume"
ADMIN_GRANTS = (
    "basic,editpage,createeditmovepage,uploadfile,uploadeditmovefile,editprotected,protect,delete,editinterface,"
    "blockusers,highvolume"
)
EXTENSIONS = ("ParserFunctions", "Cite")
SECONDS_TO_END = 5  # for workers that were killed
SECONDS_TO_START = 30
# The pages of a new wiki. Its main page is the one that the publisher writes, some ten seconds after a game began.
FIRST_PAGES = {
    "MediaWiki:Mainpage": FRONT_PAGE,
    "Main Page": f"#REDIRECT [[{FRONT_PAGE}]]",
    **{f"MediaWiki:{styles.name}": styles.read_text() for styles in OURS.glob("*.css")},
    ALL_CYCLES: "Every cycle that Infinite Nomic publishes has a main page here, named by its address on the site. "
    "The page links to the ruleset, the gamestate, the proposals, the matches and the players. "
    f"[[{FRONT_PAGE}]] lists the cycles by their titles.",
    PRACTICE_CYCLES: "Practice games. Each has a clock of its own, and its result counts nowhere else.",
}


class NoMediaWiki(Exception):
    """Raised if MediaWiki or PHP is not installed, or if the wiki's database cannot be set up.

    The message states which.
    """


def lacking() -> list[str]:
    """Return the packages that a wiki on this machine still needs, as text. Empty if none is missing."""
    missing = []
    if not (PROGRAM / "maintenance" / "install.php").exists():
        missing.append("MediaWiki (package mediawiki)")
    if shutil.which("php") is None:
        missing.append("PHP (packages php-cli, php-sqlite3, php-apcu, php-curl)")
    return missing


def free_port() -> int:
    """Return the number of a free port of 127.0.0.1."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def is_free(port: int) -> bool:
    """Return whether a server could bind this port of 127.0.0.1 now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True


def build_wiki(folder: Path, *, name: str = "Infinite Nomic", extensions: Sequence[str] = EXTENSIONS) -> None:
    """Create a wiki in `folder` (which must not exist), with an admin, a bot, and bot passwords for both.

    It takes about four seconds. The folder can be copied and renamed. Raises NoMediaWiki if a package is missing or the
    installation fails.
    """
    missing = lacking()
    if missing:
        raise NoMediaWiki(f"not installed here: {', '.join(missing)}")
    # The folder gets its name only when it is complete, whatever interrupts the installation.
    making = folder.with_name(f"{folder.name}.new-{os.getpid()}")
    shutil.rmtree(making, ignore_errors=True)
    try:
        _fill(making, name, extensions)
        making.rename(folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def _fill(folder: Path, name: str, extensions: Sequence[str]) -> None:
    for part in ("data", "cache", "docroot", "docroot/images", "installer"):
        (folder / part).mkdir(parents=True)
    folder.chmod(0o700)  # it contains passwords
    (folder / "docroot" / "w").symlink_to(PROGRAM)
    shutil.copy(OURS / "router.php", folder / "docroot" / "router.php")
    shutil.copy(OURS / "LocalSettings.php", folder / "LocalSettings.php")
    facts: dict[str, Any] = {
        "name": name,
        "extensions": list(extensions),
        "secret_key": secrets.token_hex(32),
        "admin_password": secrets.token_hex(16),
        "bot_password": secrets.token_hex(16),
        "svg_to_png": [sys.executable, str(OURS / "svg_to_png.py")],
    }
    (folder / "facts.json").write_text(json.dumps(facts))
    _php(
        folder, "install.php", "--confpath", folder / "installer", "--dbtype", "sqlite",
        "--dbpath", folder / "data", "--dbname", "wiki", "--server", "http://127.0.0.1", "--scriptpath", "/w",
        "--pass", secrets.token_hex(16), "--skins", "Vector", "--extensions", ",".join(extensions), name, ADMIN,
        installed=False,
    )  # fmt: skip
    _php(folder, "createAndPromote.php", "--bot", BOT, secrets.token_hex(16))
    _php(folder, "createBotPassword.php", "--appid", APP_ID, "--grants", BOT_GRANTS, BOT, facts["bot_password"])
    _php(
        folder, "createBotPassword.php", "--appid", APP_ID, "--grants", ADMIN_GRANTS,
        ADMIN, facts["admin_password"],
    )  # fmt: skip
    for title, text in FIRST_PAGES.items():
        _php(folder, "edit.php", "--user", ADMIN, "--summary", "the way to the cycles", title, reads=text)
    shutil.rmtree(folder / "installer")


def _php(folder: Path, script: str, *arguments: str | Path, installed: bool = True, reads: str = "") -> None:
    environ = dict(os.environ)
    environ.pop("MW_CONFIG_FILE", None)
    if installed:
        environ["MW_CONFIG_FILE"] = str(folder / "LocalSettings.php")
    done = subprocess.run(  # noqa: S603 - our own arguments, no shell
        ["php", PROGRAM / "maintenance" / script, *arguments],  # noqa: S607
        env=environ,
        input=reads,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode:
        # The command itself is left out because it holds a password.
        raise NoMediaWiki(f"{script} failed: {done.stdout[-1500:]}{done.stderr[-1500:]}")


class LocalWiki:
    """The wiki in a folder made by `build_wiki`. It is served within a `with` block, or between `start` and `stop`."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder = folder.resolve()
        self.port = port or port_of_its_own()  # It may be restarted, and no outgoing connection must get its port.
        self._server: subprocess.Popen[bytes] | None = None

    @property
    def server(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """The address for publishing, as in WIKI_URL."""
        return f"{self.server}/w/"

    @property
    def user(self) -> str:
        """The bot's account with its application's name, as in WIKI_USER."""
        return f"{BOT}@{APP_ID}"

    @property
    def admin(self) -> str:
        return f"{ADMIN}@{APP_ID}"

    @property
    def password(self) -> str:
        return self._facts()["bot_password"]

    @property
    def admin_password(self) -> str:
        return self._facts()["admin_password"]

    def _facts(self) -> dict[str, str]:
        facts: dict[str, str] = json.loads((self.folder / "facts.json").read_text())
        return facts

    def switch(
        self,
        *,
        settings: dict[str, Any] | None = None,
        answer: dict[str, Any] | None = None,
        after: dict[str, Any] | None = None,
    ) -> None:
        """Set MediaWiki's variables or replace its answers from the next request on. Without arguments, undo both.

        `answer` replaces an answer: {"action": the API's action, or all if missing, "status", "body", "headers",
        "delay" in seconds}. Without a status only the delay applies. `after` replaces an answer after the request was
        carried out: {"action", "body" or "keep": the number of characters to keep}.
        """
        switches = {"settings": settings or {}, "answer": answer, "after": after}
        fresh = self.folder / "switches.new"
        fresh.write_text(json.dumps(switches))
        fresh.replace(self.folder / "switches.json")

    def run(self, script: str, *arguments: str) -> None:
        """Run one of MediaWiki's maintenance scripts. Raises NoMediaWiki if the script fails."""
        _php(self.folder, script, *arguments)

    def start(self) -> None:
        """Start the server, and wait until it answers. Raises NoMediaWiki if it does not."""
        self._wait_for_port()
        environ = {
            **os.environ,
            "MW_CONFIG_FILE": str(self.folder / "LocalSettings.php"),
            "NOMIC_WIKI_SERVER": self.server,
            "PHP_CLI_SERVER_WORKERS": "4",
        }
        docroot = self.folder / "docroot"
        with (self.folder / "php.log").open("ab") as log:
            self._server = subprocess.Popen(  # noqa: S603 - our own arguments, no shell
                [  # noqa: S607
                    "php", "-d", "opcache.revalidate_freq=0", "-d", "memory_limit=512M",
                    "-S", f"127.0.0.1:{self.port}", "-t", docroot, docroot / "router.php",
                ],
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )  # fmt: skip
        deadline = time.monotonic() + SECONDS_TO_START
        while not self._answers():
            if self._server.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise NoMediaWiki(f"the wiki does not answer; see {self.folder / 'php.log'}")
            time.sleep(0.05)

    def _wait_for_port(self) -> None:
        """Wait until the port is free. Raises NoMediaWiki if it stays taken.

        A killed worker and somebody's open connection hold it for a moment. Another server on it would be mistaken for
        this wiki.
        """
        deadline = time.monotonic() + SECONDS_TO_END
        while not is_free(self.port):
            if time.monotonic() > deadline:
                raise NoMediaWiki(f"port {self.port} is taken")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}api.php?action=query&format=json", timeout=10) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except (OSError, ValueError):
            return False

    def has_ended(self) -> bool:
        return self._server is None or self._server.poll() is not None

    def _processes(self) -> list[int]:
        """Return the process ids of the server and its workers, found by their document root.

        PHP does not end its workers itself.
        """
        ours = []
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if str(self.folder / "docroot").encode() in (entry / "cmdline").read_bytes().split(b"\0"):
                    ours.append(int(entry.name))
        return ours

    def stop(self) -> None:
        """End the server and its workers. Does nothing if they have ended."""
        if self._server is None:
            return
        for number in (signal.SIGTERM, signal.SIGKILL):
            for process in self._processes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._server.wait(2)
        deadline = time.monotonic() + SECONDS_TO_END
        while self._processes() and time.monotonic() < deadline:  # killed workers hold the port for a moment
            time.sleep(0.01)
        self._server = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
