from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "nomic.search"
    label = "search"

    def ready(self) -> None:
        from nomic.cycles.history import promote
        from nomic.search.models import Document, IndexState

        promote.keep_on_promotion(Document, IndexState)
