from django.apps import AppConfig


class ChanceConfig(AppConfig):
    name = "nomic.chance"
    label = "chance"
