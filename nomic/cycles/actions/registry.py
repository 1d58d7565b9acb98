"""Declarations of actions. Each yields the form, the API operation, the journal format and the list of options."""

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
    """Base class of all actions' arguments. Unknown fields and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    def as_json(self) -> dict[str, Any]:
        """Return the arguments in the form that the journal stores and `read` accepts."""
        return self.model_dump(mode="json", by_alias=True)


class NoArgs(Args):
    """Arguments of an action that takes none."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that an argument can take now, and its name for people."""

    value: str | int
    label: str


ENDLESS = 1_000_000_000  # magnitude limit of numbers in the effect language


@dataclass(frozen=True, slots=True)
class Bounds:
    """The smallest and the largest value that a number can take now."""

    least: int
    most: int

    def __str__(self) -> str:
        """Format as "1 to 3", without an end that no rule sets."""
        if self.least <= -ENDLESS:
            return "any number" if self.most >= ENDLESS else f"at most {self.most}"
        return f"at least {self.least}" if self.most >= ENDLESS else f"{self.least} to {self.most}"


Choices = Mapping[str, Sequence[Choice]]
Precondition = Callable[[Moment], None]


@dataclass(frozen=True)
class Action:
    """The declaration of something that can be done in a cycle."""

    name: str
    # Notification channel, one of those declared. Actions in "admin" are for admins only; those in "system" cannot be
    # called by users.
    channel: str
    title: str
    summary: str
    # The rule that allows it, with its ruling: "Card gifting (R23)". A RuleRef if the law contains that rule.
    rule: str
    args: type[Args]
    # Makes the changes. It may raise Refused because of its arguments.
    run: Callable[[Act, Any], None]
    # Each raises Refused if the action is currently unavailable, regardless of its arguments. They alone decide
    # whether it is displayed as available.
    preconditions: tuple[Precondition, ...] = ()
    # The most expensive checks, which depend only on the law and the arguments. They run before the cycle is locked,
    # and not in a replay, which repeats what was accepted.
    prepare: Callable[[Moment, Any], None] | None = None
    # For each argument chosen from a list, its current options.
    choices: Callable[[Moment], Choices] | None = None
    # For each number whose bounds vary, its current bounds. The schema has the bounds that always hold.
    bounds: Callable[[Moment], Mapping[str, Bounds]] | None = None
    # The section of the law without which the action does not exist.
    section: str | None = None
    # If this returns False for a law, the action is not listed. Its preconditions must then refuse it.
    listed_if: Callable[[Law], bool] | None = None
    # Whether a due action would have no effect. Its deadline is then removed without an entry. It must not write.
    is_noop: Callable[[Moment, Any], bool] | None = None
    # Whether it counts as a player's activity (R8).
    is_act: bool = True
    # Whether it may raise Unanswered.
    asks: bool = False
    # Whether no law can forbid it.
    is_a_right: bool = False
    # Whether it can also be done after the cycle has ended.
    after_end: bool = False
    # A warning for its page, if it cannot be undone.
    confirm: str = ""
    # Phrases for one and for several acts in summaries, with fields of their events: "a vote on proposal {number}"
    # and "{count} votes on proposal {number}". Acts with the same second phrase are grouped. Default: the title.
    summary_phrases: tuple[str, str] | None = None

    @property
    def is_system(self) -> bool:
        return self.channel == "system"

    @property
    def is_admin(self) -> bool:
        return self.channel == "admin"

    @property
    def can_be_forbidden(self) -> bool:
        """Whether a law can forbid it.

        Laws can forbid actions of players, but not those of admins, the clock and its owner.
        """
        return not self.is_a_right and self.channel not in ("system", "admin", "practice", "corrections")

    def is_listed(self, law: Law) -> bool:
        """Whether it is listed among the actions under this law."""
        known = self.section is None or law.has(self.section)
        return known and (self.listed_if is None or self.listed_if(law))

    def read(self, args: Mapping[str, Any]) -> Args:
        """Validate the arguments and return them typed. Raises BadArguments, which names every invalid field."""
        try:
            typed = self.args.model_validate(args)
        except ValidationError as error:
            raise BadArguments(field_errors(self.args, error, args)) from None
        check_keepable(args)
        return typed

    def read_form(self, fields: Mapping[str, Any]) -> Args:
        """Validate the strings of a form, ignoring empty fields, and return typed arguments. Raises BadArguments."""
        filled = {name: value for name, value in fields.items() if value != ""}
        try:
            typed = self.args.model_validate(filled, strict=False)
        except ValidationError as error:
            raise BadArguments(field_errors(self.args, error, filled)) from None
        check_keepable(fields)
        return typed

    def refusal(self, moment: Moment) -> Refused | None:
        """Return why this cannot be done now, or None if it can."""
        try:
            self.check(moment)
        except Refused as refused:
            return refused
        return None

    def check(self, moment: Moment) -> None:
        """Raise Refused with the first reason why this cannot be done now, naming the rule as the law titles it."""
        try:
            self._check(moment)
        except Refused as refused:
            refused.name_in(moment.law)
            raise

    def _check(self, moment: Moment) -> None:
        if not (self.is_system or self.after_end or moment.cycle.is_running):
            raise Refused("cycle-ended", "This cycle has ended; it takes no more acts.", BY_VICTORY)
        if not self.is_system and moment.at < moment.cycle.starts_at:
            raise Refused("not-begun", "This cycle has not begun yet. Come back when it does.", BY_CALENDAR)
        for precondition in self.preconditions:
            precondition(moment)
        for forbids in _forbidding if self.can_be_forbidden else ():
            forbids(moment, self)

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the arguments."""
        return self.args.model_json_schema()


BroughtBy = Callable[[Law], Mapping[str, Action]]
Forbids = Callable[[Moment, Action], None]

_channels: dict[str, None] = {}  # in the order of declaration
_actions: dict[str, Action] = {}
_brought: list[BroughtBy] = []
_forbidding: list[Forbids] = []


def declare_channels(*names: str) -> None:
    """Declare channels, which the events and actions of an app may use."""
    _channels.update(dict.fromkeys(names))


def channels() -> list[str]:
    """Return the names of all channels that a cycle can have, in the order of the apps."""
    return list(_channels)


def declare(*actions: Action) -> None:
    """Register actions. A second action of the same name, or an unknown channel, is a programming error."""
    for action in actions:
        if action.channel not in _channels:
            raise ValueError(f"the action {action.name!r} is of no channel that was declared: {action.channel!r}")
        known = _actions.get(action.name)
        if known is not None and known != action:
            raise ValueError(f"the action {action.name!r} is declared already")
        _actions[action.name] = action


def bring_by_law(brought_by: BroughtBy) -> None:
    """Register a source of actions defined by laws.

    `brought_by(law)` returns them by name, without any declared name.
    """
    if brought_by not in _brought:
        _brought.append(brought_by)


def forbid_by(forbids: Forbids) -> None:
    """Register a check, `forbids(moment, action)`, that runs last and raises Refused if a law forbids the action."""
    if forbids not in _forbidding:
        _forbidding.append(forbids)


def declared_action(name: str) -> Action | None:
    """Return the declared action of that name, or None, in which case a law may define one."""
    return _actions.get(name)


def action_named(name: str, law: Law | None = None) -> Action:
    """Return the action of that name, declared or defined by the law. Raises NoSuchAction."""
    action = _actions.get(name)
    if action is not None:
        return action
    for brought_by in _brought:
        brought = {} if law is None else brought_by(law)
        if name in brought:
            return brought[name]
    raise NoSuchAction(f"There is no action {name[:60]!r}.")


def actions_of(moment: Moment) -> Iterable[Action]:
    """Yield the actions that exist under this cycle's law, except the system's own."""
    yield from (action for action in _actions.values() if not action.is_system and action.is_listed(moment.law))
    for brought_by in _brought:
        yield from brought_by(moment.law).values()


def all_actions() -> list[Action]:
    """Return every declared action, including the system's own."""
    return list(_actions.values())


@dataclass(frozen=True, slots=True)
class Availability:
    """An action and the reason why the actor cannot do it now, if any."""

    action: Action
    reason: Refused | None

    @property
    def available(self) -> bool:
        return self.reason is None


def availability(moment: Moment) -> list[Availability]:
    """Return what the moment's actor can do now, and why not the rest. Admin actions are listed for admins only."""
    return [
        Availability(action, action.refusal(moment))
        for action in actions_of(moment)
        if not action.is_admin or moment.actor.is_admin
    ]
