"""Command `manage.py problem_codes`, which lists the codes of the API's errors, as docs/problem-codes.md."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from nomic.api.error_responses import STATUS
from nomic.api.management.find_problem_codes import by_code, problem_codes
from nomic.games import games_in

INTRODUCTION = """\
# Codes of errors

Every `code` that the API answers with, its status, and what people read with it. “…” stands for a value. A rule that
players have made refuses an act with the code `forbidden`. Most programs need the status and a few of these codes.
`manage.py problem_codes` prints this page, and a test compares them. [bots.md](bots.md) is about writing a bot.

| code | status | for example |
|---|---|---|"""
MAX_LENGTH = 160  # characters of an example


class Command(BaseCommand):
    help = "Print the codes of all errors of the API."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("\n".join(page()))


def page() -> Iterator[str]:
    """Yield the lines of the page that lists the codes of the API's errors."""
    yield INTRODUCTION
    home = settings.BASE_DIR
    folders = [home / "nomic", *(home / name for name in games_in(home))]
    statuses = {each.__name__: status for each, status in STATUS.items()}
    for code, (numbers, details) in by_code(problem_codes(folders, statuses)).items():
        example = details[0] if details else ""
        cut = example if len(example) <= MAX_LENGTH else f"{example[:MAX_LENGTH].rpartition(' ')[0]} …"
        yield f"| `{code}` | {' or '.join(map(str, sorted(numbers)))} | {cut.replace('|', '/') or '–'} |"
