"""A running site with a furnished hall and an empty one, for everything in this folder."""

import itertools
import subprocess
import sys
from collections.abc import Iterator

import pytest

from nomic.devtools.virtualenv import ROOT
from tests.support.databases import sqlite_with_tables
from tests.support.furnished_cycle import empty_hall, furnished_hall, hall_with_players
from tests.support.site import Site, database


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser."""
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker("browser")


@pytest.fixture(scope="session")
def served_site(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: pytest.FixtureRequest) -> Iterator[Site]:
    """The site, with `furnished` and `empty` halls for the tests that only look."""
    folder = tmp_path_factory.mktemp("site")
    site = Site(folder, sqlite_with_tables(folder / "nomic.sqlite3"))
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collect, cwd=ROOT, env=site.env, capture_output=True, check=True)
    with django_db_blocker.unblock(), site:
        with database(site.database_url):
            furnished_hall("furnished")
            empty_hall("empty")
        yield site


@pytest.fixture
def site(served_site: Site, playwright_loop: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[Site]:
    """The site, whose database is this test's as well. Tests that act do so in a cycle of their own."""
    with django_db_blocker.unblock(), database(served_site.database_url):
        said_before = len(served_site.log())
        yield served_site
    assert "Traceback" not in served_site.log()[said_before:]


_numbers = itertools.count(1)


@pytest.fixture
def hall(site: Site) -> str:
    """The slug of a practice cycle of this test's own: Ada's, in which she, Ben and Cleo play."""
    slug = f"hall-{next(_numbers)}"
    hall_with_players(slug, "Ada", "Ben", "Cleo")
    return slug
