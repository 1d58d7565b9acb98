"""The connection class that Django loads for this backend."""

from django.db.backends.sqlite3 import base, operations

from nomic.db.backends.compilers import AnnouncingOperations


class DatabaseOperations(AnnouncingOperations, operations.DatabaseOperations):
    """Django's SQLite operations with compilers that announce statements."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's SQLite connection with announced statements."""

    ops_class = DatabaseOperations
