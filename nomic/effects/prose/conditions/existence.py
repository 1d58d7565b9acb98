"""English descriptions of existence conditions: "there is a Seller", "you have no Backers"."""

from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.conditions import Some
from nomic.effects.language.nodes.picking import Alike
from nomic.effects.language.nodes.selectors import CardsIn, Values
from nomic.effects.language.nodes.values import Literal, Ref
from nomic.effects.language.operations.values import NamesIn, PlayersIn
from nomic.effects.language.world import Members
from nomic.effects.prose.conditions.amounts import there_is_no
from nomic.effects.prose.conditions.own_cards import own_cards, owner_of_cards
from nomic.effects.prose.context import Context, NameMeaning, clause, named_by_law, noun, number, predicate
from nomic.effects.prose.english_grammar import (
    Noun,
    conjugated,
    is_plural_name,
    quoted_name,
    singular_name,
    with_article,
)
from nomic.effects.prose.values.nouns_for_sets import is_one_thing
from nomic.effects.prose.values.relative_clauses import is_named
from nomic.effects.prose.values.stored_values import for_key, value_named


@predicate.register
def predicate_of_some(condition: Some, called: str, context: Context, singular: bool) -> str:
    held = condition.some
    if is_named(held, called):
        return conjugated("exist", singular)
    is_list = isinstance(held, NamesIn | PlayersIn) and held.for_ is None and not context.is_office(held_value(held))
    if isinstance(held, NamesIn | PlayersIn) and is_list and is_named(held.of, called):
        some = _some_entries(held_value(held), context) or f"at least one entry in {held_value(held)}"
        return f"{conjugated('have', singular)} {some}"
    if isinstance(held, CardsIn) and is_named(held.of, called):
        owner = owner_of_cards(held, context)
        one = noun(held, context).one if owner is None else own_cards(held, owner, context)[0]
        return f"{conjugated('have', singular)} {with_article(one)}"
    return ""


@clause.register
def describe_some(node: Some, context: Context) -> str:
    if isinstance(node.some, Ref):
        return _some_named(node.some, context, there_is=True)
    if _is_of_players(node.some):
        return _held_there(node.some, context, there_is=True)
    if isinstance(node.some, Alike) and not noun(node.some, context).one.startswith("one of "):
        cards = noun(node.some.alike, context).many
        return f"{number(node.some.n, context)} or more {cards} have the same values, suits and colours"
    if (office := _office_for(node.some, context)) is not None:
        return f"there is {with_article(office)}"
    if (owner := owner_of_cards(node.some, context)) is not None:
        return f"{owner.does('have')} {with_article(own_cards(node.some, owner, context)[0])}"
    some = noun(node.some, context)
    if is_one_thing(some):
        return some.does("exist")
    if isinstance(node.some, Values | Literal):
        return f"there is a name in the list {some.many}"
    return f"there is {some.one if some.one.startswith('one of ') else with_article(some.one)}"


def _office_for(members: Expression[Members], context: Context) -> str | None:
    """Return an office that a single player holds, as text, or None for other sets.

    The text includes the key of the office, if it has one.
    """
    if not isinstance(members, PlayersIn) or members.of is not None or not context.is_office(members.players_in):
        return None
    return f"{members.players_in.removeprefix('The ')}{for_key(members.for_, context, members.players_in)}"


def _held_there(members: Expression[Members], context: Context, there_is: bool) -> str:
    """Describe that the players' value has content, or is empty."""
    held = _held_in(members, context)
    if context.is_office(held_value(members)):
        return f"{'somebody' if there_is else 'nobody'} is {held}"
    if own := _own_entries(members, context, there_is=there_is):
        return own
    is_many = is_plural_name(held_value(members))
    return f"{held} {conjugated('be', not is_many)} {'not ' if there_is else ''}empty"


def _own_entries(members: Expression[Members], context: Context, there_is: bool) -> str:
    """Describe a player's list with a plural name as nonempty or empty: "you have no Backers", or ""."""
    if not isinstance(members, NamesIn | PlayersIn) or members.of is None or members.for_ is not None:
        return ""
    owner, name = noun(members.of, context), held_value(members)
    if not owner.is_of_one or not (some := _some_entries(name, context)):
        return ""
    return owner.does("have") + (f" {some}" if there_is else f" no {name}")


def _some_entries(name: str, context: Context) -> str:
    """Return "at least one Backer" for "Backers".

    Returns "" if the name is not a plural, or is also the name of an item.
    """
    single = singular_name(name)
    if not single or name in context.plurals or name in context.plurals.values():
        return ""
    return f"at least one {single}"


def held_value(members: Expression[Members]) -> str:
    """Return the name of the stored value that a set is read from, or "" for other sets."""
    if isinstance(members, NamesIn):
        return members.names_in
    return members.players_in if isinstance(members, PlayersIn) else ""


def _is_of_players(members: Expression[Members]) -> bool:
    """Return whether a set is the content of players' values.

    "Is one of" would be ambiguous for it, as in "is one of their Duties".
    """
    return isinstance(members, NamesIn | PlayersIn) and members.of is not None


def _held_in(members: Expression[Members], context: Context) -> str:
    """Return the name of the value, such as "your Backers", in place of the set of its members."""
    if isinstance(members, PlayersIn):
        return value_named(members.players_in, members.of, context, members.for_)
    return value_named(members.names_in, members.of, context, members.for_) if isinstance(members, NamesIn) else ""


def _some_named(ref: Ref, context: Context, *, there_is: bool) -> str:
    """Describe that a name has members, or none: "any players were chosen", "this card has no suits"."""
    if ref.part and ref.part != "owner" and not ref.of_proposals:
        some = f"no {ref.part}" if not there_is else "a value" if ref.part == "values" else f"any {ref.part}"
        return f"{context.named(ref.name, 'cards').whole} has {some}"
    meant = context.names.get(ref.name)
    if meant is not None and meant.noun is None:
        if meant.is_defined:
            return _any_in(named_by_law(meant, ref.name), there_is, meant)
        which = f" {quoted_name(ref.name)}" if ref.name in context.alike else ""
        if meant.several:
            return f"{'any' if there_is else 'no'} {meant.sort}s{which} were chosen"
        return f"{with_article(meant.sort) if there_is else f'no {meant.sort}'}{which} was chosen"
    said = noun(ref, context)
    return said.does("exist") if there_is else f"{said.whole} {conjugated('do', said.singular)} not exist"


def _any_in(defined: Noun, there_is: bool, meant: NameMeaning) -> str:
    """Describe a named set as nonempty or empty."""
    if meant.several:
        return f"there are {'any' if there_is else 'no'} {defined.many}"
    one = defined.whole.removeprefix("the ")
    return f"there is {with_article(one) if there_is else f'no {one}'}"


def none(inner: Some, context: Context) -> str:
    if isinstance(inner.some, Ref):
        return _some_named(inner.some, context, there_is=False)
    if _is_of_players(inner.some):
        return _held_there(inner.some, context, there_is=False)
    if (owner := owner_of_cards(inner.some, context)) is not None:
        return f"{owner.does('have')} no {own_cards(inner.some, owner, context)[0]}"
    return there_is_no(_office_for(inner.some, context) or noun(inner.some, context).one)
