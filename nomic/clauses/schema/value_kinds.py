"""Values that rules keep, as the law writes them: a class for each kind, which answers for itself.

What is kept is a number, or the members of a set: one name or player at the most, or several.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints

from nomic.clauses.arguments.numbers import Number
from nomic.clauses.schema.base import Clause
from nomic.effects.language.bounds import MAX_NUMBER
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.nodes.values import as_members, as_number
from nomic.effects.language.world import Value
from nomic.effects.prose.grammar import listed
from nomic.law.schema.text_types import LawName, clean_line

Kept: TypeAlias = int | tuple[str, ...]
Flaws: TypeAlias = Iterator[tuple[str, str]]

MAX_LENGTH = 200  # characters of a name that is kept
USUAL_LENGTH = 60
MAX_NAMES = 100
MAX_PLAYERS = 10_000
KeptName = Annotated[str, StringConstraints(min_length=1, max_length=MAX_LENGTH), AfterValidator(clean_line)]
IsKind = Literal["number", "flag", "name", "names", "player", "players"]


class ValueClause(Clause):
    """What is kept for the cycle or for each player, who sees it, and whether it stands beside a player's name.

    Where it would leave its bounds it stops at them.
    """

    kind: ClassVar[Kind]  # what it is in effects
    several: ClassVar[bool] = False  # whether it holds several members

    value: LawName = Field(title="What it is called")
    of: Literal["cycle", "player"] = Field(default="cycle", title="For whom it is kept")
    is_: IsKind = Field(default="number", alias="is", title="What is kept")
    seen: Literal["all", "owner", "nobody"] = Field(default="all", title="Who sees it")
    beside: bool = Field(default=False, title="It stands beside a player’s name")

    @property
    def at_first(self) -> Kept:
        """What it is before anything changes it."""
        return ()

    @property
    def is_secret(self) -> bool:
        """Whether it is not everybody's to see, before it is revealed."""
        return self.seen != "all"

    @property
    def possible(self) -> Collection[str]:
        """The names that it can hold, where not all are possible."""
        return ()

    def within(self, value: Value) -> Kept:
        """The nearest to this that can be kept."""
        raise NotImplementedError

    def without(self, kept: Kept, player: str) -> Kept:
        """What is kept, once a player is gone (R5)."""
        return kept

    def flaws(self) -> Flaws:
        """What is wrong with it: where within it, and what."""
        if self.of == "cycle" and self.seen == "owner":
            yield "/seen", "what is kept for the cycle has no owner: say all or nobody"
        if self.of == "cycle" and self.beside:
            yield "/beside", "what is kept for the cycle stands beside no name"

    def in_words(self, kept: Kept) -> str:
        """What is kept, for people."""
        return listed(as_texts(kept)) or "nothing"

    def beside_name(self, kept: Kept) -> str:
        """What stands beside the name of whom it is kept for; "" where nothing does."""
        return "" if kept == self.at_first else self.in_words(kept)

    def described(self) -> str:
        """What it is, within a sentence: "a number, at least 0, 0 at first"."""
        raise NotImplementedError


def as_texts(kept: Kept) -> tuple[str, ...]:
    """The members of what is kept."""
    return kept if isinstance(kept, tuple) else (str(kept),)


def _members(value: Value, least: int = 1) -> tuple[str, ...]:
    """Different members, as texts, none of them empty."""
    found = (str(member)[:MAX_LENGTH] for member in as_members(value) if not isinstance(member, bool))
    return tuple(dict.fromkeys(member for member in found if len(member) >= least))


class NumberValue(ValueClause):
    """A number within bounds."""

    kind: ClassVar[Kind] = "number"

    starts: Number = Field(default=0, title="What it is at first")
    least: Number | None = Field(default=None, title="At least")
    most: Number | None = Field(default=None, title="At most")

    @property
    def at_first(self) -> Kept:
        return self.starts

    def within(self, value: Value) -> Kept:
        low = -MAX_NUMBER if self.least is None else self.least
        high = MAX_NUMBER if self.most is None else self.most
        return max(low, min(as_number(value), high))

    def flaws(self) -> Flaws:
        yield from super().flaws()
        if self.least is not None and self.most is not None and self.least > self.most:
            yield "/most", f"this is below the least, {self.least}"
        elif self.within(self.starts) != self.starts:
            yield "/starts", "this is beyond its bounds"

    def in_words(self, kept: Kept) -> str:
        return str(kept)

    def beside_name(self, kept: Kept) -> str:
        return "" if kept == self.starts else f"{self.value}: {kept}"

    def described(self) -> str:
        bounds = [
            *([f"at least {self.least}"] if self.least is not None else []),
            *([f"at most {self.most}"] if self.most is not None else []),
        ]
        return f"a number{f', {listed(bounds)}' if bounds else ''}, {self.starts} at first"


class FlagValue(ValueClause):
    """Yes or no, as 1 or 0."""

    kind: ClassVar[Kind] = "number"

    starts: Number = Field(default=0, title="What it is at first")
    least: Number | None = Field(default=None, title="At least")
    most: Number | None = Field(default=None, title="At most")

    @property
    def at_first(self) -> Kept:
        return self.starts

    def within(self, value: Value) -> Kept:
        return max(0, min(as_number(value), 1))

    def flaws(self) -> Flaws:
        yield from super().flaws()
        if self.least is not None or self.most is not None:
            yield "", "a flag is 0 or 1 and needs no bounds"
        elif self.within(self.starts) != self.starts:
            yield "/starts", "this is beyond its bounds"

    def in_words(self, kept: Kept) -> str:
        return "yes" if kept else "no"

    def beside_name(self, kept: Kept) -> str:
        return self.value if kept else ""

    def described(self) -> str:
        return f"yes or no, {self.in_words(self.starts)} at first"


class _OfNames(ValueClause):
    """Names, of a list where `one_of` is said."""

    kind: ClassVar[Kind] = "names"

    one_of: list[KeptName] = Field(default=[], max_length=MAX_NAMES)
    longest: int = Field(default=USUAL_LENGTH, ge=1, le=MAX_LENGTH)

    @property
    def possible(self) -> Collection[str]:
        return self.one_of

    def _allowed(self, value: Value) -> tuple[str, ...]:
        if self.one_of:
            return tuple(member for member in _members(value) if member in self.one_of)
        return tuple(dict.fromkeys(member[: self.longest] for member in _members(value)))

    def _of_which(self) -> str:
        """Which names it can hold: of a list, or how long ones where that is not the usual."""
        if self.one_of:
            return f" of {listed(self.one_of, 'or')}"
        return "" if self.longest == USUAL_LENGTH else f" of at most {self.longest} characters"


class NameValue(_OfNames):
    """One name, or none."""

    starts: KeptName | None = None

    @property
    def at_first(self) -> Kept:
        return () if self.starts is None else (self.starts,)

    def within(self, value: Value) -> Kept:
        return self._allowed(value)[:1]

    def flaws(self) -> Flaws:
        yield from super().flaws()
        if self.within(self.at_first) != self.at_first:
            yield "/starts", "this is none of the names that it can be"

    def described(self) -> str:
        return f"a name{self._of_which()}, {self.in_words(self.at_first)} at first"


class NamesValue(_OfNames):
    """Several names, each once."""

    several: ClassVar[bool] = True

    starts: list[KeptName] = Field(default=[], max_length=MAX_NAMES)
    most: int = Field(default=MAX_NAMES, ge=1, le=MAX_NAMES)

    @property
    def at_first(self) -> Kept:
        return tuple(self.starts)

    def within(self, value: Value) -> Kept:
        return self._allowed(value)[: self.most]

    def flaws(self) -> Flaws:
        yield from super().flaws()
        if self.within(self.at_first) != self.at_first:
            yield "/starts", "these are too many, not all different, or none of the names that there can be"

    def described(self) -> str:
        bound = f", at most {self.most}" if self.most < MAX_NAMES else ""
        return f"names{self._of_which()}{bound}, {self.in_words(self.at_first)} at first"


class PlayerValue(ValueClause):
    """One player, or none."""

    kind: ClassVar[Kind] = "players"

    def within(self, value: Value) -> Kept:
        return _members(value)[:1]

    def without(self, kept: Kept, player: str) -> Kept:
        return tuple(member for member in as_texts(kept) if member != player)

    def in_words(self, kept: Kept) -> str:
        return listed(as_texts(kept)) or "nobody"

    def described(self) -> str:
        return "a player, nobody at first"


class PlayersValue(PlayerValue):
    """Several players, each once."""

    several: ClassVar[bool] = True

    most: int = Field(default=MAX_PLAYERS, ge=1, le=MAX_PLAYERS)

    def within(self, value: Value) -> Kept:
        return _members(value)[: self.most]

    def described(self) -> str:
        bound = f", at most {self.most}" if self.most < MAX_PLAYERS else ""
        return f"players{bound}, nobody at first"


VALUE_KINDS: Mapping[str, type[ValueClause]] = {
    "number": NumberValue,
    "flag": FlagValue,
    "name": NameValue,
    "names": NamesValue,
    "player": PlayerValue,
    "players": PlayersValue,
}


def value_kind_of(raw: Mapping[str, Any]) -> type[ValueClause]:
    """The kind of a value by what it says that it is; any, which says what there is, where there is no such kind."""
    is_ = raw.get("is", "number")
    return VALUE_KINDS.get(is_, ValueClause) if isinstance(is_, str) else ValueClause
