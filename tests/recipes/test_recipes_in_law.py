"""Every recipe under every shipped law: its proposal is accepted and enacted, and does what its own checks say."""

import pytest

from nomic.recipes.catalogue import recipes
from tests.recipes.checking import Check
from tests.recipes.conftest import CycleUnder
from tests.recipes.laws import laws_for
from tests.support.example_counts import THOROUGH


def _cases() -> list[tuple[str, str, int]]:
    """Each check of each recipe under one of the laws that have what it needs, another one for each.

    A thorough run tries all of them.
    """
    found = []
    for place, (name, listed) in enumerate(recipes().items()):
        laws, checks = laws_for(listed), range(len(listed.recipe.checks))
        found += [
            (name, law, nth) for law in laws for nth in checks if THOROUGH or law == laws[(place + nth) % len(laws)]
        ]
    return found


@pytest.mark.parametrize(("name", "law", "nth"), _cases())
def test_it_does_what_its_checks_say(cycle_under: CycleUnder, name: str, law: str, nth: int) -> None:
    listed = recipes()[name]
    Check(cycle_under(law), listed, listed.recipe.checks[nth]).carry_out()
