from django.contrib import admin

from nomic.admin_base import ReadOnlyAdmin
from nomic.comments.models import Comment
from nomic.cycles.admin import CycleFilter


@admin.register(Comment)
class CommentAdmin(ReadOnlyAdmin):
    labels = {"topic": "written in", "hidden_because": "why it was hidden"}
    helps = {
        "topic": "“hall”, or the code of a proposal or match.",
        "quote": "The line of the proposal that it is about.",
        "author": "",
    }
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
