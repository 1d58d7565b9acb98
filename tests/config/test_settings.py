"""Settings as the environment gives them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRINT = "from nomic.config import settings; print(settings.SECRET_KEY)"


@pytest.mark.parametrize("secret", ["$ecret", r"\$ecret$", "plain"])
def test_a_secret_may_begin_with_any_sign(secret: str) -> None:
    """A $ in front does not make it the name of another variable, whose value nobody set."""
    env = {**os.environ, "SECRET_KEY": secret, "DJANGO_SETTINGS_MODULE": "nomic.config.settings"}
    printed = subprocess.run(
        [sys.executable, "-c", PRINT], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == secret


@pytest.mark.parametrize(
    ("given", "cursors", "prepared"),
    [
        ({}, True, True),
        ({"DATABASE_POOLED": "1"}, False, False),
        ({"DATABASE_POOLED": "1", "DATABASE_PREPARED_STATEMENTS": "1"}, False, True),
        ({"DATABASE_PREPARED_STATEMENTS": "0"}, True, False),
    ],
)
def test_behind_a_pooler_nothing_outlives_a_transaction(given: dict[str, str], cursors: bool, prepared: bool) -> None:
    """Neither a cursor nor a prepared statement, unless the pooler is said to know these."""
    program = (
        "from nomic.config.settings import DATABASES; d = DATABASES['default'];"
        "print(d['DISABLE_SERVER_SIDE_CURSORS'], d['OPTIONS']['prepare_threshold'])"
    )
    unset = {name: value for name, value in os.environ.items() if not name.startswith("DATABASE_")}
    env = {**unset, "DATABASE_URL": "postgres://nomic@127.0.0.1/nomic", **given}
    printed = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, text=True)
    assert printed.stdout.split() == [str(not cursors), "3" if prepared else "None"], printed.stderr


@pytest.mark.parametrize("collected", [True, False])
def test_files_are_read_anew_unless_they_were_collected(collected: bool, tmp_path: Path) -> None:
    """A style sheet that is edited while `./run` serves it is sent whole, with its new length."""
    if collected:
        (tmp_path / "one.css").touch()
    env = {**os.environ, "STATIC_ROOT": str(tmp_path), "DEBUG": "0"}
    program = "from nomic.config.settings import WHITENOISE_AUTOREFRESH; print(WHITENOISE_AUTOREFRESH)"
    printed = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, text=True)
    assert printed.stdout.split() == [str(not collected)], printed.stderr
