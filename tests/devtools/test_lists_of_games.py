"""What tools read from pyproject.toml names every game: nothing else would say that one is not checked."""

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
    """Each is a root, stands beside the others in one layer, and is kept apart from the pages."""
    imports = tools["importlinter"]
    layers, pages, *_ = imports["contracts"]
    assert imports["root_packages"] == ["nomic", *GAMES]
    assert " : ".join(GAMES) in layers["layers"]
    assert pages["source_modules"] == GAMES


def test_types_of_every_game_are_checked(tools: dict[str, Any]) -> None:
    """`mypy` without words goes through the host, each game and the script that verifies draws."""
    assert tools["mypy"]["files"] == ["nomic", *GAMES, "static/verify_draws.py"]
