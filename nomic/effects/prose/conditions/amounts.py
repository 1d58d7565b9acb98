"""English descriptions of conditions on amounts: how many there are, or how many a player has."""

import re

from nomic.effects.language.nodes.arithmetic import constant_value
from nomic.effects.language.nodes.conditions import Is
from nomic.effects.language.nodes.item_holders import POOL, Stock
from nomic.effects.language.nodes.values import Count
from nomic.effects.language.operations.values import ValueOf
from nomic.effects.prose.conditions.own_cards import own_cards, owner_of_cards
from nomic.effects.prose.conditions.relations import COMPARED, NONE, RELATIONS, SAID_OF_NUMBERS
from nomic.effects.prose.context import Context, number
from nomic.effects.prose.english_grammar import conjugated, singular_name
from nomic.effects.prose.values.counts import holding, unit
from nomic.effects.prose.values.item_holders import holder_noun, item_words
from nomic.effects.prose.values.nouns_for_sets import all_of

NOT_SIMPLE = re.compile(r" not | no | and | or |[,(]")


def held_number(node: Is, context: Context, negated: bool) -> str:
    """Describe a player's amount of a value with a plural name: "exactly 2 Seals", or "" otherwise."""
    one, relation, other = node.is_
    count = constant_value(other)
    if not isinstance(one, ValueOf) or one.for_ is not None or count is None or context.is_column(one.value_of):
        return ""
    single = singular_name(one.value_of)
    if not single or one.value_of in context.plurals or one.value_of in context.plurals.values():
        return ""
    if ((relation, count) == ("equals", 0) and not negated) or (relation, count, negated) in NONE:
        return f"no {one.value_of}"
    return f"{RELATIONS[relation][negated]} {number(other, context)} {single if count == 1 else one.value_of}"


def having(held: str, singular: bool) -> str:
    """Return the predicate for an amount in words: "has exactly 2 Seals", "does not have exactly 2 Seals"."""
    if held.startswith("not "):
        return f"{conjugated('do', singular)} not have {held.removeprefix('not ')}"
    return f"{conjugated('have', singular)} {held}"


def cards_held(node: Is, context: Context, negated: bool) -> str:
    """Describe how many cards a player has: "you have fewer than 2 cards", or "" for other comparisons."""
    one, relation, other = node.is_
    count = constant_value(other)
    if not isinstance(one, Count) or count is None or (owner := owner_of_cards(one.count, context)) is None:
        return ""
    card, cards = own_cards(one.count, owner, context)
    if (relation, count, negated) in NONE:
        return f"{owner.does('have')} no {cards}"
    held = f"{RELATIONS[relation][negated]} {number(other, context)} {card if count == 1 else cards}"
    return f"{owner.whole} {having(held, owner.singular)}"


def having_so_many(who: str, stock: Stock, compared: Is, context: Context, *, singular: bool, negated: bool) -> str:
    """Describe a holder's amount of an item: "you have at least 2 Coins", "you do not have exactly 2 Coins"."""
    said = so_many(stock, compared, context, negated)
    if said.startswith("not "):
        return f"{who} {conjugated('do', singular)} not have {said.removeprefix('not ')}"
    return f"{who} {conjugated('have', singular)} {said}"


def so_many(stock: Stock, compared: Is, context: Context, negated: bool) -> str:
    _, relation, other = compared.is_
    one, many = item_words(stock.stock, context)
    if (relation, constant_value(other), negated) in NONE:
        return f"no {many}"
    if isinstance(other, Stock) and other.of.raw != POOL:
        owner = holder_noun(other.of, context)
        if owner.is_of_one and item_words(other.stock, context) == (one, many):
            return COMPARED[relation][negated].format(one=many, other=owner.object)
        is_same = item_words(other.stock, context) == (one, many) and not owner.is_of_one
        others = f"{all_of(owner)} together" if is_same else f"{holding(owner)} {item_words(other.stock, context)[1]}"
        return COMPARED[relation][negated].format(one=many, other=others)
    said = number(other, context)
    if said == "that number":
        return f"{RELATIONS[relation][negated]} that many {many}"
    if constant_value(other) is None and not said.startswith("“"):
        return COMPARED[relation][negated].format(one=many, other=said)
    return f"{RELATIONS[relation][negated]} {number(other, context)} {one if constant_value(other) == 1 else many}"


def there_are(node: Is, context: Context, negated: bool) -> str:
    one, relation, other = node.is_
    if (relation, constant_value(other), negated) in NONE:
        return there_is_no(unit(one, context))
    if constant_value(other) is None:
        pair = [number(each, context).removeprefix("the number of ") for each in (one, other)]
        if unit(other, context) and not any(each.startswith("the ") for each in pair):
            other_words = pair[1].removeprefix(f"{pair[0].partition(' ')[0]} ")
            is_place = other_words.startswith("in ") and " in " in pair[0]
            others = other_words if is_place else pair[1]
            return f"there are {COMPARED[relation][negated].format(one=pair[0], other=others)}"
        return f"{number(one, context)} {SAID_OF_NUMBERS[relation][negated]} {number(other, context)}"
    if constant_value(other) == 1:
        said = unit(one, context)
        how_many = f"{RELATIONS[relation][negated]} {said if said.startswith('one of ') else f'1 {said}'}"
        return f"there is {how_many}"
    if relation == "equals" and negated:
        return f"{number(one, context)} is not {number(other, context)}"
    many = number(one, context).removeprefix("the number of ")
    if many.startswith(("the ", "those ")):
        many = f"of {many}"
    return f"there are {RELATIONS[relation][negated]} {number(other, context)} {many}"


def there_is_no(one: str) -> str:
    """Describe an empty set: "nobody has a Coin", "there is nobody on the roll", "there is no card in your hand"."""
    is_simple = one.startswith("player who ") and not NOT_SIMPLE.search(one)
    if is_simple:
        return f"nobody {one.removeprefix('player who ')}"
    if one == "player" or one.startswith("player "):
        return f"there is nobody{one.removeprefix('player')}"
    return f"there is no {one}"
