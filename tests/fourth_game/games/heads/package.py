"""All that Heads brings to the host."""

from heads import law, opening, pages, wiki
from nomic.game_package import GamePackage

PACKAGE = GamePackage(
    hosted=opening.HOSTED,
    sections=(law.SECTION,),
    actions=opening.ACTIONS,
    board=pages.BOARD,
    wiki_board=wiki.draw_board,
)
