"""English descriptions of operations that contain others."""

from collections.abc import Callable

from nomic.effects.language.nodes.base import Operation
from nomic.effects.language.nodes.values import Ref, Roll
from nomic.effects.language.operations.flow import Each, If, RollOnTable, Wait
from nomic.effects.prose.context import Context, Meant, clause, noun, number
from nomic.effects.prose.grammar import Noun, as_items, conjugated, ended, sentence, spoken, with_article
from nomic.effects.prose.nouns import means, relative, signed
from nomic.effects.prose.operations.choosing import is_definite
from nomic.effects.prose.operations.lists import block, leading


@clause.register(If)
@clause.register(Each)
@clause.register(RollOnTable)
@clause.register(Wait)
def _(step: Operation, context: Context) -> str:
    return leading(step, context, False)


@leading.register
def _(step: If, context: Context, outermost: bool) -> str:
    said = f"if {clause(step.if_, context)}{block(step.then, context)}"
    if context.in_lines and step.else_:
        is_chain = len(step.else_) == 1 and isinstance(step.else_[0], If)
        other = f", {leading(step.else_[0], context, False)}" if is_chain else block(step.else_, context)
        return f"{ended(said)}\n{sentence(f'otherwise{other}')}"
    return f"{said}, otherwise{block(step.else_, context).removeprefix(',')}" if step.else_ else said


@leading.register
def _(step: Each, context: Context, outermost: bool) -> str:
    members = noun(step.in_, context)
    each = members.one if not is_definite(members) else f"of {members.object}"
    inside = context.knowing(step.each, _each_of(step, context))
    if step.in_.kind == "players":
        inside = inside.about_others()
    called = f" ({spoken(step.each)})" if step.each in context.alike else ""
    return f"for each {each}{called}{block(step.do, inside, outermost)}"


def _each_of(step: Each, context: Context) -> Meant:
    """Return the noun that the name of a loop stands for.

    It is the set's own noun if the set is a single named thing.
    """
    sort = means(step.binds_within(), context).sort
    of = step.in_
    known = context.names.get(of.name) if isinstance(of, Ref) and not of.part else None
    one = known is not None and not known.several
    return Meant(sort, noun=noun(of, context) if one else None)


@leading.register
def _(step: RollOnTable, context: Context, outermost: bool) -> str:
    rows = []
    for low, high, effect in step.rows:
        reach = signed(low) if low == high else f"{signed(low)} to {high}"
        rows.append(f"on {reach}{block(effect, context)}")
    lead = f"roll {step.table.roll}" if isinstance(step.table, Roll) else f"look up {number(step.table, context)}"
    if context.in_lines and rows:
        return f"{lead}:{as_items(rows)}"
    said = "; ".join(rows) or "nothing happens"
    return f"{lead}: {said}" if outermost else f"{lead} ({said})"


@leading.register
def _(step: Wait, context: Context, outermost: bool) -> str:
    who = noun(step.who, context) if step.who is not None else None
    said = f"the next time {_HAPPENS[step.wait](step, who, context)}"
    if who is None or not who.is_addressed:
        context = context.about_others()
    return f"{said}{', instead' if step.instead else ''}{block(step.do, context, outermost)}"


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
    if who is not None and not who.of_one and not who.whose and not who.is_short:
        return f"the turn of {who.object} {'begins' if step.wait == 'turn_start' else 'ends'}"
    whose = "a participant's" if who is None else who.possessive_of_one
    return f"{whose} turn {'begins' if step.wait == 'turn_start' else 'ends'}"


def _destroyed(step: Wait, who: Noun | None, context: Context) -> str:
    whose = "a participant" if who is None else {"you": "yours", "they": "theirs"}.get(who.whole, who.object)
    return f"a card of {whose}{_card(step, context).removeprefix('a card')} is destroyed"


_HAPPENS: dict[str, Callable[[Wait, Noun | None, Context], str]] = {
    "played": lambda step, who, context: f"{_happens_to(who, 'play')} {_card(step, context)}",
    "drawing": _drawing,
    "turn_start": _turn_of,
    "turn_end": _turn_of,
    "destroyed": _destroyed,
}
