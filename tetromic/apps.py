from django.apps import AppConfig


class TetromicConfig(AppConfig):
    name = "tetromic"
    label = "tetromic"
    verbose_name = "Tetromic"

    def ready(self) -> None:
        from nomic.law import sections
        from nomic.law.tables import register_table
        from nomic.tables import simulating
        from tetromic import examiner, hosting, law

        sections.register(law.SECTION)
        register_table("pieces", law.pieces_table)
        hosting.WHOLE_CYCLE.declare()
        simulating.register(examiner.ExaminedBoards())
