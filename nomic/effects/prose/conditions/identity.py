"""English descriptions of identity: comparisons of two players, cards or names."""

from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.conditions import Is
from nomic.effects.language.operations.values import NamesIn
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, noun
from nomic.effects.prose.english_grammar import Noun, conjugated, is_plural_name, one_of_item, with_article
from nomic.effects.prose.values.nouns_for_sets import is_single
from nomic.effects.prose.values.stored_values import value_named

AN_ITEM = ("that item", "the chosen item")  # nouns after which an item has its article: "the chosen item is a Lantern"


def is_same(condition: Is) -> bool:
    """Return whether a comparison requires that two cards or two players are the same."""
    one, relation, other = condition.is_
    return relation == "equals" and one.kind == other.kind and one.kind in ("cards", "players", "proposals")


def same(node: Is, context: Context, *, negated: bool) -> str:
    """Describe two sets as having the same members: "you are the only player on the roll"."""
    one, other = (noun(each, context) for each in (node.is_[0], node.is_[2]))
    if (not is_single(one) and is_single(other)) or other.whole.startswith("its "):
        one, other = other, one
    if is_single(one):
        return f"{one.whole} {same_as(other, singular=one.singular, negated=negated)}"
    return f"{_the_members(one)} are {'not ' if negated else ''}exactly {_the_members(other)}"


def same_as(other: Noun, *, singular: bool, negated: bool) -> str:
    """Describe identity with a thing or a set's only member: "is that card", "is the only active player"."""
    be = f"{conjugated('be', singular)}{' not' if negated else ''}"
    if is_single(other):
        return f"{be} {other.object}"
    return f"{be} the only {other.one}"


def _the_members(members: Noun) -> str:
    """Return the noun for all members of a set: "the players on the roll", "those cards"."""
    if is_single(members) or members.object.startswith(("the ", "those ")):
        return members.object
    return members.some_of or f"the {members.many}"


def same_names(one: Expression[Value], names: str, context: Context, *, negated: bool) -> str:
    """Describe the equality of names: "your Room is Hall", "your Duties contain only Sweeping"."""
    kept = context.value_words(one.names_in) if isinstance(one, NamesIn) else None
    if isinstance(one, NamesIn) and kept is not None and kept.kind == "names" and not kept.is_column:
        is_one = not is_plural_name(one.names_in)
        contain = f"{conjugated('do', is_one)} not contain" if negated else conjugated("contain", is_one)
        return f"{value_named(one.names_in, one.of, context, one.for_)} {contain} {names} and nothing else"
    said = noun(one, context)
    if said.whole.startswith("each "):
        return f"the {said.many} are {'not ' if negated else ''}exactly {names}"
    if said.whole in AN_ITEM and names in context.plurals:
        names = with_article(one_of_item(names, context.plurals[names]))
    return f"{said.does('be')} {'not ' if negated else ''}{names}"
