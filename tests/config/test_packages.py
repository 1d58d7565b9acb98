"""Packages have at most fifteen modules (docs/decisions/0028)."""

from pathlib import Path

from django.conf import settings

from nomic.games import HOME, games_in

MOST = 15


def test_no_package_has_more_than_fifteen_modules() -> None:
    """A package that grows beyond it is divided by what its modules do. Migrations are numbered, not named."""
    root = Path(settings.BASE_DIR)
    packages = [
        path.parent for room in ("nomic", *games_in(HOME)) for path in sorted((root / room).rglob("__init__.py"))
    ]
    assert len(packages) > 100
    counted = {
        str(package.relative_to(root)): sum(path.name != "__init__.py" for path in package.glob("*.py"))
        for package in packages
        if package.name != "migrations"
    }
    assert {package: count for package, count in counted.items() if count > MOST} == {}
