from django.apps import AppConfig


class ForesightConfig(AppConfig):
    name = "nomic.foresight"
    label = "foresight"
