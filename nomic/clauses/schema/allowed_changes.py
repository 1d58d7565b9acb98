"""Limits on what proposals of a class, or a clause, may change in the law (R131): places, added entries, added lines.

The check compares the two documents and not the operations between them. So a section that a proposal moves, copies or
replaces is judged by its result.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticKnownError

from nomic.clauses.schema.kind_registry import kind_of, kinds
from nomic.effects.checking.effects_in_sections import ConditionJson
from nomic.law.document.sections import Document, Flaw, SectionModel
from nomic.law.labels.value_labels import path_of
from nomic.law.schema.text_types import LawName

ANY = "*"
MISSING: Any = object()
MAX_PLACES = 20


def _known(word: str) -> str:
    """Return the word if it is a kind of clause.

    Otherwise raise the error that pydantic raises for a `Literal`.
    """
    if word not in kinds():
        raise PydanticKnownError("literal_error", {"expected": ", ".join(map(repr, kinds()))})
    return word


def _not_too_many(words: list[str]) -> list[str]:
    """Return the list unchanged. Raises pydantic's error if it is longer than the list of all kinds."""
    if len(words) > len(kinds()):
        raise PydanticKnownError(
            "too_long", {"field_type": "List", "max_length": len(kinds()), "actual_length": len(words)}
        )
    return words


# Kinds can be registered after the models are built, so their words are read from the registry.
KindOfClause = Annotated[
    str, AfterValidator(_known), Field(json_schema_extra=lambda schema: schema.update(enum=[*kinds()]))
]
KindsOfClauses = Annotated[
    list[KindOfClause],
    AfterValidator(_not_too_many),
    Field(json_schema_extra=lambda schema: schema.update(maxItems=len(kinds()))),
]
PlaceOfLaw = Annotated[
    str,
    StringConstraints(pattern=r"^(/[^/\x00-\x1f]+){1,12}$", max_length=300),
    Field(examples=["/rules/exploration/clauses"], json_schema_extra={"format": "place"}),
]
FieldOfEntry = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=30)]
Path = tuple[str, ...]


class MayChange(SectionModel):
    """Permission to change anything at or below this place of the law. `*` in the place matches any name.

    If `kinds` is given, the place contains clauses, which must be of these kinds before and after.
    """

    may: Literal["change"] = Field(title="They may")
    at: PlaceOfLaw = Field(title="Anything at this place in the law")
    kinds: KindsOfClauses = Field(default=[], title="Only clauses of these kinds")

    @property
    def within(self) -> Path:
        """The path of the map whose entries may change."""
        return path_of(self.at)[:-1]

    def covers(self, path: Path, old: Any, new: Any) -> bool:
        """Return whether this permission is for such a place. `old` and `new` are its content, or MISSING."""
        at = path_of(self.at)
        return _fits(at, path if self.kinds else path[: len(at)])

    def objection(self, path: Path, old: Any, new: Any) -> str | None:
        """Return why this change at a covered place is not permitted, or None if it is.

        `old` and `new` are the content at `path` before and after, or MISSING.
        """
        wrong = (_wrong_kind(each, self.kinds) for each in (old, new) if self.kinds and each is not MISSING)
        return next(filter(None, wrong), None)


class Having(SectionModel):
    """A field of an entry and its required text."""

    field: FieldOfEntry = Field(title="The field")
    is_: LawName = Field(alias="is", title="What it is")


class MayAdd(SectionModel):
    """Permission to add entries at this place of the law, without changing existing ones.

    `kinds` lists the allowed kinds of clauses, `having` fields with required texts. `needs` is a condition that each
    new entry must have, alone or as a part of `all`. `most` is the maximum number of entries per proposal.
    """

    may: Literal["add"] = Field(title="They may")
    at: PlaceOfLaw = Field(title="Entries at this place in the law")
    kinds: KindsOfClauses = Field(default=[], title="Only clauses of these kinds")
    having: list[Having] = Field(default=[], max_length=10, title="Only entries with these texts")
    needs: ConditionJson | None = Field(default=None, title="Only clauses with this condition")
    most: int | None = Field(default=None, ge=1, le=1_000, title="Maximum per proposal")

    @property
    def within(self) -> Path:
        """The path of the map or list to which entries are added."""
        return path_of(self.at)

    def covers(self, path: Path, old: Any, new: Any) -> bool:
        """Return whether this permission is for such a place. `old` and `new` are its content, or MISSING."""
        return self._is_list(path, old, new) or (bool(path) and _fits(self.within, path[:-1]))

    def objection(self, path: Path, old: Any, new: Any) -> str | None:
        """Return why this change at a covered place is not permitted, or None if it is.

        `old` and `new` are the content at `path` before and after, or MISSING.
        """
        alone = [new] if old is MISSING else None
        added = _inserted(old, new) if self._is_list(path, old, new) else alone
        if added is None:
            return "what is there stays unchanged"
        return next(filter(None, map(self._wrong_with, added)), None)

    def _is_list(self, path: Path, old: Any, new: Any) -> bool:
        return isinstance(old, list) and isinstance(new, list) and _fits(self.within, path)

    def _wrong_with(self, entry: Any) -> str | None:
        """Return why an entry cannot be added, or None if it can."""
        if self.kinds and (wrong := _wrong_kind(entry, self.kinds)):
            return wrong
        has = entry if isinstance(entry, dict) else {}
        for each in self.having:
            if has.get(each.field) != each.is_:
                return f"its {each.field} is not “{each.is_}”"
        kind = kind_of(has)
        if self.needs is not None and not _asks(None if kind is None else has.get(kind.condition), self.needs):
            return "it does not have the condition that this class asks for"
        return None


class MayAddLines(SectionModel):
    """Permission to append lines to the text at this place of the law without changing the existing text."""

    may: Literal["add-lines"] = Field(title="They may")
    at: PlaceOfLaw = Field(title="Lines at the end of the text at this place in the law")
    begin: str = Field(default="", max_length=20, pattern=r"^[^\n]*$", title="Each of these lines begins with")

    @property
    def within(self) -> Path:
        """The path of the map that contains the text."""
        return path_of(self.at)[:-1]

    def covers(self, path: Path, old: Any, new: Any) -> bool:
        """Return whether this permission is for such a place. `old` and `new` are its content, or MISSING."""
        return _fits(path_of(self.at), path)

    def objection(self, path: Path, old: Any, new: Any) -> str | None:
        """Return why this change at a covered place is not permitted, or None if it is.

        `old` and `new` are the content at `path` before and after, or MISSING.
        """
        if not (isinstance(old, str) and isinstance(new, str) and new.startswith(old)):
            return "lines may only be added at its end"
        added = new.removeprefix(old)
        if old and not old.endswith("\n") and not added.startswith("\n"):
            return "lines may only be added at its end"
        lines = [line for line in added.split("\n") if line.strip()]
        wrong = next((line for line in lines if not line.startswith(self.begin)), None)
        return None if wrong is None else f"each line that is added begins with “{self.begin}”"


AnyMayChange = Annotated[MayChange | MayAdd | MayAddLines, Field(discriminator="may")]


class Reach(SectionModel):
    """What proposals of a class may change in the law, and whether they may have one-time effects.

    If `change` is omitted, they may change everything; if it is an empty list, nothing.
    """

    change: list[AnyMayChange] | None = Field(default=None, max_length=MAX_PLACES, title="What they may change")
    once: bool = Field(default=False, title="They may do something once")


class OwnReach(SectionModel):
    """What a clause may change in the law by the operations `amend` and `repeal`.

    If `guards` is set, this includes classes of proposals, bans, and clauses that may change the law, such as this
    clause.
    """

    change: list[AnyMayChange] = Field(default=[], max_length=MAX_PLACES, title="What it may change")
    guards: bool = Field(default=False, title="Classes, bans and clauses that change the law, too")


class Beyond(NamedTuple):
    """A difference between two documents that is not permitted, with the reason."""

    path: Path
    why: str


def beyond(permitted: Sequence[AnyMayChange], old: Document, new: Document) -> Iterator[Beyond]:
    """Yield the differences between two documents that are not permitted. Takes linear time."""
    added = [0] * len(permitted)
    waiting: list[tuple[Path, Any, Any, str]] = [((), old, new, "")]
    while waiting:
        path, was, now, why = waiting.pop()
        if not (isinstance(was, dict) and isinstance(now, dict)) and _same(was, now):
            continue
        covering = [place for place, each in enumerate(permitted) if each.covers(path, was, now)]
        objections = {place: permitted[place].objection(path, was, now) for place in covering}
        place = next((place for place in covering if objections[place] is None), None)
        if place is not None:
            by = permitted[place]
            if isinstance(by, MayAdd) and by.most is not None:
                added[place] += len(now) - len(was) if isinstance(was, list) else 1
                if added[place] > by.most:
                    yield Beyond(path, f"a proposal adds at most {by.most} of these")
            continue
        why = next(filter(None, objections.values()), why)
        if was is MISSING and isinstance(now, dict) and now and any(_leads_to(each.within, path) for each in permitted):
            was = {}
        if isinstance(was, dict) and isinstance(now, dict):
            keys = sorted(was.keys() | now.keys(), reverse=True)
            waiting += [((*path, key), was.get(key, MISSING), now.get(key, MISSING), why) for key in keys]
        else:
            yield Beyond(path, why)


def _leads_to(within: Path, path: Path) -> bool:
    """Return whether `within` is the place `path` or a place below it. `*` in `within` matches any key."""
    return _fits(within[: len(path)], path)


def _fits(at: Path, path: Path) -> bool:
    return len(at) == len(path) and all(wanted in (ANY, key) for wanted, key in zip(at, path, strict=True))


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are the same JSON. Unlike in Python, 0 and False differ."""
    if one is MISSING or other is MISSING:
        return one is other
    return one == other and json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _inserted(old: list[Any], new: list[Any]) -> list[Any] | None:
    """Return the elements inserted into a list, or None if an old element was removed, changed or moved."""
    added, waiting = [], iter(old)
    expected = next(waiting, MISSING)
    for each in new:
        if expected is not MISSING and _same(each, expected):
            expected = next(waiting, MISSING)
        else:
            added.append(each)
    return added if expected is MISSING else None


def _wrong_kind(entry: Any, words: Sequence[str]) -> str | None:
    kind = kind_of(entry) if isinstance(entry, dict) else None
    word = "none" if kind is None else kind.schema.word
    return None if word in words else f"its kind is {word}, not {' or '.join(words)}"


def _asks(condition: Any, wanted: Mapping[str, Any]) -> bool:
    """Return whether a condition equals `wanted`, or contains it as a part of `all`."""
    if not isinstance(condition, dict):
        return False
    if _same(condition, wanted):
        return True
    parts = condition.get("all")
    return isinstance(parts, list) and any(_asks(part, wanted) for part in parts)


# ── flaws


def reach_flaws(path: str, reach: Reach | OwnReach) -> Iterator[Flaw]:
    """Yield the flaws of the permissions of a class or clause. Flaws in the conditions of permissions are left out."""
    for place, each in enumerate(reach.change or ()):
        here = f"{path}/change/{place}"
        if not isinstance(each, MayAddLines) and each.kinds and not _is_of_clauses(each.within):
            yield Flaw(f"{here}/kinds", "only at a place for clauses, such as /rules/exploration/clauses")
        if isinstance(each, MayAdd) and each.needs is not None:
            bare = [word for word in each.kinds or kinds() if not kinds()[word].condition]
            if not _is_of_clauses(each.within):
                yield Flaw(f"{here}/needs", "only at a place for clauses, such as /rules/exploration/clauses")
            elif bare:
                yield Flaw(f"{here}/needs", f"clauses of these kinds have no condition: {', '.join(bare)}")


def _is_of_clauses(at: Path) -> bool:
    return len(at) == 3 and (at[0], at[2]) == ("rules", "clauses")


def conditions_in(path: str, reach: Reach | OwnReach) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """Yield (path, condition) for each permission to add entries. Without a condition it is None."""
    for place, each in enumerate(reach.change or ()):
        if isinstance(each, MayAdd):
            yield f"{path}/change/{place}/needs", each.needs
