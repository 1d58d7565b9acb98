"""The schema of recipe files, and the checks that a file is consistent. See docs/adding-a-recipe.md."""

import re
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from nomic.clauses.proposal_classes import SETTINGS
from nomic.law.document.sections import SectionModel
from nomic.recipes.fill_template import case_in, names_in
from nomic.recipes.pattern_parts import unknown_parts, with_own_parts
from nomic.recipes.questions import AnyQuestion
from nomic.recipes.who_gains_or_loses import is_a_sense

KINDS = ("Money", "Prizes", "Offices", "Trade", "Games", "Secrets", "Votes", "Endings", "Cards")
Kind = Literal["Money", "Prizes", "Offices", "Trade", "Games", "Secrets", "Votes", "Endings", "Cards"]
# What a check may do or look at; tests/recipes/checking.py carries the steps out.
STEPS = frozenset(
    (
        *("give", "give-card", "note", "does", "with", "as", "refused", "to", "proposes", "votes", "enacted"),
        *("changed", "of", "value", "for", "is", "winner", "law", "asked", "answers", "holds", "counts", "beats"),
        "against",
    )
)


class Draftable(SectionModel):
    """A recipe's additions to the law: entries by JSON pointer, changed values, and effects that happen once."""

    names: dict[str, str] = {}
    adds: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    once: list[Any] = []

    def names_used(self) -> set[str]:
        """Return the names of all placeholders and `case` maps."""
        whole = [self.names, self.adds, self.changes, self.once]
        return set(names_in(whole))


class Part(Draftable):
    """An addition for laws that lack something, such as a currency. Its name `item` becomes the answer."""


class Proposal(Draftable):
    """The proposal that a recipe makes."""

    title: Any
    text: Any

    def names_used(self) -> set[str]:
        return super().names_used() | set(names_in([self.title, self.text]))


class Sentence(SectionModel):
    """A pattern of a sentence that asks for the recipe, with the answers that it implies. See `sentences.py`.

    `open` lists the questions that the author has to answer; the recipe is then offered with all other answers. `new`
    lists the questions whose answer may be something that the law does not have yet.
    """

    says: str = Field(min_length=10, max_length=400)
    with_: dict[str, str] = Field(default={}, alias="with")
    open: list[str] = []
    new: list[str] = []


class Recipe(SectionModel):
    """A recipe: its texts in the gallery, its questions, its proposal, and its checks.

    `also` holds further search words, which are not displayed.
    `senses` maps amounts to whom they are about: "winner gains" (`nomic/recipes/who_gains_or_loses.py`).
    `needs` maps required sections of the law to nouns; "a|b" is one of two. `states` names the setting
    of voters that its proposal states (`SETTINGS`): the recipe cannot be used under a law with a rule that states it.
    """

    title: str = Field(max_length=60)
    kind: Kind
    says: str = Field(max_length=260)
    also: str = Field(default="", max_length=160)
    needs: dict[str, str] = {}
    states: str = ""
    senses: dict[str, str] = {}
    questions: dict[str, AnyQuestion] = Field(min_length=2, max_length=9)
    parts: dict[str, str] = {}
    sentences: list[Sentence] = []
    proposal: Proposal
    checks: list[list[dict[str, Any]]] = Field(default=[])

    def flaws(self) -> Iterator[str]:
        """Yield the inconsistencies of the file."""
        if self.states and self.states not in SETTINGS:
            yield f"states: one of {', '.join(SETTINGS)}"
        yield from self._flaws_of_sentences()
        yield from self._flaws_of_only()
        for name, question in self.questions.items():
            named = getattr(question, "named", "")
            if named and (named not in self.questions or self.questions[named].is_ != "name"):
                yield f"questions/{name}/named: <{named}> is not a question that asks for a name"
        known = {*self.questions, *self.proposal.names}
        for name in sorted(self.proposal.names_used() - known):
            yield f"proposal: <{name}> is neither a question nor one of its names"
        for name in sorted({*self.questions} & {*self.proposal.names}):
            yield f"proposal/names/{name}: a question has this name already"
        whole = self.proposal
        for name, cases in case_in([whole.title, whole.text, whole.names, whole.adds, whole.changes, whole.once]):
            asked = self.questions.get(name)
            possible = asked.cases() if asked is not None else frozenset()
            for case in sorted(cases - possible - {"else"}):
                yield f"proposal: “case {name}” has “{case}”, which is not an answer to the question “{name}”"
        for number, check in enumerate(self.checks):
            for step in check:
                for key in sorted(step.keys() - STEPS):
                    yield f"checks/{number}: there is no step “{key}”"

    def _flaws_of_only(self) -> Iterator[str]:
        for name, question in self.questions.items():
            for other, answers in question.only.items():
                possible = self.questions[other].cases() if other in self.questions else frozenset()
                for answer in sorted({*answers} - possible):
                    yield f"questions/{name}/only: “{answer}” is not an answer to a question “{other}”"

    def _flaws_of_sentences(self) -> Iterator[str]:
        for name, sense in self.senses.items():
            if name not in self.questions or not is_a_sense(sense):
                yield f"senses/{name}: this says who gains or loses an amount, such as “winner gains”"
        for number, sentence in enumerate(self.sentences):
            said = with_own_parts(sentence.says, self.parts)
            for part in unknown_parts(said):
                yield f"sentences/{number}: there is no part {{{part}}}"
            names = {name.partition("|")[0] for name in re.findall(r"<([a-z_|]+)>", said)}
            for name in sorted({*names, *sentence.with_, *sentence.open, *sentence.new} - self.questions.keys()):
                yield f"sentences/{number}: <{name}> is not a question"
