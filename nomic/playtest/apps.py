from django.apps import AppConfig


class PlaytestConfig(AppConfig):
    name = "nomic.playtest"
    label = "playtest"
