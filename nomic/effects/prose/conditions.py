"""English descriptions of conditions."""

import re

from msgspec import structs

from nomic.effects.language.nodes.arithmetic import Remainder, written
from nomic.effects.language.nodes.base import Condition, Expression
from nomic.effects.language.nodes.conditions import (
    All,
    Any_,
    Demanded,
    Has,
    Is,
    Member,
    NamedTruth,
    Not,
    Opposes,
    Playable,
    Shares,
    Some,
)
from nomic.effects.language.nodes.holding import POOL, Stock, is_store
from nomic.effects.language.nodes.people import (
    Acted,
    Active,
    DeclaredReputable,
    Holds,
    InMatch,
    Reputable,
    VotedOn,
)
from nomic.effects.language.nodes.picking import Alike
from nomic.effects.language.nodes.selectors import CardsIn
from nomic.effects.language.nodes.values import Count, Literal, Ref, Tally
from nomic.effects.language.operations.values import NamesIn, PlayersIn, ValueOf
from nomic.effects.language.world import Members, Value
from nomic.effects.prose.context import Context, Meant, clause, named_by_law, noun, number, predicate
from nomic.effects.prose.english_grammar import (
    RELATIVE,
    Noun,
    conjugated,
    flagged,
    is_plural_name,
    listed,
    quoted_if_words,
    singular_name,
    spoken,
    with_article,
)
from nomic.effects.prose.people import asked_of
from nomic.effects.prose.values import (
    all_of,
    for_key,
    holder_noun,
    holding,
    in_general,
    is_open,
    is_single,
    item_words,
    said_of_themselves,
    unit,
    value_named,
)

# A relation, and its negation.
RELATIONS = {
    "equals": ("exactly", "not exactly"),
    "at_least": ("at least", "fewer than"),
    "more_than": ("more than", "at most"),
}
SAID_OF_NUMBERS = {
    "equals": ("is", "is not"),
    "at_least": ("is at least", "is less than"),
    "more_than": ("is more than", "is at most"),
}
NONE = {("equals", 0, False), ("at_least", 1, True), ("more_than", 0, True)}
# A relation between two numbers of things, and its negation: "more cards in your hand than in the deck".
COMPARED = {
    "equals": ("as many {one} as {other}", "not as many {one} as {other}"),
    "at_least": ("at least as many {one} as {other}", "fewer {one} than {other}"),
    "more_than": ("more {one} than {other}", "at most as many {one} as {other}"),
}
# Whether a comparison of a flag says that it is set, or that it is not. Others are about its number.
FLAGS = {("equals", 1): True, ("at_least", 1): True, ("more_than", 0): True, ("equals", 0): False}
# Text after one of these phrases could be mistaken for a part of it.
DENIAL = "it is not true that "
RUNS_ON = (" for which ", " whose ", " whom ", " who ", " with ", DENIAL)
PARITIES = ("odd", "even")
INVENTORIES = ("inventory", "inventories")
PAST = {"acted": "act", "used": "use"}
# Conditions whose verb can be denied: "is not active", "has not acted".
DENIABLE = (Member, Active, Reputable, Acted, Holds, VotedOn, InMatch, DeclaredReputable)


@predicate.register
def _(condition: Has, called: str, context: Context, singular: bool) -> str:
    return _has(condition, context, singular, negated=False) if _is(condition.has, called) else ""


@predicate.register
def _(condition: Not, called: str, context: Context, singular: bool) -> str:
    inner = condition.not_
    if isinstance(inner, Has) and _is(inner.has, called) and len(list(inner.wanted())) == 1:
        return _has(inner, context, singular, negated=True)
    if isinstance(inner, Is) and _is_same(inner) and _is(inner.is_[0], called):
        return _same_as(noun(inner.is_[2], context), singular=singular, negated=True)
    if isinstance(inner, Is) and isinstance(inner.is_[0], Stock) and _is(inner.is_[0].of, called):
        return _having_so_many("", inner.is_[0], inner, context, singular=singular, negated=True).strip()
    if isinstance(inner, DENIABLE):
        return _denied(predicate(inner, called, context, singular))
    return ""


def _denied(said: str) -> str:
    """Return the negation of a predicate: "is not active", "has not acted", "did not act in the previous phase"."""
    verb, _, rest = said.partition(" ")
    if verb in PAST:
        return f"did not {PAST[verb]} {rest}"
    return f"{verb} not {rest}" if verb in ("is", "are", "has", "have") else ""


def _is_on(condition: Is, context: Context) -> bool | None:
    """Return whether a comparison says that a flag is set (or is not), or None for other comparisons."""
    value, relation, other = condition.is_
    if not isinstance(value, ValueOf) or value.for_ is not None or not context.is_flag(value.value_of):
        return None
    count = written(other)
    return None if count is None else FLAGS.get((relation, count))


@predicate.register
def _(condition: Demanded, called: str, context: Context, singular: bool) -> str:
    return f"{'is' if singular else 'are'} of the kind to be drawn"


@predicate.register
def _(condition: Some, called: str, context: Context, singular: bool) -> str:
    held = condition.some
    if _is(held, called):
        return conjugated("exist", singular)
    is_list = isinstance(held, NamesIn | PlayersIn) and held.for_ is None and not context.is_office(held_value(held))
    if isinstance(held, NamesIn | PlayersIn) and is_list and _is(held.of, called):
        some = _some_entries(held_value(held), context) or f"at least one entry in {held_value(held)}"
        return f"{conjugated('have', singular)} {some}"
    if isinstance(held, CardsIn) and _is(held.of, called):
        owner = _owner_of_cards(held, context)
        one = noun(held, context).one if owner is None else _own_cards(held, owner, context)[0]
        return f"{conjugated('have', singular)} {with_article(one)}"
    return ""


@predicate.register
def _(condition: Is, called: str, context: Context, singular: bool) -> str:
    stock = condition.is_[0]
    if isinstance(stock, Stock) and _is(stock.of, called):
        return f"{conjugated('have', singular)} {_so_many(stock, condition, context, negated=False)}"
    if (
        isinstance(stock, ValueOf)
        and _is(stock.of, called)
        and (held := _held_number(condition, context, negated=False))
    ):
        return f"{conjugated('have', singular)} {held}"
    if isinstance(stock, ValueOf) and _is(stock.of, called) and (on := _is_on(condition, context)) is not None:
        return f"{conjugated('be', singular)} {flagged(stock.value_of, on)}"
    for this, other in (condition.is_[::2], condition.is_[::-2]):
        if _is_same(condition) and _is(this, called) and (this is condition.is_[0] or is_single(noun(other, context))):
            return _same_as(noun(other, context), singular=singular, negated=False)
    return ""


@predicate.register
def _(condition: All, called: str, context: Context, singular: bool) -> str:
    return _predicates(condition.all_, " and ", called, context, singular)


@predicate.register
def _(condition: Any_, called: str, context: Context, singular: bool) -> str:
    return _predicates(condition.any_, " or ", called, context, singular)


def _predicates(parts: tuple[Condition, ...], word: str, called: str, context: Context, singular: bool) -> str:
    """Combine predicates about the candidate.

    Returns "" unless each part has a predicate and no parts of its own.
    """
    if any(isinstance(part, All | Any_) for part in parts):
        return ""
    said = [predicate(part, called, context, singular) for part in parts]
    return word.join(said) if all(said) and not any("," in part for part in said) else ""


def _is_same(condition: Is) -> bool:
    """Return whether a comparison says that two cards or two players are the same."""
    one, relation, other = condition.is_
    return relation == "equals" and one.kind == other.kind and one.kind in ("cards", "players", "proposals")


def _same(node: Is, context: Context, *, negated: bool) -> str:
    """Describe that two sets have the same members: "you are the only player on the roll"."""
    one, other = (noun(each, context) for each in (node.is_[0], node.is_[2]))
    if (not is_single(one) and is_single(other)) or other.whole.startswith("its "):
        one, other = other, one
    if is_single(one):
        return f"{one.whole} {_same_as(other, singular=one.singular, negated=negated)}"
    return f"{_the_members(one)} are {'not ' if negated else ''}exactly {_the_members(other)}"


def _same_as(other: Noun, *, singular: bool, negated: bool) -> str:
    """Describe that one thing is another, or the only member of a set: "is that card", "is the only active player"."""
    be = f"{conjugated('be', singular)}{' not' if negated else ''}"
    if is_single(other):
        return f"{be} {other.object}"
    return f"{be} the only {other.one}"


def _the_members(members: Noun) -> str:
    """Return all members of a set: "the players on the roll", "those cards"."""
    if is_single(members) or members.object.startswith(("the ", "those ")):
        return members.object
    return members.some_of or f"the {members.many}"


def _is(node: Expression[Value] | None, called: str) -> bool:
    return isinstance(node, Ref) and node.name == called and not node.part


@clause.register
def _(node: All, context: Context) -> str:
    if not node.all_:
        return "it is always true"
    return _joined(node.all_, "and", Any_, context)


@clause.register
def _(node: Any_, context: Context) -> str:
    if not node.any_:
        return "it is never true"
    return _joined(node.any_, "or", All, context)


def _without_given(text: str, context: Context) -> str:
    """Return a text without the nouns of given names, such as "the player who acted", which end clearly."""
    for meant in context.names.values():
        if meant.noun is not None and meant.noun.singular:
            text = text.replace(meant.noun.whole, "")
    return text


THIS_CARD = "this card "
BEGIN: dict[type[Condition], str] = {Any_: "either", All: "both"}
# A trait at the end of a condition is a name, to which nothing that follows can belong.
TRAIT_AT_THE_END = re.compile(r" with the (?:suit|colour|modifier) [\w'-]+$")


def _untraited(text: str) -> str:
    return TRAIT_AT_THE_END.sub("", text)


def _is_of_two(part: Condition, context: Context) -> bool:
    """Return whether a condition has two parts that are short and simple, so that "either … or" can join them."""
    inner = part.any_ if isinstance(part, Any_) else part.all_ if isinstance(part, All) else ()
    if len(inner) != 2 or any(isinstance(each, All | Any_) for each in inner):
        return False
    said = [clause(each, context) for each in inner]
    return not any(mark in each for each in said for mark in (",", " and ", " or ", "(", DENIAL))


SUBJECT = re.compile(
    r"(you|they|that player|the [a-z-]+|the player who [a-z]+ (?:it|so)|the newly reputable player) "
    r"(?=(?:is|are|has|have) )"
)
HAVE = re.compile(r"ha(?:ve|s) (?=at |exactly |more |fewer |an? |no |\d)")


def _without_subject(one: str, other: str, context: Context) -> str:
    """Return the second of two conditions without its subject, if it is that of the first: "… and is in a battle"."""
    subject = SUBJECT.match(one)
    about = one[subject.end() :] if subject is not None else one
    is_clear = not RELATIVE.search(_untraited(about)) and not any(
        mark in one + other for mark in (",", " and ", " or ", "(")
    )
    if subject is None or not is_clear or not (same := SUBJECT.match(other)) or same[1] != subject[1]:
        return other
    said = other[same.end() :]
    first = one[subject.end() :]
    is_of_one_kind = HAVE.match(first) and HAVE.match(said) and (" no " in first) == (" no " in said)
    return HAVE.sub("", said, count=1) if is_of_one_kind else said


def _joined(parts: tuple[Condition, ...], word: str, other: type[Condition], context: Context) -> str:
    said, is_apart = [], False
    parts = tuple(part for place, part in enumerate(parts) if part.raw not in [each.raw for each in parts[:place]])
    opened = ""
    for place, part in enumerate(parts):
        text = clause(part, context)
        runs_on = place < len(parts) - 1 and any(word in _without_given(_untraited(text), context) for word in RUNS_ON)
        is_apart = is_apart or (runs_on and DENIAL not in text)
        if place == 0 and isinstance(part, other) and len(parts) == 2 and _is_of_two(part, context):
            opened = text.removeprefix(f"{BEGIN[other]} ")
        said.append(f"({text})" if isinstance(part, other) or (runs_on and DENIAL in text) else text)
    if opened:  # A sentence that begins with a bracket is hard to read.
        return f"{BEGIN[other]} {opened}, {word} {said[1]}"
    if word == "and" and len(said) == 2 and all(part.startswith(THIS_CARD) for part in said):
        said[1] = said[1].removeprefix(THIS_CARD)  # "this card is Special and shares a suit with …"
    if word == "and" and len(said) == 2 and not is_apart:
        said[1] = _without_subject(said[0], said[1], context)
    # "their Room is Hall or Sweeping is among …" would seem to name two rooms.
    is_apart = is_apart or (word == "or" and any(part[:1].isupper() for part in said[1:]))
    if is_apart or any("," in part for part in said):
        either = "either " if word == "or" and is_apart and len(said) == 2 else ""
        return f"{either}{f', {word} '.join(said)}"
    is_clear = not any(f" {word} " in part or part.startswith("(") for part in said)
    return listed(said, word) if is_clear else f" {word} ".join(said)


@clause.register
def _(node: Not, context: Context) -> str:
    inner = node.not_
    if isinstance(inner, Has) and len(list(inner.wanted())) == 1 and noun(inner.has, context).singular:
        return f"{noun(inner.has, context).whole} {_has(inner, context, singular=True, negated=True)}"
    if isinstance(inner, Is) and _is_same(inner):
        return _same(inner, context, negated=True)
    if isinstance(inner, Is) and not _is_drew_any(inner):
        return _compared(inner, context, negated=True)
    if isinstance(inner, Playable):
        return f"{noun(inner.playable, context).whole} cannot be played on {noun(inner.upon, context).object}"
    if isinstance(inner, Some):
        return _none(inner, context)
    if isinstance(inner, NamedTruth):
        return _named_truth(inner, context, negated=True)
    if isinstance(inner, DENIABLE):
        who = noun(_subject(inner), context)
        if who.is_of_one and (denied := _denied(clause(inner, context).removeprefix(f"{who.whole} "))):
            return f"{who.whole} {denied}"
    said = clause(inner, context)
    return f"it is not true that {f'({said})' if isinstance(inner, All | Any_) else said}"


def _subject(
    node: Member | Active | Reputable | Acted | Holds | VotedOn | InMatch | DeclaredReputable,
) -> Expression[Value]:
    return node.member if isinstance(node, Member) else asked_of(node)


@clause.register
def _(node: Has, context: Context) -> str:
    cards = noun(node.has, context)
    if cards.singular:
        return f"{cards.whole} {_has(node, context, singular=True, negated=False)}"
    if cards.one.startswith("one of "):
        return f"{cards.one} {_has(node, context, singular=True, negated=False)}"
    return f"{with_article(cards.one)} {_has(node, context, singular=True, negated=False)}"


def _has(node: Has, context: Context, singular: bool, negated: bool) -> str:
    said = [_part(field, wanted, context, singular, negated) for field, _, wanted in node.wanted()]
    have = f"{conjugated('have', singular)} "
    if not negated and len(said) > 1 and all(each.startswith(have) and " or " not in each for each in said):
        said = [said[0], *(each.removeprefix(have) for each in said[1:])]
    return listed(said) if said else conjugated("be", singular) + " a card"


def _part(field: str, wanted: Expression[Value], context: Context, singular: bool, negated: bool) -> str:
    be, have = conjugated("be", singular), conjugated("have", singular)
    if negated:
        be, have = f"{be} not", f"{conjugated('do', singular)} not have"
    choice = _choice(wanted, context)
    if field == "species":
        return f"{be} called {choice}"
    if field == "type":
        return f"{be} {choice}"
    if field == "value" and (parity := choice.strip("“”")) in PARITIES:
        return f"{have} an {parity} value"
    return f"{have} {'the' if isinstance(wanted, Literal) else 'as'} {field} {choice}"


def _choice(wanted: Expression[Value], context: Context) -> str:
    """Return a name, or "any of" several."""
    said = noun(wanted, context)
    return said.one or said.whole if isinstance(wanted, Literal) else f"any of {said.object}"


@clause.register
def _(node: Is, context: Context) -> str:
    one = node.is_[0]
    if _is_same(node):
        return _same(node, context, negated=False)
    if isinstance(one, Tally) and _is_drew_any(node):
        return _drew_any(one, context)
    return _compared(node, context, negated=False)


def _compared(node: Is, context: Context, negated: bool) -> str:
    """Describe a comparison of numbers, or its negation."""
    if divided := _divided(node, context, negated):
        return divided
    return _of_amounts(node, context, negated)


def _of_amounts(node: Is, context: Context, negated: bool) -> str:
    """Describe a comparison of amounts, values or names, or its negation."""
    one, relation, other = node.is_
    is_of_a_number = isinstance(one, Literal) and not isinstance(other, Literal) and isinstance(one.source, int)
    if is_of_a_number or (isinstance(one, Ref) and isinstance(other, ValueOf) and one.kind == "number"):
        return _compared(_turned(node), context, negated if relation == "equals" else not negated)
    if isinstance(one, ValueOf) and (on := _is_on(node, context)) is not None:
        owner = None if one.of is None else noun(one.of, context)
        if owner is None:
            return f"{quoted_if_words(one.value_of)} is {'on' if on != negated else 'off'}"
        if owner.is_of_one:
            return f"{owner.does('be')} {flagged(one.value_of, on != negated)}"
    if isinstance(one, Stock) and one.of.raw != POOL:
        owner = holder_noun(one.of, context)
        who, is_one = (owner.whole, owner.singular) if owner.is_of_one else (f"{all_of(owner)} together", False)
        return _having_so_many(who, one, node, context, singular=is_one, negated=negated)
    if isinstance(one, ValueOf) and one.of is not None and (held := _held_number(node, context, negated)):
        owner = noun(one.of, context)
        if owner.is_of_one:
            return f"{owner.whole} {_having(held, owner.singular)}"
    if unit(one, context):
        return _cards_held(node, context, negated) or _there_are(node, context, negated)
    if relation == "equals" and isinstance(other, Literal) and isinstance(other.source, tuple) and other.source:
        return _same_names(one, noun(other, context).whole, context, negated=negated)
    return _two_numbers(node, context, negated)


def _two_numbers(node: Is, context: Context, negated: bool) -> str:
    """Describe a comparison of two numbers, or of two names that are worked out, or its negation."""
    one, relation, other = node.is_
    said = SAID_OF_NUMBERS[relation][negated]
    if relation == "equals" and {one.kind, other.kind} == {"number"} and not number(other, context).isdigit():
        said += " equal to"
    is_many = isinstance(one, ValueOf) and is_plural_name(one.value_of) and not context.is_column(one.value_of)
    is_many = is_many and not number(one, context).startswith(("the total", "the number of "))
    if is_many or (one.kind == "names" and not noun(one, context).singular):
        said = said.replace("is", "are", 1).replace("less", "fewer")
    theirs = number(other, context)
    if isinstance(one, ValueOf) and one.of is not None:
        theirs = said_of_themselves(theirs, noun(one.of, context), context)
    return f"{number(one, context)} {said} {theirs}"


def _divided(node: Is, context: Context, negated: bool) -> str:
    """Describe a comparison with a remainder: "that number is even", "Fog is a multiple of 3", or "" for others."""
    one, relation, other = node.is_
    if not isinstance(one, Remainder) or relation != "equals" or is_open(one.remainder[0]):
        return ""
    divisor, rest = written(one.remainder[1]), written(other)
    said = {(2, 0): "even", (2, 1): "odd"}.get((divisor or 0, -1 if rest is None else rest), "")
    if not said and rest == 0 and divisor is not None and divisor > 1:
        said = f"a multiple of {divisor}"
    return said and f"{number(one.remainder[0], context)} is {'not ' if negated else ''}{said}"


def _held_number(node: Is, context: Context, negated: bool) -> str:
    """Describe how much a player has of a value with a plural name: "exactly 2 Seals", or "" for other comparisons."""
    one, relation, other = node.is_
    count = written(other)
    if not isinstance(one, ValueOf) or one.for_ is not None or count is None or context.is_column(one.value_of):
        return ""
    single = singular_name(one.value_of)
    if not single or one.value_of in context.plurals or one.value_of in context.plurals.values():
        return ""
    if ((relation, count) == ("equals", 0) and not negated) or (relation, count, negated) in NONE:
        return f"no {one.value_of}"
    return f"{RELATIONS[relation][negated]} {number(other, context)} {single if count == 1 else one.value_of}"


def _having(held: str, singular: bool) -> str:
    """Return "has exactly 2 Seals", "does not have exactly 2 Seals"."""
    if held.startswith("not "):
        return f"{conjugated('do', singular)} not have {held.removeprefix('not ')}"
    return f"{conjugated('have', singular)} {held}"


def _owner_of_cards(node: Expression[Value], context: Context) -> Noun | None:
    """Return the noun of the one player in whose inventory cards are, or None for other sets."""
    if not isinstance(node, CardsIn) or node.cards != "inventory" or node.of is None or is_store(node.of):
        return None
    owner = noun(node.of, context)
    return owner if owner.is_of_one and isinstance(node.of, Ref) else None


def _own_cards(node: Expression[Value], owner: Noun, context: Context) -> tuple[str, str]:
    """Return cards of an inventory in singular and plural, without their place: "Special card", "Special cards"."""
    cards = noun(node, context)
    places = [
        f" in {owner.possessive_of_one} inventory",
        *(f" in the {each} of {owner.object}" for each in INVENTORIES),
    ]
    one, many = cards.one, cards.many
    for place in places:
        one, many = one.replace(place, "", 1), many.replace(place, "", 1)
    return one.replace("card that has the ", "card with the "), many.replace("cards that have the ", "cards with the ")


def _cards_held(node: Is, context: Context, negated: bool) -> str:
    """Describe how many cards a player has: "you have fewer than 2 cards", or "" for other comparisons."""
    one, relation, other = node.is_
    count = written(other)
    if not isinstance(one, Count) or count is None or (owner := _owner_of_cards(one.count, context)) is None:
        return ""
    card, cards = _own_cards(one.count, owner, context)
    if (relation, count, negated) in NONE:
        return f"{owner.does('have')} no {cards}"
    held = f"{RELATIONS[relation][negated]} {number(other, context)} {card if count == 1 else cards}"
    return f"{owner.whole} {_having(held, owner.singular)}"


def _turned(node: Is) -> Is:
    """Return the comparison with its sides swapped; except for "equals", it then says the opposite."""
    one, relation, other = node.is_
    opposite = {"at_least": "more_than", "more_than": "at_least"}.get(relation, relation)
    return structs.replace(node, is_=(other, opposite, one))


def _same_names(one: Expression[Value], names: str, context: Context, *, negated: bool) -> str:
    """Describe that names are these: "your Room is Hall", "your Duties contain only Sweeping"."""
    kept = context.value_words(one.names_in) if isinstance(one, NamesIn) else None
    if isinstance(one, NamesIn) and kept is not None and kept.kind == "names" and not kept.is_column:
        is_one = not is_plural_name(one.names_in)
        contain = f"{conjugated('do', is_one)} not contain" if negated else conjugated("contain", is_one)
        return f"{value_named(one.names_in, one.of, context, one.for_)} {contain} {names} and nothing else"
    said = noun(one, context)
    if said.whole.startswith("each "):
        return f"the {said.many} are {'not ' if negated else ''}exactly {names}"
    return f"{said.does('be')} {'not ' if negated else ''}{names}"


def _is_drew_any(node: Is) -> bool:
    one, relation, other = node.is_
    return isinstance(one, Tally) and relation == "more_than" and written(other) == 0


def _drew_any(tally: Tally, context: Context) -> str:
    words = unit(tally, context).removeprefix("card ").split(" drew ")
    return f"{words[0]} drew a card {' drew '.join(words[1:])}"


def _having_so_many(who: str, stock: Stock, compared: Is, context: Context, *, singular: bool, negated: bool) -> str:
    """Describe how many of an item somebody has: "you have at least 2 Coins", "you do not have exactly 2 Coins"."""
    said = _so_many(stock, compared, context, negated)
    if said.startswith("not "):
        return f"{who} {conjugated('do', singular)} not have {said.removeprefix('not ')}"
    return f"{who} {conjugated('have', singular)} {said}"


def _so_many(stock: Stock, compared: Is, context: Context, negated: bool) -> str:
    _, relation, other = compared.is_
    one, many = item_words(stock.stock, context)
    if (relation, written(other), negated) in NONE:
        return f"no {many}"
    if isinstance(other, Stock) and other.of.raw != POOL:
        owner = holder_noun(other.of, context)
        if owner.is_of_one and item_words(other.stock, context) == (one, many):
            return COMPARED[relation][negated].format(one=many, other=owner.object)
        others = f"{holding(owner)} {item_words(other.stock, context)[1]}"
        return COMPARED[relation][negated].format(one=many, other=others)
    said = number(other, context)
    if said == "that number":
        return f"{RELATIONS[relation][negated]} that many {many}"
    if written(other) is None and not said.startswith("“"):
        return COMPARED[relation][negated].format(one=many, other=said)
    return f"{RELATIONS[relation][negated]} {number(other, context)} {one if written(other) == 1 else many}"


def _there_are(node: Is, context: Context, negated: bool) -> str:
    one, relation, other = node.is_
    if (relation, written(other), negated) in NONE:
        return _there_is_no(unit(one, context))
    if written(other) is None:
        pair = [number(each, context).removeprefix("the number of ") for each in (one, other)]
        if unit(other, context) and not any(each.startswith("the ") for each in pair):
            other_words = pair[1].removeprefix(f"{pair[0].partition(' ')[0]} ")
            is_place = other_words.startswith("in ") and " in " in pair[0]
            others = other_words if is_place else pair[1]
            return f"there are {COMPARED[relation][negated].format(one=pair[0], other=others)}"
        return f"{number(one, context)} {SAID_OF_NUMBERS[relation][negated]} {number(other, context)}"
    if written(other) == 1:
        return f"there is {RELATIONS[relation][negated]} 1 {unit(one, context)}"
    if relation == "equals" and negated:
        return f"{number(one, context)} is not {number(other, context)}"
    many = number(one, context).removeprefix("the number of ")
    if many.startswith(("the ", "those ")):
        many = f"of {many}"
    return f"there are {RELATIONS[relation][negated]} {number(other, context)} {many}"


@clause.register
def _(node: Member, context: Context) -> str:
    one = noun(node.member, context)
    if isinstance(node.of, NamesIn) and one.is_of_one and noun(node.of, context).is_of_one:
        return f"{noun(node.of, context).whole} is {one.whole}"
    return f"{one.whole} {_among(node, context, one.singular)}"


@predicate.register
def _(condition: Member, called: str, context: Context, singular: bool) -> str:
    is_content = isinstance(condition.of, NamesIn) and noun(condition.of, context).is_of_one
    return _among(condition, context, singular) if _is(condition.member, called) and not is_content else ""


def _among(node: Member, context: Context, singular: bool) -> str:
    members = noun(node.of, context)
    be = conjugated("be", singular)
    if isinstance(node.of, PlayersIn) and node.of.of is None and context.is_office(node.of.players_in):
        where = f"the {node.of.players_in.removeprefix('The ')}{for_key(node.of.for_, context)}"
        return f"{be} {where}"
    if isinstance(node.of, PlayersIn):
        where = members.whole if context.is_office(node.of.players_in) and members.is_of_one else members.one
        return f"{be} {where.removeprefix('player ').removeprefix('who is ')}"
    if isinstance(node.of, NamesIn) and members.is_of_one:
        return f"{be} {members.whole}"
    if is_single(members) and singular and not members.some_of:
        return f"{be} {members.object}"
    if isinstance(node.of, NamesIn):
        is_many = is_plural_name(node.of.names_in) and members.one.startswith("entry in ")
        return (
            f"{be} among {members.one.removeprefix('entry in ')}"
            if is_many
            else f"{be} {members.one.removeprefix('entry ')}"
        )
    if members.some_of or members.whole.startswith("the "):
        return f"{be} among {members.some_of or members.whole}"
    is_definite = is_single(members) or members.many.startswith(("the ", "those ", "all ", "originals "))
    return f"{be} among {members.many if is_definite else f'the {members.many}'}"


@clause.register
def _(node: Some, context: Context) -> str:
    if isinstance(node.some, Ref):
        return _some_named(node.some, context, "any ", "has any")
    if _is_of_players(node.some):
        return _held_there(node.some, context, there_is=True)
    if isinstance(node.some, Alike) and not noun(node.some, context).one.startswith("one of "):
        cards = noun(node.some.alike, context).many
        return f"{number(node.some.n, context)} or more {cards} have the same values, suits and colours"
    if (office := _office_for(node.some, context)) is not None:
        return f"there is {with_article(office)}"
    if (owner := _owner_of_cards(node.some, context)) is not None:
        return f"{owner.does('have')} {with_article(_own_cards(node.some, owner, context)[0])}"
    some = in_general(noun(node.some, context), node.some.kind)
    return f"there is {some.one if some.one.startswith('one of ') else with_article(some.one)}"


def _office_for(members: Expression[Members], context: Context) -> str | None:
    """Return an office of the cycle that one player holds, with what it is for, or None for other sets."""
    if not isinstance(members, PlayersIn) or members.of is not None or not context.is_office(members.players_in):
        return None
    return f"{members.players_in.removeprefix('The ')}{for_key(members.for_, context)}"


def _held_there(members: Expression[Members], context: Context, there_is: bool) -> str:
    """Describe that the players' value has content, or has none."""
    held = _held_in(members, context)
    if context.is_office(held_value(members)):
        return f"{'somebody' if there_is else 'nobody'} is {held}"
    if own := _own_entries(members, context, there_is=there_is):
        return own
    is_many = is_plural_name(held_value(members))
    return f"{held} {conjugated('be', not is_many)} {'not ' if there_is else ''}empty"


def _own_entries(members: Expression[Members], context: Context, there_is: bool) -> str:
    """Describe that one player's list with a plural name has entries: "you have no Backers", or "" for other sets."""
    if not isinstance(members, NamesIn | PlayersIn) or members.of is None or members.for_ is not None:
        return ""
    owner, name = noun(members.of, context), held_value(members)
    if not owner.is_of_one or not (some := _some_entries(name, context)):
        return ""
    return owner.does("have") + (f" {some}" if there_is else f" no {name}")


def _some_entries(name: str, context: Context) -> str:
    """Return "at least one Backer" for "Backers", or "" if the name is no plural, or that of an item, too."""
    single = singular_name(name)
    if not single or name in context.plurals or name in context.plurals.values():
        return ""
    return f"at least one {single}"


def held_value(members: Expression[Members]) -> str:
    """Return the name of the stored value from which a set is read, or "" for any other set."""
    if isinstance(members, NamesIn):
        return members.names_in
    return members.players_in if isinstance(members, PlayersIn) else ""


def _is_of_players(members: Expression[Members]) -> bool:
    """Return whether a set is the content of players' values.

    "is one of" reads wrong for it, as in "is one of their Duties".
    """
    return isinstance(members, NamesIn | PlayersIn) and members.of is not None


def _held_in(members: Expression[Members], context: Context) -> str:
    """Return the name of the value, such as "your Backers", instead of all its members."""
    if isinstance(members, PlayersIn):
        return value_named(members.players_in, members.of, context, members.for_)
    return value_named(members.names_in, members.of, context, members.for_) if isinstance(members, NamesIn) else ""


def _some_named(ref: Ref, context: Context, any_: str, has: str) -> str:
    if ref.part and ref.part != "owner" and not ref.of_proposals:
        return f"{context.named(ref.name, 'cards').whole} {has} {ref.part}".replace("any values", "a value")
    meant = context.names.get(ref.name)
    if meant is not None and meant.noun is None:
        if meant.is_defined:
            return _any_in(named_by_law(meant, ref.name), any_ == "any ", meant)
        which = f" {spoken(ref.name)}" if ref.name in context.alike else ""
        if any_ == "any " and not meant.several:
            return f"{with_article(meant.sort)}{which} was chosen"
        return f"{any_}{meant.sort}{'s' if meant.several else ''}{which} {'were' if meant.several else 'was'} chosen"
    said = noun(ref, context)
    return f"{said.does('exist')}" if any_ == "any " else f"{said.whole} {conjugated('do', said.singular)} not exist"


def _any_in(defined: Noun, there_is: bool, meant: Meant) -> str:
    """Describe that a defined set has members, or has none."""
    if meant.several:
        return f"there are {'any' if there_is else 'no'} {defined.many}"
    one = defined.whole.removeprefix("the ")
    return f"there is {with_article(one) if there_is else f'no {one}'}"


def _none(inner: Some, context: Context) -> str:
    if isinstance(inner.some, Ref):
        return _some_named(inner.some, context, "no ", "has no")
    if _is_of_players(inner.some):
        return _held_there(inner.some, context, there_is=False)
    if (owner := _owner_of_cards(inner.some, context)) is not None:
        return f"{owner.does('have')} no {_own_cards(inner.some, owner, context)[0]}"
    return _there_is_no(_office_for(inner.some, context) or noun(inner.some, context).one)


def _there_is_no(one: str) -> str:
    """Describe that a set is empty: "there is nobody who has a Coin", "there is no card in your hand"."""
    if one == "player" or one.startswith("player "):
        return f"there is nobody{one.removeprefix('player')}"
    return f"there is no {one}"


@clause.register
def _(node: Shares, context: Context) -> str:
    one, other = (noun(side, context) for side in node.of)
    trait = node.shares
    if node.whole:
        return f"{one.whole} and {other.whole} have the same {trait}s"
    if trait == "value" and node.within:
        return f"a value of {one.object} is within {node.within} of a value of {other.object}"
    if one.whole == other.whole:
        return f"{one.does('have')} {with_article(trait)}"
    return f"{one.does('share')} {with_article(trait)} with {other.object}"


@predicate.register
def _(condition: Shares, called: str, context: Context, singular: bool) -> str:
    one, other = condition.of
    if condition.shares == "value" and condition.within:
        return ""
    others = [far for near, far in ((one, other), (other, one)) if _is(near, called)]
    if len(others) == 2 and not condition.whole:
        return f"{conjugated('have', singular)} {with_article(condition.shares)}"
    if len(others) != 1:
        return ""
    if condition.whole:
        return f"{conjugated('have', singular)} the same {condition.shares}s as {noun(others[0], context).object}"
    return f"{conjugated('share', singular)} {with_article(condition.shares)} with {noun(others[0], context).object}"


@predicate.register
def _(condition: Opposes, called: str, context: Context, singular: bool) -> str:
    one, other = condition.opposes
    others = [far for near, far in ((one, other), (other, one)) if _is(near, called)]
    have = conjugated("have", singular)
    if len(others) == 2:
        return f"{have} two colours that oppose each other"
    return f"{have} a colour that opposes a colour of {noun(others[0], context).object}" if others else ""


@clause.register
def _(node: Opposes, context: Context) -> str:
    one, other = (noun(side, context) for side in node.opposes)
    if one.whole == other.whole:
        return f"two colours of {one.object} oppose each other"
    return f"a colour of {one.object} opposes a colour of {other.object}"


@clause.register
def _(node: Playable, context: Context) -> str:
    return f"{noun(node.playable, context).whole} can be played on {noun(node.upon, context).object}"


@clause.register
def _(node: Demanded, context: Context) -> str:
    return "it is of the kind to be drawn"


@clause.register
def _(node: NamedTruth, context: Context) -> str:
    return _named_truth(node, context, negated=False)


def _named_truth(node: NamedTruth, context: Context, negated: bool) -> str:
    """Describe what an event says to be true or false: in its own words, or by its name."""
    meant = context.names.get(node.name)
    if meant is not None and meant.noun is not None:
        said = meant.noun.whole
        return said.replace(" is ", " is not ", 1) if negated else said
    return f"{spoken(node.name)} is {'false' if negated else 'true'}"
