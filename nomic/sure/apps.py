from django.apps import AppConfig


class SureConfig(AppConfig):
    name = "nomic.sure"
    label = "sure"
