"""System check that rejects a database with migrations that this version of the code does not know.

Such a database was created by a newer version, or by a version before 1.0, from which no upgrade exists. Without this
check `migrate` would find nothing to do, and the first act would fail.
"""

from collections.abc import Sequence
from typing import Any

from django.core.checks import Error
from django.db import connections
from django.db.migrations.loader import MigrationLoader


def check_migrations(app_configs: Any, databases: Sequence[str] | None = None, **more: Any) -> list[Error]:
    """Return an error for each checked database with applied migrations that the code does not know."""
    return [error for alias in databases or () for error in _unknown_in(alias)]


def _unknown_in(alias: str) -> list[Error]:
    loader = MigrationLoader(connections[alias], ignore_no_migrations=True)
    ours = {app for app, name in loader.disk_migrations}
    unknown = sorted(key for key in loader.applied_migrations if key[0] in ours and key not in loader.disk_migrations)
    if not unknown:
        return []
    listed = ", ".join(".".join(key) for key in unknown[:3]) + (" …" if len(unknown) > 3 else "")
    return [
        Error(
            f"This database has migrations that this version does not have: {listed}.",
            hint="A newer version made it, or one before 1.0, which cannot be upgraded. "
            "Use that version, or begin with an empty database: by ./run with another VAR_DIR.",
            id="nomic.E001",
        )
    ]
