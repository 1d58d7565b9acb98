"""The game package of Dungeon."""

from dungeon import hosting, law_section, notices, standing
from dungeon.explain import tables as explain_tables
from dungeon.simulation import benchmarks, invariants
from dungeon.web import ending, pages, rules_summary, turn_in_sentences
from dungeon.wiki import board as wiki_board
from nomic.game_package import Explained, GamePackage, Simulated

PACKAGE = GamePackage(
    hosted=hosting.HOSTED,
    whole_cycle=hosting.WHOLE_CYCLE,
    sections=(law_section.SECTION,),
    tables=explain_tables.TABLES,
    explained=tuple(
        Explained(law_section.NAME, explain, key, in_effects=False)
        for key, explain in explain_tables.EXPLANATIONS.items()
    ),
    notices=(notices.OUTCOME,),
    standing=standing.dungeon_standing,
    board=pages.BOARD,
    ending=ending.ENDING,
    rules_summary=rules_summary.summarize,
    turn=turn_in_sentences.describe_turn,
    panels=(pages.IN_THE_HALL,),
    wiki_board=wiki_board.draw_board,
    bots=hosting.BOTS,
    simulated=(Simulated(invariants.DungeonInvariants()),),
    bench=benchmarks.measure,
)
