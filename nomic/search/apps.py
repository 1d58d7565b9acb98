from django.apps import AppConfig


class SearchConfig(AppConfig):
    name = "nomic.search"
    label = "search"

    def ready(self) -> None:
        from nomic.cycles.history import promote_fork
        from nomic.search.models import Document, IndexState

        promote_fork.keep_on_promotion(Document, IndexState)
