"""English descriptions of selectors: sets of cards, players, names and values."""

import re
from typing import Any

from msgspec import structs

from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.arithmetic import constant_value
from nomic.effects.language.nodes.base import Binding, Condition, Expression
from nomic.effects.language.nodes.compound_fields import Range
from nomic.effects.language.nodes.conditions import All, Any_, Has, Is
from nomic.effects.language.nodes.item_holders import Keeping, Stock, is_store
from nomic.effects.language.nodes.picking import First, Mixed, Sample, Those
from nomic.effects.language.nodes.selectors import CardsIn, Extreme, Owners, PlayersWho, Values
from nomic.effects.language.nodes.values import Count, Literal, Ref, Roll
from nomic.effects.language.operations.values import NamesIn, PlayersIn, ValueOf
from nomic.effects.language.world import Value
from nomic.effects.prose.context import SORTS, YOU, Context, NameMeaning, noun, number
from nomic.effects.prose.english_grammar import (
    RELATIVE,
    TRAILING,
    Noun,
    definite,
    listed,
    plural_noun,
    possessive,
    singular_name,
    with_article,
    with_the,
)
from nomic.effects.prose.ties import ties_in_words
from nomic.effects.prose.values.item_holders import holder_noun, item_words
from nomic.effects.prose.values.nouns_for_sets import is_one_thing, is_single
from nomic.effects.prose.values.references import in_quotes_if_unclear, owned_by
from nomic.effects.prose.values.relative_clauses import is_named, relative

# The difference between two numbers, in which "and" occurs only between them.
BETWEEN = re.compile(r"the difference between ((?:(?! and ).)+) and ((?:(?! and ).)+)")
TRAIT = re.compile(r" with the (?:suit|colour|modifier) [\w'-]+")  # of a card, in one or two words
CONDITION = re.compile(rf"{RELATIVE.pattern}| other than ")
OF_MEMBER = re.compile(r"\b(?:they|their|it|its)\b")  # of the member whose number is measured
IMPLIED_BY_OTHER = ("inactive", "reputable")  # "another inactive player" says that you are inactive
WHO = {
    "participants": ("participant", "participants"),
    "entered": ("player who entered the game", "players who entered the game"),
    "players": ("player", "players"),
    "active": ("active player", "active players"),
    "inactive": ("inactive player", "inactive players"),
    "reputable": ("reputable player", "reputable players"),
}


@noun.register
def noun_of_cards_in(node: CardsIn, context: Context) -> Noun:
    if node.cards == "copies":
        return _copies(node, context)
    one, many = _lying(node, context)
    if types := _types_wanted(node.where, node.as_):
        return Noun(f"{types} {one}", f"{types} {many}", f"all {types} {many}", singular=False)
    species, where = _species_wanted(node.where, node.as_)
    if species:
        node, one, many = structs.replace(node, where=where), f"‘{species}’ {one}", f"‘{species}’ {many}"
    such, such_many = (relative(node.where, node.as_, context, several=several) for several in (False, True))
    if such and " of " in one:  # "cards that are Rare, in the hands of players who …"
        (card, place), (cards, places) = (words.split(" in the ", 1) for words in (one, many))
        one, many = f"{card}{such}, in the {place}", f"{cards}{such_many}, in the {places}"
    elif TRAIT.fullmatch(such):  # "card with the suit Stars in your hand"
        one, many = (f"{head}{such}{place}" for head, place in (_card_and_place(words) for words in (one, many)))
    else:
        one, many = one + such, many + such_many
    return Noun(one=one, many=many, whole=f"all {many}", singular=False)


def _card_and_place(words: str) -> tuple[str, str]:
    """Return "card in your hand" as ("card", " in your hand"), also after the name of a species."""
    name, quote, rest = words.rpartition("’ ") if words.startswith("‘") else ("", "", words)
    head, blank, place = rest.partition(" ")
    return f"{name}{quote}{head}", f"{blank}{place}"


def _types_wanted(where: Condition | None, called: str) -> str:
    """Return the type required by a condition on cards of one type, as in "Special card", otherwise ""."""
    if not isinstance(where, Has) or not isinstance(where.has, Ref) or where.has.name != called or where.has.part:
        return ""
    wanted = list(where.wanted())
    if len(wanted) != 1 or wanted[0][0] != "type" or not isinstance(wanted[0][2], Literal):
        return ""
    names = [str(member) for member in wanted[0][2].members]
    return names[0] if len(names) == 1 and names[0][:1].isupper() and " " not in names[0] else ""


def _species_wanted(where: Condition | None, called: str) -> tuple[str, Condition | None]:
    """Return the species required by a condition, as in "‘Quantum’ card", and the rest of the condition.

    The species is "" for other conditions.
    """
    parts = where.all_ if isinstance(where, All) else (where,)
    for place, part in enumerate(parts):
        if not isinstance(part, Has) or not is_named(part.has, called):
            continue
        wanted = list(part.wanted())
        if len(wanted) == 1 and wanted[0][0] == "species" and isinstance(wanted[0][2], Literal):
            names = [str(member) for member in wanted[0][2].members]
            rest = (*parts[:place], *parts[place + 1 :])
            if len(names) == 1 and len(rest) < 2:
                return names[0], rest[0] if rest else None
    return "", where


def _lying(node: CardsIn, context: Context) -> tuple[str, str]:
    if node.cards in ("pile", "cycle") or node.of is None:
        where = {"pile": "on the pile", "cycle": "anywhere in the cycle"}.get(node.cards, f"in nobody's {node.cards}")
        return f"card {where}", f"cards {where}"
    if is_store(node.of):
        kept = holder_noun(node.of, context).whole
        return f"card in {kept}", f"cards in {kept}"
    whose, places = noun(node.of, context), f"{node.cards}s".replace("ys", "ies")
    if not whose.whose and not (whose.is_short and TRAILING.search(whose.one) is None):
        owner = whose.object if whose.one == whose.whole or not whose.singular else with_article(whose.one)
        many = whose.many if whose.whole.startswith("each ") else whose.object
        places = node.cards if whose.is_of_one else places
        return f"card in the {node.cards} of {owner}", f"cards in the {places} of {many}"
    several = whose.possessive_of_many
    return (
        f"card in {whose.possessive_of_one} {node.cards}",
        f"cards in {several} {places if whose.of_many else node.cards}",
    )


def _copies(node: CardsIn, context: Context) -> Noun:
    copied = definite("nothing") if node.of is None else noun(node.of, context)
    of = copied.object
    if of.startswith("all "):
        of = f"one of the {copied.many}"
    one = f"original or duplicate of {of}{relative(node.where, node.as_, context, several=False)}"
    many = f"originals and duplicates of {of}{relative(node.where, node.as_, context, several=True)}"
    return Noun(one=one, many=many, whole=f"all {many}", singular=False)


@noun.register
def noun_of_players_who(node: PlayersWho, context: Context) -> Noun:
    one, many = WHO[node.players]
    if (these := _one_by_one(node)) is not None:
        named = [noun(each, context) for each in these]
        them = listed([each.object for each in named])
        return Noun(f"one of {them}", them, listed([each.whole for each in named]), singular=False, as_object=them)
    if node.except_ is not None:
        one, many = _except(noun(node.except_, context), one, many, is_alone=node.where is None)
    one_who = one + relative(node.where, node.as_, context, several=False, whom="who")
    many_who = many + relative(node.where, node.as_, context, several=True, whom="who")
    return Noun(
        one=one_who,
        many=many_who,
        whole=f"each {one_who}",
        of_one=possessive(with_article(one)) if one == one_who else "",
        of_many=possessive(many) if many == many_who else "",
    )


def _one_by_one(node: PlayersWho) -> tuple[Expression[Value], ...] | None:
    """Return the players of a set that lists them by "is this player or that player", or None."""
    where = node.where
    if node.players != "players" or node.except_ is not None or not isinstance(where, Any_) or len(where.any_) < 2:
        return None
    found = [_who_it_is(part, node.as_) for part in where.any_]
    return None if None in found else tuple(each for each in found if each is not None)


def _who_it_is(condition: Condition, called: str) -> Expression[Value] | None:
    if not isinstance(condition, Is) or condition.is_[1] != "equals":
        return None
    one, _, other = condition.is_
    is_said = isinstance(one, Ref) and one.name == called and not one.part and other.kind == "players"
    return other if is_said and isinstance(other, Ref) else None


def _except(left_out: Noun, one: str, many: str, *, is_alone: bool) -> tuple[str, str]:
    if left_out.object == YOU.object and one.partition(" ")[0] not in IMPLIED_BY_OTHER:
        return f"other {one}", f"other {many}"
    said = f" other than {left_out.object}" if is_alone else f" (other than {left_out.object})"
    (player, one_who), (players, many_who) = (_apart_from_who(each) for each in (one, many))
    return f"{player}{said}{one_who}", f"{players}{said}{many_who}"


def _apart_from_who(words: str) -> tuple[str, str]:
    """Return a noun and its relative clause: ("player", " who entered the game"). The clause is "" if there is none."""
    head, who, rest = words.partition(" who ")
    return head, f"{who}{rest}"


@noun.register
def noun_of_owners(node: Owners, context: Context) -> Noun:
    return owned_by(noun(node.owners, context))


@noun.register
def noun_of_extreme(node: Extreme, context: Context) -> Noun:
    members = noun(node.extreme, context)
    if is_its_own_part(node, members):
        return members
    most = "lowest" if node.least else "highest"
    if isinstance(node.by, Ref) and node.by.name == node.as_ and members.some_of:
        ties = "" if node.ties == "all" else f" ({ties_in_words(node.ties, node.kind)})"
        return definite(f"the {most} of {members.some_of}{ties}")
    sort = SORTS[node.kind]
    if held := held_by_each(node.by, node.as_, context):
        words = f"the {superlative(held[1], node.least)} {held[0]}"
        if is_conditioned(members):
            return best_among(
                members, sort, f"with {words}", "" if node.ties == "all" else ties_in_words(node.ties, node.kind)
            )
        if node.ties != "all":
            one = f"the {members.one}{having_too(members.one, words, 'has')} ({ties_in_words(node.ties, node.kind)})"
            return definite(one)
        which = f"{members.many}{having_too(members.many, words, 'have')}"
        return Noun(f"{members.one}{having_too(members.one, words, 'has')}", which, with_the(which), singular=False)
    inside = context.looking_at(node.as_, sort)
    measure = f" {measured(number(node.by, inside), most, sort)}"
    if is_conditioned(members):
        return best_among(
            members, sort, measure.strip(), "" if node.ties == "all" else ties_in_words(node.ties, node.kind)
        )
    if node.ties != "all":
        return definite(f"the {members.one}{measure} ({ties_in_words(node.ties, node.kind)})")
    return Noun(
        one=f"{members.one}{measure}",
        many=f"{members.many}{measure}",
        whole=f"{each_one(members.one)}{measure}",
    )


@noun.register
def noun_of_values(node: Values, context: Context) -> Noun:
    if isinstance(node.values, str):
        return Noun(f"element of {node.values}", f"elements of {node.values}", f"all of {node.values}")
    if isinstance(node.values, Range):
        low, high = number(node.values.from_, context), number(node.values.to, context)
        reach = f"from {low} to {high}"
        return Noun(f"number {reach}", f"numbers {reach}", f"all numbers {reach}", singular=False)
    said = [
        number(member, context) if isinstance(member, Literal | Ref | Roll) else f"({number(member, context)})"
        for member in node.values
    ]
    if all(isinstance(member, Literal) and isinstance(member.source, tuple) for member in node.values):
        said = in_quotes_if_unclear([name.strip("“”") for name in said])
    some = listed(said) if said else "nothing"
    return Noun(listed(said, "or"), some, some, singular=len(said) < 2, some_of=some)


def is_its_own_part(node: Expression[Any], members: Noun) -> bool:
    """Return whether a part of a set equals the set because it is a single thing: the best of you is you."""
    if not is_one_thing(members):
        return False
    if isinstance(node, Extreme | First):
        count = 1 if isinstance(node, Extreme) else constant_value(node.first)
        return bool(count) and not any(inner.is_by_chance() for _, inner in walk(node.by))
    if isinstance(node, Sample):
        return constant_value(node.sample) == 1 or (bool(constant_value(node.sample)) and not node.repeats)
    return isinstance(node, Mixed)


def is_conditioned(members: Noun) -> bool:
    """Return whether "with the most Coins" could be read as part of the preceding condition on members."""
    return (
        not members.some_of and bool(CONDITION.search(members.one)) and not members.many.startswith(("the ", "those "))
    )


def best_among(members: Noun, sort: str, which: str, ties: str, count: str = "") -> Noun:
    """Return the noun for the best of a set: "the players with the most Coins among the active players".

    `ties` says what happens if several tie, and `count` how many are taken. Both are "" if all of the best are.
    """
    among = f"{which}{among_members(members, sort)}"
    sort = "participant" if _is_of_all(members, sort) and members.many.startswith("participants ") else sort
    in_brackets = f" ({ties})" if ties else ""
    if ties and not count:
        return definite(f"the {sort} {among}{in_brackets}")
    many = f"{count}{sort}s {among}{in_brackets}"
    one = f"one of the {many}" if count else f"{sort} {among}"
    return Noun(one, many if not count else f"the {many}", f"the {many}", singular=False)


def among_members(members: Noun, sort: str) -> str:
    """Return " among the active players whose Room is Hall", or " among all whose Room is Hall" for players."""
    rest = members.many.partition(" ")[2]
    return f" among {f'all {rest}' if _is_of_all(members, sort) else f'the {members.many}'}"


def _is_of_all(members: Noun, sort: str) -> bool:
    """Return whether a set contains all players or cards with a condition, so that "all who …" suffices."""
    head, _, rest = members.many.partition(" ")
    return head in ("participants", f"{sort}s") and rest.startswith(("who ", "whose ", "that ", "with "))


def each_one(one: str) -> str:
    """Return "each card" for "card", and "each of those cards" for "one of those cards"."""
    return f"each {one.removeprefix('one ') if one.startswith('one of ') else one}"


def having_too(members: str, words: str, have: str) -> str:
    """Describe a further property of members, in addition to `words`: " and have the most Coins"."""
    said = RELATIVE.search(members)
    if said is None:
        return f" with {words}"
    return (
        f" and {have} {words}"
        if said[1] in ("who", "that")
        else f" and who {have} {words}"
        if said[1] in ("whose", "whom")
        else f" and {words}"
        if said[1] == "with"
        else f" and with {words}"
    )


def measured(number_: str, most: str, sort: str) -> str:
    """Describe members by a superlative: "with the fewest cards in their hand"."""
    is_plain = not RELATIVE.search(number_) and OF_MEMBER.search(number_) is not None
    is_sum = any(word in number_ for word in (" plus ", " minus ", " times ", "the number of their "))
    if number_.startswith("the number of ") and is_plain and not is_sum:
        return f"with the {'most' if most == 'highest' else 'fewest'} {number_.removeprefix('the number of ')}"
    if (between := BETWEEN.fullmatch(number_)) is not None and is_plain:
        whose = "choice" if between[1] == "what they chose" else between[1].removeprefix("their ")
        if whose != between[1]:
            return f"whose {whose} is {'furthest from' if most == 'highest' else 'closest to'} {between[2]}"
        return f"with the {'greatest' if most == 'highest' else 'smallest'} {number_.removeprefix('the ')}"
    return f"for {'whom' if sort == 'player' else 'which'} {number_} is {most}"


def superlative(most: str, least: bool) -> str:
    """Return "most" or "highest", or their opposites "fewest" and "lowest"."""
    return {"most": "fewest", "highest": "lowest"}[most] if least else most


def held_by_each(by: Expression[Value], called: str, context: Context) -> tuple[str, str] | None:
    """Return the item or value of each member that is compared, with its superlative.

    Returns None for other numbers.

    Examples are "Coins" with "most", and "Light" with "highest".
    """
    held = by.count if isinstance(by, Count) else by
    owner = held.of if isinstance(held, ValueOf | Stock | NamesIn | PlayersIn) else None
    if isinstance(held, ValueOf | NamesIn | PlayersIn) and held.for_ is not None:
        return None
    if isinstance(by, Stock) and isinstance(by.of, Keeping) and isinstance(by.of.of, Ref) and by.of.of.name == called:
        return f"{item_words(by.stock, context)[1]} in their part of the {by.of.keeping}", "most"
    if not isinstance(owner, Ref) or owner.name != called or owner.part:
        return None
    if isinstance(by, ValueOf):
        return by.value_of, "highest"
    if isinstance(held, PlayersIn):
        return _entries(held.players_in, "players", context), "most"
    if isinstance(held, NamesIn):
        return _entries(held.names_in, "entries", context), "most"
    return (item_words(by.stock, context)[1], "most") if isinstance(by, Stock) else None


def _entries(name: str, sort: str, context: Context) -> str:
    """Return the noun for the members of a list: "Backers", or "players in Watch".

    The latter is for a name that is not a plural, or is also the name of an item.
    """
    is_item = name in context.plurals or name in context.plurals.values()
    return name if singular_name(name) and not is_item else f"{sort} in {name}"


def means(binding: Binding, context: Context) -> NameMeaning:
    """Return the meaning of a bound name, for sentences."""
    node = binding.value
    if isinstance(node, Owners) or (isinstance(node, Ref) and node.part == "owner"):
        if binding.is_part:
            return NameMeaning("player", binding.is_several)
        return NameMeaning(
            "player", binding.is_several, noun=noun(node, context), once_moved=_former_owner(node, context)
        )
    if isinstance(node, Values) and isinstance(node.values, Range):
        return NameMeaning("number", binding.is_several)
    is_one = _is_at_most_one(node) or (isinstance(node, Ref | Those) and is_single(noun(node, context)))
    return NameMeaning(SORTS[node.kind], binding.is_several and not is_one)


def _is_at_most_one(node: Expression[Value]) -> bool:
    """Return whether a part of a set has at most one member: a random one, or the first without ties."""
    if isinstance(node, Sample):
        return constant_value(node.sample) == 1
    if isinstance(node, First):
        return constant_value(node.first) == 1 and node.ties != "all"
    return isinstance(node, Extreme) and node.ties != "all"


def _former_owner(node: Expression[Value], context: Context) -> Noun:
    """Return the noun for the owner of the cards when the name was bound."""
    if isinstance(node, Owners):
        cards = noun(node.owners, context)
    else:
        cards = context.named(node.name, "cards") if isinstance(node, Ref) else noun(node, context)
    if cards.singular:
        return definite(f"the former owner of {cards.object}")
    return plural_noun(f"the former owners of {cards.object}")
