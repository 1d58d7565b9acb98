"""English descriptions of operations that ask a player, and of `let`."""

import re
from dataclasses import replace

from nomic.effects.language.nodes.base import Condition, Effect, Expression
from nomic.effects.language.nodes.compound_fields import Option
from nomic.effects.language.nodes.item_holders import Stock
from nomic.effects.language.nodes.selectors import Owners, PlayersWho, Values
from nomic.effects.language.nodes.values import Literal, Ref, Roll
from nomic.effects.language.operations.ask_everybody import Everybody
from nomic.effects.language.operations.choosing import Choose, Let, Offer
from nomic.effects.language.operations.values import NamesIn, ValueOf
from nomic.effects.language.world import Value
from nomic.effects.prose.context import THEY, YOU, Context, clause, named_by_law, noun, number
from nomic.effects.prose.english_grammar import (
    RELATIVE,
    Noun,
    as_items,
    listed,
    quoted_name,
    with_article,
    with_full_stop,
)
from nomic.effects.prose.event_nouns import names_others
from nomic.effects.prose.operations.operation_lists import leading, operations_in_words, steps
from nomic.effects.prose.quoted_texts import in_brackets
from nomic.effects.prose.sets.selectors import means
from nomic.effects.prose.values.counts import unit
from nomic.effects.prose.values.nouns_for_sets import in_general, is_single
from nomic.effects.prose.values.operands import in_brackets_if_open
from nomic.effects.prose.values.relative_clauses import said_of_themselves


def some(members: Noun, least: int, most: int) -> str:
    """Return a noun for the chosen members: "a card in your hand", "up to 3 of those cards"."""
    if least == most:
        return _exactly(members, most)
    how_many = f"up to {most}" if least == 0 else f"{least} {'or' if most == least + 1 else 'to'} {most}"
    if most == 1:
        return f"{_exactly(members, 1)}, or none"
    return f"{how_many} of {members.some_of}" if members.some_of else f"{how_many} {_many_of(members)}"


def _exactly(members: Noun, most: int) -> str:
    if members.some_of:
        if most == 1 and members.one.replace(" or ", " and ") == members.some_of and "," not in members.one:
            return f"either {members.one}" if " or " in members.one else f"one of {members.some_of}"
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

    If the chosen cards are to be destroyed, the options are only destructible cards (R84).
    """
    members = noun(choose.from_, context)
    if choose.n is not None and choose.n != "all":
        members = in_general(members, choose.from_.kind, f"only {members.whole} can be chosen")
    if choose.for_ is None:
        return members
    said = RELATIVE.search(members.one)
    can = f"{'and' if said is not None and said[1] == 'that' else 'that'} can be destroyed"
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
        return f"the {members.many}" if members.whole.startswith("each ") else members.whole
    if isinstance(choose.n, tuple):
        ends = [end.source for end in choose.n if isinstance(end, Literal) and isinstance(end.source, int)]
        if len(ends) == 2:
            return some(members, *ends)
        low, high = (number(end, context) for end in choose.n)
        return f"between {low} and {high} {_many_of(members)}"
    if isinstance(choose.n, Literal) and isinstance(choose.n.source, int):
        return some(members, choose.n.source, choose.n.source)
    many, how_many = _many_of(members), number(choose.n, context)
    if not RELATIVE.search(many):
        return f"as many {many} as {how_many}"
    if counted := unit(choose.n, context):
        return f"{many}, one for each {counted}"
    return f"{many}, as many as {how_many}"


@clause.register
def describe_choose(step: Choose, context: Context) -> str:
    if step.n == "all":
        said = _defined(step, _chosen(step, context), context)
        return said if step.else_ is None else f"{said}, or if there is none, {noun(step.else_, context).object}"
    in_time = "" if step.by == "chance" else _within(step.hours, context)
    chosen = _chosen(step, context)
    if step.by is not None and not isinstance(step.by, str):
        by = noun(step.by, context)
        chosen = said_of_themselves(_another(chosen, by), by, context)
    if step.by == "chance" and isinstance(step.from_, PlayersWho) and isinstance(step.from_.except_, Ref):
        chosen = _another(chosen, noun(step.from_.except_, context))
    said = f"{_choosing(step, context)} {chosen}{in_time}{_asked(step, context)}"
    is_one = isinstance(step.n, Literal) and step.n.source == 1
    if step.short == "none" and isinstance(step.from_, Literal) and (step.n is None or is_one):
        pass  # One of the names that are written down exists.
    elif step.short == "none" and (step.n is None or is_one):
        said += ", if there is one"
    elif step.short == "none":
        said += ", or none if there are fewer"
    elif _may_be_too_few(step):
        said += ", or all if there are fewer"
    if step.else_ is not None:
        nothing = "nobody" if step.from_.kind == "players" else "nothing"
        said += f"; if {nothing} is chosen, {noun(step.else_, context).does('be')} chosen instead"
    return f"{said}{_late(step)}"


EXCEPT = re.compile(r"(an? |\d+ (?:(?:or|to) \d+ )?)(\w+ )?(players?) (\()?other than ")


def _another(chosen: str, by: Noun) -> str:
    """Return `chosen` as "another player who is active" if only the chooser is excluded from it, else unchanged."""
    found = EXCEPT.match(chosen)
    if found is None or by.is_you:
        return chosen
    left_out = f"{by.object}{')' if found[4] else ''}"
    if not chosen.startswith(left_out, found.end()):
        return chosen
    lead = "another " if found[1].startswith("a") else f"{found[1]}other "
    return f"{lead}{found[2] or ''}{found[3]}{chosen[found.end() + len(left_out) :]}"


def _may_be_too_few(step: Choose) -> bool:
    """Return whether chance picks a number of cards or players and there may be fewer of them."""
    is_many = step.n is not None and not (isinstance(step.n, Literal) and step.n.source == 1)
    return step.by == "chance" and is_many and not isinstance(step.n, tuple) and step.from_.kind in ("cards", "players")


def _late(step: Choose | Everybody) -> str:
    """Return the consequence of an expired time limit as text."""
    if step.late is None or (isinstance(step, Choose) and step.by == "chance"):
        return ""
    kind = step.from_.kind if isinstance(step, Choose) else step.choice.from_.kind
    nothing = "nobody" if kind == "players" else "nothing"
    return (
        f"; if the time runs out, {f'{nothing} is chosen' if step.late == 'none' else 'the choice is made at random'}"
    )


def _asked(step: Choose | Everybody, context: Context) -> str:
    """Return the question in the law's own words, in brackets after the options."""
    if step.asks is None:
        return ""
    scope = step.choice.scope if isinstance(step, Everybody) else step.scope
    return f" (“{in_brackets(step.asks, scope, context)}”)"


def _within(hours: Expression[Value] | None, context: Context) -> str:
    if hours is None:
        return ""
    if isinstance(hours, Literal) and isinstance(hours.source, int):
        return " within an hour" if hours.source == 1 else f" within {hours.source} hours"
    return f" within as many hours as {in_brackets_if_open(hours, context)}"


def _choosing(step: Choose, context: Context) -> str:
    if step.by is None:
        me = context.names.get("me")
        return "choose" if me is None or me.noun is None or me.noun.whole != "you" else me.noun.instructed("choose")
    return "randomly pick" if step.by == "chance" else noun(step.by, context).instructed("choose")


@clause.register
def describe_everybody(step: Everybody, context: Context) -> str:
    inside = context.looking_at(step.everybody, "player")
    chosen, within = f"{_chosen(step.choice, inside)}{_asked(step, inside)}", _within(step.hours, context)
    lead = f"{within.strip()}, " if within else ""
    how, sealed = ("secretly", "; the answers are revealed together") if step.sealed else ("simultaneously", "")
    who = noun(step.in_, context)
    if is_single(who):
        sealed = "; the answer is secret until then" if step.sealed else ""
        return f"{lead}{who.does('choose')} {chosen}{_late(step)}{sealed}"
    each = "" if who.singular else " each"
    return f"{lead}{who.whole}{each} {how} {who.verb('choose')} {chosen}{_late(step)}{sealed}"


@clause.register(Offer)
def describe_offer(step: Offer, context: Context) -> str:
    return leading(step, context, False)


@leading.register
def begin_offer(step: Offer, context: Context, outermost: bool) -> str:
    who = YOU if step.who is None else noun(step.who, context)
    if not who.is_addressed:
        context = context.about_others()
    question, within = f"“{in_brackets(step.offer, step.scope, context)}”", _within(step.hours, context)
    asked_of = who
    if isinstance(step.who, Ref) and _is_alone(step, step.who, who, context):
        asked_of, context = THEY, context.looking_at(step.who.name, "player")
    who_declines = THEY if who.is_of_one and who.is_long else asked_of
    declines = f"if {who_declines.does('decline')}{operations_in_words(step.else_, context)}"
    if context.in_lines:
        rows = [
            f"“{option.say}”{_only_if(option, context, ' (')}{_below(option.do, context)}" for option in step.options
        ]
        asked = with_full_stop(f"{who.does('be')} asked: {question}{f', to be answered{within}' if within else ''}")
        return f"{asked}{as_items([*rows, *([declines] if step.else_ else [])])}"
    options = [f"“{option.say}”{_option(option, context)}" for option in step.options]
    said = f"{who.does('be')} asked {question} and can answer{within} {listed(options, 'or')}"
    return f"{said}; {declines}" if step.else_ else said


def _is_alone(step: Offer, asked: Ref, who: Noun, context: Context) -> bool:
    """Return whether a question and its answers concern only the asked player, who then is "they"."""
    others = [meant.noun for name, meant in context.names.items() if name != asked.name]
    is_player = who.is_of_one and who.whole not in (YOU.whole, THEY.whole) and not asked.part
    return is_player and THEY not in others and not names_others([(step,)], {asked.name})


def _below(effect: Effect, context: Context) -> str:
    """Return the consequences of an answer as text, after a colon."""
    said = operations_in_words(effect, context)
    return f": {said.removeprefix(', ')}" if said.startswith(", ") else said


def _only_if(option: Option, context: Context, lead: str) -> str:
    if option.needs is None:
        return ""
    return f"{lead}only if {clause(option.needs, context)}{')' if '(' in lead else ''}"


def _option(option: Option, context: Context) -> str:
    return f"{_only_if(option, context, ', ')} ({'; '.join(steps(option.do, context)) or 'nothing happens'})"


@clause.register
def describe_let(step: Let, context: Context) -> str:
    if isinstance(step.be, Owners) or (isinstance(step.be, Ref) and step.be.part == "owner"):
        return ""
    if isinstance(step.be, Condition):
        return f"find out whether {clause(step.be, context)} ({quoted_name(step.let)})"
    worth = number(step.be, context) if step.be.kind == "number" else noun(step.be, context).object
    if step.let in step.scope:
        return f"{context.named(step.let, step.be.kind).whole} becomes {worth}"
    if context.is_unnamed and step.be.kind in ("players", "cards"):
        members = noun(step.be, context)
        return f"find {f'the {members.many}' if members.whole.startswith('each ') else members.object}"
    if context.is_unnamed:
        return _worked_out(step, worth)
    if step.be.kind in ("players", "cards"):
        members = noun(step.be, context)
        said = f"the {members.many}" if members.whole.startswith("each ") else worth
        return _defined(step, said, context, is_one=said == worth and members.singular)
    if isinstance(step.be, Roll) and step.be.roll.target is None:
        return f"roll {worth} and call the result {quoted_name(step.let)}"
    if isinstance(step.be, ValueOf | NamesIn | Stock | Ref):
        them = "it" if step.be.kind == "number" or noun(step.be, context).singular else "them"
        return f"{_noted(step, worth, them)} (call {them} {quoted_name(step.let)})"
    is_written = isinstance(step.be, Literal) or (isinstance(step.be, Values) and isinstance(step.be.values, tuple))
    return f"let {_label(step)} be {worth}" if is_written else f"work out {_label(step)}: {worth}"


def _label(step: Let) -> str:
    return f"the number {quoted_name(step.let)}" if step.be.kind == "number" else quoted_name(step.let)


def _worked_out(step: Let, worth: str) -> str:
    """Describe a computed value without naming it, because a later "that number" is unambiguous."""
    if isinstance(step.be, Roll) and step.be.roll.target is None:
        return f"roll {worth}"
    if step.be.kind == "names":
        return f"look up {worth}"
    return _noted(step, worth, "it") if isinstance(step.be, ValueOf | Ref) else f"work out {worth}"


def _noted(step: Let, worth: str, them: str) -> str:
    """Say that a value is kept: "the current value of Fog is noted". No player has to do it."""
    if isinstance(step.be, ValueOf):
        counted = worth.removeprefix("the number of ")
        return f"the current {'value' if counted == worth else 'number'} of {counted} is noted"
    return f"{worth} {'is' if them == 'it' else 'are'} noted"


def _defined(step: Let | Choose, worth: str, context: Context, *, is_one: bool = False) -> str:
    """Define a name for a set of players or cards: "find the players whose … (call them “finders”)".

    The name comes last, so that it does not read as a claim about these players. `is_one` means that the words are
    singular, although the set could have several members.
    """
    binding = step.binds()
    if binding is None or binding.value.kind not in ("players", "cards"):
        return f"{'work out' if isinstance(step, Let) else 'choose'} {quoted_name(_name_of(step))}: {worth}"
    defined = named_by_law(replace(means(binding, context), is_defined=True), binding.name)
    if worth == "you":
        return f"you are called {quoted_name(_name_of(step))} here"
    them = "it" if binding.value.kind == "cards" and (defined.singular or is_one) else "them"
    among, comma, found = worth.rpartition(", ") if worth.startswith("of ") else ("", "", worth)
    one = found.removeprefix("a random ")
    picked = f"find {found}" if one == found else f"randomly pick {with_article(one)}"
    return f"{among}{comma}{picked} (call {them} {quoted_name(_name_of(step))})"


def _name_of(step: Let | Choose) -> str:
    return step.let if isinstance(step, Let) else step.choose
