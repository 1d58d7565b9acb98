"""A new kind of clause, event or notice is one declaration: what it does not answer is refused at start."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import pytest
from pydantic import Field

from nomic.clauses.schema import kind_registry
from nomic.clauses.schema.base_clause import Clause
from nomic.clauses.schema.kind_registry import ClauseKind, Taken, register_kind
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.clauses.vocabulary.event_scopes import event_kind_named
from nomic.clauses.vocabulary.scope_nouns import given_at
from nomic.cycles.domain import events
from nomic.effects.language.vocabulary import Vocabulary
from nomic.law.document.sections import Flaw, Law
from nomic.law.schema.text_types import LawTitle
from nomic.notices import kinds
from nomic.players.events import Joined

Flaws: TypeAlias = Iterator[Flaw]
HERE = Path(__file__).parent


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

    def flaws(self, law: Law, placed: Placed[ChimeClause], known: Vocabulary) -> Flaws:
        return iter(())

    def leaks(self, law: Law, placed: Placed[ChimeClause], secrets: Secrets) -> Flaws:
        return iter(())

    def tries(self, trial: Trial, placed: Placed[ChimeClause]) -> Runs:
        return iter(())

    def flaw_if(self, placed: Placed[ChimeClause], name: str, why: str) -> Flaws:
        """Yield a flaw of a bell of this name."""
        if placed.clause.chime == name:
            yield Flaw(placed.path, why)

    def explain(self, clause: ChimeClause, law: Law) -> tuple[str, ...]:
        return ("It rings.",)

    def install(self) -> None:
        pass


ANSWERS = ("schema", "nouns", "offered_as", "blank", "filed_under", "flaws", "leaks", "tries", "explain", "install")


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kinds that a test registers end with it."""
    monkeypatch.setattr(kind_registry, "_kinds", dict(kind_registry._kinds))


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


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"whenever": ""}, "has no words after “whenever”: set `whenever`, or `is_heard` to False"),
        ({"about": ""}, "has no subject: set `about`, the heading under which menus list it"),
        ({"__doc__": ""}, "has no docstring, which describes it to authors of bots and of rules"),
        ({"kind": lambda: "joined"}, "is called 'joined', as Joined is"),
        (
            {"whenever": "a player rings for another player"},
            "is about two players: say in `called` what a rule calls by",
        ),
        ({"whenever": "a player rings for another player", "called": {"by": "the bellman"}}, ""),
        ({"whenever": "", "is_heard": False}, ""),
        ({}, ""),
    ],
)
def test_a_kind_of_event_answers_every_question(
    answers: dict[str, Any], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A system check reports one that does not. A subclass of `Event` would be declared for good, so this is none."""
    fields = {"__annotations__": {"by": events.NamedPlayer, "n": int}, "__struct_fields__": ("by", "n"), "called": {}}
    said = {"__doc__": "It rang.", "whenever": "it rings", "about": "Time"}
    whole = {"kind": lambda: "rang", "is_heard": True, **said, **fields}
    rang: Any = type("Rang", (), whole | answers)
    monkeypatch.setattr(events, "all_events", lambda: [Joined, rang])
    assert [error.msg for error in events.flaws(None)] == ([f"the event {__name__}.Rang {why}"] if why else [])


def test_rules_call_the_players_of_an_event_what_it_says() -> None:
    """A reader knows which of the two players a rule means."""
    kind = event_kind_named("declared-reputable")
    assert kind is not None
    nouns = {name: meant.noun.whole for name, meant in given_at(kind).items() if meant.noun}
    assert (nouns["player"], nouns["by"]) == ("the player who was declared reputable", "the declaring player")


def test_a_kind_of_notice_is_declared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system check reports one that no app declares. Two of a name, and one without a title, are refused."""
    monkeypatch.setattr(kinds, "_made", [])
    monkeypatch.setattr(kinds, "_kinds", {})
    rung = kinds.NoticeKind("rung", "A bell rings", kinds.Heading.GAMES)
    (error,) = kinds.flaws(None)
    assert (
        error.msg
        == "no app declares the kind of notices 'rung': call nomic.notices.kinds.register_notice_kind in its ready()"
    )
    kinds.register_notice_kind(rung)
    assert kinds.flaws(None) == []
    with pytest.raises(ValueError, match="two kinds of notices are called 'rung'"):
        kinds.register_notice_kind(kinds.NoticeKind("rung", "Another bell rings", kinds.Heading.GAMES))
    with pytest.raises(ValueError, match="the kind of notices 'mute' has no title"):
        kinds.NoticeKind("mute", "", kinds.Heading.GAMES)


def test_new_kinds_need_no_other_change() -> None:
    """A kind of clause, of event and of notice work everywhere, in a process of their own that declares them."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist"]
    done = subprocess.run(
        [sys.executable, *words, str(HERE / "with_new_kinds.py")],
        cwd=HERE.parents[1], env=env, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
