"""Command `manage.py bench`, which runs the benchmarks in temporary databases and prints the figures."""

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from nomic.bench.harness.databases import database
from nomic.bench.harness.results import Figure, compared, table
from nomic.bench.harness.servers import MEASURED
from nomic.bench.harness.sizes import SMALL, Sizes
from nomic.bench.registry import benchmarks


class Command(BaseCommand):
    help = "Measure acts per second, rollovers, replays, pages and memory, and print the figures with their targets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "parts", nargs="*", metavar="PART", help=f"what to measure: {', '.join(benchmarks())} (all)"
        )
        parser.add_argument("--database", choices=["sqlite", "postgres", "both"], default="both")
        parser.add_argument("--small", action="store_true", help="tiny sizes, to see that everything works")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")
        parser.add_argument("--inside", action="store_true", help="measure in the database that is configured")

    def handle(self, *args: Any, **options: Any) -> None:
        known = benchmarks()
        chosen = options["parts"] or list(known)
        unknown = sorted(set(chosen) - known.keys())
        if unknown:
            raise CommandError(f"no part {', '.join(unknown)}; there are {', '.join(known)}")
        sizes = SMALL if options["small"] else Sizes()
        if options["inside"]:
            for part in chosen:
                for figure in known[part](sizes):
                    self.stdout.write(figure.as_json())
                    self.stdout.flush()
            return
        kinds = ["sqlite", "postgres"] if options["database"] == "both" else [options["database"]]
        figures = [figure for kind in kinds for figure in self._measured(kind, chosen, options["small"])]
        figures += compared(figures)
        if options["json"]:
            self.stdout.write(json.dumps([asdict(figure) for figure in figures], indent=1))
        else:
            self.stdout.write(table(figures))

    def _measured(self, kind: str, chosen: list[str], small: bool) -> Iterator[Figure]:
        """Yield the figures of each benchmark, run in its own process and database so that none affects another."""
        for part in chosen:
            with tempfile.TemporaryDirectory(prefix="nomic-bench-") as folder, database(kind, Path(folder)) as url:
                env = {**os.environ, **MEASURED, "DATABASE_URL": url, "VAR_DIR": folder, "WIKI_URL": ""}
                env |= {"CELERY_BROKER_URL": "filesystem://", "STATIC_ROOT": f"{folder}/static", "REDIS_URL": ""}
                env |= {"WIKI_FOLDER": f"{folder}/wiki"}
                self._manage(env, "migrate", "--no-input", "--verbosity", "0")
                flags = ["--small"] if small else []
                for line in self._manage(env, "bench", part, "--inside", *flags).splitlines():
                    figure = Figure(**{**json.loads(line), "database": kind})
                    self.stderr.write(f"{kind}: {part}: {figure.name}: {figure.amount}")
                    yield figure

    def _manage(self, env: dict[str, str], *command: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=settings.BASE_DIR,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CommandError(f"{' '.join(command)} failed:\n{done.stdout[-1000:]}{done.stderr[-4000:]}")
        return done.stdout
