"""Conditions in words."""

from nomic.effects.language.conditions import All, Any_, Demanded, Has, Is, Not, Opposes, Playable, Shares, Some
from nomic.effects.language.nodes import Condition, Expression
from nomic.effects.language.selectors import CardsIn
from nomic.effects.language.values import Literal, Ref, Stock, Tally
from nomic.effects.words.context import Talk, clause, noun, number, predicate
from nomic.effects.words.grammar import conjugated, listed, with_article
from nomic.effects.words.nouns import unit

RELATIONS = {"equals": "exactly", "at_least": "at least", "more_than": "more than"}
SAID_OF_NUMBERS = {"equals": "equals", "at_least": "is at least", "more_than": "is more than"}
PARITIES = ("odd", "even")


@predicate.register
def _(condition: Has, called: str, talk: Talk, singular: bool) -> str:
    return _has(condition, talk, singular, negated=False) if _is(condition.has, called) else ""


@predicate.register
def _(condition: Not, called: str, talk: Talk, singular: bool) -> str:
    inner = condition.not_
    if isinstance(inner, Has) and _is(inner.has, called) and len(_wanted(inner)) == 1:
        return _has(inner, talk, singular, negated=True)
    if isinstance(inner, Is) and _is_same(inner) and _is(inner.is_[0], called):
        return f"{conjugated('be', singular)} not {noun(inner.is_[2], talk).object}"
    return ""


@predicate.register
def _(condition: Demanded, called: str, talk: Talk, singular: bool) -> str:
    return f"{'meets' if singular else 'meet'} what the draw demands"


@predicate.register
def _(condition: Some, called: str, talk: Talk, singular: bool) -> str:
    held = condition.some
    if isinstance(held, CardsIn) and _is(held.of, called):
        return f"{conjugated('have', singular)} {with_article(noun(held, talk).one)}"
    return ""


@predicate.register
def _(condition: Is, called: str, talk: Talk, singular: bool) -> str:
    stock = condition.is_[0]
    if isinstance(stock, Stock) and _is(stock.of, called):
        return f"{conjugated('have', singular)} {_so_many(stock, condition, talk)}"
    if _is_same(condition) and _is(condition.is_[0], called):
        return f"{conjugated('be', singular)} {noun(condition.is_[2], talk).object}"
    return ""


def _is_same(condition: Is) -> bool:
    """Whether a comparison says that cards or players are the same."""
    one, relation, other = condition.is_
    return relation == "equals" and one.kind == other.kind and one.kind in ("cards", "players")


def _is(node: Expression | None, called: str) -> bool:
    return isinstance(node, Ref) and node.name == called and not node.part


@clause.register
def _(node: All, talk: Talk) -> str:
    if not node.all_:
        return "it is so in any case"
    return _joined(node.all_, "and", Any_, talk)


@clause.register
def _(node: Any_, talk: Talk) -> str:
    if not node.any_:
        return "it is never so"
    return _joined(node.any_, "or", All, talk)


def _joined(parts: tuple[Condition, ...], word: str, other: type[Condition], talk: Talk) -> str:
    said = [f"({clause(part, talk)})" if isinstance(part, other) else clause(part, talk) for part in parts]
    return f", {word} ".join(said) if any("," in part for part in said) else f" {word} ".join(said)


@clause.register
def _(node: Not, talk: Talk) -> str:
    inner = node.not_
    if isinstance(inner, Has) and len(_wanted(inner)) == 1 and noun(inner.has, talk).singular:
        return f"{noun(inner.has, talk).whole} {_has(inner, talk, singular=True, negated=True)}"
    if isinstance(inner, Is) and _is_same(inner):
        one = noun(inner.is_[0], talk)
        return f"{one.does('be')} not {noun(inner.is_[2], talk).object}"
    if isinstance(inner, Playable):
        return f"{noun(inner.playable, talk).whole} cannot be played upon {noun(inner.upon, talk).object}"
    if isinstance(inner, Some):
        return _none(inner, talk)
    return f"it is not so that {clause(inner, talk)}"


@clause.register
def _(node: Has, talk: Talk) -> str:
    cards = noun(node.has, talk)
    if cards.singular:
        return f"{cards.whole} {_has(node, talk, singular=True, negated=False)}"
    if cards.one.startswith("one of "):
        return f"{cards.one} {_has(node, talk, singular=True, negated=False)}"
    return f"{with_article(cards.one)} {_has(node, talk, singular=True, negated=False)}"


def _wanted(node: Has) -> list[tuple[str, Expression]]:
    fields = ("species", "suit", "colour", "type", "modifier", "flag", "value")
    held = (node.species, node.suit, node.colour, node.type_, node.modifier, node.flag, node.value_)
    return [(field, wanted) for field, wanted in zip(fields, held, strict=True) if wanted is not None]


def _has(node: Has, talk: Talk, singular: bool, negated: bool) -> str:
    said = [_part(field, wanted, talk, singular, negated) for field, wanted in _wanted(node)]
    return listed(said) if said else conjugated("be", singular) + " a card"


def _part(field: str, wanted: Expression, talk: Talk, singular: bool, negated: bool) -> str:
    be, have = conjugated("be", singular), conjugated("have", singular)
    if negated:
        be, have = f"{be} not", f"{conjugated('do', singular)} not have"
    choice = _choice(wanted, talk)
    if field == "species":
        return f"{be} called {choice}"
    if field == "type":
        return f"{be} {choice}"
    if field == "value" and choice in PARITIES:
        return f"{have} an {choice} value"
    return f"{have} {'the' if isinstance(wanted, Literal) else 'as'} {field} {choice}"


def _choice(wanted: Expression, talk: Talk) -> str:
    """A name, or one of several."""
    said = noun(wanted, talk)
    return said.one or said.whole if isinstance(wanted, Literal) else f"any of {said.object}"


@clause.register
def _(node: Is, talk: Talk) -> str:
    one, relation, other = node.is_
    if isinstance(one, Stock):
        owner = noun(one.of, talk)
        if not isinstance(one.of, Literal):
            return f"{owner.does('have')} {_so_many(one, node, talk)}"
    if _is_same(node):
        return f"{noun(one, talk).does('be')} {noun(other, talk).object}"
    if isinstance(one, Tally) and relation == "more_than" and isinstance(other, Literal) and other.source == 0:
        return _drew_any(one, talk)
    if unit(one, talk):
        return _there_are(node, talk)
    return f"{number(one, talk)} {SAID_OF_NUMBERS[relation]} {number(other, talk)}"


def _drew_any(tally: Tally, talk: Talk) -> str:
    words = unit(tally, talk).removeprefix("card that ").split(" drew ")
    return f"{words[0]} drew a card {' drew '.join(words[1:])}"


def _so_many(stock: Stock, compared: Is, talk: Talk) -> str:
    _, relation, other = compared.is_
    one = isinstance(other, Literal) and other.source == 1
    return f"{RELATIONS[relation]} {number(other, talk)} {stock.stock if one else talk.several(stock.stock)}"


def _there_are(node: Is, talk: Talk) -> str:
    one, relation, other = node.is_
    if isinstance(other, Literal) and other.source == 1:
        return f"there is {RELATIONS[relation]} 1 {unit(one, talk)}"
    many = number(one, talk).removeprefix("the number of ")
    return f"there are {RELATIONS[relation]} {number(other, talk)} {many}"


@clause.register
def _(node: Some, talk: Talk) -> str:
    if isinstance(node.some, Ref):
        return _some_named(node.some, talk, "any ", "has any")
    return f"there is {with_article(noun(node.some, talk).one)}"


def _some_named(ref: Ref, talk: Talk, any_: str, has: str) -> str:
    if ref.part and ref.part != "owner":
        return f"{talk.named(ref.name, 'cards').whole} {has} {ref.part}".replace("any values", "a value")
    meant = talk.names.get(ref.name)
    if meant is not None and meant.noun is None:
        return f"{any_}{meant.sort}{'s were' if meant.several else ' was'} chosen"
    return f"there is {noun(ref, talk).whole}"


def _none(inner: Some, talk: Talk) -> str:
    if isinstance(inner.some, Ref):
        return _some_named(inner.some, talk, "no ", "has no").replace("there is ", "there is not ")
    return f"there is no {noun(inner.some, talk).one}"


@clause.register
def _(node: Shares, talk: Talk) -> str:
    one, other = (noun(side, talk) for side in node.of)
    trait = node.shares
    if node.whole:
        return f"{one.whole} and {other.whole} have the same {trait}s"
    if trait == "value" and node.within:
        return f"a value of {one.object} is at most {node.within} off a value of {other.object}"
    return f"{one.does('share')} {with_article(trait)} with {other.object}"


@clause.register
def _(node: Opposes, talk: Talk) -> str:
    one, other = (noun(side, talk) for side in node.opposes)
    return f"a colour of {one.object} opposes a colour of {other.object}"


@clause.register
def _(node: Playable, talk: Talk) -> str:
    return f"{noun(node.playable, talk).whole} can be played upon {noun(node.upon, talk).object}"


@clause.register
def _(node: Demanded, talk: Talk) -> str:
    return "it meets what the draw demands"
