"""Rows for the tables that clauses of a rule define, such as a new quest in the table of quests."""

import re
from typing import Any

from nomic.clauses.schema.tables import MAX_CELL
from nomic.forms.parse_law_values import YES_OR_NO
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.web.composer.orders.changes.drafted_law import NotPlaced
from nomic.web.typed_amendments import Operation

MAX_NAME = 60  # characters of a row's name


def with_law_row(law: Law, id_: str, words: str) -> list[Operation] | None:
    """Return operations that add a row to the only table defined by a rule's clauses.

    Returns None if there is not exactly one table. `words` holds the name of the row and its cells in the order of the
    columns, separated by "||", "|" or commas. Raises NotPlaced if they do not fit the columns.
    """
    table = _only_table(law, id_)
    if table is None:
        return None
    name, clause = table
    columns: dict[str, str] = clause["columns"]
    sign = next((sign for sign in ("||", "|", ",") if sign in words), ",")
    row, *cells = [cell.strip() for cell in words.strip(" |*#.\n").split(sign)]
    if len(cells) != len(columns):
        raise NotPlaced(
            f"a row of this table has a name and {len(columns)} {'cell' if len(columns) == 1 else 'cells'} "
            f"({', '.join(columns)}): separate them with “||”"
        )
    if not row or len(row) > MAX_NAME or row in clause["rows"]:
        raise NotPlaced("the new row needs a short name of its own")
    filled = zip(columns.items(), cells, strict=True)
    value = {column: _cell(law, column, kind, cell) for (column, kind), cell in filled if cell not in ("", "–", "-")}
    path = pointer("rules", id_, "clauses", name, "rows", row)
    return [{"op": "test", "path": path, "value": None}, {"op": "add", "path": path, "value": value}]


def law_columns(law: Law, id_: str) -> list[str]:
    """Return the headings of the only table defined by a rule's clauses. Empty if there is not exactly one."""
    table = _only_table(law, id_)
    return [] if table is None else [str(table[1]["table"]), *table[1]["columns"]]


def _only_table(law: Law, id_: str) -> tuple[str, dict[str, Any]] | None:
    """Return the only clause of a rule that defines a displayed table, with its name, else None."""
    rule = law.document["rules"][id_]
    shown = {found["what"].strip() for found in PLACEHOLDER.finditer(str(rule["body"])) if found["table"]}
    clauses = rule.get("clauses", {}).items()
    tables = [(name, clause) for name, clause in clauses if clause.get("table") in shown and "columns" in clause]
    return tables[0] if len(tables) == 1 else None


def _cell(law: Law, column: str, kind: str, cell: str) -> Any:
    """Convert the text of a cell to the type of its column. Raises NotPlaced if it does not fit."""
    if kind == "number":
        if not cell.isascii() or not cell.isdecimal() or len(cell) > 9:
            raise NotPlaced(f"“{column}” is a number, and “{cell[:40]}” is not")
        return int(cell)
    if kind == "flag":
        if cell.casefold() not in YES_OR_NO:
            raise NotPlaced(f"“{column}” is yes or no, and “{cell[:40]}” is neither")
        return YES_OR_NO[cell.casefold()]
    if kind == "names":
        return [name.strip() for name in re.split("[;,]", cell)]
    if kind == "item":
        items = items_of(law)
        named = [name for name, item in items.items() if cell.casefold() in (name.casefold(), item.plural.casefold())]
        if len(named) != 1:
            raise NotPlaced(f"“{column}” is an item, and the law has no item called “{cell[:40]}”")
        return named[0]
    if len(cell) > MAX_CELL:
        raise NotPlaced(f"“{column}” is too long: at most {MAX_CELL} characters")
    return cell
