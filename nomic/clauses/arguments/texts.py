"""Arguments that are words: names from a list of the clause, or a text that the player writes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, StringConstraints

from nomic.clauses.arguments.allowed_inputs import (
    MessageNouns,
    counted,
    is_or_are,
    listed_choices,
    named_twice,
    so_many,
)
from nomic.clauses.arguments.base import SEALED, Argument, ArgumentExpression, InputContext
from nomic.cycles.actions.registry import Choice
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.checking.effects_in_sections import ValueJson
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Members, Players, Value
from nomic.effects.prose.english_grammar import Noun, definite, listed, quoted_name, with_article
from nomic.forms.django_fields import RANKED
from nomic.law.document.sections import Law
from nomic.law.schema.text_types import check_distinct, check_visible, clean_line

MAX_TEXT = 200
MAX_NAMES = 100  # number of names that can be chosen at once
Text = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_TEXT),
    AfterValidator(clean_line),
    AfterValidator(check_distinct),
]


class NameArgument(Argument):
    """A name from a list, which is written in the clause or computed at the time of the act."""

    kind: ClassVar[Kind] = "names"

    computable_fields: ClassVar[Mapping[str, Kind]] = {"one_of": "names"}

    is_: Literal["name"] = Field(alias="is", title="What players choose or enter")
    one_of: list[Text] | ValueJson = Field(title="Out of these")

    def flaws(self, law: Law, known: Vocabulary) -> Iterator[tuple[str, str]]:
        if isinstance(self.one_of, list) and not 0 < len(self.one_of) <= 100:
            yield "/one_of", "1 to 100 names"
        elif isinstance(self.one_of, list) and len(set(self.one_of)) < len(self.one_of):
            yield "/one_of", "each name once"

    def expressions(self) -> Iterator[ArgumentExpression]:
        if isinstance(self.one_of, dict):
            yield ArgumentExpression("/one_of", self.one_of, "names")

    def _possible(self, asking: InputContext) -> Members:
        if isinstance(self.one_of, list):
            return tuple(self.one_of)
        return as_members(asking.worth(self.one_of))[:100]

    def allowed_in_words(self, words: MessageNouns) -> str:
        if isinstance(self.one_of, list):
            return listed([str(name) for name in self.one_of], "or")
        found = words.set(self.one_of)
        if found.some_of or found.one == found.whole:
            return f"one of {found.some_of or found.whole}"
        return with_article(found.one)

    def input_type(self) -> Any:
        return Annotated[Text, Field(description=self.says or "which of these")]

    def choices(self, asking: InputContext) -> Sequence[Choice]:
        return [Choice(str(name), str(name)) for name in self._possible(asking)]

    def check_possible(self, asking: InputContext) -> None:
        if not self._possible(asking):
            raise Refused(
                "no-name",
                f"You need to choose {self.allowed_in_words(asking.words)}, but none is available.",
                asking.rule,
            )

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        found = next((each for each in self._possible(asking) if str(each) == given), None)
        if found is None:
            possible = listed_choices([str(each) for each in self._possible(asking)])
            raise BadArguments.on(
                name, f"{str(given)!r} cannot be chosen now: only {possible} can (rule “{asking.rule}”)"
            )
        return (found,)

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        return self._possible(asking)[:1]


class NamesArgument(NameArgument):
    """Several distinct names from a list.

    If `ranked` is set, the order counts, and the form has one field for each rank.
    """

    several: ClassVar[bool] = True

    is_: Literal["names"] = Field(alias="is", title="What players choose or enter")  # type: ignore[assignment]
    least: int = Field(default=1, ge=0, le=MAX_NAMES, title="At least")
    most: int = Field(default=MAX_NAMES, ge=1, le=MAX_NAMES, title="At most")
    ranked: bool = Field(default=False, title="Their order counts")

    @property
    def members(self) -> int:
        return self.most

    @property
    def default(self) -> Any:
        return ... if self.least else []

    def flaws(self, law: Law, known: Vocabulary) -> Iterator[tuple[str, str]]:
        yield from super().flaws(law, known)
        if self.least > self.most:
            yield "/most", f"this is below the minimum, {self.least}"

    def input_type(self) -> Any:
        listed_ = Field(
            min_length=self.least,
            max_length=self.most,
            description=self.says or "which of these",
            json_schema_extra={"format": RANKED} if self.ranked else None,
        )
        return Annotated[list[Text], listed_, counted("names", self.least, self.most, MAX_NAMES)]

    def allowed_in_words(self, words: MessageNouns) -> str:
        order = ", in order of preference" if self.ranked else ""
        number = so_many(self.least, self.most, MAX_NAMES).removesuffix(" of")
        return f"{number} of {self._of_which(words)}{order}"

    def _of_which(self, words: MessageNouns) -> str:
        if isinstance(self.one_of, list):
            return super().allowed_in_words(words)
        found = words.set(self.one_of)
        return found.some_of or (found.whole if found.one == found.whole else f"the {found.many}")

    def check_possible(self, asking: InputContext) -> None:
        there = len(self._possible(asking))
        if there < self.least:
            which = self.allowed_in_words(asking.words)
            raise Refused("too-few", f"You need to choose {which}, but there {is_or_are(there)}.", asking.rule)

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        found: Members = tuple(
            member
            for place, each in enumerate(given)
            for member in as_members(super(NamesArgument, self).read(asking, f"{name}/{place}", each))
        )
        if twice := named_twice([str(member) for member in found]):
            raise BadArguments.on(name, f"{twice} is named twice")
        return found

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        """Return sample names for a trial run, as many as the argument allows."""
        return self._possible(asking)[: self.most]


class TextArgument(Argument):
    """A one-line text. It is shown unchanged, and effects can announce it or store it as a name."""

    kind: ClassVar[Kind] = "names"

    is_: Literal["text"] = Field(alias="is", title="What players choose or enter")
    verb: ClassVar[str] = "write"
    longest: int = Field(default=MAX_TEXT, ge=1, le=MAX_TEXT, title="Maximum number of characters")

    def allowed_in_words(self, words: MessageNouns) -> str:
        return "some text" if self.longest == MAX_TEXT else f"at most {self.longest} characters"

    def request_in_words(self, name: str, words: MessageNouns, *, alone: bool = True) -> str:
        """Return the request for the text in a clause's sentence, "write what it says, in at most 120 characters"."""
        any_text = "some text" if self.longest == MAX_TEXT else "text"
        what = self.says or (any_text if alone else f"the text {quoted_name(name)}")
        of, within = ("", ",") if self.says else (" of", "")
        limit = "" if self.longest == MAX_TEXT else f"{within}{of or ' in'} at most {self.longest} characters"
        return f"write {what}{limit}{SEALED if self.sealed else ''}"

    def input_type(self) -> Any:
        line = (
            StringConstraints(min_length=1, max_length=self.longest),
            AfterValidator(clean_line),
            AfterValidator(check_visible),
        )
        return Annotated[str, *line, Field(description=self.says or "some text")]

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        return (str(given),)

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        return ("some text",)

    def noun_of_value(self, name: str) -> Noun:
        """Return the noun "your text"."""
        return definite("your text")
