"""Runs waiting effects when their events occur (R50)."""

from typing import Protocol

from msgspec.structs import replace

from exoptosis.engine.cards.card import CardId
from exoptosis.engine.read_only_world import Playing
from exoptosis.engine.state import Wait
from nomic.effects.language.world import Cards, Rest, World
from nomic.effects.running.interpreter import Run


class PlayEnds(Exception):
    """Raised to end the current play immediately, because the game is over or the player of the card is out."""


class TableWorld(World, Protocol):
    """The `World` of a battle, with the card that is being played."""

    playing: Playing | None


def meets(world: World, wait: Wait, card: CardId) -> bool:
    """Return whether a card matches the condition of a waiting effect."""
    if not wait.where:
        return True
    return Run(world, wait.owner, wait.label).fits(replace(wait.rest, text=wait.where), card)


def run_wait(world: TableWorld, wait: Wait, who: str, cards: Cards, demand: Rest | None = None) -> None:
    """Run a waiting effect whose event has occurred. The caller has removed it from the waiting effects.

    Raises PlayEnds if it ends the current play. If there is no current play, only the effect itself ends.
    """
    run = Run(world, wait.owner, wait.label)
    try:
        run.go_on(wait.rest, run.event(who, cards, demand))
    except PlayEnds:
        if world.playing is not None:
            raise
