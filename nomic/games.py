"""Which games there are: every folder with an `apps.py` that stands beside `nomic`. Standard library only."""

from pathlib import Path

HOME = Path(__file__).resolve().parent.parent


def games_in(folder: Path) -> list[str]:
    """The games whose packages lie in a folder, by name. A game is a Django app at the top level."""
    return sorted(apps.parent.name for apps in folder.glob("*/apps.py"))
