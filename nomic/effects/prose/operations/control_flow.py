"""English descriptions of operations that contain others."""

import re
from collections.abc import Callable
from typing import Any

from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.arithmetic import constant_value
from nomic.effects.language.nodes.base import Expression, Operation
from nomic.effects.language.nodes.conditions import Some
from nomic.effects.language.nodes.item_holders import is_store
from nomic.effects.language.nodes.picking import Mixed, Sample
from nomic.effects.language.nodes.values import Literal, Ref, Roll
from nomic.effects.language.operations.cards import Add, ChangeCards
from nomic.effects.language.operations.control_flow import Each, If, RollOnTable, Wait
from nomic.effects.language.operations.draw_outcome import Meet
from nomic.effects.language.operations.items import Grant, Revoke
from nomic.effects.language.operations.values import (
    Announce,
    Enter,
    PlayersIn,
    Raise,
    Reset,
    Reveal,
    SetTo,
    Strike,
    Transfer,
)
from nomic.effects.prose.context import THEY, Context, NameMeaning, clause, noun, number
from nomic.effects.prose.english_grammar import (
    Noun,
    as_items,
    conjugated,
    definite,
    quoted_name,
    sentence,
    with_article,
    with_full_stop,
)
from nomic.effects.prose.operations.choosing import is_definite
from nomic.effects.prose.operations.operation_lists import (
    after_lead,
    is_among_others,
    joined,
    leading,
    operations_in_words,
)
from nomic.effects.prose.sets.selectors import means
from nomic.effects.prose.values.nouns_for_sets import is_single
from nomic.effects.prose.values.references import signed_number
from nomic.effects.prose.values.relative_clauses import relative


@clause.register(If)
@clause.register(Each)
@clause.register(RollOnTable)
@clause.register(Wait)
def describe_flow(step: Operation, context: Context) -> str:
    return leading(step, context, False)


@leading.register
def begin_if(step: If, context: Context, outermost: bool) -> str:
    step = joined(step)
    lead, does = f"if {clause(step.if_, context)}", operations_in_words(step.then, context)
    said = after_lead(lead, does) if context.in_lines else f"{lead}{does}"
    if context.in_lines and step.else_:
        is_chain = len(step.else_) == 1 and isinstance(step.else_[0], If)
        other = f", {leading(step.else_[0], context, False)}" if is_chain else operations_in_words(step.else_, context)
        return f"{with_full_stop(said)}\n{sentence(f'otherwise{other}')}"
    return f"{said}; otherwise{operations_in_words(step.else_, context)}" if step.else_ else said


@leading.register
def begin_each(step: Each, context: Context, outermost: bool) -> str:
    members, order = noun(step.in_, context), ""
    if isinstance(step.in_, Mixed) and not is_single(inner := noun(step.in_.mixed, context)) and not inner.some_of:
        members, order = inner, ", in random order"
    if _is_for_each_at_once(step) and _is_one_drawn(step.in_):
        return clause(
            step.do[0], context.knowing(step.each, NameMeaning(means(step.binds_within(), context).sort, noun=members))
        )
    if _is_for_each_at_once(step) and not order and not members.is_of_one and members.whole != THEY.whole:
        return clause(
            step.do[0],
            context.knowing(step.each, NameMeaning(means(step.binds_within(), context).sort, noun=_every(members))),
        )
    if _is_of_one_chosen(step.in_, context):
        lead = f"if {clause(Some(raw={'some': step.in_.raw}, scope=step.scope, some=step.in_), context)}"
        return f"{lead}{operations_in_words(step.do, context.knowing(step.each, _each_of(step, context)), outermost)}"
    lead = _lead_of_each(step, members, context)
    if _is_mixed_up(step) and _each_of(step, context).noun is None:
        context.alike.add(step.each)
    inside = context.knowing(step.each, _each_of(step, context))
    if step.in_.kind == "players":
        inside = inside.about_others()
    if not order and (said := _said_of_each(step, members, inside)):
        return said
    called = f" ({quoted_name(step.each)})" if step.each in context.alike else ""
    does = operations_in_words(step.do, inside, outermost)
    return (not called and not order and _in_turn(step, members, does)) or f"{lead}{called}{order}{does}"


def _lead_of_each(step: Each, members: Noun, context: Context) -> str:
    """Return the introduction of a loop: "for each card in your hand", "if there is a Seller"."""
    is_of_cycle = isinstance(step.in_, PlayersIn) and step.in_.of is None and context.is_office(step.in_.players_in)
    if is_of_cycle and members.is_of_one and _is_holder_throughout(step, context):
        return f"if there is {with_article(members.one)}"
    if is_of_cycle and is_single(members):  # The steps may change who it is.
        return f"for {members.object.replace('the ', 'the current ', 1)}"
    if (holder := _owner_of_office(step.in_, context)) is not None:
        of, office = holder
        return f"if {of.does('have')} {with_article(office)}"
    if is_single(members):
        return f"for {members.object}"
    if members.some_of and sort_of_names(step, members):
        return f"for each of {members.some_of}"
    if members.whole.startswith("each of "):
        return f"for {members.whole}"
    if is_definite(members) or (not members.singular and members.whole.startswith("the ")):
        return f"for each of {members.object}"
    return f"for each {members.one}"


def _owner_of_office(members: Expression[Any], context: Context) -> tuple[Noun, str] | None:
    """Return the owner and the name of an office, ("you", "Mentor"), or None for other sets."""
    if not isinstance(members, PlayersIn) or members.of is None or members.for_ is not None:
        return None
    owner = noun(members.of, context)
    if not context.is_office(members.players_in) or not is_single(owner) or not owner.is_of_one:
        return None
    return owner, members.players_in.removeprefix("The ")


def _is_one_drawn(members: Expression[Any]) -> bool:
    """Return whether a set is a single random member: "a random active player"."""
    return isinstance(members, Sample) and not members.repeats and constant_value(members.sample) == 1


def _is_of_one_chosen(members: Expression[Any], context: Context) -> bool:
    """Return whether a set is the one player or card that was chosen, if any was."""
    meant = context.names.get(members.name) if isinstance(members, Ref) and not members.part else None
    return meant is not None and not meant.several and meant.noun is None and meant.sort in ("player", "card")


def sort_of_names(step: Each, members: Noun) -> bool:
    """Return whether a loop is over constant names: "for each of Owl and Coin"."""
    return step.in_.kind == "names" and not members.whole.startswith("each ") and " and " in members.some_of


THEY_DO = re.compile(r"they (gain|lose|become|stop|put|pay|give|get)\b")
# What a step is done to, by its kind.
SUBJECTS: dict[type[Operation], str] = {
    Raise: "of",
    Grant: "to",
    Revoke: "from_",
    ChangeCards: "change",
    Reset: "of",
    SetTo: "of",
    Reveal: "of",
    Enter: "enter",
    Strike: "strike",
    Meet: "who",
    Add: "of",
}


# The number in a step, by its kind.
AMOUNTS: dict[type[Operation], str] = {Raise: "by", Grant: "n", Revoke: "n", SetTo: "to", Transfer: "n"}


def _is_for_each_at_once(step: Each) -> bool:
    """Return whether a loop has a single step that "each of them" can be the subject of."""
    if len(step.do) != 1:
        return False
    only = step.do[0]
    subject = SUBJECTS.get(type(only))
    if isinstance(only, Transfer):
        subject = "to" if _is_name(only.to, step.each) else "from_"
        other = only.from_ if subject == "to" else only.to
        if not (is_store(other) or isinstance(other, Ref)):
            return False
    if isinstance(only, Enter | Strike) and only.of is not None and _is_name(only.of, step.each):
        subject = "of"  # "Sweeping is added to the Duties of each of your Backers"
    if subject is None or not _is_name(getattr(only, subject), step.each):
        return False
    if isinstance(only, SetTo) and not isinstance(only.to, Literal):
        return False
    nodes = [node for _, node in walk(only)]
    named = sum(isinstance(node, Ref) and node.name == step.each for node in nodes)
    is_by_chance = any(each.is_by_chance() for each in nodes) and not _is_one_drawn(step.in_)
    is_for_good = isinstance(only, Grant) or getattr(only, "until", None) is None  # "they lose it again"
    return named == 1 and is_for_good and not is_by_chance


def _said_of_each(step: Each, members: Noun, context: Context) -> str:
    """Describe a loop whose only step concerns its player: "each player gains Coins equal to their Light".

    Returns "" for other loops.
    """
    only = step.do[0] if len(step.do) == 1 else None
    if not isinstance(only, Grant | Revoke | Raise | SetTo | Transfer) or getattr(only, "until", None) is not None:
        return ""
    if not members.whole.startswith("each ") or any(node.is_by_chance() for _, node in walk(only)):
        return ""
    subjects = (only.from_, only.to) if isinstance(only, Transfer) else (getattr(only, SUBJECTS[type(only)]),)
    if not any(_is_name(each, step.each) for each in subjects) or step.each in context.alike:
        return ""
    said = clause(only, context)
    if (found := THEY_DO.match(said)) is not None:
        return f"{members.whole} {conjugated(found[1], singular=True)}{said[found.end() :]}"
    begins = said.startswith("their ") and members.is_short
    return f"{members.possessive}{said.removeprefix('their')}" if begins else ""


THEY_EACH = re.compile(r", they (\w+) ")


def _in_turn(step: Each, members: Noun, does: str) -> str:
    """Describe a loop whose only step has its player as subject: "each player in turn becomes the Seller".

    Returns "" for other loops.
    """
    found = THEY_EACH.match(does)
    if found is None or len(step.do) != 1 or not members.whole.startswith("each ") or "\n" in does:
        return ""
    verb = "is" if found[1] == "are" else conjugated(found[1], singular=True)
    in_turn = " in turn " if members.is_short else ", in turn, "
    return f"{members.whole}{in_turn}{verb} {does[found.end() :]}"


def _is_mixed_up(step: Each) -> bool:
    """Return whether "their" in a step of a loop could mean other players whom the step mentions.

    An example is "the Light of each active player becomes the number of cards in their inventory".
    """
    for node in (inner for each in step.do for _, inner in walk(each) if isinstance(inner, Operation)):
        amount = getattr(node, AMOUNTS[type(node)]) if type(node) in AMOUNTS else None
        if amount is None:
            continue
        owners = node.from_ if isinstance(node, Transfer) else getattr(node, SUBJECTS[type(node)])
        is_about_others = owners is not None and owners.kind == "players" and not isinstance(owners, Ref)
        if owners is not None and any(_is_name(part, step.each) for _, part in walk(owners)):
            continue  # "each of that player's Backers loses …" has said already who that player is
        takes = isinstance(node, Transfer) and not _is_name(node.to, step.each)  # nobody gives to themselves
        named = [amount, node.to] if takes and isinstance(node, Transfer) else [amount]
        if is_about_others and any(_is_name(part, step.each) for each in named for _, part in walk(each)):
            return step.in_.kind == "players"
    return False


def _is_name(node: Any, name: str) -> bool:
    return isinstance(node, Ref) and node.name == name and not node.part


def _every(members: Noun) -> Noun:
    """Return the noun for each member of a set: "each player", "each of those cards"."""
    if members.whole.startswith("each "):
        return members
    of = members.object.removeprefix("all ")
    return definite(f"each of {'the ' if of != members.object else ''}{of}")


def _each_of(step: Each, context: Context) -> NameMeaning:
    """Return the meaning of a loop's name.

    If the set is a single named thing, this is the meaning of the set itself.
    """
    sort = means(step.binds_within(), context).sort
    of = step.in_
    known = context.names.get(of.name) if isinstance(of, Ref) and not of.part else None
    is_preset = isinstance(of, Ref) and not of.part and known is None and of.name in ("me", "next", "winner")
    is_several = known is not None and (known.several or (known.noun is not None and not known.noun.singular))
    one = is_preset or (known is not None and not is_several)
    if one or _is_holder_throughout(step, context):
        return NameMeaning(sort, noun=noun(of, context))
    is_among = _owner_of_office(of, context) is not None or is_among_others(step.each, step.do, context)
    return NameMeaning(sort, is_among_others=sort == "player" and is_among)


# Steps after which an office still has the same holder, unless they write to it.
AT_ONCE = (If, Raise, Grant, Revoke, SetTo, Reset, Reveal, Enter, Strike, Transfer, Announce)


def _is_holder_throughout(step: Each, context: Context) -> bool:
    """Return whether a loop is over the single holder of an office, who holds it until the loop ends."""
    of = step.in_
    if not isinstance(of, PlayersIn) or of.for_ is not None or not context.is_office(of.players_in):
        return False
    if of.of is not None and not is_single(noun(of, context)):
        return False
    inner = [node for each in step.do for _, node in walk(each) if isinstance(node, Operation)]
    written = [
        node.set_ if isinstance(node, SetTo) else node.reset for node in inner if isinstance(node, SetTo | Reset)
    ]
    return all(isinstance(node, AT_ONCE) for node in inner) and of.players_in not in written


@leading.register
def begin_roll_on_table(step: RollOnTable, context: Context, outermost: bool) -> str:
    rows = []
    for low, high, effect in step.rows:
        to = "or" if high == low + 1 else "to"
        reach = signed_number(low) if low == high else f"{signed_number(low)} {to} {signed_number(high)}"
        rows.append(f"on {reach}{operations_in_words(effect, context)}")
    lead = f"roll {step.table.roll}" if isinstance(step.table, Roll) else f"look up {number(step.table, context)}"
    if context.in_lines and rows:
        return f"{lead}:{as_items(rows)}"
    said = "; ".join(rows) or "nothing happens"
    return f"{lead}: {said}" if outermost else f"{lead} ({said})"


@leading.register
def begin_wait(step: Wait, context: Context, outermost: bool) -> str:
    who = noun(step.who, context) if step.who is not None else None
    said = f"the next time {_HAPPENS[step.wait](step, who, context)}"
    if who is None or not who.is_addressed:
        context = context.about_others()
    does = operations_in_words(step.do, context, outermost, as_list=step.instead)
    if not step.instead:
        return said + does
    if does.startswith((", if ", ", for ", ", within ", ", of ")):  # "instead if …" would be a condition on "instead"
        return f"{said}, this happens instead: {does.removeprefix(', ')}"
    return (
        f"{said}, instead{does.removeprefix(',')}" if does.startswith(", ") else f"{said}, this happens instead{does}"
    )


def _happens_to(who: Noun | None, verb: str) -> str:
    if who is None or who.whole.startswith("each "):
        return f"{with_article(who.one if who else 'participant')} {conjugated(verb, singular=True)}"
    return who.does(verb)


def _one_of(who: Noun) -> str:
    """Return the owner of a card: "yours", "that player", or "a participant" for any of several."""
    if who.whole.startswith("each "):
        return with_article(who.one)
    return {"you": "yours", "they": "theirs"}.get(who.whole, who.object)


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
    whose = "a participant" if who is None else _one_of(who)
    return f"a card of {whose}{_card(step, context).removeprefix('a card')} is destroyed"


_HAPPENS: dict[str, Callable[[Wait, Noun | None, Context], str]] = {
    "played": lambda step, who, context: f"{_happens_to(who, 'play')} {_card(step, context)}",
    "drawing": _drawing,
    "turn_start": _turn_of,
    "turn_end": _turn_of,
    "destroyed": _destroyed,
}
