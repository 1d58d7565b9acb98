from django.apps import AppConfig


class SeasonConfig(AppConfig):
    name = "nomic.playtest"
    label = "playtest"
