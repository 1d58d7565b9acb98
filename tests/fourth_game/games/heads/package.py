"""All that Heads brings to the host."""

from heads import law, simulation
from heads.engine import Heads
from nomic.game_package import GamePackage, Simulated
from nomic.matches.contract.bots import RandomBot
from nomic.matches.hosting.open_match_with_others import open_with_others
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.practice.bot_seats import BotGame
from nomic.web.hooks.boards import Board
from nomic.wiki.pages.matches import board_from

MAX_OTHERS = 7
HOSTED = HostedGame(Heads(), "Heads", channel="games", section="heads")

PACKAGE = GamePackage(
    hosted=HOSTED,
    sections=(law.SECTION,),
    actions=(open_with_others(HOSTED, MAX_OTHERS),),
    board=Board("heads/board.html"),
    wiki_board=board_from("heads.wiki"),
    bots=BotGame({"Greedy": RandomBot(), "Random": RandomBot()}),  # there is nothing to choose
    simulated=(Simulated(simulation.HeadsInvariants(), range(2, MAX_OTHERS + 2)),),
)
