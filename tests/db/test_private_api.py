"""The undocumented parts of Django that `nomic.db` uses: all of them, where, and that each is what it was.

If a new version of Django breaks a test here, the table says which modules to repair.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Count, Model, UniqueConstraint
from django.db.models.base import ModelState
from django.db.models.expressions import Col, Combinable, RawSQL
from django.db.models.options import Options
from django.db.models.query import ModelIterable
from django.db.models.sql import DeleteQuery, InsertQuery, Query, UpdateQuery
from django.db.models.sql.datastructures import BaseTable, Join

import nomic.db
from nomic.cycles.models import Cycle, Entry, Unsealing
from nomic.inventory.models import Balance

pytestmark = pytest.mark.django_db

FOLDER = Path(nomic.db.__file__).parent
DATABASE: Any = connections[DEFAULT_DB_ALIAS]
ROW = Balance(cycle_id=1, holder="ada", item="Chip", amount=1)
META: Any = Balance._meta
LINK: Any = META.get_field("cycle")


def rows() -> Any:
    return Balance.objects.filter(amount=7).order_by("pk")


def compiled(query: Any) -> Any:
    """The compiler of a query, once it has written the SQL."""
    compiler = query.get_compiler(DEFAULT_DB_ALIAS)
    compiler.as_sql()
    return compiler


def updating() -> Any:
    query = rows().query.chain(UpdateQuery)
    query.add_update_fields([(META.get_field("amount"), None, RawSQL("%s", (0,)))])
    return query


def compiled_parts(kind: type = object) -> list[Any]:
    """The parts of a query with a join that its compiler compiles, of one type."""
    compiler = Balance.objects.filter(cycle__slug="a").query.get_compiler(DEFAULT_DB_ALIAS)
    parts: list[Any] = []
    compiles = compiler.compile
    compiler.compile = lambda node: (parts.append(node), compiles(node))[1]
    compiler.as_sql()
    return [each for each in parts if isinstance(each, kind)]


def linked() -> Balance:
    return Balance(cycle=Cycle(slug="a"), holder="ada", item="Chip", amount=1)


@dataclass(frozen=True, slots=True)
class Part:
    """An attribute or an imported name, the modules that use it, and a check that it is what they need."""

    name: str
    used_in: str
    check: Callable[[], Any]


PARTS = [
    # models, their options and fields
    Part(
        "_meta", "bulk_sql compilers id_blocks optimistic_lock column_read_set unit", lambda: isinstance(META, Options)
    ),
    Part(
        "concrete_fields",
        "bulk_sql unit",
        lambda: [f.name for f in META.concrete_fields][:2] == ["id", "cycle"],
    ),
    Part(
        "db_table",
        "bulk_sql compilers id_blocks optimistic_lock column_read_set unit",
        lambda: META.db_table == "inventory_balance",
    ),
    Part("label", "optimistic_lock", lambda: META.label == "inventory.Balance"),
    Part("pk", "bulk_sql id_blocks optimistic_lock unit", lambda: META.pk is META.get_field("id")),
    Part(
        "constraints",
        "bulk_sql",
        lambda: isinstance(META.constraints[0], UniqueConstraint) and META.constraints[0].fields,
    ),
    Part(
        "related_objects",
        "unit",
        lambda: not META.related_objects and Unsealing in {each.related_model for each in Entry._meta.related_objects},
    ),
    Part("attname", "bulk_sql unit", lambda: LINK.attname == "cycle_id" and "cycle_id" in ROW.__dict__),
    Part("column", "bulk_sql compilers id_blocks optimistic_lock unit", lambda: LINK.column == "cycle_id"),
    Part("target_field", "bulk_sql", lambda: LINK.target_field is Cycle._meta.pk),
    Part(
        "get_cached_value",
        "bulk_sql",
        lambda: LINK.get_cached_value(ROW, default=None) is None and LINK.get_cached_value(linked()).slug == "a",
    ),
    Part("_state", "bulk_sql clone_instance", lambda: type(ROW._state) is ModelState),
    Part(
        "ModelState",
        "clone_instance",
        lambda: vars(ModelState()) == {} and set(vars(linked()._state)) <= {"adding", "db", "fields_cache"},
    ),
    Part("adding", "bulk_sql", lambda: ModelState().adding is True),
    Part("db", "bulk_sql", lambda: ModelState().db is None),
    Part("fields_cache", "clone_instance", lambda: list(linked()._state.fields_cache) == ["cycle"]),
    # querysets and the queries beneath them
    Part("_iterable_class", "prepared_query column_read_set", lambda: rows()._iterable_class is ModelIterable),
    Part("ModelIterable", "column_read_set", lambda: rows().values("pk")._iterable_class is not ModelIterable),
    Part("_known_related_objects", "prepared_query", lambda: rows()._known_related_objects == {}),
    Part("query", "prepared_query column_read_set", lambda: rows().query.model is Balance),
    Part("get_compiler", "prepared_query column_read_set", lambda: rows().query.get_compiler(DEFAULT_DB_ALIAS).query),
    Part(
        "annotations",
        "column_read_set",
        lambda: not rows().query.annotations and rows().annotate(n=Count("pk")).query.annotations,
    ),
    Part("distinct", "column_read_set", lambda: not rows().query.distinct and rows().distinct().query.distinct),
    Part(
        "combinator", "column_read_set", lambda: not rows().query.combinator and rows().union(rows()).query.combinator
    ),
    Part(
        "select_for_update",
        "compilers prepared_query",
        lambda: not rows().query.select_for_update and rows().select_for_update().query.select_for_update,
    ),
    # compilers
    Part(
        "as_sql",
        "prepared_query column_read_set",
        lambda: rows().query.get_compiler(DEFAULT_DB_ALIAS).as_sql()[1] == (7,),
    ),
    Part("select", "prepared_query", lambda: compiled(rows().query).select[0][0].target.name == "id"),
    Part("col_count", "prepared_query", lambda: compiled(rows().query).col_count == 5),
    Part(
        "get_converters",
        "prepared_query",
        lambda: (
            list(compiled(Entry.objects.all().query).get_converters([Entry._meta.get_field("key").cached_col])) == [0]
        ),
    ),
    Part("using", "prepared_query", lambda: compiled(rows().query).using == DEFAULT_DB_ALIAS),
    Part(
        "connection",
        "connection_health prepared_query statement_batch",
        lambda: compiled(rows().query).connection is DATABASE,
    ),
    # subclasses of Django's compilers (test_effects.py compares what they announce)
    Part("BaseDatabaseOperations", "compilers", lambda: isinstance(DATABASE.ops, BaseDatabaseOperations)),
    Part("compiler", "compilers", lambda: type(compiled(rows().query)) is DATABASE.ops.compiler("SQLCompiler")),
    Part("base", "base", lambda: isinstance(DATABASE, BaseDatabaseWrapper)),
    Part("operations", "base", lambda: DATABASE.ops_class.__bases__[1].__module__.endswith(".operations")),
    Part("execute_sql", "compilers", lambda: compiled(rows().query).execute_sql("single") is None),
    Part(
        "compile", "compilers", lambda: META.pk in [each.target for each in compiled_parts() if isinstance(each, Col)]
    ),
    Part("get_select", "compilers", lambda: len(compiled(rows().query).get_select()[0]) == 5),
    Part("UpdateQuery", "compilers", lambda: [field.name for field, _, _ in updating().values] == ["amount"]),
    Part("DeleteQuery", "compilers", lambda: issubclass(DeleteQuery, Query)),
    Part("InsertQuery", "compilers", lambda: issubclass(InsertQuery, Query)),
    Part("get_meta", "compilers", lambda: updating().get_meta() is META),
    Part(
        "on_conflict",
        "compilers",
        lambda: InsertQuery(Balance).on_conflict is None and InsertQuery(Balance, on_conflict=1).on_conflict,
    ),
    Part("Col", "compilers", lambda: META.pk.get_col(META.db_table).target is META.pk),
    Part("target", "compilers", lambda: META.pk.get_col(META.db_table).target is META.pk),
    Part("BaseTable", "compilers", lambda: isinstance(next(iter(compiled_parts(BaseTable))), BaseTable)),
    Part("Join", "compilers", lambda: len(compiled_parts(Join)) == 1),
    Part("table_name", "compilers", lambda: compiled_parts(Join)[0].table_name == "cycles_cycle"),
    Part("table_alias", "compilers", lambda: compiled_parts(Join)[0].table_alias == "cycles_cycle"),
    Part("parent_alias", "compilers", lambda: compiled_parts(Join)[0].parent_alias == META.db_table),
    Part("join_fields", "compilers", lambda: compiled_parts(Join)[0].join_fields == ((LINK, Cycle._meta.pk),)),
    Part("join_field", "compilers", lambda: compiled_parts(Join)[0].join_field is LINK),
    Part("get_extra_restriction", "compilers", lambda: LINK.get_extra_restriction("a", "b") is None),
    Part("filtered_relation", "compilers", lambda: compiled_parts(Join)[0].filtered_relation is None),
    # connections
    Part("BaseDatabaseWrapper", "bulk_sql json_recordset", lambda: isinstance(DATABASE, BaseDatabaseWrapper)),
    Part("settings_dict", "id_blocks", lambda: DATABASE.settings_dict["NAME"]),
    Part("ops", "bulk_sql", lambda: DATABASE.ops.connection is DATABASE),
    Part("bulk_batch_size", "bulk_sql", lambda: connection.ops.bulk_batch_size([META.pk], [ROW]) >= 1),
    Part("ensure_connection", "statement_batch", lambda: DATABASE.ensure_connection() or DATABASE.connection),
    Part("atomic_blocks", "query_cache", lambda: len(DATABASE.atomic_blocks) >= 1),  # the test's own transaction
    Part("health_check_enabled", "connection_health", lambda: DATABASE.health_check_enabled in (True, False)),
    Part("health_check_done", "connection_health", lambda: _closes_only_if_not_done()),
    # expressions
    Part("Combinable", "optimistic_lock", lambda: issubclass(RawSQL, Combinable)),
]


def _closes_only_if_not_done() -> bool:
    """Django's check calls `is_usable` only if `health_check_done` is false."""
    other = DATABASE.copy()
    other.connection, other.health_check_enabled, other.health_check_done = object(), True, True
    other.is_usable = lambda: pytest.fail("was asked")
    other.close_if_health_check_failed()
    other.connection = None
    return True


@pytest.mark.parametrize("part", [pytest.param(each, id=each.name) for each in PARTS])
def test_a_private_part_is_what_it_was(part: Part) -> None:
    assert part.check()


# ── no others

# Names that Python's own types, psycopg or this package have too; it uses those, or what Django documents.
OTHERS = {
    *("copy", "count", "get", "get_field", "join", "union", "update", "values", "fields", "model", "name"),
    *("_cache", "_prepare", "_values", "add", "autocommit"),
    *("all", "cursor", "execute_wrapper", "filter", "order_by", "vendor"),
    # documented for fields
    *("db_type", "deconstruct", "get_db_prep_save", "get_prep_value", "is_relation", "pre_save", "primary_key"),
    *("related_model", "unique"),
}
DOCUMENTED_MODULES = {"django.db", "django.db.models"}
DOCUMENTED = {"RawSQL"}  # of other modules


def is_private(module: str) -> bool:
    return module.startswith("django.") and module not in DOCUMENTED_MODULES


@cache
def djangos_names() -> frozenset[str]:
    """The attributes of all kinds of Django's objects that the package could reach."""
    queries = [rows(), rows().query, updating(), InsertQuery(Balance), compiled(rows().query), *compiled_parts()]
    others = [META, type(Balance), ROW, linked()._state, META.pk, LINK, DATABASE, DATABASE.ops, DATABASE.features]
    return frozenset(name for each in (*queries, *others) for name in dir(each) if not name.startswith("__"))


def used_in(path: Path) -> set[str]:
    """What a module uses that Django does not document: attributes of anything but `self`, and imported names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            is_own = isinstance(node.value, ast.Name) and node.value.id == "self" and not node.attr.startswith("_")
            if not is_own and node.attr in djangos_names():
                found.add(node.attr)
        elif isinstance(node, ast.ImportFrom) and is_private(node.module or ""):
            found |= {each.name for each in node.names} - DOCUMENTED
    return found - OTHERS


def test_no_other_private_part_is_used() -> None:
    """The table names each part that a module uses, and no part that no module uses."""
    found = {(name, path.stem) for path in FOLDER.rglob("*.py") for name in used_in(path)}
    listed = {(part.name, module) for part in PARTS for module in part.used_in.split()}
    assert (sorted(found - listed), sorted(listed - found)) == ([], [])


def test_what_a_row_is_made_of() -> None:
    """`clone` and the cache rely on it: values by attribute name, and a state."""
    assert set(vars(ROW)) == {"_state", "id", "cycle_id", "holder", "item", "amount"}
    assert not hasattr(Model, "__slots__")
