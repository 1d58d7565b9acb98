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
