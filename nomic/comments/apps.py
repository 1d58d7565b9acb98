from django.apps import AppConfig


class CommentsConfig(AppConfig):
    name = "nomic.comments"
    label = "comments"

    def ready(self) -> None:
        from nomic.comments.announce_suggestions import REPLACED
        from nomic.comments.models import Comment, Following
        from nomic.comments.new_comments_feed import watch_comments
        from nomic.comments.notify import DISCUSSION, MENTION, MODERATED, REPORT
        from nomic.cycles.history import promote_fork
        from nomic.cycles.live.feed import watch_beside
        from nomic.notices import kinds

        promote_fork.keep_on_promotion(Comment, Following)
        watch_beside(watch_comments)
        for kind in (DISCUSSION, MENTION, MODERATED, REPORT, REPLACED):
            kinds.register_notice_kind(kind)
