"""English descriptions of numbers of things: members of a set, items somebody has, cards drawn."""

from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.item_holders import POOL, Amount, ItemsIn, Keeping, Stock, is_store
from nomic.effects.language.nodes.selectors import Values
from nomic.effects.language.nodes.values import Count, Literal, Tally
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, noun, number
from nomic.effects.prose.english_grammar import Noun
from nomic.effects.prose.values.item_holders import TREASURY, holder_noun, item_words, keeping_noun
from nomic.effects.prose.values.nouns_for_sets import all_of, in_general

SPANS = {"turn": "this turn", "previous_turn": "the turn before"}


@number.register
def number_of_count(node: Count, context: Context) -> str:
    return f"the number of {_counted(node.count, context, several=True)}"


@number.register
def number_of_stock(node: Stock, context: Context) -> str:
    return f"the number of {_stocked(node, context, several=True)}"


@number.register
def number_of_amount(node: Amount, context: Context) -> str:
    return f"the number of {item_words(node.amount, context)[1]} in {noun(node.in_, context).whole}"


@noun.register
def noun_of_items_in(node: ItemsIn, context: Context) -> Noun:
    return Noun("item", "items", f"the items in {noun(node.items_in, context).whole}", singular=False)


@number.register
def number_of_tally(node: Tally, context: Context) -> str:
    return f"the number of {_tallied(node, context, several=True)}"


def _counted(node: Expression[Value], context: Context, several: bool) -> str:
    if (isinstance(node, Values) and isinstance(node.values, tuple)) or isinstance(node, Literal):
        return f"name{'s' if several else ''} in the list {noun(node, context).many}"
    members = noun(node, context)
    members = in_general(members, node.kind, f"counting only {members.object}")
    return members.many if several else members.one


def _stocked(node: Stock, context: Context, several: bool) -> str:
    one, many = item_words(node.stock, context)
    item = many if several else one
    if node.of.raw == POOL:
        return f"{item} in the pool"
    if isinstance(node.of, Keeping):
        return f"{item} in {keeping_noun(node.of, context).whole}"
    if is_store(node.of):
        return f"{item} in {TREASURY.whole}"
    return f"{item} {holding(holder_noun(node.of, context))}"


def holding(owner: Noun) -> str:
    """Return the subject with "have". Several holders become "all players together have"."""
    return owner.does("have") if owner.is_of_one else f"{all_of(owner)} together have"


def _tallied(node: Tally, context: Context, several: bool) -> str:
    cards = "cards" if several else "card"
    whose = noun(node.of, context).whole
    when = SPANS[node.during]
    if node.tally == "drawn_by_cause":
        return f"{cards} {whose} drew because of the actions of {when}"
    return f"{cards} {whose} drew {'in ' if node.during == 'previous_turn' else ''}{when}"


def unit(node: Expression[Value], context: Context) -> str:
    """Return the singular noun for what is counted, as in "1 card for each Chip in the pool", or ""."""
    if isinstance(node, Count):
        return _counted(node.count, context, several=False)
    if isinstance(node, Stock):
        return _stocked(node, context, several=False)
    return _tallied(node, context, several=False) if isinstance(node, Tally) else ""
