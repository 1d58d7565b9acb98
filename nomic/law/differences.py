"""Readable differences between two laws: which rules changed and how, which values changed from what to what."""

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from nomic.law.explanations import Explanation, explanations
from nomic.law.sections import Document, Law, pointer, registered

MISSING = object()
WORDS = re.compile(r"\s+|\w+|[^\w\s]")
LINES = re.compile(r"[^\n]*\n|[^\n]+")
MOST_COMPARED = 4_000_000  # pairs of words; comparing takes about as long as there are such pairs


@dataclass(frozen=True, slots=True)
class Words:
    """A run of text that stayed, came or went."""

    kind: Literal["same", "added", "removed"]
    text: str


@dataclass(frozen=True, slots=True)
class RuleChange:
    """What happened to one rule. `moved` names the old and the new parent's title; `reordered`: its place changed."""

    id: str
    title: str
    kind: Literal["created", "repealed", "amended"]
    renamed_from: str | None = None
    moved: tuple[str, str] | None = None
    reordered: bool = False
    body: list[Words] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value that changed; `name` is readable, `path` its JSON pointer. Old is None where the value is new."""

    path: str
    name: str
    kind: Literal["created", "repealed", "changed"]
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Differences:
    """Everything that differs between two laws; `effects` tells of entries that do something else, in words."""

    rules: list[RuleChange]
    values: list[ValueChange]
    effects: list[Explanation] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.rules or self.values)


def differences(old: Document, new: Document) -> Differences:
    """What changes when `old` becomes `new`."""
    return Differences(
        rules=list(_rule_changes(old.get("rules", {}), new.get("rules", {}))),
        values=[
            change
            for name in sorted((old.keys() | new.keys()) - {"rules"})
            for change in _value_changes((name,), old.get(name, MISSING), new.get(name, MISSING))
        ],
        effects=explanations(Law(old), Law(new)),
    )


def _rule_changes(old: Document, new: Document) -> Iterator[RuleChange]:
    for id_ in sorted(old.keys() | new.keys(), key=lambda key: (new.get(key) or old[key])["title"]):
        was, now = old.get(id_), new.get(id_)
        if was == now:
            continue
        if now is not None and was is None:
            yield RuleChange(id_, now["title"], "created", body=[Words("added", now["body"])])
        elif was is not None and now is None:
            yield RuleChange(id_, was["title"], "repealed", body=[Words("removed", was["body"])])
        elif was is not None and now is not None:
            parents = was.get("parent"), now.get("parent")
            yield RuleChange(
                id_,
                now["title"],
                "amended",
                renamed_from=was["title"] if was["title"] != now["title"] else None,
                moved=(_title(old, parents[0]), _title(new, parents[1])) if parents[0] != parents[1] else None,
                reordered=was.get("place", 0) != now.get("place", 0),
                body=word_difference(was["body"], now["body"]) if was["body"] != now["body"] else [],
            )


def _title(rules: Document, id_: str | None) -> str:
    return "the top level" if id_ is None else rules.get(id_, {}).get("title", id_)


def word_difference(old: str, new: str) -> list[Words]:
    """The two texts compared word by word, white space kept; long ones that share little by lines, or as a whole."""
    for pieces in (WORDS, LINES):
        a, b = pieces.findall(old), pieces.findall(new)
        start = _shared(a, b)
        end = _shared(a[start:][::-1], b[start:][::-1])
        middle = a[start : len(a) - end], b[start : len(b) - end]
        if len(middle[0]) * len(middle[1]) <= MOST_COMPARED:
            return _joined([(a[:start], a[:start]), *_runs(*middle), (a[len(a) - end :], a[len(a) - end :])])
    return _joined([([old], [new])])


def _shared(a: list[str], b: list[str]) -> int:
    """How many pieces both begin with."""
    return next(
        (count for count, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), min(len(a), len(b))
    )


def _runs(a: list[str], b: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Runs of pieces of both, one beside the other."""
    for _, a1, a2, b1, b2 in difflib.SequenceMatcher(a=a, b=b, autojunk=False).get_opcodes():
        yield a[a1:a2], b[b1:b2]


def _joined(runs: Iterable[tuple[list[str], list[str]]]) -> list[Words]:
    result: list[Words] = []
    for was, now in runs:
        kinds: list[tuple[Literal["same", "added", "removed"], list[str]]] = (
            [("same", was)] if was == now else [("removed", was), ("added", now)]
        )
        for kind, pieces in kinds:
            if pieces and result and result[-1].kind == kind:
                result[-1] = Words(kind, result[-1].text + "".join(pieces))
            elif pieces:
                result.append(Words(kind, "".join(pieces)))
    return result


def _value_changes(path: tuple[str | int, ...], old: Any, new: Any) -> Iterator[ValueChange]:
    if old == new and type(old) is type(new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from _value_changes((*path, key), old.get(key, MISSING), new.get(key, MISSING))
        return
    kind: Literal["created", "repealed", "changed"] = "changed"
    if old is MISSING:
        kind, old = "created", None
    elif new is MISSING:
        kind, new = "repealed", None
    yield ValueChange(pointer(*path), readable(path), kind, old, new)


def readable(path: tuple[str | int, ...]) -> str:
    """("shop", "offers", "Chip", "costs") → "The Croupier's … ›" style name: the section's title, then the keys."""
    section = registered().get(str(path[0]))
    parts = [section.title if section else str(path[0])] + [str(part).replace("_", " ") for part in path[1:]]
    return " › ".join(parts)
