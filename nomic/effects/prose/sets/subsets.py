"""English descriptions of parts of sets."""

from dataclasses import replace

from nomic.effects.language.nodes.arithmetic import constant_value
from nomic.effects.language.nodes.picking import Alike, First, Mixed, Sample, Those, Together
from nomic.effects.prose.context import SORTS, Context, NameMeaning, clause, noun, number
from nomic.effects.prose.english_grammar import Noun, definite, listed
from nomic.effects.prose.sets.selectors import (
    best_among,
    each_one,
    having_too,
    held_by_each,
    is_conditioned,
    is_its_own_part,
    measured,
    superlative,
)
from nomic.effects.prose.ties import ties_for_the_last_place, ties_in_words
from nomic.effects.prose.values.nouns_for_sets import all_of, in_general, is_single
from nomic.effects.prose.values.operands import is_plain
from nomic.effects.prose.values.relative_clauses import relative


@noun.register
def noun_of_those(node: Those, context: Context) -> Noun:
    members = noun(node.those, context)
    is_player = node.kind == "players"
    one, many = (
        said + relative(node.where, node.as_, context, several, whom="who" if is_player else "that")
        for said, several in ((members.one, False), (members.some_of or members.many, True))
    )
    if one == members.one:  # a condition that is always true
        return members
    if members.whole.startswith("each "):
        return Noun(one=one, many=many, whole=each_one(one))
    if members.is_of_one:
        inside = context.knowing(node.as_, NameMeaning(SORTS[node.kind], noun=members))
        such = f" (if {clause(node.where, inside)})"
        whole = f"{members.whole}{such}"
        return replace(definite(whole), singular=members.singular, as_object=f"{members.object}{such}")
    which = f"those of {'' if members.some_of or many.startswith(('the ', 'those ')) else 'the '}{many}"
    return Noun(one=one, many=many, whole=which, singular=False, some_of=which)


@noun.register
def noun_of_together(node: Together, context: Context) -> Noun:
    parts = [(noun(part, context), is_plain(part)) for part in node.together]
    whole = listed([said.whole if plain else f"({said.whole})" for said, plain in parts]) or "nobody"
    them = listed([said.object if plain else f"({said.object})" for said, plain in parts]) or "nobody"
    return Noun(one=f"one of {them}", many=them, whole=whole, singular=False, as_object=them, some_of=them)


@noun.register
def noun_of_first(node: First, context: Context) -> Noun:
    members, sort = noun(node.of, context), SORTS[node.kind]
    if is_its_own_part(node, members):
        return members
    if held := held_by_each(node.by, node.as_, context):
        return _with_the_most(node, members, held, context)
    inside = context.looking_at(node.as_, sort)
    count = constant_value(node.first)
    if count == 1 and not members.some_of and not members.many.startswith("the ") and "one of " not in members.one:
        return _with_the_highest(node, members, number(node.by, inside))
    which = members.some_of or members.many
    begin = "the first" if count == 1 else f"the first {number(node.first, context)}"
    if not members.some_of and not members.many.startswith(("the ", "those ")):
        which = members.one if count == 1 else members.many
    else:
        which = f"of {which}"
    ties = ties_for_the_last_place(node.ties, node.kind)
    order = f"by {number(node.by, inside)}, {'lowest' if node.least else 'highest'} first, {ties}"
    return _listed(f"{begin} {which} ({order})")


def _with_the_highest(node: First, members: Noun, measure: str) -> Noun:
    """Describe the member with the greatest or least number, or the members that tie."""
    said = measured(measure, "lowest" if node.least else "highest", SORTS[node.kind])
    ties = "" if node.ties == "all" else ties_in_words(node.ties, node.kind)
    if is_conditioned(members):
        return best_among(members, SORTS[node.kind], said, ties)
    if not ties:
        many = f"the {members.many} {said}"
        return Noun(one=f"one of {many}", many=many, whole=many, singular=False)
    return definite(f"the {members.one} {said} ({ties})")


def _with_the_most(node: First, members: Noun, by: tuple[str, str], context: Context) -> Noun:
    words = f"the {superlative(by[1], node.least)} {by[0]}"
    most = having_too(members.many, words, "have")
    ties = ties_in_words(node.ties, node.kind)
    if is_conditioned(members):
        return _best_of(node, members, f"with {words}", context)
    if constant_value(node.first) == 1 and node.ties != "all" and not members.many.startswith("the "):
        best = having_too(members.one, words, "has")
        return definite(f"the {members.one}{best} ({ties})")
    count = "" if constant_value(node.first) == 1 else f"{number(node.first, context)} "
    which = f"the {count}{members.many}"
    if members.many.startswith("the "):  # members with a name
        which = f"{f'the {count}' if count else 'those '}of {members.many}"
    if count:
        ties = ties_for_the_last_place(node.ties, node.kind)
    many = f"{which}{most} ({ties})" if count or node.ties != "all" else f"{which}{most}"
    return Noun(one=f"one of {many}", many=many, whole=many, singular=False)


def _best_of(node: First, members: Noun, which: str, context: Context) -> Noun:
    if constant_value(node.first) == 1:
        ties = "" if node.ties == "all" else ties_in_words(node.ties, node.kind)
        return best_among(members, SORTS[node.kind], which, ties)
    ties = ties_for_the_last_place(node.ties, node.kind)
    return best_among(members, SORTS[node.kind], which, ties, f"{number(node.first, context)} ")


@noun.register
def noun_of_sample(node: Sample, context: Context) -> Noun:
    members = noun(node.from_, context)
    if is_its_own_part(node, members):
        return members
    if not members.some_of and not node.repeats and not members.one.startswith("one of "):
        if constant_value(node.sample) == 1:
            return definite(f"a random {members.one}")
        return _listed(f"{number(node.sample, context)} random {members.many}")
    which = members.some_of or all_of(members)
    again = ", each time from all of them" if node.repeats else ""
    count = "one" if constant_value(node.sample) == 1 else number(node.sample, context)
    return _listed(f"{count} of {which} at random{again}", count == "one")


@noun.register
def noun_of_mixed(node: Mixed, context: Context) -> Noun:
    members = noun(node.mixed, context)
    if is_its_own_part(node, members) or isinstance(node.mixed, Mixed):
        return members
    them = f"{members.some_of or all_of(members)} in random order"
    if not is_single(members) or members.some_of:
        return _listed(them)
    return replace(_listed(f"{members.whole} in random order", members.singular), as_object=them)


@noun.register
def noun_of_alike(node: Alike, context: Context) -> Noun:
    if isinstance(node.alike, Alike) and node.alike.n.raw == node.n.raw:
        return noun(node.alike, context)
    cards = noun(node.alike, context)
    cards = in_general(cards, node.kind, f"counting only {cards.object}")
    alike = f"of which there are {number(node.n, context)} or more with the same values, suits and colours"
    one, many = f"{cards.one} {alike}", f"{cards.some_of or cards.many} {alike}"
    some_of = many if cards.some_of or many.startswith(("the ", "those ")) else f"the {many}"
    return Noun(one=one, many=many, whole=f"all {many}", singular=False, some_of=some_of)


def _listed(whole: str, singular: bool = False) -> Noun:
    return Noun(one=f"one of {whole}", many=whole, whole=whole, singular=singular, some_of=whole)
