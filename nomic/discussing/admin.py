from django.contrib import admin

from nomic.config.read_only_admin import ReadOnlyAdmin
from nomic.cycles.admin import CycleFilter
from nomic.discussing.models import Comment


@admin.register(Comment)
class CommentAdmin(ReadOnlyAdmin):
    list_display = ("author", "cycle", "proposal", "posted_at", "edited_at", "hidden_at", "hidden_by")
    list_filter = (CycleFilter,)
    list_select_related = ("cycle",)
    search_fields = ("=author", "=proposal")
    ordering = ("-pk",)
    fields = (
        ("cycle", "proposal", "author"),
        ("posted_at", "edited_at"),
        "quote",
        "text",
        ("hidden_at", "hidden_by", "hidden_because"),
    )
