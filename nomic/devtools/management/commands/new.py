"""Command `manage.py new`, which writes the skeleton of a game, an action, an operation or a kind of clause.

It also lists the remaining duties of the author.
"""

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from nomic.devtools.scaffold.action import plan_action
from nomic.devtools.scaffold.clause_kind import plan_clause_kind
from nomic.devtools.scaffold.game import plan_game
from nomic.devtools.scaffold.operation import plan_operation
from nomic.devtools.scaffold.skeleton import Plan, ScaffoldError


class Command(BaseCommand):
    help = "Write a skeleton that passes every check, and print what to fill in and what else must change."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only print; write nothing")
        kinds = parser.add_subparsers(dest="kind", required=True)
        game = kinds.add_parser("game", help="a game: a folder beside nomic, and its tests")
        game.add_argument("name", help="one word, such as draughts")
        action = kinds.add_parser("action", help="an action: a module of a room or a game, and its test")
        action.add_argument("room", help="a room of the host, such as players, or a game")
        action.add_argument("name", help="words with hyphens, such as leave-a-tip")
        operation = kinds.add_parser("operation", help="an operation of the effect language, and its cases")
        operation.add_argument("name", help="the word that the law will use, such as bless or cash_in")
        clause_kind = kinds.add_parser("clause-kind", help="a kind of clause, and its test")
        clause_kind.add_argument("name", help="the key that will name it in the law, such as toll")

    def handle(self, *args: Any, **options: Any) -> None:
        root = Path(settings.BASE_DIR)
        try:
            plan = self._plan(root, options)
        except ScaffoldError as error:
            raise CommandError(str(error)) from None
        if not options["dry_run"]:
            plan.write()
            self._tidy(plan)
            self._print_documents(plan)
        self._report(plan, options["name"])

    def _plan(self, root: Path, options: dict[str, Any]) -> Plan:
        """Return the plan of the files to write. Raises ScaffoldError if the skeleton cannot be written."""
        if options["kind"] == "game":
            return plan_game(root, options["name"])
        if options["kind"] == "action":
            return plan_action(root, options["room"], options["name"])
        if options["kind"] == "clause-kind":
            return plan_clause_kind(root, options["name"])
        return plan_operation(root, options["name"])

    def _tidy(self, plan: Plan) -> None:
        """Sort imports and wrap lines in the new files. Does nothing if ruff is not installed."""
        paths = [path for path in (*plan.created, *plan.edited) if path.endswith(".py")]
        for words in (("check", "--quiet", "--select", "I", "--fix"), ("format", "--quiet")):
            subprocess.run([sys.executable, "-m", "ruff", *words, *paths], cwd=plan.root, check=False)

    def _print_documents(self, plan: Plan) -> None:
        """Regenerate the documents that commands print. Each command runs in a process that loads the new files."""
        for *words, path in plan.commands:
            done = subprocess.run(
                [sys.executable, "manage.py", *words],
                cwd=plan.root,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise CommandError(f"manage.py {' '.join(words)} failed:\n{done.stderr[-2000:]}")
            (plan.root / path).write_text(done.stdout, encoding="utf-8")

    def _report(self, plan: Plan, name: str) -> None:
        written = [path for *_, path in plan.commands]
        for title, lines in (
            ("Created", list(plan.created)),
            ("Changed", [*plan.edited, *written]),
            ("Fill in", list(plan.to_fill_in())),
        ):
            if lines:
                self.stdout.write(f"{title}:")
                self.stdout.write("".join(f"  {line}\n" for line in lines))
        self.stdout.write(f"What else must change ({plan.guide}; each with the check that fails without it):")
        for what, where, check in plan.duties():
            self.stdout.write(f"  - {what}: {where} ({check})")
        self.stdout.write("To run the part of these tests that concerns it:")
        self.stdout.write(f"  {plan.test_command(name)}")
