"""Parser of the language. It checks that nodes exist, fields have the right kinds, and names are bound before use."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from itertools import count
from typing import Any, TypeVar, get_args, get_type_hints

from nomic.effects.language import operations  # noqa: F401 - they register nodes
from nomic.effects.language.bounds import MAX_DEPTH, MAX_LIST, MAX_NODES
from nomic.effects.language.description.schema_builders import REFERENCE
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes import arithmetic, item_holders, people, phases, picking  # noqa: F401 - they register nodes
from nomic.effects.language.nodes.base import (
    NODES,
    Condition,
    Effect,
    Expression,
    Kind,
    Node,
    Operation,
    Scope,
    fields_of,
    head_of,
    is_required,
    text_of,
    word_of,
)
from nomic.effects.language.nodes.conditions import Demanded, NamedTruth
from nomic.effects.language.nodes.values import Literal, Ref, kind_of_part
from nomic.effects.language.slot_kinds.base import Slot
from nomic.effects.language.slot_kinds.plain import BindingSlot, read_integer, read_word
from nomic.effects.language.world import Value
from nomic.law.schema.json_reader import Json

N = TypeVar("N", bound=Node)


def read_effect(raw: Json, scope: Scope) -> Effect:
    """Parse a list of operations. `scope` holds the names in scope with their kinds.

    Raises EffectFlaw if it is invalid.
    """
    return _Reading(scope).effect(raw)


def read_condition(raw: Json, scope: Scope) -> Condition:
    """Parse a condition. Raises EffectFlaw if it is invalid."""
    return _Reading(scope).condition(raw)


def read_number(raw: Json, scope: Scope) -> Expression[Value]:
    """Parse a number, constant or computed. Raises EffectFlaw if the value is not a number."""
    reading = _Reading(scope)
    number: Expression[Value] = reading.value(raw)
    if number.kind != "number":
        raise reading.flaw("a number needed here")
    return number


def read_value(raw: Json, scope: Scope) -> Expression[Any]:
    """Parse a value of any kind. Raises EffectFlaw if it is invalid."""
    return _Reading(scope).value(raw)


def fields_read(raw: Mapping[str, Json], scope: Scope) -> dict[str, Any]:
    """Return the parsed values of a node's valid fields, even if other fields are invalid or missing.

    The result is empty if the node is unknown.
    """
    node = node_of(raw)
    return {} if node is None else _Reading(scope).fields_that_read(node, raw)


def node_of(raw: Mapping[str, Json]) -> type[Node] | None:
    """Return the node class of a map, found by the map's head, or None if there is none."""
    return next((NODES[word] for word in raw if word in NODES and _is_head(word, raw)), None)


def scope_within(node: type[Node], field: str, read: Mapping[str, Any], scope: Scope) -> Scope:
    """Return the names in scope within `field` of a node, with their kinds. `read` holds the fields before it."""
    return {**scope, **node.inner_names(field, read)}


def scope_after(step: Json, scope: Scope) -> Scope:
    """Return the names in scope after the step `step` of a list, with their kinds. An invalid step binds no name."""
    try:
        binding = read_effect([step], scope)[0].binds()
    except EffectFlaw:
        return scope
    return scope if binding is None else {**scope, binding.name: binding.value.kind}


def effect_from_text(text: str, scope: Mapping[str, str]) -> Effect:
    """Parse an effect stored as JSON text. The result is cached."""
    return _kept_effect(text, tuple(sorted(scope.items())))


def condition_from_text(text: str, scope: Mapping[str, str]) -> Condition:
    """Parse a stored condition on a card, bound to `$it`. The result is cached."""
    return _kept_condition(text, tuple(sorted({**scope, "it": "cards"}.items())))


@lru_cache(maxsize=2000)
def _kept_effect(text: str, scope: tuple[tuple[str, Kind], ...]) -> Effect:
    return read_effect(json.loads(text), dict(scope))


@lru_cache(maxsize=2000)
def _kept_condition(text: str, scope: tuple[tuple[str, Kind], ...]) -> Condition:
    return read_condition(json.loads(text), dict(scope))


class _Reading:
    """A position of the parser in a piece. All positions of a piece share one node counter."""

    def __init__(self, scope: Scope, path: str = "", depth: int = 0, numbers: Iterator[int] | None = None) -> None:
        self._scope = scope
        self._path = path
        self._depth = depth
        self._numbers = numbers or count(1)

    def flaw(self, detail: str) -> EffectFlaw:
        """Return a flaw at this position."""
        return EffectFlaw(self._path, detail)

    def into(self, key: str | int) -> "_Reading":
        """Return the position one level below, at a key or index."""
        return self._into(key, self._scope, self._depth)

    def _into(self, key: str | int, scope: Scope, depth: int) -> "_Reading":
        escaped = str(key)[:60].replace("~", "~0").replace("/", "~1")
        return _Reading(scope, f"{self._path}/{escaped}", depth, self._numbers)

    def entries(self, raw: Json) -> "list[tuple[Json, _Reading]]":
        """Return the entries of a list, each with its position.

        Raises EffectFlaw if `raw` is not a list or is too long.
        """
        if not isinstance(raw, list):
            raise self.flaw("a list needed here")
        if len(raw) > MAX_LIST:
            raise self.flaw(f"at most {MAX_LIST} entries")
        return [(part, self.into(place)) for place, part in enumerate(raw)]

    # ── operations, conditions, values

    def effect(self, raw: Json) -> Effect:
        """Parse a list of operations. Names bound by one of them are in scope for the later ones."""
        steps: list[Operation] = []
        scope = self._scope
        for place, (part, _) in enumerate(self.entries(raw)):
            here = self._into(place, scope, self._depth)
            step = here.node(part, Operation, "an operation")
            binding = step.binds()
            if binding is not None:
                name, kind = binding.name, binding.value.kind
                if name in scope and not step.can_bind_again(scope[name], kind):
                    raise here.flaw(f"${name} is already used for something else")
                scope = {**scope, name: kind}
            steps.append(step)
        return tuple(steps)

    def condition(self, raw: Json) -> Condition:
        """Parse a condition."""
        if raw == "$event.where":
            if "event" not in self._scope:
                raise self.flaw("there is no event here")
            return Demanded(raw=raw, scope=self._scope)
        if isinstance(raw, str) and raw.startswith("$"):
            return self._named_truth(raw)
        return self.node(raw, Condition, "a condition")

    def _named_truth(self, raw: str) -> NamedTruth:
        named = self._reference(raw)
        if named.kind != "truth":
            raise self.flaw(f"a condition needed here, and {raw} is neither true nor false")
        return NamedTruth(raw=raw, scope=self._scope, name=named.name)

    def value(self, raw: Json) -> Expression[Any]:
        """Parse a value of any kind."""
        if isinstance(raw, int) and not isinstance(raw, bool):
            return Literal(raw=raw, scope=self._scope, kind="number", source=read_integer(raw, self))
        if isinstance(raw, str) and raw.startswith("$"):
            return self._reference(raw)
        if isinstance(raw, str):
            return Literal(raw=raw, scope=self._scope, kind="names", source=(read_word(raw, self),))
        if isinstance(raw, list):
            members = tuple(_name_or_number(member, here) for member, here in self.entries(raw))
            return Literal(raw=raw, scope=self._scope, kind="names", source=members)
        read: Expression[Any] = self.node(raw, Expression, "a value")
        return read

    def _reference(self, raw: str) -> Ref:
        match = REFERENCE.fullmatch(raw)
        if match is None:
            raise self.flaw(f"{raw[:40]!r} is not a reference")
        name, part = match[1], match[2] or ""
        if name not in self._scope:
            raise self.flaw(f"nothing is called ${name} here")
        kind = kind_of_part(name, part, self._scope[name])
        if kind is None:
            raise self.flaw(f"${name} has no .{part}" if part else f"say which part of ${name}")
        return Ref(raw=raw, scope=self._scope, kind=kind, name=name, part=part)

    # ── nodes

    def node(self, raw: Json, category: type[N], description: str) -> N:
        """Parse a node of a category, such as an operation. Raises EffectFlaw if it is invalid or of another category.

        `description` names the category in the error message.
        """
        if next(self._numbers) > MAX_NODES:
            raise self.flaw(f"an effect has at most {MAX_NODES} parts")
        if self._depth >= MAX_DEPTH:
            raise self.flaw(f"an effect is nested at most {MAX_DEPTH} deep")
        if not isinstance(raw, Mapping) or not raw:
            raise self.flaw(f"{description} needed here, not {_written(raw)}")
        node = self._class_of(raw, category, description)
        read = self._fields(node, raw)
        return node(raw=raw, scope=self._scope, **read, **node.derived(read))

    def _class_of(self, raw: Mapping[str, Json], category: type[N], description: str) -> type[N]:
        node = node_of(raw)
        if node is None:
            raise self.flaw(f"no part of the language is called {str(next(iter(raw)))[:40]!r}")
        if not issubclass(node, category):
            raise self.flaw(f"{description} needed here, not {head_of(node)!r}")
        return node

    def _fields(self, node: type[Node], raw: Mapping[str, Json]) -> dict[str, Any]:
        for word in raw:
            if word not in _words_of(node):
                raise self.into(word).flaw(f"{head_of(node)!r} has no such word")
        read: dict[str, Any] = {}
        for field, slot in slots_of(node).items():
            if word_of(field) in raw:
                read[field] = self._field(node, field, slot, raw, read)
        for field in fields_of(node):
            if field not in read and is_required(node, field):
                raise self.flaw(f"{head_of(node)!r} needs {word_of(field)!r} too")
        return read

    def fields_that_read(self, node: type[Node], raw: Mapping[str, Json]) -> dict[str, Any]:
        """Parse the fields of a node and leave out the invalid ones, instead of raising as `_fields` does."""
        read: dict[str, Any] = {}
        for field, slot in slots_of(node).items():
            if word_of(field) in raw:
                with suppress(EffectFlaw):
                    read[field] = self._field(node, field, slot, raw, read)
        return read

    def _field(
        self, node: type[Node], field: str, slot: Slot, raw: Mapping[str, Json], read: Mapping[str, Any]
    ) -> object:
        word = word_of(field)
        scope = scope_within(node, field, read, self._scope)
        return slot.read(raw[word], self._into(word, scope, self._depth + 1))


def _is_head(head: str, raw: Mapping[str, Json]) -> bool:
    """Return whether a word is the head of a map, instead of a field of another node with the same name."""
    return raw.keys() <= _words_of(NODES[head]) or not any(
        raw.keys() <= _words_of(NODES[other]) for other in raw if other in NODES
    )


@cache
def _words_of(node: type[Node]) -> frozenset[str]:
    return frozenset(word_of(field) for field in fields_of(node))


@cache
def slots_of(node: type[Node]) -> Mapping[str, Slot]:
    """Return the slot of each field of a node.

    Fields that bind names come first, because other fields may use the names.
    """
    hints = get_type_hints(node, include_extras=True)
    found = {field: _slot_in(hints[field]) for field in fields_of(node)}
    return dict(sorted(found.items(), key=lambda entry: not isinstance(entry[1], BindingSlot)))


def _slot_in(hint: object) -> Slot:
    """Return the slot in a type hint, which is `Annotated[…, slot]`, also with `| None`."""
    for candidate in (hint, *get_args(hint)):
        for extra in getattr(candidate, "__metadata__", ()):
            slot: Slot = extra
            return slot
    raise TypeError(f"{hint} does not say what may stand there")


def _name_or_number(raw: Json, at: _Reading) -> str | int:
    is_number = isinstance(raw, int) and not isinstance(raw, bool)
    return read_integer(raw, at) if is_number else read_word(raw, at)


def _written(raw: Json) -> str:
    """Return invalid content as text for an error message, shortened to 40 characters."""
    if raw is None or isinstance(raw, bool):
        return {None: "nothing", True: "yes", False: "no"}[raw]
    return repr(raw[:40]) if isinstance(raw, str) else text_of(raw)[:40]
