"""Draws of cards, and cards given by another player if the deck is empty (R40, R81, R82)."""

from typing import Protocol

from exoptosis.engine.cards.card import CardId
from exoptosis.engine.flow.waiting_effects import run_wait
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.read_only_world import Playing
from exoptosis.engine.state import Debt, Tally, Wait
from nomic.effects.asking.questions import Option, Question
from nomic.effects.language.world import Cards, Rest, Runner, World


class DrawingWorld(World, Protocol):
    """The part of a battle's `World` that drawing uses.

    `cause` is the turn whose acts cause a draw (R50). `is_replacing` is true while an effect replaces a draw.
    """

    draft: MutableState
    playing: Playing | None
    cause: int
    is_replacing: bool


def take(world: DrawingWorld, player: str, count: int, whose: str, demand: Rest | None, run: Runner) -> None:
    """Make a player draw `count` cards. If the player cannot be asked now, the draws are postponed."""
    for _ in range(count):
        if world.answers_now(player, run):
            draw_one(world, player, whose, demand, run)
        elif _can_draw(world, player, whose):
            world.draft.owe(
                Debt(0, player, "draw", 0, 0, run.me, whose=whose, demand=demand, label=run.label), world.cause
            )


def _can_draw(world: DrawingWorld, player: str, whose: str) -> bool:
    """Return whether a draw is possible.

    If the deck is empty and nobody can give a card, the draw lapses (R82).
    """
    return world.draft.is_in(player) and (bool(world.draft.seats[whose].deck) or bool(_givers(world, player)))


def _givers(world: DrawingWorld, player: str) -> list[str]:
    others = (other for other in world.draft.participants if other != player)
    return [other for other in others if world.draft.seats[other].hand]


def draw_one(world: DrawingWorld, player: str, whose: str, demand: Rest | None, run: Runner) -> None:
    """Draw one card for a player who can be asked now.

    A waiting effect may replace the draw (R50). If no card of the deck meets the demand, another player gives a card
    (R40).
    """
    if not world.draft.is_in(player):
        return
    instead = _waiting_instead(world, player)
    if instead is not None:
        world.draft.waits.remove(instead)
        world.is_replacing = True
        run_wait(world, instead, player, (), demand)
        world.is_replacing = False
        return
    fitting = tuple(card for card in world.draft.seats[whose].deck if run.fits(demand, card))
    if fitting:
        _draw_from_deck(world, player, whose, fitting, run)
    elif whose == player:
        _draw_from_giver(world, player, run)


def _waiting_instead(world: DrawingWorld, player: str) -> Wait | None:
    """Return the waiting effect that replaces this player's draw, or None.

    A draw that replaces another is not replaced again.
    """
    if world.is_replacing:
        return None
    waits = (wait for wait in world.draft.waits if wait.event == "drawing" and player in wait.who and wait.instead)
    return next(waits, None)


def _draw_from_deck(world: DrawingWorld, player: str, whose: str, cards: Cards, run: Runner) -> None:
    (card,) = _choose_card(world, player, f"{run.label}: choose a card to draw", cards)
    world.draft.remove(card)
    _receive(world, player, card)
    source = "" if whose == player else f" from {whose}'s deck"
    world.draft.emit("drew", f"{player} draws {world.name_of(card)}{source}.", player=player, card=card, whose=whose)


def _draw_from_giver(world: DrawingWorld, player: str, run: Runner) -> None:
    givers = _givers(world, player)
    if not givers:
        world.draft.emit("draw-lapsed", f"{player} has nothing to draw.", player=player)
        return
    giver = givers[0]
    if len(givers) > 1:
        options = tuple(Option(other, other) for other in givers)
        prompt = f"{run.label}: choose who gives you a card"
        (chosen,) = world.ask(Question(player, prompt, "player", options))
        giver = str(chosen)
    if world.answers_now(giver, run):
        give_one(world, giver, player, run)
    else:
        world.draft.owe(Debt(0, giver, "give", 0, 0, player, to=player, label=run.label), world.cause)


def give_one(world: DrawingWorld, giver: str, player: str, run: Runner) -> None:
    """Make a player give a card of their hand to the player who draws. The card counts as drawn (R81)."""
    hand = world.draft.seats[giver].hand
    if not hand or not world.draft.is_in(player):
        return
    (card,) = _choose_card(world, giver, f"{run.label}: choose a card to give to {player}", hand)
    world.draft.remove(card)
    _receive(world, player, card)
    world.draft.emit(
        "gave", f"{giver} gives {player} a card: {world.name_of(card)}.", player=giver, card=card, to=player
    )


def _choose_card(world: DrawingWorld, player: str, prompt: str, cards: Cards) -> tuple[CardId]:
    if len(cards) == 1:
        return (int(cards[0]),)
    options = tuple(Option(card, world.name_of(card)) for card in cards)
    return (int(world.ask(Question(player, prompt, "card", options))[0]),)


def _receive(world: DrawingWorld, player: str, card: CardId) -> None:
    world.draft.reseat(player, hand=(*world.draft.seats[player].hand, card))
    world.draft.tallies.append(Tally(player, world.draft.turn_number, world.cause, 1))
