"""Schemas of the host's clauses as pydantic models. A clause's kind is determined by the key that names it."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, StringConstraints

from nomic.clauses.arguments import AnyArgument
from nomic.clauses.arguments.numbers import Number
from nomic.clauses.schema.allowed_changes import OwnReach, Reach
from nomic.clauses.schema.ballots import ClassBallot
from nomic.clauses.schema.base_clause import Clause as Clause
from nomic.clauses.schema.value_kinds import ValueClause as ValueClause
from nomic.cycles.actions.registry import Args
from nomic.cycles.domain.calendar import PhaseKind
from nomic.effects.checking.effects_in_sections import ConditionJson, EffectJson, TruthJson, ValueJson
from nomic.effects.language.nodes.item_holders import MAX_KEEPING_NAME
from nomic.inventory.law_section import Count, ItemName
from nomic.law.document.sections import SectionModel
from nomic.law.schema.text_types import LawName, LawTitle

MAX_HOURS = 24 * 56  # of a vote: eight weeks
NumberJson = Number | ValueJson
AmountJson = Count | ValueJson  # a number of items, which may be worked out when somebody acts
MAX_TIMES = 1_000
MAX_PHASES = 20  # of a vote
USUAL_REASON = "The law forbids this now."  # of a ban or a freeze whose author writes no other
HoursJson = Annotated[int, Field(ge=1, le=MAX_HOURS)] | ValueJson  # hours of a vote, worked out when they begin
EventKind = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=60),
    Field(json_schema_extra={"format": "event"}),
]
# A clause's key never matches this, because it has an underscore.
CalledName = Annotated[str, StringConstraints(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=60)]
ActionName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$", max_length=120)]

KeepingName = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9 '\-]*$", min_length=1, max_length=MAX_KEEPING_NAME)
]

NamedAction = Annotated[ActionName, Field(json_schema_extra={"format": "action"})]


def _free(name: str) -> str:
    """Return the name. Raises ValueError if effects, arguments or forms already use it."""
    if name in ("me", "it", "next", "all", "others", "event", "mod"):
        raise ValueError(f"${name} means something already")
    if hasattr(Args, name) or name in ("csrfmiddlewaretoken", "idempotency_key", "answers", "answering", "chosen"):
        raise ValueError(f"an argument cannot be called {name!r}")
    return name


ArgumentName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=30), AfterValidator(_free)]


class Limit(SectionModel):
    """A limit on the use of an action in a phase, a day (UTC), a week (from Monday, UTC) or the whole cycle.

    The count is per player, or for all players together. The number may be an expression, which is evaluated at each
    act.
    """

    times: Annotated[int, Field(ge=1, le=MAX_TIMES)] | ValueJson = Field(title="How many times")
    per: Literal["phase", "day", "week", "cycle"] = Field(title="In each")
    together: bool = Field(default=False, title="Counted for all players together")


class KeepingClause(Clause):
    """A place where a rule keeps items and cards: one for the cycle, or one part for each player."""

    word: ClassVar[str] = "keeping"

    keeping: KeepingName = Field(title="What it is called")
    of: Literal["cycle", "player"] = Field(default="cycle", title="For the cycle or for each player")


class ActionClause(Clause):
    """An action for players: who may perform it, in which phases, how often and at what cost, and its effect.

    Callers refer to it as `called`, or if that is not set, by a name made of the ids of the rule and the clause. If
    `is_act` is set, performing the action makes the player active (R8).
    """

    word: ClassVar[str] = "action"

    action: LawTitle = Field(title="What players can do")
    called: CalledName | None = Field(default=None, title="Its name for programs")
    who: ConditionJson | None = Field(default=None, title="Who can do it")
    in_: list[PhaseKind] = Field(default=[], alias="in", max_length=20, title="In which kinds of phases")
    with_: dict[ArgumentName, AnyArgument] = Field(
        default={},
        alias="with",
        max_length=5,
        title="What players choose or enter with it",
        json_schema_extra={"names": "references"},  # its names appear in effects as references: $card
    )
    limit: Limit | None = Field(default=None, title="How often")
    costs: dict[ItemName, AmountJson] = Field(default={}, max_length=20, title="What it costs")
    is_act: bool = Field(default=True, title="Counts as activity")
    may: OwnReach | None = Field(default=None, title="What it may change in the law")
    do: EffectJson = Field(min_length=1, title="What it does")


class WhenClause(Clause):
    """An effect that an event triggers: in which phases, on which condition, and with which operations.

    The event `does` occurs when a player, `$who`, has performed the action `act`, whose arguments are names in the
    effect. If `before` is set, the effect happens before the action is carried out, in the  same entry. If the action
    is refused, the effect does not happen.
    """

    word: ClassVar[str] = "when"

    when: EventKind = Field(title="Whenever")
    act: NamedAction | None = Field(default=None, title="Which action, if somebody does something")
    before: bool = Field(default=False, title="Before it happens")
    in_: list[PhaseKind] = Field(default=[], alias="in", max_length=20, title="In which kinds of phases")
    if_: TruthJson | None = Field(default=None, alias="if", title="Only if")
    may: OwnReach | None = Field(default=None, title="What it may change in the law")
    do: EffectJson = Field(min_length=1, title="What happens")


class ForbidClause(Clause):
    """A ban on an action, for everybody or if a condition holds, in all or some kinds of phases, with its reason.

    The conditions read the actor as `$me` and the arguments of the action by their names. `because` may show them, too.
    """

    word: ClassVar[str] = "forbid"

    forbid: NamedAction = Field(title="What is forbidden")
    in_: list[PhaseKind] = Field(default=[], alias="in", max_length=20, title="In which kinds of phases")
    if_: TruthJson | None = Field(default=None, alias="if", title="Only if")
    except_: TruthJson | None = Field(default=None, alias="except", title="Except if")
    because: LawTitle = Field(title="Why")


class FreezeClause(Clause):
    """A freeze: players for whom a condition holds (`$it`) gain and lose no items, no cards, or nothing at all.

    `only` restricts the freeze to some items, or to cards with some names. `stops` restricts it to gains or to losses.
    """

    word: ClassVar[str] = "freeze"

    freeze: Literal["everything", "items", "cards"] = Field(title="What is frozen")
    only: list[LawName] = Field(default=[], max_length=50, title="Only items or cards with these names")
    stops: Literal["gains", "losses", "both"] = Field(default="both", title="What is stopped")
    whose: ConditionJson | None = Field(default=None, title="Only for players for whom")
    except_: ConditionJson | None = Field(default=None, alias="except", title="Except players for whom")
    because: LawTitle = Field(title="Why")


class WinsClause(Clause):
    """A way to win: the condition on the winners. If `alone` is set, nobody wins while several players meet it."""

    word: ClassVar[str] = "wins"

    wins: ConditionJson = Field(title="Who wins")
    alone: bool = Field(default=True, title="Nobody wins if several would at once")


class Lasts(SectionModel):
    """How long voting lasts (R11): for the next whole `phases`, or for a number of `hours` from submission.

    `until` ends voting earlier, at an event. With neither phases nor hours, it ends after eight weeks at the latest. A
    number may be an expression, which is evaluated for the author (`$me`) when the vote opens.
    """

    phases: Annotated[int, Field(ge=1, le=MAX_PHASES)] | ValueJson | None = Field(
        default=None, title="A number of whole phases"
    )
    hours: HoursJson | None = Field(default=None, title="A number of hours")
    until: EventKind | None = Field(default=None, title="Until something happens")


class Voters(SectionModel):
    """Whose votes count (R10), among the players at the end (`$it`), the weight of each vote, the quorum, and ties.

    The quorum is the total weight of votes below which nothing passes. Omitted settings are taken from the law's
    clauses of the kind `voting`. Without such a clause, everybody's vote counts as one, and there is no quorum.
    `casting` says whose votes break a tie. `sealed` votes are hidden until they are counted.
    """

    who: ConditionJson | None = Field(default=None, title="Only votes of players for whom")
    weight: NumberJson | None = Field(default=None, title="How much each vote counts")
    quorum: NumberJson | None = Field(default=None, title="How many votes there have to be")
    casting: ConditionJson | None = Field(default=None, title="Whose votes decide a tie")
    sealed: bool | None = Field(default=None, title="Whether votes are hidden until they are counted")

    @property
    def stated(self) -> Mapping[str, Any]:
        """The settings that are not omitted, by name."""
        settings = {name: getattr(self, name) for name in type(self).model_fields}
        return {name: value for name, value in settings.items() if value is not None}


class VotingClause(Clause):
    """Default settings for voters: who votes, with what weight and quorum, in classes that do not state these.

    A law may have several such clauses. They add up, and no two of them state the same setting.
    """

    word: ClassVar[str] = "voting"

    voting: LawTitle = Field(title="What this way to vote is called")
    votes: Voters = Field(title="Whose votes count")


class Seconds(SectionModel):
    """The support that a proposal needs before its vote opens, by `n` other players for whom `who` is true.

    The proposal lapses if it lacks that support `within` a number of hours, by default after eight weeks.
    """

    n: NumberJson = Field(title="How many others have to second it")
    within: HoursJson | None = Field(default=None, title="Within how many hours")
    who: ConditionJson | None = Field(default=None, title="Only players for whom")


class ClassClause(Clause):
    """A class of proposals (R9 to R11): who may submit (`$me`), at what cost, and how people vote.

    `$proposal` is the proposal in all conditions. It passes if the condition `passes` is true, which reads the numbers
    of votes as `$for`, `$against` and `$unclear`, the number of voters as `$voters`, and the number of eligible voters
    as `$eligible`. The `default` class is for proposals that do not name one. `may` limits the changes that its
    proposals may make (R131). If it is omitted, they may change everything. If `seconds` is given, the vote opens when
    enough other players support the proposal. The effects `then` and `else` run when a proposal passes or fails. If
    `ballot` is given, votes for a proposal choose among options, and `$chosen` are the chosen options.
    """

    word: ClassVar[str] = "class"

    class_: LawTitle = Field(alias="class", title="What the class is called")
    who: ConditionJson | None = Field(default=None, title="Who can submit one")
    costs: dict[ItemName, AmountJson] = Field(default={}, max_length=20, title="What it costs")
    lasts: Lasts = Field(title="How long people vote")
    votes: Voters = Field(default=Voters(), title="Whose votes count")
    ballot: ClassBallot | None = Field(default=None, title="Which options voters choose from")
    passes: ConditionJson = Field(title="It passes if")
    seconds: Seconds | None = Field(default=None, title="Who has to second it before the vote")
    then: EffectJson = Field(default=[], title="What happens when one passes")
    else_: EffectJson = Field(default=[], alias="else", title="What happens when one fails")
    default: bool = Field(default=False, title="For proposals that name no class")
    may: Reach | None = Field(default=None, title="What its proposals may do")


class OutcomeClause(Clause):
    """An outcome of a pool. A player who draws from the pool may get it if its condition is true.

    `outcome` is its title, `of` the pool's name.
    """

    word: ClassVar[str] = "outcome"

    outcome: LawTitle = Field(title="What can happen")
    of: LawName = Field(title="From which pool", json_schema_extra={"format": "pool"})
    if_: ConditionJson | None = Field(default=None, alias="if", title="Only if")
    do: EffectJson = Field(min_length=1, title="What happens then")
