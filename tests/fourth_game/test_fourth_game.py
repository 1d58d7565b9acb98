"""A fourth game costs no line outside its own folder: it is found there, with its law, its pages and its templates."""

import os
import subprocess
import sys
from pathlib import Path

from nomic.games import games_in

HERE = Path(__file__).parent
GAMES = HERE / "games"


def test_a_folder_with_an_app_is_a_game(tmp_path: Path) -> None:
    """A folder without an `apps.py`, and an `apps.py` without a folder, are no games."""
    for name in ("chess", "draughts", "notes"):
        (tmp_path / name).mkdir()
    (tmp_path / "chess" / "apps.py").touch()
    (tmp_path / "draughts" / "apps.py").touch()
    (tmp_path / "apps.py").touch()
    assert games_in(tmp_path) == ["chess", "draughts"]


def test_a_game_in_a_folder_of_its_own_is_played_like_any_other() -> None:
    """`inside.py` holds what is seen of it, in a process of its own, whose GAMES_DIR is that folder."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(HERE / "inside.py")],
        env={**env, "GAMES_DIR": str(GAMES)},
        capture_output=True,
        text=True,
        check=False,
        cwd=HERE.parent.parent,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "11 passed" in done.stdout
