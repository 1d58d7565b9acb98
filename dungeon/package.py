"""All that Dungeon brings to the host."""

from dungeon import benches, examiner, hosting, law, law_words, outcomes, pages, wiki_board
from nomic.game_package import Explained, GamePackage, Simulated

PACKAGE = GamePackage(
    hosted=hosting.HOSTED,
    whole_cycle=hosting.WHOLE_CYCLE,
    sections=(law.SECTION,),
    tables=law_words.TABLES,
    explained=tuple(
        Explained(law.NAME, explain, key, in_effects=False) for key, explain in law_words.EXPLANATIONS.items()
    ),
    notices=(outcomes.OUTCOME,),
    board=pages.BOARD,
    panels=(pages.IN_THE_HALL,),
    wiki_board=wiki_board.draw_board,
    bots=hosting.BOTS,
    simulated=(Simulated(examiner.ExaminedDungeons()),),
    bench=benches.measure,
)
