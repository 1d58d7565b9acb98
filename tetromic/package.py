"""The game package of Tetromic."""

from nomic.game_package import Explained, GamePackage, Simulated
from tetromic import hosting, law_section, player_tasks, standing
from tetromic.explain import tables as explain_tables
from tetromic.simulation import benchmarks, invariants
from tetromic.web import ending, pages, rules_summary, turn_in_sentences
from tetromic.wiki import board as wiki_board

PACKAGE = GamePackage(
    hosted=hosting.HOSTED,
    whole_cycle=hosting.WHOLE_CYCLE,
    sections=(law_section.SECTION,),
    tables={"levels": explain_tables.levels_table, "pieces": explain_tables.pieces_table},
    explained=(Explained(law_section.NAME, explain_tables.explain_piece, "pieces", in_effects=False),),
    standing=standing.tetromic_standing,
    waiting=(player_tasks.PIECES,),
    board=pages.BOARD,
    ending=ending.ENDING,
    rules_summary=rules_summary.summarize,
    turn=turn_in_sentences.describe_turn,
    panels=(pages.IN_THE_HALL,),
    wiki_board=wiki_board.draw_board,
    bots=hosting.BOTS,
    simulated=(Simulated(invariants.BoardInvariants()),),
    bench=benchmarks.measure,
)
