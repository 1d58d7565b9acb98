"""The connection, as Django loads it."""

from django.db.backends.sqlite3 import base, operations

from nomic.db.backends.compilers import AnnouncingOperations


class DatabaseOperations(AnnouncingOperations, operations.DatabaseOperations):
    """Django's operations, with other compilers."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection, with other operations."""

    ops_class = DatabaseOperations
