"""English descriptions of conditions on membership in a set: "you are on the roll"."""

from nomic.effects.language.nodes.conditions import Member
from nomic.effects.language.nodes.keyed_values import ListedIn
from nomic.effects.language.operations.values import NamesIn, PlayersIn
from nomic.effects.prose.context import Context, clause, noun, predicate
from nomic.effects.prose.english_grammar import conjugated, is_plural_name
from nomic.effects.prose.values.nouns_for_sets import is_single
from nomic.effects.prose.values.relative_clauses import is_named
from nomic.effects.prose.values.stored_values import for_key


@clause.register
def describe_member(node: Member, context: Context) -> str:
    one = noun(node.member, context)
    if isinstance(node.of, NamesIn) and one.is_of_one and noun(node.of, context).is_of_one:
        return f"{noun(node.of, context).whole} is {one.whole}"
    return f"{one.whole} {_among(node, context, one.singular)}"


@predicate.register
def predicate_of_member(condition: Member, called: str, context: Context, singular: bool) -> str:
    is_content = isinstance(condition.of, NamesIn) and noun(condition.of, context).is_of_one
    return _among(condition, context, singular) if is_named(condition.member, called) and not is_content else ""


def _among(node: Member, context: Context, singular: bool) -> str:
    members = noun(node.of, context)
    be = conjugated("be", singular)
    if isinstance(node.of, PlayersIn) and node.of.of is None and context.is_office(node.of.players_in):
        where = f"the {node.of.players_in.removeprefix('The ')}{for_key(node.of.for_, context, node.of.players_in)}"
        return f"{be} {where}"
    if isinstance(node.of, PlayersIn):
        where = members.whole if context.is_office(node.of.players_in) and members.is_of_one else members.one
        return f"{be} {where.removeprefix('player ').removeprefix('who is ')}"
    if isinstance(node.of, NamesIn) and members.is_of_one:
        return f"{be} {members.whole}"
    if isinstance(node.of, ListedIn):
        return f"{be} {members.one.partition(' ')[2]}"
    if is_single(members) and not members.some_of:
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
