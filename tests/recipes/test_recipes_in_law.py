"""Every recipe under every shipped law: its proposal is accepted and enacted, and does what its own checks say."""

import pytest

from nomic.recipes.catalogue import recipes
from tests.recipes.checking import Check
from tests.recipes.conftest import CycleUnder
from tests.recipes.laws import laws_for


def _one_law_each() -> list[tuple[str, str, int]]:
    """Each check of each recipe under one of the laws that have what it needs, another one for each."""
    found = []
    for place, (name, listed) in enumerate(recipes().items()):
        laws = laws_for(listed)
        found += [(name, laws[(place + nth) % len(laws)], nth) for nth in range(len(listed.recipe.checks))]
    return found


@pytest.mark.parametrize(("name", "law", "nth"), _one_law_each())
def test_it_does_what_its_checks_say(cycle_under: CycleUnder, name: str, law: str, nth: int) -> None:
    listed = recipes()[name]
    Check(cycle_under(law), listed, listed.recipe.checks[nth]).carry_out()
