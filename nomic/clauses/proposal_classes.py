"""Classes of proposals as a law has them, read once: who submits one, how long people vote, whose votes count."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nomic.clauses.compiled import Placed, clauses_of
from nomic.clauses.runtime.worlds import hall_apart
from nomic.clauses.schema.kinds import ClassClause, Lasts
from nomic.cycles.actions.context import Moment
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Condition, Expression
from nomic.effects.language.nodes.values import Literal, Ref, Sum, as_number, kept_in_bounds
from nomic.effects.language.parser import read_condition, read_number
from nomic.effects.language.walk import walk
from nomic.effects.language.world import Names
from nomic.law.document.sections import Law

MAX_WEIGHT = 1_000_000  # of one vote; together they stop at a thousand million, as all numbers do


@dataclass(frozen=True)
class ProposalClass:
    """A class of proposals: its clause, with what that says read."""

    placed: Placed[ClassClause]

    @property
    def name(self) -> str:
        return self.placed.name

    @property
    def title(self) -> str:
        return self.clause.class_

    @property
    def clause(self) -> ClassClause:
        return self.placed.clause

    @property
    def lasts(self) -> Lasts:
        return self.clause.lasts

    @cached_property
    def who(self) -> Condition | None:
        """What has to be true of whoever submits one."""
        raw = self.clause.who
        return None if raw is None else read_condition(raw, scopes.WHO_ACTS)

    @cached_property
    def whose_votes(self) -> Condition | None:
        """What has to be true of a player for their vote to count."""
        raw = self.clause.votes.who
        return None if raw is None else read_condition(raw, scopes.WHO_VOTES)

    @cached_property
    def weight(self) -> Expression[Any]:
        """How much a player's vote counts."""
        return read_number(self.clause.votes.weight, scopes.WHO_VOTES)

    @cached_property
    def passes(self) -> Condition:
        """What has to be true of the votes."""
        return read_condition(self.clause.passes, scopes.COUNTED)

    @cached_property
    def is_plain(self) -> bool:
        """Whether every player's vote counts, and each as one."""
        return self.whose_votes is None and isinstance(self.weight, Literal) and self.weight.source == 1

    @cached_property
    def is_by_author(self) -> bool:
        """Whether whose votes count for how much depends on who has proposed."""
        asked = [self.weight] if self.whose_votes is None else [self.weight, self.whose_votes]
        return any(isinstance(node, Ref) and node.name == "me" for piece in asked for _, node in walk(piece))

    @cached_property
    def counts_unclear_against(self) -> bool:
        """Whether an unclear vote counts as one against (R10): the two are added up in what makes one popular."""
        return any(
            isinstance(node, Sum)
            and {"against", "unclear"} <= {part.name for part in node.sum_ if isinstance(part, Ref)}
            for _, node in walk(self.passes)
        )

    @cached_property
    def asks_who_could(self) -> bool:
        """Whether it matters to what makes one popular how many could vote."""
        return any(isinstance(node, Ref) and node.name == "eligible" for _, node in walk(self.passes))

    def is_popular(
        self, moment: Moment, votes: Mapping[str, int], author: str, tell: Callable[[str], None] = lambda text: None
    ) -> bool:
        """Whether these votes are enough, each number by its name. Raises TooLong.

        `tell` is called with what the entry has to say besides (R140).
        """
        names: Names = {"me": (author,), **votes}
        hall = hall_apart(moment)
        found = bool(self.passes.value(hall.run(author, ""), names))
        for text in hall.zero_told:
            tell(text)
        return found


def classes_of(law: Law) -> dict[str, ProposalClass]:
    """The classes of a law by name, the one by default first, the others in the order of the rules."""
    return law.once("classes of proposals", lambda: _made(law))


def _made(law: Law) -> dict[str, ProposalClass]:
    listed = sorted(clauses_of(law).classes.values(), key=lambda placed: not placed.clause.default)
    return {placed.name: ProposalClass(placed) for placed in listed}


def class_by_default(law: Law) -> str:
    """The class of a proposal that names none."""
    return next(iter(classes_of(law)), "")


def closing_at(law: Law) -> dict[str, list[str]]:
    """By kind of an event, the classes whose votes end with it."""

    def make() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, class_ in classes_of(law).items():
            if class_.lasts.until is not None:
                found.setdefault(class_.lasts.until, []).append(name)
        return found

    return law.once("classes by the events that end them", make)


class Scales:
    """How much whose vote counts in a moment: the same players are weighed once for all proposals of a class."""

    def __init__(self, moment: Moment) -> None:
        self._run = hall_apart(moment).run("", "")
        self._weights: dict[tuple[str, str, str], int] = {}
        self._eligible: dict[tuple[str, str], int] = {}

    def weigh(self, class_: ProposalClass, author: str, voter: str) -> int:
        """What the vote of a player counts on what somebody proposed; nothing where it does not. Raises TooLong."""
        key = (*self._key(class_, author), voter)
        if key not in self._weights:
            self._weights[key] = self._weight(class_, author, voter)
        return self._weights[key]

    def eligible(self, class_: ProposalClass, author: str) -> int:
        """How many players could vote so that it counts. Raises TooLong."""
        key = self._key(class_, author)
        if key not in self._eligible:
            players = self._run.world.players("players")
            self._eligible[key] = sum(self.weigh(class_, author, player) > 0 for player in players)
        return self._eligible[key]

    def _key(self, class_: ProposalClass, author: str) -> tuple[str, str]:
        return class_.name, author if class_.is_by_author else ""

    def _weight(self, class_: ProposalClass, author: str, voter: str) -> int:
        names: Names = {"it": (voter,), "me": (author,)}
        if class_.whose_votes is not None and not class_.whose_votes.value(self._run, names):
            return 0
        return max(0, min(as_number(class_.weight.value(self._run, names)), MAX_WEIGHT))


def added_up(weights: Iterable[int]) -> int:
    """What votes count together."""
    return kept_in_bounds(sum(weights))
