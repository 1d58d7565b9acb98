"""English descriptions of conditions on the length of a player's membership, or on a past instant."""

from nomic.effects.language.nodes.arithmetic import constant_value
from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.conditions import Is
from nomic.effects.language.nodes.people import Seniority, Since
from nomic.effects.language.world import Players
from nomic.effects.prose.conditions.relations import NONE, RELATIONS
from nomic.effects.prose.context import Context, noun, number
from nomic.effects.prose.english_grammar import conjugated, with_article
from nomic.effects.prose.values.arithmetic import SINCE
from nomic.effects.prose.values.nouns_for_sets import all_of


def whose_time(node: Seniority | Since) -> Expression[Players]:
    """Return the players whose membership is measured."""
    return node.seniority if isinstance(node, Seniority) else node.of


def time_compared(node: Is, context: Context, *, negated: bool) -> str:
    """Describe a comparison of a time with a constant: "you have played at least 3 full days", or "" for others."""
    one = node.is_[0]
    if not isinstance(one, Seniority | Since):
        return ""
    who = noun(whose_time(one), context)
    is_sum = not who.is_of_one and who.whole != "they"
    if is_sum and isinstance(one, Since):
        return ""
    said = time_passed(node, context, singular=who.singular and not is_sum, negated=negated)
    return said and f"{f'{all_of(who)} together' if is_sum else who.whole} {said}"


def time_passed(node: Is, context: Context, *, singular: bool, negated: bool) -> str:
    """Return the predicate that compares a time with a constant: "has played at least 3 full days"."""
    one, relation, other = node.is_
    count = constant_value(other)
    if not isinstance(one, Seniority | Since) or count is None:
        return ""
    units = one.in_ if count != 1 else one.in_.removesuffix("s")
    how_long = f"{RELATIONS[relation][negated]} {number(other, context)} full {units}"
    one_full = f"full {one.in_.removesuffix('s')}"
    is_none = (relation, count, negated) in NONE
    if isinstance(one, Since):
        if how_long.startswith("not "):
            return ""
        ago = f"less than {with_article(one_full)}" if is_none else how_long
        return f"{SINCE[one.since]} {ago} ago"
    have = conjugated("have", singular)
    if is_none:
        return f"{have} not played {with_article(one_full)}"
    denial = "not " if how_long.startswith("not ") else ""
    return f"{have} {denial}played {how_long.removeprefix('not ')}"
