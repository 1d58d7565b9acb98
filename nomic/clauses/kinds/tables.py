"""Kind of clause: a table of the law."""

from collections.abc import Iterator, Mapping

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.schema.kind_registry import ClauseKind, Taken
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.tables import TableClause
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.english_grammar import listed, quoted_if_words, with_article
from nomic.inventory.law_section import unknown_items
from nomic.law.document.sections import Flaw, Law, pointer
from nomic.law.labels.indented_outline import INDENT, ITEM
from nomic.law.rules.generated_tables import LawTable, register_tables


def law_tables(law: Law) -> Mapping[str, LawTable]:
    """Return the tables of a law's clauses by name, for placeholders such as `{{law table|Rooms}}`."""
    return {name: placed.clause.as_law_table(placed.path) for name, placed in clauses_of(law).tables.items()}


# Kinds of columns in words, where these are no nouns with an article.
_KINDS = {"flag": "yes or no", "names": "names"}


class TableKind(ClauseKind[TableClause]):
    """A table, indexed by its name."""

    schema = TableClause
    nouns = "table", "tables"
    offered_as = "a table of names with what belongs to each"
    example = "By itself this does nothing. Other clauses read it."
    blank = {"table": "", "columns": {"Price": "number"}, "rows": {}}
    named_by = "table"
    in_lines = True
    taken = Taken("table", "another table is called {name!r}")

    def filed_under(self, placed: Placed[TableClause]) -> str:
        return placed.clause.table

    def flaws(self, law: Law, placed: Placed[TableClause], known: Vocabulary) -> Iterator[Flaw]:
        clause, path = placed.clause, placed.path
        yield from (Flaw(path + pointer(*place), detail) for place, detail in clause.flaws())
        taken = clauses_of(law).values.keys() | clauses_of(law).tables.keys()
        if clause.table in clauses_of(law).values:
            yield Flaw(f"{path}/table", f"a value is already called {clause.table!r}")
        for column in clause.columns:
            if column in taken or clauses_of(law).columns[column].path != path:
                yield Flaw(path + pointer("columns", column), f"a value, table or column is already called {column!r}")
        for row, cells in clause.rows.items():
            for column, cell in cells.items():
                if clause.columns.get(column) == "item" and isinstance(cell, str):
                    yield from unknown_items(law, (path + pointer("rows", row, column), cell))

    def leaks(self, law: Law, placed: Placed[TableClause], secrets: Secrets) -> Iterator[Flaw]:
        return iter(())

    def tries(self, trial: Trial, placed: Placed[TableClause]) -> Runs:
        return iter(())

    def explain(self, clause: TableClause, law: Law) -> tuple[str, ...]:
        columns = listed(
            [f"{column} ({_KINDS.get(kind, with_article(kind))})" for column, kind in clause.columns.items()]
        )
        has = f"with the {'columns' if len(clause.columns) > 1 else 'column'} {columns}"
        lead = f"There is a table called {quoted_if_words(clause.table)}, {has}"
        if not clause.rows:
            return (f"{lead}. It is empty.",)
        return ("\n".join([f"{lead}:", *(f"{INDENT}{ITEM}{line}" for line in clause.lines())]),)

    def brief(self, clause: TableClause, law: Law) -> str:
        count = len(clause.rows)
        return f"{clause.table} is a table of {count} {'row' if count == 1 else 'rows'}."

    def install(self) -> None:
        """Register the tables for placeholders in rules. Effects read tables directly from the law."""
        register_tables(law_tables)
