"""URL configuration of the office's page of a game's channels."""

from django.urls import path

from nomic.discord.channels.page import channels

app_name = "channels"

urlpatterns = [path("cycles/<slug:slug>/channels/", channels, name="game")]
