"""English descriptions of values and selectors."""

import re
from collections.abc import Iterable
from typing import Any

from msgspec import structs

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
from nomic.effects.language.nodes.base import Binding, Condition, Expression, Kind
from nomic.effects.language.nodes.by_key import ListedIn
from nomic.effects.language.nodes.compound_fields import Chance, Range
from nomic.effects.language.nodes.conditions import All, Any_, Demanded, Has, Is, Member, Not, Opposes, Some
from nomic.effects.language.nodes.holding import CYCLE, POOL, Amount, ItemsIn, Keeping, Stock, is_store
from nomic.effects.language.nodes.new_cards import CardSpec
from nomic.effects.language.nodes.picking import First, Sample, Those
from nomic.effects.language.nodes.selectors import CardsIn, Extreme, Owners, PlayersWho, Values
from nomic.effects.language.nodes.values import Count, Literal, Ref, Roll, Sum, Tally, Times, as_number
from nomic.effects.language.operations.ask_everybody import Answered, AnswerOf, WhoChose
from nomic.effects.language.operations.values import NamesIn, PlayersIn, ProposalsIn, ValueOf
from nomic.effects.language.walk import walk
from nomic.effects.language.world import Players, Value
from nomic.effects.prose.context import SORTS, THEY, YOU, Context, Meant, clause, noun, number, predicate
from nomic.effects.prose.english_grammar import (
    RELATIVE,
    TRAILING,
    Noun,
    bracketed,
    definite,
    is_plural_name,
    listed,
    one_of_item,
    possessive,
    preposition,
    preposition_of_key,
    several,
    singular_name,
    spoken,
    the_value,
    with_article,
)
from nomic.effects.prose.ties import ties_in_words

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
# The difference between two numbers, in which "and" occurs only between them.
BETWEEN = re.compile(r"the difference between ((?:(?! and ).)+) and ((?:(?! and ).)+)")
TRAIT = re.compile(r" with the (?:suit|colour|modifier) [\w'-]+")  # of a card, in one or two words
OTHER = ("is not ", "are not ")
CONDITION = re.compile(rf"{RELATIVE.pattern}| other than ")
VERB_AGAIN = re.compile(r"(?:, | and )(?:is|are|has|have) ")  # of a second part of a predicate
# Words for other people than the one that a sentence is about.
OTHERS = re.compile(r"'s |s' |\b(?:players?|participants?|they|them|their|owners?|your?)\b")
EVENT_CARDS = definite("the card")
TREASURY = definite("the treasury")  # the cycle's own store
AUTHOR = definite("the author", "the author's")
IMPLIED_BY_OTHER = ("inactive", "reputable")  # "another inactive player" says that you are inactive
SPANS = {"turn": "this turn", "previous_turn": "the turn before"}
WHO = {
    "participants": ("participant", "participants"),
    "entered": ("player who entered the game", "players who entered the game"),
    "players": ("player", "players"),
    "active": ("active player", "active players"),
    "inactive": ("inactive player", "inactive players"),
    "reputable": ("reputable player", "reputable players"),
}


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
    if (
        kept is None
        or kept.kind not in ("players", "names")
        or not one.is_of_one
        or not _is_named(member.of.of, called)
    ):
        return ""
    if any(_is_named(node, called) for _, node in walk(member.member)):
        return ""
    bare = name.removeprefix("The ")
    return f" {'without' if isinstance(where, Not) else 'with'} {one.object} {preposition(bare)} their {bare}"


def _is_about(node: Any, called: str) -> bool:
    return isinstance(node, Demanded) or (isinstance(node, Ref) and node.name == called)


def _is_named(node: Any, called: str) -> bool:
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
        members = _names([signed(member) if isinstance(member, int) else str(member) for member in node.source])
        said = listed(members) if members else "nothing"
        return Noun(one=listed(members, "or"), many=said, whole=said, singular=len(members) < 2, some_of=said)
    return definite(signed(int(node.source)))


def _names(names: list[str]) -> list[str]:
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
    """Describe a number with a limit that is written down, "the number of Chips you have (at most 3)".

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


# ── sets


@noun.register
def _(node: CardsIn, context: Context) -> Noun:
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
    """Return the type if a condition only wants cards of one type, as in "Special card", otherwise ""."""
    if not isinstance(where, Has) or not isinstance(where.has, Ref) or where.has.name != called or where.has.part:
        return ""
    wanted = list(where.wanted())
    if len(wanted) != 1 or wanted[0][0] != "type" or not isinstance(wanted[0][2], Literal):
        return ""
    names = [str(member) for member in wanted[0][2].members]
    return names[0] if len(names) == 1 and names[0][:1].isupper() and " " not in names[0] else ""


def _species_wanted(where: Condition | None, called: str) -> tuple[str, Condition | None]:
    """Return the name if a condition wants cards of one name, as in "‘Quantum’ card", and the rest of the condition.

    The name is "" for other conditions.
    """
    parts = where.all_ if isinstance(where, All) else (where,)
    for place, part in enumerate(parts):
        if not isinstance(part, Has) or not _is_named(part.has, called):
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
def _(node: PlayersWho, context: Context) -> Noun:
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
    """Return the players if a set is made of players who are this one or that one, or None for other sets."""
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
def _(node: Owners, context: Context) -> Noun:
    return owned_by(noun(node.owners, context))


@noun.register
def _(node: Extreme, context: Context) -> Noun:
    members = in_general(noun(node.extreme, context), node.kind)
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
        whole = which if which.startswith("the ") else f"the {which}"
        return Noun(f"{members.one}{having_too(members.one, words, 'has')}", which, whole, singular=False)
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
def _(node: Values, context: Context) -> Noun:
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
        said = _names([name.strip("“”") for name in said])
    some = listed(said) if said else "nothing"
    return Noun(listed(said, "or"), some, some, singular=len(said) < 2, some_of=some)


def is_conditioned(members: Noun) -> bool:
    """Return whether "with the most Coins" after a noun could be read as one more condition on its members."""
    return (
        not members.some_of and bool(CONDITION.search(members.one)) and not members.many.startswith(("the ", "those "))
    )


def best_among(members: Noun, sort: str, which: str, ties: str, count: str = "") -> Noun:
    """Return the noun for the best of a set: "the players with the most Coins among the players who are active".

    `ties` says what happens if several are best, and `count` how many there are. Both are "" for all that are best.
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
    """Return whether a set is of all players or cards with a condition, so that "all who …" says enough."""
    head, _, rest = members.many.partition(" ")
    return head in ("participants", f"{sort}s") and rest.startswith(("who ", "whose ", "that ", "with "))


def each_one(one: str) -> str:
    """Return "each card" for "card", and "each of those cards" for "one of those cards"."""
    return f"each {one.removeprefix('one ') if one.startswith('one of ') else one}"


def having_too(members: str, words: str, have: str) -> str:
    """Describe what members have, in addition to `words`: " with the most Coins", " and have the most Coins"."""
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
    """Describe those with the highest or lowest number: "with the fewest cards in their hand"."""
    is_plain = not RELATIVE.search(number_)
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
    """Return the item or value that each member of a set has, with the superlative for it.

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
    """Return what a list holds: "Backers", or "players in Watch" for a name that is no plural, or that of an item."""
    is_item = name in context.plurals or name in context.plurals.values()
    return name if singular_name(name) and not is_item else f"{sort} in {name}"


def means(binding: Binding, context: Context) -> Meant:
    """Return the meaning of a bound name, for sentences."""
    node = binding.value
    if isinstance(node, Owners) or (isinstance(node, Ref) and node.part == "owner"):
        if binding.is_part:
            return Meant("player", binding.is_several)
        return Meant("player", binding.is_several, noun=noun(node, context), once_moved=_former_owner(node, context))
    if isinstance(node, Values) and isinstance(node.values, Range):
        return Meant("number", binding.is_several)
    is_one = _is_at_most_one(node) or (isinstance(node, Ref | Those) and is_single(noun(node, context)))
    return Meant(SORTS[node.kind], binding.is_several and not is_one)


def _is_at_most_one(node: Expression[Value]) -> bool:
    """Return whether a part of a set has one member at most: a random one, or the first one without ties."""
    if isinstance(node, Sample):
        return written(node.sample) == 1
    if isinstance(node, First):
        return written(node.first) == 1 and node.ties != "all"
    return isinstance(node, Extreme) and node.ties != "all"


def _former_owner(node: Expression[Value], context: Context) -> Noun:
    """Return the noun for the owner at the time when the name was bound."""
    if isinstance(node, Owners):
        cards = noun(node.owners, context)
    else:
        cards = context.named(node.name, "cards") if isinstance(node, Ref) else noun(node, context)
    if cards.singular:
        return definite(f"the former owner of {cards.object}")
    return several(f"the former owners of {cards.object}")


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
