"""Database functions that Django lacks."""

from typing import Any

from django.db.models import Func, IntegerField


class JsonLength(Func):
    """The length of a JSON list in a column, computed by the database so that the list is not loaded."""

    function = "JSONB_ARRAY_LENGTH"
    arity = 1
    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSON_ARRAY_LENGTH", **context)
