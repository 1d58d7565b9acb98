"""The connection class that Django loads for this backend."""

from django.db.backends.postgresql import base, operations

from nomic.db.backends.compilers import AnnouncingOperations


class DatabaseOperations(AnnouncingOperations, operations.DatabaseOperations):
    """Django's PostgreSQL operations with compilers that announce statements."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's PostgreSQL connection with announced statements."""

    ops_class = DatabaseOperations
