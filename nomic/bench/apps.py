from django.apps import AppConfig


class BenchConfig(AppConfig):
    name = "nomic.bench"
    label = "bench"
