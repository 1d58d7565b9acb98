"""Kinds of values that rules store, one class for each.

A value is a number or a set of members: names, players or proposals. A set has at most one member, or may have several.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints

from nomic.clauses.arguments.numbers import Number
from nomic.clauses.schema.base_clause import Clause
from nomic.effects.language.bounds import MAX_NUMBER
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.nodes.values import as_members, as_number
from nomic.effects.language.world import Value
from nomic.effects.prose.english_grammar import listed
from nomic.law.schema.text_types import LawName, clean_line

Kept: TypeAlias = int | tuple[str, ...]
Flaws: TypeAlias = Iterator[tuple[str, str]]

MAX_LENGTH = 200  # characters of a stored name
USUAL_LENGTH = 60
MAX_NAMES = 100
MAX_PLAYERS = 10_000
KeptName = Annotated[str, StringConstraints(min_length=1, max_length=MAX_LENGTH), AfterValidator(clean_line)]
IsKind = Literal["number", "flag", "name", "names", "player", "players", "proposal", "proposals"]
KeyKind = Literal["player", "name", "item", "suit"]


class ValueClause(Clause):
    """A value of the cycle or of each player.

    The clause declares who may see the value, and whether it appears beside a player's name. With `by` the value has
    one content for each player, name, item or suit, such as the Debt of one player to each of the others. A result out
    of bounds is set to the nearest bound.
    """

    word: ClassVar[str] = "value"
    kind: ClassVar[Kind]  # its kind in effects
    several: ClassVar[bool] = False  # whether it holds several members

    value: LawName = Field(title="What it is called")
    of: Literal["cycle", "player"] = Field(default="cycle", title="For whom it is kept")
    is_: IsKind = Field(default="number", alias="is", title="What is kept")
    by: KeyKind | None = Field(default=None, title="One for each")
    seen: Literal["all", "owner", "nobody"] = Field(default="all", title="Who sees it")
    beside: bool = Field(default=False, title="Show it next to the player’s name")

    @property
    def at_first(self) -> Kept:
        """The initial content."""
        return ()

    @property
    def is_secret(self) -> bool:
        """True if the value is hidden from some viewers until it is revealed."""
        return self.seen != "all"

    @property
    def possible(self) -> Collection[str]:
        """The names that the value may contain, or an empty collection if any name is allowed."""
        return ()

    def within(self, value: Value) -> Kept:
        """Return the allowed content that is nearest to `value`."""
        raise NotImplementedError

    def without(self, kept: Kept, player: str) -> Kept:
        """Return the content without a player who has left (R5)."""
        return kept

    def flaws(self) -> Flaws:
        """Yield flaws as pairs of a path within the clause and a message."""
        if self.of == "cycle" and self.seen == "owner":
            yield "/seen", "what is kept for the cycle has no owner: say all or nobody"
        if self.of == "cycle" and self.beside:
            yield "/beside", "a value of the cycle cannot be shown beside a name"
        if self.by is not None and self.beside:
            yield "/beside", f"what is kept for each {self.by} is a table, and does not fit beside a name"

    def in_words(self, kept: Kept) -> str:
        """Return the content as text."""
        return listed(as_texts(kept)) or "nothing"

    def beside_name(self, kept: Kept) -> str:
        """Return the text displayed beside the holder's name, or "" if nothing is displayed."""
        return "" if kept == self.at_first else self.in_words(kept)

    def described(self) -> str:
        """Return the description of the value, as part of a sentence: "a number, at least 0, 0 at first"."""
        raise NotImplementedError


def as_texts(kept: Kept) -> tuple[str, ...]:
    """Return the members of a content as texts. A number gives one text."""
    return kept if isinstance(kept, tuple) else (str(kept),)


def _members(value: Value, least: int = 1) -> tuple[str, ...]:
    """Return the distinct members as texts, cut to `MAX_LENGTH`, without those shorter than `least`."""
    found = (str(member)[:MAX_LENGTH] for member in as_members(value) if not isinstance(member, bool))
    return tuple(dict.fromkeys(member for member in found if len(member) >= least))


class _Counted(ValueClause):
    """A value that is stored as a number."""

    kind: ClassVar[Kind] = "number"

    starts: Number = Field(default=0, title="Starting value")
    least: Number | None = Field(default=None, title="At least")
    most: Number | None = Field(default=None, title="At most")

    @property
    def at_first(self) -> Kept:
        return self.starts


class NumberValue(_Counted):
    """A value whose content is a number within bounds."""

    def within(self, value: Value) -> Kept:
        low = -MAX_NUMBER if self.least is None else self.least
        high = MAX_NUMBER if self.most is None else self.most
        return max(low, min(as_number(value), high))

    def flaws(self) -> Flaws:
        yield from super().flaws()
        if self.least is not None and self.most is not None and self.least > self.most:
            yield "/most", f"this is below the minimum, {self.least}"
        elif self.within(self.starts) != self.starts:
            yield "/starts", "this is outside its limits"

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


class FlagValue(_Counted):
    """A value that is yes or no, stored as 1 or 0."""

    def within(self, value: Value) -> Kept:
        return max(0, min(as_number(value), 1))

    def flaws(self) -> Flaws:
        yield from super().flaws()
        if self.least is not None or self.most is not None:
            yield "", "a flag is 0 or 1 and needs no bounds"
        elif self.within(self.starts) != self.starts:
            yield "/starts", "this is outside its limits"

    def in_words(self, kept: Kept) -> str:
        return "yes" if kept else "no"

    def beside_name(self, kept: Kept) -> str:
        return self.value if kept else ""

    def described(self) -> str:
        return f"yes or no, {self.in_words(self.starts)} at first"


class _OfNames(ValueClause):
    """A value that contains names. If `one_of` is given, only these names."""

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
        """Return the allowed names as text: the list of names, or their maximum length unless it is the default."""
        if self.one_of:
            return f" of {listed(self.one_of, 'or')}"
        return "" if self.longest == USUAL_LENGTH else f" of at most {self.longest} characters"


class NameValue(_OfNames):
    """A value whose content is one name, or none."""

    starts: KeptName | None = None

    @property
    def at_first(self) -> Kept:
        return () if self.starts is None else (self.starts,)

    def within(self, value: Value) -> Kept:
        return self._allowed(value)[:1]

    def flaws(self) -> Flaws:
        yield from super().flaws()
        if self.within(self.at_first) != self.at_first:
            yield "/starts", "this is not one of the names that it can be"

    def described(self) -> str:
        return f"a name{self._of_which()}, {self.in_words(self.at_first)} at first"


class NamesValue(_OfNames):
    """A value whose content is a list of different names."""

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
            yield "/starts", "too many names, a repeated name, or a name that is not allowed"

    def described(self) -> str:
        bound = f", at most {self.most}" if self.most < MAX_NAMES else ""
        return f"names{self._of_which()}{bound}, {self.in_words(self.at_first)} at first"


class PlayerValue(ValueClause):
    """A value whose content is one player, or none."""

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
    """A value whose content is a list of different players."""

    several: ClassVar[bool] = True

    most: int = Field(default=MAX_PLAYERS, ge=1, le=MAX_PLAYERS)

    def within(self, value: Value) -> Kept:
        return _members(value)[: self.most]

    def described(self) -> str:
        bound = f", at most {self.most}" if self.most < MAX_PLAYERS else ""
        return f"players{bound}, nobody at first"


class ProposalValue(ValueClause):
    """A value that contains one proposal or none, stored as its code. Pages show its number and title."""

    kind: ClassVar[Kind] = "proposals"

    def within(self, value: Value) -> Kept:
        return _members(value)[:1]

    def in_words(self, kept: Kept) -> str:
        return listed(as_texts(kept)) or "no proposal"

    def described(self) -> str:
        return "a proposal, none at first"


class ProposalsValue(ProposalValue):
    """A value whose content is a list of different proposals, stored as codes."""

    several: ClassVar[bool] = True

    most: int = Field(default=MAX_NAMES, ge=1, le=MAX_NAMES)

    def within(self, value: Value) -> Kept:
        return _members(value)[: self.most]

    def described(self) -> str:
        bound = f", at most {self.most}" if self.most < MAX_NAMES else ""
        return f"proposals{bound}, none at first"


VALUE_KINDS: Mapping[str, type[ValueClause]] = {
    "number": NumberValue,
    "flag": FlagValue,
    "name": NameValue,
    "names": NamesValue,
    "player": PlayerValue,
    "players": PlayersValue,
    "proposal": ProposalValue,
    "proposals": ProposalsValue,
}


def value_kind_of(raw: Mapping[str, Any]) -> type[ValueClause]:
    """Return the class of a value, given its JSON with the kind `is`.

    For an unknown kind, return the base class, whose validation message lists the kinds.
    """
    is_ = raw.get("is", "number")
    return VALUE_KINDS.get(is_, ValueClause) if isinstance(is_, str) else ValueClause


Secrets = Mapping[str, ValueClause]  # the values that not everybody may see, by name
