"""What every kind of argument answers for itself: so that a new kind is one class, named in `AnyArgument`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from pydantic import Field

from nomic.clauses.arguments.allowed import Wording, conditions_in
from nomic.cycles.actions.context import Moment
from nomic.cycles.actions.registry import Bounds, Choice
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Card, Players, Value
from nomic.effects.prose.grammar import Noun, definite, several
from nomic.inventory.law_section import plurals_of
from nomic.law.document.sections import Law, SectionModel
from nomic.law.schema.text_types import LawTitle


class CardsSeen(Protocol):
    """What arguments look at cards by."""

    def is_free(self, card: Card) -> bool: ...
    def can_be_destroyed(self, card: Card) -> bool: ...
    def name_of(self, card: Card) -> str: ...
    def owner(self, card: Card) -> Players: ...


@dataclass(frozen=True, slots=True)
class Asking:
    """A moment in which somebody may say something with an action; `rule` is the title of the rule that asks.

    `worth` works a value of the effect language out for them, as it is then; `hall` is the hall as they see it.
    """

    moment: Moment
    me: str
    rule: str
    worth: Callable[[Any], Value]
    hall: CardsSeen

    @property
    def words(self) -> Wording:
        """How the law words what is said to whoever acts."""
        return Wording(plurals_of(self.moment.law), {})


class Worked(NamedTuple):
    """A value that an argument has worked out: where it stands within it, as the law has it, and of which kind."""

    place: str
    raw: Any
    kind: Kind


class Argument(SectionModel):
    """Any argument. `says` is what it is for; `place` settles the order among those of its action.

    A `sealed` one nobody sees before the value is revealed that it goes into.
    """

    kind: ClassVar[Kind]  # of which kind it is in what the action does
    thing: ClassVar[str] = ""  # what is said with it, in a word; the name that it has where it can be anything
    several: ClassVar[bool] = False  # whether several are said with it
    reckoned: ClassVar[Mapping[str, Kind]] = {}  # its fields that can be worked out, and of which kind they are

    says: LawTitle | None = Field(default=None, title="What it is for")
    place: int = Field(default=0, ge=-1_000_000, le=1_000_000, title="Its place among the others")
    sealed: bool = Field(default=False, title="Kept secret until it is revealed")

    def flaws(self, law: Law, known: Vocabulary) -> Iterator[tuple[str, str]]:
        """What is wrong with it under a law: where within it, and what."""
        yield from ()

    def worked_out(self) -> Iterator[Worked]:
        """The values that it has worked out, for whoever acts as `$me`."""
        yield from ()

    @property
    def members(self) -> int | None:
        """Of how many it is at most; None where that is not known."""
        return None

    @property
    def default(self) -> Any:
        """What it is where nothing is said; `...` where something has to be."""
        return ...

    def typed(self) -> Any:
        """Its type as pydantic reads it, described for whoever fills in a form or writes a bot."""
        raise NotImplementedError

    def choices(self, asking: Asking) -> Sequence[Choice] | None:
        """What can be said now, where it is chosen from a list."""
        return None

    def bounds(self, asking: Asking) -> Bounds | None:
        """Between what it can be now, where it is a number and that has to be worked out."""
        return None

    def check_possible(self, asking: Asking) -> None:
        """Raises Refused where nothing at all could be said now."""

    def read(self, asking: Asking, name: str, given: Any) -> Value:
        """What it stands for in what the action does. Raises BadArguments on `name` for what cannot be said."""
        raise NotImplementedError

    def in_words(self, name: str) -> str:
        """What is to be said, within a sentence."""
        return self.says or name.replace("_", " ")

    def allows(self, words: Wording) -> str:
        """What can be said: "another player", "from 1 to 6"; where the law does not limit it, of which kind it is."""
        raise NotImplementedError

    def described(self, name: str, words: Wording) -> str:
        """What is to be said, and what is allowed."""
        return f"{self.in_words(name)} ({self._allowed(words)})"

    def helps(self, words: Wording) -> str:
        """The same beside a field that has its name as a label."""
        return f"{self.says} ({self._allowed(words)})" if self.says else self._allowed(words)

    def _allowed(self, words: Wording) -> str:
        return f"{self.allows(words)}{'; nobody sees it before it is revealed' if self.sealed else ''}"

    def _unfulfilled(self, asking: Asking, where: Any, raw: Mapping[str, Any], given: Any) -> str:
        """The condition of the rule that what was given does not fulfil, in words; "" where there is none."""
        for part in conditions_in(where):
            if given not in as_members(asking.worth({**raw, "where": part})):
                return asking.words.such(part, self.kind).strip()
        return ""

    def called(self, name: str) -> Noun:
        """What was said, in sentences on what the action does."""
        whole = f"the {self.thing or name.replace('_', ' ')} said"
        return several(whole) if self.several else definite(whole)

    def tried(self, asking: Asking, players: Players) -> Value:
        """What somebody could say, to try out what comes of it. `players` are some of those who play."""
        raise NotImplementedError
