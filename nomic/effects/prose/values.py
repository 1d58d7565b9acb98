"""English descriptions of values: names, numbers, stored values, new cards; and the conditions on members of sets."""

import re
from collections.abc import Iterable
from typing import Any

from nomic.effects.language.nodes.arithmetic import (
    ComputedDice,
    Greatest,
    Minus,
    Quotient,
    Remainder,
    Smallest,
    SumOf,
    written,
)
from nomic.effects.language.nodes.base import Condition, Expression, Kind
from nomic.effects.language.nodes.by_key import ListedIn
from nomic.effects.language.nodes.compound_fields import Chance
from nomic.effects.language.nodes.conditions import All, Any_, Demanded, Has, Is, Member, Not, Opposes, Some
from nomic.effects.language.nodes.holding import CYCLE, POOL, Amount, ItemsIn, Keeping, Stock, is_store
from nomic.effects.language.nodes.new_cards import CardSpec
from nomic.effects.language.nodes.selectors import CardsIn, PlayersWho, Values
from nomic.effects.language.nodes.values import Count, Literal, Ref, Roll, Sum, Tally, Times, as_number
from nomic.effects.language.operations.ask_everybody import Answered, AnswerOf, WhoChose
from nomic.effects.language.operations.values import NamesIn, PlayersIn, ProposalsIn, ValueOf
from nomic.effects.language.walk import walk
from nomic.effects.language.world import Players, Value
from nomic.effects.prose.context import SORTS, THEY, YOU, Context, clause, noun, number, predicate
from nomic.effects.prose.english_grammar import (
    RELATIVE,
    Noun,
    bracketed,
    definite,
    is_plural_name,
    listed,
    one_of_item,
    preposition,
    preposition_of_key,
    singular_name,
    spoken,
    the_value,
    with_article,
)

FOR_EVERY = " for every "
CERTAIN = 100  # per cent
# Parts with a name of their own. Other numbers are "divided by".
FRACTIONS = {
    2: "half",
    3: "a third",
    4: "a quarter",
    5: "a fifth",
    6: "a sixth",
    7: "a seventh",
    8: "an eighth",
    9: "a ninth",
    10: "a tenth",
    20: "a twentieth",
    100: "a hundredth",
}
OTHER = ("is not ", "are not ")
VERB_AGAIN = re.compile(r"(?:, | and )(?:is|are|has|have) ")  # of a second part of a predicate
# Words for other people than the one that a sentence is about.
OTHERS = re.compile(r"'s |s' |\b(?:players?|participants?|they|them|their|owners?|your?)\b")
EVENT_CARDS = definite("the card")
TREASURY = definite("the treasury")  # the cycle's own store
AUTHOR = definite("the author", "the author's")
SPANS = {"turn": "this turn", "previous_turn": "the turn before"}


def relative(where: Condition | None, called: str, context: Context, several: bool, whom: str = "that") -> str:
    """Describe a condition on the candidate as a relative clause, " that is Special", or "" if there is none."""
    if where is None:
        return ""
    inside = context.looking_at(called, "player" if whom == "who" else "card")
    own, others = parted_condition(where, called)
    if others:
        alone = "nobody" if whom == "who" else "none"
        only = f" (if {clause(_all_of(others), inside)}; otherwise {alone})"
        return f"{relative(_all_of(own), called, context, several, whom) if own else ''}{only}"
    if isinstance(where, All) and len(where.all_) > 1 and not predicate(where, called, inside, not several):
        parts = [relative(part, called, context, several, whom) for part in where.all_]
        if not any(isinstance(part, All | Any_) for part in where.all_):
            with_first = sorted(parts, key=lambda said: not said.startswith((" with ", " without ")))
            has_both = with_first[0].startswith(" with") and not with_first[-1].startswith(" with")
            # "a player without a Duty who has acted", not "who has acted and without a Duty"
            return "".join(with_first) if has_both and len(parts) == 2 else " and".join(parts)
    if isinstance(where, Member | Not) and (with_ := _with_member(where, called, inside)):
        return with_
    is_said = predicate(where, called, inside, not several)
    said = is_said or clause(where, inside)
    as_called = f" ({spoken(called)})" if called in context.alike else ""
    is_held = isinstance(where, Is | Some | Opposes) or (isinstance(where, Has) and not VERB_AGAIN.search(said))
    if isinstance(where, Demanded):
        return f"{as_called} {said.partition(' ')[2]}"
    if is_said and is_held and said.startswith(("has ", "have ")):
        return f"{as_called} with {said.partition(' ')[2]}"
    if whom == "that" and isinstance(where, Not) and isinstance(where.not_, Is) and said.startswith(OTHER):
        return f"{as_called} other than {said.partition(' not ')[2]}"
    if is_said:
        return f"{as_called} {whom} {said}"
    if whom == "who" and said.startswith("their ") and " and " not in said and " or " not in said:
        return f"{as_called} whose {said.removeprefix('their ')}"
    if whom == "that" and said.startswith("its ") and " and " not in said and " or " not in said:
        return f"{as_called} whose {said.removeprefix('its ')}"
    return f"{as_called} for {'whom' if whom == 'who' else 'which'} {said}"


def parted_condition(where: Condition, called: str) -> tuple[list[Condition], list[Condition]]:
    """Return the parts of a condition that are about the candidate or its chance, and those about the whole set."""
    own: list[Condition] = []
    others: list[Condition] = []
    for part in where.all_ if isinstance(where, All) else (where,):
        nodes = [node for _, node in walk(part)]
        is_own = any(_is_about(node, called) or node.is_by_chance() for node in nodes)
        (own if is_own else others).append(part)
    return own, others


def _all_of(parts: list[Condition]) -> Condition:
    if len(parts) == 1:
        return parts[0]
    return All(raw={"all": [part.raw for part in parts]}, scope=parts[0].scope, all_=tuple(parts))


def _with_member(where: Member | Not, called: str, context: Context) -> str:
    """Describe whom or what a list of the candidate contains: " with you in their Backers", or "" otherwise."""
    member = where.not_ if isinstance(where, Not) else where
    if not isinstance(member, Member) or not isinstance(member.of, PlayersIn | NamesIn) or member.of.for_ is not None:
        return ""
    name = member.of.value_read()
    kept, one = context.value_words(name), noun(member.member, context)
    if kept is None or kept.kind not in ("players", "names") or not one.is_of_one or not is_named(member.of.of, called):
        return ""
    if any(is_named(node, called) for _, node in walk(member.member)):
        return ""
    bare = name.removeprefix("The ")
    return f" {'without' if isinstance(where, Not) else 'with'} {one.object} {preposition(bare)} their {bare}"


def _is_about(node: Any, called: str) -> bool:
    return isinstance(node, Demanded) or (isinstance(node, Ref) and node.name == called)


def is_named(node: Any, called: str) -> bool:
    """Return whether a node is exactly the bound name."""
    return isinstance(node, Ref) and node.name == called and not node.part


def said_of_themselves(text: str, who: Noun, context: Context) -> str:
    """Return words in a sentence about one player with "their" for that player: "the author loses … their Light".

    The text is unchanged if it, or a name in the context, could make "they" mean somebody else.
    """
    own, kept = f"{who.possessive} ", rf"the part of (\S+(?: \S+){{0,50}}?) that belongs to {re.escape(who.object)}\b"
    others = re.sub(kept, "", text.replace(own, "").replace(f"{who.whole} has", ""))
    if who.is_you or who.whole == THEY.whole or not who.is_of_one or OTHERS.search(others):
        return text
    if any(meant.sort == "player" and meant.noun in (None, THEY) for meant in context.names.values()):
        return text
    said = re.sub(kept, r"their part of \1", text)
    said = said.replace(own, "their ").replace(f"{who.whole} has", "they have")
    return text if who.whole in said else said


# ── literals and references


@noun.register
def _(node: Literal, context: Context) -> Noun:
    if isinstance(node.source, tuple):
        members = in_quotes_if_unclear(
            [signed(member) if isinstance(member, int) else str(member) for member in node.source]
        )
        said = listed(members) if members else "nothing"
        return Noun(one=listed(members, "or"), many=said, whole=said, singular=len(members) < 2, some_of=said)
    return definite(signed(int(node.source)))


def in_quotes_if_unclear(names: list[str]) -> list[str]:
    """Return names, in quotation marks if one of them could be mistaken for words of the sentence."""
    return [f"“{name}”" for name in names] if any(name[:1].islower() for name in names) else names


@number.register
def _(node: Literal, context: Context) -> str:
    return noun(node, context).whole


def signed(value: int) -> str:
    return str(value) if value >= 0 else f"−{-value}"


@noun.register
def _(node: Ref, context: Context) -> Noun:
    if node.name == "event":
        return THEY_OF_EVENT if node.part == "who" else EVENT_CARDS
    if node.name == "mod":
        return _of_modifier(node.part)
    owner = context.named(node.name, node.scope.get(node.name, node.kind))
    if not node.part:
        return owner
    if node.of_proposals:
        meant = context.names.get(node.name)
        return part_of_proposal(owner, node.part, is_given=meant is not None and meant.noun is not None)
    if node.part == "owner":
        return owned_by(owner)
    part = f"the {node.part} of {owner.whole}" if owner.whole.endswith("”") else f"{owner.possessive} {node.part}"
    return Noun(one=f"one of {part}", many=part, whole=part, singular=False, some_of=part)


# Parts of proposals that are said with "of".
_OF_PROPOSALS = {
    "for": "the number of votes for {0}",
    "against": "the number of votes against {0}",
    "unclear": "the number of unclear votes on {0}",
    "hours": "the age of {0} in hours",
    "days": "the age of {0} in days",
    "phases": "the age of {0} in phases",
    "chosen": "what was chosen in the vote on {0}",
}
_WHO_OF_PROPOSALS = {
    "voters": "who voted on {0}",
    "supporters": "who voted for {0}",
    "opponents": "who voted against {0}",
    "undecided": "who voted unclear on {0}",
    "seconders": "who seconded {0}",
}


def part_of_proposal(proposal: Noun, part: str, *, is_given: bool = False) -> Noun:
    """Return the noun for a part of a proposal: "that proposal's author", "each player who seconded it".

    The author of a given proposal, which an event or an argument provides, is "the author".
    """
    if part in _WHO_OF_PROPOSALS:
        who = _WHO_OF_PROPOSALS[part].format(proposal.object)
        return Noun(f"player {who}", f"players {who}", f"each player {who}")
    if part in _OF_PROPOSALS:
        return definite(_OF_PROPOSALS[part].format(proposal.object))
    if part == "author" and is_given and proposal.whole in ("that proposal", "the proposal"):
        return AUTHOR
    return definite(
        f"the {part} of {proposal.object}" if proposal.whole.endswith("”") else f"{proposal.possessive} {part}"
    )


THEY_OF_EVENT = definite("that player")


def _of_modifier(part: str) -> Noun:
    if part == "by":
        return definite("the player whose act put this modifier on the card")
    return definite("the count of this modifier" if part == "count" else "this modifier")


def owned_by(cards: Noun) -> Noun:
    """Return the noun for the owners of cards: "that card's owner", "each owner of those cards"."""
    if cards.singular and cards.one == cards.whole:
        particular = cards.whole.startswith("the ")
        return definite(f"the owner of {cards.whole}" if particular else f"{cards.possessive} owner")
    owned = cards.one if cards.one.startswith("one of") else with_article(cards.one)
    return Noun(f"owner of {owned}", f"owners of {cards.many}", f"each owner of {owned}")


# ── choices of several players


@noun.register
def _(node: AnswerOf, context: Context) -> Noun:
    owner = noun(node.of, context)
    chose = f"what {owner.whole} chose"
    return Noun(one=chose, many=chose, whole=chose, singular=True, some_of=chose)


@noun.register
def _(node: WhoChose, context: Context) -> Noun:
    chosen = noun(node.is_, context).one
    return Noun(f"player who chose {chosen}", f"players who chose {chosen}", f"each player who chose {chosen}")


@noun.register
def _(node: Answered, context: Context) -> Noun:
    return Noun("player who answered", "players who answered", "each player who answered")


# ── numbers


@number.register
def _(node: Count, context: Context) -> str:
    return f"the number of {_counted(node.count, context, several=True)}"


@number.register
def _(node: Stock, context: Context) -> str:
    return f"the number of {_stocked(node, context, several=True)}"


@number.register
def _(node: Amount, context: Context) -> str:
    return f"the number of {item_words(node.amount, context)[1]} in {noun(node.in_, context).whole}"


@noun.register
def _(node: ItemsIn, context: Context) -> Noun:
    return Noun("item", "items", f"the items in {noun(node.items_in, context).whole}", singular=False)


@number.register
def _(node: Tally, context: Context) -> str:
    return f"the number of {_tallied(node, context, several=True)}"


def is_open(node: Expression[Value]) -> bool:
    """Return whether the description of a number would be ambiguous if more text followed it.

    An example is "the greatest of 2 and 3 + 1".
    """
    if isinstance(node, Count | SumOf):
        return isinstance(node, SumOf) or not is_plain(node.count)
    return isinstance(node, Greatest | Smallest | Quotient | Remainder | ComputedDice)


def limited(node: Expression[Value], context: Context) -> str:
    """Describe a number that the law limits to a constant: "the number of Chips you have (at most 3)".

    Returns "" for other numbers, and if the limit could be mistaken for that of a part of the number.
    """
    parts = node.smallest if isinstance(node, Smallest) else node.greatest if isinstance(node, Greatest) else ()
    limits = [written(part) for part in parts]
    if len(parts) != 2 or limits.count(None) != 1:
        return ""
    open_part = parts[limits.index(None)]
    said, limit = number(open_part, context), limits[1 - limits.index(None)]
    if is_open(open_part) or RELATIVE.search(said) or "(" in said:
        return ""
    return f"{said} (at {'most' if isinstance(node, Smallest) else 'least'} {signed(limit or 0)})"


def in_brackets_if_open(node: Expression[Value], context: Context) -> str:
    """Describe a number as an operand of another number, in brackets if it is ambiguous (see `is_open`)."""
    said = number(node, context)
    return bracketed(said) if is_open(node) else said


def is_plain(node: Expression[Value]) -> bool:
    """Return whether the description of a set is short, without a condition on its members.

    An example is "all cards in your hand".
    """
    if isinstance(node, PlayersWho):
        return node.where is None and node.except_ is None
    if isinstance(node, CardsIn):
        return node.where is None and node.cards != "copies" and (node.of is None or is_plain(node.of))
    if isinstance(node, PlayersIn | NamesIn | ListedIn):
        return node.of is None or (isinstance(node.of, Ref) and not node.of.part)
    return isinstance(node, Ref | Literal)


def is_of_dice(parts: tuple[Expression[Value], ...]) -> bool:
    """Return whether a sum is of dice and written numbers only, so that it is written with signs: "2d6 + 12"."""
    return any(isinstance(part, Roll) and part.roll.target is None for part in parts) and all(
        isinstance(part, Roll | Literal) for part in parts
    )


def rounded_up(node: Quotient) -> Expression[Value] | None:
    """Return the number of which a quotient is a part that is rounded up: X for "(X + 3) / 4", or None for others."""
    counted, by = node.quotient
    if not isinstance(counted, Sum) or len(counted.sum_) != 2 or (divisor := written(by)) is None or divisor < 2:
        return None
    return counted.sum_[0] if written(counted.sum_[1]) == divisor - 1 else None


def _is_fraction(node: Expression[Value]) -> bool:
    """Return whether a number begins with its fraction and ends with the remark that it is rounded: "half of …"."""
    return isinstance(node, Quotient) and written(node.quotient[1]) in FRACTIONS


@number.register
def _(node: Sum, context: Context) -> str:
    # What is taken away comes last: "your Light minus 3", not "−3 plus your Light".
    parts = sorted(node.sum_, key=lambda part: number(part, context).startswith("−"))
    said, last = "", tuple(parts[-1:])
    more, less = (" + ", " − ") if is_of_dice(node.sum_) else (" plus ", " minus ")
    for part in parts:
        is_last = (part,) == last and not limited(part, context)
        text = number(part, context) if is_last or _is_fraction(part) else in_brackets_if_open(part, context)
        if not said:
            said = text
        elif text.startswith("−"):
            said += f"{less}{_those_of(said, text[1:])}"
        else:
            said += f"{more}{text}"
    return said or "0"


def _those_of(before: str, less: str) -> str:
    """Return what is taken away, without a noun said before: "cards in your deck minus those in your hand"."""
    same = re.match(r"the number of \w+ (?=in )", before)
    if same is None or not less.startswith(f"{same[0]}in ") or RELATIVE.search(less):
        return less
    return f"those {less.removeprefix(same[0])}".replace("those in their ", "those in their own ")


@number.register
def _(node: Times, context: Context) -> str:
    said = [
        f"({number(part, context)})" if isinstance(part, Sum | Minus) else in_brackets_if_open(part, context)
        for part in node.times
    ]
    if len(said) == 2 and said[0] == "−1":
        return f"−{said[1]}"
    if len(said) == 2 and said[0] == "2" and not isinstance(node.times[1], Literal | Roll | Times):
        return f"twice {said[1]}"
    return " times ".join(said) or "1"


@number.register
def _(node: Roll, context: Context) -> str:
    if node.roll.target is None:
        return str(node.roll)
    return f"the number of {node.roll.count}d{node.roll.sides} that reach {node.roll.target}"


def value_named(
    name: str, of: Expression[Players] | None, context: Context, for_: Expression[Value] | None = None
) -> str:
    """Describe a stored value: "The Well", "your Lamps lit", "your Debt to that player"."""
    if context.is_column(name) and for_ is not None:
        return f"the {name} of {number(for_, context) if for_.kind == 'number' else noun(for_, context).object}"
    under = for_key(for_, context, name)
    if of is None and for_ is None and _is_counted(name, context):
        return f"the number of {name.removeprefix('The ')}"
    if of is None:
        return f"{the_value(name)}{under}"
    return noun(of, context).having(f"{name.removeprefix('The ')}{under}")


def _is_counted(name: str, context: Context) -> bool:
    """Return whether a value is a number of things with a plural name: "the number of Apples sold"."""
    kept = context.value_words(name)
    return kept is not None and kept.kind == "number" and not kept.is_column and is_plural_name(name)


def takes_plural(name: str, of: Expression[Players] | None, context: Context) -> bool:
    """Return whether the verb after a stored value is plural: "your Seals increase"."""
    return is_plural_name(name) and not (of is None and _is_counted(name, context))


def for_key(for_: Expression[Value] | None, context: Context, name: str = "") -> str:
    """Describe the key of a stored value as a suffix of its name: " for that player", or "" without a key."""
    if for_ is None:
        return ""
    key = number(for_, context) if for_.kind == "number" else noun(for_, context).object
    return f" {preposition_of_key(name)} {key}"


@number.register
def _(node: ValueOf, context: Context) -> str:
    owner = None if node.of is None else noun(node.of, context)
    if owner is not None and not owner.is_of_one:  # the values are added up
        return f"the total {node.value_of}{for_key(node.for_, context, node.value_of)} of {all_of(owner)}"
    said = value_named(node.value_of, node.of, context, node.for_)
    is_number_of = node.of is not None and node.for_ is None and _is_counted(node.value_of, context)
    counted = said.removeprefix("the ") if said.startswith(f"the {node.value_of} of ") else said
    return f"the number of {counted}" if is_number_of else said


@noun.register
def _(node: NamesIn, context: Context) -> Noun:
    named = value_named(node.names_in, node.of, context, node.for_)
    kept = context.value_words(node.names_in)
    if kept is None or kept.kind == "name" or kept.is_column:
        return definite(named)
    return Noun(f"entry in {named}", f"entries in {named}", f"each entry in {named}", some_of=f"the entries in {named}")


@noun.register
def _(node: ListedIn, context: Context) -> Noun:
    named = f"listed in {value_named(node.listed_in, node.of, context)}"
    sort = "player" if node.are == "players" else "name"
    return Noun(one=f"{sort} {named}", many=f"{sort}s {named}", whole=f"each {sort} {named}")


@noun.register
def _(node: ProposalsIn, context: Context) -> Noun:
    named = f"{preposition(node.proposals_in)} {value_named(node.proposals_in, node.of, context, node.for_)}"
    return Noun(f"proposal {named}", f"proposals {named}", f"each proposal {named}")


@noun.register
def _(node: PlayersIn, context: Context) -> Noun:
    name = node.players_in.removeprefix("The ")
    value = value_named(node.players_in, node.of, context, node.for_)
    if context.is_office(node.players_in):
        if node.of is None:
            value = f"the {name}{for_key(node.for_, context, name)}"
        one, many = f"player who is {value}", f"players who are {value}"
        if node.of is None and node.for_ is None:
            return Noun(one=name, many=many, whole=value)
        is_one = node.for_ is None and _is_of_one(node.of, context)
        return Noun(one, many, whole=value if is_one else f"each {one}")
    if node.of is None and context.is_title(node.players_in):
        holder = f"player who is {with_article(name)}"
        return Noun(holder, f"players with the office of {name}", f"each {holder}")
    if node.of is not None and node.for_ is None and noun(node.of, context).is_of_one and _is_list_of(name, context):
        return Noun(f"player among {value}", f"players among {value}", f"each of {value}")
    named = f"{preposition(name)} {value}"
    return Noun(one=f"player {named}", many=f"players {named}", whole=f"each player {named}")


def _is_list_of(name: str, context: Context) -> bool:
    """Return whether the name of a list is that of its members, as in "each of your Backers"."""
    is_item = name in context.plurals or name in context.plurals.values()
    return bool(singular_name(name)) and not is_item


def _is_of_one(of: Expression[Players] | None, context: Context) -> bool:
    """Return whether a value belongs to one player: "your Rank", not "each player's Rank"."""
    owner = noun(of, context) if of is not None else None
    return owner is not None and (bool(owner.whose) or (owner.singular and owner.one == owner.whole))


@noun.register(ValueOf)
@noun.register(Count)
@noun.register(Stock)
@noun.register(Amount)
@noun.register(Tally)
@noun.register(Sum)
@noun.register(Times)
@noun.register(Roll)
def _(node: Expression[Value], context: Context) -> Noun:
    return definite(number(node, context))


@noun.register
def _(node: Condition, context: Context) -> Noun:
    return definite(f"whether {clause(node, context)}")


def _counted(node: Expression[Value], context: Context, several: bool) -> str:
    if (isinstance(node, Values) and isinstance(node.values, tuple)) or isinstance(node, Literal):
        return f"name{'s' if several else ''} in the list {noun(node, context).many}"
    members = in_general(noun(node, context), node.kind)
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
    """Return the subject with "have". For several holders the phrase is "all players together have"."""
    return owner.does("have") if owner.is_of_one else f"{all_of(owner)} together have"


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


def _tallied(node: Tally, context: Context, several: bool) -> str:
    cards = "cards" if several else "card"
    whose = noun(node.of, context).whole
    when = SPANS[node.during]
    if node.tally == "drawn_by_cause":
        return f"{cards} {whose} drew because of the actions of {when}"
    return f"{cards} {whose} drew {'in ' if node.during == 'previous_turn' else ''}{when}"


def unit(node: Expression[Value], context: Context) -> str:
    """Return the singular of the counted thing, as in "1 card for each Chip in the pool", or ""."""
    if isinstance(node, Count):
        return _counted(node.count, context, several=False)
    if isinstance(node, Stock):
        return _stocked(node, context, several=False)
    return _tallied(node, context, several=False) if isinstance(node, Tally) else ""


@noun.register
def _(node: Keeping, context: Context) -> Noun:
    return keeping_noun(node, context)


def holder_noun(who: Expression[Any], context: Context) -> Noun:
    """Return the noun for the holders of items: players, or the cycle's own store, "the treasury"."""
    if isinstance(who, Keeping):
        return keeping_noun(who, context)
    return TREASURY if who.kind == "names" and who.raw == CYCLE[0] else noun(who, context)


def keeping_noun(node: Keeping, context: Context) -> Noun:
    """Return the noun for a keeping: "the Bank", "your part of the Bank"."""
    if node.of is None:
        return definite(f"the {node.keeping}")
    whose = noun(node.of, context)
    part = f"part of the {node.keeping}"
    is_clear = whose.whose or whose.is_short
    said = f"{whose.possessive} {part}" if is_clear else f"the {part} that belongs to {whose.object}"
    return Noun(one=said, many=said, whole=said)


def item_words(item: Expression[Value], context: Context) -> tuple[str, str]:
    """Return singular and plural of an item: "Vertebra", "Vertebrae".

    A computed item reads "of the first choice".
    """
    if isinstance(item, Literal) and len(item.members) == 1:
        name = str(item.members[0])
        return one_of_item(name, context.several(name)), context.several(name)
    said = f"of {'each of ' if isinstance(item, Literal) else ''}{noun(item, context).whole}"
    return said, said


def amount(node: Expression[Value] | None, one: str, many: str, context: Context) -> str:
    """Describe an amount: "1 Chip", "2d3 Vertebrae", "3 Vertebrae for each Chip in the pool"."""
    if node is None:
        return f"1 {one}"
    if isinstance(node, Literal) and isinstance(node.source, int):
        return f"{signed(node.source)} {one if node.source == 1 else many}"
    if isinstance(node, Roll) and node.roll.target is None:
        return f"{node.roll} {many}"
    if isinstance(node, Sum) and is_of_dice(node.sum_) and "(" not in (said := number(node, context)):
        return f"{said} {many}"
    if isinstance(node, Ref) and number(node, context) == "that number":
        return f"that many {many}"
    said = number(node, context)
    if said == "the number you chose":
        return f"as many {many} as you chose"
    if said.startswith("“"):
        return f"{said} {many}"
    if counted := unit(node, context):
        return f"1 {one} for each {counted}"
    if many.startswith("of ") or one == "card":
        return f"as many {many} as {said}"
    return _multiplied(node, one, many, context) or _for_every(node, one, context) or f"{many} equal to {said}"


def _for_every(node: Expression[Value], one: str, context: Context) -> str:
    """Describe a part of a number of things: "1 Penny for every 5 Pennies in the Bank", or "" for other numbers."""
    if not isinstance(node, Quotient):
        return ""
    counted, by = node.quotient
    several = number(counted, context).removeprefix("the number of ")
    if not (isinstance(by, Literal) and isinstance(by.source, int) and by.source > 1 and unit(counted, context)):
        return ""
    return "" if several.startswith("the ") else f"1 {one}{FOR_EVERY}{by.source} {several}"


def _multiplied(node: Expression[Value], one: str, many: str, context: Context) -> str:
    if not isinstance(node, Times) or len(node.times) != 2:
        return ""
    factor, counted = node.times
    if not (isinstance(factor, Literal) and isinstance(factor.source, int) and unit(counted, context)):
        return ""
    return f"{amount(factor, one, many, context)} for each {unit(counted, context)}"


# ── new cards


def by_chance(collections: Iterable[Chance], context: Context) -> str:
    """Describe the random modifiers that a card can get: "a random modifier from the collection Common"."""
    parts = [f"{each.collection}{_chance(each.per_cent, context)}" for each in collections]
    return listed(
        [f"{'one' if place else 'a random modifier'} from the collection {part}" for place, part in enumerate(parts)]
    )


def _chance(per_cent: Expression[Value], context: Context) -> str:
    if not isinstance(per_cent, Literal):
        return f" (chance in per cent: {number(per_cent, context)})"
    return f" ({per_cent.source} % chance)" if as_number(per_cent.source) < CERTAIN else ""


def made(spec: CardSpec, context: Context) -> tuple[str, str]:
    """Describe a new card in singular and plural without article: "‘Ace’ card", "random Rare cards"."""
    extra = ""
    if spec.with_:
        extra += f" with the modifier{'s' if len(spec.with_) > 1 else ''} {listed(spec.with_)}"
    if spec.collections:
        extra += f"{' and' if extra else ' with'} {by_chance(spec.collections, context)}"
    types = f"{listed(spec.types, 'or')} " if spec.types else ""
    kind = f"random {types}card" if spec.is_random else f"‘{spec.card}’ {types}card"
    return f"{kind}{extra}", f"{kind}s{extra}{' each' if spec.collections else ''}"


@noun.register
def _(node: CardSpec, context: Context) -> Noun:
    one, many = made(node, context)
    return Noun(one, many, with_article(one))
