"""English descriptions of operations that ask a player, and of `let`."""

from dataclasses import replace

from nomic.effects.language.nodes.base import Condition
from nomic.effects.language.nodes.compound_fields import Option
from nomic.effects.language.nodes.selectors import CardsIn, Owners
from nomic.effects.language.nodes.values import Literal, Ref
from nomic.effects.language.operations.ask_everybody import Everybody
from nomic.effects.language.operations.choosing import Choose, Let, Offer
from nomic.effects.prose.context import YOU, Context, clause, noun, number
from nomic.effects.prose.grammar import Noun, with_article
from nomic.effects.prose.operations.lists import block, leading, steps
from nomic.effects.prose.texts import in_brackets


def some(members: Noun, least: int, most: int) -> str:
    """Describe a choice: "a card in your hand", "up to 3 of those cards", "one of Red and Black"."""
    if least == most:
        return _exactly(members, most)
    how_many = f"up to {most}" if least == 0 else f"{least} to {most}"
    if most == 1:
        return f"{_exactly(members, 1)}, or none"
    return f"{how_many} of {members.some_of}" if members.some_of else f"{how_many} {_many_of(members)}"


def _exactly(members: Noun, most: int) -> str:
    if members.some_of:
        return f"{'one' if most == 1 else most} of {members.some_of}"
    if most == 1:
        return members.one if is_definite(members) else with_article(members.one)
    return f"{most} {_many_of(members)}"


def is_definite(members: Noun) -> bool:
    """Return whether a noun needs no article: a single thing, or "one of" several."""
    return members.one == members.whole or members.one.startswith("one of ")


def _many_of(members: Noun) -> str:
    return f"of {members.many}" if is_definite(members) else members.many


def _eligible(choose: Choose, context: Context) -> Noun:
    """Return the noun for the options.

    If the choice is to be destroyed, these are only destructible ones (R84).
    """
    members = noun(choose.from_, context)
    if choose.for_ is None:
        return members
    can = (
        f"{'and' if isinstance(choose.from_, CardsIn) and choose.from_.where is not None else 'that'} can be destroyed"
    )
    some_of = members.some_of and f"{members.some_of} (only what can be destroyed)"
    return replace(
        members,
        one=f"{members.one} {can}",
        many=f"{members.many} {can}",
        whole=f"{members.whole} {can}",
        some_of=some_of,
    )


def _chosen(choose: Choose, context: Context) -> str:
    members = _eligible(choose, context)
    if choose.n is None:
        return some(members, 1, 1)
    if isinstance(choose.n, str):
        return members.whole
    if isinstance(choose.n, tuple):
        ends = [end.source for end in choose.n if isinstance(end, Literal) and isinstance(end.source, int)]
        if len(ends) == 2:
            return some(members, *ends)
        low, high = (number(end, context) for end in choose.n)
        return f"between {low} and {high} {_many_of(members)}"
    if isinstance(choose.n, Literal) and isinstance(choose.n.source, int):
        return some(members, choose.n.source, choose.n.source)
    return f"as many {_many_of(members)} as {number(choose.n, context)}"


@clause.register
def _(step: Choose, context: Context) -> str:
    said = f"{_choosing(step, context)} {_chosen(step, context)}"
    if step.n == "all":
        return said if step.else_ is None else f"{said}; where there is none, it is {noun(step.else_, context).object}"
    if step.short == "none":
        said += ", or none where there are fewer"
    if step.else_ is not None:
        said += f"; where nothing is chosen, it is {noun(step.else_, context).object}"
    if step.late is not None:
        said += f"; when the time is up, {'nothing is chosen' if step.late == 'none' else 'chance chooses'}"
    return f"{_asked(step, context)}{said}{_within(step.hours)}"


def _asked(step: Choose | Everybody, context: Context) -> str:
    """Return the question in the law's own words, which precedes the options."""
    if step.asks is None:
        return ""
    scope = step.choice.scope if isinstance(step, Everybody) else step.scope
    return f"“{in_brackets(step.asks, scope, context)}” – "


def _within(hours: int | None) -> str:
    if hours is None:
        return ""
    return " within an hour" if hours == 1 else f" within {hours} hours"


def _choosing(step: Choose, context: Context) -> str:
    if step.n == "all":
        return "note"
    if step.by is None:
        return "choose"
    return "chance picks" if step.by == "chance" else noun(step.by, context).does("choose")


@clause.register
def _(step: Everybody, context: Context) -> str:
    inside = context.looking_at(step.everybody, "player")
    said = f"{_asked(step, inside)}at once, {noun(step.in_, context).does('choose')} {_chosen(step.choice, inside)}"
    if step.late is not None:
        said += f"; when the time is up, {'nothing is chosen' if step.late == 'none' else 'chance chooses'}"
    return f"{said}{_within(step.hours)}{'; nobody sees an answer before all are there' if step.sealed else ''}"


@clause.register(Offer)
def _(step: Offer, context: Context) -> str:
    return leading(step, context, False)


@leading.register
def _(step: Offer, context: Context, outermost: bool) -> str:
    who = YOU if step.who is None else noun(step.who, context)
    options = [f"“{option.say}”{_option(option, context)}" for option in step.options]
    within = f"{_within(step.hours).lstrip()} ".lstrip()
    offered = in_brackets(step.offer, step.scope, context)
    said = f"“{offered}” – {who.whole} may choose {within}{'one of these: ' if len(options) > 1 else ''}"
    said += "; ".join(options)
    return f"{said}; without a choice{block(step.else_, context)}" if step.else_ else said


def _option(option: Option, context: Context) -> str:
    needs = f", if {clause(option.needs, context)}" if option.needs is not None else ""
    return f"{needs} ({'; '.join(steps(option.do, context)) or 'nothing happens'})"


@clause.register
def _(step: Let, context: Context) -> str:
    if isinstance(step.be, Owners) or (isinstance(step.be, Ref) and step.be.part == "owner"):
        return ""
    if isinstance(step.be, Condition):
        return f"note whether {clause(step.be, context)}"
    if step.let in step.scope:
        return f"{context.named(step.let, step.be.kind).whole} becomes {number(step.be, context)}"
    return f"note {number(step.be, context)}"
