"""Who may import whom: the contracts of pyproject.toml, in which `{game}` stands for every game that there is.

`python -m nomic.launch.layers` checks them, as ./test does.
"""

import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nomic.games import HOME, games_in

ANY_GAME = "{game}"
ALL_GAMES = "{games}"  # side by side in a layer


def contracts(written: Any, games: list[str]) -> Any:
    """The contracts as they are written, with all games in the place of any: in lists each gets an entry."""
    if isinstance(written, Mapping):
        return {key: contracts(value, games) for key, value in written.items()}
    if isinstance(written, list):
        return [each for value in written for each in _for_all(value, games)]
    return written.replace(ALL_GAMES, " : ".join(games)) if isinstance(written, str) else written


def _for_all(value: Any, games: list[str]) -> Iterator[Any]:
    if isinstance(value, str) and ANY_GAME in value:
        yield from (value.replace(ANY_GAME, game) for game in games)
    else:
        yield contracts(value, games)


def as_ini(settings: Mapping[str, Any]) -> str:
    """The settings as lint-imports reads them from a file."""
    lines = ["[importlinter]"]
    lines += [_line(key, value) for key, value in settings.items() if key != "contracts"]
    for number, contract in enumerate(settings["contracts"]):
        lines += [f"[importlinter:contract:{number}]"]
        lines += [_line(key, value) for key, value in contract.items()]
    return "\n".join(lines) + "\n"


def _line(key: str, value: Any) -> str:
    if isinstance(value, list):
        return f"{key} =" + "".join(f"\n    {each}" for each in value)
    return f"{key} = {value}"


def main() -> int:
    """Check the contracts; 0 where all are kept."""
    with open(HOME / "pyproject.toml", "rb") as file:
        settings = tomllib.load(file)["tool"]["importlinter"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "contracts.ini"
        path.write_text(as_ini(contracts(settings, games_in(HOME))))
        command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache", "--config", str(path)]
        return subprocess.run(command, cwd=HOME, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
