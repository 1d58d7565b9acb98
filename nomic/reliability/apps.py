from django.apps import AppConfig


class SureConfig(AppConfig):
    name = "nomic.reliability"
    label = "reliability"
