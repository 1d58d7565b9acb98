"""The kinds of clauses, as the law writes them. Which one a clause is, its first word says."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from nomic.clauses.arguments import AnyArgument
from nomic.clauses.arguments.numbers import Number
from nomic.clauses.schema.allowed_changes import Reach
from nomic.clauses.schema.base import Clause as Clause
from nomic.clauses.schema.value_kinds import ValueClause as ValueClause
from nomic.clauses.schema.value_kinds import value_kind_of
from nomic.cycles.actions.registry import Args
from nomic.cycles.domain.calendar import PhaseKind
from nomic.effects.checking.in_law import ConditionJson, EffectJson, TruthJson, ValueJson
from nomic.inventory.law_section import Count, ItemName
from nomic.law.document.sections import SectionModel
from nomic.law.schema.text_types import LawName, LawText, LawTitle

MAX_HOURS = 24 * 56  # of a vote: eight weeks
NumberJson = Number | ValueJson
EventKind = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=60),
    Field(json_schema_extra={"format": "event"}),
]
# No key of a clause is like it: those have an underscore.
CalledName = Annotated[str, StringConstraints(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=60)]
ActionName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$", max_length=120)]

NamedAction = Annotated[ActionName, Field(json_schema_extra={"format": "action"})]


def _free(name: str) -> str:
    """Raises ValueError for a name that effects have already, and for one that arguments or forms have."""
    if name in ("me", "it", "next", "all", "others", "event", "mod"):
        raise ValueError(f"${name} means something already")
    if hasattr(Args, name) or name in ("csrfmiddlewaretoken", "idempotency_key", "answers", "answering", "chosen"):
        raise ValueError(f"an argument cannot be called {name!r}")
    return name


ArgumentName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=30), AfterValidator(_free)]


class Limit(SectionModel):
    """How often an action can be done in a phase, a day (UTC), a week (from Monday on, UTC) or the whole cycle.

    By each player, or by all of them together.
    """

    times: int = Field(ge=1, le=1_000, title="How many times")
    per: Literal["phase", "day", "week", "cycle"] = Field(title="In each")
    together: bool = Field(default=False, title="Counted for all players together")


class ActionClause(Clause):
    """Something that players can do: who, in phases of which kinds, how often, for what, and what it does.

    It is done under the name by which it is `called`, or under the ids of its rule and of itself. Where it `is_act`,
    whoever does it is active (R8).
    """

    action: LawTitle = Field(title="What players can do")
    called: CalledName | None = Field(default=None, title="Its name for programs")
    says: LawText = Field(default="", title="A word of help")
    who: ConditionJson | None = Field(default=None, title="Who can do it")
    in_: list[PhaseKind] = Field(default=[], alias="in", max_length=20, title="In phases of which kinds")
    with_: dict[ArgumentName, AnyArgument] = Field(
        default={},
        alias="with",
        max_length=5,
        title="What they say with it",
        json_schema_extra={"names": "references"},  # what is called so is referred to so: $card
    )
    limit: Limit | None = Field(default=None, title="How often")
    costs: dict[ItemName, Count] = Field(default={}, max_length=20, title="What it costs")
    is_act: bool = Field(default=True, title="Whoever does it is active")
    do: EffectJson = Field(min_length=1, title="What it does")


class WhenClause(Clause):
    """What happens by itself at an event: in phases of which kinds, on what condition, and what.

    Where it is `does`, somebody has done the action `act`: `$who` is that player, and its arguments are names.
    """

    when: EventKind = Field(title="Whenever")
    act: NamedAction | None = Field(default=None, title="Which action, if somebody does something")
    in_: list[PhaseKind] = Field(default=[], alias="in", max_length=20, title="In phases of which kinds")
    if_: TruthJson | None = Field(default=None, alias="if", title="Only if")
    do: EffectJson = Field(min_length=1, title="What happens")


class ForbidClause(Clause):
    """An action that nobody can do, or nobody of whom a condition holds, and why."""

    forbid: NamedAction = Field(title="What is forbidden")
    if_: ConditionJson | None = Field(default=None, alias="if", title="To whom")
    because: LawTitle = Field(title="Why")


class WinsClause(Clause):
    """Of which players it has to be true that they win; `alone`: of one only, or nobody wins yet."""

    wins: ConditionJson = Field(title="Who wins")
    alone: bool = Field(default=True, title="Nobody wins while several would")


class Lasts(SectionModel):
    """How long people vote (R11): the whole `phases` that start next, or so many `hours` from submission.

    `until` an event, if that comes before; with nothing besides, after eight weeks at the latest.
    """

    phases: int | None = Field(default=None, ge=1, le=20, title="So many whole phases")
    hours: int | None = Field(default=None, ge=1, le=MAX_HOURS, title="So many hours")
    until: EventKind | None = Field(default=None, title="Until something happens")


class Voters(SectionModel):
    """Whose votes count (R10), of those who are players at the end (`$it`), and how much each does."""

    who: ConditionJson | None = Field(default=None, title="Only of players for whom")
    weight: NumberJson = Field(default=1, title="How much each vote counts")


class ClassClause(Clause):
    """A class of proposals, by the clause's name (R9 to R11): who submits one (`$me`) for what, how people vote on it.

    It is popular where `passes` holds of the votes: `$for`, `$against`, `$unclear`, how many voted (`$voters`) of how
    many who could (`$eligible`). The class by `default` is that of proposals that name none. `may` limits
    what its proposals change (R131); without it they may change everything.
    """

    class_: LawTitle = Field(alias="class", title="What the class is called")
    who: ConditionJson | None = Field(default=None, title="Who can propose so")
    costs: dict[ItemName, Count] = Field(default={}, max_length=20, title="What it costs")
    lasts: Lasts = Field(title="How long people vote")
    votes: Voters = Field(default=Voters(), title="Whose votes count")
    passes: ConditionJson = Field(title="It is popular where")
    default: bool = Field(default=False, title="For proposals that name no class")
    may: Reach | None = Field(default=None, title="What its proposals may do")


class OutcomeClause(Clause):
    """One of a pool of things that can happen: whoever meets one of the pool may meet it, where its condition holds.

    `outcome` is its title, `of` the pool's name.
    """

    outcome: LawTitle = Field(title="What can happen")
    of: LawName = Field(title="Of which pool")
    if_: ConditionJson | None = Field(default=None, alias="if", title="Only if")
    do: EffectJson = Field(min_length=1, title="What happens then")


KINDS: Mapping[str, type[Clause]] = {
    "value": ValueClause,
    "action": ActionClause,
    "when": WhenClause,
    "forbid": ForbidClause,
    "wins": WinsClause,
    "class": ClassClause,
    "outcome": OutcomeClause,
}


def kind_of(raw: Mapping[str, Any]) -> type[Clause] | None:
    """The kind of a clause by its words; None where it is none."""
    kind = next((KINDS[word] for word in raw if word in KINDS), None)
    return value_kind_of(raw) if kind is ValueClause else kind
