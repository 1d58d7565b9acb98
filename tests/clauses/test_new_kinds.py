"""A new kind of clause, event or notice is one declaration: what it does not answer is refused at start."""

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from pydantic import Field

from nomic.clauses.checks.secrecy import Secrets
from nomic.clauses.compiled import Placed
from nomic.clauses.schema import clause_kind
from nomic.clauses.schema.base import Clause
from nomic.clauses.schema.clause_kind import ClauseKind, Taken, register_kind
from nomic.clauses.trial_run import Runs, Trial
from nomic.effects.language.vocabulary import Vocabulary
from nomic.law.document.sections import Flaw, Law
from nomic.law.schema.text_types import LawTitle


class ChimeClause(Clause):
    """A bell of a rule."""

    word: ClassVar[str] = "chime"

    chime: LawTitle = Field(title="What the bell is called")


class ChimeKind(ClauseKind[ChimeClause]):
    """A bell, filed under its name."""

    schema = ChimeClause
    nouns = "bell", "bells"
    offered_as = "a bell that rings"
    blank = {"chime": ""}
    named_by = "chime"
    taken = Taken("chime", "another bell is called {name!r}")

    def filed_under(self, placed: Placed[ChimeClause]) -> str:
        return placed.clause.chime

    def flaws(self, law: Law, placed: Placed[ChimeClause], known: Vocabulary) -> Iterator[Flaw]:
        return iter(())

    def leaks(self, law: Law, placed: Placed[ChimeClause], secrets: Secrets) -> Iterator[Flaw]:
        return iter(())

    def tries(self, trial: Trial, placed: Placed[ChimeClause]) -> Runs:
        return iter(())

    def explain(self, clause: ChimeClause, law: Law) -> tuple[str, ...]:
        return ("It rings.",)

    def install(self) -> None:
        pass


ANSWERS = ("schema", "nouns", "offered_as", "blank", "filed_under", "flaws", "leaks", "tries", "explain", "install")


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kinds that a test registers end with it."""
    monkeypatch.setattr(clause_kind, "_kinds", dict(clause_kind._kinds))


@pytest.mark.parametrize("left_out", ANSWERS)
def test_a_kind_of_clause_answers_every_question(left_out: str) -> None:
    """A kind that leaves one out is refused with its name, and one that leaves none out is not."""
    body: dict[str, Any] = {name: value for name, value in vars(ChimeKind).items() if name in {*ANSWERS} - {left_out}}
    with pytest.raises(TypeError, match=f"the kind of clause Deaf does not answer: {left_out}$"):
        register_kind(type("Deaf", (ClauseKind,), body))
    register_kind(ChimeKind)
    with pytest.raises(ValueError, match="two kinds of clauses are called 'chime'"):
        register_kind(ChimeKind)


def test_these_are_all_questions() -> None:
    """So the test above leaves out each of them."""
    needed = {name for name in ClauseKind.__annotations__ if not hasattr(ClauseKind, name)}
    assert needed | ClauseKind.__abstractmethods__ == {*ANSWERS}


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"blank": {"chime": "", "loud": True}}, "has the blank loud, which its schema ChimeClause does not have"),
        ({"blank": {}}, "has a blank without its word 'chime'"),
        ({"condition": "if"}, "has the condition if, which its schema ChimeClause does not have"),
        ({"named_by": "name"}, "takes its name from name, which its schema ChimeClause does not have"),
        ({"schema": Clause}, r"does not answer: schema\.word"),
        ({"schema": type("Mute", (Clause,), {"word": "mute"})}, "has the word mute, which its schema Mute does not"),
    ],
)
def test_the_answers_of_a_kind_of_clause_fit_its_schema(answers: dict[str, Any], why: str) -> None:
    """Its word, its condition and its name are fields, and so are those of its blank."""
    with pytest.raises(TypeError, match=why):
        register_kind(type("Odd", (ChimeKind,), answers))
