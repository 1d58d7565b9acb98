"""Base class of all kinds of arguments.

A new kind needs a subclass, which is also listed in `AnyArgument`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from pydantic import Field

from nomic.clauses.arguments.allowed_inputs import MessageNouns, conditions_in
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import ArgumentBounds, Choice
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Card, Players, Value
from nomic.effects.prose.english_grammar import Noun, definite, plural_noun, quoted_name, with_article
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Law, SectionModel
from nomic.law.schema.text_types import LawTitle

# Names of arguments that "that" cannot precede.
NO_NOUNS = frozenset(
    (
        *("to", "from", "for", "by", "at", "in", "on", "of", "with", "into", "onto", "over", "under", "through", "via"),
        *("who", "whom", "whose", "what", "which", "how", "when", "where", "why", "as"),
    )
)
WHAT_WAS_CHOSEN = definite("what was chosen")
SEALED = " (secret until it is revealed)"
# What an argument is for, if that only asks for one: "to whom", "which card", "through which door".
ASKS_FOR_ONE = re.compile(r"(?:[a-z]+ )?(?:who|whom|what|which|which one|which(?: of your)? (?P<thing>[\w '-]+))")


class CardsSeen(Protocol):
    """The part of a `World` from which card arguments read cards."""

    def is_free(self, card: Card) -> bool: ...
    def can_be_destroyed(self, card: Card) -> bool: ...
    def name_of(self, card: Card) -> str: ...
    def owner(self, card: Card) -> Players: ...


@dataclass(frozen=True, slots=True)
class InputContext:
    """The context in which a player enters an argument.

    `rule` is the title of the rule that declares the argument. `worth` evaluates an expression of the effect language
    for the player at this moment. `hall` is the `World` as the player sees it.
    """

    ctx: ReadContext
    me: str
    rule: str
    worth: Callable[[Any], Value]
    hall: CardsSeen

    @property
    def words(self) -> MessageNouns:
        """The wording of the law for messages to the actor."""
        return MessageNouns(wording_of(self.ctx.law), {})


class ArgumentExpression(NamedTuple):
    """An expression in an argument: its path within the argument, its JSON, and the kind of its value."""

    place: str
    raw: Any
    kind: Kind


class Argument(SectionModel):
    """An argument of an action. `says` is its purpose; `place` is its position among the arguments.

    A `sealed` argument stays secret until the value that stores it is revealed.
    """

    kind: ClassVar[Kind]  # its kind in the action's effect
    thing: ClassVar[str] = ""  # one word for its content; also the default name of an argument of any kind
    verb: ClassVar[str] = "choose"  # how a player enters it
    several: ClassVar[bool] = False  # whether it holds several members
    computable_fields: ClassVar[Mapping[str, Kind]] = {}  # fields that can be computed, and the kind of each

    says: LawTitle | None = Field(default=None, title="What it is for")
    place: int = Field(default=0, ge=-1_000_000, le=1_000_000, title="Its place among the others")
    sealed: bool = Field(default=False, title="Kept secret until it is revealed")

    def flaws(self, law: Law, known: Vocabulary) -> Iterator[tuple[str, str]]:
        """Yield the flaws of the argument under a law as pairs of a path within it and a message."""
        yield from ()

    def expressions(self) -> Iterator[ArgumentExpression]:
        """Yield the expressions in the argument. In these, `$me` is the actor."""
        yield from ()

    @property
    def members(self) -> int | None:
        """Return the maximum number of members of the input, or None if it is unknown."""
        return None

    @property
    def default(self) -> Any:
        """The default if nothing is entered, or `...` if the argument is required."""
        return ...

    def input_type(self) -> Any:
        """Return the pydantic type of the input. Its description appears in forms and in the API."""
        raise NotImplementedError

    def choices(self, asking: InputContext) -> Sequence[Choice] | None:
        """Return the current choices if the argument is selected from a list, else None."""
        return None

    def every_choice(self, asking: InputContext) -> Sequence[Choice] | None:
        """Return all choices under the law for any actor, or None if only the actor's own `choices` are known."""
        return None

    def bounds(self, asking: InputContext) -> ArgumentBounds | None:
        """Return the current bounds if they are computed, else None."""
        return None

    def check_possible(self, asking: InputContext) -> None:
        """Raise Refused if there is no valid input now."""

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        """Validate the input `given`, and return its value for the action's effect.

        Raises BadArguments on `name` if the input is not allowed.
        """
        raise NotImplementedError

    def recorded(self, value: Value) -> Any:
        """Return what the journal stores in place of the input, or None to store the input itself."""
        return None

    def in_words(self, name: str) -> str:
        """Return the purpose of the argument with this name, as part of a sentence."""
        return self.says or name.replace("_", " ")

    def allowed_in_words(self, words: MessageNouns) -> str:
        """Return the allowed inputs as text, such as "another player" or "from 1 to 6".

        Without a limit in the law, the text describes the kind of argument.
        """
        raise NotImplementedError

    def request_in_words(self, name: str, words: MessageNouns, *, alone: bool = True) -> str:
        """Return the request in a clause's sentence, such as "choose another player, who receives it".

        `alone` is true if the action has no other argument of this kind. A purpose such as "to whom" is then left out.
        """
        allowed = self._allowed(words)
        if self.says is None:
            is_plain = alone and self.noun_of_value(name).whole != quoted_name(name)
            return f"{self.verb} {allowed}{'' if is_plain else f' ({quoted_name(name)})'}"
        if self.says.startswith("who ") and allowed.endswith(" player"):
            return f"{self.verb} {allowed}, {self.says}"
        if (asks := ASKS_FOR_ONE.fullmatch(self.says)) is None:
            return f"{self.verb} {self.says}: {allowed}"
        if self.thing or not asks["thing"]:
            return f"{self.verb} {allowed}{'' if alone else f' ({self.says})'}"
        return f"{self.verb} {asks['thing'] if self.several else with_article(asks['thing'])}: {allowed}"

    def help_text(self, words: MessageNouns) -> str:
        """Return the help text of a form field: the purpose and the allowed inputs."""
        return f"{self.says} ({self._allowed(words)})" if self.says else self._allowed(words)

    def _allowed(self, words: MessageNouns) -> str:
        return f"{self.allowed_in_words(words)}{SEALED if self.sealed else ''}"

    def _unfulfilled(self, asking: InputContext, where: Any, raw: Mapping[str, Any], given: Any) -> str:
        """Return the part of the rule's condition that the input does not meet, as text, or ""."""
        for part in conditions_in(where):
            if given not in as_members(asking.worth({**raw, "where": part})):
                return asking.words.such(part, self.kind).strip()
        return ""

    def noun_of_value(self, name: str) -> Noun:
        """Return the noun for this argument's value in sentences about the effect. `name` is its name."""
        if self.says and self.says.startswith(("your ", "the ")):
            return plural_noun(self.says) if self.several else definite(self.says)
        asks = ASKS_FOR_ONE.fullmatch(self.says or "")
        named = asks["thing"] if asks else None
        thing = self.thing or named or name.replace("_", " ")
        if not (self.thing or named) and (len(name) == 1 or name in NO_NOUNS):
            return WHAT_WAS_CHOSEN if self.kind == "names" and not self.several else definite(quoted_name(name))
        return plural_noun(f"those {thing}") if self.several else definite(f"that {thing}")

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        """Return a valid input for a trial run. `players` is a sample of the cycle's players."""
        raise NotImplementedError
