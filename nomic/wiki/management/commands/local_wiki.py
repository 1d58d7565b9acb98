"""`manage.py local_wiki`: installs and serves a MediaWiki on this machine."""

import contextlib
import json
import signal
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from nomic.wiki.sites.local_mediawiki import LocalWiki, NoMediaWiki, build_wiki, free_port, is_free


class Command(BaseCommand):
    help = "Serve a MediaWiki from Debian's packages, in var/local-wiki, until stopped. The first run sets it up."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--folder", type=Path, default=settings.VAR_DIR / "local-wiki")
        parser.add_argument("--port", type=int, help="if not given: the port used last time, or a free one")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"].resolve()
        try:
            if not (folder / "wiki" / "facts.json").exists():
                folder.mkdir(parents=True, exist_ok=True)
                build_wiki(folder / "wiki")
            self.serve(folder, options["port"])
        except NoMediaWiki as error:
            raise CommandError(str(error)) from error

    def serve(self, folder: Path, port: int | None) -> None:
        credentials = folder / "credentials.json"
        wiki = LocalWiki(folder / "wiki", port or remembered_port(folder))
        ended = False

        def end(number: int, frame: object) -> None:
            nonlocal ended
            ended = True

        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, end)
        with wiki:
            details = {"url": wiki.url, "user": wiki.user, "password": wiki.password}
            fresh = folder / "credentials.new"
            fresh.touch(mode=0o600)
            fresh.write_text(json.dumps(details))
            fresh.replace(credentials)
            self.stdout.write(f"MediaWiki is at {wiki.url}; its account is in {credentials}")
            while not ended:
                if wiki.has_ended():
                    raise NoMediaWiki(f"the wiki has stopped; see {wiki.folder / 'php.log'}")
                time.sleep(0.2)
        credentials.unlink(missing_ok=True)


def remembered_port(folder: Path) -> int:
    """Return the port used last time, so that bookmarks keep working, or a free one if another program uses it."""
    file = folder / "port"
    with contextlib.suppress(OSError, ValueError):
        port = int(file.read_text())
        if is_free(port):
            return port
    port = free_port()
    file.write_text(str(port))
    return port
