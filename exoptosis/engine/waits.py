"""Waiting effects that their event has come for (R50)."""

from msgspec.structs import replace

from exoptosis.engine.cards import CardId
from exoptosis.engine.state import Wait
from nomic.effects.language.world import Cards, Rest, World
from nomic.effects.running.run import Run


def meets(world: World, wait: Wait, card: CardId) -> bool:
    """Whether a card is one that a waiting effect waits for."""
    if not wait.where:
        return True
    return Run(world, wait.owner, wait.label).fits(replace(wait.rest, text=wait.where), card)


def run_wait(world: World, wait: Wait, who: str, cards: Cards, demand: Rest | None = None) -> None:
    """Run a waiting effect that its event has come for; it has been used up before."""
    run = Run(world, wait.owner, wait.label)
    run.go_on(wait.rest, run.event(who, cards, demand))
