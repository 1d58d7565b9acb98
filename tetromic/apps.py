from django.apps import AppConfig


class TetromicConfig(AppConfig):
    name = "tetromic"
    label = "tetromic"
    verbose_name = "Tetromic"

    def ready(self) -> None:
        from nomic.law import sections
        from nomic.law.tables import register_table
        from nomic.tables import measured, simulating
        from nomic.web import boards, navigation
        from nomic.wiki import match_pages
        from tetromic import benches, examiner, hosting, law, pages, wiki_board

        sections.register(law.SECTION)
        register_table("pieces", law.pieces_table)
        hosting.WHOLE_CYCLE.declare()
        simulating.register(examiner.ExaminedBoards())
        measured.register_bench("tetromic", benches.measure)
        boards.register(hosting.HOSTED.name, pages.BOARD)
        navigation.add_page("Matches", "web:matches", section="tetromic")
        match_pages.register_board(hosting.HOSTED.name, wiki_board.draw_board)
