"""Removes the options that bans forbid from forms and lists.

An option is removed only if it is certain that a ban applies to it, whatever else the actor chooses from the lists.
Everything that is not removed is judged when the act is performed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Literal, get_args, get_origin, get_type_hints

from nomic.clauses.clause_index import action_event_named, clauses_of
from nomic.clauses.handlers.bans import arguments_judged, ban_applies, forbidden
from nomic.clauses.schema.clause_models import ForbidClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.vocabulary.event_scopes import value_of
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, ArgumentBounds, Choice, Choices, Narrows
from nomic.cycles.domain.exceptions import Refused
from nomic.effects.language.interpolation import names_in
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.world import Names, Value

MAX_CASES = 400  # combinations of options that are judged for one ban
MAX_STEPS = 100  # numbers that are judged at each end of a range


@dataclass(frozen=True, slots=True)
class _Judge:
    """Judges a ban in a context of its own, so that what is displayed costs the act nothing."""

    ctx: ReadContext
    placed: Placed[ForbidClause]
    kinds: Mapping[str, Kind]

    def forbids(self, given: Mapping[str, Any]) -> bool:
        return ban_applies(self.ctx, self.placed, self.names(given))

    def names(self, given: Mapping[str, Any]) -> Names:
        values: dict[str, Value] = {name: value_of(self.kinds[name], value) for name, value in given.items()}
        return {"me": (self.ctx.actor.name,), **values}


def without_forbidden(ctx: ReadContext, action: Action, offered: Choices) -> Choices:
    """Return the options of an action's arguments without those that a ban certainly forbids to the actor."""
    for judge in _judges(ctx, action):
        said = {name: _said_as(action, name) for name in arguments_judged(ctx.law, judge.placed)}
        known = {name: offered[field] for name, field in said.items() if field in offered}
        known = {**known, **_fixed(action, said.keys() - known.keys())}
        if said.keys() == known.keys():
            with suppress(Refused):  # It takes too many steps. The act will be judged all the same.
                narrowed = _narrowed(action, judge, known)
                offered = {**offered, **{said[name]: left for name, left in narrowed.items()}}
    return offered


def something_is_allowed(ctx: ReadContext, action: Action) -> None:
    """Raise Refused if bans forbid every option that the actor could choose now.

    An act that already has arguments is not checked. The check runs after all others, because it needs the current
    options.
    """
    if isinstance(ctx, ActionContext) and ctx.args is not None:
        return
    offered: Choices | None = None
    for judge in _judges(ctx, action):
        if offered is None:
            offered = {} if action.choices is None else action.choices(ctx)
        said = {name: _said_as(action, name) for name in arguments_judged(ctx.law, judge.placed)}
        known = {name: offered[field] for name, field in said.items() if field in offered}
        is_needed = all(action.args.model_fields[name].is_required() for name in said)
        if not is_needed or said.keys() != known.keys() or not all(known.values()):
            continue
        left: Choices = known
        with suppress(Refused):
            left = _narrowed(action, judge, known)
        if not all(left.values()):
            raise Refused("forbidden", "Everything that you could choose now is forbidden.", judge.placed.title)


def _said_as(action: Action, name: str) -> str:
    """Return the name by which the actor submits an argument."""
    return action.args.model_fields[name].alias or name


def bounds_allowed(
    ctx: ReadContext, action: Action, bounds: Mapping[str, ArgumentBounds]
) -> Mapping[str, ArgumentBounds]:
    """Return the bounds of an action's numbers without forbidden numbers at either end."""
    for judge in _judges(ctx, action):
        (*others, name) = arguments_judged(ctx.law, judge.placed)
        if others or judge.kinds[name] != "number":
            continue
        known = bounds.get(name) or _bounds_in_schema(action, name)
        if known is not None:
            with suppress(Refused):
                bounds = {**bounds, name: _shrunk(judge, name, known)}
    return bounds


def refusal_of(ctx: ReadContext, action: Action, given: Mapping[str, Any]) -> Refused | None:
    """Return the refusal of a ban whose conditions and text use only these arguments, or None.

    `given` holds the values of the arguments by name.
    """
    for judge in _judges(ctx, action):
        if arguments_judged(ctx.law, judge.placed) | {*names_in(judge.placed.clause.because)} <= {*given, "me"}:
            with suppress(Refused):
                if judge.forbids(given):
                    return forbidden(ctx, judge.placed, judge.names(given))
    return None


NARROWS = Narrows(without_forbidden, bounds_allowed, refusal_of)


def _judges(ctx: ReadContext, action: Action) -> Iterator[_Judge]:
    """Yield a judge for each ban on the action's arguments. Visitors see everything that is offered."""
    event = action_event_named(ctx.law, action.name)
    if event is None or not ctx.actor.name:
        return
    apart = ReadContext(ctx.cycle, ctx.actor, ctx.at)
    for placed in clauses_of(ctx.law).bans.get(action.name, ()):
        if arguments_judged(ctx.law, placed):
            yield _Judge(apart, placed, event.args)


def _narrowed(action: Action, judge: _Judge, offered: Choices) -> Choices:
    """Return the options of the arguments that a ban judges, without those that it forbids in every case."""
    if len(offered) == 1:
        ((name, options),) = offered.items()
        forbids = _forbidden_in_lists if _is_list(action, name) else _forbidden_alone
        forbidden = forbids(judge, name, [each.value for each in options])
        return {name: [each for each in options if each.value not in forbidden]}
    if any(_is_list(action, name) for name in offered) or prod(map(len, offered.values())) > MAX_CASES:
        return offered
    cases = [dict(zip(offered, case, strict=True)) for case in product(*offered.values())]
    allowed = [case for case in cases if not judge.forbids({name: each.value for name, each in case.items()})]
    return {
        name: [each for each in options if any(case[name] == each for case in allowed)]
        for name, options in offered.items()
    }


def _forbidden_alone(judge: _Judge, name: str, values: Sequence[Any]) -> set[Any]:
    return {value for value in values[:MAX_CASES] if judge.forbids({name: value})}


def _forbidden_in_lists(judge: _Judge, name: str, values: Sequence[Any]) -> set[Any]:
    """Return the options that a ban forbids alone, with each other option, and with all other options."""
    if len(values) ** 2 > MAX_CASES or judge.forbids({name: []}) or not judge.forbids({name: [*values]}):
        return set()
    return {
        value
        for value in values
        if all(judge.forbids({name: [value, *other]}) for other in ([], *([each] for each in values if each != value)))
    }


def _shrunk(judge: _Judge, name: str, known: ArgumentBounds) -> ArgumentBounds:
    """Return the bounds without forbidden numbers at either end.

    If all numbers seem forbidden, the bounds are unchanged.
    """
    least, most = known.least, known.most
    for _ in range(MAX_STEPS):
        if least < most and judge.forbids({name: least}):
            least += 1
        if least < most and judge.forbids({name: most}):
            most -= 1
    return known if least == most and judge.forbids({name: least}) else ArgumentBounds(least, most)


def _fixed(action: Action, names: Collection[str]) -> Choices:
    """Return the options of arguments whose type lists them, such as a kind of request."""
    hints = get_type_hints(action.args)
    return {
        name: [Choice(word, word.capitalize()) for word in get_args(hints[name])]
        for name in names
        if get_origin(hints[name]) is Literal
    }


def _is_list(action: Action, name: str) -> bool:
    return get_origin(get_type_hints(action.args)[name]) is list


def _bounds_in_schema(action: Action, name: str) -> ArgumentBounds | None:
    """Return the constant bounds of a number in the schema, or None unless it has both."""
    metadata = action.args.model_fields[name].metadata
    least = next((each.ge for each in metadata if hasattr(each, "ge")), None)
    most = next((each.le for each in metadata if hasattr(each, "le")), None)
    return None if least is None or most is None else ArgumentBounds(least, most)
