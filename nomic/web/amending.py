"""The amendment builder: from what somebody typed about a rule or a value to operations on the law's document.

It works on the law as the draft's amendments so far would make it, so that one change can build on another. Every
operation is guarded by a `test` for what was there when it was written.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jsonpointer import resolve_pointer

from nomic.law.entries import Entries, NotAnEntry, entries_of, read_entry
from nomic.law.json_text import NotJson, read_json
from nomic.law.placeholders import value_in_words
from nomic.law.sections import Law, pointer
from nomic.law.text import clean_line, clean_text
from nomic.law.wording import name_of, words_at

Operation = dict[str, Any]

SKIPPED_KEYS = {"place"}
STEP = 10  # between the places of neighbouring rules
LONGEST_ID = 70


class CannotBuild(Exception):
    """What was typed makes no amendment; the text says why, `field` where."""

    def __init__(self, field: str, detail: str) -> None:
        self.field = field
        super().__init__(detail)


@dataclass(frozen=True, slots=True)
class EditableValue:
    """One value of the law: where it stands, what it is called, what it is now."""

    path: str
    name: str
    section: str
    value: Any

    @property
    def as_typed(self) -> str:
        """The value as it stands in an input: a text as it is, everything else as JSON."""
        return self.value if isinstance(self.value, str) else json.dumps(self.value, ensure_ascii=False)

    @property
    def is_long(self) -> bool:
        """Whether it takes several lines to write."""
        return isinstance(self.value, str) and (len(self.value) > 60 or "\n" in self.value)


def editable_values(law: Law) -> list[EditableValue]:
    """Every single value of the law outside the rules: numbers, texts, yes or no, short lists; in reading order."""
    return [
        EditableValue(pointer(*path), name_of(law.document, path).words, str(path[0]), value)
        for name in sorted(set(law.document) - {"rules"})
        for path, value in _leaves((name,), law.document[name])
    ]


def value_named(law: Law, name: str) -> EditableValue:
    """The value of that name, or at that JSON pointer. Raises CannotBuild."""
    wanted = name.strip()
    for value in editable_values(law):
        if wanted in (value.name, value.path):
            return value
    raise CannotBuild("value", "Pick one of the values that are offered.")


def _leaves(path: tuple[str | int, ...], content: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(content, dict):
        for key in sorted(content, key=lambda key: (_place(content[key]), key)):
            if key not in SKIPPED_KEYS:
                yield from _leaves((*path, key), content[key])
    elif isinstance(content, list) and any(isinstance(element, dict | list) for element in content):
        for count, element in enumerate(content):
            yield from _leaves((*path, count), element)
    else:
        yield path, content


def _place(content: Any) -> int:
    place = content.get("place", 0) if isinstance(content, dict) else 0
    return place if isinstance(place, int) else 0


def change_value(law: Law, path: str, typed: str) -> list[Operation]:
    """Set the value at `path` to what was typed. Raises CannotBuild."""
    old = value_named(law, path)
    new = _as_value(old.value, typed)
    if new == old.value and type(new) is type(old.value):
        raise CannotBuild("new_value", "That is the value already.")
    return _replaced(old.path, old.value, new)


def _as_value(old: Any, typed: str) -> Any:
    if isinstance(old, str):
        return typed
    try:
        return read_json(typed)
    except NotJson:
        if old is None and typed.strip():
            return typed.strip()
        raise CannotBuild("new_value", f"Write it like the old value: {json.dumps(old, ensure_ascii=False)}") from None


def change_rule(law: Law, id_: str, fields: Mapping[str, str]) -> list[Operation]:
    """Give a rule the title, body and parent that were typed. Raises CannotBuild."""
    rules = law.document["rules"]
    if id_ not in rules:
        raise CannotBuild("rule", "There is no such rule.")
    rule = rules[id_]
    title, body, parent = _typed(rules, fields)
    if parent == id_:
        raise CannotBuild("rule_parent", "A rule cannot stand under itself.")
    operations: list[Operation] = []
    for key, new in (("title", title), ("body", body), ("parent", parent)):
        if new != rule[key]:
            operations += _replaced(pointer("rules", id_, key), rule[key], new)
    if parent != rule["parent"]:
        operations += _replaced(pointer("rules", id_, "place"), rule["place"], _last_place(rules, parent))
    if not operations:
        raise CannotBuild("rule_body", "Nothing is changed yet.")
    return operations


def add_rule(law: Law, fields: Mapping[str, str]) -> list[Operation]:
    """A new rule with the title and body that were typed, last under its parent. Raises CannotBuild."""
    rules = law.document["rules"]
    title, body, parent = _typed(rules, fields)
    rule = {"title": title, "body": body, "parent": parent, "place": _last_place(rules, parent)}
    return [{"op": "add", "path": pointer("rules", _free_id(rules, title)), "value": rule}]


def repeal_rule(law: Law, id_: str) -> list[Operation]:
    """Take a rule out, its subrules first. Raises CannotBuild."""
    rules = law.document["rules"]
    if id_ not in rules:
        raise CannotBuild("rule", "There is no such rule.")
    operations: list[Operation] = []
    for child in sorted(other for other, rule in rules.items() if rule["parent"] == id_):
        operations += repeal_rule(law, child)
    path = pointer("rules", id_)
    return [*operations, {"op": "test", "path": path, "value": rules[id_]}, {"op": "remove", "path": path}]


NEW_ENTRY = "+"


def named_entry(law: Law, asked: str) -> tuple[Entries, str]:
    """The map of entries and the name within it that "/cards/Ace" means; "/cards/+" means a new one.

    Raises CannotBuild.
    """
    for entries in entries_of(law.document):
        rest = asked.removeprefix(f"{entries.path}/")
        if rest != asked:
            name = rest.replace("~1", "/").replace("~0", "~")
            if name == NEW_ENTRY or name in entries.of(law.document):
                return entries, name
    raise CannotBuild("entry", "Pick one of the entries that are offered.")


def write_entry(law: Law, asked: str, name: str, text: str) -> list[Operation]:
    """Make an entry, or put what was written in place of one. Raises CannotBuild."""
    entries, old_name = named_entry(law, asked)
    held = entries.of(law.document)
    try:
        new = read_entry(text)
    except NotAnEntry as error:
        raise CannotBuild("entry_text", f"{error}") from None
    if old_name != NEW_ENTRY:
        old = held[old_name]
        place = {"place": old["place"]} if "place" in old else {}
        if (new := {**new, **place}) == old:
            raise CannotBuild("entry_text", "That is the entry already.")
        return _replaced(f"{entries.path}/{pointer(old_name)[1:]}", old, new)
    name = name.strip()
    if not name or name == NEW_ENTRY:
        raise CannotBuild("entry_name", "A new entry needs a name.")
    if name in held:
        raise CannotBuild("entry_name", "There is an entry of this name already.")
    new["place"] = entries.next_place(law.document)
    return [{"op": "add", "path": f"{entries.path}/{pointer(name)[1:]}", "value": new}]


def repeal_entry(law: Law, asked: str) -> list[Operation]:
    """Take an entry out. Raises CannotBuild."""
    entries, name = named_entry(law, asked)
    if name == NEW_ENTRY:
        raise CannotBuild("entry", "There is no such entry.")
    path = f"{entries.path}/{pointer(name)[1:]}"
    return [{"op": "test", "path": path, "value": entries.of(law.document)[name]}, {"op": "remove", "path": path}]


def _typed(rules: Mapping[str, Any], fields: Mapping[str, str]) -> tuple[str, str, str | None]:
    parent = fields.get("rule_parent", "") or None
    if parent is not None and parent not in rules:
        raise CannotBuild("rule_parent", "There is no such rule to stand under.")
    for name, read in (("rule_title", clean_line), ("rule_body", clean_text)):
        try:
            read(fields.get(name, ""))
        except ValueError as error:
            raise CannotBuild(name, f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    return clean_line(fields.get("rule_title", "")), clean_text(fields.get("rule_body", "")), parent


def _replaced(path: str, old: Any, new: Any) -> list[Operation]:
    return [{"op": "test", "path": path, "value": old}, {"op": "replace", "path": path, "value": new}]


def _last_place(rules: Mapping[str, Any], parent: str | None) -> int:
    return max((rule["place"] for rule in rules.values() if rule["parent"] == parent), default=0) + STEP


def _free_id(rules: Mapping[str, Any], title: str) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii").lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:LONGEST_ID].strip("-") or "rule"
    id_, count = slug, 2
    while id_ in rules:
        id_, count = f"{slug}-{count}", count + 1
    return id_


@dataclass(frozen=True, slots=True)
class Change:
    """An operation of a draft as a person reads it; `place` is where it stands in the list."""

    place: int
    words: str


def changes_of(law: Law, operations: list[Any]) -> list[Change]:
    """The operations in words, without their guards. `law` is the law before all of them."""
    return [
        Change(place, _in_words(law, operation))
        for place, operation in enumerate(operations)
        if isinstance(operation, dict) and operation.get("op") != "test"
    ]


def _in_words(law: Law, operation: Operation) -> str:
    path = str(operation.get("path", ""))
    parts = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]
    value = operation.get("value")
    if parts[:1] == ["rules"] and len(parts) >= 2:
        name = resolve_pointer(law.document, pointer(*parts[:2]), {}).get("title", parts[1])
        if len(parts) == 3:
            return f"{operation.get('op')}: the {parts[2]} of the rule {name}"
        name = value["title"] if isinstance(value, dict) and isinstance(value.get("title"), str) else name
        return f"{operation.get('op')}: the rule {name}"
    words = f"{operation.get('op')}: {words_at(law.document, path) if parts else path}"
    return f"{words} → {value_in_words(value)[:120]}" if "value" in operation else words


def without(operations: list[Any], place: int) -> list[Any]:
    """The operations without the one at `place` and the guard before it."""
    if not 0 <= place < len(operations):
        return operations
    first, taken = place, operations[place]
    before = operations[place - 1] if place else None
    if isinstance(before, dict) and isinstance(taken, dict):
        first -= before.get("op") == "test" and before.get("path") == taken.get("path")
    return operations[:first] + operations[place + 1 :]
