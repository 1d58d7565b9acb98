"""English descriptions of operations on stored values, of announcements, and of outcomes."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from nomic.effects.language.nodes.arithmetic import Greatest, Minus, Quotient, Smallest, constant_value
from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.picking import Sample
from nomic.effects.language.nodes.selectors import PlayersWho, Values
from nomic.effects.language.nodes.values import Literal, Ref, Sum, Times
from nomic.effects.language.operations.draw_outcome import Meet
from nomic.effects.language.operations.values import (
    Announce,
    Enter,
    PlayersIn,
    Raise,
    Reset,
    Reveal,
    SetTo,
    Strike,
    ValueOf,
)
from nomic.effects.language.world import Players, Value
from nomic.effects.prose.context import THEY, YOU, Context, clause, noun, number
from nomic.effects.prose.english_grammar import conjugated, flagged, is_plural_name, quoted_if_words, with_article
from nomic.effects.prose.quoted_texts import in_brackets
from nomic.effects.prose.times import time_as_lead
from nomic.effects.prose.values.arithmetic import growth
from nomic.effects.prose.values.nouns_for_sets import each_of, is_single
from nomic.effects.prose.values.references import signed_number
from nomic.effects.prose.values.relative_clauses import said_of_themselves
from nomic.effects.prose.values.stored_values import flagged_thing, for_key, takes_plural, value_named

MULTIPLES: Mapping[int, str] = {2: "doubled", 3: "tripled"}

ONE_WORD = re.compile(r"the ([a-z]+)s")  # several players in one word: "the winners"


@clause.register
def describe_raise(step: Raise, context: Context) -> str:
    return _raised(step, step.raise_, growth(step.by, context), context)


def _of_owner(step: Raise | SetTo, by: str, context: Context) -> str:
    """Return the number that a player's value is set to, with "their" for that player."""
    return by if step.of is None else said_of_themselves(by, noun(step.of, context), context)


def _raised(step: Raise | SetTo, value: str, grows: tuple[str, str], context: Context) -> str:
    verb, by = grows
    verb = conjugated(verb, not takes_plural(value, step.of, context))
    return f"{_of_each(step, value, context)} {verb} by {_of_owner(step, by, context)}"


def _of_each(step: Raise | SetTo | Reset | Reveal | Enter | Strike, value: str, context: Context) -> str:
    """Describe the values that a step writes: "your Light", "the Light of each of the 2 players with …"."""
    for_ = None if isinstance(step, Reveal) else step.for_
    owners = None if step.of is None else noun(step.of, context)
    if owners is None or owners.is_of_one or is_single(owners) or owners.object.startswith("each "):
        return value_named(value, step.of, context, for_)
    if (one := ONE_WORD.fullmatch(owners.whole)) is not None:
        return f"each {one[1]}'s {value.removeprefix('The ')}{for_key(for_, context, value)}"
    return f"the {value.removeprefix('The ')}{for_key(for_, context, value)} of {each_of(owners)}"


@clause.register
def describe_set_to(step: SetTo, context: Context) -> str:
    said = _becomes(step, context)
    if step.until is None:
        return said
    again = ended(step, step.set_, context)
    owner = None if step.of is None else noun(step.of, context)
    if owner is not None and owner.is_of_one and not owner.is_you:
        again = again.replace(f"{owner.does('stop')} being ", "they stop being ")
    return f"{said}; {time_as_lead(step.until, context)}, {again}"


def _becomes(step: SetTo, context: Context) -> str:
    value = _of_each(step, step.set_, context)
    kept = context.value_words(step.set_)
    if words := _own_change(step, value, context):
        return words
    becomes = conjugated("become", not takes_plural(step.set_, step.of, context))
    if step.to.kind == "number" and not isinstance(step.to, Literal):
        becomes = f"{be(step.set_, step.of, context)} set to"
    if kept is None:
        return f"{value} {becomes} {_set_to(step, context)}"
    if kept.kind == "flag" and constant_value(step.to) in (0, 1) and (step.for_ is None or step.of is None):
        return flag_set(step.set_, step.of, constant_value(step.to) == 1, context, step.for_)
    if step.to.kind in ("players", "names") and written_set(step.to) == ():
        return _emptied(step, step.set_, context)
    if kept.kind == "player" and step.to.kind == "players":
        holder, office = noun(step.to, context), _office(step, step.set_, context)
        if step.of is not None and not holder.is_short and holder.is_of_one:
            return f"{office} becomes {holder.object}"
        return f"{holder.does('become')} {office}"
    if kept.kind in ("players", "names"):
        only = "nobody" if kept.kind == "players" else "nothing"
        contain = conjugated("contain", not is_plural_name(step.set_))
        return f"{value} now {contain} {noun(step.to, context).object} and {only} else"
    return f"{value} {becomes} {_set_to(step, context)}"


def _own_change(step: SetTo, value: str, context: Context) -> str:
    """Describe a value computed from itself: "Fog is halved", "Fog increases by 3 (to no more than 25)".

    Returns "" for other values, and for the values of several players at once, because their number is the sum.
    """
    if step.until is not None or not _is_of_one(step, context):
        return ""
    if limit := _limit_of_itself(step, context):
        return f"{value} {be(step.set_, step.of, context)} set to {limit}"
    to, limit = _unlimited(step.to)
    if words := _multiplied(step, to):
        return f"{value} {be(step.set_, step.of, context)} {words}{limit}"
    grows = _growth(step, to, context)
    return "" if grows is None else f"{_raised(step, step.set_, grows, context)}{limit}"


def _is_of_one(step: SetTo, context: Context) -> bool:
    if step.of is None:
        return True
    owner = noun(step.of, context)
    is_in_loop = isinstance(step.of, Ref) and not step.of.part and owner.object.startswith("each ")
    return owner.is_of_one or is_in_loop


def _unlimited(to: Expression[Value]) -> tuple[Expression[Value], str]:
    """Return a number without its constant limit, and the limit as text."""
    parts = to.smallest if isinstance(to, Smallest) else to.greatest if isinstance(to, Greatest) else ()
    others = [part for part in parts if constant_value(part) is None]
    limits = [limit for part in parts if (limit := constant_value(part)) is not None]
    if len(others) != 1 or len(limits) != 1 or isinstance(others[0], ValueOf):
        return to, ""
    return others[0], f" (to no {'more' if isinstance(to, Smallest) else 'less'} than {signed_number(limits[0])})"


def _limit_of_itself(step: SetTo, context: Context) -> str:
    """Return "10 if it is lower" for a value set to the larger of itself and 10, or ""."""
    to = step.to
    parts = to.smallest if isinstance(to, Smallest) else to.greatest if isinstance(to, Greatest) else ()
    limits = [limit for part in parts if (limit := constant_value(part)) is not None]
    if len(parts) != 2 or len(limits) != 1 or not any(_is_itself(step, part) for part in parts):
        return ""
    it_is = "they are" if takes_plural(step.set_, step.of, context) else "it is"
    return f"{signed_number(limits[0])} if {it_is} {'higher' if isinstance(to, Smallest) else 'lower'}"


def _multiplied(step: SetTo, to: Expression[Value]) -> str:
    """Return "halved", "doubled" and the like for half or a multiple of the value itself, or "" for other contents."""
    if isinstance(to, Quotient) and _is_itself(step, to.quotient[0]) and constant_value(to.quotient[1]) == 2:
        return "halved (rounded down)"
    factors = to.times if isinstance(to, Times) and len(to.times) == 2 else ()
    by = [factor for part in factors if (factor := constant_value(part)) is not None]
    is_multiple = any(_is_itself(step, part) for part in factors) and len(by) == 1
    return MULTIPLES.get(by[0], "") if is_multiple else ""


def _growth(step: SetTo, to: Expression[Value], context: Context) -> tuple[str, str] | None:
    """Return the verb and the amount of a change by addition or subtraction, or None."""
    if isinstance(to, Minus) and len(to.minus) == 2 and _is_itself(step, to.minus[0]):
        verb, less = growth(to.minus[1], context)
        return ("decrease", less) if verb == "increase" else None
    rest = tuple(part for part in to.sum_ if not _is_itself(step, part)) if isinstance(to, Sum) else ()
    if not isinstance(to, Sum) or len(rest) != len(to.sum_) - 1 or not rest:
        return None
    return growth(rest[0] if len(rest) == 1 else replace(to, sum_=rest), context)


def _is_itself(step: SetTo, part: Expression[Value]) -> bool:
    if not isinstance(part, ValueOf) or part.value_of != step.set_:
        return False
    return (_raw(part.of), _raw(part.for_)) == (_raw(step.of), _raw(step.for_))


def _raw(node: Expression[Any] | None) -> Any:
    return None if node is None else node.raw


def written_set(to: Expression[Value]) -> tuple[int | str, ...] | None:
    """Return the members of a set of constants, or None for a computed set."""
    return to.source if isinstance(to, Literal) and isinstance(to.source, tuple) else None


def _set_to(step: SetTo, context: Context) -> str:
    drawn = step.to
    if isinstance(drawn, Sample) and constant_value(drawn.sample) == 1 and isinstance(drawn.from_, Values | Literal):
        drawn_from = noun(drawn.from_, context).one
        return f"{drawn_from}{',' if ' or ' in drawn_from else ''} at random"
    return (
        noun(step.to, context).object
        if step.to.kind in ("players", "names", "proposals")
        else _of_owner(step, number(step.to, context), context)
    )


def _office(step: SetTo | Reset, value: str, context: Context) -> str:
    """Return the noun for a value that is an office: "the Gardener", "your Friend"."""
    if step.of is None:
        return f"the {value.removeprefix('The ')}{for_key(step.for_, context, value)}"
    return value_named(value, step.of, context, step.for_)


def flag_set(
    flag: str, of: Expression[Players] | None, is_on: bool, context: Context, for_: Expression[Any] | None = None
) -> str:
    """Describe the setting of a flag: "that player becomes Honoured", "that player stops being Honoured"."""
    if of is None and (thing := flagged_thing(for_, context)) is not None:
        return f"{thing.does('become')} {flagged(flag)}" if is_on else f"{thing.does('stop')} being {flagged(flag)}"
    if of is None:
        return f"{quoted_if_words(flag)} is switched {'on' if is_on else 'off'}{for_key(for_, context, flag)}"
    who = noun(of, context)
    return f"{who.does('become')} {flagged(flag)}" if is_on else f"{who.does('stop')} being {flagged(flag)}"


def ended(step: SetTo | Reset, value: str, context: Context) -> str:
    """Describe the reset of a value to its initial content."""
    named, kept = _of_each(step, value, context), context.value_words(value)
    if kept is None:
        return f"{named} {be(value, step.of, context)} reset"
    if kept.kind == "flag" and (step.for_ is None or step.of is None):
        return flag_set(value, step.of, kept.at_first == "yes", context, step.for_)
    if not kept.at_first:
        return _emptied(step, value, context)
    return f"{named} {be(value, step.of, context)} set back to {kept.at_first}"


def be(value: str, of: Expression[Players] | None, context: Context) -> str:
    """Return the verb after the name of a value: "Fog is", "your Seals are"."""
    return conjugated("be", not takes_plural(value, of, context))


def _emptied(step: SetTo | Reset, value: str, context: Context) -> str:
    """Describe the clearing of a value."""
    kept = context.value_words(value)
    if kept is not None and kept.kind == "player" and step.of is None:
        return f"there is no longer {with_article(_office(step, value, context).removeprefix('the '))}"
    if kept is not None and kept.kind == "player" and step.of is not None and step.for_ is None:
        owner = noun(step.of, context)
        if owner.is_of_one or owner.whole == THEY.whole or owner.whole.startswith("each "):
            title = with_article(value.removeprefix("The "))
            return f"{owner.whole} no longer {owner.verb('have')} {title}"
    return f"{_of_each(step, value, context)} {be(value, step.of, context)} cleared"


@clause.register
def describe_enter(step: Enter, context: Context) -> str:
    return f"{noun(step.enter, context).does('be')} added to {_of_each(step, step.in_, context)}"


@clause.register
def describe_strike(step: Strike, context: Context) -> str:
    if _is_of_all(step):
        return f"{_of_each(step, step.from_, context)} {be(step.from_, step.of, context)} cleared"
    return f"{noun(step.strike, context).does('be')} removed from {_of_each(step, step.from_, context)}"


def _is_of_all(step: Strike) -> bool:
    """Return whether an operation removes all players, or all members, from a list."""
    struck = step.strike
    if isinstance(struck, PlayersWho):
        return struck.players == "players" and struck.where is None and struck.except_ is None
    if not isinstance(struck, PlayersIn) or struck.players_in != step.from_ or not _is_one(step.of):
        return False
    return bool(_raw(struck.of) == _raw(step.of) and _raw(struck.for_) == _raw(step.for_))


def _is_one(of: Expression[Players] | None) -> bool:
    return of is None or (isinstance(of, Ref) and not of.part and of.name == "me")


@clause.register
def describe_reveal(step: Reveal, context: Context) -> str:
    kept = context.value_words(step.reveal)
    if step.of is None and kept is not None and kept.of_players:
        return f"everybody's {step.reveal} {conjugated('be', not is_plural_name(step.reveal))} revealed"
    return f"{_of_each(step, step.reveal, context)} {be(step.reveal, step.of, context)} revealed"


@clause.register
def describe_reset(step: Reset, context: Context) -> str:
    return ended(step, step.reset, context)


@clause.register
def describe_meet(step: Meet, context: Context) -> str:
    who = YOU if step.who is None else noun(step.who, context)
    return f"{who.instructed('draw')} a random outcome of “{step.meet}”"


@clause.register
def describe_announce(step: Announce, context: Context) -> str:
    return f"announce: “{in_brackets(step.announce, step.scope, context)}”"
