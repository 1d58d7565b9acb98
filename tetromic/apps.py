from django.apps import AppConfig


class TetromicConfig(AppConfig):
    name = "tetromic"
    label = "tetromic"
    verbose_name = "Tetromic"

    def ready(self) -> None:
        from nomic.law import explanations, sections
        from nomic.law.tables import register_table
        from nomic.tables.contract.benches import register_bench
        from nomic.tables.practice import bot_seats
        from nomic.tables.simulation import simulating
        from nomic.web import boards, panels
        from nomic.wiki.pages.matches import register_board
        from tetromic import benches, examiner, hosting, law, law_words, pages, wiki_board

        sections.register(law.SECTION)
        register_table("pieces", law_words.pieces_table)
        explanations.register_explanation(law.NAME, law_words.explain_piece, "pieces", in_effects=False)
        hosting.WHOLE_CYCLE.declare()
        bot_seats.register_bots(hosting.HOSTED.name, hosting.BOTS)
        simulating.register(examiner.ExaminedBoards())
        register_bench("tetromic", benches.measure)
        boards.register(hosting.HOSTED.name, pages.BOARD)
        panels.add_panel(pages.IN_THE_HALL)
        register_board(hosting.HOSTED.name, wiki_board.draw_board)
