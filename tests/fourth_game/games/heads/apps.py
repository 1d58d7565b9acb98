from django.apps import AppConfig


class HeadsConfig(AppConfig):
    name = "heads"
    verbose_name = "Heads"

    def ready(self) -> None:
        from heads import law, opening, pages, wiki
        from nomic.law import sections
        from nomic.tables.hosting import registry
        from nomic.web import boards
        from nomic.wiki.pages.matches import register_board

        sections.register(law.SECTION)
        registry.register(opening.HOSTED)
        opening.declare()
        boards.register("heads", pages.BOARD)
        register_board("heads", wiki.draw_board)
