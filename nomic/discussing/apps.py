from django.apps import AppConfig


class DiscussingConfig(AppConfig):
    name = "nomic.discussing"
    label = "discussing"

    def ready(self) -> None:
        from nomic.cycles import adopting
        from nomic.discussing.models import Comment, Following
        from nomic.discussing.telling import DISCUSSION
        from nomic.notices import kinds

        adopting.stays(Comment, Following)
        kinds.declare(DISCUSSION)
