"""Counts the queries of a test, and finds the code that sends each."""

import re
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, Self

from django.test.utils import CaptureQueriesContext

from nomic.games import HOME

FRAMES = 3  # of the project, from the innermost one on, that an origin names
BENEATH = (
    "nomic/db/",
    "tests/support/counted_queries.py",
    "tests/support/frame_memory.py",
    ".venv/",
)  # through which every query goes
COLUMNS = re.compile(r"^SELECT .*? FROM ", re.DOTALL)
VALUE = re.compile(r"'[^']*'|\b\d+\b")
SHOWN = 240  # characters of a statement


class CountedQueries(CaptureQueriesContext):
    """Captures queries as Django does, each with the lines of the project that sent it.

    `assert_at_most` and `assert_no_more_than` fail with the queries that are too many, and with their lines.
    """

    def __enter__(self) -> Self:
        super().__enter__()
        self._origins: dict[int, str] = {}
        self._noting = self.connection.execute_wrapper(self._note)
        self._noting.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._noting.__exit__(*error)
        super().__exit__(*error)

    def _note(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self._origins[len(self.connection.queries_log)] = _origin()
        return execute(sql, params, many, context)

    def lines(self) -> list[str]:
        """Return a line for each query, in order: its SQL and its origin."""
        return [f"{sql}\n        from {origin}" for sql, origin in self._with_origins()]

    def assert_at_most(self, most: int, what: object = "") -> None:
        """Fail if there are more than `most` queries. The message lists all of them."""
        __tracebackhide__ = True
        if len(self) > most:
            listed = "\n    ".join(self.lines())
            raise AssertionError(f"{what}: {len(self)} queries, and {most} may be made:\n    {listed}")

    def assert_no_more_than(self, fewer: "CountedQueries", what: object = "") -> None:
        """Fail unless there are as many queries as in `fewer`. The message lists the differences."""
        __tracebackhide__ = True
        if len(self) == len(fewer):
            return
        ours, theirs = self._by_shape(), fewer._by_shape()
        surplus = [f"{ours[shape] - theirs[shape]} more of {shape}" for shape in ours if ours[shape] > theirs[shape]]
        missing = [f"{theirs[shape] - ours[shape]} less of {shape}" for shape in theirs if theirs[shape] > ours[shape]]
        listed = "\n    ".join([*surplus, *missing])
        raise AssertionError(f"{what}: {len(self)} queries instead of {len(fewer)}:\n    {listed}")

    def _with_origins(self) -> list[tuple[str, str]]:
        return [
            (COLUMNS.sub("SELECT … FROM ", query["sql"])[:SHOWN], self._origins.get(number, "an unknown line"))
            for number, query in enumerate(self.captured_queries, self.initial_queries)
        ]

    def _by_shape(self) -> Counter[str]:
        """Count the queries by origin and by SQL without values."""
        return Counter(f"{VALUE.sub('?', sql)}\n        from {origin}" for sql, origin in self._with_origins())


def _origin() -> str:
    """Return the innermost lines of the project on the call stack, such as `nomic/court/lookup.py:30 in judges`."""
    found: list[str] = []
    frame = sys._getframe(1)
    while frame is not None and len(found) < FRAMES:
        path = frame.f_code.co_filename.removeprefix(f"{HOME}/")
        if path != frame.f_code.co_filename and not path.startswith(BENEATH):
            found.append(f"{path}:{frame.f_lineno} in {frame.f_code.co_name}")
        frame = frame.f_back  # type: ignore[assignment]
    return ", called by ".join(found) or "an unknown line"


def statements(queries: CaptureQueriesContext) -> list[str]:
    """Return the SQL of all queries except those that fetch a block of primary keys, which any query may trigger."""
    return [query["sql"] for query in queries if "nextval(" not in query["sql"]]
