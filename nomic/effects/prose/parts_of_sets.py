"""English descriptions of parts of sets."""

from nomic.effects.language.nodes.arithmetic import written
from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.picking import Alike, First, Mixed, Sample, Those, Together
from nomic.effects.language.nodes.stock import Stock
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.values import ValueOf
from nomic.effects.language.world import Value
from nomic.effects.prose.context import SORTS, Context, noun, number
from nomic.effects.prose.grammar import Noun, listed, with_article
from nomic.effects.prose.nouns import is_plain, item_words, relative
from nomic.effects.prose.ties import ties_for_the_last_place, ties_in_words


@noun.register
def _(node: Those, context: Context) -> Noun:
    members = noun(node.those, context)
    is_player = node.kind == "players"
    one, many = (
        said + relative(node.where, node.as_, context, several, whom="who" if is_player else "that")
        for said, several in ((members.one, False), (members.some_of or members.many, True))
    )
    if members.whole.startswith("every "):
        return Noun(one=one, many=many, whole=f"every {one}")
    return Noun(one=one, many=many, whole=f"those of {many}", singular=False, some_of=f"those of {many}")


@noun.register
def _(node: Together, context: Context) -> Noun:
    parts = [(noun(part, context).whole, is_plain(part)) for part in node.together]
    whole = listed([said if plain else f"({said})" for said, plain in parts]) or "nobody"
    return Noun(one=f"one of {whole}", many=whole, whole=whole, singular=False, some_of=whole)


@noun.register
def _(node: First, context: Context) -> Noun:
    members, sort = noun(node.of, context), SORTS[node.kind]
    counted = _had(node)
    if counted:
        return _with_the_most(node, members, counted, context)
    inside = context.looking_at(node.as_, sort)
    count = written(node.first)
    which = members.some_of or members.many
    begin = "the first" if count == 1 else f"the first {number(node.first, context)}"
    ties = ties_for_the_last_place(node.ties, node.kind)
    order = f"by {number(node.by, inside)}, the {'least' if node.least else 'most'} first, {ties}"
    return _listed(f"{begin} of {which} ({order})")


def _had(node: First) -> Expression[Value] | None:
    """Return the item or value that members have and are ordered by, or None for other orders."""
    by = node.by
    owner = by.of if isinstance(by, Stock) or (isinstance(by, ValueOf) and by.for_ is None) else None
    return by if isinstance(owner, Ref) and owner.name == node.as_ and not owner.part else None


def _with_the_most(node: First, members: Noun, by: Expression[Value], context: Context) -> Noun:
    item = by.value_of if isinstance(by, ValueOf) else item_words(by.stock, context)[1] if isinstance(by, Stock) else ""
    besides = " and" if " who " in members.many else ""
    most = f"{besides} with the {'least' if node.least else 'most'} {item}"
    ties = ties_in_words(node.ties, node.kind)
    count = "" if written(node.first) == 1 else f"{number(node.first, context)} "
    which = f"the {count}{members.many}"
    if members.many.startswith("the "):  # members with a name
        which = f"{f'the {count}' if count else 'those '}of {members.many}"
    many = f"{which}{most} ({ties})"
    return Noun(one=f"one of {many}", many=many, whole=many, singular=False)


@noun.register
def _(node: Sample, context: Context) -> Noun:
    members = noun(node.from_, context)
    if not members.some_of and not node.repeats and not members.one.startswith("one of "):
        one = f"{with_article(members.one)} (drawn by lot)"
        if written(node.sample) == 1:
            return Noun(one=one, many=one, whole=one)
        return _listed(f"{number(node.sample, context)} {members.many} (drawn by lot)")
    which = members.some_of or members.many
    again = ", each time from all of them" if node.repeats else ""
    return _listed(f"{number(node.sample, context)} of {which} by chance{again}")


@noun.register
def _(node: Mixed, context: Context) -> Noun:
    members = noun(node.mixed, context)
    return _listed(f"{members.some_of or members.many} in an order that chance settles")


@noun.register
def _(node: Alike, context: Context) -> Noun:
    cards = noun(node.alike, context)
    alike = f"of which there are {number(node.n, context)} or more with the same values, suits and colours"
    one, many = f"{cards.one} {alike}", f"{cards.some_of or cards.many} {alike}"
    return Noun(one=one, many=many, whole=f"all {many}", singular=False, some_of=many)


def _listed(whole: str) -> Noun:
    return Noun(one=f"one of {whole}", many=whole, whole=whole, singular=False, some_of=whole)
