"""Texts about an argument's allowed inputs: in the rule's sentences, form help, errors, and for bots."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BeforeValidator

from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.parser import read_condition, read_number, read_value
from nomic.effects.prose.context import Context, NameMeaning
from nomic.effects.prose.context import noun as noun_of
from nomic.effects.prose.describe import number_in_words
from nomic.effects.prose.english_grammar import Noun, listed
from nomic.effects.prose.values.relative_clauses import relative

MAX_LISTED = 20  # number of choices that an error lists


@dataclass(frozen=True, slots=True)
class MessageNouns:
    """The nouns of a law in messages to an actor: plurals of items, and nouns for bound names."""

    plurals: Mapping[str, str]
    names: Mapping[str, NameMeaning]

    def number(self, raw: Any) -> str:
        """Return the text of the bound `raw`: a number, or the description of an expression."""
        if isinstance(raw, int):
            return str(raw)
        return number_in_words(read_number(raw, scopes.WHO_ACTS), self.plurals, self.names)

    def set(self, raw: Any) -> Noun:
        """Return the noun for the expression `raw`, the set of possible inputs."""
        return noun_of(read_value(raw, scopes.WHO_ACTS), Context(self.plurals, self.names))

    def such(self, where: Any, kind: Kind, several: bool = False) -> str:
        """Return the condition `where` on candidates of this kind as a relative clause, such as "who …".

        Without a condition, return "". If `several` is set, the clause is in the plural.
        """
        if where is None:
            return ""
        condition = read_condition(where, {**scopes.WHO_ACTS, "it": kind})
        whom = "who" if kind == "players" else "that"
        return relative(condition, "it", Context(self.plurals, self.names), several, whom=whom)


def so_many(least: int, most: int, endless: int) -> str:
    """Return a range in words: "3", "1 to 3", "1 or more", or "any number of".

    There is no upper limit if `most` is `endless` or above.
    """
    if most >= endless:
        return f"{least} or more" if least else "any number of"
    if most == least + 1 and least:
        return f"{least} or {most}"
    return str(most) if least == most else f"{least} to {most}"


def is_or_are(count: int) -> str:
    """Return a count with the matching form of "to be": "are none", "is 1" or "are 2"."""
    return "is 1" if count == 1 else f"are {count or 'none'}"


def counted(things: str, least: int, most: int, endless: int) -> BeforeValidator:
    """Return a validator that rejects lists with fewer than `least` or more than `most` members.

    The validator runs before the members are validated. `things` is the noun for the members in its message.
    """

    def check(given: Any) -> Any:
        if isinstance(given, list) and not least <= len(given) <= most:
            raise ValueError(f"{so_many(least, most, endless)} {things} are needed, and here {is_or_are(len(given))}")
        return given

    return BeforeValidator(check)


def named_twice(names: Sequence[str]) -> str:
    """Return the first name that occurs twice, or "" if all names are different."""
    known: set[str] = set()
    for name in names:
        if name in known:
            return name
        known.add(name)
    return ""


def listed_choices(names: list[str]) -> str:
    """Return the choices joined by "or". Beyond `MAX_LISTED`, the rest is given as a number."""
    more = len(names) - MAX_LISTED
    return listed([*names[:MAX_LISTED], *([f"{more} more"] if more > 0 else [])], "or")


def conditions_in(where: Any) -> Iterator[Any]:
    """Yield the conjuncts of a condition, or the condition itself if it is not an `all`. Yields nothing for None."""
    if isinstance(where, dict) and where.keys() == {"all"} and isinstance(where["all"], list):
        for part in where["all"]:
            yield from conditions_in(part)
    elif where is not None:
        yield where
