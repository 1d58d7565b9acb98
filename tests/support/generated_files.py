"""Compares a file of the repository with what a command prints, so that a failure says what to do."""

from difflib import unified_diff
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_LINES = 60  # of the difference that a failure shows


def assert_is_generated(path: str, printed: str, command: str) -> None:
    """Fail if the file differs from what the command prints. The failure shows the lines, and the command to run."""
    on_file = (ROOT / path).read_text(encoding="utf-8").splitlines()
    differences = list(unified_diff(on_file, printed.splitlines(), path, command, n=1, lineterm=""))
    if differences:
        more = [f"... and {len(differences) - MAX_LINES} lines more"] if len(differences) > MAX_LINES else []
        hint = f"If this is meant: {command} > /tmp/printed && cp /tmp/printed {path}"
        pytest.fail("\n".join([*differences[:MAX_LINES], *more, hint]), pytrace=False)
