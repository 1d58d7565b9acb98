"""Drafts a proposal from a recipe and the answers to its questions, under the law in force."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nomic.cycles.domain.exceptions import BadArguments, FieldError
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import path_of
from nomic.law.schema.text_types import MAX_TITLE, shortened
from nomic.recipes.catalogue import Listed, recipe_parts
from nomic.recipes.fill_template import Filled, Filling, fill, text
from nomic.recipes.questions import (
    Answer,
    AnyQuestion,
    Choice,
    ItemQuestion,
    NotAnAnswer,
    plural_of,
    plural_of_name,
)
from nomic.recipes.schema import Draftable
from nomic.recipes.taken_names import Taken

STEP = 10  # between the places of neighbouring rules
ITEM = "item"  # the name in a part that stands for what it brings
Operation = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PreparedQuestion:
    """A question prepared for a law: its choices, or None if the answer is typed, and the default answer."""

    name: str
    question: AnyQuestion
    choices: list[Choice] | None
    default: str


@dataclass(frozen=True, slots=True)
class DraftedProposal:
    """A complete proposal, ready to submit.

    `filling` maps the recipe's placeholders to their values. `made_of` holds the recipe's name and all answers.
    """

    title: str
    text: str
    amendments: list[Operation]
    effects: list[Operation]
    filling: Filling
    made_of: dict[str, Any]


def asked_under(listed: Listed, law: Law) -> list[PreparedQuestion]:
    """Return the questions of a recipe, with the choices and defaults that the law allows."""
    taken = Taken(law)
    return [
        PreparedQuestion(name, question, question.choices(law), question.default_under(law, taken))
        for name, question in listed.recipe.questions.items()
    ]


def draft_from_recipe(listed: Listed, law: Law, sent: Mapping[str, str]) -> DraftedProposal:
    """Return the proposal of a recipe for these answers. Unanswered questions get their default answer.

    Raises BadArguments on each question with an invalid answer, or on "" if the recipe cannot be used under this law.
    """
    if why_not := listed.why_not(law):
        raise BadArguments.on("", why_not)
    given = {asked.name: asked.default for asked in asked_under(listed, law)} | dict(sent)
    answers = _answers(listed, law, given)
    return _Making(law).proposal(listed, answers, given)


def _answers(listed: Listed, law: Law, given: Mapping[str, str]) -> dict[str, Answer]:
    taken = Taken(law)
    errors = [FieldError(name, "there is no such question") for name in given if name not in listed.recipe.questions]
    answers: dict[str, Answer] = {}
    unused = _unused_names(listed, given)
    for name, question in listed.recipe.questions.items():
        if name in unused:
            answers[name] = Answer("", "")
            continue
        try:
            answers[name] = question.read(law, taken, given[name])
        except NotAnAnswer as error:
            errors.append(FieldError(name, f"{error}"))
    errors += _said_twice(listed, answers)
    if errors:
        raise BadArguments(errors)
    return answers


def _unused_names(listed: Listed, given: Mapping[str, str]) -> set[str]:
    """Return the questions that need no answer, because they ask for the name of a new item and none was chosen."""
    items = (
        (name, question) for name, question in listed.recipe.questions.items() if isinstance(question, ItemQuestion)
    )
    return {question.named for name, question in items if question.named and given[name]}


def _said_twice(listed: Listed, answers: Mapping[str, Answer]) -> Iterator[FieldError]:
    """Yield an error for each name or text that repeats an earlier answer."""
    said: set[str] = set()
    for name, answer in answers.items():
        if answer.words and listed.recipe.questions[name].is_ in ("name", "text"):
            if answer.words.casefold() in said:
                yield FieldError(name, f"you have written “{answer.words}” above already; write something else")
            said.add(answer.words.casefold())


class _Making:
    """Builder of a proposal: the operations so far, and the names that are taken."""

    def __init__(self, law: Law) -> None:
        self._law = law
        self._taken = Taken(law)
        self._operations: list[Operation] = []
        self._effects: list[Operation] = []
        self._plurals: dict[str, str] = {}
        self._given: set[str] = set()  # names that the player has given, which several new things may share
        self._places: dict[str | None, int] = {}

    def proposal(self, listed: Listed, answers: Mapping[str, Answer], given: dict[str, str]) -> DraftedProposal:
        """Return the whole proposal."""
        filling: dict[str, Filled] = {}
        for name, answer in answers.items():
            question = listed.recipe.questions[name]
            if name in {getattr(each, "named", "") for each in listed.recipe.questions.values()}:
                filling[name] = Filled(answer.value, answer.words)
                continue
            named = answers[question.named].words if isinstance(question, ItemQuestion) and question.named else ""
            value = self._bring(answer.brings, named) if answer.brings else answer.value
            filling[name] = self._answered(question, answer, value)
        made = listed.recipe.proposal
        filling = self._add(made, filling)
        title = shortened(text(made.title, filling), MAX_TITLE)
        made_of = {"recipe": listed.name, "answers": given}
        return DraftedProposal(title, text(made.text, filling), self._operations, self._effects, filling, made_of)

    def _answered(self, question: AnyQuestion, answer: Answer, value: Any) -> Filled:
        if question.is_ == "item":
            return Filled(value, value, plural=plural_of(self._law, value, self._plurals), case=answer.case)
        if question.is_ == "name":
            self._given.add(value)
            id_ = self._taken.give_id(self._taken.give_name(value))
            return Filled(value, answer.words, id=id_, plural=plural_of_name(value))
        return Filled(value, answer.words, case=answer.case)

    def _bring(self, name: str, named: str) -> str:
        """Add a part that the law lacks, with a name for its new item or its usual one. Return the item's name."""
        part = recipe_parts()[name]
        filling = self._add(part.model_copy(update={"names": {**part.names, ITEM: named or part.names[ITEM]}}), {})
        return str(filling[ITEM].value)

    def _add(self, made: Draftable, filling: Filling) -> dict[str, Filled]:
        """Add the operations of a part or a proposal. Return the filling, extended by the new names."""
        filled = dict(filling)
        for name, base in made.names.items():
            wanted = text(base, filled)
            given = wanted if wanted in self._given else self._taken.give_name(wanted)
            filled[name] = Filled(given, given, id=self._taken.give_id(given), plural=plural_of_name(given))
        for place, value in made.adds.items():
            self._put(text(place, filled), self._entry(value, filled))
        for place, value in made.changes.items():
            self._operations.append({"op": "replace", "path": text(place, filled), "value": fill(value, filled)})
        self._effects += fill(made.once, filled)
        return filled

    def _entry(self, template: Any, filling: Filling) -> Any:
        if not isinstance(template, dict) or "body" not in template:
            return fill(template, filling)
        rest = {key: value for key, value in template.items() if key != "body"}
        rule = fill(rest, filling) | {"body": text(template["body"], filling)}
        parent = rule.get("parent")
        if parent not in self._places:
            rules = self._law.document["rules"].values()
            self._places[parent] = max(
                (each.get("place", 0) for each in rules if each.get("parent") == parent), default=0
            )
        self._places[parent] += STEP
        return {"parent": parent, "place": self._places[parent]} | rule

    def _put(self, place: str, value: Any) -> None:
        """Add an entry to the law. If its section does not exist yet, add the section with this entry."""
        *above, name = path_of(place)
        if above == ["items"] and isinstance(value, dict):
            self._plurals[name] = str(value.get("plural", name))
        if above == ["items"] or above == ["belongs"]:
            missing = not self._law.has(above[0]) and not any(
                each["path"] == f"/{above[0]}" for each in self._operations
            )
            if missing:
                self._operations.append({"op": "add", "path": f"/{above[0]}", "value": {name: value}})
                return
        self._operations.append({"op": "add", "path": place, "value": value})
