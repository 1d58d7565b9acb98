"""Reading the language as the law has it: nodes known, fields of their kinds, names bound before they are used.

Bounds: at most 200 nodes in a piece, nested at most 12 deep.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar, get_args, get_type_hints

from nomic.chance.dice import Dice, parse_dice
from nomic.effects.language import operations, selectors  # noqa: F401 - they make their nodes known
from nomic.effects.language.bounds import MOST_DEPTH, MOST_LIST, MOST_NODES, MOST_NUMBER
from nomic.effects.language.conditions import Demanded
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.new_cards import CardSpec
from nomic.effects.language.nodes import (
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
    word_of,
)
from nomic.effects.language.slots import ChangeOfTurns, Option, Range, Row, Slot
from nomic.effects.language.values import EVENT_PROPERTIES, EVERYBODY, MODIFIER_PROPERTIES, PROPERTIES, Literal, Ref
from nomic.effects.language.world import Value
from nomic.law.json_text import Json

REFERENCE = re.compile(r"\$([a-z][a-z0-9_]{0,30})(?:\.([a-z]{1,10}))?", re.ASCII)
BINDING = re.compile(r"[a-z][a-z0-9_]{0,30}", re.ASCII)
RELATIONS = ("equals", "at_least", "more_than")
TRAITS = ("modifiers", "suits", "colours", "types")
NUMBER = Slot("expression", "a number", ("number", "names"))
NAMES = Slot("expression", "names", ("names",))
NAMES_OR_NUMBERS = Slot("expression", "names or numbers", ("names", "number"))
PLAYERS = Slot("expression", "players", ("players",))
N = TypeVar("N", bound=Node)


def read_effect(raw: Json, scope: Scope) -> Effect:
    """A list of operations. `scope` has the names that may be referred to, and their kinds. Raises EffectFlaw."""
    return _Reader().effect(raw, "", scope)


def read_condition(raw: Json, scope: Scope) -> Condition:
    """A condition. Raises EffectFlaw."""
    return _Reader().condition(raw, "", scope)


def effect_from_text(text: str, scope: Mapping[str, str]) -> Effect:
    """An effect that was kept as text; read once."""
    return _kept_effect(text, tuple(sorted(scope.items())))


def condition_from_text(text: str, scope: Mapping[str, str]) -> Condition:
    """A condition on a card, `$it`, that was kept as text; read once."""
    return _kept_condition(text, tuple(sorted({**scope, "it": "cards"}.items())))


@lru_cache(maxsize=2000)
def _kept_effect(text: str, scope: tuple[tuple[str, Kind], ...]) -> Effect:
    return read_effect(json.loads(text), dict(scope))


@lru_cache(maxsize=2000)
def _kept_condition(text: str, scope: tuple[tuple[str, Kind], ...]) -> Condition:
    return read_condition(json.loads(text), dict(scope))


class _Reader:
    """Reads one piece and counts its nodes."""

    def __init__(self) -> None:
        self._nodes = 0

    # ── the four categories

    def effect(self, raw: Json, path: str, scope: Scope, depth: int = 0) -> Effect:
        steps: list[Operation] = []
        inside: Scope = scope
        for place, part in enumerate(self._listed(raw, path)):
            step = self._node(part, f"{path}/{place}", inside, depth, Operation, "an operation")
            binding = step.binds()
            if binding is not None:
                name, kind = binding.name, binding.value.kind
                if name in inside and not step.can_bind_again(inside[name], kind):
                    raise EffectFlaw(f"{path}/{place}", f"${name} stands for something already")
                inside = {**inside, name: kind}
            steps.append(step)
        return tuple(steps)

    def condition(self, raw: Json, path: str, scope: Scope, depth: int = 0) -> Condition:
        if raw == "$event.where":
            if "event" not in scope:
                raise EffectFlaw(path, "there is no event here")
            return Demanded(raw=raw, scope=scope)
        return self._node(raw, path, scope, depth, Condition, "a condition")

    def expression(self, raw: Json, path: str, scope: Scope, depth: int, slot: Slot) -> Expression[Any]:
        read = self._expression(raw, path, scope, depth)
        if read.kind not in slot.accepts:
            raise EffectFlaw(path, f"{slot.says} needed here, not {_KIND_WORDS[read.kind]}")
        return read

    def _expression(self, raw: Json, path: str, scope: Scope, depth: int) -> Expression[Value]:
        if isinstance(raw, int) and not isinstance(raw, bool):
            return Literal(raw=raw, scope=scope, kind="number", source=_bounded(raw, path))
        if isinstance(raw, str) and raw.startswith("$"):
            return self._reference(raw, path, scope)
        if isinstance(raw, str):
            return Literal(raw=raw, scope=scope, kind="names", source=(_word(raw, path),))
        if isinstance(raw, list):
            members = tuple(
                _name_or_number(member, f"{path}/{place}") for place, member in enumerate(self._listed(raw, path))
            )
            return Literal(raw=raw, scope=scope, kind="names", source=members)
        read: Expression[Value] = self._node(raw, path, scope, depth, Expression, "a value")
        return read

    def _reference(self, raw: str, path: str, scope: Scope) -> Ref:
        match = REFERENCE.fullmatch(raw)
        if match is None:
            raise EffectFlaw(path, f"{raw[:40]!r} is no reference")
        name, part = match[1], match[2] or ""
        if name not in scope:
            raise EffectFlaw(path, f"nothing is called ${name} here")
        return Ref(raw=raw, scope=scope, kind=_kind_of(name, part, scope[name], path), name=name, part=part)

    # ── nodes

    def _node(self, raw: Json, path: str, scope: Scope, depth: int, category: type[N], says: str) -> N:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise EffectFlaw(path, f"an effect has at most {MOST_NODES} parts")
        if depth >= MOST_DEPTH:
            raise EffectFlaw(path, f"an effect is nested at most {MOST_DEPTH} deep")
        node, words = self._class_of(raw, path, category, says)
        fields = {word_of(field): field for field in fields_of(node)}
        for word in words:
            if word not in fields:
                raise EffectFlaw(f"{path}/{_escaped(word)}", f"{head_of(node)!r} has no such word")
        held = slots_of(node)
        read: dict[str, Any] = {}
        for field in sorted(fields.values(), key=lambda field: held[field].reads != "binding"):  # names come first
            word = word_of(field)
            if word in words:
                inside = {**scope, **node.inner_names(field, read)}
                read[field] = self._field(held[field], words[word], f"{path}/{word}", inside, depth + 1)
        for word, field in fields.items():
            if field not in read and is_required(node, field):
                raise EffectFlaw(path, f"{head_of(node)!r} needs {word!r} too")
        return node(raw=raw, scope=scope, **read, **node.what_follows(read))

    def _class_of(self, raw: Json, path: str, category: type[N], says: str) -> tuple[type[N], Mapping[str, Json]]:
        if not isinstance(raw, Mapping) or not raw:
            raise EffectFlaw(path, f"{says} needed here, not {str(raw)[:40]!r}")
        fitting = [word for word in raw if word in NODES and _heads_it(NODES[word], raw)]
        if not fitting:
            raise EffectFlaw(path, f"no part of the language is called {str(next(iter(raw)))[:40]!r}")
        node = NODES[fitting[0]]
        if not issubclass(node, category):
            raise EffectFlaw(path, f"{says} needed here, not {fitting[0]!r}")
        return node, raw

    def _field(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        read: Callable[..., Any] = getattr(self, f"_read_{slot.reads.replace('-', '_')}")
        return read(slot, raw, path, scope, depth)

    def _listed(self, raw: Json, path: str) -> Sequence[Json]:
        if not isinstance(raw, list):
            raise EffectFlaw(path, "a list needed here")
        if len(raw) > MOST_LIST:
            raise EffectFlaw(path, f"at most {MOST_LIST} entries")
        return raw

    # ── what fields hold

    def _read_expression(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Expression[Value]:
        return self.expression(raw, path, scope, depth, slot)

    def _read_condition(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Condition:
        return self.condition(raw, path, scope, depth)

    def _read_conditions(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> tuple[Condition, ...]:
        parts = enumerate(self._listed(raw, path))
        return tuple(self.condition(part, f"{path}/{place}", scope, depth) for place, part in parts)

    def _read_list(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> tuple[Expression[Value], ...]:
        parts = enumerate(self._listed(raw, path))
        return tuple(self.expression(part, f"{path}/{place}", scope, depth, slot) for place, part in parts)

    def _read_pair(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> tuple[Expression[Value], ...]:
        pair = self._read_list(slot, raw, path, scope, depth)
        if len(pair) != 2:
            raise EffectFlaw(path, f"{slot.says} needed here")
        return pair

    def _read_comparison(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> object:
        parts = self._listed(raw, path)
        if len(parts) != 3 or parts[1] not in RELATIONS:
            raise EffectFlaw(path, f"a comparison is [one, {' or '.join(RELATIONS)}, other]")
        one, other = (self._expression(parts[place], f"{path}/{place}", scope, depth) for place in (0, 2))
        return one, parts[1], other

    def _read_effect(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Effect:
        return self.effect(raw, path, scope, depth)

    def _read_binding(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> str:
        if not isinstance(raw, str) or not BINDING.fullmatch(raw) or raw in (*EVERYBODY, "mod", "event"):
            raise EffectFlaw(path, "a name is small letters, digits and _, and not one of the language's own")
        return raw

    def _read_word(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> str:
        return _word(raw, path)

    def _read_words(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> tuple[str, ...]:
        return tuple(_word(part, f"{path}/{place}") for place, part in enumerate(self._listed(raw, path)))

    def _read_text(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> str:
        if not isinstance(raw, str) or not 0 < len(raw) <= 200 or not raw.isprintable():
            raise EffectFlaw(path, "a text of 1 to 200 characters needed here")
        return raw

    def _read_dice(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Dice:
        try:
            return parse_dice(raw if isinstance(raw, str) else str(raw))
        except ValueError as error:
            raise EffectFlaw(path, str(error)) from None

    def _read_flag(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> bool:
        if not isinstance(raw, bool):
            raise EffectFlaw(path, "true or false needed here")
        return raw

    def _read_integer(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> int:
        if not isinstance(raw, int) or isinstance(raw, bool):
            raise EffectFlaw(path, "a whole number needed here")
        return _bounded(raw, path)

    def _read_choice(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> str:
        if raw not in slot.words:
            raise EffectFlaw(path, f"{' or '.join(slot.words)} needed here")
        return str(raw)

    def _read_how_many(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> object:
        if raw == "all":
            return "all"
        if isinstance(raw, list):
            return self._read_pair(NUMBER, raw, path, scope, depth)
        return self.expression(raw, path, scope, depth, NUMBER)

    def _read_chooser(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> object:
        return "chance" if raw == "chance" else self.expression(raw, path, scope, depth, slot)

    def _read_traits(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> dict[str, object]:
        if not isinstance(raw, Mapping) or not raw.keys() <= set(TRAITS):
            raise EffectFlaw(path, f"{slot.says} needed here")
        return {trait: self._trait_names(trait, raw[trait], f"{path}/{trait}", scope, depth) for trait in raw}

    def _trait_names(self, trait: str, raw: Json, path: str, scope: Scope, depth: int) -> object:
        if raw == "all" and trait == "modifiers":
            return "all"
        return self.expression(raw, path, scope, depth, NAMES)

    def _read_spec(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> CardSpec:
        return self._node(raw, path, scope, depth, CardSpec, "a card's description")

    def _read_enumeration(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> object:
        if isinstance(raw, str):
            return _word(raw, path)
        if isinstance(raw, Mapping) and raw.keys() == {"from", "to"}:
            from_, to = (self.expression(raw[end], f"{path}/{end}", scope, depth, NUMBER) for end in ("from", "to"))
            return Range(from_=from_, to=to)
        return self._read_list(NAMES_OR_NUMBERS, raw, path, scope, depth)

    def _read_rows(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> tuple[Row, ...]:
        rows = []
        for place, row in enumerate(self._listed(raw, path)):
            here = f"{path}/{place}"
            if not isinstance(row, list) or len(row) != 3:
                raise EffectFlaw(here, "a row is [from, to, effect]")
            low, high = (self._read_integer(slot, row[end], f"{here}/{end}", scope, depth) for end in (0, 1))
            if low > high:
                raise EffectFlaw(here, "a row goes from the smaller to the greater number")
            rows.append(Row(low, high, self.effect(row[2], f"{here}/2", scope, depth)))
        return tuple(rows)

    def _read_offers(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> tuple[Option, ...]:
        options = []
        for place, option in enumerate(self._listed(raw, path)):
            here = f"{path}/{place}"
            if not isinstance(option, Mapping) or not {"say", "do"} <= option.keys() <= {"say", "needs", "do"}:
                raise EffectFlaw(here, "an option is {say, needs, do}")
            say = self._read_text(slot, option["say"], f"{here}/say", scope, depth)
            raw_needs = option.get("needs")
            needs = None if raw_needs is None else self.condition(raw_needs, f"{here}/needs", scope, depth)
            do = self.effect(option["do"], f"{here}/do", scope, depth)
            options.append(Option(say=say, needs=needs, do=do))
        return tuple(options)

    def _read_turn(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> ChangeOfTurns:
        if raw == "reverse":
            return ChangeOfTurns(change="reverse")
        if not isinstance(raw, Mapping) or len(raw) != 1:
            raise EffectFlaw(path, f"{slot.says} needed here")
        for change in ("skip", "again"):
            if change in raw:
                who = self.expression(raw[change], f"{path}/{change}", scope, depth, PLAYERS)
                return ChangeOfTurns(change=change, who=who)
        raise EffectFlaw(path, f"{slot.says} needed here")

    def _read_chances(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> tuple[tuple[str, int], ...]:
        chances = []
        for place, entry in enumerate(self._listed(raw, path)):
            here = f"{path}/{place}"
            if not isinstance(entry, list) or len(entry) != 2:
                raise EffectFlaw(here, "[collection, per cent] needed here")
            per_cent = self._read_integer(slot, entry[1], f"{here}/1", scope, depth)
            if not 0 <= per_cent <= 100:
                raise EffectFlaw(here, "a chance is between 0 and 100 per cent")
            chances.append((_word(entry[0], f"{here}/0"), per_cent))
        return tuple(chances)


_KIND_WORDS = {
    "number": "a number",
    "truth": "a condition",
    "cards": "cards",
    "players": "players",
    "names": "names",
}


def _kind_of(name: str, part: str, kind: Kind, path: str) -> Kind:
    if name == "event":
        known: Mapping[str, Kind] = EVENT_PROPERTIES
    elif name == "mod":
        known = {**MODIFIER_PROPERTIES, "": "names"}
    elif not part:
        return kind
    elif kind == "cards":
        known = PROPERTIES
    else:
        known = {}
    if part not in known:
        raise EffectFlaw(path, f"${name} has no .{part}" if part else f"say which part of ${name}")
    return known[part]


def _heads_it(node: type[Node], raw: Mapping[str, Json]) -> bool:
    """Whether a map is this node, and does not only have a field that is called like its head."""
    return raw.keys() <= _words_of(node) or not any(
        other is not node and raw.keys() <= _words_of(other) for head, other in NODES.items() if head in raw
    )


@cache
def _words_of(node: type[Node]) -> frozenset[str]:
    return frozenset(word_of(field) for field in fields_of(node))


@cache
def slots_of(node: type[Node]) -> Mapping[str, Slot]:
    """What each field of a node may hold."""
    found = {}
    for field, hint in get_type_hints(node, include_extras=True).items():
        for candidate in (hint, *get_args(hint)):
            for extra in getattr(candidate, "__metadata__", ()):
                if isinstance(extra, Slot):
                    found[field] = extra
    return found


def _bounded(number: int, path: str) -> int:
    if not -MOST_NUMBER <= number <= MOST_NUMBER:
        raise EffectFlaw(path, "a number is too large")
    return number


def _word(raw: Json, path: str) -> str:
    if not isinstance(raw, str) or not 0 < len(raw) <= 60 or not raw.isprintable() or raw.startswith("$"):
        raise EffectFlaw(path, "a name of 1 to 60 characters needed here")
    return raw


def _name_or_number(raw: Json, path: str) -> str | int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return _bounded(raw, path)
    return _word(raw, path)


def _escaped(part: str) -> str:
    return str(part)[:60].replace("~", "~0").replace("/", "~1")
