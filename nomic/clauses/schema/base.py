"""What every kind of clause has."""

from pydantic import Field

from nomic.law.document.sections import SectionModel


class Clause(SectionModel):
    """Any clause. `place` settles the order among the clauses of its rule, then their names do."""

    place: int = Field(default=0, ge=-1_000_000, le=1_000_000, title="Its place among the clauses of the rule")
