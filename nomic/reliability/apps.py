from django.apps import AppConfig


class ReliabilityConfig(AppConfig):
    name = "nomic.reliability"
    label = "reliability"
