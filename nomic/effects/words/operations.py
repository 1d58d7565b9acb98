"""Operations in words."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nomic.effects.language.nodes import Condition, Effect, Expression, Operation
from nomic.effects.language.operations import (
    ActAs,
    Add,
    ChangeCards,
    Choose,
    Destroy,
    Each,
    Finish,
    Grant,
    If,
    Let,
    Move,
    Offer,
    Play,
    Revoke,
    RollOnTable,
    Swap,
    Take,
    Turn,
    Wait,
)
from nomic.effects.language.selectors import CardsIn, Owners
from nomic.effects.language.values import Literal, Ref, Roll
from nomic.effects.words.context import YOU, Meant, Talk, clause, noun, number
from nomic.effects.words.grammar import Noun, conjugated, listed, with_article
from nomic.effects.words.nouns import amount, made, means, relative

COMPOUND = (If, Each, RollOnTable, Offer, Wait)


# ── lists of operations


def after(step: Operation, talk: Talk) -> Talk:
    """What is known once an operation was said."""
    if isinstance(step, Choose):
        meant = means(step.from_, talk, _is_several(step))
        return talk.knowing(step.choose, Meant(meant.sort, meant.several))
    if isinstance(step, Let):
        return talk.knowing(step.let, means(step.be, talk, several=step.be.kind in ("cards", "players")))
    return talk


def _is_several(choose: Choose) -> bool:
    most = choose.n[1] if isinstance(choose.n, tuple) else choose.n
    return not (most is None or (isinstance(most, Literal) and most.source == 1))


def _steps(effect: Effect, talk: Talk) -> list[str]:
    said = []
    for step in effect:
        text = clause(step, talk)
        if text:
            said.append(text)
        talk = after(step, talk)
    return said


def _block(effect: Effect, talk: Talk, outermost: bool = False) -> str:
    """What is done, after what leads to it: ", this" or ": this; that"; within something else " (this; that)"."""
    steps = _steps(effect, talk)
    if not steps:
        return ", nothing happens"
    if len(effect) == 1 and outermost:
        lead = _LEADS.get(type(effect[0]))
        return f", {lead(effect[0], talk, True) if lead else steps[0]}"
    if len(effect) == 1 and not isinstance(effect[0], COMPOUND):
        return f", {steps[0]}"
    return f": {'; '.join(steps)}" if outermost else f" ({'; '.join(steps)})"


def told(step: Operation, talk: Talk) -> list[str]:
    """An operation of the outermost list, as one or several clauses."""
    if isinstance(step, If):
        told = [f"if {clause(step.if_, talk)}{_block(step.then, talk, outermost=True)}"]
        return [*told, f"otherwise{_block(step.else_, talk, outermost=True)}"] if step.else_ else told
    lead = _LEADS.get(type(step))
    said = lead(step, talk, True) if lead else clause(step, talk)
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


def _eligible(choose: Choose, talk: Talk) -> Noun:
    """What is chosen from; where it is to be destroyed, only what can be (R84)."""
    members = noun(choose.from_, talk)
    if choose.for_ is None:
        return members
    can = (
        f"{'and' if isinstance(choose.from_, CardsIn) and choose.from_.where is not None else 'that'} can be destroyed"
    )
    return replace(members, one=f"{members.one} {can}", many=f"{members.many} {can}", whole=f"{members.whole} {can}")


def _chosen(choose: Choose, talk: Talk) -> str:
    members = _eligible(choose, talk)
    if choose.n is None:
        return some(members, 1, 1)
    if isinstance(choose.n, tuple):
        ends = [end.source if isinstance(end, Literal) and isinstance(end.source, int) else None for end in choose.n]
        if None not in ends:
            return some(members, *ends)  # type: ignore[arg-type]
        low, high = (number(end, talk) for end in choose.n)
        return f"between {low} and {high} {_many_of(members)}"
    if isinstance(choose.n, Literal) and isinstance(choose.n.source, int):
        return some(members, choose.n.source, choose.n.source)
    return f"as many {_many_of(members)} as {number(choose.n, talk)}"


@clause.register
def _(step: Choose, talk: Talk) -> str:
    if step.n == "all":
        return f"note {_eligible(step, talk).whole}"
    said = f"{_choosing(step, talk)} {_chosen(step, talk)}"
    if step.short == "none":
        said += ", or none where there are fewer"
    if step.else_ is not None:
        said += f"; where nothing is chosen, it is {noun(step.else_, talk).object}"
    if step.late is not None:
        said += f"; when the time is up, {'nothing is chosen' if step.late == 'none' else 'chance chooses'}"
    return said


def _choosing(step: Choose, talk: Talk) -> str:
    if step.by is None:
        return "choose"
    return "chance picks" if step.by == "chance" else noun(step.by, talk).does("choose")


@clause.register
def _(step: Offer, talk: Talk) -> str:
    return _offer(step, talk, False)


def _offer(step: Offer, talk: Talk, outermost: bool) -> str:
    who = YOU if step.who is None else noun(step.who, talk)
    options = [f"“{option['say']}”{_option(option, talk)}" for option in step.options]
    said = f"“{step.offer}” – {who.whole} may choose {'one of these: ' if len(options) > 1 else ''}"
    said += "; ".join(options)
    return f"{said}; without a choice{_block(step.else_, talk)}" if step.else_ else said


def _option(option: Any, talk: Talk) -> str:
    needs = f", if {clause(option['needs'], talk)}" if option["needs"] is not None else ""
    return f"{needs} ({'; '.join(_steps(option['do'], talk)) or 'nothing happens'})"


@clause.register
def _(step: Let, talk: Talk) -> str:
    if isinstance(step.be, Owners) or (isinstance(step.be, Ref) and step.be.part == "owner"):
        return ""
    if isinstance(step.be, Condition):
        return f"note whether {clause(step.be, talk)}"
    if step.let in step.scope:
        return f"{talk.named(step.let, step.be.kind).whole} becomes {number(step.be, talk)}"
    return f"note {number(step.be, talk)}"


# ── what leads to other things


@clause.register
def _(step: If, talk: Talk) -> str:
    said = f"if {clause(step.if_, talk)}{_block(step.then, talk)}"
    return f"{said}, otherwise{_block(step.else_, talk).removeprefix(',')}" if step.else_ else said


@clause.register
def _(step: Each, talk: Talk) -> str:
    return _each(step, talk, False)


def _each(step: Each, talk: Talk, outermost: bool) -> str:
    members = noun(step.in_, talk)
    each = members.one if not _is_definite(members) else f"of {members.object}"
    meant = means(step.in_, talk)
    inside = talk.knowing(step.each, Meant(meant.sort))
    return f"for each {each}{_block(step.do, inside, outermost)}"


@clause.register
def _(step: RollOnTable, talk: Talk) -> str:
    return _table(step, talk, False)


def _table(step: RollOnTable, talk: Talk, outermost: bool) -> str:
    rows = []
    for low, high, effect in step.rows:
        reach = number(Literal(raw=low, scope={}, kind="number", source=low), talk)
        reach = reach if low == high else f"{reach} to {high}"
        rows.append(f"on {reach}{_block(effect, talk)}")
    lead = f"roll {step.table.roll}" if isinstance(step.table, Roll) else f"take {number(step.table, talk)}"
    said = "; ".join(rows) or "nothing happens"
    return f"{lead}: {said}" if outermost else f"{lead} ({said})"


@clause.register
def _(step: Wait, talk: Talk) -> str:
    return _wait(step, talk, False)


def _wait(step: Wait, talk: Talk, outermost: bool) -> str:
    who = noun(step.who, talk) if step.who is not None else None
    said = f"the next time {_HAPPENS[step.wait](step, who, talk)}"
    return f"{said}{', instead' if step.instead else ''}{_block(step.do, talk, outermost)}"


def _happens_to(who: Noun | None, verb: str) -> str:
    if who is None or who.of_many:
        return f"{with_article(who.one if who else 'participant')} {conjugated(verb, singular=True)}"
    return who.does(verb)


def _card(step: Wait, talk: Talk) -> str:
    return f"a card{relative(step.where, 'it', talk, several=False)}"


def _drawing(step: Wait, who: Noun | None, talk: Talk) -> str:
    if not step.instead:
        return f"{_happens_to(who, 'draw')} {_card(step, talk)}"
    return f"{_happens_to(who, 'draw').rsplit(' ', 1)[0]} would draw {_card(step, talk)}"


def _turn_of(step: Wait, who: Noun | None, talk: Talk) -> str:
    whose = "a participant's" if who is None else who.possessive_of_one
    return f"{whose} turn {'begins' if step.wait == 'turn_start' else 'ends'}"


def _destroyed(step: Wait, who: Noun | None, talk: Talk) -> str:
    whose = "a participant" if who is None else who.object
    return f"{_card(step, talk)} of {whose} is destroyed"


_HAPPENS: dict[str, Callable[[Wait, Noun | None, Talk], str]] = {
    "played": lambda step, who, talk: f"{_happens_to(who, 'play')} {_card(step, talk)}",
    "drawing": _drawing,
    "turn_start": _turn_of,
    "turn_end": _turn_of,
    "destroyed": _destroyed,
}
_LEADS: dict[type[Operation], Callable[[Any, Talk, bool], str]] = {
    Offer: _offer,
    Each: _each,
    RollOnTable: _table,
    Wait: _wait,
}


# ── cards


@clause.register
def _(step: Take, talk: Talk) -> str:
    who = noun(step.who, talk)
    cards = amount(step.take, "card", "cards", talk)
    several = not (isinstance(step.take, Literal) and step.take.source == 1)
    from_ = "" if step.from_ is None else f" from {noun(step.from_, talk).possessive} deck"
    each = " each" if _is_plural(step.who, talk) else ""
    return f"{who.does('draw')} {cards}{from_}{relative(step.where, 'it', talk, several)}{each}"


def _is_plural(who: Expression, talk: Talk) -> bool:
    meant = talk.names.get(who.name) if isinstance(who, Ref) and not who.part else None
    return meant is not None and meant.several and meant.noun is None


@clause.register
def _(step: Move, talk: Talk) -> str:
    return f"{noun(step.move, talk).does('go')} to {noun(step.of, talk).possessive} {step.to}"


@clause.register
def _(step: Swap, talk: Talk) -> str:
    one, other = (noun(side, talk) for side in step.swap)
    return f"{one.whole} and {other.whole} change places"


@clause.register
def _(step: Destroy, talk: Talk) -> str:
    cards = noun(step.destroy, talk)
    originals = f", the original{'' if cards.singular else 's'} too" if step.originals else ""
    return f"{cards.does('be')} destroyed{originals}"


@clause.register
def _(step: Add, talk: Talk) -> str:
    one, many = made(step.add, talk)
    of = noun(step.of, talk)
    if step.to == "inventory":
        return f"{of.does('gain')} {_new(step, one, many, talk)}"
    singular = step.n is None or (isinstance(step.n, Literal) and step.n.source == 1)
    return f"{_new(step, one, many, talk)} {'comes' if singular else 'come'} into {of.possessive} {step.to}"


def _new(step: Add, one: str, many: str, talk: Talk) -> str:
    if step.n is None or (isinstance(step.n, Literal) and step.n.source == 1):
        return with_article(one)
    return amount(step.n, one, many, talk)


@clause.register
def _(step: ChangeCards, talk: Talk) -> str:
    cards = noun(step.change, talk)
    if step.become is not None:
        taken = f"each of {cards.whole}" if not cards.singular else cards.object
        return f"{noun(step.become, talk).whole} takes the place of {taken.replace('each of all ', 'each of the ')}"
    said = []
    if step.gain:
        said.append(f"{cards.verb('gain')} {_traits(step.gain, talk)}")
    if step.lose:
        said.append(f"{cards.verb('lose')} {_traits(step.lose, talk)}")
    if step.shift is not None:
        said.append(f"{cards.verb('have')} {number(step.shift, talk)} added to every value")
    if step.tick:
        said.append(f"{cards.verb('have')} the count of this modifier raised by {step.tick}")
    if step.collections:
        chances = listed([f"{name} ({chance} %)" for name, chance in step.collections])
        said.append(f"{cards.verb('roll')} modifiers from {chances}")
    return f"{cards.whole} {listed(said) or cards.verb('stay') + ' as it is'}"


def _traits(traits: Any, talk: Talk) -> str:
    return listed([_trait(trait, held, talk) for trait, held in traits.items()]) or "nothing"


def _trait(trait: str, held: Any, talk: Talk) -> str:
    if held == "all":
        return f"all {trait}"
    (names,) = held
    if trait == "modifiers" and isinstance(names, Literal):
        return noun(names, talk).whole
    one = isinstance(names, Literal) and len(names.source) == 1  # type: ignore[arg-type]
    return f"the {trait.removesuffix('s') if one else trait} {noun(names, talk).whole}"


@clause.register
def _(step: Play, talk: Talk) -> str:
    without = f", without {listed(step.without)}" if step.without else ""
    return f"you play {noun(step.play, talk).object} too, as if that were legal{without}"


@clause.register
def _(step: ActAs, talk: Talk) -> str:
    return f"this card acts as {noun(step.act_as, talk).whole}"


# ── items, turns and the end


@clause.register
def _(step: Grant, talk: Talk) -> str:
    return f"{noun(step.to, talk).does('gain')} {amount(step.n, step.grant, talk.several(step.grant), talk)}"


@clause.register
def _(step: Revoke, talk: Talk) -> str:
    return f"{noun(step.from_, talk).does('lose')} {amount(step.n, step.revoke, talk.several(step.revoke), talk)}"


@clause.register
def _(step: Turn, talk: Talk) -> str:
    change, players = step.turn
    if change == "reverse":
        return "the turn order is reversed"
    who = noun(players, talk)
    return f"{who.does('be')} skipped" if change == "skip" else f"{who.does('have')} another turn"


@clause.register
def _(step: Finish, talk: Talk) -> str:
    return noun(step.who, talk).does(step.finish)
