"""New rows of the tables of rules, described in prose.

"Add a quest “Sweep the chimney” in the Hall, which wants 2 Planks and is worth 4 Renown." Each word of such an order
has to fit a column of the table or mean nothing. An order that leaves something over is not read.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from nomic.effects.prose.english_grammar import listed
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law, pointer
from nomic.law.search.values import stems_of
from nomic.recipes.plain_rules.things import NUMBER, number
from nomic.recipes.sentences import singular
from nomic.web.composer.orders.changes.clause_table_rows import MAX_NAME, with_law_row
from nomic.web.composer.orders.changes.drafted_law import NotPlaced
from nomic.web.composer.orders.order_forms import REMOVE
from nomic.web.composer.orders.phrasings import LEAD
from nomic.web.typed_amendments import Operation, replaced

LONGEST = 400  # characters of an order
_NEAR = 4  # words before a number that can name its column
_HEAD = (
    r"(?:add|create|introduce|insert|put|append|include|there (?:is|shall be|will be)(?: now)?) "
    r"(?:an?|another|the(?: following)?|one)(?: more)? (?:new )?(?P<what>row|entry|<noun>)"
    r"(?P<to> (?:to|in|into|of) (?:the )?(?:table (?:of )?)?<table>(?: table)?)?"
    r"(?:,? (?:called|named|titled))?[,:]? (?:the (?=[A-Z]))?"
)
_NAME = re.compile(
    r"“(?P<quoted>[^”\n]{1,60})”|(?P<bare>[A-Z][\w’'-]*(?: (?:[A-Z][\w’'-]*|of|the|and))*?)"
    r"(?=[,.:;(]| (?:in|at|with|which|that|whose|wants?|is|has|for)\b|$)"
)
_INSTEAD = re.compile(
    rf",? (?:instead of|rather than|not|up from|down from) (?P<old>{NUMBER})(?: \w+)?$", re.IGNORECASE
)
_A_NUMBER = re.compile(NUMBER, re.IGNORECASE)
_WORD = re.compile(r"[\w’'-]+")
_MEANS_NOTHING = frozenset(
    stems_of(
        "in the it its is are be waits wait wants want asks ask for needs need requires require and with of a an "
        "which that whose you can could gather there here yields yield gives give has have leads lead to from at "
        "by located placed found reward rewards member members player players who finishes finish gains gain gets "
        "get brings bring each every worth value price costs cost takes take them this new also on into where only "
        "one may"
    )
)


_REMOVES = (
    rf"(?:{REMOVE}|repeal|abolish) (?:the )?(?:row|entry|<noun>)(?: (?:called|named|for|of))? "
    r"“?(?P<name>[^“”\n]{1,60}?)”?"
    r"(?: (?:from|in|of) (?:the )?(?:table (?:of )?)?<table>(?: table)?)?[ .!]*"
)


@dataclass
class _Row:
    """The cells of a row as far as they are read, and the words that are not used yet."""

    columns: Mapping[str, str]
    words: list[str]
    cells: dict[str, Any] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)

    def open(self, kind: str) -> list[str]:
        """Return the columns of a kind that have no cell yet."""
        return [column for column, each in self.columns.items() if each == kind and column not in self.cells]

    def fill(self, column: str, cell: Any, *places: int) -> None:
        """Fill a cell, by the words at some places."""
        self.cells[column] = cell
        self.used |= {*places}


def row_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for an order that adds or removes a row of a rule's table, or None for other orders.

    Quotations are in curly quotation marks. Raises NotPlaced if a part of the description fits no column.
    """
    lead = LEAD.match(words)
    plain = " ".join((words if lead is None else words[lead.end() :]).split())
    if len(plain) > LONGEST:
        return None
    for rule, key, clause, head, removes in law.once("tables that get rows in prose", lambda: [*_tables(law)]):
        if (gone := removes.fullmatch(plain)) is not None and gone["name"] in clause["rows"]:
            path = pointer("rules", rule, "clauses", key, "rows", gone["name"])
            return [{"op": "test", "path": path, "value": clause["rows"][gone["name"]]}, {"op": "remove", "path": path}]
        begins = head.match(plain)
        if begins is None or (begins["what"].casefold() in ("row", "entry") and not begins["to"]):
            continue
        rest = plain[begins.end() :]
        if "|" in rest:
            written = rest.strip("“” ")
            return None if "“" in written else with_law_row(law, rule, written)
        if rest.startswith("“") and re.search(r"[.,:]", rest.partition("”")[0]):
            rest = rest.replace("“", "", 1).replace("”", "", 1).removeprefix("the ")
        if (named := _NAME.match(rest)) is None:
            return None
        name = (named["quoted"] or named["bare"]).strip()
        if len(name) > MAX_NAME:
            raise NotPlaced("the new row needs a short name of its own")
        if name in clause["rows"]:
            raise NotPlaced(f"there is a row {name} already: write which of its cells change")
        cells = _cells(law, clause, rest[named.end() :])
        path = pointer("rules", rule, "clauses", key, "rows", name)
        return [{"op": "test", "path": path, "value": None}, {"op": "add", "path": path, "value": cells}]
    return None


def cell_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for a sentence that gives a number of one row: "The quest Lay the table is worth 7 Renown".

    Returns None for other sentences. The list is empty if the law says so already. Raises NotPlaced if the sentence
    gives another former number than the law has.
    """
    said = " ".join(words.split()).strip(" .!")
    if len(said) > LONGEST:
        return None
    old = _INSTEAD.search(said)
    said = said if old is None else said[: old.start()]
    for rule, key, clause, *_ in law.once("tables that get rows in prose", lambda: [*_tables(law)]):
        plain = f" {' '.join(_WORD.findall(said))} "
        words_of = {name: " ".join(_WORD.findall(name)) for name in clause["rows"]}
        names = [name for name, each in words_of.items() if f" {each} " in plain]
        if len(names) != 1:
            continue
        (name,) = names
        row = _Row(clause["columns"], plain.replace(f" {words_of[name]} ", " ", 1).split())
        found = _column_of(law, row, clause["rows"][name], str(clause["table"]))
        if found is None:
            continue
        column, n = found
        path, now = pointer("rules", rule, "clauses", key, "rows", name, column), clause["rows"][name].get(column)
        if old is not None and number(old["old"]) != now:
            raise NotPlaced(f"the {column} of {name} is {now} now")
        if now is None:
            return [{"op": "test", "path": path, "value": None}, {"op": "add", "path": path, "value": n}]
        return [] if now == n else replaced(path, now, n)
    return None


def _column_of(law: Law, row: _Row, cells: Mapping[str, Any], table: str) -> tuple[str, int] | None:
    """Return the column whose number a sentence gives, and the number, or None if it is about something else."""
    items = {form.casefold(): name for name, item in items_of(law).items() for form in (name, item.plural)}
    places = [place for place, word in enumerate(row.words) if _A_NUMBER.fullmatch(word)]
    if len(places) != 1:
        return None
    (place,) = places
    item = items.get(row.words[place + 1].casefold()) if place + 1 < len(row.words) else None
    stems = {stem for word in row.words for stem in stems_of(word)}
    named = [column for column in row.open("number") if {*stems_of(column)} <= stems]
    goods = [column for column in row.open("item") if item is not None and cells.get(column) == item]
    counts = [_after(row, column) for column in goods]
    columns = named or [column for column in counts if column in row.open("number")]
    known = {*stems_of(table), *(stem for each in row.columns for stem in stems_of(each)), *_names_of_values(law)}
    known |= {stem for each in items for stem in stems_of(each)}
    over = [word for word in row.words if not {*stems_of(word)} <= _MEANS_NOTHING | known and word != row.words[place]]
    return (columns[0], number(row.words[place])) if len(columns) == 1 and not over else None


def _tables(law: Law) -> Iterator[tuple[str, str, Mapping[str, Any], re.Pattern[str], re.Pattern[str]]]:
    """Yield the tables of rules: the rule, the clause with its name, and the forms of orders for its rows."""
    for rule, each in law.document.get("rules", {}).items():
        for key, clause in (each.get("clauses") or {}).items():
            if "table" in clause and clause.get("columns"):
                table = str(clause["table"])
                adds, removes = (
                    re.compile(
                        form.replace("<noun>", re.escape(singular(table))).replace("<table>", re.escape(table)),
                        re.IGNORECASE,
                    )
                    for form in (_HEAD, _REMOVES)
                )
                yield rule, key, clause, adds, removes


def _cells(law: Law, clause: Mapping[str, Any], rest: str) -> dict[str, Any]:
    row = _Row(clause["columns"], _WORD.findall(rest))
    _numbers(law, row)
    _items(law, row)
    _names(law, clause, row)
    known = {stem for column in row.columns for stem in stems_of(column)} | _names_of_values(law)
    over = [
        word
        for place, word in enumerate(row.words)
        if place not in row.used and not {*stems_of(word)} <= _MEANS_NOTHING | known
    ]
    columns = listed([*row.columns], "and")
    if over:
        raise NotPlaced(f"“{' '.join(over[:4])}” fits no column of the table {clause['table']}, which has {columns}")
    missing = [
        column
        for column in row.columns
        if column not in row.cells and all(column in each for each in clause["rows"].values())
    ]
    if missing or not row.cells:
        raise NotPlaced(f"the row has no {listed(missing or [*row.columns], 'and')}")
    return row.cells


def _numbers(law: Law, row: _Row) -> None:
    """Fill the columns of numbers, and of items that are counted."""
    items = {form.casefold(): name for name, item in items_of(law).items() for form in (name, item.plural)}
    for place, word in enumerate(row.words):
        if _A_NUMBER.fullmatch(word) is None or word.casefold() in ("a", "an"):
            continue
        near = {stem for each in row.words[max(0, place - _NEAR) : place] for stem in stems_of(each)}
        near -= {stem for used in row.used for stem in stems_of(row.words[used])}
        named = [column for column in row.open("number") if {*stems_of(column)} <= near]
        item = items.get(row.words[place + 1].casefold()) if place + 1 < len(row.words) else None
        goods, amounts = row.open("item"), row.open("number")
        if len(named) == 1:
            row.fill(named[0], number(word), place, *([place + 1] if item else []))
        elif item and len(goods) == 1 and (counts := _after(row, goods[0])) in amounts:
            row.fill(goods[0], item, place + 1)
            row.fill(counts, number(word), place)
        else:
            raise NotPlaced(
                f"it is not clear which column “{word}” is for: the columns are {listed([*row.columns], 'and')}"
            )


def _items(law: Law, row: _Row) -> None:
    """Fill the columns of items with an item that is named without a number: "Goods: Plank"."""
    items = {form.casefold(): name for name, item in items_of(law).items() for form in (name, item.plural)}
    places = [place for place, word in enumerate(row.words) if place not in row.used and word.casefold() in items]
    if len(places) == 1 and len(goods := row.open("item")) == 1:
        row.fill(goods[0], items[row.words[places[0]].casefold()], places[0])


def _after(row: _Row, column: str) -> str:
    """Return the column that follows a column of items, which says how many of them."""
    columns = [*row.columns]
    place = columns.index(column) + 1
    return columns[place] if place < len(columns) else ""


def _names(law: Law, clause: Mapping[str, Any], row: _Row) -> None:
    """Fill the columns of names with names that the law's tables have."""
    known = {name for rule in law.document["rules"].values() for name in _rows_of(rule)}
    for kind in ("name", "names"):
        for column in row.open(kind):
            cells = [each[column] for each in clause["rows"].values() if column in each]
            names = known | {each for cell in cells for each in (cell if isinstance(cell, list) else [cell])}
            found = [(place, word) for place, word in enumerate(row.words) if word in names and place not in row.used]
            if found and (kind == "names" or len({word for _, word in found}) == 1):
                chosen = [word for _, word in found]
                row.fill(column, chosen if kind == "names" else chosen[0], *(place for place, _ in found))


def _rows_of(rule: Mapping[str, Any]) -> Iterator[str]:
    for clause in (rule.get("clauses") or {}).values():
        yield from clause.get("rows") or {}


def _names_of_values(law: Law) -> set[str]:
    """Return the stems of the names of the values that rules keep, such as Renown."""
    rules = law.document.get("rules", {}).values()
    clauses = [clause for rule in rules for clause in (rule.get("clauses") or {}).values()]
    return {stem for clause in clauses for stem in stems_of(str(clause.get("value", "")))}
