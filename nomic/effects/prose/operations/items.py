"""English descriptions of operations on items."""

from dataclasses import replace

from nomic.effects.language.nodes.arithmetic import constant_value
from nomic.effects.language.nodes.base import Node
from nomic.effects.language.nodes.item_holders import Keeping, Stock
from nomic.effects.language.operations.items import Grant, Revoke
from nomic.effects.prose.context import THEY, YOU, Context, clause
from nomic.effects.prose.english_grammar import Noun
from nomic.effects.prose.times import time_as_lead
from nomic.effects.prose.values.amounts import Amount, amount_in_parts
from nomic.effects.prose.values.item_holders import TREASURY, holder_noun, item_words
from nomic.effects.prose.values.relative_clauses import said_of_themselves


@clause.register
def describe_grant(step: Grant, context: Context) -> str:
    to = holder_noun(step.to, context)
    gained = of_themselves(amount_in_parts(step.n, *item_words(step.grant, context), context), to, context)
    into = f"put {gained.with_place(f'into {to.whole}')}"
    gains = into if to == TREASURY else f"{instructed_each(to, 'gain')} {gained}"
    if step.until is None:
        return gains
    again = "it again" if step.n is None or constant_value(step.n) == 1 else "them again"
    if to == TREASURY:
        return f"{gains}; {time_as_lead(step.until, context)}, remove {again.removesuffix(' again')} again"
    loses = to.instructed("lose") if to.is_you else "they lose"
    return f"{gains}; {time_as_lead(step.until, context)}, {loses} {again}"


@clause.register
def describe_revoke(step: Revoke, context: Context) -> str:
    from_ = holder_noun(step.from_, context)
    if isinstance(step.from_, Keeping) and is_everything(step.n, step.from_, step.revoke):
        many = item_words(step.revoke, context)[1]
        return f"all {many} in {from_.object} {'is' if many.startswith('of ') else 'are'} destroyed"
    lost = of_themselves(amount_in_parts(step.n, *item_words(step.revoke, context), context), from_, context)
    if from_ == TREASURY:
        return f"remove {lost.with_place(f'from {from_.whole}')}"
    return f"{instructed_each(from_, 'lose')} {lost}"


def is_everything(n: Node | None, holder: Node, item: Node) -> bool:
    """Return whether an amount is everything that the holder has of an item."""
    return isinstance(n, Stock) and n.of.raw == holder.raw and n.stock.raw == item.raw


def of_themselves(given: Amount, who: Noun, context: Context) -> Amount:
    """Return the amount with "their" in place of the player of the sentence: "Coins equal to their Light"."""
    if not given.link:
        return replace(given, start=said_of_themselves(given.start, who, context))
    return replace(given, basis=said_of_themselves(given.basis, who, context))


def instructed_each(who: Noun, verb: str) -> str:
    """Return an instruction for each member of a set of players: "those players each gain"."""
    is_one = who.singular or who.whole.partition(" (")[0] in (YOU.whole, THEY.whole) or "each " in who.whole
    return who.instructed(verb) if is_one else f"{who.whole} each {who.verb(verb)}"
