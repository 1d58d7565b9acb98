"""Names and texts as arguments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, StringConstraints

from nomic.clauses.arguments.allowed import Wording, listed_choices
from nomic.clauses.arguments.base import Argument, Asking, Worked
from nomic.cycles.actions.registry import Choice
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.checking.in_law import ValueJson
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Members, Players, Value
from nomic.effects.prose.grammar import listed
from nomic.law.document.sections import Law
from nomic.law.schema.text_types import clean_line, distinct, seen

MAX_TEXT = 200
Text = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_TEXT), AfterValidator(clean_line), AfterValidator(distinct)
]


class NameArgument(Argument):
    """A name from a list, which is written in the clause or computed at the time of the act."""

    kind: ClassVar[Kind] = "names"

    reckoned: ClassVar[Mapping[str, Kind]] = {"one_of": "names"}

    is_: Literal["name"] = Field(alias="is", title="What they say")
    one_of: list[Text] | ValueJson = Field(title="Out of these")

    def flaws(self, law: Law, known: Vocabulary) -> Iterator[tuple[str, str]]:
        if isinstance(self.one_of, list) and not 0 < len(self.one_of) <= 100:
            yield "/one_of", "1 to 100 names"
        elif isinstance(self.one_of, list) and len(set(self.one_of)) < len(self.one_of):
            yield "/one_of", "each name once"

    def worked_out(self) -> Iterator[Worked]:
        if isinstance(self.one_of, dict):
            yield Worked("/one_of", self.one_of, "names")

    def _possible(self, asking: Asking) -> Members:
        if isinstance(self.one_of, list):
            return tuple(self.one_of)
        return as_members(asking.worth(self.one_of))[:100]

    def allows(self, words: Wording) -> str:
        if isinstance(self.one_of, list):
            return listed([str(name) for name in self.one_of], "or")
        found = words.set(self.one_of)
        return f"one of {found.some_of or found.many}"

    def typed(self) -> Any:
        return Annotated[Text, Field(description=self.says or "which of these")]

    def choices(self, asking: Asking) -> Sequence[Choice]:
        return [Choice(str(name), str(name)) for name in self._possible(asking)]

    def check_possible(self, asking: Asking) -> None:
        if not self._possible(asking):
            raise Refused(
                "no-name", f"You would have to choose {self.allows(asking.words)}: none is there.", asking.rule
            )

    def read(self, asking: Asking, name: str, given: Any) -> Value:
        found = next((each for each in self._possible(asking) if str(each) == given), None)
        if found is None:
            possible = listed_choices([str(each) for each in self._possible(asking)])
            raise BadArguments.on(
                name, f"{str(given)!r} cannot be chosen now: only {possible} can (rule “{asking.rule}”)"
            )
        return (found,)

    def tried(self, asking: Asking, players: Players) -> Value:
        return self._possible(asking)[:1]


class TextArgument(Argument):
    """A text of one line. It is displayed unchanged, can be announced, and can be stored as a name."""

    kind: ClassVar[Kind] = "names"

    is_: Literal["text"] = Field(alias="is", title="What they say")
    longest: int = Field(default=MAX_TEXT, ge=1, le=MAX_TEXT, title="How many characters at most")

    def allows(self, words: Wording) -> str:
        return "a text" if self.longest == MAX_TEXT else f"at most {self.longest} characters"

    def typed(self) -> Any:
        line = (
            StringConstraints(min_length=1, max_length=self.longest),
            AfterValidator(clean_line),
            AfterValidator(seen),
        )
        return Annotated[str, *line, Field(description=self.says or "a text")]

    def read(self, asking: Asking, name: str, given: Any) -> Value:
        return (str(given),)

    def tried(self, asking: Asking, players: Players) -> Value:
        return ("a text",)
