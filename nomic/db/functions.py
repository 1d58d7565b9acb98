"""How many elements a stored JSON list has, without reading them."""

from typing import Any

from django.db.models import Func, IntegerField


class JsonLength(Func):
    """The length of a column that holds a JSON list."""

    function = "JSONB_ARRAY_LENGTH"
    arity = 1
    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSON_ARRAY_LENGTH", **context)
