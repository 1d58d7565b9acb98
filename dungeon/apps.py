from django.apps import AppConfig


class DungeonConfig(AppConfig):
    name = "dungeon"
    label = "dungeon"
    verbose_name = "Dungeon"

    def ready(self) -> None:
        from dungeon import benches, examiner, hosting, law, law_words, outcomes, pages, wiki_board
        from nomic.law import explanations, sections
        from nomic.law.tables import register_table
        from nomic.notices import kinds
        from nomic.tables.contract.benches import register_bench
        from nomic.tables.practice import bot_seats
        from nomic.tables.simulation import simulating
        from nomic.web import boards, panels
        from nomic.wiki.pages.matches import register_board

        sections.register(law.SECTION)
        for name, build in law_words.TABLES.items():
            register_table(name, build)
        for key, explain in law_words.EXPLANATIONS.items():
            explanations.register_explanation(law.NAME, explain, key, in_effects=False)
        hosting.WHOLE_CYCLE.declare()
        bot_seats.register_bots(hosting.HOSTED.name, hosting.BOTS)
        kinds.declare(outcomes.OUTCOME)
        simulating.register(examiner.ExaminedDungeons())
        register_bench("dungeon", benches.measure)
        boards.register(hosting.HOSTED.name, pages.BOARD)
        panels.add_panel(pages.IN_THE_HALL)
        register_board(hosting.HOSTED.name, wiki_board.draw_board)
