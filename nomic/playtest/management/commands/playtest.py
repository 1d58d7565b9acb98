"""`manage.py playtest`: let agents with different personas play a cycle through the API, check it, and report."""

import json
import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from nomic.bench.harness.databases import database
from nomic.bench.harness.servers import MEASURED, web_server
from nomic.law.document.templates import law_templates
from nomic.playtest.client.transports import Door, OverHttp, Within
from nomic.playtest.invariants import flaws
from nomic.playtest.report import Report, in_words, report
from nomic.playtest.report_chart import draw_report
from nomic.playtest.run import DAYS_A_WEEK, MAX_WEEKS, Plan, open_playtest
from nomic.playtest.seeded_world import RealWorld, World
from nomic.wiki.sites.folder import FolderSite
from nomic.wiki.sites.from_settings import site_from_settings
from nomic.wiki.sites.site import WikiSite


class Command(BaseCommand):
    help = "Let twelve players play a season through the API, in a database made for it; check and report it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--law", default="cycle-16", help=f"one of {', '.join(sorted(law_templates()))} (%(default)s)"
        )
        parser.add_argument("--weeks", type=int, default=8, help="for how long at most (%(default)s)")
        parser.add_argument("--until-won", action="store_true", help="go on after these weeks until somebody wins")
        parser.add_argument("--seed", default="1", help="the same seed gives the same season (%(default)s)")
        parser.add_argument("--report", type=Path, help="a folder for the report (text, charts and data)")
        parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
        parser.add_argument("--wiki", action="store_true", help="publish on the wiki of the settings, not in a folder")
        parser.add_argument("--http", action="store_true", help="play by HTTP through a server that is started for it")
        parser.add_argument("--inside", action="store_true", help="play in the database that is configured")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["law"] not in law_templates():
            raise CommandError(f"there is no law {options['law']}; there are {', '.join(sorted(law_templates()))}")
        if not 1 <= options["weeks"] <= MAX_WEEKS:
            raise CommandError(f"a season has 1 to {MAX_WEEKS} weeks")
        if options["inside"]:
            self._play(options)
        else:
            self._in_a_database_of_its_own(options)

    def _in_a_database_of_its_own(self, options: dict[str, Any]) -> None:
        """Run in a process and a temporary database of its own, because it replaces the clock and the secrets."""
        with (
            tempfile.TemporaryDirectory(prefix="nomic-season-") as folder,
            database(options["database"], Path(folder)) as url,
        ):
            env = {
                **os.environ,
                **MEASURED,
                "DATABASE_URL": url,
                "VAR_DIR": folder,
                "WIKI_QUIET_SECONDS": "0",
                "WIKI_REST_SECONDS": "0",
            }
            env |= {"CELERY_BROKER_URL": "filesystem://", "REDIS_URL": ""}
            if not options["wiki"]:
                env |= {"WIKI_URL": "", "WIKI_FOLDER": f"{folder}/wiki"}
            args = [f"--{name}={options[name]}" for name in ("law", "weeks", "seed")]
            args += [f"--report={options['report'].resolve()}"] if options["report"] else []
            args += [f"--{name.replace('_', '-')}" for name in ("wiki", "http", "until_won") if options[name]]
            for command in (["migrate", "--no-input", "--verbosity", "0"], ["playtest", "--inside", *args]):
                done = subprocess.run(
                    [sys.executable, "manage.py", *command], cwd=settings.BASE_DIR, env=env, check=False
                )
                if done.returncode:
                    raise CommandError("The season did not end well.", returncode=done.returncode)

    def _play(self, options: dict[str, Any]) -> None:
        weeks = {"days": options["weeks"] * DAYS_A_WEEK, "until_won": options["until_won"]}
        plan = Plan(law=options["law"], seed=options["seed"], **weeks)
        world = RealWorld(plan.seed) if options["http"] else World(plan.seed)
        began = time.process_time()
        with world.in_force(), tempfile.TemporaryDirectory() as folder, self._door(options) as door:
            season = open_playtest(plan, world, door)
            season.play(self._show)
            site: WikiSite = site_from_settings() if options["wiki"] else FolderSite(Path(folder))
            made = report(season, flaws(season, site), time.process_time() - began)
        self.stdout.write(in_words(made))
        if options["report"]:
            self._write(options["report"], made)
        if made.flaws:
            raise CommandError(f"{len(made.flaws)} things do not hold.")

    @contextmanager
    def _door(self, options: dict[str, Any]) -> Iterator[Callable[[], Door]]:
        if not options["http"]:
            yield Within
            return
        with web_server(1) as server:
            yield lambda: OverHttp(server.port)

    def _show(self, line: str) -> None:
        self.stderr.write(line)

    def _write(self, folder: Path, made: Report) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in (
            ("season.md", in_words(made, "season.svg")),
            ("season.svg", draw_report(made)),
            ("season.json", json.dumps(made.as_data(), indent=1, ensure_ascii=False) + "\n"),
        ):
            (folder / name).write_text(content, encoding="utf-8")
            self.stdout.write(str(folder / name))
