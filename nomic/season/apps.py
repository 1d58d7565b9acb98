from django.apps import AppConfig


class SeasonConfig(AppConfig):
    name = "nomic.season"
    label = "season"
