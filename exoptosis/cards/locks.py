"""Locks on cards in play, under a law without duplicates (R117).

Each card is in at most one game until the game is over. A card is in a game from the moment it is in a declared deck
(R127). Until the hands are revealed, the whole deck is locked, because any of it may be in the hand. From then on only
cards in hands and on the pile are, and each card that is drawn. The rest of the deck is free, and can be drawn only as
long as it is free.
"""

from collections.abc import Iterator

from exoptosis.cards.card_properties import originals_of
from exoptosis.cards.cycle_queries import as_json, cards_of
from exoptosis.cards.running_games import matches_of_the_game
from exoptosis.engine.cards.duplicates import originals_here
from exoptosis.engine.external_event_types import Obtained, Withheld
from exoptosis.engine.state import State
from exoptosis.law.battles import GameLaw
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.inventory.models import Card
from nomic.law.schema.json_reader import Json
from nomic.matches.hosting.lifecycle import send_external_event
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match

GATHERING = "hands"  # the stage before the hands are revealed


def makes_duplicates(ctx: ReadContext) -> bool:
    """Return whether cards enter a game as duplicates (R31), not as themselves (R117)."""
    game = ctx.law.section_or_none("exoptosis", GameLaw)
    return game is None or game.duplicates


def locked_codes(ctx: ReadContext) -> set[str]:
    """Return the codes of originals that a game locks."""
    return set() if makes_duplicates(ctx) else set(_games_of_cards(ctx))


def open_cards(ctx: ReadContext, player: str) -> list[Card]:
    """Return a player's cards that are not locked by a game."""
    locked = locked_codes(ctx)
    return [card for card in cards_of(ctx, player) if card.code not in locked]


def stakeable(ctx: ReadContext, player: str) -> Json:
    """Return the cards that a player can bet, as JSON data for games. Cards that a game locks are left out."""
    return as_json(originals_of(open_cards(ctx, player)))


def _games_of_cards(ctx: ReadContext) -> dict[str, str]:
    """Return the code of the match by the code of each locked original.

    Hands and piles take precedence over decks. A begun move locks the decks of its game, because it may still draw from
    them (R103).
    """
    held: dict[str, str] = {}
    games = list(matches_of_the_game(ctx))
    for match, state in games:
        held |= dict.fromkeys(_played_with(state) - held.keys(), match.code)
    for match, state in games:
        if state.stage == GATHERING or state.pending is not None:
            decks = originals_here(state.seats, (), state.cards)
            held |= dict.fromkeys(decks - held.keys(), match.code)
    return held


def _played_with(state: State) -> set[str]:
    """Return the originals in hands and on the pile."""
    return {state.cards[card].original for seat in state.seats for card in seat.hand} | originals_here(
        (), state.pile, state.cards
    )


# ── drawable cards


def keep_decks(act: ActionContext) -> None:
    """Update every deck to its player's cards that no other game locks (R117).

    Games are notified of each difference. Call this only if the law makes no duplicates. A game may react by taking a
    card from another game, so this is repeated, at most as often as there are games.
    """
    for _ in range(1 + len(list(matches_of_the_game(act)))):
        sentences = [_keep_deck(act, match, player, cards) for match, player, cards in _decks(act)]
        if not any(sentences):
            return


def _decks(act: ActionContext) -> Iterator[tuple[Match, str, list[Card]]]:
    """Yield each participant of each game as (match, player, cards that the player owns)."""
    seated = [
        (match, seat.player)
        for match, state in list(matches_of_the_game(act))
        for seat in state.seats
        if seat.status == "in"
    ]
    owned: dict[str, list[Card]] = {player: [] for _, player in seated}
    for card in Card.objects.filter(cycle=act.cycle, holder__in=owned).order_by("made_by", "code"):
        owned[card.holder].append(card)
    return ((match, player, owned[player]) for match, player in seated)


def _keep_deck(act: ActionContext, match: Match, player: str, cards: list[Card]) -> bool:
    """Notify a game of the changes of a player's deck. Return whether there were any."""
    state: State = loaded_match(act, match).state
    seat = next((seat for seat in state.seats if seat.player == player and seat.status == "in"), None)
    if seat is None or match.is_over or state.pending is not None:
        return False  # a game with a begun move locks its decks, and is notified when the move is made
    held = _games_of_cards(act)
    free = {card.code: card for card in cards if held.get(card.code, match.code) == match.code}
    lost = tuple(card for card in seat.deck if state.cards[card].original not in ("", *free))
    there = originals_here(state.seats, state.pile, state.cards)
    new = originals_of(card for code, card in free.items() if code not in there)
    if lost:
        send_external_event(act, match, Withheld(player, lost))
    if new:
        send_external_event(act, match, Obtained(player, new))
    return bool(lost or new)
