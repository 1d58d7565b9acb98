"""Operations in words."""

from collections.abc import Callable
from dataclasses import replace
from functools import singledispatch

from nomic.effects.language.field_parts import Option
from nomic.effects.language.nodes import Condition, Effect, Expression, Operation
from nomic.effects.language.operations.cards import ActAs, Add, ChangeCards, Destroy, Move, Play, Swap, Take
from nomic.effects.language.operations.choosing import Choose, Let, Offer
from nomic.effects.language.operations.flow import Each, If, RollOnTable, Wait
from nomic.effects.language.operations.items import Finish, Grant, Revoke, Turn
from nomic.effects.language.operations.kept import Announce, Raise, SetTo, Transfer
from nomic.effects.language.selectors import CardsIn, Owners
from nomic.effects.language.slots import Traits
from nomic.effects.language.values import Literal, Ref, Roll
from nomic.effects.language.world import Value
from nomic.effects.words.context import YOU, Context, Meant, clause, noun, number
from nomic.effects.words.grammar import Noun, conjugated, listed, with_article
from nomic.effects.words.nouns import amount, made, means, relative, signed, value_named


@singledispatch
def leading(step: Operation, context: Context, outermost: bool) -> str:
    """An operation that leads to others, as a clause; `outermost` where it stands within no other."""
    return clause(step, context)


def _leads(step: Operation) -> bool:
    """Whether an operation leads to others, which want brackets within a sentence."""
    return leading.dispatch(type(step)) is not leading.dispatch(Operation)


@clause.register(If)
@clause.register(Each)
@clause.register(RollOnTable)
@clause.register(Offer)
@clause.register(Wait)
def _(step: Operation, context: Context) -> str:
    return leading(step, context, False)


# ── lists of operations


def after(step: Operation, context: Context) -> Context:
    """What is known once an operation was said."""
    binding = step.binds()
    return context if binding is None else context.knowing(binding.name, means(binding, context))


def _steps(effect: Effect, context: Context) -> list[str]:
    said = []
    for step in effect:
        text = clause(step, context)
        if text:
            said.append(text)
        context = after(step, context)
    return said


def _block(effect: Effect, context: Context, outermost: bool = False) -> str:
    """What is done, after what leads to it: ", this" or ": this; that"; within something else " (this; that)"."""
    steps = _steps(effect, context)
    if not steps:
        return ", nothing happens"
    if len(effect) == 1 and outermost:
        return f", {leading(effect[0], context, True)}"
    if len(effect) == 1 and not _leads(effect[0]):
        return f", {steps[0]}"
    return f": {'; '.join(steps)}" if outermost else f" ({'; '.join(steps)})"


def told(step: Operation, context: Context) -> list[str]:
    """An operation of the outermost list, as one or several clauses."""
    if isinstance(step, If):
        told = [f"if {clause(step.if_, context)}{_block(step.then, context, outermost=True)}"]
        return [*told, f"otherwise{_block(step.else_, context, outermost=True)}"] if step.else_ else told
    said = leading(step, context, True)
    return [said] if said else []


# ── choosing


def some(members: Noun, least: int, most: int) -> str:
    """ "a card in your hand", "up to 3 of those cards", "one of Red and Black"."""
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
        return members.one if _is_definite(members) else with_article(members.one)
    return f"{most} {_many_of(members)}"


def _is_definite(members: Noun) -> bool:
    return members.one == members.whole or members.one.startswith("one of ")


def _many_of(members: Noun) -> str:
    return f"of {members.many}" if _is_definite(members) else members.many


def _eligible(choose: Choose, context: Context) -> Noun:
    """What is chosen from; where it is to be destroyed, only what can be (R84)."""
    members = noun(choose.from_, context)
    if choose.for_ is None:
        return members
    can = (
        f"{'and' if isinstance(choose.from_, CardsIn) and choose.from_.where is not None else 'that'} can be destroyed"
    )
    return replace(members, one=f"{members.one} {can}", many=f"{members.many} {can}", whole=f"{members.whole} {can}")


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
        return said
    if step.short == "none":
        said += ", or none where there are fewer"
    if step.else_ is not None:
        said += f"; where nothing is chosen, it is {noun(step.else_, context).object}"
    if step.late is not None:
        said += f"; when the time is up, {'nothing is chosen' if step.late == 'none' else 'chance chooses'}"
    return said


def _choosing(step: Choose, context: Context) -> str:
    if step.n == "all":
        return "note"
    if step.by is None:
        return "choose"
    return "chance picks" if step.by == "chance" else noun(step.by, context).does("choose")


@leading.register
def _(step: Offer, context: Context, outermost: bool) -> str:
    who = YOU if step.who is None else noun(step.who, context)
    options = [f"“{option.say}”{_option(option, context)}" for option in step.options]
    said = f"“{step.offer}” – {who.whole} may choose {'one of these: ' if len(options) > 1 else ''}"
    said += "; ".join(options)
    return f"{said}; without a choice{_block(step.else_, context)}" if step.else_ else said


def _option(option: Option, context: Context) -> str:
    needs = f", if {clause(option.needs, context)}" if option.needs is not None else ""
    return f"{needs} ({'; '.join(_steps(option.do, context)) or 'nothing happens'})"


@clause.register
def _(step: Let, context: Context) -> str:
    if isinstance(step.be, Owners) or (isinstance(step.be, Ref) and step.be.part == "owner"):
        return ""
    if isinstance(step.be, Condition):
        return f"note whether {clause(step.be, context)}"
    if step.let in step.scope:
        return f"{context.named(step.let, step.be.kind).whole} becomes {number(step.be, context)}"
    return f"note {number(step.be, context)}"


# ── what leads to other things


@leading.register
def _(step: If, context: Context, outermost: bool) -> str:
    said = f"if {clause(step.if_, context)}{_block(step.then, context)}"
    return f"{said}, otherwise{_block(step.else_, context).removeprefix(',')}" if step.else_ else said


@leading.register
def _(step: Each, context: Context, outermost: bool) -> str:
    members = noun(step.in_, context)
    each = members.one if not _is_definite(members) else f"of {members.object}"
    inside = context.knowing(step.each, Meant(means(step.binds_within(), context).sort))
    return f"for each {each}{_block(step.do, inside, outermost)}"


@leading.register
def _(step: RollOnTable, context: Context, outermost: bool) -> str:
    rows = []
    for low, high, effect in step.rows:
        reach = signed(low) if low == high else f"{signed(low)} to {high}"
        rows.append(f"on {reach}{_block(effect, context)}")
    lead = f"roll {step.table.roll}" if isinstance(step.table, Roll) else f"take {number(step.table, context)}"
    said = "; ".join(rows) or "nothing happens"
    return f"{lead}: {said}" if outermost else f"{lead} ({said})"


@leading.register
def _(step: Wait, context: Context, outermost: bool) -> str:
    who = noun(step.who, context) if step.who is not None else None
    said = f"the next time {_HAPPENS[step.wait](step, who, context)}"
    return f"{said}{', instead' if step.instead else ''}{_block(step.do, context, outermost)}"


def _happens_to(who: Noun | None, verb: str) -> str:
    if who is None or who.of_many:
        return f"{with_article(who.one if who else 'participant')} {conjugated(verb, singular=True)}"
    return who.does(verb)


def _card(step: Wait, context: Context) -> str:
    return f"a card{relative(step.where, 'it', context, several=False)}"


def _drawing(step: Wait, who: Noun | None, context: Context) -> str:
    if not step.instead:
        return f"{_happens_to(who, 'draw')} {_card(step, context)}"
    return f"{_happens_to(who, 'draw').rsplit(' ', 1)[0]} would draw {_card(step, context)}"


def _turn_of(step: Wait, who: Noun | None, context: Context) -> str:
    whose = "a participant's" if who is None else who.possessive_of_one
    return f"{whose} turn {'begins' if step.wait == 'turn_start' else 'ends'}"


def _destroyed(step: Wait, who: Noun | None, context: Context) -> str:
    whose = "a participant" if who is None else who.object
    return f"{_card(step, context)} of {whose} is destroyed"


_HAPPENS: dict[str, Callable[[Wait, Noun | None, Context], str]] = {
    "played": lambda step, who, context: f"{_happens_to(who, 'play')} {_card(step, context)}",
    "drawing": _drawing,
    "turn_start": _turn_of,
    "turn_end": _turn_of,
    "destroyed": _destroyed,
}


# ── cards


@clause.register
def _(step: Take, context: Context) -> str:
    who = noun(step.who, context)
    cards = amount(step.take, "card", "cards", context)
    several = not (isinstance(step.take, Literal) and step.take.source == 1)
    from_ = "" if step.from_ is None else f" from {noun(step.from_, context).possessive} deck"
    each = " each" if _is_plural(step.who, context) else ""
    return f"{who.does('draw')} {cards}{from_}{relative(step.where, 'it', context, several)}{each}"


def _is_plural(who: Expression[Value], context: Context) -> bool:
    meant = context.names.get(who.name) if isinstance(who, Ref) and not who.part else None
    return meant is not None and meant.several and meant.noun is None


@clause.register
def _(step: Move, context: Context) -> str:
    return f"{noun(step.move, context).does('go')} to {noun(step.of, context).possessive} {step.to}"


@clause.register
def _(step: Swap, context: Context) -> str:
    one, other = (noun(side, context) for side in step.swap)
    return f"{one.whole} and {other.whole} change places"


@clause.register
def _(step: Destroy, context: Context) -> str:
    cards = noun(step.destroy, context)
    originals = f", the original{'' if cards.singular else 's'} too" if step.originals else ""
    return f"{cards.does('be')} destroyed{originals}"


@clause.register
def _(step: Add, context: Context) -> str:
    one, many = made(step.add, context)
    of = noun(step.of, context)
    if step.to == "inventory":
        return f"{of.does('gain')} {_new(step, one, many, context)}"
    singular = step.n is None or (isinstance(step.n, Literal) and step.n.source == 1)
    return f"{_new(step, one, many, context)} {'comes' if singular else 'come'} into {of.possessive} {step.to}"


def _new(step: Add, one: str, many: str, context: Context) -> str:
    if step.n is None or (isinstance(step.n, Literal) and step.n.source == 1):
        return with_article(one)
    return amount(step.n, one, many, context)


@clause.register
def _(step: ChangeCards, context: Context) -> str:
    cards = noun(step.change, context)
    if step.become is not None:
        taken = f"each of {cards.whole}" if not cards.singular else cards.object
        return f"{noun(step.become, context).whole} takes the place of {taken.replace('each of all ', 'each of the ')}"
    said = []
    if step.gain:
        said.append(f"{cards.verb('gain')} {_traits(step.gain, context)}")
    if step.lose:
        said.append(f"{cards.verb('lose')} {_traits(step.lose, context)}")
    if step.shift is not None:
        said.append(f"{cards.verb('have')} {number(step.shift, context)} added to every value")
    if step.tick:
        said.append(f"{cards.verb('have')} the count of this modifier raised by {step.tick}")
    if step.collections:
        chances = listed([f"{name} ({chance} %)" for name, chance in step.collections])
        said.append(f"{cards.verb('roll')} modifiers from {chances}")
    return f"{cards.whole} {listed(said) or cards.verb('stay') + ' as it is'}"


def _traits(traits: Traits, context: Context) -> str:
    return listed([_trait(trait, held, context) for trait, held in traits.items()]) or "nothing"


def _trait(trait: str, names: Expression[Value] | str, context: Context) -> str:
    if isinstance(names, str):
        return f"all {trait}"
    if trait == "modifiers" and isinstance(names, Literal):
        return noun(names, context).whole
    one = isinstance(names, Literal) and len(names.members) == 1
    return f"the {trait.removesuffix('s') if one else trait} {noun(names, context).whole}"


@clause.register
def _(step: Play, context: Context) -> str:
    without = f", without {listed(step.without)}" if step.without else ""
    return f"you play {noun(step.play, context).object} too, as if that were legal{without}"


@clause.register
def _(step: ActAs, context: Context) -> str:
    return f"this card acts as {noun(step.act_as, context).whole}"


# ── items, turns and the end


@clause.register
def _(step: Grant, context: Context) -> str:
    gained = amount(step.n, step.grant, context.several(step.grant), context)
    return f"{noun(step.to, context).does('gain')} {gained}"


@clause.register
def _(step: Revoke, context: Context) -> str:
    return (
        f"{noun(step.from_, context).does('lose')} {amount(step.n, step.revoke, context.several(step.revoke), context)}"
    )


@clause.register
def _(step: Turn, context: Context) -> str:
    if step.turn.who is None:
        return "the turn order is reversed"
    who = noun(step.turn.who, context)
    return f"{who.does('be')} skipped" if step.turn.change == "skip" else f"{who.does('have')} another turn"


@clause.register
def _(step: Finish, context: Context) -> str:
    return noun(step.who, context).does(step.finish)


# ── what rules keep


@clause.register
def _(step: Raise, context: Context) -> str:
    by = number(step.by, context)
    verb = "sinks" if by.startswith("−") else "grows"
    return f"{value_named(step.raise_, step.of, context)} {verb} by {by.removeprefix('−')}"


@clause.register
def _(step: SetTo, context: Context) -> str:
    return f"{value_named(step.set_, step.of, context)} becomes {number(step.to, context)}"


@clause.register
def _(step: Transfer, context: Context) -> str:
    handed = amount(step.n, step.transfer, context.several(step.transfer), context)
    return f"{noun(step.from_, context).does('hand')} {handed} to {noun(step.to, context).object}"


@clause.register
def _(step: Announce, context: Context) -> str:
    return f"everybody reads: “{step.announce}”"
