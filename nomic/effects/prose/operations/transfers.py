"""English descriptions of transfers: "pay 2 Coins to the treasury", "take a Coin from Ben"."""

from nomic.effects.language.nodes.item_holders import Keeping
from nomic.effects.language.operations.values import (
    Transfer,
)
from nomic.effects.prose.context import Context, clause
from nomic.effects.prose.english_grammar import Noun
from nomic.effects.prose.operations.items import instructed_each, is_everything, of_themselves
from nomic.effects.prose.values.amounts import Amount, amount_in_parts
from nomic.effects.prose.values.item_holders import TREASURY, holder_noun, item_words
from nomic.effects.prose.values.nouns_for_sets import each_of
from nomic.effects.prose.values.relative_clauses import said_of_themselves

MIDDLING = 60  # characters of a noun that can stand before "1 Coin for each …"
SHORT = 20  # characters of a noun that can stand before a long amount: "give that player Coins equal to …"


@clause.register
def describe_transfer(step: Transfer, context: Context) -> str:
    handed = amount_in_parts(step.n, *item_words(step.transfer, context), context)
    if handed.link != "for every":
        return _handed(step, handed, context)
    return f"for every {handed.basis}, {_handed(step, Amount(handed.start), context)}"


def _handed(step: Transfer, handed: Amount, context: Context) -> str:
    """Describe the transfer of an amount of an item, by who gives and who gets it."""
    from_, to = holder_noun(step.from_, context), holder_noun(step.to, context)
    if from_ == TREASURY and not to.is_addressed and not _is_everything(step):
        return _from_the_treasury(step, to, handed, context)
    if to.is_addressed and _is_everything(step) and (isinstance(step.from_, Keeping) or from_ == TREASURY):
        return f"take all {item_words(step.transfer, context)[1]} from {from_.object}"
    if to.is_addressed and not from_.is_addressed:
        return f"take {handed.with_place(f'from {each_of(from_)}')}"
    if _is_everything(step):
        return _all_handed(step, from_, to, context)
    if isinstance(step.from_, Keeping):
        return _from_a_keeping(from_, to, handed, context)
    if isinstance(step.to, Keeping):
        return _into_a_keeping(from_, to, handed, context)
    return _between_players(step, from_, to, handed, context)


def _is_long(handed: Amount, from_: Noun, to: Noun) -> bool:
    """Return whether an amount is better put at the end, behind holders that are short enough to stand before it."""
    limit = {"equal to": SHORT, "for each": MIDDLING}.get(handed.link, 0)
    return max(len(from_.object), len(to.object)) < limit


def _from_a_keeping(from_: Noun, to: Noun, handed: Amount, context: Context) -> str:
    if moved := _moved(from_, to, handed):
        return moved
    handed, where = of_themselves(handed, to, context), said_of_themselves(from_.object, to, context)
    return f"{instructed_each(to, 'get')} {handed.with_place(f'from {where}')}"


def _into_a_keeping(from_: Noun, to: Noun, handed: Amount, context: Context) -> str:
    handed, where = of_themselves(handed, from_, context), said_of_themselves(to.object, from_, context)
    return f"{instructed_each(from_, 'put')} {handed.with_place(f'into {where}')}"


def _between_players(step: Transfer, from_: Noun, to: Noun, handed: Amount, context: Context) -> str:
    """Describe a transfer from players to players, or to the treasury."""
    if to == TREASURY and handed.is_computed:
        handed = of_themselves(handed, from_, context)
        return f"{instructed_each(from_, 'pay')} {handed.with_place(f'to {to.object}')}"
    verb = instructed_each(from_, "pay" if from_.is_addressed and step.to.kind == "names" else "give")
    if to.is_you and not (from_.is_addressed or handed.is_computed):
        return f"{verb} you {handed}"
    taker = "yourself" if to.is_addressed else each_of(to)
    return f"{verb} {taker} {handed}" if _is_long(handed, from_, to) else f"{verb} {handed.with_place(f'to {taker}')}"


def _moved(from_: Noun, to: Noun, handed: Amount) -> str:
    """Return "Pennies equal to the Best bid go from the Bids to the Seller", or "" for other amounts.

    "The Seller gets Pennies equal to the Best bid from the Bids" would read as a bid from the Bids.
    """
    if handed.link != "equal to" or handed.is_formula or to.possessive in str(handed):
        return ""
    return f"{handed} go from {from_.object} to {each_of(to)}"


def _from_the_treasury(step: Transfer, to: Noun, handed: Amount, context: Context) -> str:
    """Describe a transfer from the treasury to somebody other than "you"."""
    from_ = f"from {TREASURY.whole}"
    if isinstance(step.to, Keeping) or to == TREASURY:
        return f"put {handed.with_place(f'{from_} into {to.object}')}"
    if moved := _moved(TREASURY, to, handed):
        return moved
    return f"{instructed_each(to, 'get')} {of_themselves(handed, to, context).with_place(from_)}"


def _is_everything(step: Transfer) -> bool:
    return is_everything(step.n, step.from_, step.transfer)


def _all_handed(step: Transfer, from_: Noun, to: Noun, context: Context) -> str:
    """Describe the transfer of everything of an item: "all Pennies in the Bids go to the treasury"."""
    many = item_words(step.transfer, context)[1]
    if isinstance(step.from_, Keeping):
        goes = "goes" if many.startswith("of ") else "go"
        return f"all {many} in {from_.object} {goes} to {to.object}"
    return f"{from_.instructed('give')} all {many} that {from_.whole} {from_.verb('have')} to {to.object}"
