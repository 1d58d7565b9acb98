"""Reading the language as the law has it: nodes known, fields of their kinds, names bound before they are used.

Bounds: at most 200 nodes in a piece, nested at most 12 deep.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, get_args, get_type_hints

from msgspec import NODEFAULT

from nomic.chance.dice import parse_dice
from nomic.effects.language.conditions import Demanded
from nomic.effects.language.nodes import (
    Condition,
    Description,
    Effect,
    Expression,
    Heads,
    Json,
    Kind,
    Node,
    Operation,
    Scope,
    Slot,
    fields_of,
    head_of,
    text_of,
    word_of,
)
from nomic.effects.language.operations import Choose, Each, Let, Take, Wait
from nomic.effects.language.selectors import CardsIn, Extreme, PlayersWho
from nomic.effects.language.values import EVENT_PROPERTIES, MODIFIER_PROPERTIES, MOST, PROPERTIES, Literal, Ref

MOST_NODES = 200
MOST_DEPTH = 12
MOST_LIST = 100
REFERENCE = re.compile(r"\$([a-z][a-z0-9_]{0,30})(?:\.([a-z]{1,10}))?", re.ASCII)
BINDING = re.compile(r"[a-z][a-z0-9_]{0,30}", re.ASCII)
EVERYBODY = ("next", "all", "others")
RELATIONS = ("equals", "at_least", "more_than")
TRAITS = ("modifiers", "suits", "colours", "types")


class EffectFlaw(Exception):
    """Something that is not the effect language: `path` is a JSON pointer within the piece."""

    def __init__(self, path: str, detail: str) -> None:
        self.path = path
        self.detail = detail
        super().__init__(f"{path or '/'}: {detail}")


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


def _inner_names(node: type[Node], field: str, read: Mapping[str, Any]) -> dict[str, Kind]:
    """Names that hold inside one field of a node only."""
    if field == "where" and issubclass(node, CardsIn | PlayersWho):
        return {read["as_"]: "cards" if issubclass(node, CardsIn) else "players"}
    if field == "by" and issubclass(node, Extreme):
        return {read["as_"]: read["extreme"].kind}
    if field == "where" and issubclass(node, Take | Wait):
        return {"it": "cards"}
    if field == "do" and issubclass(node, Each):
        return {read["each"]: read["in_"].kind}
    if field == "do" and issubclass(node, Wait):
        return {"event": "players"}
    return {}


def _bound_by(step: Operation) -> dict[str, Kind]:
    """What an operation binds for those that follow it in its list."""
    if isinstance(step, Choose):
        return {step.choose: step.from_.kind}
    if isinstance(step, Let):
        return {step.let: step.be.kind}
    return {}


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
            for name, kind in _bound_by(step).items():
                if name in inside and not (
                    isinstance(step, Let) and inside[name] == "number" and kind in ("number", "names")
                ):
                    raise EffectFlaw(f"{path}/{place}", f"${name} stands for something already")
                inside = {**inside, name: kind}
            steps.append(step)
        return tuple(steps)

    def condition(self, raw: Json, path: str, scope: Scope, depth: int = 0) -> Condition:
        if raw == "$event.where":
            if "event" not in scope:
                raise EffectFlaw(path, "there is no event here")
            return Demanded(raw=raw, scope=scope)
        read: Condition = self._node(raw, path, scope, depth, Condition, "a condition")
        return read

    def expression(self, raw: Json, path: str, scope: Scope, depth: int, slot: Slot) -> Expression:
        read = self._expression(raw, path, scope, depth)
        if read.kind not in slot.accepts:
            raise EffectFlaw(path, f"{slot.says} needed here, not {_KIND_WORDS[read.kind]}")
        return read

    def _expression(self, raw: Json, path: str, scope: Scope, depth: int) -> Expression:
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
        read: Expression = self._node(raw, path, scope, depth, Expression, "a value")
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

    def _node(self, raw: Json, path: str, scope: Scope, depth: int, category: type[Any], says: str) -> Any:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise EffectFlaw(path, f"an effect has at most {MOST_NODES} parts")
        if depth >= MOST_DEPTH:
            raise EffectFlaw(path, f"an effect is nested at most {MOST_DEPTH} deep")
        node = self._class_of(raw, path, category, says)
        names = {word_of(field): field for field in fields_of(node)}
        for key in raw:
            if key not in names:
                raise EffectFlaw(f"{path}/{_escaped(key)}", f"{head_of(node)!r} has no such word")
        hints = slots_of(node)
        read: dict[str, Any] = {"raw": raw, "scope": scope}
        for field in sorted(names.values(), key=lambda field: field != "as_"):
            word = word_of(field)
            if word in raw:
                inside = {**scope, **_inner_names(node, field, read)}
                read[field] = self._field(hints[field], raw[word], f"{path}/{word}", inside, depth + 1)
            elif field == "as_":
                read[field] = "it"
        if issubclass(node, Extreme) and "extreme" in read:
            read["kind"] = read["extreme"].kind
        try:
            return node(**read)
        except TypeError:
            missing = [word for word, field in names.items() if field not in read and is_required(node, field)]
            raise EffectFlaw(path, f"{head_of(node)!r} needs {missing[0]!r} too") from None

    def _class_of(self, raw: Json, path: str, category: type[Any], says: str) -> type[Node]:
        if not isinstance(raw, dict) or not raw:
            raise EffectFlaw(path, f"{says} needed here, not {str(raw)[:40]!r}")
        heads = [key for key in raw if key in Heads.known]
        fitting = [key for key in heads if _heads_it(Heads.known[key], raw)]
        if not fitting:
            raise EffectFlaw(path, f"no part of the language is called {str(next(iter(raw)))[:40]!r}")
        node = Heads.known[fitting[0]]
        if not issubclass(node, category):
            raise EffectFlaw(path, f"{says} needed here, not {fitting[0]!r}")
        return node

    def _field(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        read: Callable[..., Any] = getattr(self, f"_read_{slot.reads.replace('-', '_')}")
        return read(slot, raw, path, scope, depth)

    def _listed(self, raw: Json, path: str) -> list[Json]:
        if not isinstance(raw, list):
            raise EffectFlaw(path, "a list needed here")
        if len(raw) > MOST_LIST:
            raise EffectFlaw(path, f"at most {MOST_LIST} entries")
        return raw

    # ── what fields hold

    def _read_expression(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Expression:
        return self.expression(raw, path, scope, depth, slot)

    def _read_condition(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Condition:
        return self.condition(raw, path, scope, depth)

    def _read_conditions(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        parts = enumerate(self._listed(raw, path))
        return tuple(self.condition(part, f"{path}/{place}", scope, depth) for place, part in parts)

    def _read_list(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        parts = enumerate(self._listed(raw, path))
        return tuple(self.expression(part, f"{path}/{place}", scope, depth, slot) for place, part in parts)

    def _read_pair(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        pair = self._read_list(slot, raw, path, scope, depth)
        if len(pair) != 2:
            raise EffectFlaw(path, f"{slot.says} needed here")
        return pair

    def _read_comparison(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
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

    def _read_dice(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
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

    def _read_how_many(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        number = Slot("expression", "a number", ("number", "names"))
        if raw == "all":
            return "all"
        if isinstance(raw, list):
            return self._read_pair(number, raw, path, scope, depth)
        return self.expression(raw, path, scope, depth, number)

    def _read_chooser(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        return "chance" if raw == "chance" else self.expression(raw, path, scope, depth, slot)

    def _read_traits(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> dict[str, Any]:
        if not isinstance(raw, dict) or not raw.keys() <= set(TRAITS):
            raise EffectFlaw(path, f"{slot.says} needed here")
        return {trait: self._trait_names(raw[trait], f"{path}/{trait}", scope, depth) for trait in raw}

    def _trait_names(self, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        names = Slot("expression", "names", ("names",))
        if raw == "all" and path.endswith("/modifiers"):
            return "all"
        return (self.expression(raw, path, scope, depth, names),)

    def _read_spec(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Description:
        read: Description = self._node(raw, path, scope, depth, Description, "a card's description")
        return read

    def _read_enumeration(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        if isinstance(raw, str):
            return _word(raw, path)
        if isinstance(raw, dict) and raw.keys() == {"from", "to"}:
            number = Slot("expression", "a number", ("number", "names"))
            return {end: self.expression(raw[end], f"{path}/{end}", scope, depth, number) for end in raw}
        names = Slot("expression", "names or numbers", ("names", "number"))
        return self._read_list(names, raw, path, scope, depth)

    def _read_rows(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        rows = []
        for place, row in enumerate(self._listed(raw, path)):
            here = f"{path}/{place}"
            if not isinstance(row, list) or len(row) != 3:
                raise EffectFlaw(here, "a row is [from, to, effect]")
            low, high = (self._read_integer(slot, row[end], f"{here}/{end}", scope, depth) for end in (0, 1))
            if low > high:
                raise EffectFlaw(here, "a row goes from the smaller to the greater number")
            rows.append((low, high, self.effect(row[2], f"{here}/2", scope, depth)))
        return tuple(rows)

    def _read_offers(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        options = []
        for place, option in enumerate(self._listed(raw, path)):
            here = f"{path}/{place}"
            if not isinstance(option, dict) or not {"say", "do"} <= option.keys() <= {"say", "needs", "do"}:
                raise EffectFlaw(here, "an option is {say, needs, do}")
            needs = option.get("needs")
            options.append(
                {
                    "say": self._read_text(slot, option["say"], f"{here}/say", scope, depth),
                    "needs": None if needs is None else self.condition(needs, f"{here}/needs", scope, depth),
                    "do": self.effect(option["do"], f"{here}/do", scope, depth),
                }
            )
        return tuple(options)

    def _read_turn(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
        if raw == "reverse":
            return "reverse", None
        if not isinstance(raw, dict) or len(raw) != 1 or not raw.keys() <= {"skip", "again"}:
            raise EffectFlaw(path, f"{slot.says} needed here")
        change, players = next(iter(raw.items()))
        slot = Slot("expression", "players", ("players",))
        return change, self.expression(players, f"{path}/{change}", scope, depth, slot)

    def _read_chances(self, slot: Slot, raw: Json, path: str, scope: Scope, depth: int) -> Any:
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
MOST_NUMBER = MOST


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


def _heads_it(node: type[Node], raw: dict[str, Json]) -> bool:
    """Whether a map is this node, and does not only have a field that is called like its head."""
    words = {word_of(field) for field in fields_of(node)}
    return raw.keys() <= words or not any(
        other is not node and raw.keys() <= {word_of(field) for field in fields_of(other)}
        for head, other in Heads.known.items()
        if head in raw
    )


def is_required(node: type[Node], field: str) -> bool:
    """Whether the law has to give this field."""
    """Whether a field of a node cannot be left out."""
    defaults = dict(zip(node.__struct_fields__[::-1], node.__struct_defaults__[::-1], strict=False))
    return defaults.get(field, NODEFAULT) is NODEFAULT


@lru_cache(maxsize=200)
def slots_of(node: type[Node]) -> dict[str, Slot]:
    """What each field of a node holds."""
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


def _escaped(part: Any) -> str:
    return str(part)[:60].replace("~", "~0").replace("/", "~1")


__all__ = ["EffectFlaw", "condition_from_text", "effect_from_text", "read_condition", "read_effect", "text_of"]
