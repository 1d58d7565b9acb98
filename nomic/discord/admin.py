from django.contrib import admin

from nomic.admin_base import ReadOnlyAdmin
from nomic.discord.models import DiscordLink


@admin.register(DiscordLink)
class DiscordLinkAdmin(ReadOnlyAdmin):
    """Who is who on Discord."""

    list_display = ("person", "user", "made_at")
    list_select_related = ("person",)
    search_fields = ("person__username", "user")
