"""The connection class that Django loads for this backend."""

from django.db.backends.sqlite3 import base, operations

from nomic.db.backends.compilers import AnnouncingOperations


class DatabaseOperations(AnnouncingOperations, operations.DatabaseOperations):
    """Django's operations with announcing compilers."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection with these operations."""

    ops_class = DatabaseOperations
