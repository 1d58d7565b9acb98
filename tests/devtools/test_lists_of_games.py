"""What tools read from pyproject.toml names every game: without it, `lint-imports` would not check one."""

import tomllib
from typing import Any

import pytest

from nomic.devtools.virtualenv import ROOT
from nomic.games import games_in

GAMES = games_in(ROOT)


@pytest.fixture(scope="module")
def tools() -> dict[str, Any]:
    with open(ROOT / "pyproject.toml", "rb") as file:
        tools: dict[str, Any] = tomllib.load(file)["tool"]
    return tools


def test_imports_of_every_game_are_checked(tools: dict[str, Any]) -> None:
    """Each is a root, and stands beside the others in one layer."""
    imports = tools["importlinter"]
    assert imports["root_packages"] == ["nomic", *GAMES]
    assert " : ".join(GAMES) in imports["contracts"][0]["layers"]
