"""Converts text typed about a rule, an entry or a value to operations on the law's document (amendments).

It starts from the law with the draft's amendments so far, so that changes can build on each other. Every operation is
guarded by a `test` of the value that it replaces.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nomic import limits
from nomic.clauses.schema.kind_registry import kind_of
from nomic.clauses.views.numbers.number_labels import full_label, without_quotation
from nomic.forms.parse_law_values import value_typed
from nomic.law.amendments.patch import AmendmentsDoNotApply, amended_draft, with_guards
from nomic.law.amendments.repeal import dependents_of
from nomic.law.diff.short_difference import short_difference
from nomic.law.document.clause_entries import CLAUSES, ClausesOfARule
from nomic.law.document.entries import Entries, NotAnEntry, entries_of, read_entry
from nomic.law.document.sections import Law, LawInvalid, pointer, registered_sections
from nomic.law.document.whole_sections import NewSection, new_sections, whole_sections
from nomic.law.labels.explanations import has_explanation
from nomic.law.labels.value_labels import path_of, place_in, unit_of, value_text, words_at
from nomic.law.labels.value_sentence import change_in_words
from nomic.law.rules.rule_of_place import declared
from nomic.law.schema.json_reader import NotJson, read_json
from nomic.law.schema.text_types import clean_line, clean_text
from nomic.law.search.values import LawValue, value_or_none

Operation = dict[str, Any]

STEP = 10  # between the places of neighbouring rules
MAX_ID_LENGTH = 70
MAX_SAID = 120  # characters of a value in a list of changes
MAX_BESIDE = 60  # characters of a value that is told before and after its change
VERBS = {
    "add": "Add",
    "replace": "Change",
    "remove": "Repeal",
    "move": "Move something to",
    "copy": "Copy something to",
}


class CannotBuild(Exception):
    """Raised if the typed text cannot be converted to an amendment.

    The message is the reason; `field` is the field at fault.
    """

    def __init__(self, field: str, detail: str) -> None:
        self.field = field
        super().__init__(detail)


class NothingChanged(CannotBuild):
    """Raised if the typed text says what the law says already."""


def value_named(law: Law, name: str) -> LawValue:
    """Return the value with this name or at this JSON pointer. Raises CannotBuild if there is none."""
    value = value_or_none(law, name)
    if value is None:
        raise CannotBuild("value", "Choose a value from the list.")
    return value


def as_typed(value: Any) -> str:
    """Return a value as the text of an input: strings unchanged, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def change_value(law: Law, path: str, typed: str) -> list[Operation]:
    """Return operations that set the value at `path` to the typed text, which is JSON or worded as on a page.

    Raises CannotBuild if the text does not fit the value, or equals its current content.
    """
    old = value_named(law, path)
    new = _as_value(old, unit_of(law, old.path), typed)
    if new == old.value and type(new) is type(old.value):
        raise CannotBuild("new_value", "That is the value already.")
    return replaced(old.path, old.value, new)


def _as_value(old: LawValue, unit: str, typed: str) -> Any:
    if isinstance(old.value, str):
        return typed
    try:
        return read_json(typed)
    except NotJson:
        if old.value is None and typed.strip():
            return typed.strip()
        meant = value_typed(old.value, unit, typed)
        if meant is None:
            like = as_typed(old.value)
            or_said = f", or {old.said}" if old.differs_from_typed else ""
            raise CannotBuild("new_value", f"Write it like the old value: {like}{or_said}") from None
        return meant


def change_rule(law: Law, id_: str, fields: Mapping[str, str]) -> list[Operation]:
    """Return operations that set a rule's title, body and parent to the typed ones.

    Raises CannotBuild if nothing changes, a field is invalid or a rule does not exist.
    """
    rules = law.document["rules"]
    if id_ not in rules:
        raise CannotBuild("rule", "There is no such rule.")
    rule = rules[id_]
    title, body, parent = _typed(rules, fields)
    if parent == id_:
        raise CannotBuild("rule_parent", "A rule cannot be its own subrule.")
    operations: list[Operation] = []
    for key, new in (("title", title), ("body", body), ("parent", parent)):
        if new != rule.get(key):
            operations += _set(rule, id_, key, new)
    if parent != rule.get("parent"):
        operations += _set(rule, id_, "place", _last_place(rules, parent))
    if not operations:
        raise NothingChanged("rule_body", "You have not changed anything yet.")
    return operations


def add_rule(law: Law, fields: Mapping[str, str]) -> list[Operation]:
    """Return an operation that adds a rule with the typed title and body, last under its parent.

    Raises CannotBuild if a field is invalid or the parent does not exist.
    """
    rules = law.document["rules"]
    title, body, parent = _typed(rules, fields)
    rule = {"title": title, "body": body, "parent": parent, "place": _last_place(rules, parent)}
    return [{"op": "add", "path": pointer("rules", _free_id(rules, title)), "value": rule}]


TAKE_ALONG = "take along"  # repeals a rule's dependents with it; any other value is the id of the rule that gets them


def repeal_rule(law: Law, id_: str, how: str = "") -> list[Operation]:
    """Return operations that repeal a rule.

    `how` decides what happens to the parts of the law that depend on the rule. Raises CannotBuild if there is no such
    rule, or if it has dependent parts and `how` is missing.
    """
    if id_ not in law.document["rules"]:
        raise CannotBuild("rule", "There is no such rule.")
    if not how and dependents_of(law.document, id_).needs_an_answer:
        raise CannotBuild("hanging", "Other parts of the law depend on this rule. Choose below what happens to them.")
    said: Operation = {"take_along": True} if how == TAKE_ALONG else {"move_to": how} if how else {}
    try:
        return with_guards(law.document, [{"repeal": id_, **said}])
    except LawInvalid as invalid:
        raise CannotBuild("hanging", f"{invalid.flaws[0].detail[:1].upper()}{invalid.flaws[0].detail[1:]}.") from None


NEW_ENTRY = "+"
BRINGS = ("add", "replace")  # operations that have a value


def named_entry(law: Law, target: str) -> tuple[Entries, str]:
    """Return the map of entries and the name within it for a JSON pointer such as "/cards/Ace".

    "/cards/+" means a new entry. Raises CannotBuild if there is no such entry.
    """
    for entries in (*entries_of(law.document), *_clauses_at(law, target), *whole_sections(law), *new_sections(law)):
        rest = target.removeprefix(f"{entries.path}/")
        if rest != target:
            name = rest.replace("~1", "/").replace("~0", "~")
            if name == NEW_ENTRY or name in entries.of(law.document):
                return entries, name
    raise CannotBuild("entry", "Choose an entry from the list.")


def _clauses_at(law: Law, target: str) -> list[Entries]:
    """Return the clauses of the rule in a pointer such as "/rules/luck/clauses/win", as the only map of entries.

    Empty for other pointers.
    """
    parts = path_of(target)
    if len(parts) != 4 or parts[0] != "rules" or parts[2] != CLAUSES or parts[1] not in law.document["rules"]:
        return []
    return [ClausesOfARule(registered_sections()["rules"], "", parts[1], law.document["rules"][parts[1]]["title"])]


def entry_operations(law: Law, target: str, name: str, text: str) -> list[Operation]:
    """Return operations that add or replace an entry with the typed text.

    Raises CannotBuild if the text is not a valid entry or changes nothing, or if a new entry's name is missing or
    taken.
    """
    entries, old_name = named_entry(law, target)
    held = entries.of(law.document)
    try:
        new = read_entry(text)
    except NotAnEntry as error:
        raise CannotBuild("entry_text", f"{error}") from None
    if isinstance(entries, NewSection):
        if new == held[old_name]:
            raise CannotBuild("entry_text", "You have not filled in anything yet.")
        return [entries.added(law.document, old_name, new)]
    if old_name != NEW_ENTRY:
        old = held[old_name]
        place = {"place": old["place"]} if "place" in old else {}
        if (new := {**new, **place}) == old:
            raise CannotBuild("entry_text", "The entry says that already.")
        return replaced(f"{entries.path}/{pointer(old_name)[1:]}", old, new)
    name = name_for(entries, name, new, held)
    if not name or name == NEW_ENTRY:
        raise CannotBuild("entry_name", "A new entry needs a name.")
    if name in held:
        raise CannotBuild("entry_name", "There is an entry with this name already.")
    added = entries.added(law.document, name, new)
    return [{"op": "test", "path": added["path"], "value": None}, added]


def name_for(entries: Entries, typed: str, new: Mapping[str, Any], held: Mapping[str, Any]) -> str:
    """Return the name of a new entry: as typed, or for an unnamed clause a free name made from its kind."""
    name = typed.strip()
    if name or not isinstance(entries, ClausesOfARule):
        return name
    kind = kind_of(new)
    word = "does" if kind is None else kind.schema.word
    return next(free for free in (word, *(f"{word}-{count}" for count in range(2, 300))) if free not in held)


def repeal_entry(law: Law, target: str) -> list[Operation]:
    """Return operations that repeal an entry. Raises CannotBuild if the law has no such entry."""
    entries, name = named_entry(law, target)
    if name == NEW_ENTRY or isinstance(entries, NewSection):
        raise CannotBuild("entry", "There is no such entry.")
    path = f"{entries.path}/{pointer(name)[1:]}"
    said = pointer("belongs", path)
    gone = [{"op": "remove", "path": each} for each in (path, *([said] if path in declared(law) else []))]
    return with_guards(law.document, gone)


def _typed(rules: Mapping[str, Any], fields: Mapping[str, str]) -> tuple[str, str, str | None]:
    parent = fields.get("rule_parent", "") or None
    if parent is not None and parent not in rules:
        raise CannotBuild("rule_parent", "There is no such parent rule.")
    for name, read in (("rule_title", clean_line), ("rule_body", clean_text)):
        try:
            read(fields.get(name, ""))
        except ValueError as error:
            raise CannotBuild(name, f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    return clean_line(fields.get("rule_title", "")), clean_text(fields.get("rule_body", "")), parent


def replaced(path: str, old: Any, new: Any) -> list[Operation]:
    """Return operations that replace the value at `path`, which must be `old`."""
    return [{"op": "test", "path": path, "value": old}, {"op": "replace", "path": path, "value": new}]


def _set(rule: Mapping[str, Any], id_: str, key: str, new: Any) -> list[Operation]:
    """Return operations that set a field of a rule, whether or not the rule has that field yet."""
    path = pointer("rules", id_, key)
    return replaced(path, rule[key], new) if key in rule else [{"op": "add", "path": path, "value": new}]


def _last_place(rules: Mapping[str, Any], parent: str | None) -> int:
    return max((rule.get("place", 0) for rule in rules.values() if rule.get("parent") == parent), default=0) + STEP


def _free_id(rules: Mapping[str, Any], title: str) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii").lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:MAX_ID_LENGTH].strip("-") or "rule"
    id_, count = slug, 2
    while id_ in rules:
        id_, count = f"{slug}-{count}", count + 1
    return id_


@dataclass(frozen=True, slots=True)
class OperationText:
    """One of a draft's operations as text. `place` is its index in the list of operations."""

    place: int
    words: str
    can_be_opened: bool = False  # its new value can be opened in an editor again
    path: str = ""  # the JSON pointer of the place that it changes


def changes_of(law: Law, operations: list[Any]) -> list[OperationText]:
    """Return the operations as text, without their guards. `law` is the law before all of them."""
    return [
        OperationText(
            place,
            _in_words(_law_before(law, operations, place), operation),
            operation.get("op") in BRINGS,
            str(operation.get("path", "")),
        )
        for place, operation in enumerate(operations)
        if isinstance(operation, dict) and operation.get("op") != "test"
    ]


def _law_before(law: Law, operations: list[Any], place: int) -> Law:
    """Return the law in which to look up the names of what an operation changes.

    It includes the preceding operations if one of them adds the rule.
    """
    section, *rest = path_of(str(operations[place].get("path", ""))) or ("",)
    if section != "rules" or not rest or rest[0] in law.document.get("rules", {}):
        return law
    try:
        return Law(amended_draft(law.document, operations[:place]))
    except (AmendmentsDoNotApply, LawInvalid):
        return law


def title_of(law: Law, operations: list[Any]) -> str:
    """Return a title for a proposal, made from its changes. Empty if there are none."""
    words = [change.words for change in changes_of(law, operations)]
    more = f", and {len(words) - 1} more" if len(words) > 1 else ""
    first = " ".join(words[0].split()) if words else ""
    room = limits.TITLE - len(more)
    return f"{first if len(first) <= room else f'{first[: room - 1]}…'}{more}"


def _in_words(law: Law, operation: Operation) -> str:
    """Return an operation as text, such as "Change the price of one Chip in Vertebrae to 30 Vertebrae".

    Unknown operations are returned as operator and path.
    """
    if "repeal" in operation:
        return _repeal_in_words(law, operation)
    op, path, value = str(operation.get("op")), str(operation.get("path", "")), operation.get("value")
    if not path.startswith("/"):
        return f"{op}: {path}"
    changed = value_or_none(law, path) if op == "replace" else None
    what = without_quotation(full_label(law, changed)) if changed else words_at(law.document, path)
    place = place_in(law.document, path)
    if place[0] == "rules" and place[2:3] == (CLAUSES,) and len(place) == 4 and op == "add" and isinstance(value, dict):
        return f"Add to {words_at(law.document, pointer(*place[:2]))}: {_clause_in_words(law, value)}"
    if op == "replace" and place[0] == "rules" and place[2:] == ("body",) and isinstance(value, str):
        short = short_difference(law.document["rules"].get(place[1], {}).get("body", ""), value)
        return f"Change {what}: {short}" if short else f"Change {what}"
    if place[0] == "rules" and len(place) <= 3:
        title = value["title"] if isinstance(value, dict) and isinstance(value.get("title"), str) else None
        new = [f"the rule {title}"] if len(place) == 2 and title else [what]
        if len(place) == 3 and place[2] == "title" and isinstance(value, str):
            new.append(f"to {value}")
        if len(place) == 3 and place[2] == "parent":
            new.append(f"to {words_at(law.document, pointer('rules', str(value)))}" if value else "to the top level")
        return f"{VERBS.get(op, op)} {' '.join(new)}"
    if op in BRINGS and "value" in operation and not _is_described(place, value):
        words = value_text(law, place, value)
        if changed and _fits_beside(before := value_text(law, place, changed.value), words):
            what = what.removesuffix(f": “{before}”")  # dice have no other name
            return f"{VERBS[op]} {' '.join(change_in_words(what, before, words))}"
        words = words if len(words) <= MAX_SAID else f"{words[:MAX_SAID]}…"
        joined = " to" if op == "replace" and not words.endswith(".") else ":"
        return f"{VERBS[op]} {what}{joined} {words}"
    return f"{VERBS.get(op, op)} {what}"


def _fits_beside(before: str, after: str) -> bool:
    """Return whether a value before and after a change can be told in one sentence."""
    return all(each and len(each) <= MAX_BESIDE and not each.endswith(".") for each in (before, after))


def _is_described(place: tuple[Any, ...], value: Any) -> bool:
    """Return whether a value is a section, or an entry whose sentences the differences show below."""
    if not isinstance(value, dict) or len(place) > 3:
        return False
    return len(place) == 1 or has_explanation(str(place[0]), *map(str, place[1:-1]))


def _clause_in_words(law: Law, clause: Mapping[str, Any]) -> str:
    """Return a short label of a clause: its name, event or kind."""
    kind = kind_of(clause)
    return "something" if kind is None else kind.in_short(clause, law)


def _repeal_in_words(law: Law, operation: Operation) -> str:
    what = f"Repeal {words_at(law.document, pointer('rules', str(operation['repeal'])))}"
    if "move_to" in operation:
        to = words_at(law.document, pointer("rules", str(operation["move_to"])))
        return f"{what}, and move what depends on it to {to}"
    return f"{what}, with everything that depends on it" if "take_along" in operation else what


def without(operations: list[Any], place: int) -> list[Any]:
    """Return the operations without the one at index `place` and its guard."""
    if not 0 <= place < len(operations):
        return operations
    first, taken = place, operations[place]
    before = operations[place - 1] if place else None
    if isinstance(before, dict) and isinstance(taken, dict):
        first -= before.get("op") == "test" and before.get("path") == taken.get("path")
    return operations[:first] + operations[place + 1 :]
