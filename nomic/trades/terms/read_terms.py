"""Parses and validates the terms of a trade, and the cards that a player chooses for it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Annotated

from pydantic import Field, StringConstraints

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.reference_types import Refers
from nomic.cycles.actions.registry import Args
from nomic.cycles.domain.exceptions import BadArguments, FieldError, Refused
from nomic.effects.prose.english_grammar import listed
from nomic.inventory.law_section import ItemName, amount_of_item, items_of
from nomic.inventory.ledger import balances, code_of_card
from nomic.inventory.models import Card
from nomic.law.document.sections import Law
from nomic.trades.law_section import RULE
from nomic.trades.models import Lot
from nomic.trades.terms.tradables import card_in_words, held_back, items_to_trade, names_of_cards

MAX_LOTS = 50  # kinds of things on one side
MAX_CARDS = 200  # named cards on one side
MAX_PER_THING = 1_000_000

CardCode = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9a-z]{1,12}$", max_length=12),
    Field(examples=["7k2m9qx4"]),
    Refers(code_of_card),
]


# An amount of each item, or, among the wanted things, a number of any cards of a name.
Amounts = Annotated[
    dict[ItemName, Annotated[int, Field(ge=1, le=MAX_PER_THING)]],
    Field(max_length=MAX_LOTS, examples=[{"Lamp": 2}]),
]
Codes = Annotated[list[CardCode], Field(max_length=MAX_CARDS)]


class TermsArgs(Args):
    """What you give, and what you want for it. Either may be nothing, but not both."""

    gives: Amounts = Field(default={}, description='the items that you give, and how many of each, as {"Lamp": 2}')
    gives_cards: Codes = Field(default=[], description="your cards that you give, by their codes")
    wants: Amounts = Field(
        default={},
        description="the items that you want, and how many of each; a card's name means any card with that name",
    )
    wants_cards: Codes = Field(default=[], description="the other player’s cards that you want, by their codes")


def read_terms(ctx: ReadContext, args: TermsArgs, author: str, other: str) -> list[Lot]:
    """Return the lots of an offer by `author`, to be saved with their trade.

    `by_maker` of each lot says whether the author gives it. Raises BadArguments, with the place, if a player lacks
    something, or if something cannot be traded.
    """
    if not (args.gives or args.gives_cards or args.wants or args.wants_cards):
        raise BadArguments.on("gives", "a trade needs something on at least one side")
    if args.wants_cards and not other:
        raise BadArguments.on("wants_cards", "for a trade open to anybody, name the cards that you want in “wants”")
    errors = [
        *_flaws_of_items(ctx.law, "gives", args.gives),
        *_flaws_of_items(ctx.law, "wants", args.wants, names_of_cards(ctx.law)),
    ]
    if errors:
        raise BadArguments(errors)
    for item, count in args.gives.items():
        has = balances(ctx, author).get(item, 0)
        if has < count:
            raise BadArguments.on(f"gives/{item}", f"you offer {count} and have {amount_of_item(ctx.law, item, has)}")
    given = cards_of(ctx, "gives_cards", args.gives_cards, author)
    wanted = cards_of(ctx, "wants_cards", args.wants_cards, other) if args.wants_cards else []
    items = items_of(ctx.law)
    lots = [
        *(Lot(by_maker=True, name=name, amount=args.gives[name]) for name in in_order(ctx.law, args.gives)),
        *(Lot(by_maker=True, name=card.species, is_card=True, card=card) for card in given),
        *(
            Lot(by_maker=False, name=name, amount=args.wants[name], is_card=name not in items)
            for name in in_order(ctx.law, args.wants)
        ),
        *(Lot(by_maker=False, name=card.species, is_card=True, card=card) for card in wanted),
    ]
    return lots


def in_order(law: Law, names: Iterable[str]) -> list[str]:
    """Return names sorted: items in the law's order, then cards by name."""
    items = items_of(law)
    return sorted(names, key=lambda name: (name not in items, items[name].place if name in items else 0, name))


def _flaws_of_items(
    law: Law, field: str, names: Iterable[str], cards: frozenset[str] = frozenset()
) -> Iterator[FieldError]:
    items, tradable = items_of(law), set(items_to_trade(law))
    for name in names:
        if name in items and name not in tradable:
            yield FieldError(f"{field}/{name}", f"{name!r} cannot change hands")
        elif name not in tradable and name not in cards:
            is_card = field == "gives" and name in names_of_cards(law)
            missing = f"there is no {name!r} to trade{_instead(law, name)}"
            said = "say which card it is, in “gives_cards”" if is_card else missing
            yield FieldError(f"{field}/{name}", said)


def _instead(law: Law, name: str) -> str:
    """Return "; did you mean …?" for the item whose name or plural is nearest to a name, or "" if none is near."""
    names = {word: item for item in items_to_trade(law) for word in (items_of(law)[item].plural, item)}
    close = get_close_matches(name, names, n=1)
    return f"; did you mean {names[close[0]]!r}?" if close else ""


def cards_of(ctx: ReadContext, field: str, codes: Sequence[str], holder: str) -> list[Card]:
    """Return a holder's tradable cards in the order of the codes.

    Raises BadArguments, with the place, for a card that is named twice or that the holder does not have. Raises Refused
    for a card that is held back (R117).
    """
    found = {card.code: card for card in Card.objects.filter(cycle=ctx.cycle, holder=holder, code__in=codes)}
    for place, code in enumerate(codes):
        if code in codes[:place]:
            raise BadArguments.on(f"{field}/{place}", f"the card {code} is named twice")
        if code not in found:
            raise BadArguments.on(f"{field}/{place}", f"{holder} has no card {code}")
    check_free(ctx, found.values())
    return [found[code] for code in codes]


def check_free(ctx: ReadContext, cards: Iterable[Card]) -> None:
    """Raise Refused for a card that cannot be traded now, for example because a game uses it (R117)."""
    for card in sorted(cards, key=lambda card: card.code):
        because = held_back(ctx).get(card.code)
        if because is not None:
            raise Refused("held-back", f"{card_in_words(ctx.law, card)} {because}", RULE)


def choose_cards(ctx: ReadContext, lots: Sequence[Lot], giver: str, codes: Sequence[str]) -> list[Lot]:
    """Return the lots of a giver, with chosen cards in place of "any" cards.

    Without codes, the giver's free cards are used if their number is exactly the wanted one. Raises BadArguments on
    "cards" if other cards are needed.
    """
    wanted = Counter({lot.name: lot.amount for lot in lots if lot.is_any})
    if not codes:
        codes = _only_ones(ctx, giver, wanted)
    chosen = cards_of(ctx, "cards", codes, giver)
    if Counter(card.species for card in chosen) != wanted:
        needed = listed([f"{count} × {name}" for name, count in sorted(wanted.items())]) or "none"
        raise BadArguments.on("cards", f"say which cards you give: {needed}")
    fixed = {lot.card.code for lot in lots if lot.card is not None}
    for place, card in enumerate(chosen):
        if card.code in fixed:
            raise BadArguments.on(f"cards/{place}", f"the card {card.code} is in this trade already")
    return [
        *(lot for lot in lots if not lot.is_any),
        *(Lot(by_maker=False, name=card.species, is_card=True, card=card) for card in chosen),
    ]


def _only_ones(ctx: ReadContext, giver: str, wanted: Mapping[str, int]) -> list[str]:
    """Return the codes of a giver's free cards of these names, if there is no choice.

    A name is left out if the giver has more of its cards than wanted.
    """
    if not wanted:
        return []
    rows = Card.objects.filter(cycle=ctx.cycle, holder=giver, species__in=wanted).order_by("made_by", "code")
    free = [card for card in rows[: MAX_CARDS * 2] if card.code not in held_back(ctx)]
    have = Counter(card.species for card in free)
    return [card.code for card in free if have[card.species] == wanted[card.species]]
