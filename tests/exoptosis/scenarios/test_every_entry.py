"""The suite is whole: every species and every modifier of the law is shown by a scenario."""

import importlib
import pkgutil

import tests.exoptosis.scenarios as suite
from tests.support.scenario import cycle_16_rules


def shown() -> set[str]:
    """What the scenarios say that they show."""
    modules = [
        importlib.import_module(f"{suite.__name__}.{found.name}") for found in pkgutil.iter_modules(suite.__path__)
    ]
    tests = [test for module in modules for name, test in vars(module).items() if name.startswith("test_")]
    return {entry for test in tests for entry in getattr(test, "shows", ())}


def test_every_species_and_modifier_is_shown() -> None:
    """42 species and 37 modifiers, and nothing that the law does not know."""
    rules = cycle_16_rules()
    assert (len(rules.species), len(rules.modifiers)) == (42, 37)
    assert shown() == {*rules.species, *rules.modifiers}
