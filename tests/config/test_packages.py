"""Packages have at most fifteen modules (docs/decisions/0028)."""

from pathlib import Path

from django.conf import settings

from nomic.devtools.scaffold.skeleton import MAX_MODULES, count_modules
from nomic.games import HOME, games_in

ADVICE = (
    f"A folder has at most {MAX_MODULES} modules (docs/decisions/0028), and these have more. Move the new module into "
    "a folder that it belongs to, or make one with `git mv`: a few modules of one purpose, an `__init__.py` whose "
    "docstring says it. Then add it to the layers of its room in pyproject.toml, if it has any."
)


def test_no_package_has_more_than_fifteen_modules() -> None:
    """A package that grows beyond it is divided by what its modules do. Migrations are numbered, not named."""
    root = Path(settings.BASE_DIR)
    packages = [
        path.parent for room in ("nomic", *games_in(HOME)) for path in sorted((root / room).rglob("__init__.py"))
    ]
    assert len(packages) > 100
    counted = {str(each.relative_to(root)): count_modules(each) for each in packages if each.name != "migrations"}
    assert {package: count for package, count in counted.items() if count > MAX_MODULES} == {}, ADVICE
