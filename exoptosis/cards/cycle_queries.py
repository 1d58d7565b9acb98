"""The host's answers to a game's queries of its cycle: players, inventories, and cards outside of the game."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, json

from exoptosis.cards.card_properties import original_of, seen_from_elsewhere
from exoptosis.cards.owner import owner_of
from exoptosis.cards.running_games import matches_of_the_game
from exoptosis.engine.cards.card import CardElsewhere
from exoptosis.engine.cards.outside_cards import ELSEWHERE
from nomic.cycles.actions.context import ReadContext
from nomic.effects.language.nodes.item_holders import is_no_player
from nomic.inventory.held_cards import cards_held
from nomic.inventory.models import Card
from nomic.law.schema.json_reader import Json
from nomic.matches.hosting.external import environment_readers


def cards_of(ctx: ReadContext, player: str) -> list[Card]:
    """Return the cards in a player's inventory, in a fixed order."""
    return cards_held(ctx.cycle.pk, player)


def _card(ctx: ReadContext, code: str) -> Json:
    card = Card.objects.filter(cycle=ctx.cycle, code=code).exclude(holder="").first()
    return None if card is None else as_json(original_of(card))


def _inventory(ctx: ReadContext, player: str) -> Json:
    return as_json([_described(ctx, card) for card in cards_of(ctx, player)])


def _cycle_cards(ctx: ReadContext) -> Json:
    """Return every original, including cards bet in games, and every duplicate in running games, as JSON."""
    held = Card.objects.filter(cycle=ctx.cycle).exclude(holder="").order_by("made_by", "code")
    out = (_described(ctx, card) for card in held if not is_no_player(card.holder))
    return as_json([*out, *_duplicates(ctx, lambda original: True)])


def _copies(ctx: ReadContext, code: str) -> Json:
    """Return an original and every duplicate of it (R93), as JSON."""
    held = Card.objects.filter(cycle=ctx.cycle, code=code).exclude(holder="")
    return as_json([*(_described(ctx, card) for card in held), *_duplicates(ctx, lambda original: original == code)])


def as_json(cards: Struct | Sequence[Struct] | None) -> Json:
    """Return cards as JSON data, in the form in which a game's reads are recorded."""
    data: Json = json.decode(json.encode(cards))
    return data


def _described(ctx: ReadContext, card: Card) -> CardElsewhere:
    return seen_from_elsewhere(ctx.law, card, owner_of(ctx, card))


def _duplicates(ctx: ReadContext, wanted: Callable[[str], bool]) -> Iterator[CardElsewhere]:
    for match, state in matches_of_the_game(ctx):
        destroyed = {played.card for played in state.pile if played.destroyed}
        owners = {card: seat.player for seat in state.seats for card in (*seat.hand, *seat.deck)}
        owners |= {played.card: played.by for played in state.pile}
        for number, card in state.cards.items():
            if number in owners and number not in destroyed and wanted(card.original):
                yield CardElsewhere(
                    ref=f"{ELSEWHERE}{match.code}/{number}",
                    original=card.original,
                    owner=owners[number],
                    species=card.species,
                    values=card.values,
                    values_from=card.values_from,
                    suits=card.suits,
                    colours=card.colours,
                    types=card.types,
                    modifiers=tuple(modifier.name for modifier in card.modifiers),
                )


READERS: dict[str, Callable[..., Json]] = {
    **environment_readers.READERS,
    "card": _card,
    "inventory": _inventory,
    "cycle-cards": _cycle_cards,
    "copies": _copies,
}
