from django.contrib import admin

from nomic.admin_base import ReadOnlyAdmin
from nomic.comments.models import Comment
from nomic.cycles.admin import CycleFilter


@admin.register(Comment)
class CommentAdmin(ReadOnlyAdmin):
    list_display = ("author", "cycle", "topic", "posted_at", "edited_at", "hidden_at", "hidden_by")
    list_filter = (CycleFilter,)
    list_select_related = ("cycle",)
    search_fields = ("=author", "=topic")
    ordering = ("-pk",)
    fields = (
        ("cycle", "topic", "author"),
        ("posted_at", "edited_at"),
        "quote",
        "text",
        ("hidden_at", "hidden_by", "hidden_because"),
    )
