"""All that Heads brings to the host."""

from heads import law, opening, pages, simulation, wiki
from nomic.game_package import GamePackage, Simulated

PACKAGE = GamePackage(
    hosted=opening.HOSTED,
    sections=(law.SECTION,),
    actions=opening.ACTIONS,
    board=pages.BOARD,
    wiki_board=wiki.draw_board,
    bots=opening.BOTS,
    simulated=(Simulated(simulation.ExaminedHeads(), range(2, opening.MAX_PLAYERS + 1)),),
)
