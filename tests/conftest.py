"""What all tests share: they leave no trace outside temporary folders and wait for no slow hash.

Tests marked `wiki`, `browser`, `postgres`, `redis` or `pgbouncer` need something that Debian's packages bring. Where it
is missing they are skipped, and the reason says what to install; with CI=true they fail. Whatever asks the database of
the settings is marked `database` here, not in the tests; so is `slow` what ./test --quick leaves out.
"""

import contextlib
import gc
import os
import shutil
import tempfile
import threading
from collections import OrderedDict, deque
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import hypothesis
import pytest

from nomic.devtools import debian, servers
from tests.support import frame_memory
from tests.support.browser import chromium, playwright_loop, visit
from tests.support.databases import database_with_tables, lay_tables, tables_in_a_file
from tests.support.example_counts import THOROUGH, examples
from tests.support.once_per_run_files import FOLDER
from tests.support.seeded_randomness import luck
from tests.support.slow_tests import SLOW, is_slow

__all__ = ["chromium", "playwright_loop", "visit"]

NEEDED_BY_MARKER = {
    "wiki": debian.MEDIAWIKI,
    "browser": debian.CHROMIUM,
    "postgres": debian.POSTGRESQL,
    "redis": debian.REDIS,
    "pgbouncer": debian.PGBOUNCER,
    "npm": debian.NODE,
}
IN_CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")
FREE_DICE = (
    THOROUGH and not IN_CI
)  # what chance alone finds is for whoever looks for it, not for a newcomer's first run

hypothesis.settings.register_profile(
    "nomic",
    max_examples=examples(100),
    deadline=None,  # nothing is said here about speed, and machines differ
    derandomize=not FREE_DICE,  # what is said of a commit does not change from run to run
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
    print_blob=True,
)
hypothesis.settings.load_profile("nomic")


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings
    from django.db.backends.signals import connection_created

    from nomic.config import celery_app
    from nomic.connections import store as connections
    from tests.support import documented_answers

    documented_answers.watch()
    if FOLDER not in os.environ:  # else it is another process's of this run
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="nomic-tests-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(FOLDER)))
        if config.getoption("numprocesses", None) and not os.environ.get("DATABASE_URL", "").startswith("postgres"):
            making = threading.Thread(target=tables_in_a_file)  # while tests are collected
            making.start()
            config.add_cleanup(making.join)
    if not FREE_DICE:
        luck.settle()
    config.pluginmanager.register(frame_memory)
    connection_created.connect(never_refuse_readers)
    connection_created.connect(tables_made_once)
    gc.disable()  # while tests are collected hardly anything becomes garbage

    # One from a file may begin with a sign that means something in the environment of a site that a test starts.
    settings.SECRET_KEY = os.environ.get("SECRET_KEY") or "only-for-tests"
    # A real hash costs a third of a second, and tests make people by the hundred.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_AUTOREFRESH = True  # every test client would go through all static files otherwise
    settings.WHITENOISE_USE_FINDERS = True  # whether or not files have been collected in this folder
    settings.PAGE_POST_LIMIT = settings.COSTLY_LIMIT = "1000000/min"  # tests are in a hurry, all from one address
    settings.WIKI_FOLDER = Path(tempfile.gettempdir()) / f"nomic-tests-{os.getpid()}" / "wiki"
    settings.WIKI_FRONT_PAGE = ""  # tests count the pages of their cycle; those of the front page set it
    connections.SECONDS = float("inf")  # else one page in twenty seconds would cost a query more
    if "CELERY_BROKER_URL" not in os.environ:
        # Otherwise tasks would wait in the files of whoever plays in this folder.
        celery_app.conf.broker_url = "memory://"


def never_refuse_readers(connection: Any, **signal: Any) -> None:
    """A database in memory that threads share refuses, at once, whoever meets another in a table.

    One in a file, as every installation has, lets them wait for each other. So readers in memory take no locks.
    """
    if connection.vendor == "sqlite" and connection.is_in_memory_db():
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA read_uncommitted = 1")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """From now on garbage is looked for seldom, and not among ten thousand tests: that took a tenth of the time.

    Not sooner: whoever imports what a server runs is given a server's bounds, which are narrow.
    """
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    gc.enable()


def tables_made_once(connection: Any, **signal: Any) -> None:
    """Copy all tables into a database in memory, because creating them takes 15 s of work."""
    if connection.vendor != "sqlite" or not connection.is_in_memory_db():
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM sqlite_master")
        is_empty = cursor.fetchone() == (0,)
    if is_empty:
        lay_tables(connection.connection)


def pytest_unconfigure(config: pytest.Config) -> None:
    from django.conf import settings

    shutil.rmtree(settings.WIKI_FOLDER.parent, ignore_errors=True)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What ./test --quick leaves out whole is not even read: that alone can take seconds."""
    left_out = tuple(str(config.rootpath / path) for path in SLOW)
    return True if "not slow" in config.option.markexpr and str(collection_path).startswith(left_out) else None


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    shown: set[str] = set()
    for item in items:
        if item.get_closest_marker("django_db") or "django_db_setup" in getattr(item, "fixturenames", ()):
            item.add_marker("database")
        test = item.nodeid.partition("[")[0]
        if test in shown:  # of its cases one is the first: another each time, as their order is random
            item.add_marker("another_case")
        if test in shown or is_slow(test) or hasattr(getattr(item, "obj", None), "hypothesis"):
            item.add_marker("slow")
        shown.add(test)
    if hasattr(config, "workerinput"):
        items.sort(key=turn)


def turn(item: pytest.Item) -> int:
    """Which tests come first where several processes run them.

    One process begins with those that wait for servers and browsers, or as long as them: it starts browser, wiki and
    database servers for itself alone, and while it waits the others go on. Who has nothing left takes over from its
    end: of what is long those that last minutes come first and the others before all short ones, so that nobody is
    left with one of them at the end while the others have nothing to do.
    """
    if item.nodeid.startswith(SLOW):
        return 0
    if any(map(item.get_closest_marker, NEEDED_BY_MARKER)):
        return 1
    return 2 if is_slow(item.nodeid.partition("[")[0]) else 3


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, part in NEEDED_BY_MARKER.items():
        if item.get_closest_marker(marker) and not part.is_there():
            reason = f"{part.name} is not installed: {debian.apt_line([part])}"
            pytest.fail(reason) if IN_CI else pytest.skip(reason)


def puts_in_the_place_of(item: pytest.Item) -> bool:
    """Whether a test, or what it asks for, is given `monkeypatch`; pytest-django asks for it in every test."""
    if not isinstance(item, pytest.Function):
        return True
    info = item._fixtureinfo
    fixtures = [each for same in info.name2fixturedefs.values() for each in same]
    own = [each.argnames for each in fixtures if each.func.__module__.startswith("tests.")]
    return any("monkeypatch" in names for names in (info.argnames, *own))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """What may be put in another's place, and what acts and pages knew, is done and read for this test alone.

    Nobody has asked for anything yet, either: else the requests of one test would count for the next.
    """
    from django.core.cache import cache

    from nomic.cycles.caching import read_cache, write_cache
    from nomic.law.document import cache as document_cache
    from nomic.law.document import sections
    from nomic.matches.hosting import cycle_of_match
    from nomic.wiki import mirror_age
    from tests.support.fixture_cache import remembering

    is_plain = not puts_in_the_place_of(item)
    write_cache.clear_cache()  # the next test's cycles may have the same keys and heads
    read_cache.clear_cache()
    cycle_of_match.clear_cache()
    mirror_age.clear_cache()
    cache.clear()
    with contextlib.ExitStack() as block:
        block.enter_context(remembering(is_plain))
        if not is_plain:  # other tests go on with the laws that they know: parsing one costs as much as many tests
            block.enter_context(mock.patch.object(document_cache, "_read", OrderedDict()))
            block.enter_context(mock.patch.object(sections, "_good", deque(maxlen=sections.MAX_GOOD)))
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, Any, Any]:
    chained = request.node.get_closest_marker("chained") is not None
    with luck.of(f"{request.node.nodeid} {fixturedef.argname}", chained=chained):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    with luck.of(item.nodeid, chained=item.get_closest_marker("chained") is not None):
        return (yield)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_keepdb: bool, request: pytest.FixtureRequest
) -> None:
    """On a PostgreSQL that is thrown away the processes of a run copy their databases, too."""
    from django.db import connection

    if connection.vendor == "postgresql" and django_db_keepdb and hasattr(request.config, "workerinput"):
        database_with_tables(os.environ["DATABASE_URL"], connection.settings_dict["TEST"]["NAME"])


@pytest.fixture(scope="session")
def chromium_program() -> str:
    """The path of Debian's Chromium, for playwright's `executable_path` (in tests marked `browser`)."""
    [command] = debian.CHROMIUM.commands
    program = shutil.which(command)
    assert program, "mark the test with `browser`"
    return program


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The DATABASE_URL of a throw-away PostgreSQL (in tests marked `postgres`)."""
    with servers.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a throw-away Redis, to which /0, /1 … may be added (in tests marked `redis`)."""
    with servers.redis() as url:
        yield url
