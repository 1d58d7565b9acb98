"""Forms of nouns for sets: one thing, each member, all members together."""

from nomic.effects.language.nodes.base import Kind
from nomic.effects.prose.context import SORTS, THEY, YOU
from nomic.effects.prose.english_grammar import Noun


def is_single(members: Noun) -> bool:
    """Return whether a noun names one thing: "you", "they", "that card", "a random player", "the Gardener"."""
    if members.whole in (YOU.whole, THEY.whole):
        return True
    return members.singular and not members.whole.startswith(("each ", "every ", "all "))


def in_general(members: Noun, kind: Kind) -> Noun:
    """Return the noun of a set of its kind if it names one thing: "player who is you", "cards that are this card"."""
    if members.some_of or not is_single(members) or (members.one != members.whole and members.whole != THEY.whole):
        return members
    sort = SORTS[kind]
    one = f"{sort} {'who' if sort == 'player' else 'that'} is {members.object}"
    many = f"{sort}s {'who' if sort == 'player' else 'that'} are {members.object}"
    return Noun(one, many, members.whole, singular=members.singular, as_object=members.object)


def each_of(members: Noun) -> str:
    """Return each member as an object: "each player", "each of those players", "that player"."""
    if is_single(members) or members.object.startswith(("each ", "every ")):
        return members.object
    return f"each of {members.object}"


def all_of(members: Noun) -> str:
    """Return the noun for all members together, whose amounts are added: "all players", "the players in “leaders”"."""
    return f"all {members.many}" if members.whole.startswith("each ") else members.object
