"""Discovery of games: every folder with an `apps.py` beside `nomic`. Uses the standard library only."""

from pathlib import Path

HOME = Path(__file__).resolve().parent.parent


def games_in(folder: Path) -> list[str]:
    """Return the names of the games in a folder. A game is a Django app at the top level."""
    return sorted(apps.parent.name for apps in folder.glob("*/apps.py"))
