"""English descriptions of conditions on cards: their traits, what they share, and on what they can be played."""

from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.conditions import Demanded, Has, Opposes, Playable, Shares
from nomic.effects.language.nodes.values import Literal
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, clause, noun, predicate
from nomic.effects.prose.english_grammar import conjugated, listed, with_article
from nomic.effects.prose.values.nouns_for_sets import any_of
from nomic.effects.prose.values.relative_clauses import is_named

PARITIES = ("odd", "even")


@predicate.register
def predicate_of_has(condition: Has, called: str, context: Context, singular: bool) -> str:
    return has(condition, context, singular, negated=False) if is_named(condition.has, called) else ""


@predicate.register
def predicate_of_demanded(condition: Demanded, called: str, context: Context, singular: bool) -> str:
    return "can be drawn"


@clause.register
def describe_has(node: Has, context: Context) -> str:
    cards = noun(node.has, context)
    if cards.singular:
        return f"{cards.whole} {has(node, context, singular=True, negated=False)}"
    if cards.one.startswith("one of "):
        return f"{cards.one} {has(node, context, singular=True, negated=False)}"
    return f"{with_article(cards.one)} {has(node, context, singular=True, negated=False)}"


def has(node: Has, context: Context, singular: bool, negated: bool) -> str:
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
    """Return a name, or "any of" with several names."""
    said = noun(wanted, context)
    return said.one or said.whole if isinstance(wanted, Literal) else f"any of {said.object}"


@clause.register
def describe_shares(node: Shares, context: Context) -> str:
    one, other = (noun(side, context) for side in node.of)
    trait = node.shares
    if node.whole:
        return f"{one.whole} and {other.whole} have the same {trait}s"
    if trait == "value" and node.within:
        return f"a value of {any_of(one)} is within {node.within} of a value of {any_of(other)}"
    if one.whole == other.whole:
        return f"{any_of(one)} {conjugated('have', singular=True)} {with_article(trait)}"
    return f"{any_of(one)} {conjugated('share', singular=True)} {with_article(trait)} with {any_of(other)}"


@predicate.register
def predicate_of_shares(condition: Shares, called: str, context: Context, singular: bool) -> str:
    one, other = condition.of
    if condition.shares == "value" and condition.within:
        return ""
    others = [far for near, far in ((one, other), (other, one)) if is_named(near, called)]
    if len(others) == 2 and not condition.whole:
        return f"{conjugated('have', singular)} {with_article(condition.shares)}"
    if len(others) != 1:
        return ""
    if condition.whole:
        return f"{conjugated('have', singular)} the same {condition.shares}s as {noun(others[0], context).object}"
    return f"{conjugated('share', singular)} {with_article(condition.shares)} with {any_of(noun(others[0], context))}"


@predicate.register
def predicate_of_opposes(condition: Opposes, called: str, context: Context, singular: bool) -> str:
    one, other = condition.opposes
    others = [far for near, far in ((one, other), (other, one)) if is_named(near, called)]
    have = conjugated("have", singular)
    if len(others) == 2:
        return f"{have} two colours that oppose each other"
    return f"{have} a colour that opposes a colour of {any_of(noun(others[0], context))}" if others else ""


@clause.register
def describe_opposes(node: Opposes, context: Context) -> str:
    one, other = (noun(side, context) for side in node.opposes)
    if one.whole == other.whole:
        return f"two colours of {one.object} oppose each other"
    return f"a colour of {any_of(one)} opposes a colour of {any_of(other)}"


@clause.register
def describe_playable(node: Playable, context: Context) -> str:
    return f"{noun(node.playable, context).whole} can be played on {noun(node.upon, context).object}"


@clause.register
def describe_demanded(node: Demanded, context: Context) -> str:
    return "it can be drawn"
