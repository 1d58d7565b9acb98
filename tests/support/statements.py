"""What is said to the database, as a test counts it."""

from django.test.utils import CaptureQueriesContext


def statements(queries: CaptureQueriesContext) -> list[str]:
    """All that was said, but that PostgreSQL gave keys for a hundred rows: anybody may be the next to need them."""
    return [query["sql"] for query in queries if "nextval(" not in query["sql"]]
