"""Actions: declared once. From the declaration come the form, the API, the journal and the list of what can be done."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.actions.validation import check_keepable
from nomic.cycles.domain.exceptions import BadArguments, NoSuchAction, Refused, field_errors
from nomic.law.document.sections import Law
from nomic.law.rules.reference import RuleRef

BY_CALENDAR = RuleRef("/calendar", "Phases (R1)")
BY_VICTORY = RuleRef("victory", "Victory (R56)")


class Args(BaseModel):
    """What every action's arguments build on: unknown fields and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    def as_json(self) -> dict[str, Any]:
        """The arguments as the journal keeps them; `read` reads them again."""
        return self.model_dump(mode="json", by_alias=True)


class NoArgs(Args):
    """An action without arguments."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that an argument can take now, and how to name it to a person."""

    value: str | int
    label: str


ENDLESS = 1_000_000_000  # as far as numbers of the effect language go, up or down


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that a number can be now."""

    least: int
    most: int

    def __str__(self) -> str:
        """ "1 to 3"; an end that no rule sets is left out."""
        if self.least <= -ENDLESS:
            return "any number" if self.most >= ENDLESS else f"at most {self.most}"
        return f"at least {self.least}" if self.most >= ENDLESS else f"{self.least} to {self.most}"


Choices = Mapping[str, Sequence[Choice]]
Precondition = Callable[[Moment], None]


@dataclass(frozen=True)
class Action:
    """What can be done in a cycle."""

    name: str
    # Where it is told of: a channel that a room has declared. What is of "admin" only admins do, of "system" nobody.
    channel: str
    title: str
    summary: str
    # The rule by which it can be done, with its ruling: "Card gifting (R23)"; a ByRule where the law has it.
    rule: str
    args: type[Args]
    # Changes things. It may refuse for its arguments' sake.
    run: Callable[[Act, Any], None]
    # Each raises Refused where this cannot be done now, whatever the arguments. They alone decide whether it is shown
    # as available.
    preconditions: tuple[Precondition, ...] = ()
    # The checks that cost most, which follow from the law and the arguments alone: made before the cycle is locked, and
    # not in a replay, which repeats what was accepted.
    prepare: Callable[[Moment, Any], None] | None = None
    # For each argument that is chosen from a list, what it can be now.
    choices: Callable[[Moment], Choices] | None = None
    # For each number whose bounds depend on the moment, what they are; its schema has those that always hold.
    bounds: Callable[[Moment], Mapping[str, Bounds]] | None = None
    # The section of the law without which the action does not exist.
    section: str | None = None
    # Under a law of which this says no it is not listed; its preconditions have to refuse it then.
    listed_if: Callable[[Law], bool] | None = None
    # Whether nothing would come of it when it is due: then it is due no more, and makes no entry. It only looks.
    is_noop: Callable[[Moment, Any], bool] | None = None
    # Whether it counts as activity of a player (R8).
    is_act: bool = True
    # Whether it may raise Unanswered.
    asks: bool = False
    # Whether nobody can be kept from it, whatever a law says.
    is_a_right: bool = False
    # Whether it can be done when the cycle has ended, too.
    after_end: bool = False
    # What its page warns of, where it cannot be taken back.
    confirm: str = ""
    # How one, and how several of them, stand among what happened, with facts of their events: "a vote on proposal
    # {number}" and "{count} votes on proposal {number}". Those of which the second is the same are told together.
    # Without it the title has to do.
    told: tuple[str, str] | None = None

    @property
    def is_system(self) -> bool:
        return self.channel == "system"

    @property
    def is_admin(self) -> bool:
        return self.channel == "admin"

    @property
    def can_be_forbidden(self) -> bool:
        """Whether a law can forbid it: what players do, not what admins, the clock and whoever owns the clock do."""
        return not self.is_a_right and self.channel not in ("system", "admin", "practice", "corrections")

    def is_listed(self, law: Law) -> bool:
        """Whether somebody who asks what there is to do under this law is told of it."""
        known = self.section is None or law.has(self.section)
        return known and (self.listed_if is None or self.listed_if(law))

    def read(self, args: Mapping[str, Any]) -> Args:
        """The typed arguments. Raises BadArguments, naming every field that does not fit."""
        try:
            typed = self.args.model_validate(args)
        except ValidationError as error:
            raise BadArguments(field_errors(self.args, error, args)) from None
        check_keepable(args)
        return typed

    def read_form(self, fields: Mapping[str, Any]) -> Args:
        """The typed arguments from the strings of a form, a field left empty being left out. Raises BadArguments."""
        filled = {name: value for name, value in fields.items() if value != ""}
        try:
            typed = self.args.model_validate(filled, strict=False)
        except ValidationError as error:
            raise BadArguments(field_errors(self.args, error, filled)) from None
        check_keepable(fields)
        return typed

    def refusal(self, moment: Moment) -> Refused | None:
        """Why this cannot be done now, or None where it can."""
        try:
            self.check(moment)
        except Refused as refused:
            return refused
        return None

    def check(self, moment: Moment) -> None:
        """Raises Refused with the first reason why this cannot be done now, naming the rule as the law has it."""
        try:
            self._check(moment)
        except Refused as refused:
            refused.name_in(moment.law)
            raise

    def _check(self, moment: Moment) -> None:
        if not (self.is_system or self.after_end or moment.cycle.is_running):
            raise Refused("cycle-ended", "This cycle has ended; it takes no more acts.", BY_VICTORY)
        if not self.is_system and moment.at < moment.cycle.starts_at:
            raise Refused("not-begun", "This cycle has not begun yet.", BY_CALENDAR)
        for precondition in self.preconditions:
            precondition(moment)
        for forbids in _forbidding if self.can_be_forbidden else ():
            forbids(moment, self)

    def schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments."""
        return self.args.model_json_schema()


BroughtBy = Callable[[Law], Mapping[str, Action]]
Forbids = Callable[[Moment, Action], None]

_channels: dict[str, None] = {}  # in the order in which they were declared
_actions: dict[str, Action] = {}
_brought: list[BroughtBy] = []
_forbidding: list[Forbids] = []


def declare_channels(*names: str) -> None:
    """Make channels known, in which what a room declares is told."""
    _channels.update(dict.fromkeys(names))


def channels() -> list[str]:
    """The names of all channels that a cycle can have, in the order of the rooms."""
    return list(_channels)


def declare(*actions: Action) -> None:
    """Make actions known. A second action of the same name, or an unknown channel, is a programming error."""
    for action in actions:
        if action.channel not in _channels:
            raise ValueError(f"the action {action.name!r} is of no channel that was declared: {action.channel!r}")
        known = _actions.get(action.name)
        if known is not None and known != action:
            raise ValueError(f"the action {action.name!r} is declared already")
        _actions[action.name] = action


def bring_by_law(brought_by: BroughtBy) -> None:
    """Make actions known that a law brings: `brought_by(law)` gives them by name, none of which is a declared one's."""
    if brought_by not in _brought:
        _brought.append(brought_by)


def forbid_by(forbids: Forbids) -> None:
    """Ask `forbids(moment, action)` last, of every action that can be forbidden: it raises Refused where one is."""
    if forbids not in _forbidding:
        _forbidding.append(forbids)


def declared_action(name: str) -> Action | None:
    """The declared action of that name, or None: then a law may bring one."""
    return _actions.get(name)


def action_named(name: str, law: Law | None = None) -> Action:
    """The declared action of that name, or the one that the law brings. Raises NoSuchAction."""
    action = _actions.get(name)
    if action is not None:
        return action
    for brought_by in _brought:
        brought = {} if law is None else brought_by(law)
        if name in brought:
            return brought[name]
    raise NoSuchAction(f"There is no action {name[:60]!r}.")


def actions_of(moment: Moment) -> Iterable[Action]:
    """The actions that this cycle's law knows, apart from the system's own."""
    yield from (action for action in _actions.values() if not action.is_system and action.is_listed(moment.law))
    for brought_by in _brought:
        yield from brought_by(moment.law).values()


def all_actions() -> list[Action]:
    """Every declared action, the system's own too."""
    return list(_actions.values())


@dataclass(frozen=True, slots=True)
class Availability:
    """An action as it stands for somebody now: possible, or why not."""

    action: Action
    reason: Refused | None

    @property
    def available(self) -> bool:
        return self.reason is None


def availability(moment: Moment) -> list[Availability]:
    """What the moment's actor can do now, and why not the rest. Admin actions are listed for admins only."""
    return [
        Availability(action, action.refusal(moment))
        for action in actions_of(moment)
        if not action.is_admin or moment.actor.is_admin
    ]
