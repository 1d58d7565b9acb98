"""English descriptions of operations on cards."""

from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.field_types import Traits
from nomic.effects.language.nodes.item_holders import is_store
from nomic.effects.language.nodes.values import Literal, Ref
from nomic.effects.language.operations.cards import ActAs, Add, ChangeCards, Destroy, Move, Play, Swap, Take
from nomic.effects.language.world import Value
from nomic.effects.prose.context import THEY, Context, clause, noun
from nomic.effects.prose.english_grammar import Noun, definite, listed, with_article
from nomic.effects.prose.operations.items import instructed_each
from nomic.effects.prose.times import time_in_words
from nomic.effects.prose.values.amounts import amount
from nomic.effects.prose.values.arithmetic import growth
from nomic.effects.prose.values.item_holders import holder_noun
from nomic.effects.prose.values.new_cards import by_chance, made
from nomic.effects.prose.values.references import owned_by
from nomic.effects.prose.values.relative_clauses import relative


@clause.register
def describe_take(step: Take, context: Context) -> str:
    who = noun(step.who, context)
    cards = amount(step.take, "card", "cards", context)
    several = not (isinstance(step.take, Literal) and step.take.source == 1)
    from_ = "" if step.from_ is None else f" from {_place(noun(step.from_, context), 'deck')}"
    each = " each" if _is_plural(step.who, context) else ""
    which = relative(step.where, "it", context, several)
    if which.startswith(" other than ") and not from_ and not each:  # "the owner draws 1 card, but not that card"
        which = f", but not {which.removeprefix(' other than ')}"
    return f"{who.instructed('draw')} {cards}{which}{from_}{each}"


def _is_plural(who: Expression[Value], context: Context) -> bool:
    meant = context.names.get(who.name) if isinstance(who, Ref) and not who.part else None
    return meant is not None and meant.several and meant.noun is None


@clause.register
def describe_move(step: Move, context: Context) -> str:
    cards = noun(step.move, context)
    if is_store(step.of):
        gone = f"{cards.does('go')} to {holder_noun(step.of, context).whole}"
    elif goes_to_owner(step, context):
        whose, places = ("its owner's", step.to) if cards.singular else ("their owners'", _several_places(step.to))
        gone = f"{cards.does('go')} to {whose} {places}"
    else:
        gone = f"{cards.does('go')} to {_place(_receiver(step, context), step.to)}"
    if step.until is None:
        return gone
    return f"{gone}, and {cards.verb('return')} {time_in_words(step.until, context)}"


def goes_to_owner(step: Move, context: Context) -> bool:
    """Return whether cards go to their own owners, so that a pronoun is clear."""
    cards = noun(step.move, context)
    return cards.is_short and noun(step.of, context).whole == owned_by(cards).whole


def _receiver(step: Move, context: Context) -> Noun:
    """Return the noun for the player who gets cards, which is not "they" if that could be several cards."""
    receiver, that_player = noun(step.of, context), definite("that player")
    named = [meant.noun.whole for meant in context.names.values() if meant.noun is not None]
    is_unclear = receiver.whole == THEY.whole and not noun(step.move, context).singular
    return that_player if is_unclear and that_player.whole not in named else receiver


def _several_places(place: str) -> str:
    return "inventories" if place == "inventory" else f"{place}s"


def _place(owner: Noun, place: str) -> str:
    """Describe the place where a player's cards are: "your hand", "the hand of each player who …"."""
    return owner.having(place)


@clause.register
def describe_swap(step: Swap, context: Context) -> str:
    one, other = (noun(side, context) for side in step.swap)
    if (one.whole, other.whole) == ("the first card", "the second card"):
        return "the two cards swap places"
    return f"{one.whole} and {other.whole} swap places"


@clause.register
def describe_destroy(step: Destroy, context: Context) -> str:
    cards = noun(step.destroy, context)
    originals = f", including the original{'' if cards.singular else 's'}" if step.originals else ""
    return f"{cards.does('be')} destroyed{originals}"


@clause.register
def describe_add(step: Add, context: Context) -> str:
    one, many = made(step.add, context)
    of = noun(step.of, context)
    if step.to == "inventory":
        return f"{instructed_each(of, 'gain')} {_new(step, one, many, context)}"
    new = _new(step, one, many, context)
    return f"put {new}{',' if ', each with ' in new else ''} into {_place(of, step.to)}"


def _new(step: Add, one: str, many: str, context: Context) -> str:
    if step.n is None or (isinstance(step.n, Literal) and step.n.source == 1):
        return with_article(one)
    return amount(step.n, one, many, context)


@clause.register
def describe_change_cards(step: ChangeCards, context: Context) -> str:
    cards = noun(step.change, context)
    if step.become is not None:
        taken = f"each of {cards.whole}" if not cards.singular else cards.object
        return f"{noun(step.become, context).whole} takes the place of {taken.replace('each of all ', 'each of the ')}"
    if (counted := _counted_up(step, cards, context)) is not None:
        return counted
    said = []
    if step.gain:
        said.append(f"{cards.verb('gain')} {_traits(step.gain, context)}")
    if step.lose:
        said.append(f"{cards.verb('lose')} {_traits(step.lose, context)}")
    if step.shift is not None:
        verb, by = growth(step.shift, context)
        said.append(f"{cards.verb('have')} every value {verb.removesuffix('e')}ed by {by}")
    if step.tick:
        said.append(f"{cards.verb('have')} the count of this modifier raised by {step.tick}")
    if step.inherit is not None:
        said.append(f"{cards.verb('get')} every modifier of {noun(step.inherit, context).object}")
    if step.collections:
        said.append(f"{cards.verb('get')} {by_chance(step.collections, context)}")
    joined = ", and ".join(said) if any(" and " in each for each in said) else listed(said)
    return f"{cards.whole} {joined or cards.verb('stay') + ' as it is'}"


def _counted_up(step: ChangeCards, cards: Noun, context: Context) -> str | None:
    """Describe a change of nothing but numbers, "all values of this card increase by 2", or return None."""
    if step.gain or step.lose or step.inherit is not None or step.collections:
        return None
    if step.shift is not None and not step.tick:
        verb, by = growth(step.shift, context)
        return f"all values of {cards.object} {verb} by {by}"
    if step.tick and step.shift is None:
        return f"the count of this modifier on {cards.object} increases by {step.tick}"
    return None


def _traits(traits: Traits, context: Context) -> str:
    return listed([_trait(trait, held, context) for trait, held in traits.items()]) or "nothing"


def _trait(trait: str, names: Expression[Value] | str, context: Context) -> str:
    if isinstance(names, str):
        return f"all {trait}"
    if (trait == "modifiers" and isinstance(names, Literal)) or (isinstance(names, Ref) and names.part == trait):
        return noun(names, context).whole
    one = isinstance(names, Literal) and len(names.members) == 1
    return f"the {trait.removesuffix('s') if one else trait} {noun(names, context).whole}"


@clause.register
def describe_play(step: Play, context: Context) -> str:
    without = f", without {listed(step.without)}" if step.without else ""
    return f"play {noun(step.play, context).object} too, as if that were legal{without}"


@clause.register
def describe_act_as(step: ActAs, context: Context) -> str:
    acted = noun(step.act_as, context).whole
    return f"this card acts as {'the chosen modifier' if acted == 'what was chosen' else acted}"
