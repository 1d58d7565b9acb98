"""English descriptions of the values that rules store."""

from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.keyed_values import ListedIn
from nomic.effects.language.operations.values import NamesIn, PlayersIn, ProposalsIn, ValueOf
from nomic.effects.language.world import Players, Value
from nomic.effects.prose.context import Context, noun, number
from nomic.effects.prose.english_grammar import (
    Noun,
    definite,
    is_plural_name,
    possessive,
    preposition,
    preposition_of_key,
    singular_name,
    the_value,
    with_article,
)
from nomic.effects.prose.values.nouns_for_sets import all_of


def value_named(
    name: str,
    of: Expression[Players] | None,
    context: Context,
    for_: Expression[Value] | None = None,
    *,
    of_any: bool = False,
) -> str:
    """Describe a stored value: "The Well", "your Lamps lit", "your Debt to that player".

    If `of_any` is set, the value of several players means the value of any of them: "a player's Backers".
    """
    if context.is_column(name) and for_ is not None:
        return f"the {name} of {number(for_, context) if for_.kind == 'number' else noun(for_, context).object}"
    under = _for_themselves(for_, of, context, name) or for_key(for_, context, name)
    if of is None and for_ is None and _is_counted(name, context):
        return f"the number of {name.removeprefix('The ')}"
    if of is None:
        return f"{the_value(name)}{under}"
    owner = noun(of, context)
    thing = f"{name.removeprefix('The ')}{under}"
    if of_any and owner.whole.startswith("each ") and owner.one != owner.whole:
        one = with_article(owner.one) if not owner.one.startswith("one of ") else owner.one
        is_short = definite(one).is_short
        return f"{owner.of_one or possessive(one)} {thing}" if is_short else f"the {thing} of {one}"
    return owner.having(thing)


def _is_counted(name: str, context: Context) -> bool:
    """Return whether a value counts things with a plural name: "the number of Apples sold"."""
    kept = context.value_words(name)
    return kept is not None and kept.kind == "number" and not kept.is_column and is_plural_name(name)


def takes_plural(name: str, of: Expression[Players] | None, context: Context) -> bool:
    """Return whether a stored value takes a plural verb: "your Seals increase"."""
    return is_plural_name(name) and not (of is None and _is_counted(name, context))


def _for_themselves(for_: Expression[Value] | None, of: Expression[Players] | None, context: Context, name: str) -> str:
    """Describe a key that is the value's own owner: "your Debt to yourself", or return ""."""
    if for_ is None or of is None or for_.raw != of.raw:
        return ""
    owner = noun(of, context)
    if not owner.is_of_one or not (owner.whose or owner.is_short):
        return ""
    return f" {preposition_of_key(name)} {'yourself' if owner.is_you else 'themselves'}"


def for_key(for_: Expression[Value] | None, context: Context, name: str = "") -> str:
    """Describe the key of a stored value as a suffix of its name: " for that player", or "" without a key."""
    if for_ is None:
        return ""
    key = number(for_, context) if for_.kind == "number" else noun(for_, context).object
    return f" {preposition_of_key(name)} {key}"


def flagged_thing(for_: Expression[Value] | None, context: Context) -> Noun | None:
    """Return the noun for the named thing that a flag with this key marks: "that quest is Finished". None for others.

    Players have flags of their own, which sentences could not tell apart from flags that have players as keys.
    """
    if for_ is None or for_.kind != "names":
        return None
    thing = noun(for_, context)
    return thing if thing.is_of_one else None


@number.register
def number_of_value_of(node: ValueOf, context: Context) -> str:
    owner = None if node.of is None else noun(node.of, context)
    if owner is not None and not owner.is_of_one:  # the values are added up
        return f"the total {node.value_of}{for_key(node.for_, context, node.value_of)} of {all_of(owner)}"
    said = value_named(node.value_of, node.of, context, node.for_)
    is_number_of = node.of is not None and node.for_ is None and _is_counted(node.value_of, context)
    counted = said.removeprefix("the ") if said.startswith(f"the {node.value_of} of ") else said
    return f"the number of {counted}" if is_number_of else said


@noun.register
def noun_of_names_in(node: NamesIn, context: Context) -> Noun:
    named = value_named(node.names_in, node.of, context, node.for_)
    kept = context.value_words(node.names_in)
    if kept is None or kept.kind == "name" or kept.is_column:
        return definite(named)
    return Noun(f"entry in {named}", f"entries in {named}", f"each entry in {named}", some_of=f"the entries in {named}")


@noun.register
def noun_of_listed_in(node: ListedIn, context: Context) -> Noun:
    named = f"listed in {value_named(node.listed_in, node.of, context, of_any=True)}"
    sort = "player" if node.are == "players" else "name"
    return Noun(one=f"{sort} {named}", many=f"{sort}s {named}", whole=f"each {sort} {named}")


@noun.register
def noun_of_proposals_in(node: ProposalsIn, context: Context) -> Noun:
    named = (
        f"{preposition(node.proposals_in)} {value_named(node.proposals_in, node.of, context, node.for_, of_any=True)}"
    )
    return Noun(f"proposal {named}", f"proposals {named}", f"each proposal {named}")


@noun.register
def noun_of_players_in(node: PlayersIn, context: Context) -> Noun:
    name = node.players_in.removeprefix("The ")
    value = value_named(node.players_in, node.of, context, node.for_, of_any=True)
    if context.is_office(node.players_in):
        if node.of is None:
            value = f"the {name}{for_key(node.for_, context, name)}"
        one, many = f"player who is {value}", f"players who are {value}"
        if node.of is None and node.for_ is None:
            return Noun(one=name, many=many, whole=value)
        is_one = node.for_ is None and _is_of_one(node.of, context)
        return Noun(one, many, whole=value if is_one else f"each {one}")
    if node.of is None and (title := context.title(node.players_in)) is not None:
        holder = f"player who is {title[0]}"
        return Noun(holder, title[1], f"each {holder}")
    if node.of is not None and node.for_ is None and noun(node.of, context).is_of_one and _is_list_of(name, context):
        return Noun(f"player among {value}", f"players among {value}", f"each of {value}")
    named = f"{preposition(name)} {value}"
    return Noun(one=f"player {named}", many=f"players {named}", whole=f"each player {named}")


def _is_list_of(name: str, context: Context) -> bool:
    """Return whether the name of a list also names its members, as in "each of your Backers"."""
    is_item = name in context.plurals or name in context.plurals.values()
    return bool(singular_name(name)) and not is_item


def _is_of_one(of: Expression[Players] | None, context: Context) -> bool:
    """Return whether a value belongs to a single player: "your Rank", not "each player's Rank"."""
    owner = noun(of, context) if of is not None else None
    return owner is not None and (bool(owner.whose) or (owner.singular and owner.one == owner.whole))
