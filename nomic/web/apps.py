from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "nomic.web"
    label = "web"
