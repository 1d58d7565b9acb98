"""The suite is whole: every species, every modifier and every ruling of the game is shown by a test that names it."""

import importlib
import pkgutil
import re
from pathlib import Path

import tests.exoptosis.scenarios as suite
from tests.support.exoptosis_scenario import cycle_16_rules

# Those of the cards, the battle, the earlier ruleset and their meetings. Random cards (R27), reconfiguration (R29) and
# outages (R105) are no part of a game.
RULINGS = {*range(25, 56), *range(73, 107), 110, 117, 120} - {27, 29, 105}


def shown() -> set[str]:
    """What the scenarios say that they show."""
    names = [found.name for found in pkgutil.iter_modules(suite.__path__)]
    modules = [importlib.import_module(f"{suite.__name__}.{name}") for name in names]
    tests = [test for module in modules for name, test in vars(module).items() if name.startswith("test_")]
    return {entry for test in tests for entry in getattr(test, "shows", ())}


def named() -> set[int]:
    """The rulings in the names of the tests of the game."""
    files = Path(suite.__path__[0]).parent.rglob("test_*.py")
    names = [name for file in files for name in re.findall(r"def test_((?:R\d+_)+)", file.read_text())]
    return {int(number) for name in names for number in re.findall(r"\d+", name)}


def test_every_species_and_modifier_is_shown() -> None:
    """42 species and 37 modifiers, and nothing that the law does not know."""
    rules = cycle_16_rules()
    assert (len(rules.species), len(rules.modifiers)) == (42, 37)
    assert shown() == {*rules.species, *rules.modifiers}


def test_every_ruling_of_the_game_is_named_by_a_test() -> None:
    """Each ruling on the game stands in the name of one test at least."""
    assert RULINGS - named() == set()
