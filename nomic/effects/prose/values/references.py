"""English descriptions of constants, bound names, their parts, and answers."""

from nomic.effects.language.nodes.base import Condition
from nomic.effects.language.nodes.values import Literal, Ref
from nomic.effects.language.operations.ask_everybody import Answered, AnswerOf, WhoChose
from nomic.effects.prose.context import Context, clause, noun, number
from nomic.effects.prose.english_grammar import Noun, definite, listed, with_article

EVENT_CARDS = definite("the card")
AUTHOR = definite("the author", "the author's")


@noun.register
def noun_of_literal(node: Literal, context: Context) -> Noun:
    if isinstance(node.source, tuple):
        members = in_quotes_if_unclear(
            [signed_number(member) if isinstance(member, int) else str(member) for member in node.source]
        )
        said = listed(members) if members else "nothing"
        return Noun(one=listed(members, "or"), many=said, whole=said, singular=len(members) < 2, some_of=said)
    return definite(signed_number(int(node.source)))


def in_quotes_if_unclear(names: list[str]) -> list[str]:
    """Return names, all in quotation marks if one of them could be read as words of the sentence."""
    return [f"“{name}”" for name in names] if any(name[:1].islower() for name in names) else names


@number.register
def number_of_literal(node: Literal, context: Context) -> str:
    return noun(node, context).whole


def signed_number(value: int) -> str:
    return str(value) if value >= 0 else f"−{-value}"


@noun.register
def noun_of_ref(node: Ref, context: Context) -> Noun:
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


@noun.register
def noun_of_answer_of(node: AnswerOf, context: Context) -> Noun:
    owner = noun(node.of, context)
    chose = f"what {owner.whole} chose"
    return Noun(one=chose, many=chose, whole=chose, singular=True, some_of=chose)


@noun.register
def noun_of_who_chose(node: WhoChose, context: Context) -> Noun:
    chosen = noun(node.is_, context).one
    return Noun(f"player who chose {chosen}", f"players who chose {chosen}", f"each player who chose {chosen}")


@noun.register
def noun_of_answered(node: Answered, context: Context) -> Noun:
    return Noun("player who answered", "players who answered", "each player who answered")


@noun.register
def noun_of_condition(node: Condition, context: Context) -> Noun:
    return definite(f"whether {clause(node, context)}")
