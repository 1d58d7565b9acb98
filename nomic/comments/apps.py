from django.apps import AppConfig


class DiscussingConfig(AppConfig):
    name = "nomic.comments"
    label = "comments"

    def ready(self) -> None:
        from nomic.comments.models import Comment, Following
        from nomic.comments.notify import DISCUSSION
        from nomic.cycles.history import promote
        from nomic.notices import kinds

        promote.keep_on_promotion(Comment, Following)
        kinds.declare(DISCUSSION)
