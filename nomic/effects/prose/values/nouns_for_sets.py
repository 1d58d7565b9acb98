"""Forms of nouns for sets: a single thing, each member, all members together."""

from nomic.effects.language.nodes.base import Kind
from nomic.effects.prose.context import SORTS, THEY, YOU
from nomic.effects.prose.english_grammar import Noun, with_article


def is_single(members: Noun) -> bool:
    """Return whether a noun names one thing: "you", "they", "that card", "a random player", "the Gardener"."""
    if members.whole in (YOU.whole, THEY.whole):
        return True
    return members.singular and not members.whole.startswith(("each ", "every ", "all "))


def is_one_thing(members: Noun) -> bool:
    """Return whether a set is a single given thing, so that its best, first or random member is the set itself."""
    if members.some_of or not is_single(members):
        return False
    return members.one == members.whole or members.whole == THEY.whole


def in_general(members: Noun, kind: Kind, remark: str) -> Noun:
    """Return a noun for the kind of thing, with a remark, if the set is a single given thing.

    Examples are "players (counting only you)", with the remark "counting only you", and "cards (only this card)". Any
    other noun is returned unchanged.
    """
    if not is_one_thing(members):
        return members
    sort, only = SORTS[kind], f" ({remark})"
    return Noun(f"{sort}{only}", f"{sort}s{only}", members.whole, singular=members.singular, as_object=members.object)


def any_of(members: Noun) -> str:
    """Return the noun for any one member: "this card", "one of those cards", "a card in your hand"."""
    if members.one.startswith("one of ") or members.one == members.whole:
        return members.one
    return members.object if is_single(members) else with_article(members.one)


def each_of(members: Noun) -> str:
    """Return the noun for each member, as an object: "each player", "each of those players", "that player"."""
    if is_single(members) or members.object.startswith(("each ", "every ")):
        return members.object
    return f"each of {members.object}"


def all_of(members: Noun) -> str:
    """Return the noun for all members together, whose amounts are added: "all players", "the players in “leaders”"."""
    return f"all {members.many}" if members.whole.startswith("each ") else members.object
