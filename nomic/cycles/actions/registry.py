"""Declarations of actions. The form, the API operation, the journal format and the list of options derive from them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.validation import check_keepable
from nomic.cycles.domain.exceptions import BadArguments, NoSuchAction, NoSuchCycle, Refused, field_errors
from nomic.cycles.models import Cycle
from nomic.cycles.visibility import may_read, reader_of
from nomic.law.document.sections import Law
from nomic.law.rules.reference import RuleRef

BY_CALENDAR = RuleRef("/calendar", "Phases (R1)")
BY_VICTORY = RuleRef("victory", "Victory (R56)")
BY_ADMIN = ("a correction by an admin", "{count} corrections by admins")


class Args(BaseModel):
    """Base class of all actions' arguments. Unknown fields and wrong types are rejected."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    def as_json(self) -> dict[str, Any]:
        """Return the arguments as JSON data, which the journal stores and `Action.read` accepts."""
        return self.model_dump(mode="json", by_alias=True)


class NoArgs(Args):
    """Arguments of an action without arguments."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that an argument can have now, and its label.

    `price` is the price of one act with this value, if the price depends on it.
    """

    value: str | int
    label: str
    price: Mapping[str, int] | None = field(default=None, compare=False)


ENDLESS = 1_000_000_000  # maximum magnitude of numbers in the effect language


@dataclass(frozen=True, slots=True)
class ArgumentBounds:
    """The smallest and the largest value that a number argument can have now."""

    least: int
    most: int

    def __str__(self) -> str:
        """Return a text such as "1 to 3". A bound that no rule sets is left out."""
        if self.least <= -ENDLESS:
            return "any number" if self.most >= ENDLESS else f"at most {self.most}"
        return f"at least {self.least}" if self.most >= ENDLESS else f"{self.least} to {self.most}"


Choices = Mapping[str, Sequence[Choice]]
Precondition = Callable[[ReadContext], None]


@dataclass(frozen=True)
class Action:
    """The declaration of an action that actors can perform in a cycle."""

    name: str
    # Notification channel; must have been declared. Actions in "admin" are for admins only. Users cannot call actions
    # in "system".
    channel: str
    title: str
    summary: str
    # The rule that allows it, with its ruling: "Card gifting (R23)". A RuleRef if the rule is in the law.
    rule: str
    # Makes the changes. It may raise Refused if the arguments are not possible.
    run: Callable[[ActionContext, Any], None]
    args: type[Args] = NoArgs
    # Each raises Refused if the action is currently unavailable, regardless of its arguments. Only these decide whether
    # it is displayed as available.
    preconditions: tuple[Precondition, ...] = ()
    # The most expensive checks, which depend only on the law and the arguments. They run before the cycle is locked. A
    # replay omits them, because it repeats accepted acts.
    prepare: Callable[[ReadContext, Any], None] | None = None
    # The current options of each argument that is chosen from a list.
    choices: Callable[[ReadContext], Choices] | None = None
    # Every value that the law has for arguments whose `choices` depend on what the actor has. Corrections of the past
    # offer these, because what somebody has now does not limit a past act.
    every_choice: Callable[[ReadContext], Choices] | None = None
    # The current bounds of each number whose bounds vary. The schema has the bounds that always apply.
    bounds: Callable[[ReadContext], Mapping[str, ArgumentBounds]] | None = None
    # Amounts that are worked out, in words as they are now: "now 4 Vertebrae". None if there are none.
    now: Callable[[ReadContext], str] | None = None
    # The price now, as far as it does not depend on arguments. Forms send it as the most that the actor pays.
    price: Callable[[ReadContext], Mapping[str, int]] | None = None
    # The section of the law without which the action does not exist.
    section: str | None = None
    # If it returns False for a law, the action is not listed. Its preconditions must then refuse the action.
    listed_if: Callable[[Law], bool] | None = None
    # Returns whether a due action would have no effect. Its deadline is then removed without an entry. Must not write.
    is_noop: Callable[[ReadContext, Any], bool] | None = None
    # What rules get besides the act's arguments (`ActionContext.add_facts`): the kind of each name in effects.
    facts: Mapping[str, str] = field(default_factory=dict)
    # What rules read in place of arguments that the act keeps secret, by their names.
    masks: Callable[[ActionContext, Any], Mapping[str, Any]] | None = None
    # Whether the action counts as a player's activity (R8). Actions of admins and of the clock never do.
    is_act: bool = True
    # Whether it may raise Unanswered.
    asks: bool = False
    # Whether laws cannot forbid it.
    is_a_right: bool = False
    # Returns whether an admin's action would be in favour of the actor's own player, even if its arguments do not name
    # them.
    is_own: Callable[[ReadContext, Any], bool] | None = None
    # Whether forms show what it would do before it is performed, as for all actions of admins.
    shows_first: bool = False
    # Returns the page with the action's own form. All other pages lead there, except in practice cycles.
    page: Callable[[Cycle], str] | None = None
    # Whether it can also be done after the cycle has ended.
    after_end: bool = False
    # A warning for its page if the action cannot be undone.
    confirm: str = ""
    # Phrases for one and for several acts in summaries, with fields of their events: "a vote on proposal {number}"
    # and "{count} votes on proposal {number}". Acts with the same second phrase are grouped. Default: the title, or
    # "a correction by an admin".
    summary_phrases: tuple[str, str] | None = None

    def page_in(self, cycle: Cycle) -> str:
        """Return the path of the page with the action's own form in a cycle.

        Returns "" if it has none, or if the cycle is for practice.
        """
        return "" if self.page is None or cycle.practice else self.page(cycle)

    @property
    def phrases(self) -> tuple[str, str] | None:
        """The phrases for one and for several acts in summaries, or None if summaries leave the action out."""
        return self.summary_phrases or (BY_ADMIN if self.is_admin else None)

    @property
    def is_system(self) -> bool:
        return self.channel == "system"

    @property
    def is_admin(self) -> bool:
        return self.channel == "admin"

    @property
    def is_previewed(self) -> bool:
        """True if the form shows a preview of the effects before the act is performed."""
        return self.is_admin or self.shows_first

    @property
    def can_be_forbidden(self) -> bool:
        """True if a law can forbid the action, which only applies to players' actions.

        Actions of admins, of the clock and of a practice cycle's owner cannot be forbidden.
        """
        return not self.is_a_right and self.channel not in ("system", "admin", "practice", "corrections")

    def is_listed(self, law: Law) -> bool:
        """Return whether the action exists under this law."""
        known = self.section is None or law.has(self.section)
        return known and (self.listed_if is None or self.listed_if(law))

    def read(self, args: Mapping[str, Any]) -> Args:
        """Return the arguments, validated and typed. Raises BadArguments with an error for each invalid field."""
        try:
            typed = self.args.model_validate(args)
        except ValidationError as error:
            raise BadArguments(field_errors(self.args, error, args)) from None
        check_keepable(args)
        return typed

    def read_form(self, fields: Mapping[str, Any]) -> Args:
        """Return the typed arguments for the strings of a form. Empty fields are ignored.

        Raises BadArguments if the form does not fit the arguments.
        """
        filled = {name: value for name, value in fields.items() if value != ""}
        try:
            typed = self.args.model_validate(filled, strict=False)
        except ValidationError as error:
            raise BadArguments(field_errors(self.args, error, filled)) from None
        check_keepable(fields)
        return typed

    def refusal(self, ctx: ReadContext) -> Refused | None:
        """Return the refusal if the action is unavailable now, otherwise None."""
        try:
            self.check(ctx)
        except Refused as refused:
            return refused
        return None

    def check(self, ctx: ReadContext) -> None:
        """Raise Refused with the first reason why the action is unavailable now.

        The reason names a rule by its title in the law. Raises NoSuchCycle if the cycle is hidden from the actor.
        """
        try:
            self._check(ctx)
        except Refused as refused:
            refused.name_in(ctx.law)
            raise

    def _check(self, ctx: ReadContext) -> None:
        if ctx.cycle.hidden_at is not None and not self.is_system:
            _require_reader(ctx)
        if ctx.cycle.archived_at is not None and not self.is_system:
            raise Refused("archived", "This cycle is archived, so nothing can be done in it.", BY_VICTORY)
        if not (self.is_system or self.after_end or ctx.cycle.is_running):
            raise Refused("cycle-ended", "This cycle has ended; it accepts no more acts.", BY_VICTORY)
        if not self.is_system and ctx.at < ctx.cycle.starts_at:
            raise Refused("not-begun", "This cycle has not begun yet. Come back when it does.", BY_CALENDAR)
        for precondition in self.preconditions:
            precondition(ctx)
        self.check_bans(ctx)

    def check_bans(self, ctx: ReadContext) -> None:
        """Raise Refused if the law forbids the action to the context's actor."""
        for forbids in _forbidding if self.can_be_forbidden else ():
            forbids(ctx, self)

    def offered(self, ctx: ReadContext) -> Choices:
        """Return the current options of each argument that is chosen from a list, without those that a law forbids."""
        found = {} if self.choices is None else self.choices(ctx)
        for narrows in _narrowing if self.can_be_forbidden else ():
            found = narrows.choices(ctx, self, found)
        return found

    def offered_bounds(self, ctx: ReadContext) -> Mapping[str, ArgumentBounds]:
        """Return the current bounds of each number whose bounds vary, without numbers that the law forbids."""
        found = {} if self.bounds is None else self.bounds(ctx)
        for narrows in _narrowing if self.can_be_forbidden else ():
            found = narrows.bounds(ctx, self, found)
        return found

    def refusal_of(self, ctx: ReadContext, given: Mapping[str, Any]) -> Refused | None:
        """Return the refusal if the law certainly forbids the action with the arguments in `given`, otherwise None.

        `given` maps the names of arguments to values. Arguments missing from it are not known yet.
        """
        found = (narrows.refusal(ctx, self, given) for narrows in _narrowing if self.can_be_forbidden)
        return next((refused for refused in found if refused is not None), None)

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the action's arguments."""
        return self.args.model_json_schema()


def _require_reader(ctx: ReadContext) -> None:
    """Raise NoSuchCycle if the cycle is hidden from the actor.

    In a replay, actors have no accounts, and nothing is checked.
    """
    person = ctx.actor.person_id
    if person is not None and not ctx.recall("reads", lambda: may_read(ctx.cycle, reader_of(person))):
        raise NoSuchCycle(f"There is no cycle {ctx.cycle.slug!r}.")


@dataclass(frozen=True, slots=True)
class Narrows:
    """Functions that remove what a law forbids from the options and bounds of an action's arguments.

    `refusal` returns the law's refusal for arguments given by name, or None.
    """

    choices: Callable[[ReadContext, Action, Choices], Choices]
    bounds: Callable[[ReadContext, Action, Mapping[str, ArgumentBounds]], Mapping[str, ArgumentBounds]]
    refusal: Callable[[ReadContext, Action, Mapping[str, Any]], Refused | None]


BroughtBy = Callable[[Law], Mapping[str, Action]]
Forbids = Callable[[ReadContext, Action], None]

_channels: dict[str, tuple[str, ...]] = {}  # in the order of declaration, each with those declared together
_actions: dict[str, Action] = {}
_brought: list[BroughtBy] = []  # filled by register_law_actions: the law's action clauses
_forbidding: list[Forbids] = []  # filled by forbid_by: the law's bans (`nomic/clauses/kinds/bans.py`)
_narrowing: list[Narrows] = []  # filled by `narrow_by`: apply the law's bans to options


def register_channels(*names: str) -> None:
    """Register channels of an app for its events and actions.

    Channels that belong together are registered in one call.
    """
    _channels.update(dict.fromkeys(names, names))


def channels() -> list[str]:
    """Return the names of all channels, in the order of the apps."""
    return list(_channels)


def registered_with(name: str) -> tuple[str, ...]:
    """Return the channels that `register_channels` registered together with `name`, such as those of one game."""
    return _channels[name]


def register_actions(*actions: Action) -> None:
    """Register actions. Raises ValueError for a duplicate name or an unknown channel."""
    for action in actions:
        if action.channel not in _channels:
            raise ValueError(f"the action {action.name!r} is of no channel that was declared: {action.channel!r}")
        known = _actions.get(action.name)
        if known is not None and known != action:
            raise ValueError(f"the action {action.name!r} is declared already")
        _actions[action.name] = action


def register_law_actions(brought_by: BroughtBy) -> None:
    """Register a provider of actions that laws define.

    `brought_by(law)` returns a law's actions by name. The names must differ from those of declared actions.
    """
    if brought_by not in _brought:
        _brought.append(brought_by)


def forbid_by(forbids: Forbids) -> None:
    """Register a check that runs last. `forbids(ctx, action)` raises Refused if a law forbids the action."""
    if forbids not in _forbidding:
        _forbidding.append(forbids)


def narrow_by(narrows: Narrows) -> None:
    """Register the functions that remove the options that a law forbids."""
    if narrows not in _narrowing:
        _narrowing.append(narrows)


def declared_action(name: str) -> Action | None:
    """Return the action declared in code under that name, or None.

    The law may still define an action with that name.
    """
    return _actions.get(name)


def action_named(name: str, law: Law | None = None) -> Action:
    """Return the action with that name, declared in code or defined by `law`, if given.

    Raises NoSuchAction if there is none.
    """
    action = action_or_none(name, law)
    if action is None:
        raise NoSuchAction(f"There is no action {name[:60]!r}.")
    return action


def action_or_none(name: str, law: Law | None = None) -> Action | None:
    """Return the action with that name, as `action_named` does, or None if it does not exist."""
    brought = () if law is None else (brought_by(law) for brought_by in _brought)
    return _actions.get(name) or next((actions[name] for actions in brought if name in actions), None)


def action_title(name: str, law: Law) -> str:
    """Return the title of an action, or its name if the law no longer has it."""
    action = action_or_none(name, law)
    return name if action is None else action.title


def actions_of(ctx: ReadContext) -> Iterable[Action]:
    """Yield the actions that exist under this cycle's law, except system actions."""
    yield from (action for action in _actions.values() if not action.is_system and action.is_listed(ctx.law))
    for brought_by in _brought:
        yield from brought_by(ctx.law).values()


def all_actions() -> list[Action]:
    """Return every declared action, including system actions."""
    return list(_actions.values())


@dataclass(frozen=True, slots=True)
class Availability:
    """An action and the reason why the actor cannot do it now, if any."""

    action: Action
    reason: Refused | None
    amounts_now: str = ""  # amounts that are worked out, as they are now

    @property
    def available(self) -> bool:
        return self.reason is None


def availability(ctx: ReadContext) -> list[Availability]:
    """Return all actions that exist for the actor, each with the reason if it is unavailable now.

    Admin actions are listed for admins only.
    """
    return [
        Availability(action, action.refusal(ctx), "" if action.now is None else action.now(ctx))
        for action in actions_of(ctx)
        if not action.is_admin or ctx.actor.is_admin
    ]
