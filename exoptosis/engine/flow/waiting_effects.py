"""Waiting effects that their event has come for (R50)."""

from typing import Protocol

from msgspec.structs import replace

from exoptosis.engine.cards.card import CardId
from exoptosis.engine.queries import Playing
from exoptosis.engine.state import Wait
from nomic.effects.language.world import Cards, Rest, World
from nomic.effects.running.run import Run


class PlayEnds(Exception):
    """What is being done ends at once: the game is over, or whoever plays a card is out of it."""


class TableWorld(World, Protocol):
    """The world of a battle: what is being played in it."""

    playing: Playing | None


def meets(world: World, wait: Wait, card: CardId) -> bool:
    """Whether a card is one that a waiting effect waits for."""
    if not wait.where:
        return True
    return Run(world, wait.owner, wait.label).fits(replace(wait.rest, text=wait.where), card)


def run_wait(world: TableWorld, wait: Wait, who: str, cards: Cards, demand: Rest | None = None) -> None:
    """Run a waiting effect that its event has come for; it has been used up before.

    Raises PlayEnds where it ends the play under way; where none is, it ends by itself.
    """
    run = Run(world, wait.owner, wait.label)
    try:
        run.go_on(wait.rest, run.event(who, cards, demand))
    except PlayEnds:
        if world.playing is not None:
            raise
