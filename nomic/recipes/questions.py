"""The kinds of questions that a recipe can ask, and the answers that fit under a law.

An answer has a *value*, which takes the place of the question's name in the proposal, and words for sentences.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from jsonpointer import JsonPointerException, resolve_pointer
from pydantic import Field, model_validator

from nomic import limits
from nomic.inventory.law_section import Item, amount_of_item, items_of
from nomic.law.document.sections import Law, SectionModel
from nomic.law.schema.text_types import clean_line, clean_name
from nomic.recipes.taken_names import Taken

MAX_OPTIONS = 12  # of one question that lists them
MAX_OFFERED = 500  # choices of one question under a law
# What would be read as something else in a rule's text or in an announcement: quotes of the law, names, links, tags.
UNFIT = re.compile(r"[^\w '’.,!?:;()&+%–-]|__")
NO_NAMES = ("something new", "something", "new", "nothing", "none", "a name", "the name")
SO, NOT_SO = "if-so", "if-not"
YES, NO = "yes", "no"
KNOWN, NEW = "known", "new"  # an item that the law has, and one that the proposal adds


class NotAnAnswer(ValueError):
    """Raised if an answer is invalid. The message describes the valid answers."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible answer: the form's value, and its label."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A valid answer. `case` selects a branch of `case` maps. `brings` names the part that the answer adds, if any."""

    value: Any
    words: str
    case: str = ""
    brings: str = ""


def has_any(law: Law, sections: str) -> bool:
    """Return whether a law has a section, or one of several that are separated by "|"."""
    return any(law.has(section) for section in sections.split("|"))


class Question(SectionModel):
    """Base class of questions. `asks` is the question, and `help` is a sentence below it.

    `only` names another question and the answers to it with which this question matters.
    """

    asks: str = Field(max_length=120)
    help: str = Field(default="", max_length=200)
    only: dict[str, list[str]] = Field(default={}, max_length=1)

    def choices(self, law: Law) -> list[Choice] | None:
        """Return the possible answers under a law, or None if the answer is typed."""
        return None

    def cases(self) -> frozenset[str]:
        """Return the possible branches of a `case` map for this question."""
        return frozenset()

    def default_under(self, law: Law, taken: Taken) -> str:
        """Return the default answer, as the form's value."""
        raise NotImplementedError

    def read(self, law: Law, taken: Taken, sent: str) -> Answer:
        """Parse the form's value. Raises NotAnAnswer if it is not a valid answer under the law."""
        raise NotImplementedError

    def _chosen(self, law: Law, sent: str) -> Choice:
        choices = self.choices(law) or []
        for choice in choices:
            if choice.value == sent:
                return choice
        raise NotAnAnswer("choose one from the list" if choices else "the law has nothing of this kind")


class Amount(Question):
    """A question for an integer within bounds, such as a count or a duration. `unit` is displayed after the field.

    Its branch in `case` maps is `if-not` for 0, else `if-so`.
    """

    is_: Literal["amount"] = Field(alias="is")
    default: int
    least: int = Field(default=1, ge=0)
    most: int = Field(default=100, le=100_000)
    unit: str = Field(default="", max_length=30)

    @model_validator(mode="after")
    def _default_fits(self) -> Self:
        if not self.least <= self.default <= self.most:
            raise ValueError("the default is not within the bounds")
        return self

    def cases(self) -> frozenset[str]:
        return frozenset({SO, NOT_SO})

    def default_under(self, law: Law, taken: Taken) -> str:
        return str(self.default)

    def read(self, law: Law, taken: Taken, sent: str) -> Answer:
        if not re.fullmatch(r"-?[0-9]{1,9}", sent.strip(), re.ASCII):
            raise NotAnAnswer(f"write a whole number from {self.least} to {self.most}")
        number = int(sent)
        if number == 0 and self.least > 0:
            raise NotAnAnswer(f"with 0 nothing would happen; write a whole number from {self.least} to {self.most}")
        if not self.least <= number <= self.most:
            raise NotAnAnswer(f"this is a number from {self.least} to {self.most}")
        return Answer(number, str(number), case=SO if number else NOT_SO)


class ItemQuestion(Question):
    """A question for an item of the law. If `new` is set, the part of that name can add one, for the answer "".

    `named` is the question that asks what the new item is called.
    """

    is_: Literal["item"] = Field(alias="is")
    new: str = Field(default="", pattern=r"^[a-z-]*$")
    named: str = Field(default="", pattern=r"^[a-z_]*$")
    kinds: list[str] = ["currency", "token", "keepsake", "dice"]
    # The kind that is filled in. If the law has none of it, the new item is, or else any that fits.
    prefers: str = "currency"

    def choices(self, law: Law) -> list[Choice]:
        known = [Choice(name, item.plural) for name, item in self._fitting(law).items()][:MAX_OFFERED]
        label = "something new, named below" if self.named else f"something new: a {self.new.capitalize()}"
        return [*known, Choice("", label)] if self.new else known

    def _fitting(self, law: Law) -> dict[str, Item]:
        return {
            name: item for name, item in items_of(law).items() if item.kind in self.kinds and not UNFIT.search(name)
        }

    def default_under(self, law: Law, taken: Taken) -> str:
        fitting = self._fitting(law)
        preferred = [name for name, item in fitting.items() if item.kind == self.prefers]
        return next(iter(preferred or ([] if self.new else fitting)), "")

    def read(self, law: Law, taken: Taken, sent: str) -> Answer:
        chosen = self._chosen(law, sent)
        case, brings = (KNOWN, "") if chosen.value else (NEW, self.new)
        return Answer(chosen.value, chosen.value, case=case, brings=brings)

    def cases(self) -> frozenset[str]:
        return frozenset({KNOWN, NEW})


class EntryQuestion(Question):
    """A question for the name of an entry of the law, such as a card.

    `of` is the JSON pointer of the map with the entries, or of a list with the names.
    """

    is_: Literal["entry"] = Field(alias="is")
    of: str = Field(pattern=r"^/")
    # The entry that is filled in if the law has it.
    default: str = ""

    def choices(self, law: Law) -> list[Choice]:
        try:
            found = resolve_pointer(law.document, self.of)
        except (JsonPointerException, TypeError):
            return []
        names = [name for name in found if isinstance(name, str) and not UNFIT.search(name)]
        return [Choice(name, name) for name in names[:MAX_OFFERED]]

    def default_under(self, law: Law, taken: Taken) -> str:
        names = [choice.value for choice in self.choices(law)]
        return self.default if self.default in names else next(iter(names), "")

    def read(self, law: Law, taken: Taken, sent: str) -> Answer:
        chosen = self._chosen(law, sent)
        return Answer(chosen.value, chosen.label)


class PhaseQuestion(Question):
    """A question whose answer is a kind of phase or every phase. The value is a list of one kind, or None for all."""

    is_: Literal["phase"] = Field(alias="is")

    def choices(self, law: Law) -> list[Choice]:
        found: Any = law.document.get("calendar", {})
        titles = {str(phase["kind"]): str(phase["title"]) for phase in found.get("phases", ())}
        return [Choice("", "every phase"), *(Choice(kind, f"only: {title}") for kind, title in titles.items())]

    def cases(self) -> frozenset[str]:
        return frozenset({SO, NOT_SO})

    def default_under(self, law: Law, taken: Taken) -> str:
        return ""

    def read(self, law: Law, taken: Taken, sent: str) -> Answer:
        chosen = self._chosen(law, sent)
        if not chosen.value:
            return Answer(None, "every phase", case=NOT_SO)
        return Answer([chosen.value], chosen.label.removeprefix("only: "), case=SO)


class NameQuestion(Question):
    """A question for the name of something new. The law must not use the name yet."""

    is_: Literal["name"] = Field(alias="is")
    default: str = Field(max_length=limits.NAME)
    most: int = Field(default=40, le=limits.NAME, ge=1)

    def default_under(self, law: Law, taken: Taken) -> str:
        return taken.free_name(self.default)

    def read(self, law: Law, taken: Taken, sent: str) -> Answer:
        name = " ".join(sent.split())
        if len(name) > self.most:
            raise NotAnAnswer(f"a name has at most {self.most} characters")
        if not any(letter.isalnum() for letter in name) or name.casefold() in NO_NAMES:
            raise NotAnAnswer("give it a name")
        if found := UNFIT.search(name) or re.search(":", name):
            raise NotAnAnswer(f"a name cannot have “{found[0]}” in it")
        try:
            clean_name(name)
        except ValueError as error:
            raise NotAnAnswer(f"{error}") from None
        if name in taken:
            raise NotAnAnswer(f"something is called “{name}” already; choose another name")
        return Answer(name, name)


class TextQuestion(Question):
    """A question for a short text that players will read."""

    is_: Literal["text"] = Field(alias="is")
    default: str = Field(max_length=100)
    most: int = Field(default=100, le=100, ge=1)

    def default_under(self, law: Law, taken: Taken) -> str:
        return self.default

    def read(self, law: Law, taken: Taken, sent: str) -> Answer:
        if len(sent) > self.most:
            raise NotAnAnswer(f"write at most {self.most} characters")
        try:
            text = clean_line(sent)
        except ValueError as error:
            raise NotAnAnswer(f"{error}") from None
        if found := UNFIT.search(text):
            raise NotAnAnswer(f"“{found[0]}” cannot be written here")
        return Answer(text, text)


class YesNoQuestion(Question):
    """A question answered by yes or no."""

    is_: Literal["yes-no"] = Field(alias="is")
    default: bool = True

    def choices(self, law: Law) -> list[Choice]:
        return [Choice(YES, "Yes"), Choice(NO, "No")]

    def cases(self) -> frozenset[str]:
        return frozenset({SO, NOT_SO})

    def default_under(self, law: Law, taken: Taken) -> str:
        return YES if self.default else NO

    def read(self, law: Law, taken: Taken, sent: str) -> Answer:
        chosen = self._chosen(law, sent)
        return Answer(chosen.value == YES, chosen.value, case=SO if chosen.value == YES else NOT_SO)


class ChoiceQuestion(Question):
    """A question with the answers that the recipe lists. The value is the answer's name.

    `under` maps an answer to the section that the law must have for it. The first possible answer is the default.
    """

    is_: Literal["choice"] = Field(alias="is")
    of: dict[str, str] = Field(min_length=2, max_length=MAX_OPTIONS)
    under: dict[str, str] = {}

    def choices(self, law: Law) -> list[Choice]:
        return [
            Choice(name, label)
            for name, label in self.of.items()
            if name not in self.under or has_any(law, self.under[name])
        ]

    def cases(self) -> frozenset[str]:
        return frozenset(self.of)

    def default_under(self, law: Law, taken: Taken) -> str:
        return next((choice.value for choice in self.choices(law)), "")

    def read(self, law: Law, taken: Taken, sent: str) -> Answer:
        chosen = self._chosen(law, sent)
        label = chosen.label
        return Answer(chosen.value, label[:1].lower() + label[1:], case=chosen.value)


AnyQuestion = Annotated[
    Amount
    | ItemQuestion
    | EntryQuestion
    | PhaseQuestion
    | NameQuestion
    | TextQuestion
    | YesNoQuestion
    | ChoiceQuestion,
    Field(discriminator="is_"),
]


def plural_of_name(name: str) -> str:
    """Return the plural of a new name: "Lanterns", "Berries", "Keys of Glass".

    A name in another script is returned unchanged.
    """
    head, of, rest = name.partition(" of ")
    if head[-1:].isalpha() and not unicodedata.name(head[-1]).startswith("LATIN"):
        return name  # a word that mixes scripts is refused
    if head.endswith(("s", "x", "ch", "sh")):
        many = f"{head}es"
    elif head.endswith("y") and head[-2:-1] not in ("", *"aeiou"):
        many = f"{head[:-1]}ies"
    else:
        many = f"{head}s"
    return f"{many}{of}{rest}"


def plural_of(law: Law, item: str, new: dict[str, str]) -> str:
    """Return the plural of an item of the law, or of an item that the proposal adds."""
    return new.get(item) or amount_of_item(law, item, 2).partition(" ")[2]
