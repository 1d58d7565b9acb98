"""A database of another version is refused before anything is done with it."""

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from nomic.config.unknown_migrations import check_migrations

pytestmark = pytest.mark.django_db


def test_a_database_of_this_version_has_no_flaw() -> None:
    """And databases that nobody asks for are not looked at."""
    assert check_migrations(None, databases=["default"]) == []
    assert check_migrations(None) == []


def test_one_with_migrations_that_are_unknown_here_is_refused_with_what_to_do() -> None:
    """It is of a newer version, or of one before 1.0: `migrate` would find nothing to do."""
    MigrationRecorder(connection).record_applied("cycles", "0019_smaller_deadlines")
    with pytest.raises(SystemCheckError, match=r"cycles.0019_smaller_deadlines.*\n.*begin with an empty database"):
        call_command("migrate", skip_checks=False)


def test_migrations_of_apps_that_are_not_ours_do_not_count() -> None:
    """Somebody took an app of their own out: its tables are theirs."""
    MigrationRecorder(connection).record_applied("gone", "0001_initial")
    assert check_migrations(None, databases=["default"]) == []
