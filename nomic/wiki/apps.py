from django.apps import AppConfig


class WikiConfig(AppConfig):
    name = "nomic.wiki"
    label = "wiki"
