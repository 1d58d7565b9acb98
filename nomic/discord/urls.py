"""URL configuration for Discord's requests."""

from django.urls import path

from nomic.discord.views import interactions

app_name = "discord"

urlpatterns = [path("interactions/", interactions, name="interactions")]
