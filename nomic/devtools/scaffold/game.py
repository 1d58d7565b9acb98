"""The skeleton of a game: a folder beside `nomic`, its tests, and the lists that name every game."""

import importlib.util
import keyword
import re
from pathlib import Path

from nomic.devtools.scaffold.skeleton import PROBLEM_CODES, TEXTS, WIRING, Plan, ScaffoldError, camel_case
from nomic.games import games_in

NAME = re.compile(r"[a-z][a-z0-9]{1,29}")


def plan_game(root: Path, name: str) -> Plan:
    """Return the plan of a working game of dice, which its author changes into another game.

    Raises ScaffoldError if a game cannot have that name.
    """
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise ScaffoldError("the name of a game is one word of lower-case letters, for it becomes that of a package")
    if (root / name).exists() or importlib.util.find_spec(name) is not None:
        raise ScaffoldError(f"there is a folder or a Python package {name} already")
    plan = Plan(root, "docs/adding-a-game.md")
    plan.add_templates("game", {"name": name, "Name": camel_case(name)}, {"NAME": name})
    old, new = games_in(root), sorted([*games_in(root), name])
    for before, after in (
        (_listed(["nomic", *old]), _listed(["nomic", *new])),
        (f'"{" : ".join(old)}"', f'"{" : ".join(new)}"'),
    ):
        plan.replace("pyproject.toml", before, after)
    plan.commands = (WIRING, PROBLEM_CODES, TEXTS)
    return plan


def _listed(names: list[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"
