"""All that Tetromic brings to the host."""

from nomic.game_package import Explained, GamePackage, Simulated
from tetromic import benches, examiner, hosting, law, law_words, pages, wiki_board

PACKAGE = GamePackage(
    hosted=hosting.HOSTED,
    whole_cycle=hosting.WHOLE_CYCLE,
    sections=(law.SECTION,),
    tables={"levels": law_words.levels_table, "pieces": law_words.pieces_table},
    explained=(Explained(law.NAME, law_words.explain_piece, "pieces", in_effects=False),),
    board=pages.BOARD,
    panels=(pages.IN_THE_HALL,),
    wiki_board=wiki_board.draw_board,
    bots=hosting.BOTS,
    simulated=(Simulated(examiner.ExaminedBoards()),),
    bench=benches.measure,
)
