"""Applies a game's events to players' items and cards, through the ledger, in the act of the step."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from msgspec import convert

from exoptosis.cards.card_properties import card_in_words, keep_what_battle_left
from exoptosis.cards.create import RANDOM, Spec, made_cards
from exoptosis.cards.effect_world import HallOfCards
from exoptosis.cards.gain_effects import has_gain_effect, run_gain_effects
from exoptosis.cards.owner import POOL
from exoptosis.engine.cards.outside_cards import ELSEWHERE
from exoptosis.engine.external_event_types import CardDestroyedElsewhere
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.work_budget import separate_budget
from nomic.effects.running.interpreter import TooLong
from nomic.inventory.ledger import is_stopped, ledger_of
from nomic.inventory.models import Card
from nomic.matches.contract.game import Event
from nomic.matches.hosting.external.apply_item_events import ITEMS, Do, Facts, dispatch_events, is_current_player
from nomic.matches.hosting.lifecycle import going_on, send_external_event
from nomic.matches.models import Match
from nomic.matches.repetition_notices import STANDSTILL
from nomic.notices.notify import notify


def carry_out(act: ActionContext, match: Match, events: Sequence[Event]) -> None:
    """Apply the events of a step that concern items and cards outside of the match."""
    dispatch_events(KINDS, act, match, events)


def pool_of(match: Match) -> str:
    """Return the name under which the ledger holds a match's pool."""
    return f"{POOL}{match.code}"


def _staked(act: ActionContext, match: Match, facts: Facts) -> None:
    """Move a stake from the player to the pool (R35)."""
    ledger = ledger_of(act)
    for item, count in facts["items"].items():
        ledger.transfer(facts["player"], pool_of(match), item, count)
    ledger.move_cards(_held(act, facts["player"], facts["cards"]), pool_of(match))


def _paid_out(act: ActionContext, match: Match, facts: Facts) -> None:
    """Move a payout from the pool to a player (R43, R99).

    A former player's payout is destroyed (R5). Things that a freeze stops remain in the pool.
    """
    ledger, player = ledger_of(act), facts["player"]
    taker = player if is_current_player(act, player) else ""
    for item, count in facts["items"].items():
        if not is_stopped(act, pool_of(match), taker, item):
            ledger.transfer(pool_of(match), taker, item, count)
    cards = _held(act, pool_of(match), facts["cards"])
    ledger.move_cards(
        [card for card in cards if not is_stopped(act, card.holder, taker, card.species, is_card=True)], taker
    )


def _returned(act: ActionContext, match: Match, facts: Facts) -> None:
    """Return a stake from the pool to its player. No freeze stops this, because the player gains nothing new."""
    with ledger_of(act).unguarded():
        _paid_out(act, match, facts)


def _original_destroyed(act: ActionContext, match: Match, facts: Facts) -> None:
    """Destroy an original (R47, R48).

    A game that has it in its pool is notified (R97).
    """
    card = Card.objects.filter(cycle=act.cycle, code=facts["card"]).exclude(holder="").first()
    if card is None:
        return
    holder = card.holder
    if is_stopped(act, holder, "", card.species, is_card=True):
        return
    ledger_of(act).destroy_cards([card])
    for other in going_on(act) if holder.startswith(POOL) else ():
        if holder == pool_of(other) and other.pk != match.pk:
            send_external_event(act, other, CardDestroyedElsewhere(originals=(card.code,)))


def _destroyed_elsewhere(act: ActionContext, match: Match, facts: Facts) -> None:
    """Destroy an original, or a duplicate in another game, by its reference from `exoptosis.cards.cycle_queries`."""
    code, _, number = str(facts["ref"]).removeprefix(ELSEWHERE).partition("/")
    if not number:
        _original_destroyed(act, match, {"card": code})
        return
    for other in going_on(act):
        if other.code == code and other.pk != match.pk:
            send_external_event(act, other, CardDestroyedElsewhere(cards=(int(number),), loses=tuple(facts["loses"])))


def _original_changed(act: ActionContext, match: Match, facts: Facts) -> None:
    """Apply the changes that a battle made to an original (R48)."""
    card = Card.objects.filter(cycle=act.cycle, code=facts["card"]).exclude(holder="").first()
    if card is None:
        return
    keep_what_battle_left(card, facts["modifiers"], facts["gained"])
    ledger_of(act).alter(card, "modifiers", "own_values", "own_suits", "own_colours", "own_types")


def _card_made(act: ActionContext, match: Match, facts: Facts) -> None:
    """Create cards for a player, of a species or random ones (R27, R47, R91)."""
    if not is_current_player(act, facts["player"]):
        return
    made = act.recall(("cards made in", match.pk), list[str])
    made.append(facts["player"])
    spec = convert(facts["spec"], Spec)
    cards = made_cards(
        act, spec, facts["count"], facts["player"], f"{match.code}, made {len(made)}", facts.get("by", "")
    )
    cards = [card for card in cards if not is_stopped(act, "", facts["player"], card.species, is_card=True)]
    ledger_of(act).add_cards(facts["player"], cards)
    if spec.card == RANDOM.card and cards:  # named cards have been announced by their name
        act.message(f"What {facts['player']} gets is {', '.join(card_in_words(act.law, card) for card in cards)}.")
    _note_gained(act, cards)


def _note_gained(act: ActionContext, cards: Sequence[Card]) -> None:
    """Run the effects of modifiers on new cards that have just got them.

    The game has continued, so an effect that takes too many steps is skipped.
    """
    for card in cards:
        if has_gain_effect(act.law, card):
            hall = HallOfCards(act)
            hall.work = separate_budget(act)
            hall.know(card)
            try:
                run_gain_effects(hall, act.law, card, (), hall.run(card.holder, card.species))
            except TooLong:
                act.message(f"What {card_in_words(act.law, card)} brings would take too long.")
            hall.hand_out()


def _notify_of_standstill(act: ActionContext, match: Match, facts: Facts) -> None:
    """Notify the players of a standstill (R129), unless it ends the game."""
    if facts["then"] == "may-end" and act.cycle.fork_of_id is None:  # a replay notifies nobody
        text = f"{match.title} is going in circles: you may end it."
        notify(act, facts["players"], STANDSTILL.name, text, reverse("web:match", args=[act.cycle.slug, match.code]))


def _held(act: ActionContext, holder: str, codes: Sequence[str]) -> list[Card]:
    return list(Card.objects.filter(cycle=act.cycle, holder=holder, code__in=codes).order_by("made_by", "code"))


KINDS: Mapping[str, Do] = {
    **ITEMS,
    "staked": _staked,
    "stake-returned": _returned,
    "pool-won": _paid_out,
    "original-destroyed": _original_destroyed,
    "destroyed-elsewhere": _destroyed_elsewhere,
    "original-changed": _original_changed,
    "card-made": _card_made,
    "standstill": _notify_of_standstill,
}
