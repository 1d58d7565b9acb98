"""Base class of all kinds of clauses, and their registry.

A subclass defines how the clauses of its kind are indexed, checked, tried and described. The host's kinds are in
`nomic/clauses/kinds`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from nomic.clauses.schema.base_clause import Clause
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Cases, Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.short_sentences import fit_sentences
from nomic.law.document.sections import Flaw, Law

C = TypeVar("C", bound=Clause)


class Taken(NamedTuple):
    """The flaw for a duplicate name: the key at which it is reported, and its message with `{name}`."""

    key: str
    message: str


class ClauseKind(ABC, Generic[C]):
    """A kind of clause.

    A subclass has to define the abstract methods and the class variables without a value.
    """

    schema: ClassVar[type[Clause]]  # its fields; `schema.word` is the key that names the kind
    nouns: ClassVar[tuple[str, str]]  # noun for a clause of this kind: singular and plural
    offered_as: ClassVar[str]  # in the editor's menu of new clauses
    blank: ClassVar[Mapping[str, Any]]  # a new clause in the editor: the required keys, for the author to fill in

    in_lines: ClassVar[bool] = False  # whether each sentence of `explain` is a line of its own, as the rows of a table
    menu_place: ClassVar[int] = 100  # in the editor's menu; equal places are in the order of registration
    named_by: ClassVar[str] = ""  # the key whose text names the clause in a list of changes
    # The key of the condition on the player concerned, which a class of proposals may require (R131).
    condition: ClassVar[str] = ""
    # What comes before the results of its trial runs in a worked example (`nomic/clauses/worked_examples.py`). With
    # `{who}` it is all of the example, about the players for whom the conditions hold. Without examples it is empty.
    example: ClassVar[str] = ""
    taken: ClassVar[Taken | None] = None  # None if several clauses may be filed under the same name

    def schema_of(self, raw: Mapping[str, Any]) -> type[Clause]:
        """Return the schema for a clause of this kind, which may depend on its keys."""
        return self.schema

    @abstractmethod
    def filed_under(self, placed: Placed[C]) -> str:
        """Return the name under which the clause is indexed, such as the name of its value, action or event."""

    def expand(self, placed: Placed[C]) -> Mapping[str, dict[str, Any]]:
        """Return the further clauses to which this clause expands: JSON by name."""
        return {}

    def is_reserved(self, name: str) -> bool:
        """Return whether no clause may have this index name, because the host uses it."""
        return False

    @abstractmethod
    def flaws(self, law: Law, placed: Placed[C], known: Vocabulary) -> Iterator[Flaw]:
        """Yield the flaws of a clause whose JSON is valid. `known` holds the names that its effects may use."""

    @abstractmethod
    def leaks(self, law: Law, placed: Placed[C], secrets: Secrets) -> Iterator[Flaw]:
        """Yield a flaw for each secret value that an otherwise valid clause would disclose."""

    @abstractmethod
    def tries(self, trial: Trial, placed: Placed[C]) -> Runs:
        """Yield functions that run the clause once in a sandbox, before its law is proposed.

        A function raises the exception with which the clause would fail.
        """

    def cases(self, trial: Trial, placed: Placed[C], me: str) -> Cases | None:
        """Return the cases and remarks of a worked example that is computed instead of run, such as a vote.

        `me` is the player for whom it is computed. Returns None if the example consists of the trial runs. Raises
        TooLong if a part takes too many steps, and OutOfBudget if all parts together do.
        """
        return None

    @abstractmethod
    def explain(self, clause: C, law: Law) -> tuple[str, ...]:
        """Return English sentences that describe the clause."""

    def brief(self, clause: C, law: Law) -> str:
        """Return a generated short sentence for a clause without one of its own.

        It states the effect, amounts and costs.

        The caller shortens it to the allowed length.
        """
        sentences = self.explain(clause, law)
        return fit_sentences(sentences) or sentences[0]

    def in_short(self, raw: Mapping[str, Any], law: Law) -> str:
        """Return a brief label of a clause for a list of changes. `raw` is its JSON, which may be invalid."""
        name = raw.get(self.named_by)
        return f"“{name}”" if isinstance(name, str) and name else self.offered_as

    @abstractmethod
    def install(self) -> None:
        """Register the subscribers, actions or checks that this kind of clause needs. Called once at start."""


AnyKind = ClauseKind[Any]

_kinds: dict[str, AnyKind] = {}


def register_kind(kind: type[AnyKind]) -> None:
    """Register a kind of clause, and call its `install`.

    Raises TypeError for a kind with missing or contradictory attributes, and ValueError if its word is taken.
    """
    if missing := _unanswered(kind):
        raise TypeError(f"the kind of clause {kind.__name__} does not answer: {', '.join(missing)}")
    made = kind()
    if wrong := [*_contradictions(made)]:
        raise TypeError(f"the kind of clause {kind.__name__} {'; '.join(wrong)}")
    if kind.schema.word in _kinds:
        raise ValueError(f"two kinds of clauses are called {kind.schema.word!r}")
    _kinds[kind.schema.word] = made
    made.install()


def _unanswered(kind: type[AnyKind]) -> list[str]:
    variables = [name for name in ClauseKind.__annotations__ if not hasattr(kind, name)]
    if "schema" not in variables and not hasattr(kind.schema, "word"):
        variables.append("schema.word")
    return [*variables, *sorted(kind.__abstractmethods__)]


def _contradictions(kind: AnyKind) -> Iterator[str]:
    word, schema = kind.schema.word, kind.schema_of(kind.blank)
    keys = {field.alias or name for name, field in schema.model_fields.items()}
    for what, named in (
        ("has the word", {word}),
        ("has the blank", {*kind.blank}),
        ("has the condition", {kind.condition}),
        ("takes its name from", {kind.named_by}),
    ):
        if unknown := sorted(named - keys - {""}):
            yield f"{what} {', '.join(unknown)}, which its schema {schema.__name__} does not have"
    if word not in kind.blank:
        yield f"has a blank without its word {word!r}"


def kinds() -> Mapping[str, AnyKind]:
    """Return all kinds by word, the JSON key that identifies a clause of the kind, in the order of registration."""
    return _kinds


def kind_of(raw: Iterable[str]) -> AnyKind | None:
    """Return the kind of a clause, given its JSON keys, or None if no key is a kind's word."""
    return next((_kinds[word] for word in raw if word in _kinds), None)


def schema_of(raw: Mapping[str, Any]) -> type[Clause] | None:
    """Return the schema of a clause, given its JSON, or None if no key is a kind's word."""
    kind = kind_of(raw)
    return None if kind is None else kind.schema_of(raw)


def kinds_in_menu() -> list[AnyKind]:
    """Return all kinds in the order of the editor's menu for new clauses."""
    return sorted(_kinds.values(), key=lambda kind: kind.menu_place)
