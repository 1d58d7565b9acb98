"""`manage.py soak`: clients act while services are killed and restarted at random; then everything is checked."""

import json
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from nomic.devtools.processes import Child
from nomic.reliability.soak.chaos import kill_at_random
from nomic.reliability.soak.client import Task
from nomic.reliability.soak.inside_sandbox import (
    Opened,
    caught_up,
    create_practice_cycles,
    recorded,
    summary,
    violations,
)
from nomic.reliability.soak.sandbox import House

PATIENCE = 90.0  # seconds until clients get their last answers once everything runs again
SECONDS_TO_END = 30.0  # for a client to exit after that
SECONDS_TO_OPEN = 300.0  # to open the database, and cycles with all their players
SECONDS_TO_JUDGE = 900.0  # plus as long again as clients acted: all journals are replayed
MAX_MINUTES = 24 * 60
PARTS = ("open", "judge")


class Command(BaseCommand):
    help = "Let clients act in a sandbox deployment that is killed and restarted at random, then check the data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--minutes", type=float, default=60.0, help="for how long (%(default)g)")
        parser.add_argument("--seed", default="1", help="of everything random (%(default)s)")
        parser.add_argument("--cycles", type=int, default=10, help="%(default)s")
        parser.add_argument("--clients", type=int, default=8, help="each a process (%(default)s)")
        parser.add_argument("--sqlite", action="store_true", help="without PostgreSQL and Redis")
        parser.add_argument("--inside", choices=PARTS, help="a part, in the database that is configured")
        parser.add_argument("--folder", type=Path, help="of that part")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["inside"]:
            self._inside(options["inside"], options["folder"], options)
            return
        for name, most in (("minutes", MAX_MINUTES), ("cycles", 1000), ("clients", 100)):
            if not 0 < options[name] <= most:
                raise CommandError(f"--{name} is more than 0 and at most {most}")
        with tempfile.TemporaryDirectory(prefix="nomic-soak-", ignore_cleanup_errors=True) as folder:
            house = House(Path(folder), on_postgres=not options["sqlite"])
            try:
                report = self._soak(house, options)
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                raise CommandError(f"{error}\n{house.last_lines()}") from error
            finally:
                house.close()
        self.stdout.write(json.dumps(report, indent=1))
        if report["findings"]:
            raise CommandError(f"{len(report['findings'])} findings")

    def _soak(self, house: House, options: dict[str, Any]) -> dict[str, Any]:
        house.open_stores()
        flags = [f"--{name}={options[name]}" for name in ("cycles", "clients")]
        _manage(house, SECONDS_TO_OPEN, "soak", "--inside=open", f"--folder={house.folder}", *flags)
        before = _read_opened(house.folder)
        house.open_programs()
        seconds = options["minutes"] * 60
        visitors = [_visitor(house, number, before, seconds, options["seed"]) for number in range(len(before.seats))]
        try:
            for what in kill_at_random(house, options["seed"], seconds):
                self.stderr.write(f"killed {what}")
            house.begin_all()
            _wait_for(visitors)
        finally:
            for visitor in visitors:
                visitor.end_group()
        judge = ("soak", "--inside=judge", f"--folder={house.folder}")
        found = json.loads(_manage(house, SECONDS_TO_JUDGE + seconds, *judge))
        return {
            "minutes": options["minutes"],
            "killed": {name: service.kills for name, service in house.services.items()},
            **found,
        }

    def _inside(self, part: str, folder: Path, options: dict[str, Any]) -> None:
        if part == "open":
            call_command("migrate", interactive=False, verbosity=0)
            (folder / "opened.json").write_bytes(
                msgspec.json.encode(create_practice_cycles(options["cycles"], options["clients"]))
            )
            return
        given, late = recorded(folder), caught_up()
        found = [asdict(each) for each in violations(given, _read_opened(folder), late)]
        self.stdout.write(json.dumps({**summary(given), "seconds to catch up": round(late, 1), "findings": found}))


def _read_opened(folder: Path) -> Opened:
    return msgspec.json.decode((folder / "opened.json").read_bytes(), type=Opened)


def _visitor(house: House, number: int, before: Opened, seconds: float, seed: str) -> Child:
    seat = before.seats[number]
    ends_at = time.time() + seconds
    task = Task(
        name=seat.name,
        token=seat.token,
        port=house.port,
        seed=f"{seed}/{number}",
        cycles=seat.cycles,
        owned=seat.owned,
        others=[each.name for each in before.seats if each is not seat] or [seat.name],
        ends_at=ends_at,
        gives_up_at=ends_at + PATIENCE,
        record=str(house.folder / f"{seat.name}.jsonl"),
    )
    file = house.folder / f"{seat.name}.json"
    file.write_bytes(msgspec.json.encode(task))
    command: list[str | Path] = [sys.executable, "-m", "nomic.reliability.soak.client", file]
    return Child(seat.name, command, house.folder / "log" / f"{seat.name}.log", house.env, cwd=settings.BASE_DIR)


def _wait_for(visitors: Sequence[Child]) -> None:
    """Wait until every client has had its last answer or has given up.

    Raises CommandError if a client does not end in time, or fails.
    """
    give_up = time.monotonic() + PATIENCE + SECONDS_TO_END
    for visitor in visitors:
        if not visitor.wait(give_up - time.monotonic()):
            raise CommandError(f"{visitor.name} still waits for an answer")
        if visitor.process.returncode:
            raise CommandError(f"{visitor.name} failed:\n{visitor.last_lines()}")


def _manage(house: House, seconds: float, *command: str) -> str:
    """Run a manage.py command in the sandbox and return its output. Raises if it takes longer than `seconds`."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env=house.env,
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    if done.returncode:
        raise CommandError(
            f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}\n{house.last_lines()}"
        )
    return done.stdout
